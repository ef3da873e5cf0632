"""Whatever a context, a hit or a question says, the agent gives an answer and raises nothing."""

import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from memory.messages import Hit, Question
from memory.position import Position
from replay.agents.lexical import LexicalAgent, speech
from replay.agents.lexical import text as text_module
from replay.agents.lexical.people import mentions
from replay.agents.lexical.pronouns import pronouns
from replay.agents.lexical.shown import shown
from tests.lexical_tools import FakeToolbox

NAMES = ("Ada Marlow", "Ben Ortiz")
PIECES = (
    "I think that the heating was too strong.", "He said that it was too warm.", "said that", "she thought they",
    "Ada", "Ada Marlow's", "Ben", "her niece", "his", "him", "their mother", "They", "told the car:", "asked",
    "'Seat heating on 2, please.'", "'", '"', "''", ": ", ", ", ". ", "...", "!", "?", "\n", "At 6:02 PM, ",
    "[March 11, 2025] ", "[Someday 11, 2025] ", "[2025-03-11 18:01] ", "[2025-13-41 25:61] ", "Ada: ",
    "Ben (user) said: ", "the fan on 3", "level", "2, please", "the panel in red", "not", "than usual",
    "two degrees cooler", "half of that",
    "between mine and hers", "April 1", "April 99", "last spring", "navigate to", "Green Lane 5", "play", "98.5",
    "with the windows down", "the dog", "-5", "99999999999", "½", "²", "٣", "①", "°", "(?", "[", "\\", "{", "{}",
    '{"speaker": "  ", "text": "My seat on 2"}', '{"a": {"b": 1}}', '{"text": "x", "who": "Ada"}', "null",
    "Adaſ", "hiſ", "ſiſter", "SİSTER", "İ", "K", "ß", "\x00", "\u2028", "🙂", "and", "while", "from the back seat",
)  # fmt: skip
CROWDS = (NAMES, (), ("Ada",), ("Adas", "Ben"), ("Sister",), ("",), (" ", "Ada"), ("(x", "Ada["), ("İpek Su", "ſam"))


def text(chance: random.Random, most: int) -> str:
    return "".join(chance.choice(PIECES) + chance.choice((" ", "", ", ")) for _ in range(chance.randint(0, most)))


def rounds() -> Iterator[tuple[Question, FakeToolbox]]:
    chance = random.Random(7)
    for turn in range(180):
        question = Question(
            text=text(chance, 20), now=Position(0, 0), zone="Europe/Lisbon", people=CROWDS[turn % len(CROWDS)]
        )
        found = [text(chance, 10) for _ in range(chance.randint(0, 5))]
        hits = tuple(
            Hit(text=one, score=1.0, at_us=chance.choice((None, 0, 1_741_716_000_000_000)))
            for one in found
            if one.strip()
        )
        yield question, FakeToolbox(context=text(chance, 30) if turn % 3 else "", hits=hits if turn % 4 else ())


def test_any_mixture_of_words_and_signs_is_answered() -> None:
    answered = [LexicalAgent().answer(question, tools) for question, tools in rounds()]
    assert all(decisions and decisions[0].step == "scene" for decisions in answered)


@pytest.mark.parametrize(
    "context",
    [
        "I think that the heating was too strong.",
        "I said that.",
        "Nobody knows that it was said that the seat was cold.",
        "I feel they are right.",
        "He said that it was too warm. Then he drove on.",
    ],
)
def test_a_context_that_names_nobody_raises_nothing_and_says_of_nobody_who_is_he_or_she(context: str) -> None:
    assert pronouns(context, NAMES) == pronouns("", NAMES)
    named = "Ada Marlow took her coat."
    assert pronouns(f"{context}\n{named}\n{context}", NAMES) == {**pronouns("", NAMES), "Ada Marlow": "she"}
    question = Question(text="Ada: My seat heating on 2, please.", now=Position(0, 0), zone="UTC", people=NAMES)
    tools = FakeToolbox(context=context)
    assert LexicalAgent().answer(question, tools)[0].step == "scene"
    assert [command.name for command in tools.commands] == ["carcontrol_seat_set_heating_level"]


@pytest.mark.parametrize(
    ("said", "people"),
    [("Ross met Roſs.", ("Ross",)), ("his and hiſ", ("Ross",)), ("A sister, a ſister, a SİSTER.", ("Ross",))],
)
def test_a_word_with_a_letter_that_only_looks_alike_is_another_word(said: str, people: tuple[str, ...]) -> None:
    assert len(mentions(said, people)) == 1


def test_a_name_with_a_dotted_capital_is_found_as_it_is_written() -> None:
    assert [m.who for m in mentions("İpek drove.", ("İpek Su",))] == ["İpek Su"]


def test_a_speaker_of_blanks_is_nobody() -> None:
    (one,) = shown('{"speaker": "  ", "text": "Seat heating on 2"}', NAMES, None, "UTC")
    assert (one.speaker, one.text) == ("", "Seat heating on 2")


def test_each_line_of_a_long_talk_is_freed_of_noise_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    class Counted:
        def sub(self, _: object, line: str) -> str:
            seen.append(line)
            return line

    monkeypatch.setattr(speech, "_NOISE", Counted())
    lines = [f"[2025-05-03 09:00] Ada: Never mind the {n} geese of mine, not 3." for n in range(100, 180)]
    talk = "\n".join([*lines, "[2025-05-03 09:01] Ada: The HUD on 4, please."])
    question = Question(text="Ada: My HUD brightness.", now=Position(0, 0), zone="UTC", people=("Ada",))
    LexicalAgent().answer(question, FakeToolbox(context=talk))
    assert max(Counter(line for line in seen if "geese" in line).values()) == 1


def test_what_a_text_lacks_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    class Counted:
        def finditer(self, words: str) -> Iterator[re.Match[str]]:
            seen.append(words)
            return iter(())

    monkeypatch.setattr(text_module, "_LACKS", Counted())
    crowded = "Ada: " + " ".join(f"My HUD on 4 for goose {n}." for n in range(1, 9))
    question = Question(text="Ada: My HUD brightness.", now=Position(0, 0), zone="UTC", people=("Ada",))
    LexicalAgent().answer(question, FakeToolbox(hits=(Hit(text=crowded, score=1.0),)))
    assert max(Counter(words for words in seen if "goose" in words).values()) == 1

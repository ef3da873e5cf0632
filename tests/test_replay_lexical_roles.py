"""Which part each one named in a told sentence plays."""

import pytest

from replay.agents.lexical.narrative import read
from replay.agents.lexical.pronouns import pronouns
from replay.agents.lexical.roles import agents, doers, roles, subjects
from replay.agents.lexical.wishes import wishes_of

NAMES = ("Ines Duarte", "Tomasz Zielinski", "Greta Lund")
INES, TOMASZ, GRETA = NAMES


@pytest.mark.parametrize(
    ("sentence", "doing"),
    [
        ("Taking Tomasz along to the quarry, Ines turned the heating off.", [INES]),
        ("On the way to drop Greta at school, Tomasz moved the seat.", [TOMASZ]),
        ("With nobody but Greta beside him, Tomasz sang.", [TOMASZ]),
        ("Ines let Tomasz know that the screen was too bright.", [INES]),
        ("Ines had Greta in the back.", [INES]),
        ("To Greta she said that it was late.", ["she"]),
        ("Tomasz was told to hurry.", []),
        ("It was Greta who drove.", [GRETA]),
        ("Ines and Greta climbed in.", [INES, GRETA]),
        ("Ines at the wheel, he shut the window.", ["he"]),
        ("Greta riding along and Ines at the wheel, Tomasz shut the window.", [TOMASZ]),
        ("Ines, driving, shut the window.", [INES]),
        ("After Greta left, Ines shut the window.", [GRETA, INES]),
        ("After Greta, Ines took the wheel.", [INES]),
        ("Tomasz's seat was at three.", []),
        ("", []),
    ],
)
def test_only_who_does_something_is_a_subject(sentence: str, doing: list[str]) -> None:
    assert [mention.who for mention in subjects(sentence, NAMES)] == doing


def test_everyone_named_has_one_part() -> None:
    found = [(mention.who, role) for mention, role in roles("Ines told Greta about Tomasz's mirror.", NAMES)]
    assert found == [(INES, "subject"), (GRETA, "object"), (TOMASZ, "owner")]


@pytest.mark.parametrize(
    ("sentence", "by"),
    [
        ("The lamp was switched off by Greta.", [GRETA]),
        ("Ines heard from Tomasz that it was cold.", [TOMASZ]),
        ("Ines sat by Tomasz.", []),
        ("Greta came from Tomasz.", []),
    ],
)
def test_by_whom_a_thing_is_done_is_told_behind_it(sentence: str, by: list[str]) -> None:
    assert [mention.who for mention in agents(sentence, NAMES)] == by


def test_the_verb_of_a_clause_with_who_is_of_the_one_before_it() -> None:
    sentence = "Ines drove with Greta, who wondered whether it was safe."
    assert [mention.who for mention in doers(sentence, NAMES, sentence.index("wondered"))] == [GRETA]
    sentence = "Ines drove with Greta and set the fan to two."
    assert [mention.who for mention in doers(sentence, NAMES, sentence.index("set"))] == [INES]


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("Taking Greta home, Tomasz found it dark. He set the lamp to seven.", TOMASZ),
        ("Ines was driven home by Tomasz, who felt cold and set the heating to four.", TOMASZ),
        ("Greta had the wheel. The fan was set to two by Ines.", INES),
        ("Ines and Tomasz were off to the lake, Ines at the wheel. She put the fan on two.", INES),
    ],
)
def test_what_is_set_is_told_of_who_sets_it(text: str, who: str) -> None:
    assert read(text, NAMES, {TOMASZ: "he", INES: "she", GRETA: "she"})[-1].who == who


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("Greta was cold. 'Warm the seat up, please,' she went on.", GRETA),
        ("'Warm the seat up, please!' Tomasz, who sat in the back, shouted.", TOMASZ),
        ("At 9:00 PM, 'Where is my glove? I want light,' Greta asked Ines.", GRETA),
        ("To Tomasz, Greta said: 'Your window is open.'", GRETA),
        ("Ines had a remark. The car was told: 'Open my window.'", INES),
        ("Ines heard from Greta how it was: 'Two is my level.'", GRETA),
        ("'It is up to you,' said Ines, 'but nothing loud.'", INES),
    ],
)
def test_a_quotation_is_of_who_is_told_to_speak(text: str, who: str) -> None:
    said = [part.who for part in read(text, NAMES) if part.kind == "said"]
    assert said
    assert set(said) == {who}


def test_a_pronoun_is_learnt_of_the_subject_alone() -> None:
    assert pronouns("Taking Greta along, Tomasz remarked that he was late.", NAMES).get(TOMASZ) == "he"
    assert GRETA not in pronouns("Taking Greta along, Tomasz remarked that he was late.", NAMES)
    assert TOMASZ not in pronouns("To Tomasz she said nothing. Then she left.", NAMES)
    # behind "and" it is rather the other one, who would else not be told again
    assert pronouns("Tomasz drove Ines home, and she opened the window.", NAMES).get(TOMASZ) is None


def test_what_somebody_has_is_their_wish() -> None:
    told = read("Greta was driving Ines. 'Today take what you normally have,' Ines said to her.", NAMES)
    wishes = wishes_of(told, NAMES, {GRETA: "driver", INES: "passenger"}, INES, {})
    assert max(wishes, key=lambda who: wishes[who]) == GRETA
    told = read("Greta was driving Ines. 'You have to warm me up,' Ines said to her.", NAMES)
    wishes = wishes_of(told, NAMES, {GRETA: "driver", INES: "passenger"}, INES, {})
    assert max(wishes, key=lambda who: wishes[who]) == INES

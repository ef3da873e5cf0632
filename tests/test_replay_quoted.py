"""A quoted message is its words, whoever said it and in whatever frame it was shown."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from fixtures.doubles import HonestMemory
from memory.backend import BackendFactory
from memory.embedded.full import FullMemory
from memory.embedded.recent import RecentMemory
from memory.messages import Hit, Message, Question
from memory.own_words import Stretch
from memory.position import Position
from replay.agents.agent import Decision, Toolbox
from replay.agents.quote import QuoteAgent
from replay.runner import ScenarioReplay
from replay.settings import ReplaySettings
from replay.timeline import MessageDraft
from scoring.answer_score import compared_words
from scoring.codec import turn_from_json, turn_to_json
from scoring.records import Turn
from tests.scenes import query_at, said, scenario_of, timed, timeline_of

BOTH: list[BackendFactory] = [RecentMemory, FullMemory]
"""A memory whose hits name their messages, and one whose text for the prompt names none."""
HOUR_US = 3_600_000_000


def answered(
    *messages: MessageDraft,
    memory: BackendFactory = RecentMemory,
    agent: Callable[[], Any] = QuoteAgent,
    question: str = "Which word?",
    cutoff: str = "2025-01-19 10:00",
    lag_us: int = 0,
) -> Turn:
    """The Turn of one question, asked at ten of what was said before."""
    turns: list[Turn] = []
    scene = timed(scenario_of(timeline_of(*messages), (query_at(0, cutoff, question),)))
    settings = ReplaySettings(index_lag_us=lag_us)
    ScenarioReplay(scene, settings, memory, agent, namespace="t").run(lambda turn, _: turns.append(turn))
    return turns[0]


def at_nine(text: str, speaker: str = "Mira") -> MessageDraft:
    return said("2025-01-19 09:14", text, speaker)


def shown_as(form: Callable[[Message], str], **changes: Any) -> BackendFactory:
    """A memory that shows each message in a form of its own."""

    class Forms(HonestMemory):
        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            message = self.delivered[-1]
            return [Hit(text=form(message), score=1.0, **{"message_ids": (message.id,), **changes})]

    return Forms


def saying(words: str) -> Callable[[], Any]:
    """An agent that searches and says this."""

    class Says:
        def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
            tools.search_memory(question.text, 20)
            return (Decision(step="answer", choice=words, reason="test"),)

    return Says


@pytest.mark.parametrize("memory", BOTH)
@pytest.mark.parametrize(
    "speaker",
    [
        "Mira",
        "Dr. Ada Ng",
        "Moss, Ada",
        "Ada: the first",
        "Ada! (of the choir)",
        "A" * 61,
        "Note",
        "आदित्य",
        "مريم",
        "สมชาย",
        "李雷",
        "Ни́на",
        "🚗",
        "19",
    ],
)
def test_whoever_speaks_is_no_part_of_what_is_said(memory: BackendFactory, speaker: str) -> None:
    turn = answered(at_nine("On 24.", speaker), memory=memory)
    assert turn.decisions[-1]["choice"] == f"[2025-01-19 09:14] {speaker}: On 24."
    assert compared_words(turn) == "On 24."
    assert turn.frames == (Stretch(0, len(f"[2025-01-19 09:14] {speaker}: ")),)


@pytest.mark.parametrize("memory", BOTH)
@pytest.mark.parametrize("text", ["Note: buy milk", "seat heating: 3", "Pizza, large: 7", "12:30 at the gate", ": x"])
def test_a_message_without_a_speaker_keeps_its_first_words(memory: BackendFactory, text: str) -> None:
    # others have spoken, and none of them is called so
    turn = answered(said("2025-01-19 08:00", "Hello."), at_nine(text, speaker=""), memory=memory, question=text)
    assert compared_words(turn) == text


def test_the_words_of_a_message_without_a_speaker_may_begin_with_the_name_of_one() -> None:
    turn = answered(said("2025-01-19 08:00", "Hello.", "Note"), at_nine("Note: buy milk", speaker=""))
    assert compared_words(turn) == "Note: buy milk"
    turn = answered(said("2025-01-19 08:00", "Note: sell milk", ""), at_nine("Buy milk", speaker="Note"))
    assert compared_words(turn) == "Buy milk"


@pytest.mark.parametrize("memory", BOTH)
def test_a_message_that_quotes_another_speaker_keeps_the_quoted_ones_name(memory: BackendFactory) -> None:
    first = said("2025-01-19 08:00", "Warm, please.", "Ada")
    turn = answered(first, at_nine("Ada: Warm, please.", speaker="Ben"), memory=memory, question="Ben?")
    assert compared_words(turn) == "Ada: Warm, please."


def test_a_second_line_that_looks_like_a_frame_is_words_of_its_message() -> None:
    text = "Look what it says:\n[2025-01-18 07:00] Ada: Warm, please.\nAda: or so"
    turn = answered(said("2025-01-18 07:00", "Warm, please.", "Ada"), at_nine(text))
    assert compared_words(turn) == text


def test_each_line_is_that_of_its_own_message() -> None:
    both = "[2025-01-19 09:14] Mira: On 24.\n[2025-01-19 08:00] Note: buy milk"
    messages = (said("2025-01-19 08:00", "Note: buy milk", ""), at_nine("On 24."))
    turn = answered(*messages, agent=saying(f"{both}\nSo 24."))
    assert compared_words(turn) == "On 24.\nNote: buy milk\nSo 24."


@pytest.mark.parametrize(
    "form",
    [
        "{0.speaker}: {0.text}",
        "{0.speaker} (January 19): {0.text}",
        "{0.speaker} (user) said: {0.text}",
        "2025-01-19T09:14:00Z | {0.speaker} | {0.text}",
        "[2025-01-19] {0.speaker}:  {0.text}  ",
        "{0.text}",
        "{0.text} - {0.speaker}, 2025-01-19",
    ],
)
@pytest.mark.parametrize("text", ["It should be 24.", "Note: it should be 24."])
def test_the_words_are_the_same_in_every_frame(form: str, text: str) -> None:
    turn = answered(at_nine(text, "मीरा"), memory=shown_as(form.format))
    assert compared_words(turn).strip() == text
    assert not turn.violations


def as_json(message: Message) -> str:
    return json.dumps({"at": "2025-01-19T09:14", "speaker": message.speaker, "text": message.text})


def test_the_words_of_an_object_are_its_text_and_stay_in_the_frame_where_escapes_hide_where_that_ends() -> None:
    assert compared_words(answered(at_nine("It is 24."), memory=shown_as(as_json))) == "It is 24."
    assert compared_words(answered(at_nine('"24", é'), memory=shown_as(as_json))) == '\\"24\\", \\u00e9'
    whole = answered(at_nine("It is 24.", "Zoë"), memory=shown_as(as_json))
    assert compared_words(whole) == whole.decisions[-1]["choice"]


def test_under_no_messages_id_only_a_name_that_was_heard_before_the_cutoff_is_a_frame() -> None:
    line = "[2025-01-19 09:14] Zoe: 24"
    memory = shown_as(lambda _: line, message_ids=())
    hour = "2025-01-19 09:00"
    assert compared_words(answered(said(hour, speaker="Zoe"), memory=memory)) == "24"
    assert compared_words(answered(said(hour), memory=memory)) == "Zoe: 24"
    assert compared_words(answered(said(hour), said("2025-01-19 10:00", "Late.", "Zoe"), memory=memory)) == "Zoe: 24"
    late = said("2025-01-19 09:30", speaker="Zoe")
    assert compared_words(answered(said("2025-01-19 08:00"), late, memory=memory, lag_us=HOUR_US)) == "Zoe: 24"


def test_what_the_agent_was_not_shown_or_says_in_words_of_its_own_has_no_frame() -> None:
    line = "[2025-01-19 09:14] Mira: On 24."
    below = answered(at_nine("On 24."), *(said("2025-01-19 09:30") for _ in range(20)), agent=saying(line))
    assert compared_words(below) == line  # it is the 21st hit
    own = "[2025-01-19 09:14] Mira: on 24"
    assert compared_words(answered(at_nine("On 24."), agent=saying(own))) == own
    assert compared_words(answered(at_nine("24", "Mira"), agent=saying("Mira"))) == "Mira"


def test_a_line_that_is_nothing_but_frame_is_none_of_a_message() -> None:
    memory = shown_as(lambda message: f"Speaker: {message.speaker}\nText: {message.text}")
    assert compared_words(answered(at_nine("It is 24."), memory=memory)) == "Speaker: Mira\nIt is 24."


def test_frames_are_told_where_something_is_said_and_only_there() -> None:
    silent = answered(at_nine("On 24."), agent=saying(""))
    assert silent.frames is None
    assert b'"frames"' not in turn_to_json(silent)
    own = answered(at_nine("On 24."), agent=saying("24"))
    assert own.frames == ()
    quoting = answered(at_nine("On 24."))
    for turn in (silent, own, quoting):
        back = turn_from_json(turn_to_json(turn))
        assert (back.frames, compared_words(back)) == (turn.frames, compared_words(turn))

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from fixtures.doubles import Call, HonestMemory, RecordingMemory
from memory.backend import BackendFactory
from memory.messages import Hit, Question
from memory.position import Position, cutoff_at
from replay.agents.agent import Decision, Toolbox
from replay.buckets import WINDOWS, Window
from replay.remembering import FIRST_NUMBER, remembered, words_of
from replay.runner import ScenarioReplay
from replay.scenario import TimedScenario
from replay.settings import ReplaySettings
from scoring.codec import turn_to_json
from scoring.records import Turn
from tests.scenes import query_at, said, scenario_of, timed, timeline_of, us


class Answers:
    """Searches for the question and says something about it."""

    def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
        tools.search_memory(question.text, 20)
        return (Decision(step="answer", choice=f"heard {question.text}", reason="test"),)


class Acts:
    def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
        tools.call("carcontrol_radio_switch", {"switch": True})
        return ()


class FailsFirst:
    n = 0

    def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
        FailsFirst.n += 1
        if FailsFirst.n == 1:
            raise OSError("gone")
        return Answers().answer(question, tools)


def replayed(
    scene: TimedScenario,
    memory: BackendFactory = HonestMemory,
    agent: Callable[[], Any] = Answers,
    *,
    window: Window = "hour",
    words: Mapping[int, str] | None = None,
) -> list[Turn]:
    turns: list[Turn] = []
    settings = ReplaySettings(remember=True, bucket=window, depth=100)
    known = words or {}
    ScenarioReplay(
        scene, settings, memory, agent, namespace="test", answered=frozenset(known), words=known
    ).run(lambda turn, timing: turns.append(turn))  # fmt: skip
    return turns


def found(turn: Turn) -> set[str]:
    return {hit.text for search in turn.searches for hit in search.hits}


def three_queries() -> TimedScenario:
    return timed(
        scenario_of(
            timeline_of(said("2025-03-01 08:10", "word one"), said("2025-03-02 09:00", "word two")),
            [
                query_at(0, "2025-03-01 08:30", "first word"),
                query_at(1, "2025-03-02 09:00", "second word"),
                query_at(2, "2025-03-02 09:01", "third word"),
            ],
        )
    )


def test_question_and_answer_stand_at_the_cutoffs_instant_behind_every_number_of_a_timeline() -> None:
    (entry, *_) = three_queries().queries
    question, answer = remembered(entry, 3, "done")
    assert question.position == Position(us("2025-03-01 08:30"), FIRST_NUMBER + 6)
    assert answer.position == Position(us("2025-03-01 08:30"), FIRST_NUMBER + 7)
    assert (question.text, question.role, answer.text, answer.role) == ("first word", "user", "done", "assistant")
    assert question.id != answer.id


@pytest.mark.parametrize("window", WINDOWS)
def test_later_queries_find_earlier_questions_and_answers_and_none_finds_its_own(window: Window) -> None:
    first, second, third = replayed(three_queries(), window=window)
    assert found(first) == {"word one"}
    assert found(second) == {"word one", "first word", "heard first word"}
    assert found(third) == {
        "word one",
        "first word",
        "heard first word",
        "word two",
        "second word",
        "heard second word",
    }
    assert [turn.visible_messages for turn in (first, second, third)] == [1, 3, 6]
    assert [turn.hidden_messages for turn in (first, second, third)] == [1, 1, 0]
    assert not any(turn.violations for turn in (first, second, third))


def test_what_is_remembered_is_delivered_at_its_windows_end_in_order_with_the_timeline() -> None:
    calls: list[Call] = []
    replayed(three_queries(), lambda setup: RecordingMemory(setup, calls))
    batches = [(call.now, call.message_ids) for call in calls if call.name == "ingest"]
    number = FIRST_NUMBER
    assert batches == [
        (cutoff_at(us("2025-03-01 08:30")), ("m000001",)),
        (cutoff_at(us("2025-03-01 09:00")), (f"m{number}", f"m{number + 1}")),
        (cutoff_at(us("2025-03-02 09:01")), ("m000002", f"m{number + 2}", f"m{number + 3}")),
    ]


def test_queries_of_one_cutoff_do_not_hear_of_each_other() -> None:
    scene = timed(scenario_of(timeline_of(said(1, "word")), [query_at(n, cutoff_at(9), f"word {n}") for n in range(2)]))
    assert [found(turn) for turn in replayed(scene)] == [{"word"}, {"word"}]


def test_a_query_that_failed_leaves_nothing_and_shifts_no_number() -> None:
    FailsFirst.n = 0
    first, second, third = replayed(three_queries(), agent=FailsFirst)
    assert first.failure is not None
    assert found(second) == {"word one"}
    ids = {i for hit in third.searches[0].hits for i in hit.message_ids}
    assert {f"m{FIRST_NUMBER + 2}", f"m{FIRST_NUMBER + 3}"} <= ids


def test_a_replay_that_goes_on_remembers_what_was_answered_before() -> None:
    whole = replayed(three_queries())
    rest = replayed(three_queries(), words={0: words_of(whole[0]), 1: words_of(whole[1])})
    assert [turn_to_json(turn) for turn in rest] == [turn_to_json(whole[2])]


def test_another_future_changes_nothing_of_what_is_remembered() -> None:
    queries = [query_at(0, cutoff_at(10), "word a"), query_at(1, cutoff_at(20), "word b")]
    records = []
    for n_ahead in (0, 50):
        drafts = [said(1, "word"), *(said(20 + n, f"word {n}") for n in range(n_ahead))]
        turns = replayed(timed(scenario_of(timeline_of(*drafts), queries)))
        records.append([turn.searches for turn in turns])
    assert records[0] == records[1]


def test_an_assistant_that_says_nothing_is_remembered_by_its_calls_or_by_doing_nothing() -> None:
    (first, *_) = replayed(three_queries(), agent=Acts)
    assert "carcontrol_radio_switch" in words_of(first)

    class Idle:
        def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
            return (Decision(step="thought", choice="hm", reason="test"),)

    (first, *_) = replayed(three_queries(), agent=Idle)
    assert words_of(first) == "Nothing was done."


@pytest.mark.parametrize("form", ["{0.speaker}: {0.text}", "{0.role}: {0.text}", "{0}"])
def test_a_memory_that_keeps_messages_in_a_frame_leaks_nothing_by_a_question_that_has_no_speaker(form: str) -> None:
    class Frames(HonestMemory):
        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            text = {message.id: form.format(message) for message in self.delivered}
            hits = super().search(query, limit=limit, now=now)
            return [replace(hit, text=text[hit.message_ids[0]]) for hit in hits]

    turns = replayed(three_queries(), Frames)
    assert [len(found(turn)) for turn in turns] == [1, 3, 6]
    assert not any(turn.violations for turn in turns)


def test_nobody_without_a_name_is_counted_among_the_people() -> None:
    people: list[tuple[str, ...]] = []

    class Notes:
        def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
            people.append(question.people)
            return ()

    scene = three_queries()
    replayed(replace(scene, scenario=replace(scene.scenario, people=())), agent=Notes)
    assert people == [("Ada",), ("Ada",), ("Ada",)]

from pathlib import Path
from typing import Any

import pytest

from memory.position import cutoff_at
from replay.errors import InputError
from tests.question_sources import json_file, kinds, lenient, longmemeval_item, strict
from tests.scenes import us


def source(folder: Path, *items: object, **changes: Any) -> str:
    return f"longmemeval:{json_file(folder / 'items.json', list(items) or [longmemeval_item(**changes)])}"


def test_a_question_is_a_scenario_with_its_sessions_in_time_order_and_its_own_cutoff(tmp_path: Path) -> None:
    (scenario,) = strict(source(tmp_path)).scenarios
    assert [(m.position.at_us, m.role, m.text) for m in scenario.timeline.messages()] == [
        (us("2024-03-01 22:15"), "user", "My cat Pixel is ill."),
        (us("2024-03-01 22:15"), "assistant", "Poor Pixel."),
        (us("2024-03-04 09:00"), "assistant", "Good morning."),
        (us("2024-03-04 09:00"), "user", "What is rust?"),
        (us("2024-03-05 10:00"), "user", "Pixel is well again."),
    ]
    (query,) = scenario.queries
    assert (scenario.id, query.cutoff) == ("q1", cutoff_at(us("2024-03-05 10:00")))
    assert scenario.timeline.n_visible(cutoff_at(us("2024-03-05 10:00"))) == 4


def test_sessions_are_those_of_the_file_however_near_they_are_and_whatever_they_are_called(tmp_path: Path) -> None:
    (scenario,) = strict(source(tmp_path)).scenarios
    assert scenario.sessions == (range(1, 3), range(3, 5), range(5, 6))
    one_minute = ["2024/03/01 (Fri) 09:00"] * 3
    (near,) = strict(source(tmp_path, haystack_dates=one_minute, haystack_session_ids=["a", "a", "b"])).scenarios
    assert near.sessions == (range(1, 3), range(3, 5), range(5, 6))


def test_what_is_not_before_the_question_is_hidden_and_told(tmp_path: Path) -> None:
    assert ("unsorted_line", "warning", "session 2") in kinds(source(tmp_path))
    changes = {"answer_session_ids": ["noise_8"], "haystack_sessions": [[], [], [{"role": "user", "content": "Pixel"}]]}
    dataset, found = lenient(source(tmp_path, **changes))
    assert dataset.scenarios[0].queries[0].gold.evidence_ids == ()
    assert any("said to hold the answer" in f.message for f in found)


def test_labels_end_in_the_loader(tmp_path: Path) -> None:
    (scenario,) = strict(source(tmp_path)).scenarios
    shown = repr(list(scenario.timeline.messages()))
    assert "answer" not in shown
    assert "noise" not in shown
    assert {m.speaker for m in scenario.timeline.messages()} == {"User", "Assistant"}


def test_flagged_turns_are_the_evidence_and_else_all_turns_of_the_answers_sessions(tmp_path: Path) -> None:
    (flagged,) = strict(source(tmp_path)).scenarios
    assert flagged.queries[0].gold.evidence_ids == ("m000001",)
    sessions = longmemeval_item()["haystack_sessions"]
    sessions[1][0]["has_answer"] = False
    (plain,) = strict(source(tmp_path, haystack_sessions=sessions)).scenarios
    assert plain.queries[0].gold.evidence_ids == ("m000001", "m000002")
    assert ("no_evidence", "note", "") in kinds(source(tmp_path, haystack_sessions=sessions))


def test_a_question_that_the_history_does_not_answer_has_an_empty_answer_and_no_evidence(tmp_path: Path) -> None:
    (scenario,) = strict(source(tmp_path, question_id="q1_abs", answer="You never told me.")).scenarios
    gold = scenario.queries[0].gold
    assert (gold.answer, gold.evidence_ids, gold.reasoning_type) == ("", (), "single-session-user")


def test_an_empty_answer_to_a_question_that_has_one_is_told(tmp_path: Path) -> None:
    assert ("no_reference", "error", "answer") in kinds(source(tmp_path, answer=" "))
    assert "no_reference" not in [kind for kind, _, _ in kinds(source(tmp_path, question_id="q1_abs", answer=""))]


def test_an_answer_may_be_a_number(tmp_path: Path) -> None:
    assert strict(source(tmp_path, answer=3)).scenarios[0].queries[0].gold.answer == "3"


def test_hazards_are_told_and_nothing_is_dropped(tmp_path: Path) -> None:
    found = kinds(source(tmp_path))
    assert ("unsorted_line", "note", "session 0") in found  # begins with the assistant
    assert ("unsorted_line", "warning", "1/0") in found  # earlier than the session before it
    assert ("naive_timestamp", "note", "") in found
    assert ("empty_session", "warning", "session 0") in kinds(source(tmp_path, haystack_sessions=[[], [], []]))
    assert ("unmatched_evidence", "warning", "answer_session_ids") in kinds(source(tmp_path, answer_session_ids=["?"]))
    assert ("unknown_reasoning_type", "warning", "question_type") in kinds(source(tmp_path, question_type="odd"))
    twice = lenient(source(tmp_path, haystack_session_ids=["a", "a", "b"]))
    assert twice[0].scenarios[0].timeline.n_messages == 5
    assert ("duplicate_line", "note") in [(f.kind, f.level) for f in twice[1]]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"question_date": "05.03.2024"}, "question_date: unreadable date '05.03.2024'"),
        ({"question_date": "2024/13/05 (Tue) 10:00"}, "question_date: unreadable timestamp"),
        ({"haystack_dates": ["x", "2024/03/01 (Fri) 22:15", "2024/03/05 10:00"]}, "session 0: unreadable date 'x'"),
        ({"haystack_dates": []}, "haystack: 0 dates, 3 ids and 3 sessions"),
        ({"haystack_sessions": [[], [], [{"role": "user", "content": None}]]}, "session 2/0: content: Input should be"),
        ({"haystack_sessions": [[], [], [{"role": "tool", "content": "x"}]]}, "session 2/0: role: Input should be"),
        ({"question": 5}, "question: Input should be a valid string"),
        ({"question_id": 5}, "question_id: no text"),
    ],
)
def test_what_cannot_be_read_is_an_error_with_place_and_field(
    tmp_path: Path, changes: dict[str, Any], said: str
) -> None:
    with pytest.raises(InputError, match=f"items.json: question 0: .*{said}|items.json: question 0: {said}"):
        strict(source(tmp_path, **changes))
    assert any(f.level == "error" for f in lenient(source(tmp_path, **changes))[1])


def test_two_questions_of_one_id_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="two questions with the question_id 'q1'"):
        strict(source(tmp_path, longmemeval_item(), longmemeval_item()))


def test_the_published_item_has_its_53_sessions_in_time_order_and_none_after_the_question(shared: Path) -> None:
    path = shared / "data" / "longmemeval" / "longmemeval_one.json"
    if not path.is_file():
        pytest.skip(f"LongMemEval is not at {path}")
    dataset, found = lenient(f"longmemeval:{path}")
    (scenario,) = dataset.scenarios
    times = scenario.timeline.message_times_us()
    assert (scenario.timeline.n_messages, len(set(times)), len(scenario.sessions)) == (550, 53, 53)
    assert list(times) == sorted(times)
    cutoff = scenario.queries[0].cutoff
    assert cutoff is not None
    assert scenario.timeline.n_visible(cutoff) == 550
    assert len(scenario.queries[0].gold.evidence_ids) == 2
    assert not any(f.level == "error" for f in found)


def test_an_array_without_questions_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no question in it"):
        strict(f"longmemeval:{json_file(tmp_path / 'none.json', [])}")

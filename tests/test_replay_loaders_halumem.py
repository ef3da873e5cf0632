from pathlib import Path
from typing import Any

import pytest

from memory.position import cutoff_at
from replay.errors import InputError
from replay.prepare import Request, prepare
from replay.run import run
from scoring.aggregate import score_turns
from scoring.answers import answers_section
from scoring.records import Superseded, Turn
from tests.question_sources import (
    HOME,
    MOVED,
    RUMOUR,
    halumem_file,
    halumem_point,
    halumem_session,
    halumem_user,
    kinds,
    lenient,
    strict,
)
from tests.scenes import us


def source(folder: Path, *users: object, view: str = "halumem") -> str:
    return f"{view}:{halumem_file(folder, *(users or [halumem_user()]))}"


def one_session(**more: Any) -> dict[str, Any]:
    return halumem_user(sessions=[halumem_session(1, ["I live in Oslo."], **more)])


def test_turns_stand_at_their_own_times_and_the_person_has_a_name(tmp_path: Path) -> None:
    (scenario,) = strict(source(tmp_path)).scenarios
    assert (scenario.id, scenario.people) == ("u-1", ("Nadia Brook",))
    said = [(m.position.at_us, m.speaker, m.role) for m in scenario.timeline.messages()]
    assert said[:3] == [
        (us("2025-12-01 08:00"), "Nadia Brook", "user"),
        (us("2025-12-01 08:01"), "Assistant", "assistant"),
        (us("2025-12-01 08:02"), "Nadia Brook", "user"),
    ]
    assert len(said) == 7
    assert scenario.sessions == (range(1, 4), range(4, 6), range(6, 8))
    assert {
        m.speaker for m in strict(source(tmp_path, halumem_user(persona_info=None))).scenarios[0].timeline.messages()
    } == {
        "User",
        "Assistant",
    }


def test_questions_are_asked_when_their_session_is_over(tmp_path: Path) -> None:
    (scenario,) = strict(source(tmp_path)).scenarios
    over = [cutoff_at(us(f"2025-12-0{day} 08:30") + 1) for day in (1, 3, 3)]
    assert [query.cutoff for query in scenario.queries] == over
    assert [scenario.timeline.n_visible(cutoff) for cutoff in over] == [3, 7, 7]
    assert [(q.gold.answer, q.gold.facts) for q in scenario.queries] == [
        ("Oslo", (HOME,)),
        ("Bergen", (MOVED,)),
        ("", ()),
    ]
    assert [q.gold.evidence_ids for q in scenario.queries] == [
        ("m000001", "m000002", "m000003"),
        ("m000006", "m000007"),
        (),
    ]


def test_a_turn_after_the_sessions_end_still_comes_before_its_questions(tmp_path: Path) -> None:
    session = halumem_session(1, ["a", "b", "c"], questions=halumem_user()["sessions"][0]["questions"])
    session["end_time"] = "Dec 1, 2025, 08:01:00"
    session["memory_points"] = [halumem_point(HOME)]
    (scenario,) = strict(source(tmp_path, halumem_user(sessions=[session]))).scenarios
    assert scenario.queries[0].cutoff == cutoff_at(us("2025-12-01 08:02") + 1)
    assert ("unsorted_line", "warning", "session 0") in kinds(source(tmp_path, halumem_user(sessions=[session])))


def test_a_session_that_begins_before_the_last_is_over_is_told(tmp_path: Path) -> None:
    sessions = [halumem_session(1, ["a"]), halumem_session(1, ["b"])]
    assert ("unsorted_line", "warning", "session 1") in kinds(source(tmp_path, halumem_user(sessions=sessions)))


def test_memory_points_are_extraction_interference_and_update(tmp_path: Path) -> None:
    (scenario,) = strict(source(tmp_path, view="halumem-points")).scenarios
    assert [(q.text, q.gold.reasoning_type, q.gold.facts) for q in scenario.queries] == [
        (HOME, "extraction/Event Memory", (HOME,)),
        (RUMOUR, "interference", ()),
        (MOVED, "update/Event Memory", (MOVED,)),
    ]
    assert [q.gold.superseded for q in scenario.queries] == [
        (),
        (),
        (Superseded(message_ids=("m000001", "m000002", "m000003")),),
    ]
    assert [q.cutoff for q in scenario.queries][2] == cutoff_at(us("2025-12-03 08:30") + 1)


def test_a_generated_session_is_heard_and_not_asked_about(tmp_path: Path) -> None:
    session = halumem_session(2, ["What is 2 + 2?"], is_generated_qa_session=True, memory_points=[halumem_point(HOME)])
    dataset, found = lenient(source(tmp_path, halumem_user(sessions=[session]), view="halumem-points"))
    assert (dataset.scenarios[0].timeline.n_messages, dataset.scenarios[0].queries) == (1, ())
    assert ("unreadable_query", "note") in [(f.kind, f.level) for f in found]


def test_evidence_that_no_session_so_far_has_is_told(tmp_path: Path) -> None:
    questions = halumem_user()["sessions"][0]["questions"]
    dataset, found = lenient(source(tmp_path, one_session(questions=questions)))
    assert dataset.scenarios[0].queries[0].gold.evidence_ids == ()
    assert ("unmatched_evidence", "warning", "session 0: question 0") in [(f.kind, f.level, f.item) for f in found]


def test_an_empty_answer_is_told_where_somebody_knows(tmp_path: Path) -> None:
    empty = {"question": "Where?", "answer": "", "evidence": []}
    questions = [{**empty, "question_type": "Dynamic Update"}, {**empty, "question_type": "Memory Boundary"}]
    found = kinds(source(tmp_path, one_session(questions=questions)))
    assert [one for one in found if one[0] == "no_reference"] == [("no_reference", "error", "session 0: question 0")]


def test_an_update_is_told_by_the_word_true_alone(tmp_path: Path) -> None:
    points = [halumem_point("a b", is_update="False", original_memories=["x"]), halumem_point("c d", is_update="True")]
    dataset, found = lenient(source(tmp_path, one_session(memory_points=points), view="halumem-points"))
    types = [q.gold.reasoning_type for q in dataset.scenarios[0].queries]
    assert types == ["extraction/Event Memory", "extraction/Event Memory"]
    assert ("no_evidence", "note", "session 0") in [(f.kind, f.level, f.item) for f in found]


@pytest.mark.parametrize(
    ("user", "said"),
    [
        (
            halumem_user(sessions=[{**halumem_session(1, ["a"]), "end_time": "soon"}]),
            "session 0: unreadable date 'soon'",
        ),
        (
            halumem_user(sessions=[{**halumem_session(1, ["a"]), "end_time": "Dez 1, 2025, 08:00:00"}]),
            "no English month",
        ),
        (
            one_session(memory_points=[halumem_point("x", is_update="yes")]),
            "point 0: is_update.*: Input should be 'True'",
        ),
        (
            halumem_user(sessions=[{**halumem_session(1, []), "dialogue": [{"role": "user"}]}]),
            "0/0: content: Field req",
        ),
        (halumem_user(sessions=None), "line 1: sessions: Input should be a valid list"),
    ],
)
def test_what_cannot_be_read_is_an_error_with_line_place_and_field(tmp_path: Path, user: object, said: str) -> None:
    with pytest.raises(InputError, match=f"users.jsonl: .*{said}"):
        strict(source(tmp_path, user))
    assert any(f.level == "error" for f in lenient(source(tmp_path, user))[1])


def test_a_truncated_last_line_is_told_and_the_users_before_it_are_kept(tmp_path: Path) -> None:
    path = halumem_file(tmp_path, halumem_user())
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n") + b'{"uuid": "u-2", "sess')
    with pytest.raises(InputError, match=r"users\.jsonl: line 2: no JSON"):
        strict(f"halumem:{path}")
    assert len(lenient(f"halumem:{path}")[0].scenarios) == 1


def test_two_users_of_one_id_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="line 2: there are two users with the uuid 'u-1'"):
        strict(source(tmp_path, halumem_user(), halumem_user()))


def test_all_three_tasks_are_scored(tmp_path: Path) -> None:
    turns: list[Turn] = []
    for number, view in enumerate(("halumem", "halumem-points")):
        request = Request(source=source(tmp_path, view=view), memory="fulltext", agent="replay.agents.quote:QuoteAgent")
        run(prepare(request), tmp_path / f"run{number}", on_turn=turns.append)
    section = answers_section(score_turns(turns))
    # Words alone do not tell Oslo from Bergen: the older line is found first, both times.
    assert section["by_type"]["Dynamic Update"]["accuracy_all"] == 0.5
    assert section["points"]["extraction"]["recall_all"] == 1.0
    # What keeps every line keeps the boat, too.
    assert section["points"]["interference"]["kept_out_all"] == 0.0
    assert section["points"]["update"]["correct_all"] == 1.0


def test_a_file_without_users_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "users.jsonl").write_text("\n \n", encoding="utf-8")
    with pytest.raises(InputError, match="there is no user in it"):
        strict(f"halumem:{tmp_path / 'users.jsonl'}")

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from replay.cutoffs import settle_cutoffs
from replay.errors import InputError
from tests.question_sources import json_file, kinds, lenient, locomo_conversation, locomo_turn, strict
from tests.scenes import us


def source(folder: Path, *conversations: object) -> str:
    return f"locomo:{json_file(folder / 'talks.json', list(conversations) or [locomo_conversation()])}"


def with_session(turns: object, date: object = "9:00 am on 5 May, 2024", **more: Any) -> dict[str, Any]:
    conversation = {"speaker_a": "Ines", "speaker_b": "Tomo", "session_1": turns, "session_1_date_time": date, **more}
    return locomo_conversation(conversation=conversation, qa=[])


def test_sessions_come_in_the_order_of_their_numbers_and_all_turns_stand_at_their_date(tmp_path: Path) -> None:
    (scenario,) = strict(source(tmp_path)).scenarios
    assert (scenario.id, scenario.people, scenario.zone) == ("talk-1", ("Ines", "Tomo"), "UTC")
    said = [(m.position.at_us, m.speaker, m.role) for m in scenario.timeline.messages()]
    assert said == [
        (us("2024-06-01 12:30"), "Ines", "user"),
        (us("2024-06-01 12:30"), "Tomo", "user"),
        (us("2024-07-03 00:05"), "Tomo", "user"),
    ]
    assert scenario.sessions == (range(1, 3), range(3, 4))


def test_what_a_photo_shows_is_appended_and_marked(tmp_path: Path) -> None:
    (scenario,) = strict(source(tmp_path)).scenarios
    assert [m.text for m in scenario.timeline.messages()][1] == "Look! [photo: a red rowing boat]"
    turns = [locomo_turn("D1:1", "Ines", "", blip_caption="a cat")]
    (alone,) = strict(source(tmp_path, with_session(turns))).scenarios
    assert [m.text for m in alone.timeline.messages()] == ["[photo: a cat]"]


def test_questions_have_the_authors_categories_and_answers_as_text(tmp_path: Path) -> None:
    (scenario,) = strict(source(tmp_path)).scenarios
    golds = [query.gold for query in scenario.queries]
    assert [(g.reasoning_type, g.answer) for g in golds] == [
        ("single-hop", "rye bread"),
        ("multi-hop", "2"),
        ("adversarial", ""),
    ]
    assert not any(g.expects_commands or g.commands for g in golds)
    assert [query.origin.event_index for query in scenario.queries] == [0, 1, 2]


def test_evidence_becomes_opaque_ids_is_split_where_that_is_plain_and_told_where_it_does_not_resolve(
    tmp_path: Path,
) -> None:
    dataset, found = lenient(source(tmp_path))
    assert [q.gold.evidence_ids for q in dataset.scenarios[0].queries] == [("m000001",), ("m000002", "m000003"), ()]
    said = {(f.kind, f.level): f.line for f in found}
    assert said["unreadable_evidence", "note"].endswith("question 1: the evidence 'D10:01; D2:2' is taken as 2 turns")
    assert said["unmatched_evidence", "warning"].endswith("question 2: the evidence 'D' is no turn of the conversation")


def test_questions_have_no_time_and_are_asked_after_the_last_session(tmp_path: Path) -> None:
    (scenario,) = strict(source(tmp_path)).scenarios
    timed = settle_cutoffs(scenario, "auto")
    assert {(t.policy, t.cutoff.at_us) for t in timed.queries} == {("end", us("2024-07-03 00:05") + 1)}
    assert ("no_clock_time", "note", "") in kinds(source(tmp_path))


def test_a_dated_session_without_content_is_told(tmp_path: Path) -> None:
    assert ("empty_session", "warning", "session_3") in kinds(source(tmp_path))


def test_an_answer_to_an_adversarial_question_is_told_and_not_scored(tmp_path: Path) -> None:
    asked = {"question": "Who?", "answer": "No", "adversarial_answer": "Ines", "evidence": ["D2:1"], "category": 5}
    dataset, found = lenient(source(tmp_path, locomo_conversation(qa=[asked])))
    assert dataset.scenarios[0].queries[0].gold.answer == ""
    assert ("unreadable_query", "note") in [(f.kind, f.level) for f in found]


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ({"question": "Q", "evidence": ["D2:1"], "category": 4}, "unreadable_query"),
        ({"question": "Q", "answer": "x", "evidence": ["D2:1"], "category": 7}, "unknown_reasoning_type"),
        ({"question": "Q", "answer": "x", "evidence": ["D2:1"], "category": 4, "mood": "good"}, "unreadable_line"),
    ],
)
def test_an_odd_question_is_kept_with_a_warning(tmp_path: Path, question: object, kind: str) -> None:
    dataset, found = lenient(source(tmp_path, locomo_conversation(qa=[question])))
    assert len(dataset.scenarios[0].queries) == 1
    assert (kind, "warning") in [(f.kind, f.level) for f in found]


def test_an_empty_answer_is_told_where_somebody_knows(tmp_path: Path) -> None:
    empty: dict[str, object] = {"question": "Q", "answer": "", "evidence": ["D2:1"]}
    found = kinds(source(tmp_path, locomo_conversation(qa=[{**empty, "category": 4}, {**empty, "category": 5}])))
    assert [one for one in found if one[0] == "no_reference"] == [("no_reference", "error", "question 0")]


def test_a_second_turn_of_one_id_is_kept_and_the_first_is_the_evidence(tmp_path: Path) -> None:
    turns = [locomo_turn("D1:1", "Ines", "one"), locomo_turn("D1:1", "Tomo", "two")]
    asked = {"question": "Q", "answer": "x", "evidence": ["D1:1"], "category": 4}
    dataset, found = lenient(source(tmp_path, {**with_session(turns), "qa": [asked]}))
    assert dataset.scenarios[0].timeline.n_messages == 2
    assert dataset.scenarios[0].queries[0].gold.evidence_ids == ("m000001",)
    assert ("duplicate_line", "warning") in [(f.kind, f.level) for f in found]


@pytest.mark.parametrize(
    ("conversation", "said"),
    [
        (with_session([locomo_turn("D1:1", "Ines", "x")], "yesterday"), "session_1: unreadable date 'yesterday'"),
        (with_session([locomo_turn("D1:1", "Ines", "x")], "9:00 am on 31 June, 2024"), "session_1: unreadable timest"),
        (with_session([locomo_turn("D1:1", "Ines", "x")], None), "session_1: session_1_date_time is missing"),
        (with_session([{"speaker": "Ines", "dia_id": "D1:1", "text": None}]), r"session_1/0: text: Input should be a"),
        (with_session([{"speaker": "Ines", "dia_id": "D1:1", "text": 7}]), r"session_1/0: text: Input should be a val"),
        (with_session([{"speaker": "Ines", "dia_id": "D1:1", "text": ["a"]}]), r"session_1/0: text: Input should be"),
        (with_session("words"), "session_1: a list of turns is wanted"),
        ({"sample_id": "talk-1", "conversation": {}}, "conversation 0: qa: Field required"),
        (locomo_conversation(qa=[{"question": "Q", "category": "4"}]), "question 0: category: Input should be a valid"),
    ],
)
def test_what_cannot_be_read_is_an_error_with_place_and_field(tmp_path: Path, conversation: object, said: str) -> None:
    with pytest.raises(InputError, match=f"talks.json: .*{said}"):
        strict(source(tmp_path, conversation))
    assert any(f.level == "error" for f in lenient(source(tmp_path, conversation))[1])


def test_two_conversations_of_one_id_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="two conversations with the sample_id 'talk-1'"):
        strict(source(tmp_path, locomo_conversation(), locomo_conversation()))


@pytest.mark.parametrize("content", [{}, "words", None])
def test_a_file_that_is_no_array_is_an_error(tmp_path: Path, content: object) -> None:
    path = tmp_path / "x.json"
    path.write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="no JSON"):
        strict(f"locomo:{path}")
    if content is not None:
        with pytest.raises(InputError, match="an array of conversations is wanted"):
            strict(f"locomo:{json_file(path, content)}")


def test_nothing_to_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"neither a \.json file nor a folder with some"):
        strict(f"locomo:{tmp_path}")
    with pytest.raises(InputError, match=r"neither a \.json file nor a folder with some"):
        strict(f"locomo:{tmp_path / 'none.json'}")


def test_the_published_sample_loads_whole_with_every_oddity_told(shared: Path) -> None:
    path = shared / "data" / "locomo" / "locomo5.json"
    if not path.is_file():
        pytest.skip(f"LoCoMo is not at {path}")
    dataset, found = lenient(f"locomo:{path}")
    assert [s.timeline.n_messages for s in dataset.scenarios] == [419, 369, 663, 629, 680]
    assert [len(s.queries) for s in dataset.scenarios] == [199, 105, 193, 260, 242]
    types = Counter(q.gold.reasoning_type for s in dataset.scenarios for q in s.queries)
    assert types == {"single-hop": 418, "adversarial": 237, "temporal": 156, "multi-hop": 142, "open-domain": 46}
    unmatched = [f.message.split("'")[1] for f in found if f.kind == "unmatched_evidence"]
    assert unmatched == ["D10:19", "D", "D:11:26"]
    assert sum(f.kind == "empty_session" for f in found) == 16
    assert not any(f.level == "error" for f in found)


def test_a_field_that_nobody_knows_is_told_once_and_the_record_is_kept(tmp_path: Path) -> None:
    turns = [locomo_turn(f"D1:{i}", "Ines", str(i), mood="good") for i in range(3)]
    dataset, found = lenient(source(tmp_path, with_session(turns, extra_field=1)))
    assert dataset.scenarios[0].timeline.n_messages == 3
    told = [f.line for f in found if f.kind == "unreadable_line"]
    assert len(told) == 2
    assert "conversation: fields that are not known, left out: extra_field" in told[0]
    assert "session_1/0: the field 'mood' is not known" in told[1]


def test_an_array_without_conversations_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no conversation in it"):
        strict(f"locomo:{json_file(tmp_path / 'none.json', [])}")

"""CarMem's file becomes scenarios: placed one a day, asked at the end, and no label on the way to a memory."""

from pathlib import Path

import pytest

from memory.instants import DAY_US
from replay.dataset import Selection, SourceDigest
from replay.errors import InputError
from replay.findings import Findings
from replay.loaders.carmem import FIRST_US, MAINTENANCE, load_carmem, read_users
from tests.carmem_lines import users, written

ROOT = Path(__file__).resolve().parents[1]
SAMPLES = ROOT.parent / "shared" / "data" / "carmem"


def lenient(path: Path) -> list[tuple[str, str, str]]:
    findings = Findings(strict=False)
    load_carmem(path, Selection(), findings)
    return [(finding.kind, finding.level, finding.item) for finding in findings]


def test_each_line_is_a_scenario_named_by_its_number(tmp_path: Path) -> None:
    dataset = load_carmem(written(tmp_path, users()), Selection(), Findings(strict=True))
    assert [(s.id, s.timeline.n_messages, len(s.queries)) for s in dataset.scenarios] == [("1", 7, 3), ("2", 1, 1)]


def test_a_folder_is_read_as_its_files_and_users_can_be_selected(tmp_path: Path) -> None:
    written(tmp_path, users())
    dataset = load_carmem(tmp_path, Selection(ids=("2",)), Findings(strict=True))
    assert [scenario.id for scenario in dataset.scenarios] == ["2"]
    with pytest.raises(InputError, match="no scenario 3; there are: 1, 2"):
        load_carmem(tmp_path, Selection(ids=("3",)), Findings(strict=True))


def test_conversations_are_a_day_apart_and_questions_a_day_after_the_last(tmp_path: Path) -> None:
    dataset = load_carmem(written(tmp_path, users()), Selection(), Findings(strict=True))
    times = [message.position.at_us - FIRST_US for message in dataset.scenarios[0].timeline.messages()]
    step = 20_000_000
    assert times == [0, step, DAY_US, DAY_US + step, DAY_US + 2 * step, DAY_US + 3 * step, 2 * DAY_US]
    assert {query.cutoff for query in dataset.scenarios[0].queries} == {(FIRST_US + 3 * DAY_US, 0)}


def test_a_very_long_conversation_stays_below_half_an_hour(tmp_path: Path) -> None:
    lines = users()[1:]
    lines[0]["data"][0]["extraction_conversation"] = [{"USER": f"word {n}"} for n in range(500)]
    dataset = load_carmem(written(tmp_path, lines), Selection(), Findings(strict=True))
    times = dataset.scenarios[0].timeline.message_times_us()
    assert times[-1] - times[0] < 1_800_000_000


def test_evidence_is_the_whole_conversation_and_n_the_preferences_of_the_subcategory(tmp_path: Path) -> None:
    dataset = load_carmem(written(tmp_path, users()), Selection(), Findings(strict=True))
    gold = [query.gold for query in dataset.scenarios[0].queries]
    assert [one.evidence_ids for one in gold] == [
        ("m000001", "m000002"),
        ("m000003", "m000004", "m000005", "m000006"),
        ("m000007",),
    ]
    assert [(one.reasoning_type, one.among, one.expects_commands) for one in gold] == [
        ("Restaurant", 2, False),
        ("Restaurant", 2, False),
        ("Climate Control", 1, False),
    ]


def test_nothing_that_reaches_a_memory_carries_a_label(tmp_path: Path) -> None:
    dataset = load_carmem(written(tmp_path, users()), Selection(), Findings(strict=True))
    shown = " ".join(repr(message) for scenario in dataset.scenarios for message in scenario.timeline.messages())
    assert not any(label in shown for label in ("c1", "u1", "Favorite Cuisine", "Preferred Payment"))
    assert {m.speaker for s in dataset.scenarios for m in s.timeline.messages()} == {"User", "Assistant"}


def test_the_missing_dates_are_told_once(tmp_path: Path) -> None:
    told = [
        kind for kind, level, _ in lenient(written(tmp_path, users())) if kind == "no_clock_time" and level == "note"
    ]
    assert len(told) == 1


def test_oddities_are_told_with_their_place(tmp_path: Path) -> None:
    lines = users()
    first = lines[0]["data"]
    first[0]["user_preference"] = "Points of Interest; Restaurant; Favorite Cuisine; Klingon"
    first[1]["user_preference"] = "Points of Interest; Kiosk; Sweets; Toffee"
    first[1]["maintenance_questions"]["different_attribute"] = "toffee"
    first[2]["extraction_conversation"][0] = {"USER": " "}
    first[2]["conversation_uuid"] = "c1"
    first[2]["next_conversation_question"] = ""
    lines[1]["user_uuid"] = "u1"
    lines[1]["user_preferences"] = [{"Main Category": "Points of Interest"}]
    lines[1]["data"][0]["user_uuid"] = "u9"
    lines[1]["data"][0]["extraction_conversation"] = []
    found = lenient(written(tmp_path, lines))
    assert ("unknown_reasoning_type", "note", "line 1: data 0") in found
    assert ("unknown_reasoning_type", "warning", "line 1: data 1") in found
    assert ("unreadable_query", "warning", "line 1: data 1") in found
    assert ("empty_message", "warning", "line 1: data 2: turn 0") in found
    assert ("duplicate_line", "warning", "line 1: data 2") in found
    assert ("empty_message", "warning", "line 1: data 2") in found
    assert ("duplicate_line", "warning", "line 2") in found
    assert ("unmatched_evidence", "warning", "line 2") in found
    assert ("unreadable_line", "warning", "line 2: data 0") in found
    assert ("empty_session", "warning", "line 2: data 0") in found


@pytest.mark.parametrize(
    ("turn", "preference"),
    [
        ({"DRIVER": "Hello."}, None),
        ({"USER": "Hello.", "ASSISTANT": "Hello."}, None),
        ({"USER": 7}, None),
        ("Hello.", None),
        (None, "Restaurant; Favorite Cuisine; Indian"),
        (None, "Points of Interest; Restaurant; ; Indian"),
    ],
)
def test_what_cannot_be_read_stops_a_run_and_is_left_out_by_lint(
    tmp_path: Path, turn: object, preference: str | None
) -> None:
    lines = users()
    if preference is None:
        lines[0]["data"][0]["extraction_conversation"][0] = turn
    else:
        lines[0]["data"][0]["user_preference"] = preference
    path = written(tmp_path, lines)
    with pytest.raises(InputError, match=r"dataset\.jsonl: line 1: data 0"):
        load_carmem(path, Selection(), Findings(strict=True))
    assert any(level == "error" for _, level, _ in lenient(path))


def test_a_cut_last_line_is_told_with_its_number(tmp_path: Path) -> None:
    path = written(tmp_path, users())
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(InputError, match="line 2: no JSON"):
        load_carmem(path, Selection(), Findings(strict=True))
    assert ("unreadable_line", "error", "line 2") in lenient(path)


def test_a_byte_order_mark_and_windows_line_ends_do_not_matter(tmp_path: Path) -> None:
    path = written(tmp_path, users())
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert len(load_carmem(path, Selection(), Findings(strict=True)).scenarios) == 2


@pytest.mark.parametrize("content", [b"", b"\n \n"])
def test_an_empty_file_is_bad_input(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "dataset.jsonl"
    path.write_bytes(content)
    with pytest.raises(InputError, match="there is no user in it"):
        load_carmem(path, Selection(), Findings(strict=True))


def test_a_missing_maintenance_question_is_told_and_the_conversation_kept(tmp_path: Path) -> None:
    lines = users()
    del lines[0]["data"][0]["maintenance_questions"]["question_negate_preference"]
    path = written(tmp_path, lines)
    findings = Findings(strict=False)
    (first, _) = read_users(path, Selection(), findings, SourceDigest())
    assert [len(item.utterances) for item in first.items] == [0, 3, 3]
    assert any("question_negate_preference" in finding.message for finding in findings)


@pytest.mark.skipif(not SAMPLES.exists(), reason="the published samples are not here")
def test_the_published_sample_loads_whole() -> None:
    findings = Findings(strict=True)
    read = read_users(SAMPLES, Selection(), findings, SourceDigest())
    assert len(read) == 50
    assert sum(len(user.items) for user in read) == 500
    assert sum(len(item.utterances) for user in read for item in user.items) == 1500
    assert not [finding for finding in findings if finding.level == "error"]


def test_maintenance_utterances_stand_beside_the_questions_at_the_same_cutoff(tmp_path: Path) -> None:
    scenario = load_carmem(written(tmp_path, users()), Selection(), Findings(strict=True)).scenarios[0]
    assert len(scenario.queries) == 3
    gold = [query.gold for query in scenario.maintenance]
    assert [(one.reasoning_type.removeprefix(MAINTENANCE), one.maintenance) for one in gold] == [
        ("equal", "pass"),
        ("negate", "update"),
        ("different", "append"),  # several cuisines may be liked
        ("equal", "pass"),
        ("negate", "update"),
        ("different", "update"),  # one way to pay
        ("equal", "pass"),
        ("negate", "update"),
        ("different", "update"),
    ]
    assert [one.preference.attribute for one in gold if one.preference][:3] == ["Indian", "Indian", "Mexican"]
    assert [one.evidence_ids for one in gold[::3]] == [query.gold.evidence_ids for query in scenario.queries]
    assert [query.origin.event_index for query in scenario.maintenance] == list(range(3, 12))
    assert {query.cutoff for query in (*scenario.queries, *scenario.maintenance)} == {(FIRST_US + 3 * DAY_US, 0)}


def test_each_conversation_is_a_session_whatever_is_missing(tmp_path: Path) -> None:
    lines = users()
    assert load_carmem(written(tmp_path, lines), Selection(), Findings(strict=True)).scenarios[0].sessions == (
        range(1, 3),
        range(3, 7),
        range(7, 8),
    )
    lines[0]["data"][1]["extraction_conversation"] = []
    lines[0]["data"][2]["maintenance_questions"] = {}
    (scenario, _) = load_carmem(written(tmp_path, lines), Selection(), Findings(strict=False)).scenarios
    assert scenario.sessions == (range(1, 3), range(3, 4))
    assert [query.gold.evidence_ids for query in scenario.maintenance[3:]] == [()] * 3

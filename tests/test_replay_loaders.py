import json
from pathlib import Path

import pytest

from memory.position import cutoff_at
from replay.dataset import Dataset, Selection, parse_selection
from replay.errors import InputError
from replay.findings import Findings
from replay.loaders.formats import load_source
from tests.scenes import us

HISTORY = """\
[2025-03-01 08:00] Ada Byron: The wheel is cold: awfully cold.
[2025-03-01 08:00] Ben Okri: Then heat it.

[2025-03-02 09:30] Ada Byron: I did.
"""
ITEM = {
    "gold_memory": "[March 2, 2025] At 9:30 AM, Ada heated it.\n[March 1, 2025] At 8:00 AM, Ada complained.",
    "reasoning_type": "state_shift",
    "query": "At 10:00 AM, Ada got in.",
    "new_answer": ["carcontrol_radio_set_volume(volume=30)", "carcontrol_radio_switch(switch=true)"],
}


def benchmark(folder: Path, history: str | bytes = HISTORY, items: object = (ITEM,), number: int = 3) -> Path:
    (folder / "history").mkdir(parents=True, exist_ok=True)
    (folder / "qa_data").mkdir(exist_ok=True)
    raw = history if isinstance(history, bytes) else history.encode()
    (folder / "history" / f"history_{number}.txt").write_bytes(raw)
    content = json.dumps({"related_to_vehicle_preference": items})
    (folder / "qa_data" / f"qa_{number}.json").write_text(content, encoding="utf-8")
    return folder


def load(source: str, selection: str | None = None) -> Dataset:
    return load_source(source, parse_selection(selection), Findings(strict=True))


def lenient(source: str) -> list[tuple[str, str, str]]:
    findings = Findings(strict=False)
    load_source(source, Selection(), findings)
    return [(finding.kind, finding.level, finding.item) for finding in findings]


def timeline_file(tmp_path: Path, *records: object) -> Path:
    path = tmp_path / "t.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


HEAD = {"record": "scenario", "id": "t", "zone": "Europe/Lisbon"}


def message(at: str, text: str = "hello", **more: object) -> dict[str, object]:
    return {"record": "message", "at": at, "speaker": "Ada", "text": text, **more}


def test_a_benchmark_folder_becomes_scenarios(tmp_path: Path) -> None:
    (scenario,) = load(f"vehiclemembench:{benchmark(tmp_path)}").scenarios
    assert (scenario.id, scenario.zone, scenario.people) == ("3", "UTC", ())
    first, second, third = scenario.timeline.messages()
    assert (first.text, second.speaker) == ("The wheel is cold: awfully cold.", "Ben Okri")
    assert [m.position.at_us for m in (first, second, third)] == [
        us("2025-03-01 08:00"),
        us("2025-03-01 08:00"),
        us("2025-03-02 09:30"),
    ]
    (query,) = scenario.queries
    assert query.gold.facts == tuple(str(ITEM["gold_memory"]).split("\n"))
    assert [command.name for command in query.gold.commands] == [
        "carcontrol_radio_set_volume",
        "carcontrol_radio_switch",
    ]
    assert (query.origin.source_file, query.origin.event_index) == ("qa_3.json", 0)


def test_a_checkout_is_found_by_its_benchmark_folder(tmp_path: Path) -> None:
    benchmark(tmp_path / "benchmark")
    assert len(load(f"vehiclemembench:{tmp_path}").scenarios) == 1


def test_scenarios_are_picked_by_number_and_come_in_the_order_of_numbers(tmp_path: Path) -> None:
    for number in (1, 2, 3, 10, 11):
        benchmark(tmp_path, number=number)
    source = f"vehiclemembench:{tmp_path}"
    assert [s.id for s in load(source).scenarios] == ["1", "2", "3", "10", "11"]
    assert [s.id for s in load(source, "10, 1-2").scenarios] == ["1", "2", "10"]
    with pytest.raises(InputError, match=r"no scenario 4, 5; there are: 1-3, 10, 11"):
        load(source, "3-5")


@pytest.mark.parametrize("text", ["", "1,,2", "5-1", "1-999999999"])
def test_an_unreadable_selection_says_so(text: str) -> None:
    with pytest.raises(InputError, match="unreadable scenarios"):
        parse_selection(text)


def test_scenarios_that_are_not_there_are_told_in_ranges() -> None:
    there = ["x2", "10", "1", "3", "2", "11", "12", "7", "8", "09"]
    with pytest.raises(InputError, match=r"^no scenario 4-6, 13-15, ada; there are: 1-3, 7, 8, 09, 10-12, x2$"):
        parse_selection("1-8,10-15,ada").pick(there)
    with pytest.raises(InputError, match=r"^no scenario 1, 2; there are: none$"):
        parse_selection("1-2").pick([])


def test_the_digest_follows_the_bytes(tmp_path: Path) -> None:
    first = load(f"vehiclemembench:{benchmark(tmp_path)}").digest
    assert load(f"vehiclemembench:{tmp_path}").digest == first
    assert load(f"vehiclemembench:{benchmark(tmp_path, HISTORY.replace('cold', 'warm'))}").digest != first


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_byte_order_mark_and_windows_line_ends_are_read(tmp_path: Path, ending: str) -> None:
    raw = b"\xef\xbb\xbf" + HISTORY.replace("\n", ending).encode()
    (scenario,) = load(f"vehiclemembench:{benchmark(tmp_path, raw)}").scenarios
    assert [m.text for m in scenario.timeline.messages()][1:] == ["Then heat it.", "I did."]


@pytest.mark.parametrize(
    ("line", "kind", "said"),
    [
        ("[2025-13-45 25:61] Ada: hi", "unreadable_timestamp", "line 2: unreadable timestamp '2025-13-45 25:61'"),
        ("[yesterday] Ada: hi", "unreadable_timestamp", "line 2: unreadable timestamp 'yesterday'"),
        ("[] Ada: hi", "unreadable_timestamp", "line 2: unreadable timestamp ''"),
        ("[2025-03-01] Ada: hi", "unreadable_timestamp", "line 2: '2025-03-01' is a date alone"),
        ("[0001-01-01 00:00] Ada: hi", "unreadable_timestamp", "line 2: .* outside the years"),
        ("[2025-03-01 08:30+01:00] Ada: hi", "mixed_zones", "line 2: .* has an offset, but the file's first"),
        ("2025-03-01 08:30 Ada: hi", "unreadable_line", "line 2: not of the form"),
        ("[2025-03-01 08:30] just words", "unreadable_line", "line 2: not of the form"),
    ],
)
def test_a_line_that_cannot_be_read_is_an_error_with_file_and_line_or_a_finding(
    tmp_path: Path, line: str, kind: str, said: str
) -> None:
    source = f"vehiclemembench:{benchmark(tmp_path, f'[2025-03-01 08:00] Ada: first{chr(10)}{line}{chr(10)}')}"
    with pytest.raises(InputError, match=f"history_3.txt: {said}"):
        load(source)
    assert (kind, "error", "line 2") in lenient(source)


def test_what_can_be_read_all_the_same_is_told_by_lint(tmp_path: Path) -> None:
    history = "[2025-03-01 08:00] A: x\n[2025-03-01 07:00] A: y\n[2025-03-01 08:00] A: x\n[2025-03-01 08:01] A:  \n"
    found = lenient(f"vehiclemembench:{benchmark(tmp_path, history)}")
    assert ("unsorted_line", "warning", "line 2") in found
    assert ("duplicate_line", "warning", "line 3") in found
    assert ("empty_message", "warning", "line 4") in found
    assert ("naive_timestamp", "note", "") in found


def test_a_missing_history_an_unasked_one_and_an_empty_one_are_told_apart(tmp_path: Path) -> None:
    benchmark(tmp_path, number=1)
    benchmark(tmp_path, number=2)
    benchmark(tmp_path, history="", number=4)
    (tmp_path / "history" / "history_1.txt").unlink()
    (tmp_path / "qa_data" / "qa_2.json").unlink()
    source = f"vehiclemembench:{tmp_path}"
    with pytest.raises(InputError, match=r"qa_1.json: history/history_1.txt is missing"):
        load(source)
    kinds = [kind for kind, _, _ in lenient(source)]
    assert {"missing_history", "history_without_queries", "empty_session"} <= set(kinds)


def test_a_lenient_reader_goes_on_after_a_file_or_a_query_that_it_cannot_read(tmp_path: Path) -> None:
    benchmark(tmp_path, items=[{**ITEM, "new_answer": ["nonsense"]}, {"query": 7}, ITEM], number=1)
    benchmark(tmp_path, history=bytes([255]), number=2)
    benchmark(tmp_path, number=3)
    (tmp_path / "qa_data" / "qa_3.json").write_text("{", encoding="utf-8")
    found = [(kind, item) for kind, level, item in lenient(f"vehiclemembench:{tmp_path}") if level == "error"]
    assert found == [
        ("unreadable_query", "1/0"),
        ("unreadable_query", "1/1"),
        ("unreadable_file", "line 1"),
        ("unreadable_file", ""),
    ]


@pytest.mark.parametrize(
    ("items", "said"),
    [
        ([{**ITEM, "new_answer": ["open the door"]}], "3/0: new_answer holds no call"),
        ([{**ITEM, "new_answer": ["x(a=__import__('os'))"]}], "3/0: new_answer holds no call"),
        ([{**ITEM, "new_answer": "x()"}], "new_answer"),
        ([{**ITEM, "mood": "good"}], "mood"),
        ([{k: v for k, v in ITEM.items() if k != "query"}], "query"),
        ("nothing", "related_to_vehicle_preference"),
    ],
)
def test_a_qa_file_that_cannot_be_read_names_the_field(tmp_path: Path, items: object, said: str) -> None:
    with pytest.raises(InputError, match=f"qa_3.json: .*{said}"):
        load(f"vehiclemembench:{benchmark(tmp_path, items=items)}")


def test_bytes_that_are_no_utf8_name_their_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"history_3.txt: line 2: not UTF-8"):
        load(f"vehiclemembench:{benchmark(tmp_path, b'[2025-03-01 08:00] A: x' + bytes([10, 255]))}")


@pytest.mark.parametrize("source", ["", "nonsense", "vehiclemembench:", "csv:x", "vehiclemembench:/no/such/place"])
def test_a_source_that_is_none_is_one_clear_error(source: str) -> None:
    with pytest.raises(InputError):
        load(source)


def test_a_timeline_file_becomes_a_scenario_with_its_own_cutoffs(tmp_path: Path) -> None:
    path = timeline_file(
        tmp_path,
        HEAD,
        message("2025-07-01T08:00", id="k1", occurred_at="2025-06-30T20:00"),
        {"record": "command", "at": "2025-07-01T08:01", "name": "carcontrol_radio_switch", "args": {"switch": True}},
        {"record": "forget", "at": "2025-07-01T08:02", "person": "Ada", "messages": ["k1"], "text": "forget it"},
        {"record": "query", "cutoff": "2025-07-01T09:00", "text": "Now?", "evidence": ["k1"]},
    )
    (scenario,) = load(f"timeline:{path}").scenarios
    assert len(scenario.timeline.records) == 3
    (said,) = scenario.timeline.messages()
    assert said.position.at_us == us("2025-07-01 07:00")  # Lisbon is an hour ahead of UTC in summer
    assert said.occurred_at_us == us("2025-06-30 19:00")
    (query,) = scenario.queries
    assert query.cutoff == cutoff_at(us("2025-07-01 08:00"))
    assert query.gold.evidence_ids == ("m000001",)


@pytest.mark.parametrize(
    ("records", "said"),
    [
        ([message("2025-07-01T08:00")], "the first record must be a scenario"),
        ([HEAD, HEAD], "a second scenario"),
        ([{**HEAD, "zone": "Europe/Atlantis"}], "unknown time zone 'Europe/Atlantis'"),
        ([HEAD, message("2025-07-01")], "line 2: '2025-07-01' is a date alone"),
        ([HEAD, {"record": "query", "cutoff": "2025-07-01", "text": "x"}], "line 2: '2025-07-01' is a date alone"),
        ([HEAD, message("2025-07-01T08:00"), message("2025-07-01T08:00Z")], "line 3: .* has an offset"),
        (
            [HEAD, message("2025-07-01T08:00", mood="good")],
            "line 2: message has no field 'mood'; known: record, at, speaker",
        ),
        ([HEAD, message("2025-07-01T08:00", text=None)], "line 2: message.text"),
        ([HEAD, message("2025-07-01T08:00", id="a"), message("2025-07-01T08:01", id="a")], "line 3: a second message"),
        ([HEAD, {"record": "forget", "at": "2025-07-01T08:00", "messages": ["zz"]}], "line 2: no message of the file"),
        ([HEAD, {"record": "query", "text": "x", "evidence": ["zz"]}], "line 2: no message of the file"),
        ([HEAD, {"record": "dream"}], "line 2: "),
        ([HEAD, [1]], "line 2: "),
    ],
)
def test_a_timeline_that_cannot_be_read_names_the_line(tmp_path: Path, records: list[object], said: str) -> None:
    with pytest.raises(InputError, match=f"t.jsonl: .*{said}"):
        load(f"timeline:{timeline_file(tmp_path, *records)}")


def test_a_timelines_oddities_are_those_of_any_format(tmp_path: Path) -> None:
    records = [HEAD, message("2025-07-01T08:00"), message("2025-07-01T07:00"), message("2025-07-01T08:00")]
    found = lenient(f"timeline:{timeline_file(tmp_path, *records)}")
    assert ("unsorted_line", "warning", "line 3") in found
    assert ("duplicate_line", "warning", "line 4") in found
    assert ("empty_session", "warning", "") in lenient(f"timeline:{timeline_file(tmp_path, HEAD)}")


def test_two_queries_of_one_name_are_an_error(tmp_path: Path) -> None:
    origins = [{"source_file": name, "event_index": 0} for name in ("a.json", "b.json")]
    queries = [{"record": "query", "text": "x", "origin": origin} for origin in origins]
    with pytest.raises(InputError, match="event_index 0"):
        load(f"timeline:{timeline_file(tmp_path, HEAD, *queries)}")


def test_a_request_cannot_name_what_is_said_later(tmp_path: Path) -> None:
    forget = {"record": "forget", "at": "2025-07-01T07:00", "messages": ["k"], "text": "forget it"}
    with pytest.raises(InputError, match="said later"):
        load(f"timeline:{timeline_file(tmp_path, HEAD, message('2025-07-01T08:00', id='k'), forget)}")


def test_a_request_names_an_earlier_message_wherever_it_stands_and_none_further_down_at_its_instant(
    tmp_path: Path,
) -> None:
    forget = {"record": "forget", "at": "2025-07-01T08:00", "messages": ["k", "zz"], "text": "forget it"}
    known = {**forget, "messages": ["k"]}
    (scenario,) = load(
        f"timeline:{timeline_file(tmp_path, HEAD, known, message('2025-07-01T07:59', id='k'))}"
    ).scenarios
    assert [asked.request.message_ids for asked in scenario.timeline.forgets()] == [("m000001",)]
    with pytest.raises(InputError, match="line 2: no message of the file has the id 'zz'"):
        load(f"timeline:{timeline_file(tmp_path, HEAD, forget, message('2025-07-01T07:59', id='k'))}")
    with pytest.raises(InputError, match="said later"):
        load(f"timeline:{timeline_file(tmp_path, HEAD, known, message('2025-07-01T08:00', id='k'))}")


def test_an_empty_timeline_file_a_cut_line_and_no_file_at_all_are_errors(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="empty"):
        load(f"timeline:{timeline_file(tmp_path)}")
    path = timeline_file(tmp_path, HEAD)
    path.write_text(path.read_text(encoding="utf-8") + '{"record": "mess', encoding="utf-8")
    with pytest.raises(InputError, match="line 2: no JSON"):
        load(f"timeline:{path}")
    with pytest.raises(InputError, match="no timeline"):
        load(f"timeline:{tmp_path / 'nowhere'}")


def test_the_demo_ships_with_the_package() -> None:
    (scenario,) = load("demo").scenarios
    assert scenario.timeline.n_messages > 250
    assert len(scenario.queries) >= 12

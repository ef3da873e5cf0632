import json
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.position import Position
from replay.alignment import align
from replay.convert import convert, timeline_lines
from replay.cutoffs import settle_cutoffs
from replay.dataset import Selection
from replay.errors import CannotWrite, InputError
from replay.findings import Findings
from replay.loaders.formats import load_source
from replay.loaders.timeline_jsonl import load_timeline
from replay.prepare import Request, prepare
from replay.run import run
from replay.scenario import Scenario
from replay.timeline import CommandDraft, Draft, ForgetDraft, MessageDraft, build_timeline
from scoring.codec import turn_to_json
from scoring.records import Gold, Preference, Superseded, Turn, Unwanted
from tests import carmem_lines
from tests.question_sources import halumem_file, halumem_user, json_file, locomo_conversation, longmemeval_item
from tests.scenes import query_at, said, scenario_of, us
from tests.test_replay_loaders import HISTORY, ITEM, benchmark
from vehicle.commands import Command

PREFERENCE = Preference(main="Comfort", sub="Seat", detail="Heating", attribute="level two")


def load(source: str) -> tuple[Scenario, ...]:
    return load_source(source, Selection(), Findings(strict=True)).scenarios


def converted(source: str, out: Path) -> str:
    convert(source, out, Selection(), Findings(strict=True))
    return f"timeline:{out}"


def turns_of(source: str, folder: Path) -> list[bytes]:
    found: list[Turn] = []
    run(prepare(Request(source=source)), folder, on_turn=found.append)
    return [turn_to_json(turn) for turn in found]


def written_and_read(scenario: Scenario, folder: Path) -> Scenario:
    path = folder / "t.jsonl"
    lines = timeline_lines(scenario, "auto")
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    (back,) = load_timeline(path, Selection(), Findings(strict=True)).scenarios
    return back


def as_settled(scenario: Scenario) -> Scenario:
    asked, judged = (
        tuple(
            replace(entry.query, cutoff=entry.cutoff, cutoff_policy=entry.policy)
            for entry in settle_cutoffs(replace(scenario, queries=queries), "auto").queries
        )
        for queries in (scenario.queries, scenario.maintenance)
    )
    return replace(scenario, queries=asked, maintenance=judged)


def assert_equal(back: Scenario, scenario: Scenario) -> None:
    assert back.timeline.records == scenario.timeline.records
    assert replace(back, timeline=scenario.timeline) == as_settled(scenario)


def test_the_demo_converted_replays_to_the_same_turns(tmp_path: Path) -> None:
    source = converted("demo", tmp_path / "demo.jsonl")
    (demo,), (back,) = load("demo"), load(source)
    assert_equal(back, demo)
    assert turns_of(source, tmp_path / "a") == turns_of("demo", tmp_path / "b")


def test_facts_are_aligned_as_in_the_source_however_early_a_rule_asks(tmp_path: Path) -> None:
    convert("demo", tmp_path / "demo.jsonl", Selection(), Findings(strict=True), "before-evidence")
    (demo,), (back,) = load("demo"), load(f"timeline:{tmp_path / 'demo.jsonl'}")
    assert align(back) == align(demo)


def test_a_benchmark_converted_replays_to_the_same_turns_with_its_cutoffs_written_down(tmp_path: Path) -> None:
    source = f"vehiclemembench:{benchmark(tmp_path / 'bench', items=[ITEM, {**ITEM, 'gold_memory': 'None.'}])}"
    benchmark(tmp_path / "bench", HISTORY, number=12)
    timelines = converted(source, tmp_path / "out")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["12.jsonl", "3.jsonl"]
    for back, scenario in zip(load(timelines), load(source), strict=True):
        assert_equal(back, scenario)
    assert turns_of(timelines, tmp_path / "a") == turns_of(source, tmp_path / "b")
    (query, at_end) = load(timelines)[0].queries
    assert query.origin.source_file == "qa_3.json"
    assert query.cutoff == Position(us("2025-03-02 10:00"), 0)
    assert at_end.cutoff == Position(us("2025-03-02 09:30") + 1, 0)


@pytest.mark.parametrize("name", ["locomo", "longmemeval", "halumem", "halumem-points", "carmem"])
def test_every_source_converted_replays_to_the_same_turns_with_its_sessions(name: str, tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    files = {
        "locomo": lambda folder: json_file(folder / "talks.json", [locomo_conversation()]),
        "longmemeval": lambda folder: json_file(folder / "items.json", [longmemeval_item()]),
        "carmem": lambda folder: carmem_lines.written(folder, carmem_lines.users()),
    }
    make = files.get(name, lambda folder: halumem_file(folder, halumem_user()))
    source = f"{name}:{make(tmp_path / 'source')}"
    timelines = converted(source, tmp_path / "out")
    for back, scenario in zip(load(timelines), load(source), strict=True):
        assert scenario.sessions
        assert_equal(back, scenario)
    assert turns_of(timelines, tmp_path / "a") == turns_of(source, tmp_path / "b")


def test_what_no_replay_asks_is_carried_along_marked_and_counted(tmp_path: Path) -> None:
    source = f"carmem:{carmem_lines.written(tmp_path, carmem_lines.users())}"
    done = convert(source, tmp_path / "out", Selection(), Findings(strict=True))
    assert (done.n_messages, done.n_queries) == (8, 4 + 12)
    lines = [json.loads(line) for line in (tmp_path / "out" / "2.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["session"] for line in lines if line["record"] == "message"] == ["s1"]
    asked = [(line.get("ask"), line.get("maintenance")) for line in lines if line["record"] == "query"]
    assert asked == [(None, None), (False, "pass"), (False, "update"), (False, "append")]
    assert all(line["preference"]["detail"] for line in lines if line["record"] == "query")


def test_a_converted_timeline_converts_to_itself(tmp_path: Path) -> None:
    converted("demo", tmp_path / "a.jsonl")
    converted(f"timeline:{tmp_path / 'a.jsonl'}", tmp_path / "b.jsonl")
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()


def test_what_a_query_expects_survives_whatever_it_is(tmp_path: Path) -> None:
    timeline = build_timeline([said("2025-03-01 08:00", str(number)) for number in range(3)]).timeline
    switch = Command(name="carcontrol_radio_switch", args={"switch": True})
    at = Position(us("2025-03-01 08:00"), 2)
    queries = [
        query_at(0, at),
        query_at(1, at, commands=()),
        query_at(2, at, commands=(), expects_commands=False),
        query_at(3, at, commands=(switch,), expects_commands=False),
        query_at(4, at, commands=(), expects_commands=False, answer="", facts=("a",)),
        query_at(5, at, evidence_ids=("m000001", "m000003"), answer="Ada"),
        query_at(6, at, evidence_ids=("m000001",), among=2, commands=(), expects_commands=False),
        query_at(7, at, superseded=(Superseded(message_ids=("m000002",), commands=(switch,)),)),
        query_at(8, at, commands=(), expects_commands=False, preference=PREFERENCE, maintenance="append"),
        query_at(9, at, unwanted=Unwanted(commands=(switch,), kind="k", message_ids=("m000001",), texts=("0",))),
        query_at(10, at, unwanted=Unwanted(commands=(switch,), kind="k", twin="t")),
    ]
    scenario = scenario_of(timeline, queries)
    back = written_and_read(scenario, tmp_path)
    assert back == replace(scenario, timeline=back.timeline)
    assert back.timeline.records == timeline.records
    assert [back.timeline.n_visible(query.cutoff) for query in back.queries if query.cutoff] == [1] * 11


def test_nothing_that_is_expected_of_a_query_is_forgotten_by_the_format() -> None:
    made_by_the_run = {"fact_evidence"}
    written = {
        "commands",
        "reasoning_type",
        "facts",
        "evidence_ids",
        "among",
        "answer",
        "superseded",
        "expects_commands",
        "preference",
        "maintenance",
        "unwanted",
    }
    assert {field.name for field in fields(Gold)} - made_by_the_run == written


def test_several_scenarios_need_a_folder_and_nothing_else_is_written_over(tmp_path: Path) -> None:
    source = f"vehiclemembench:{benchmark(tmp_path, number=1)}"
    benchmark(tmp_path, number=2)
    with pytest.raises(InputError, match="2 scenarios need a folder"):
        converted(source, tmp_path / "out.jsonl")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "2.jsonl").write_text("my own", encoding="utf-8")
    with pytest.raises(InputError, match="not written over"):
        converted(source, tmp_path / "out")
    assert not (tmp_path / "out" / "1.jsonl").exists()
    only_one = convert(source, tmp_path / "one.jsonl", Selection(ids=("1",)), Findings(strict=True))
    assert (only_one.n_messages, only_one.n_queries) == (3, 1)
    assert "3 messages and 1 query in" in only_one.render()


_TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
_TIMES = st.integers(us("1901-01-02 00:00"), us("2100-01-01 00:00"))


@st.composite
def _scenarios(draw: st.DrawFn) -> Scenario:
    drafts: list[Draft] = []
    labels: list[tuple[int, str]] = []
    for number in range(draw(st.integers(0, 8))):
        at_us = draw(_TIMES)
        match draw(st.sampled_from("mmcf")):
            case "m":
                about = draw(st.none() | _TIMES)
                labels.append((at_us, str(number)))
                role = draw(st.sampled_from(("user", "assistant")))
                words = {"speaker": draw(_TEXTS), "role": role, "text": draw(_TEXTS)}
                words["session"] = draw(st.sampled_from(("", "one", "two")))
                drafts.append(MessageDraft(at_us=at_us, occurred_at_us=about, label=str(number), **words))
            case "c":
                drafts.append(CommandDraft(at_us=at_us, person="", command=Command(name="x", args={"a": draw(_TEXTS)})))
            case _:
                named = tuple(label for said_us, label in labels if said_us <= at_us)[:1]
                drafts.append(ForgetDraft(at_us=at_us, person=draw(_TEXTS), labels=named, text=draw(_TEXTS)))
    numbered = build_timeline(drafts)
    cutoff = Position(draw(_TIMES), draw(st.integers(0, 9)))
    zone = draw(st.sampled_from(("UTC", "Europe/Lisbon", "Africa/Monrovia", "Asia/Kolkata")))
    scenario = scenario_of(numbered.timeline, [query_at(0, cutoff, text=draw(_TEXTS))], zone)
    return replace(scenario, sessions=numbered.sessions)


@settings(max_examples=60, deadline=None)
@given(_scenarios())
def test_every_scenario_converted_is_the_same_scenario(
    tmp_path_factory: pytest.TempPathFactory, scenario: Scenario
) -> None:
    assert_equal(written_and_read(scenario, tmp_path_factory.mktemp("t")), scenario)


@pytest.mark.parametrize("name", ["", "b.jsonl"])
def test_timelines_are_not_written_among_the_files_of_their_source(tmp_path: Path, name: str) -> None:
    source = converted("demo", tmp_path / "a.jsonl")
    assert load(source)
    with pytest.raises(InputError, match="among the files of their source"):
        converted(f"timeline:{tmp_path}", tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == ["a.jsonl"]


def test_a_folder_that_is_a_file_is_told_and_stays(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("mine")
    with pytest.raises(CannotWrite, match="cannot be written"):
        converted("demo", tmp_path / "notes")
    assert (tmp_path / "notes").read_text() == "mine"

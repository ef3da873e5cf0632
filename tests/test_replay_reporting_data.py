"""What the report says of runs is what their logs say, and no number of it is another one than metric.json's."""

import re
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from typing import Any

import orjson
import pytest

from memory.messages import Hit
from replay import html_report
from replay.errors import CannotWrite, InputError, RunFolderError
from replay.html_report import report_data, write_report
from replay.prepare import Request, prepare
from replay.repeating import run_repeats
from replay.reporting import page
from replay.reporting.history import read_histories
from replay.reporting.kept import load_runs, run_labels
from replay.reporting.trust import Checked, trust_of
from replay.run import run
from scoring.records import Failure, Turn
from tests.kept_logs import rewritten
from tests.reporting import EVIL_ID, IMAGE, LONG, hostile_source

ASKED = Request(limit=4)
ALL_POINTS = replace(ASKED, cutoff="sweep:after-each,end", delays="7d", watch_updates=True)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs")
    run(prepare(ASKED), folder / "fulltext")
    run(prepare(replace(ASKED, memory="none", agent="noop")), folder / "none")
    run(prepare(replace(ASKED, memory="recent")), folder / "recent")
    run(prepare(ALL_POINTS), folder / "sweep")
    run_repeats(prepare(replace(ASKED, agent="oracle", memory="none")), folder / "repeated", 2)
    return folder


def data(*folders: Path) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    loaded = load_runs(folders)
    return report_data(loaded, [read_histories(one.config) for one in loaded])


def detail_of(found: tuple[dict[str, Any], dict[str, dict[str, Any]]], key: str, place: int = 0) -> dict[str, Any]:
    detail: dict[str, Any] = next(iter(found[1].values()))["entries"][str(place)][key]
    return detail


def test_every_number_is_that_of_metric_json(runs: Path) -> None:
    for name in ("fulltext", "none", "sweep"):
        (shown,) = data(runs / name)[0]["runs"]
        published = orjson.loads((runs / name / "metric.json").read_bytes())
        costs = published["timing"]["costs"]
        costs.pop("by_scenario")
        published.pop("files")
        assert {**shown["metric"], "memory_score": None} == {**published, "memory_score": None}
        assert "As in the run folder" in [one["title"] for one in shown["trust"]]


@pytest.mark.parametrize(
    ("name", "content", "title"),
    [
        ("all_results.json", b"[]\n", "Files of two moments"),
        ("metric.json", b"{}", "Not as metric.json has it"),
        ("metric.json", b"[]", "Not as metric.json has it"),
    ],
)
def test_published_files_that_are_not_what_the_log_says_are_told(
    runs: Path, tmp_path: Path, name: str, content: bytes, title: str
) -> None:
    folder = copytree(runs / "fulltext", tmp_path / "run")
    (folder / name).write_bytes(content)
    titles = [one["title"] for one in data(folder)[0]["runs"][0]["trust"]]
    assert title in titles
    assert "As in the run folder" not in titles


def test_a_row_for_each_entry_with_its_outcome_and_cause(runs: Path) -> None:
    index, _ = data(runs / "fulltext")
    rows = index["runs"][0]["rows"]
    published = orjson.loads((runs / "fulltext" / "all_results.json").read_bytes())
    assert [row["key"] for row in rows] == ["demo/0", "demo/1", "demo/2", "demo/3"]
    assert [row["verdict"] == "right" for row in rows] == [entry["exact_match"] for entry in published]
    assert [row["cause"] for row in rows] == [entry["diagnosis"]["cause"] for entry in published]
    assert [(row["visible"], row["hidden"]) for row in rows] == [
        (entry["visible_messages"], entry["hidden_messages"]) for entry in published
    ]
    assert [index["questions"][row["question"]]["text"] for row in rows] == [entry["query"] for entry in published]


def test_the_page_of_a_query_has_its_hits_in_order_and_its_branches(runs: Path) -> None:
    found = data(runs / "fulltext")
    (part,) = found[1].values()
    entry = orjson.loads((runs / "fulltext" / "all_results.json").read_bytes())[0]
    detail = detail_of(found, "demo/0")
    searched = [call for call in entry["memory_tool_calls"] if "hits" in call]
    for shown, call in zip(detail["searches"], searched, strict=False):
        assert [part["texts"][hit[0]] for hit in shown["hits"]] == [hit["text"] for hit in call["hits"]]
        assert shown["shown"] == min(call["shown"], len(call["hits"]))
    assert len(detail["did"]) == len(entry["pred_calls"])
    assert len(detail["should"]) == len(entry["ref_calls"])
    assert detail["why"][-1].endswith(f"[{entry['diagnosis']['cause']}]")


def test_fields_that_differ_come_first_and_are_marked(runs: Path) -> None:
    for key in ("demo/0", "demo/1", "demo/2", "demo/3"):
        rows = detail_of(data(runs / "none"), key)["state"]
        flags = [row[4] for row in rows]
        assert flags == sorted(flags)
        assert rows
        assert not any(flags), "nothing was done, so that all that should have changed differs"


def test_hits_that_state_the_evidence_are_marked_and_none_is_ahead_of_its_cutoff(runs: Path) -> None:
    found = data(runs / "fulltext")
    hits = [hit for key in ("demo/0", "demo/1") for one in detail_of(found, key)["searches"] for hit in one["hits"]]
    assert any(hit[3] for hit in hits)
    assert not any("a" in hit[4] for hit in hits)
    assert "Checked again for this report" in [one["title"] for one in found[0]["runs"][0]["trust"]]


def test_a_hit_from_the_future_is_found_again_even_if_no_guard_had_seen_it(runs: Path, tmp_path: Path) -> None:
    def peeking(turn: Turn) -> Turn:
        calls = list(turn.tool_calls)
        at = next(n for n, call in enumerate(calls) if call.search is not None)
        search = calls[at].search
        assert search is not None
        ahead = Hit(text="Let us be honest with her.", score=99.0, message_ids=("m999999",))
        calls[at] = replace(calls[at], search=replace(search, hits=(ahead, *search.hits)))
        return replace(turn, tool_calls=tuple(calls))

    found = data(rewritten(runs / "fulltext", tmp_path / "peeking", change=peeking))
    bad = [one for one in found[0]["runs"][0]["trust"] if one["level"] == "bad"]
    assert [one["title"] for one in bad] == ["Ahead of the cutoff"]
    assert detail_of(found, "demo/0")["searches"][0]["hits"][0][4] == "a"


def test_failures_stand_apart(runs: Path, tmp_path: Path) -> None:
    def broken(turn: Turn) -> Turn:
        return replace(turn, failure=Failure(stage="search", message="gone")) if turn.index == 1 else turn

    found = data(rewritten(runs / "fulltext", tmp_path / "broken", change=broken))
    (shown,) = found[0]["runs"]
    assert [row["verdict"] for row in shown["rows"]][1] == "failed"
    assert shown["metric"]["failures"] == 1
    assert "Failures" in [one["title"] for one in shown["trust"] if one["level"] == "bad"]
    assert detail_of(found, "demo/1")["failure"]["stage"] == "search"


def test_what_is_still_to_be_asked_is_told(runs: Path, tmp_path: Path) -> None:
    part = rewritten(runs / "fulltext", tmp_path / "part", change=lambda turn: turn if turn.index < 2 else None)
    (shown,) = data(part)[0]["runs"]
    told = [one["text"] for one in shown["trust"] if one["title"] == "Not finished"]
    assert told == ["2 entries are still to be asked."]


def test_a_run_that_has_asked_nothing_yet_has_a_report(runs: Path, tmp_path: Path) -> None:
    index, parts = data(rewritten(runs / "fulltext", tmp_path / "empty", change=lambda turn: None))
    (shown,) = index["runs"]
    assert (shown["rows"], shown["metric"]["completed_tasks"], index["questions"]) == ([], 0, [])
    assert next(iter(parts.values()))["entries"] == {"0": {}}
    assert [one["title"] for one in shown["trust"] if one["level"] == "bad"] == ["Not finished"]


def test_the_timeline_has_every_message_and_the_evidence_its_words(runs: Path) -> None:
    (part,) = data(runs / "fulltext")[1].values()
    timeline = part["timeline"]
    assert timeline["zone"] == "Europe/Lisbon"
    assert len(timeline["times"]) == timeline["messages"]
    assert all(step >= 0 for step in timeline["times"][1:])
    worded = [known for known in part["messages"].values() if known[2] >= 0]
    assert worded
    assert all(part["texts"][number] for _, _, number in worded)


def test_without_the_source_the_report_says_so_and_knows_what_the_log_knows(runs: Path, tmp_path: Path) -> None:
    moved = rewritten(runs / "fulltext", tmp_path / "moved", config={"source": "timeline:/no/such/place"})
    index, parts = data(moved)
    (part,) = parts.values()
    assert part["timeline"]["times"] is None
    assert part["messages"] == {}
    assert part["timeline"]["steps"] == sorted(part["timeline"]["steps"])
    assert part["timeline"]["steps"][0][1] > 0
    assert "Without the history" in [one["title"] for one in index["runs"][0]["trust"]]


def test_a_source_that_has_changed_is_not_used(runs: Path, tmp_path: Path) -> None:
    other = rewritten(runs / "fulltext", tmp_path / "other", config={"data_digest": "0" * 64})
    (loaded,) = load_runs([other])
    assert "other data" in read_histories(loaded.config).missing
    with pytest.raises(InputError, match="other data"):
        read_histories(loaded.config, "demo")


def test_the_audit_of_the_same_queries_is_told_where_it_can_be_made(runs: Path) -> None:
    (plain,), (sweep,) = (data(runs / name)[0]["runs"] for name in ("fulltext", "sweep"))
    same = "demo --memory fulltext --agent lexical --scenarios demo --limit 4"
    assert (plain["command"], plain["audit"]) == (f"pastlane run {same}", f"pastlane audit {same}")
    assert sweep["audit"] == "", "the audit knows no sweep"


def test_a_sweep_has_a_row_for_each_point_and_one_question(runs: Path) -> None:
    index, parts = data(runs / "sweep")
    (shown,) = index["runs"]
    assert len(index["questions"]) == 4
    assert {row["point"] for row in shown["rows"]} >= {"main", "before-evidence", "end", "main+7d"}
    assert shown["command"] == (
        "pastlane run demo --memory fulltext --agent lexical --cutoff sweep:after-each,before-evidence,end "
        "--delays 7d --scenarios demo --limit 4 --watch-updates"
    )
    lags = shown["curves"]["update_lags"]
    update = shown["metric"]["life"]["update"]
    assert (len(lags["caught_up_ms"]), len(lags["in_vain_ms"])) == (update["caught_up"], update["censored"])
    assert set(next(iter(parts.values()))["entries"]["0"]) == {row["key"] for row in shown["rows"]}


def test_recall_curves_are_those_of_the_metric(runs: Path) -> None:
    (shown,) = data(runs / "fulltext")[0]["runs"]
    facts = shown["metric"]["retrieval"]["question"]["facts"]
    curve = next(one for one in shown["curves"]["recall"] if one["name"] == "facts, question")
    assert dict(zip(map(str, curve["k"]), curve["value"], strict=True)) == facts["coverage"]
    assert curve["k"] == sorted(curve["k"])


def test_repeats_have_keys_of_their_own(runs: Path) -> None:
    (shown,) = data(runs / "repeated")[0]["runs"]
    keys = [row["key"] for row in shown["rows"]]
    assert keys[:2] == ["demo/0", "demo/1"]
    assert keys[4:6] == ["demo/0~2", "demo/1~2"]
    assert shown["metric"]["repeats"]["n_repeats"] == 2
    assert "--repeats 2" in shown["command"]


def test_each_pair_of_runs_is_compared_once_and_shares_its_parts(runs: Path) -> None:
    index, parts = data(runs / "fulltext", runs / "none", runs / "recent")
    assert [(pair["a"], pair["b"]) for pair in index["pairs"]] == [(0, 1), (0, 2), (1, 2)]
    assert all(pair["found"]["queries"]["compared"] == 4 for pair in index["pairs"])
    assert len(parts) == 1
    assert set(next(iter(parts.values()))["entries"]) == {"0", "1", "2"}


def test_runs_that_did_not_ask_the_same_say_why(runs: Path) -> None:
    (pair,) = data(runs / "fulltext", runs / "sweep")[0]["pairs"]
    assert "found" not in pair
    assert pair["obstacles"]


def test_a_folder_named_twice_counts_once(runs: Path) -> None:
    assert [one.label for one in load_runs([runs / "none", runs / "none"])] == ["none"]


def test_labels_tell_runs_apart_by_what_was_run_and_else_by_the_folder(runs: Path) -> None:
    fulltext, none = (load_runs([runs / name])[0].config for name in ("fulltext", "none"))
    label = run_labels
    assert label([]) == []
    assert label([(Path("a"), fulltext), (Path("b"), none)]) == ["fulltext", "none"]
    other = replace(fulltext, agent="noop")
    assert label([(Path("a"), fulltext), (Path("b"), other)]) == ["fulltext · lexical", "fulltext · noop"]
    assert label([(Path("x/a"), fulltext), (Path("x/b"), fulltext)]) == ["fulltext · a", "fulltext · b"]
    same = label([(Path("a"), fulltext), (Path("a"), fulltext)])
    assert len(set(same)) == 2


def test_hostile_words_are_carried_as_they_are(tmp_path: Path) -> None:
    run(prepare(Request(source=hostile_source(tmp_path))), tmp_path / "run")
    found = data(tmp_path / "run")
    (row,) = found[0]["runs"][0]["rows"]
    (part,) = found[1].values()
    assert row["key"] == f"{EVIL_ID}/0"
    assert IMAGE in found[0]["questions"][0]["text"]
    assert any(LONG in text for text in part["texts"])
    assert sum(LONG in text for text in part["texts"]) == 1, "a text that many hits say stands there once"


@pytest.fixture
def _no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "chart_library", lambda: "")
    monkeypatch.setattr(html_report, "chart_library", lambda: "")


@pytest.mark.usefixtures("_no_library")
def test_a_report_is_written_whole_and_small_and_the_same_each_time(runs: Path, tmp_path: Path) -> None:
    out = tmp_path / "deep" / "report.html"
    written = write_report([runs / "fulltext", runs / "none"], out)
    first = out.read_bytes()
    assert (written.path, written.n_bytes, written.labels, written.notes) == (out, len(first), ("fulltext", "none"), ())
    assert len(first) < 400_000
    write_report([runs / "fulltext", runs / "none"], out)
    assert out.read_bytes() == first
    assert re.match(rb"<!doctype html>", first)
    assert [path.name for path in out.parent.iterdir()] == ["report.html"]


@pytest.mark.usefixtures("_no_library")
def test_a_report_whose_data_is_elsewhere_says_what_it_lacks_and_what_tells_where(runs: Path, tmp_path: Path) -> None:
    moved = rewritten(runs / "fulltext", tmp_path / "moved", config={"source": "timeline:/no/such/place"})
    (note,) = write_report([moved], tmp_path / "report.html").notes
    assert note.startswith("without message times: ")
    assert note.endswith("; --source says where the run's data is now")


@pytest.mark.usefixtures("_no_library")
def test_what_cannot_be_reported_is_an_error(runs: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="at least one run"):
        write_report([], tmp_path / "r.html")
    with pytest.raises(RunFolderError):
        write_report([tmp_path / "nowhere"], tmp_path / "r.html")
    with pytest.raises(CannotWrite):
        write_report([runs / "none"], tmp_path)
    with pytest.raises(InputError):
        write_report([runs / "none"], tmp_path / "r.html", source="timeline:/no/such/place")
    assert not (tmp_path / "r.html").exists()


def test_searches_of_the_replays_own_that_failed_are_told_next_to_queries_that_did_not(runs: Path) -> None:
    (run_read,) = load_runs([runs / "fulltext"])
    assert "Nothing failed" in [one.title for one in trust_of(run_read, Checked())]
    metric = {**run_read.metric, "failed_probes": {"count": 1, "first": "scene/0: search: gone"}}
    told = {one.title: one.text for one in trust_of(replace(run_read, metric=metric), Checked())}
    assert "Nothing failed" not in told
    assert "No query failed" in told
    assert told["Searches of the replay's own failed"].startswith("1 search that the replay made for itself failed")
    assert told["Searches of the replay's own failed"].endswith("First: scene/0: search: gone")


def test_one_hit_one_entry_and_one_answer_are_told_in_the_singular(runs: Path) -> None:
    (run_read,) = load_runs([runs / "fulltext"])
    leakage = {"hits": 1, "searches": 1, "violations": 0, "elsewhere": 0, "unverifiable": 1}
    life = {**run_read.metric["life"], "guess": {"queries": 1, "right": 1, "guess_rate": 1.0}}
    metric = {**run_read.metric, "leakage": leakage, "failed_entries": 1, "life": life}
    seen = Checked(n_hits=1, n_ahead=1, is_known=True)
    unfinished = replace(run_read.parts[0], scored=run_read.parts[0].scored[1:])
    told = {one.title: one.text for one in trust_of(replace(run_read, metric=metric, parts=(unfinished,)), seen)}
    assert told["No hit could be checked"].startswith("None of 1 hit in 1 search names a message, ")
    assert told["Hits without a source"].startswith("1 hit names no message, ")
    assert told["Ahead of the cutoff"].endswith(" is named by 1 of 1 hit.")
    assert told["Not finished"] == "1 entry is still to be asked."
    assert told["Failures"].startswith("1 entry has no answer. ")
    assert told["Guessing"].startswith("Right before any evidence was said: 1 of 1 answer (100.0%).")


def test_only_hits_that_name_messages_are_said_to_have_been_checked(runs: Path) -> None:
    (run_read,) = load_runs([runs / "fulltext"])

    def told(**leakage: int) -> dict[str, str]:
        metric = {**run_read.metric, "leakage": {"violations": 0, "elsewhere": 0, **leakage}}
        return {one.title: one.text for one in trust_of(replace(run_read, metric=metric), Checked())}

    assert told(hits=9, searches=2, unverifiable=0)["No leak found"].startswith("None of 9 hits in 2 searches came ")
    some = told(hits=9, searches=2, unverifiable=4)
    assert some["No leak found"].startswith("None of the 5 that name messages, of 9 hits in 2 searches, came ")
    assert some["Hits without a source"].startswith("4 hits name no message, ")
    none = told(hits=9, searches=2, unverifiable=9)
    assert "No leak found" not in none
    assert "No hit could be checked" in none
    leaked = told(hits=9, searches=2, unverifiable=0, violations=5, elsewhere=2)
    assert leaked["The future leaked"].startswith("3 of 9 hits in 2 searches and 2 hits of other looks of the replay ")


def test_what_rewording_kept_is_told_and_of_a_verbatim_memory_nothing(runs: Path) -> None:
    (run_read,) = load_runs([runs / "fulltext"])
    assert "Words of its own" not in {one.title for one in trust_of(run_read, Checked())}
    retrieval = {**run_read.metric["retrieval"], "wording": {"named": 4, "kept": 3, "kept_rate": 0.75}}
    metric = {**run_read.metric, "retrieval": retrieval}
    told = {one.title: one.text for one in trust_of(replace(run_read, metric=metric), Checked())}
    assert "Of 4 facts whose message a hit names, 3 (75.0%) are still said" in told["Words of its own"]


def test_queries_in_no_rate_and_those_in_which_nothing_should_change_are_told(runs: Path) -> None:
    (run_read,) = load_runs([runs / "fulltext"])
    titles = {one.title for one in trust_of(run_read, Checked())}
    assert titles.isdisjoint({"In no rate", "Doing nothing is often right"})
    metric = {**run_read.metric, "completed_tasks": 155, "with_commands": 143, "answered_with_commands": 143}
    metric |= {"rated": 143, "answered_rated": 143}
    metric |= {"answered_with_changes": 48, "exact_match_rate_with_changes": 0.25}
    told = {one.title: one.text for one in trust_of(replace(run_read, metric=metric), Checked())}
    assert told["Nothing failed"] == "Every query has an answer."
    assert told["In no rate"].startswith("12 queries expect no command of the car: ")
    assert told["In no rate"].endswith(" over the other 143 of 155.")
    assert told["Doing nothing is often right"].startswith("The reference changes nothing in 95 of 143 queries, ")
    assert told["Doing nothing is often right"].endswith(" Over the other 48 the exact match is 25.0%.")


@pytest.mark.parametrize(("n_lucky", "is_told"), [(0, False), (9, False), (10, True), (70, True)])
def test_many_right_answers_without_evidence_are_told(runs: Path, n_lucky: int, is_told: bool) -> None:
    (run_read,) = load_runs([runs / "fulltext"])
    diagnosis = run_read.metric["diagnosis"]
    causes = {**diagnosis["causes"], "lucky": {"count": n_lucky, "share": n_lucky / 100, "example": None}}
    metric = {**run_read.metric, "diagnosis": {**diagnosis, "queries": 100, "causes": causes}}
    told = {one.title: one.text for one in trust_of(replace(run_read, metric=metric), Checked())}
    assert ("Right without evidence" in told) is is_told
    if is_told:
        assert told["Right without evidence"].startswith(f"Of 100 queries, {n_lucky} ({n_lucky}.0%) were right ")


def test_calls_that_could_not_be_read_and_few_scenarios_are_told(runs: Path) -> None:
    (run_read,) = load_runs([runs / "fulltext"])
    assert "Calls that could not be read" not in {one.title for one in trust_of(run_read, Checked())}
    malformed = {"calls": 3, "queries": 2, "first": "demo/1: carcontrol_radio_switch"}
    intervals = {**run_read.metric["intervals"], "scenarios": 9}
    metric = {**run_read.metric, "malformed_calls": malformed, "intervals": intervals}
    told = {one.title: one.text for one in trust_of(replace(run_read, metric=metric), Checked())}
    assert told["Calls that could not be read"].startswith("3 calls of the agent's, in 2 queries, had arguments that ")
    assert told["Few scenarios"].startswith("Intervals are drawn from 9 scenarios; ")

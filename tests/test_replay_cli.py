import io
import json
import sys
from pathlib import Path

import pytest

import replay.cli_run
from replay.cli import invoke
from tests.test_replay_loaders import HEAD, ITEM, benchmark, message, timeline_file


def query(cutoff: str, text: str = "At 9:00 AM, set the radio volume to 30.") -> dict[str, object]:
    commands = [{"name": "carcontrol_radio_set_volume", "args": {"volume": 30}}]
    return {"record": "query", "cutoff": cutoff, "text": text, "reasoning_type": "state_shift", "commands": commands}


@pytest.fixture
def source(tmp_path: Path) -> str:
    records = [HEAD, message("2025-07-01T08:00", "the radio volume is best at 30"), query("2025-07-01T09:00")]
    return f"timeline:{timeline_file(tmp_path, *records)}"


def test_a_run_prints_a_table_and_writes_the_published_files(
    source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert invoke(["run", source, "--agent", "oracle", "--out", str(out)]) == 0
    shown = capsys.readouterr()
    assert "100.0%" in shown.out
    assert all(len(line) <= 80 for line in shown.out.splitlines() if str(tmp_path) not in line)
    assert shown.err == ""
    written = {path.name for path in out.iterdir()} - {".lock"}
    assert written == {"run.db", "all_results.json", "results_t.json", "metric.json", "config.json"}
    (entry,) = json.loads((out / "all_results.json").read_text(encoding="utf-8"))
    assert entry["query_id"] == "t/0"
    assert (entry["cutoff"], entry["cutoff_seq"], entry["cutoff_policy"]) == (
        "2025-07-01T09:00:00+01:00",
        0,
        "explicit",
    )
    assert (entry["visible_messages"], entry["hidden_messages"], entry["exact_match"]) == (1, 0, True)


def test_json_output_holds_the_metrics_and_nothing_else(
    source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert invoke(["run", source, "--json", "--out", str(tmp_path / "out")]) == 0
    metric = json.loads(capsys.readouterr().out)
    assert metric["leakage"]["violations"] == 0
    assert metric["memory_type"] == "fulltext"


def test_an_equal_run_that_is_complete_is_printed_again(
    source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(2):
        assert invoke(["run", source, "--out", str(tmp_path / "out")]) == 0
    first, second = capsys.readouterr().out.split("timeline:")[1:]
    assert "1 answer was there already" in second
    assert first.split("run folder")[0] == second.split("run folder")[0]


def test_the_number_of_processes_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in (1, 2, 3):
        benchmark(tmp_path / "bench", number=number)
    digests = []
    for jobs in ("1", "3"):
        out = str(tmp_path / jobs)
        assert invoke(["run", f"vehiclemembench:{tmp_path / 'bench'}", "--jobs", jobs, "--json", "--out", out]) == 0
        digests.append(json.loads(capsys.readouterr().out)["digest"])
    assert digests[0] == digests[1]


def test_several_memories_get_a_folder_each_and_one_table(
    source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert invoke(["run", source, "--memory", "none,recent", "--out", str(out)]) == 0
    assert {path.name for path in out.iterdir()} == {"none", "recent"}
    assert "side by side" in capsys.readouterr().out


def test_failures_exit_1_and_are_tried_again(source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["run", source, "--memory", "fixtures.doubles:SlowMemory", "--out", str(tmp_path / "out")]
    assert invoke(arguments) == 1
    assert "failures: no answer to 1 of 1 query; counted as wrong, exact is 0.0%\n" in capsys.readouterr().out
    assert invoke(arguments) == 1
    assert "were there already" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["run", "vehiclemembench:{tmp}"], "not a VehicleMemBench folder"),
        (["run", "{tmp}"], "unknown source"),
        (["run", "{source}", "--memory", "elephant"], "known: none, gold, recent, fulltext"),
        (["run", "{source}", "--memory", "none,elephant"], "no memory is called 'elephant'"),
        (["run", "{source}", "--agent", "smith"], "known: lexical, noop, oracle"),
        (["run", "{source}", "--cutoff", "never"], "known: auto, explicit, evidence, end, before-evidence"),
        (["run", "{source}", "--bucket", "bin"], "known: message, session, hour, day"),
        (["run", "{source}", "--vehicle", "bus"], "known: factory, carry"),
        (["run", "{source}", "--memory", "fultext"], "did you mean fulltext? known: none, "),
        (["run", "{source}", "--memory", "none,hybird"], "did you mean hybrid?"),
        (["run", "{source}", "--memory", "tests/rude_memories.py:Rude"], "did you mean tests.rude_memories:Rude?"),
        (["run", "{source}", "--agent", "orcale"], "did you mean oracle?"),
        (["run", "{source}", "--cutoff", "evidance"], "did you mean evidence?"),
        (["run", "{source}", "--cutoff", "sweep:afer-each"], "did you mean after-each?"),
        (["run", "{source}", "--bucket", "hours"], "did you mean hour?"),
        (["run", "{source}", "--executor", "thraed"], "did you mean thread?"),
        (["run", "{source}", "--tool-schema", "plian"], "did you mean plain?"),
        (["run", "{source}", "--explain", "0"], "did you mean t/0?"),
        (["run", "tiemline:x"], "did you mean timeline?"),
        (["run", "dmeo"], "did you mean demo?"),
        (["schema", "timelin"], "did you mean timeline?"),
        (["backends", "meme0"], "did you mean mem0?"),
        (["run", "{source}", "--memory-option", "decay"], "KEY=VALUE"),
        (["run", "{source}", "--memory-option", "x=1"], "no option is called 'x'"),
        (["run", "{source}", "--memory-option", "decay=9"], "decay"),
        (["run", "{source}", "--agent", "fixtures.doubles:CrashingMemory"], "cannot be made"),
        (["run", "{source}", "--limit", "-1"], "limit"),
        (["run", "{source}", "--limit", "0"], "limit"),
        (["run", "{source}", "--depth", "0"], "depth"),
        (["run", "{source}", "--jobs", "0"], "jobs"),
        (["run", "{source}", "--scenarios", "9"], "no scenario 9"),
        (["run", "{source}", "--cutoff", "evidence"], "query 0"),
        (["run", "{source}", "--no-such-option"], "No such option"),
        (["run", "{source}", "--fail-drop", "exact_match_rate=0.1", "--quiet"], "--fail-drop is RUN METRIC=VALUE"),
        (["audit", "{source}", "--sample", "0"], "sample"),
        (["lint", "vehiclemembench:{tmp}/nowhere"], "not a VehicleMemBench folder"),
        (["lint"], "SOURCE"),
        (["apply", "{tmp}/nowhere"], "cannot be read: No such file or directory"),
        (["import", "log.jsonl", "--probe-every", "7d", "--out", "x"], "--probe-every is TIME TEXT"),
        (["run", "{tmp}/nowhere", "--fail-under", "exact_math_rate=0.1"], "did you mean exact_match_rate?"),
        (["run", "{tmp}/nowhere", "--fail-drop", "{tmp}/kept", "exact_match_rate=0"], "kept: there is no such folder"),
        (["sing"], "No such command"),
    ],
)
def test_bad_usage_is_one_line_on_stderr_exit_2_and_no_folder(
    arguments: list[str], said: str, source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    filled = [argument.format(tmp=tmp_path, source=source) for argument in arguments]
    if filled[0] == "run":
        filled += ["--out", str(out)]
    assert invoke(filled) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert said in shown.err
    assert shown.err.count("\n") == 1
    assert not out.exists()


def test_what_a_source_lacks_is_told_before_a_run_and_not_before_an_error(
    source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = str(tmp_path / "kept")
    assert invoke(["run", source, "--out", kept, "-q"]) == 0
    bare = tmp_path / "bare.jsonl"
    bare.write_text(
        '{"record": "scenario", "id": "t", "zone": "UTC"}\n'
        '{"record": "query", "cutoff": "2025-07-02T08:00", "text": "What?", "commands": null}\n'
    )
    run = ["run", f"timeline:{bare}", "--out", str(tmp_path / "out"), "-q"]
    capsys.readouterr()
    assert invoke([*run, "--fail-drop", kept, "exact_match_rate=0"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "cannot be compared" in line
    assert invoke(run) == 0
    assert "1 of 1 query has nothing to be compared with" in capsys.readouterr().err


def test_a_folder_with_another_run_or_with_something_else_is_left_alone(
    source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert invoke(["run", source, "--out", str(out)]) == 0
    before = (out / "metric.json").read_bytes()
    assert invoke(["run", source, "--agent", "noop", "--out", str(out)]) == 2
    error = capsys.readouterr().err
    assert "another configuration" in error
    assert "agent: 'lexical' -> 'noop'" in error
    assert (out / "metric.json").read_bytes() == before
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.doc").write_text("mine", encoding="utf-8")
    assert invoke(["run", source, "--out", str(tmp_path / "full")]) == 2
    assert [path.name for path in (tmp_path / "full").iterdir()] == ["thesis.doc"]
    assert invoke(["run", source, "--out", str(tmp_path / "full" / "thesis.doc")]) == 2


@pytest.mark.parametrize(
    "text",
    [
        "At 9:00 AM",
        "AC-22",
        "don't",
        '"',
        "AND",
        "NEAR(",
        "*",
        "",
        "座椅",
        "radio^2",
        "text:radio",
        "{a b}",
        "\0",
        "-30",
    ],
)
def test_any_question_is_searched_as_text(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = [HEAD, message("2025-07-01T08:00", f"radio {text} volume"), query("2025-07-01T09:00", text)]
    source = f"timeline:{timeline_file(tmp_path, *records)}"
    assert invoke(["run", source, "--json", "--out", str(tmp_path / "out")]) == 0
    assert json.loads(capsys.readouterr().out)["failures"] == 0


def test_lint_exits_1_for_errors_only_and_tells_the_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = {**ITEM, "new_answer": ["carcontrol_radio_set_volume(volume=30)"]}
    assert invoke(["lint", f"vehiclemembench:{benchmark(tmp_path / 'good', items=[good])}"]) == 0
    items = [
        {**ITEM, "new_answer": ["carcontrol_radio_set_volume(volume=300)"]},
        {**ITEM, "new_answer": []},
        {**good, "query": "Some day, Ada got in."},
        {**good, "gold_memory": "[May 2, 2025] At 9:30 AM, Ada heated it."},
        {**good, "gold_memory": "Ada heated it."},
        {**ITEM, "new_answer": ["carcontrol_radio_switch(switch=false)"]},
    ]
    capsys.readouterr()
    assert invoke(["lint", f"vehiclemembench:{benchmark(tmp_path / 'bad', items=items)}", "--json"]) == 1
    findings = json.loads(capsys.readouterr().out)["findings"]
    errors = {finding["item"]: finding for finding in findings if finding["level"] == "error"}
    assert {item: finding["kind"] for item, finding in errors.items()} == {
        "3/0": "broken_reference",
        "3/1": "no_reference",
        "3/2": "no_clock_time",
        "3/3": "unmatched_evidence",
        "3/4": "unreadable_evidence",
    }
    told = {finding["item"]: (finding["kind"], finding["level"]) for finding in findings}
    assert told["3/5"] == ("unchanging_reference", "warning")
    assert "300" in errors["3/0"]["message"]
    assert "0 to 100" in errors["3/0"]["message"]
    assert set(errors["3/0"]) == {"kind", "level", "file", "item", "message"}


def feed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(text.encode("utf-8", "surrogateescape")))
    monkeypatch.setattr(sys, "stdin", stdin)


def test_apply_tells_what_was_accepted_and_what_changed(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    calls = [
        {"name": "carcontrol_radio_set_volume", "args": {"volume": 30}},
        {"name": "carcontrol_radio_set_volume", "args": {"volume": 101}},
    ]
    feed(monkeypatch, json.dumps({"id": "a", "calls": calls}) + "\n\n" + json.dumps({"id": 2, "calls": []}))
    assert invoke(["apply"]) == 0
    lines = [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()]
    assert lines == [
        {"id": "a", "accepted": [True, False], "changed": {"radio.is_on": True, "radio.volume": 30}},
        {"id": 2, "accepted": [], "changed": {}},
    ]


def test_score_compares_two_lists_of_commands(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    call = {"name": "carcontrol_radio_set_volume", "args": {"volume": 30}}
    feed(monkeypatch, json.dumps({"id": 1, "reference": [call], "predicted": [call]}))
    assert invoke(["score"]) == 0
    (line,) = [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()]
    assert (line["exact_match"], line["state_score"]["TP"], line["tool_score"]["f1"]) == (True, 2, 1.0)
    assert "exact_match" not in line["state_score"]


def test_score_ends_with_1_and_a_line_on_stderr_where_the_car_rejects_a_reference(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    feed(monkeypatch, json.dumps({"id": 1, "reference": [{"name": "own_tool"}], "predicted": []}))
    assert invoke(["score"]) == 1
    told = capfd.readouterr()
    assert json.loads(told.out)["broken_reference"] is True
    assert told.err.startswith("pastlane: the car rejects a command in the reference of 1 of 1 line: ")


@pytest.mark.parametrize(
    "line", ["{", "[]", '{"id": 1}', '{"id": 1, "calls": [{"args": {}}]}', '{"id": 1.5, "calls": []}']
)
def test_a_line_that_cannot_be_read_is_named(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], line: str
) -> None:
    feed(monkeypatch, '{"id": 1, "calls": []}\n' + line)
    assert invoke(["apply"]) == 2
    assert "stdin: line 2" in capfd.readouterr().err


def test_audit_passes_an_honest_memory_and_exits_3_for_a_leak(
    source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert invoke(["audit", source]) == 0
    assert "no difference" in capsys.readouterr().out
    (tmp_path / "leaky_double.py").write_text(
        "from fixtures.doubles import HonestMemory\n"
        "from memory.messages import Hit\n"
        "class Leaky(HonestMemory):\n"
        "    def search(self, query, *, limit, now):\n"
        "        return [Hit(text='from tomorrow', score=1.0, message_ids=('m000999',))]\n",
        encoding="utf-8",
    )
    sys.path.insert(0, str(tmp_path))
    try:
        for command in ("audit", "run"):
            out = ["--out", str(tmp_path / "out")] if command == "run" else []
            assert invoke([command, source, "--memory", "leaky_double:Leaky", *out]) == 3
    finally:
        sys.path.remove(str(tmp_path))
    shown = capsys.readouterr()
    assert "first at t/0" in shown.out
    assert "; first at t/0: " in shown.err


def test_an_interrupted_run_keeps_what_was_answered_and_goes_on_later(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    records = [HEAD, message("2025-07-01T08:00"), *(query(f"2025-07-0{day}T09:00") for day in range(1, 6))]
    source = f"timeline:{timeline_file(tmp_path, *records)}"
    assert invoke(["run", source, "--json", "--out", str(tmp_path / "whole")]) == 0
    whole = json.loads(capsys.readouterr().out)["digest"]

    class Stop:
        n = 0

    def heard(*_: object) -> None:
        Stop.n += 1
        if Stop.n == 3:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(replay.cli_run, "_heard", heard)
        assert invoke(["run", source, "--json", "--out", str(tmp_path / "parts")]) == 130
    assert capsys.readouterr().out == ""
    assert invoke(["run", source, "--out", str(tmp_path / "parts")]) == 0
    assert "(3 answers were there already)" in capsys.readouterr().out
    assert json.loads((tmp_path / "parts" / "metric.json").read_text(encoding="utf-8"))["digest"] == whole


def test_every_command_shows_help_with_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("run", "lint", "apply", "score", "audit"):
        assert invoke([command, "--help"]) == 0
        assert "Example" in capsys.readouterr().out

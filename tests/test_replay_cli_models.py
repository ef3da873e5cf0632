"""Models from the command line to the run folder: real client, real loopback server."""

import json
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import replay.cli_run
from fixtures.model_server import ModelServer
from replay.cli import invoke
from tests.raw_server import raw_server, whole
from tests.test_replay_loaders import HEAD, message

KEY = "sk-marked-7b19-d02c44e6"
CONDITIONS = ["none", "gold", "full", "summary", "keyvalue", "fulltext", "ledger"]
N_QUERIES = 3
PRICES = "[models.demo]\nprompt_usd_per_million = 1.0\ncompletion_usd_per_million = 10.0\n"


class Endpoint:
    """A server that a test may stop."""

    def __init__(self) -> None:
        self.server = ModelServer()
        self.is_up = True
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    @property
    def options(self) -> list[str]:
        return ["--agent", "openai", "--model", "demo", "--base-url", self.server.base_url, "--max-retries", "0"]

    def stop(self) -> None:
        if self.is_up:
            self.server.shutdown()
            self.server.server_close()
        self.is_up = False


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[Endpoint]:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    served = Endpoint()
    yield served
    served.stop()


@pytest.fixture
def prices(tmp_path: Path) -> str:
    path = tmp_path / "prices.toml"
    path.write_text(PRICES, encoding="utf-8")
    return str(path)


def query(cutoff: str, volume: int) -> dict[str, object]:
    return {
        "record": "query",
        "cutoff": cutoff,
        "text": "At 9:00 AM, Ada got in. 'Radio volume, as I like it, please.'",
        "reasoning_type": "state_shift",
        "commands": [{"name": "carcontrol_radio_set_volume", "args": {"volume": volume}}],
        "facts": [f"Ada wants the radio volume at {volume}."],
    }


def source(folder: Path, n_scenarios: int = 3) -> str:
    """Scenarios of three queries on three days, each a day's talk apart."""
    folder.mkdir()
    for number in range(1, n_scenarios + 1):
        records = [{**HEAD, "id": f"s{number}"}]
        for day in range(1, N_QUERIES + 1):
            volume = 10 * number + day
            records.append(message(f"2025-07-0{day}T08:00", f"From now on I want the radio volume at {volume}."))
            records.append(query(f"2025-07-0{day}T09:00", volume))
        text = "".join(json.dumps(record) + "\n" for record in records)
        (folder / f"s{number}.jsonl").write_text(text, encoding="utf-8")
    return f"timeline:{folder}"


def metric_of(folder: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((folder / "metric.json").read_text(encoding="utf-8"))
    return content


def files_of(folder: Path) -> dict[str, Any]:
    """The published files, apart from timings."""
    files = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))}
    del files["metric.json"]["timing"], files["timing.json"]
    return files


def stop_after(monkeypatch: pytest.MonkeyPatch, endpoint: Endpoint, n_turns: int) -> None:
    heard: list[object] = []

    def hear(*heard_of: object) -> None:
        heard.append(heard_of)
        if len(heard) == n_turns:
            endpoint.stop()

    monkeypatch.setattr(replay.cli_run, "_heard", hear)


def test_every_condition_runs_and_stands_in_one_table_and_no_file_holds_the_key(
    endpoint: Endpoint, prices: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    arguments = ["run", "demo", "--limit", "3", "--memory", ",".join(CONDITIONS), "--out", str(out)]
    assert invoke([*arguments, *endpoint.options, "--prices", prices]) == 0
    shown = capsys.readouterr()
    assert [line for line in shown.out.splitlines() if len(line) > 80 and str(tmp_path) not in line] == []
    table = shown.out[shown.out.rindex("build") :].partition("\n\n")[0]
    assert [line.split()[0] for line in table.splitlines() if line.split()[0] in CONDITIONS] == CONDITIONS
    files = [path for path in out.rglob("*") if path.is_file()]
    assert len(files) > len(CONDITIONS) * 5
    assert not [path for path in files if KEY.encode() in path.read_bytes()]
    assert KEY not in shown.out + shown.err
    for name in CONDITIONS:
        metric = metric_of(out / name)
        assert metric["model"] == "demo"
        assert metric["failures"] == 0
        build, ask, both = (metric["usage"][phase] for phase in ("build", "ask", "total"))
        assert (build["requests"] > 0) == (name in ("summary", "keyvalue"))
        assert metric["avg_output_token"] == ask["completion_tokens"] / 3
        cost_usd = (both["prompt_tokens"] * 1.0 + both["completion_tokens"] * 10.0) / 1_000_000
        assert both["cost_usd"] == pytest.approx(cost_usd)
        assert metric["timing"]["model_ask_s"] > 0
        waits = json.loads((out / name / "timing.json").read_text(encoding="utf-8"))
        assert len(waits) == 3
        assert all(wait["model"]["ask_ms"] > 0 for wait in waits.values())
    assert metric_of(out / "fulltext")["retrieval"]["queries"] == 3
    assert [metric_of(out / name)["retrieval"]["queries"] for name in ("summary", "keyvalue")] == [0, 0]


def test_the_tables_json_holds_usage_and_memory_score(
    endpoint: Endpoint, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["run", source(tmp_path / "data"), "--memory", "none,gold", "--out", str(tmp_path / "out"), "--json"]
    assert invoke([*arguments, *endpoint.options]) == 0
    none, gold = json.loads(capsys.readouterr().out)["runs"]
    assert gold["exact_match_rate"] > none["exact_match_rate"]
    assert gold["memory_score"] == 1.0
    assert none["memory_score"] == none["exact_match_rate"] / gold["exact_match_rate"]
    assert none["usage"]["total"]["cost_usd"] is None
    assert none["config"]["model"]["model"] == "demo"
    assert len(none["config"]["prompts"]) == 12


def test_a_memory_score_is_measured_against_a_gold_run_that_was_made_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    data = source(tmp_path / "data")
    assert invoke(["run", data, "--memory", "fulltext", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["memory_score"] is None
    assert invoke(["run", data, "--memory", "gold"]) == 0
    capsys.readouterr()
    assert invoke(["run", data, "--memory", "fulltext", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["memory_score"] is not None
    assert invoke(["run", data, "--memory", "fulltext", "--json", "--limit", "1"]) == 0
    assert json.loads(capsys.readouterr().out)["memory_score"] is None


@pytest.mark.parametrize("memory", ["summary", "keyvalue", "fulltext"])
def test_a_server_that_dies_leaves_failures_and_the_same_command_ends_as_if_it_had_not(
    memory: str, endpoint: Endpoint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = source(tmp_path / "data")
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    arguments = ["run", data, "--memory", memory]
    assert invoke([*arguments, *endpoint.options, "--out", str(whole)]) == 0
    with monkeypatch.context() as patched:
        stop_after(patched, endpoint, 4)
        assert invoke([*arguments, *endpoint.options, "--out", str(parts)]) == 1
    broken = metric_of(parts)
    assert (broken["valid_tasks"], broken["failures"]) == (4, 5)
    assert broken["exact_match_rate"] > broken["exact_match_rate_all"]
    again = Endpoint()
    assert invoke([*arguments, *again.options, "--out", str(parts)]) == 0
    again.stop()
    assert files_of(parts) == files_of(whole)


def test_what_was_recorded_is_replayed_alike_when_server_and_key_are_gone(
    endpoint: Endpoint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tape = str(tmp_path / "run.tape")
    arguments = ["run", source(tmp_path / "data"), "--memory", "summary,keyvalue", "--jobs", "3"]
    first = [*arguments, *endpoint.options, "--record", tape, "--out", str(tmp_path / "live")]
    assert invoke(first) == 0
    endpoint.stop()
    monkeypatch.delenv("OPENAI_API_KEY")
    again = [*arguments, "--agent", "openai", "--model", "demo", "--replay", tape, "--out", str(tmp_path / "taped")]
    assert invoke(again) == 0
    for memory in ("summary", "keyvalue"):
        assert files_of(tmp_path / "taped" / memory) == files_of(tmp_path / "live" / memory)
    assert KEY.encode() not in (tmp_path / "run.tape").read_bytes()
    capsys.readouterr()
    other = ["run", "demo", "--limit", "1", "--agent", "openai", "--model", "demo", "--replay", tape]
    assert invoke([*other, "--out", str(tmp_path / "other")]) == 2
    error = capsys.readouterr().err
    assert "not on the tape" in error
    assert error.count("\n") == 1


def test_one_query_and_one_request_are_told_in_the_singular(
    endpoint: Endpoint, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    limits = ["--limit", "1", "--scenarios", "s1", "--max-requests", "1"]
    arguments = ["run", source(tmp_path / "data"), "--memory", "summary", *limits, *endpoint.options]
    assert invoke([*arguments, "--out", str(tmp_path / "out")]) == 1
    shown = capsys.readouterr()
    assert "not finished: 0 of 1 query asked\n" in shown.out
    assert "stopped: 1 request was allowed, and so many were made" in shown.err


def test_a_budget_ends_the_run_with_what_it_has_and_the_same_command_goes_on(
    endpoint: Endpoint, prices: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = source(tmp_path / "data")
    arguments = ["run", data, "--memory", "summary,fulltext", *endpoint.options]
    assert invoke([*arguments, "--out", str(tmp_path / "whole")]) == 0
    needed = sum(metric_of(tmp_path / "whole" / name)["usage"]["total"]["requests"] for name in ("summary", "fulltext"))
    out = tmp_path / "parts"
    limited = [*arguments, "--out", str(out), "--max-requests", "12", "--prices", prices, "--budget", "5"]
    capsys.readouterr()
    assert invoke(limited) == 1
    shown = capsys.readouterr()
    assert "not finished: " in shown.out
    assert "stopped: 12 requests were allowed" in shown.err
    assert shown.err.count("\n") == 1
    assert not (out / "fulltext").exists()
    n_calls = 1
    while (code := invoke(limited)) == 1:
        n_calls += 1
    assert code == 0
    assert n_calls == (needed - 1) // 12  # nothing was asked twice
    for name in ("summary", "fulltext"):
        assert metric_of(out / name)["digest"] == metric_of(tmp_path / "whole" / name)["digest"]
    assert invoke([*arguments, "--out", str(tmp_path / "poor"), "--prices", prices, "--budget", "0.000001"]) == 1


def test_threads_give_what_one_after_the_other_gives(endpoint: Endpoint, tmp_path: Path) -> None:
    data = source(tmp_path / "data", 5)
    for jobs in ("1", "4"):
        arguments = ["run", data, "--memory", "summary", "--jobs", jobs, "--out", str(tmp_path / jobs)]
        assert invoke([*arguments, *endpoint.options]) == 0
    assert files_of(tmp_path / "1") == files_of(tmp_path / "4")


def test_a_budget_stops_threads_and_every_answer_of_theirs_is_kept(endpoint: Endpoint, tmp_path: Path) -> None:
    data = source(tmp_path / "data", 5)
    arguments = ["run", data, "--memory", "fulltext", "--jobs", "4", "--out", str(tmp_path / "out"), *endpoint.options]
    assert invoke([*arguments, "--max-requests", "20"]) == 1
    tape = (tmp_path / "out" / "answers.tape").read_text(encoding="utf-8")
    assert sum('"reply"' in line for line in tape.splitlines()) == 20
    assert invoke(arguments) == 0


def test_repeats_are_runs_of_their_own_and_are_told_together(
    endpoint: Endpoint, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    arguments = ["run", source(tmp_path / "data"), "--memory", "gold", "--out", str(out), *endpoint.options]
    assert invoke([*arguments, "--repeats", "3"]) == 0
    shown = capsys.readouterr().out
    assert "repeats: 3; exact match" in shown
    assert "pass^k for k = 1: " in shown
    assert "pass@k for k = 1: " in shown
    repeats = json.loads((out / "repeats.json").read_text(encoding="utf-8"))
    assert {path.name for path in out.iterdir()} == {"repeats.json", "repeat-1", "repeat-2", "repeat-3"}
    assert repeats["n_repeats"] == 3
    assert len({metric_of(out / f"repeat-{n}")["digest"] for n in (1, 2, 3)}) == 1
    assert repeats["deviation"] == 0.0
    assert len(repeats["queries"]) == 9
    assert repeats["queries"]["s1/0"]["n_valid"] == 3
    assert repeats["pass_all"].keys() == {"1", "2", "3"}
    assert invoke([*arguments, "--repeats", "3", "--json"]) == 0
    metric = json.loads(capsys.readouterr().out)
    assert metric["repeats"] == repeats
    assert metric["completed_tasks"] == 27


def test_a_limit_stops_repeats_too_and_the_same_command_goes_on(endpoint: Endpoint, tmp_path: Path) -> None:
    out = tmp_path / "out"
    arguments = ["run", source(tmp_path / "data"), "--memory", "none", "--out", str(out), *endpoint.options]
    assert invoke([*arguments, "--repeats", "2", "--max-requests", "20"]) == 1
    assert not (out / "repeat-2" / "metric.json").exists() or metric_of(out / "repeat-2")["completed_tasks"] < 9
    assert invoke([*arguments, "--repeats", "2"]) == 0
    assert invoke([*arguments]) == 2


def test_a_run_that_remembers_finds_earlier_answers_and_goes_on_alike(
    endpoint: Endpoint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = source(tmp_path / "data")
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    arguments = ["run", data, "--memory", "recent", "--remember"]
    assert invoke([*arguments, *endpoint.options, "--out", str(whole)]) == 0
    entries = json.loads((whole / "all_results.json").read_text(encoding="utf-8"))
    assert [entry["visible_messages"] for entry in entries[:3]] == [1, 4, 7]
    assert [entry["hidden_messages"] for entry in entries[:3]] == [2, 1, 0]
    found = [hit["text"] for call in entries[1]["memory_tool_calls"] for hit in call.get("hits", ())]
    assert any("as I like it" in text for text in found)
    assert any("assistant: " in text for text in found)
    with monkeypatch.context() as patched:
        stop_after(patched, endpoint, 4)
        assert invoke([*arguments, *endpoint.options, "--out", str(parts)]) == 1
    again = Endpoint()
    assert invoke([*arguments, *again.options, "--out", str(parts)]) == 0
    again.stop()
    assert metric_of(parts)["digest"] == metric_of(whole)["digest"]


def test_prices_change_no_digest(endpoint: Endpoint, prices: str, tmp_path: Path) -> None:
    arguments = ["run", source(tmp_path / "data", 1), "--memory", "none", *endpoint.options, "--out"]
    assert invoke([*arguments, str(tmp_path / "a")]) == 0
    assert invoke([*arguments, str(tmp_path / "b"), "--prices", prices]) == 0
    assert metric_of(tmp_path / "a")["digest"] == metric_of(tmp_path / "b")["digest"]
    assert metric_of(tmp_path / "a")["usage"]["total"]["cost_usd"] is None
    assert invoke([*arguments, str(tmp_path / "a"), "--prices", prices]) == 0
    assert metric_of(tmp_path / "a") | {"timing": 0} == metric_of(tmp_path / "b") | {"timing": 0}


def test_a_memory_that_a_model_writes_can_be_read_by_an_agent_without_one(endpoint: Endpoint, tmp_path: Path) -> None:
    out = tmp_path / "out"
    arguments = ["run", source(tmp_path / "data", 1), "--memory", "summary", *endpoint.options, "--agent", "lexical"]
    assert invoke([*arguments, "--out", str(out)]) == 0
    usage = metric_of(out)["usage"]
    assert usage["build"]["requests"] > 0
    assert usage["ask"]["requests"] == 0
    assert metric_of(out)["model"] == "lexical"


def test_a_model_that_nothing_asks_is_no_part_of_the_run(endpoint: Endpoint, tmp_path: Path) -> None:
    data = source(tmp_path / "data", 1)
    for name, more in (("plain", []), ("model", endpoint.options)):
        arguments = ["run", data, *more, "--agent", "lexical", "--memory", "fulltext", "--out", str(tmp_path / name)]
        assert invoke(arguments) == 0
    assert (tmp_path / "plain" / "config.json").read_bytes() == (tmp_path / "model" / "config.json").read_bytes()
    assert not (tmp_path / "model" / "answers.tape").exists()


def test_the_key_is_read_from_the_variable_that_is_named(
    endpoint: Endpoint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    monkeypatch.setenv("MY_OWN", KEY)
    arguments = ["run", source(tmp_path / "data", 1), *endpoint.options, "--key-env", "MY_OWN"]
    assert invoke([*arguments, "--out", str(tmp_path / "out")]) == 0
    with sqlite3.connect(tmp_path / "out" / "run.db") as database:
        assert KEY not in "\n".join(database.iterdump())
    database.close()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--agent", "openai"], "give --model"),
        (["--memory", "summary"], "give --model"),
        (["--memory", "fulltext,keyvalue"], "give --model"),
        (["--record", "{tmp}/tape"], "give --model"),
        (["--agent", "openai", "--model", "", "{url}"], "no name"),
        (["--agent", "openai", "--model", "m"], "OPENAI_API_KEY holds no key"),
        (["--agent", "openai", "--model", "m", "--base-url", "127.0.0.1"], "base URL"),
        (["--agent", "openai", "--model", "m", "--base-url", "http://a:b@127.0.0.1/v1"], "password"),
        (["--agent", "openai", "--model", "m", "{url}", "--key-env", "NO_SUCH_KEY"], "NO_SUCH_KEY holds no key"),
        (["--agent", "openai", "--model", "m", "{url}", "--extra-body", "[1]"], "JSON object"),
        (["--agent", "openai", "--model", "m", "{url}", "--extra-body", "{{"], "no JSON"),
        (["--agent", "openai", "--model", "m", "{url}", "--extra-body", '{{"model": "x"}}'], "not its to set"),
        (["--agent", "openai", "--model", "m", "{url}", "--tool-choice", "maybe"], "known: auto, required, none"),
        (["--agent", "openai", "--model", "m", "{url}", "--tool-schema", "odd"], "known: plain, strict"),
        (["--agent", "openai", "--model", "m", "{url}", "--temperature", "9"], "temperature"),
        (["--agent", "openai", "--model", "m", "{url}", "--max-tokens", "0"], "max_tokens"),
        (["--agent", "openai", "--model", "m", "{url}", "--max-turns", "0"], "rounds"),
        (["--agent", "openai", "--model", "m", "{url}", "--timeout-s", "0"], "time-out"),
        (["--agent", "openai", "--model", "m", "{url}", "--max-retries", "-1"], "retries"),
        (["--agent", "openai", "--model", "m", "{url}", "--budget", "1"], "prices"),
        (["--agent", "openai", "--model", "m", "{url}", "--max-requests", "0"], "at least 1"),
        (["--agent", "openai", "--model", "m", "{url}", "--prices", "{tmp}/none.toml"], "none.toml"),
        (["--agent", "openai", "--model", "m", "{url}", "--replay", "{tmp}/none.tape"], "no such tape"),
        (["--agent", "openai", "--model", "m", "{url}", "--record", "{tmp}/no/tape"], "cannot be written"),
        (["--agent", "openai", "--model", "m", "{url}", "--record", "{tmp}/a", "--replay", "{tmp}/a"], "either"),
        (["--repeats", "0"], "repeats"),
    ],
)
def test_bad_usage_of_models_is_one_line_exit_2_and_no_folder(
    arguments: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    out = tmp_path / "out"
    filled = [argument.format(tmp=tmp_path, url="--base-url=http://127.0.0.1:9/v1") for argument in arguments]
    assert invoke(["run", "demo", *filled, "--out", str(out)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert said in shown.err
    assert shown.err.count("\n") == 1
    assert not out.exists()


@pytest.mark.parametrize("memory", ["summary", "keyvalue", "fulltext"])
def test_an_audit_proves_memories_that_a_model_writes(
    memory: str, endpoint: Endpoint, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = source(tmp_path / "data", 2)
    arguments = ["audit", data, "--memory", memory, "--jobs", "2", *endpoint.options[:-2]]
    assert invoke(arguments) == 0
    assert "no difference" in capsys.readouterr().out
    assert invoke([*arguments, "--max-requests", "3"]) == 1
    assert "3 requests were allowed" in capsys.readouterr().err


def test_repeats_are_told_apart_on_one_tape(endpoint: Endpoint, tmp_path: Path) -> None:
    data, tape = source(tmp_path / "data", 1), str(tmp_path / "tape")
    arguments = ["run", data, "--memory", "summary", "--repeats", "2", *endpoint.options]
    assert invoke([*arguments, "--record", tape, "--out", str(tmp_path / "live")]) == 0
    voices = {json.loads(line).get("scenario") for line in (tmp_path / "tape").read_text(encoding="utf-8").splitlines()}
    assert voices == {None, "summary:s1", "summary:s1#2"}
    endpoint.stop()
    assert invoke([*arguments, "--replay", tape, "--out", str(tmp_path / "taped")]) == 0
    for repeat in ("repeat-1", "repeat-2"):
        assert files_of(tmp_path / "taped" / repeat) == files_of(tmp_path / "live" / repeat)


def test_an_outside_memory_finds_the_model_in_its_setup(
    endpoint: Endpoint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "asking_double.py").write_text(
        "from fixtures.doubles import HonestMemory\n"
        "from memory.chat import ChatMessage, ChatRequest\n"
        "class Asking(HonestMemory):\n"
        "    def __init__(self, setup):\n"
        "        super().__init__(setup)\n"
        "        self.chat = setup.chat\n"
        "    def tick(self, now):\n"
        "        self.chat.complete(ChatRequest(messages=(ChatMessage(role='user', text='Hello'),)), 'build')\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    out = tmp_path / "out"
    arguments = ["run", source(tmp_path / "data", 1), *endpoint.options, "--memory", "asking_double:Asking"]
    assert invoke([*arguments, "--agent", "lexical", "--out", str(out)]) == 0
    assert metric_of(out)["usage"]["build"]["requests"] == 2  # two midnights before the last of three queries


@pytest.mark.parametrize("memory", ["summary", "keyvalue", "none"])
@pytest.mark.parametrize("allowed", ["2", "4", "6", "9"])
def test_queries_that_share_a_cutoff_or_a_minute_go_on_to_the_same_result_and_tape(
    memory: str, allowed: str, endpoint: Endpoint, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = [{**HEAD, "id": "same"}]
    for day in (1, 2):
        records.append(message(f"2025-07-0{day}T08:00", f"From now on I want the radio volume at {10 + day}."))
        records += [query(f"2025-07-0{day}T09:00:{second}", 10 + day) for second in ("10", "10", "40")]
    path = tmp_path / "same.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    arguments = ["run", f"timeline:{path}", "--memory", memory, *endpoint.options, "--json"]
    assert invoke([*arguments, "--out", str(tmp_path / "whole")]) == 0
    whole = json.loads(capsys.readouterr().out)
    tape = str(tmp_path / "tape")
    parts = [*arguments, "--out", str(tmp_path / "parts"), "--record", tape]
    invoke([*parts, "--max-requests", allowed])
    capsys.readouterr()
    assert invoke(parts) == 0
    going_on = json.loads(capsys.readouterr().out)
    assert (going_on["digest"], going_on["usage"]) == (whole["digest"], whole["usage"])
    endpoint.stop()
    assert invoke([*arguments, "--out", str(tmp_path / "replayed"), "--replay", tape]) == 0
    assert json.loads(capsys.readouterr().out)["digest"] == whole["digest"]


def test_an_unfinished_gold_run_measures_no_memory(
    endpoint: Endpoint, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["run", "demo", "--limit", "4", "--memory", "none,gold", *endpoint.options, "--max-requests", "14"]
    assert invoke([*arguments, "--json", "--out", str(tmp_path / "out")]) == 1
    assert [run["memory_score"] for run in json.loads(capsys.readouterr().out)["runs"]] == [None, None]


def test_a_refusal_is_paid_for_once_and_counts_in_the_run_its_continuation_and_its_replay(
    monkeypatch: pytest.MonkeyPatch, prices: str, tmp_path: Path
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    usage = {"prompt_tokens": 100, "completion_tokens": 10}
    refused = json.dumps({"choices": [{"message": {"refusal": "No."}}], "usage": usage}).encode()
    out, tape = tmp_path / "out", tmp_path / "tape"
    with raw_server(lambda _, connection: connection.sendall(whole(refused))) as server:
        base = ["run", source(tmp_path / "data", 1), "--memory", "none", "--agent", "openai", "--model", "demo"]
        asked = [*base, "--base-url", server.base_url, "--prices", prices]
        assert invoke([*asked, "--out", str(out), "--record", str(tape)]) == 1
        first = metric_of(out)
        assert invoke([*asked, "--out", str(out), "--record", str(tape)]) == 1
        assert len(server.requests) == N_QUERIES
    assert invoke([*base, "--prices", prices, "--out", str(tmp_path / "again"), "--replay", str(tape)]) == 1
    assert first["first_failure"] == "s1/0: model: the model refused: No."
    # Three refusals of 100 tokens at 1 and 10 at 10 dollars a million.
    total = first["usage"]["total"]
    assert (total["requests"], total["prompt_tokens"], total["completion_tokens"]) == (3, 300, 30)
    assert (total["unreported"], total["cost_usd"]) == (0, 0.0006)
    for metric in (metric_of(out), metric_of(tmp_path / "again")):
        assert (metric["usage"], metric["digest"]) == (first["usage"], first["digest"])

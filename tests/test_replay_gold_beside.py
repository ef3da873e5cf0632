from dataclasses import replace
from pathlib import Path

import orjson
import pytest

from replay.cli import invoke
from replay.config import RunConfig
from replay.gold_beside import gold_config, gold_folders, memory_scores, rate_of
from replay.prepare import Request, prepare
from replay.run import run


@pytest.fixture(scope="module")
def config() -> RunConfig:
    return prepare(Request(source="demo", memory="fulltext", limit=2, memory_options={})).config


def nowhere(config: RunConfig) -> Path:
    return Path("no-such-folder")


def test_the_gold_run_has_the_same_configuration_but_for_the_memory(config: RunConfig) -> None:
    wanted = gold_config(config)
    assert wanted is not None
    assert wanted.digest() == prepare(Request(source="demo", memory="gold", limit=2)).config.digest()


def test_a_run_among_those_of_the_command_is_taken_and_none_of_another_seed(config: RunConfig) -> None:
    gold = gold_config(config)
    assert gold is not None
    assert memory_scores([(config, 0.25), (gold, 0.5)], nowhere) == [0.5, 1.0]
    other = replace(gold, seed=7)
    assert memory_scores([(config, 0.25), (other, 0.5)], nowhere) == [None, 1.0]


def test_an_agent_from_outside_has_none_since_its_gold_run_cannot_be_named(config: RunConfig) -> None:
    assert gold_config(replace(config, agent="some.where:Agent")) is None


def test_a_gold_run_of_an_earlier_version_has_its_exact_match_alone(config: RunConfig, tmp_path: Path) -> None:
    gold = gold_config(config)
    assert gold is not None
    kept = {"config.json": gold.to_dict(), "metric.json": {"valid_tasks": 2, "exact_match_rate": 0.5}}
    for name, content in kept.items():
        (tmp_path / name).write_bytes(orjson.dumps(content))
    assert memory_scores([(config, 0.25)], lambda wanted: tmp_path) == [0.5]
    (tmp_path / "metric.json").write_bytes(orjson.dumps({**kept["metric.json"], "right_rate": 1.0}))
    assert memory_scores([(config, 0.25)], lambda wanted: tmp_path) == [0.25]


def test_a_gold_run_that_had_nothing_to_hand_out_is_no_measure(config: RunConfig) -> None:
    gold = gold_config(config)
    assert gold is not None
    empty = {"right_rate": 0.5, "exact_match_rate": 0.5, "mem_token": 0.0}
    assert rate_of(gold, empty) is None
    assert memory_scores([(config, rate_of(config, empty)), (gold, rate_of(gold, empty))], nowhere) == [None, None]
    assert (rate_of(config, empty), rate_of(gold, {**empty, "mem_token": 0.1})) == (0.5, 0.5)


def test_only_a_complete_run_on_disk_counts(config: RunConfig, tmp_path: Path) -> None:
    prepared = prepare(Request(source="demo", memory="gold", limit=2))
    run(prepared, tmp_path / "gold")
    rate = memory_scores([(config, 1.0)], lambda wanted: tmp_path / "gold")
    assert rate != [None]
    metric = (tmp_path / "gold" / "metric.json").read_text(encoding="utf-8")
    unfinished = metric.replace('"valid_tasks": 2', '"valid_tasks": 1')
    assert unfinished != metric
    (tmp_path / "gold" / "metric.json").write_text(unfinished, encoding="utf-8")
    assert memory_scores([(config, 1.0)], lambda wanted: tmp_path / "gold") == [None]
    (tmp_path / "gold" / "metric.json").write_text("[]", encoding="utf-8")
    assert memory_scores([(config, 1.0)], lambda wanted: tmp_path / "gold") == [None]


def test_where_another_commands_gold_run_is_what_a_score_is_measured_against_is_told(
    config: RunConfig, tmp_path: Path
) -> None:
    gold = gold_config(config)
    assert gold is not None
    run(prepare(Request(source="demo", memory="gold", limit=2)), tmp_path / "gold")
    assert gold_folders([(config, 0.25)], lambda wanted: tmp_path / "gold") == [tmp_path / "gold"]
    assert gold_folders([(config, 0.25), (gold, 0.5)], lambda wanted: tmp_path / "gold") == [None, None]
    assert gold_folders([(config, 0.25)], nowhere) == [None]
    assert gold_folders([(config, None)], lambda wanted: tmp_path / "gold") == [None]


def test_the_table_says_from_which_folder_the_gold_run_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    told = "MemoryScore is measured against the gold run in runs/"
    assert invoke(["run", "demo", "--limit", "2", "--memory", "recent", "--quiet"]) == 0
    assert "MemoryScore" not in capsys.readouterr().out
    assert invoke(["run", "demo", "--limit", "2", "--memory", "recent,gold", "--quiet"]) == 0
    assert told not in capsys.readouterr().out
    assert invoke(["run", "demo", "--limit", "2", "--memory", "recent", "--quiet"]) == 0
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith(told)]
    assert (tmp_path / line.removeprefix("MemoryScore is measured against the gold run in ") / "run.db").is_file()


def test_a_memory_that_is_not_built_in_is_told_what_a_run_does_not_see(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    told = "pastlane check-memory fixtures.doubles:HonestMemory"
    for memory, is_told in (("fixtures.doubles:HonestMemory", True), ("recent", False)):
        assert invoke(["run", "demo", "--limit", "1", "--memory", memory, "--quiet"]) == 0
        assert (told in capsys.readouterr().out) == is_told

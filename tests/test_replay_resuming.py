"""`run --resume` goes on with the run that is there, and begins no other."""

import json
from pathlib import Path

import pytest

from replay.cli import invoke
from replay.what_changed import what_changed
from tests.test_replay_cli import query
from tests.test_replay_loaders import HEAD, message, timeline_file


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    records = [HEAD, message("2025-07-01T08:00", "the radio volume is best at 30"), query("2025-07-01T09:00")]
    return f"timeline:{timeline_file(tmp_path, *records)}"


def test_what_is_there_is_gone_on_with_in_the_default_folder_and_in_a_named_one(source: str, tmp_path: Path) -> None:
    for out in ([], ["--out", "named"], ["--memory", "none,recent", "--out", "both"], ["--repeats", "2"]):
        assert invoke(["run", source, *out, "--quiet"]) == 0
        assert invoke(["run", source, *out, "--quiet", "--resume"]) == 0


def test_where_there_is_no_run_none_is_begun(source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["run", source, "--out", "typo", "--resume"]) == 2
    assert capsys.readouterr().err == "pastlane: typo: there is no run to go on with\n"
    assert invoke(["run", source, "--resume"]) == 2
    assert "there is no run to go on with" in capsys.readouterr().err
    assert not (tmp_path / "typo").exists()
    assert not (tmp_path / "runs").exists()


def test_the_run_that_may_be_meant_is_named_with_what_it_differs_in(
    source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert invoke(["run", source, "--out", "runs/mine", "--quiet"]) == 0
    capsys.readouterr()
    assert invoke(["run", source, "--out", "runs/mime", "--resume"]) == 2
    assert "to go on with; there is one in runs/mine\n" in capsys.readouterr().err
    assert invoke(["run", source, "--depth", "30", "--resume"]) == 2
    assert "to go on with; runs/mine differs in: depth: 20 -> 30\n" in capsys.readouterr().err


def test_another_run_is_refused_with_and_without_the_option_and_left_as_it_is(
    source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert invoke(["run", source, "--out", "mine", "--quiet"]) == 0
    before = {path.name: path.read_bytes() for path in (tmp_path / "mine").iterdir()}
    with (tmp_path / "t.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(message("2025-07-01T08:30", "or at 20")) + "\n")
    capsys.readouterr()
    for more in ([], ["--resume"]):
        assert invoke(["run", source, "--seed", "3", "--out", "mine", *more]) == 2
        told = capsys.readouterr().err
        assert told == (
            "pastlane: mine holds a run of another configuration: the data changed; seed: 0 -> 3; "
            "name another --out, or delete the folder\n"
        )
    assert {name: (tmp_path / "mine" / name).read_bytes() for name in before} == before


@pytest.mark.parametrize(
    ("key", "there", "asked", "lines"),
    [
        ("prompts", "a", "b", ["the prompts changed"]),
        ("own_code", "a", "b", ["Pastlane's own code changed"]),
        ("code_digest", "", "b", ["the code of the memory or agent changed"]),
        ("version", "1", "2", ["version: '1' -> '2'"]),
        ("index_lag_us", 0, 600_000_000, ["index lag: 0 -> 10m"]),
        ("model", None, {"model": "m"}, ["model: none -> {'model': 'm'}"]),
        (
            "model",
            {"model": "m", "max_turns": 10, "temperature": 0},
            {"model": "n", "max_turns": 10},
            ["model model: 'm' -> 'n'", "model temperature: 0 -> none"],
        ),
        ("memory_options", {"decay": "1"}, {"decay": "2"}, ["memory option decay: '1' -> '2'"]),
        ("scenarios", {"a": 1}, {"a": 1, "b": 2}, ["queries: 1 over 1 scenario (a) -> 3 over 2 scenarios (a, b)"]),
        (
            "scenarios",
            {"a": 1, "b": 1},
            {"b": 1, "a": 1},
            ["queries: 2 over 2 scenarios (a, b) -> 2 over 2 scenarios (b, a)"],
        ),
        ("source", "timeline:a", "timeline:b", []),
        ("seed", 3, 3, []),
    ],
)
def test_what_changed_is_told_in_words(key: str, there: object, asked: object, lines: list[str]) -> None:
    assert what_changed({key: there}, {key: asked}) == lines

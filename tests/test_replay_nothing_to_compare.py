from pathlib import Path

import pytest

from replay.cli import invoke
from tests.test_replay_cli import query
from tests.test_replay_loaders import HEAD, message, timeline_file

FOREIGN = {"commands": [{"name": "kitchen_lights", "args": {"level": 30}}], "state": False}


def asked(n: int, **gold: object) -> dict[str, object]:
    return {"record": "query", "cutoff": f"2025-07-01T0{n}:00", "text": "as I like it", **gold}


def told(tmp_path: Path, capsys: pytest.CaptureFixture[str], *queries: object) -> str:
    source = timeline_file(tmp_path, HEAD, message("2025-07-01T00:00", "at 30", id="a"), *queries)
    assert (
        invoke(["run", f"timeline:{source}", "--memory", "none", "--agent", "noop", "--out", str(tmp_path / "o")]) == 0
    )
    return capsys.readouterr().err


def test_a_run_with_calls_that_the_car_does_not_have_says_how_they_are_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told(tmp_path, capsys, asked(1, **FOREIGN), asked(2, **FOREIGN)) == (
        "pastlane: 2 of 2 queries name calls that the car does not have (first t/0): "
        "compared by name and arguments alone, and an agent is told of the car's commands only\n"
    )


def test_each_reason_is_counted_with_its_first_query(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    queries = (
        query("2025-07-01T01:00"),
        asked(2, commands=None),
        asked(3, **FOREIGN),
        asked(4, commands=None),
        asked(5, answer=""),
    )
    assert told(tmp_path, capsys, *queries) == (
        "pastlane: 2 of 5 queries have nothing to be compared with: "
        "neither commands nor an answer nor evidence (first t/1)\n"
        "pastlane: 1 of 5 queries names calls that the car does not have (first t/2): "
        "compared by name and arguments alone, and an agent is told of the car's commands only\n"
    )


def test_commands_an_answer_or_evidence_are_something_to_compare(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    queries = (query("2025-07-01T01:00"), asked(2, answer="30"), asked(3, evidence=["a"]), asked(4, commands=[]))
    assert told(tmp_path, capsys, *queries) == ""

"""Small kept runs written by hand, for the tests of what looks into them: every figure can be told by reading."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from replay.config import RunConfig
from scoring.records import Branch, Failure, Gold, Timing, Turn
from scoring.runlog import RunLog
from tests.test_scoring_runlog import turn
from vehicle.commands import Command
from vehicle.events import CommandRejected, FieldChanged

LOUD = Command(name="carcontrol_radio_set_volume", args={"volume": 30})
TOO_LOUD = Command(name="carcontrol_radio_set_volume", args={"volume": 101})
ON = FieldChanged(path="radio.is_on", value=True)
RIGHT = Branch(commands=(LOUD,), accepted=(True,), events=(ON, FieldChanged(path="radio.volume", value=30)))
REFUSED = Branch(
    commands=(LOUD, TOO_LOUD),
    accepted=(True, False),
    events=(
        ON,
        FieldChanged(path="radio.volume", value=20),
        CommandRejected(command=TOO_LOUD.name, args=TOO_LOUD.args, reason="found 101, allowed are 0 to 100"),
    ),
)
NOTHING = Branch(commands=(), accepted=(), events=())


def right(index: int = 0, **changes: Any) -> Turn:
    """A query whose answer is right."""
    return replace(turn(index, reference=RIGHT, predicted=RIGHT), **changes)


def wrong(index: int = 0, **changes: Any) -> Turn:
    """A query after which the radio is too quiet, and one command was refused."""
    return right(index, predicted=REFUSED, **changes)


def broken(index: int = 0, **changes: Any) -> Turn:
    """A query without an answer."""
    return right(index, predicted=NOTHING, failure=Failure(stage="search", message="gone"), **changes)


def in_words(index: int, answer: str, said: str) -> Turn:
    """A query that wants an answer and no commands."""
    gold = Gold(commands=(), reasoning_type="single_hop", expects_commands=False, answer=answer)
    decisions = ({"step": "answer", "choice": said, "reason": "so"},)
    return right(index, gold=gold, reference=NOTHING, predicted=NOTHING, decisions=decisions, tool_calls=())


def config_of(scenarios: dict[str, int]) -> RunConfig:
    """A configuration that asks so many queries of each scenario."""
    return RunConfig(
        source="timeline:t.jsonl",
        data_digest="d",
        memory="recent",
        memory_options={},
        agent="noop",
        cutoff="explicit",
        bucket="hour",
        scenarios=scenarios,
        seed=0,
        depth=20,
        vehicle="factory",
        code_digest="",
        version="1",
    )


def begin_run(folder: Path, scenarios: dict[str, int]) -> RunLog:
    """The log of a new run in `folder`, still open."""
    folder.mkdir(parents=True)
    return RunLog.create(folder / "run.db", config_of(scenarios).to_dict())


def keep_run(folder: Path, turns: Iterable[Turn], scenarios: dict[str, int] | None = None) -> Path:
    """A run folder with these Turns in its log, in this order; of scenario 1 as many queries as there are Turns."""
    kept = list(turns)
    log = begin_run(folder, {"1": len(kept)} if scenarios is None else scenarios)
    for number, one in enumerate(kept):
        log.append(one, Timing(agent_ms=500.0 + number, searches_ms=(250.0,)))
    log.close()
    return folder

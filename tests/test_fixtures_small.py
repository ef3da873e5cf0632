"""The small scenarios, replayed: what is visible at each query was counted by hand."""

from importlib.resources import files
from pathlib import Path

import orjson
import pytest

from fixtures.doubles import HonestMemory
from replay.agents.noop import NoopAgent
from replay.buckets import WINDOWS, Window
from replay.cutoffs import settle_cutoffs
from replay.dataset import Selection
from replay.findings import Findings
from replay.loaders.formats import load_source
from replay.runner import ScenarioReplay
from replay.settings import ReplaySettings
from scoring.records import Turn

SMALL = Path(str(files("fixtures") / "small"))
EXPECTED: dict[str, list[dict[str, int]]] = orjson.loads((SMALL / "EXPECTED.json").read_bytes())


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_each_query_sees_exactly_what_was_counted_by_hand(name: str, window: Window) -> None:
    path = SMALL / (name if name.endswith(".jsonl") else f"{name}.jsonl")
    (scenario,) = load_source(f"timeline:{path}", Selection(), Findings(strict=True)).scenarios
    turns: list[Turn] = []
    ScenarioReplay(
        settle_cutoffs(scenario, "auto"), ReplaySettings(bucket=window), HonestMemory, NoopAgent, namespace="small"
    ).run(lambda turn, timing: turns.append(turn))
    seen = {turn.index: (turn.visible_messages, turn.hidden_messages) for turn in turns}
    assert seen == {row["query"]: (row["visible"], row["hidden"]) for row in EXPECTED[name]}
    assert all(turn.failure is None for turn in turns)

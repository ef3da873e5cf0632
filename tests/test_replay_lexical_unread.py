"""Raw talk that no rule was made from is answered as well as before: a guard against falling back, by sums alone."""

from pathlib import Path

import orjson
import pytest

from replay.cli import invoke
from tests.unread_names import rates

DATA = Path(__file__).parent / "data" / "unread"


@pytest.mark.parametrize(
    ("folder", "memory", "floor"),
    [
        ("plain", "gold", 0.76),
        ("plain", "fulltext", 0.70),
        ("plain", "ledger", 0.70),
        ("oblique", "gold", 0.54),
        ("oblique", "fulltext", 0.29),
    ],
)
def test_a_share_of_unread_queries_ends_in_the_state_that_is_wanted(
    folder: str, memory: str, floor: float, tmp_path: Path
) -> None:
    source = f"vehiclemembench:{DATA / folder}"
    assert invoke(["run", source, "--memory", memory, "--out", str(tmp_path / "run"), "--quiet"]) == 0
    metric = orjson.loads((tmp_path / "run" / "metric.json").read_bytes())
    assert metric["valid_tasks"] == 80
    assert metric["exact_match_rate"] >= floor
    assert metric["leakage"]["violations"] == 0


@pytest.mark.parametrize("folder", ["plain", "oblique"])
def test_the_unread_histories_are_sound(folder: str) -> None:
    assert invoke(["lint", f"vehiclemembench:{DATA / folder}"]) == 0


@pytest.mark.parametrize(("style", "floor"), [("terse", 0.20), ("plain", 0.58), ("chatty", 0.42)])
def test_a_share_of_unread_names_is_taken_from_what_is_told(style: str, floor: float) -> None:
    n_right, n_cases = rates()[style]
    assert n_cases == 70
    assert n_right / n_cases >= floor

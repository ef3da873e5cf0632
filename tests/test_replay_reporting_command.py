"""The command that repeats a run asks the same again."""

from dataclasses import replace

import pytest

from replay.config import RunConfig
from replay.points import Points
from replay.reporting.command import run_command

CONFIG = RunConfig(
    source="demo",
    data_digest="0" * 64,
    memory="fulltext",
    memory_options={},
    agent="lexical",
    cutoff="auto",
    bucket="hour",
    scenarios={"demo": 26},
    seed=0,
    depth=20,
    vehicle="factory",
    code_digest="",
    version="0.1.0",
)
DAY_US = 86_400_000_000


def test_what_is_the_default_is_left_out() -> None:
    assert run_command(CONFIG) == "pastlane run demo --memory fulltext --agent lexical --scenarios demo"


def test_everything_else_is_named_and_quoted_for_a_shell() -> None:
    config = replace(
        CONFIG,
        source="timeline:my logs/a.jsonl",
        memory_options={"k": "a b"},
        cutoff="end",
        bucket="day",
        seed=7,
        depth=5,
        vehicle="carry",
        index_lag_us=90_000_000,
        watch_updates=True,
        remember=True,
        model={"model": "m1", "temperature": 0.0, "max_tokens": None, "extra_body": {}, "max_turns": 4},
    )
    assert run_command(config, limit=3, repeats=2) == (
        "pastlane run 'timeline:my logs/a.jsonl' --memory fulltext --agent lexical --cutoff end --bucket day "
        "--scenarios demo --limit 3 --seed 7 --depth 5 --vehicle carry --index-lag 1m30s --repeats 2 "
        "--memory-option 'k=a b' --watch-updates --remember --model m1 --temperature 0.0 --max-turns 4"
    )


def test_a_sweep_names_its_points() -> None:
    points = Points(after_each=True, before_evidence=True, end=True, delays_us=(7 * DAY_US,))
    said = run_command(replace(CONFIG, points=points))
    assert "--cutoff sweep:after-each,before-evidence,end --delays 7d" in said


@pytest.mark.parametrize(
    ("ids", "named"),
    [
        (("1", "2", "3"), "1-3"),
        (("1", "2"), "1,2"),
        (("1", "2", "3", "5", "8", "9", "10"), "1-3,5,8-10"),
        (("3", "1"), "3,1"),
        (("01", "02", "03"), "01,02,03"),
        (("van",), "van"),
    ],
)
def test_runs_of_numbers_become_ranges(ids: tuple[str, ...], named: str) -> None:
    assert f"--scenarios {named}" in run_command(replace(CONFIG, scenarios=dict.fromkeys(ids, 1))) + " "


@pytest.mark.parametrize("name", ["1-5", "a,b", " van", ""])
def test_names_that_would_be_read_as_something_else_are_left_out(name: str) -> None:
    assert "--scenarios" not in run_command(replace(CONFIG, scenarios={name: 1}))

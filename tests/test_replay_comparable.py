from typing import Any

import pytest

from replay.comparable import obstacles, obstacles_to_leak_delta, what_differs
from replay.config import RunConfig
from replay.points import Points

CONFIG = RunConfig(
    source="demo",
    data_digest="0123456789abcdef",
    memory="fulltext",
    memory_options={},
    agent="lexical",
    cutoff="auto",
    bucket="hour",
    scenarios={"1": 10, "2": 10},
    seed=0,
    depth=20,
    vehicle="factory",
    code_digest="",
    own_code="aaa",
    version="1",
).to_dict()
FILES = "the files differ, or of several files one is called otherwise"
MINUTE_US = 60_000_000
DAY_US = 86_400_000_000


def test_equal_configurations_and_other_memories_agents_and_models_may_be_compared() -> None:
    other = {**CONFIG, "memory": "recent", "agent": "openai", "model": {"model": "m"}, "memory_options": {"a": "b"}}
    assert obstacles(CONFIG, CONFIG) == []
    assert obstacles(CONFIG, {**other, "source": "x", "bucket": "day", "seed": 3, "own_code": "b"}) == []


def test_the_order_of_scenarios_does_not_matter() -> None:
    assert obstacles(CONFIG, {**CONFIG, "scenarios": {"2": 10, "1": 10}}) == []
    assert what_differs(CONFIG, {**CONFIG, "scenarios": {"2": 10, "1": 10}}) == []


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("data_digest", "fedcba9876543210", f"data: 0123456789ab in A, fedcba987654 in B ({FILES})"),
        (
            "scenarios",
            {"1": 10, "2": 9},
            "queries: 20 over 2 scenarios ('2' has 10) in A, 19 over 2 scenarios ('2' has 9) in B",
        ),
        ("scenarios", {"1": 10}, "queries: 20 over 2 scenarios ('2' has 10) in A, 10 over 1 scenario in B"),
        ("cutoff", "end", "cutoff: 'auto' in A, 'end' in B"),
        (
            "points",
            Points(end=True, delays_us=(DAY_US,)).to_dict(),
            "points: main in A, main, end, main+1d in B",
        ),
        ("index_lag_us", 10 * MINUTE_US, "index lag: 0 in A, 10m in B"),
        ("depth", 50, "depth: 20 in A, 50 in B"),
        ("vehicle", "carry", "vehicle: 'factory' in A, 'carry' in B"),
    ],
)
def test_what_was_not_asked_alike_is_refused_with_both_values(key: str, value: Any, reason: str) -> None:
    assert obstacles(CONFIG, {**CONFIG, key: value}) == [reason]


def test_all_reasons_are_given_at_once() -> None:
    assert len(obstacles(CONFIG, {**CONFIG, "depth": 1, "vehicle": "carry", "cutoff": "end"})) == 3


def test_a_configuration_from_before_an_option_means_its_default() -> None:
    old = {key: value for key, value in CONFIG.items() if key not in ("points", "index_lag_us", "watch_updates")}
    assert obstacles(old, CONFIG) == []
    assert what_differs(old, CONFIG) == []
    assert obstacles(old, {**CONFIG, "index_lag_us": MINUTE_US}) == ["index lag: 0 in A, 1m in B"]


def test_what_else_differs_is_told_and_the_code_in_one_line() -> None:
    other = {**CONFIG, "memory": "recent", "own_code": "bbb", "version": "2", "code_digest": "0123456789abcdef"}
    assert what_differs(CONFIG, other) == [
        "memory: 'fulltext' in A, 'recent' in B",
        "another version of Pastlane answered",
    ]


def test_other_code_of_ones_own_is_told_where_memory_and_agent_have_the_same_names() -> None:
    edited = {**CONFIG, "code_digest": "0123456789abcdef"}
    assert what_differs(CONFIG, edited) == ["code digest: none in A, 0123456789ab in B"]
    assert what_differs(CONFIG, {**edited, "agent": "mine:Agent"}) == ["agent: 'lexical' in A, 'mine:Agent' in B"]


def test_a_leak_delta_wants_the_cutoffs_to_differ_and_nothing_else() -> None:
    at_end = {**CONFIG, "cutoff": "end", "own_code": "bbb"}
    assert obstacles_to_leak_delta(CONFIG, at_end) == []
    assert obstacles_to_leak_delta(at_end, CONFIG) == []
    assert obstacles_to_leak_delta(CONFIG, {**at_end, "memory": "recent"}) == ["memory: 'fulltext' in A, 'recent' in B"]
    (reason,) = obstacles_to_leak_delta(CONFIG, {**CONFIG, "cutoff": "evidence"})
    assert "must be asked at the end" in reason
    (reason,) = obstacles_to_leak_delta(at_end, at_end)
    assert reason.endswith("end in A, end in B")

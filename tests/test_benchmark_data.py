"""The published benchmark, where it is at hand: the numbers that the replay must show on it."""

from pathlib import Path

import pytest

from replay.dataset import Selection
from replay.lint import lint_source
from replay.prepare import Request, prepare
from replay.run import run
from scoring.records import Turn


@pytest.fixture(scope="module")
def source(vehiclemembench: Path) -> str:
    return f"vehiclemembench:{vehiclemembench}"


def test_lint_finds_exactly_the_one_rejected_reference(source: str) -> None:
    errors = [(f.kind, f.file, f.item) for f in lint_source(source, Selection()) if f.level == "error"]
    assert errors == [("broken_reference", "qa_19.json", "19/4")]


@pytest.mark.parametrize(("agent", "exact"), [("oracle", 250), ("noop", 1)])
def test_the_oracle_is_always_right_and_doing_nothing_once(source: str, agent: str, exact: int, tmp_path: Path) -> None:
    outcome = run(prepare(Request(source=source, memory="none", agent=agent)), tmp_path / "run")
    assert outcome.metric["completed_tasks"] == 250
    assert round(250 * outcome.metric["exact_match_rate"]) == exact
    assert outcome.metric["broken_references"] == ["19/4"]


def test_on_average_two_fifths_of_the_history_are_still_ahead(source: str, tmp_path: Path) -> None:
    turns: list[Turn] = []
    run(prepare(Request(source=source, memory="none", agent="noop")), tmp_path / "run", on_turn=turns.append)
    hidden = [turn.hidden_messages / (turn.hidden_messages + turn.visible_messages) for turn in turns]
    assert sum(hidden) / len(hidden) == pytest.approx(0.403, abs=0.0005)


def test_gold_facts_and_the_lexical_agent_give_at_least_two_exact_answers_in_five(source: str, tmp_path: Path) -> None:
    outcome = run(prepare(Request(source=source, memory="gold")), tmp_path / "run")
    assert outcome.metric["exact_match_rate"] >= 0.40

"""The published benchmark, where it is at hand: the numbers that the replay must show on it."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from replay.dataset import Selection
from replay.lint import lint_source
from replay.prepare import Request, prepare
from replay.run import Outcome, run
from scoring.records import Turn
from tests.reference_checks import check


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    outcome: Outcome
    turns: list[Turn]


@pytest.fixture(scope="module")
def source(vehiclemembench: Path) -> str:
    return f"vehiclemembench:{vehiclemembench}"


@pytest.fixture(scope="module")
def nothing_done(source: str, tmp_path_factory: pytest.TempPathFactory) -> Ran:
    """A run that is only read."""
    turns: list[Turn] = []
    prepared = prepare(Request(source=source, memory="none", agent="noop"))
    return Ran(outcome=run(prepared, tmp_path_factory.mktemp("noop") / "run", on_turn=turns.append), turns=turns)


def n_exact(outcome: Outcome) -> int:
    """How many of all queries were answered exactly, where every query has its turn and one reference is broken."""
    assert outcome.metric["completed_tasks"] == 250
    assert outcome.metric["broken_references"] == ["19/4"]
    return round(250 * outcome.metric["exact_match_rate"])


def test_lint_finds_exactly_the_one_rejected_reference(source: str) -> None:
    errors = [(f.kind, f.file, f.item) for f in lint_source(source, Selection()) if f.level == "error"]
    assert errors == [("broken_reference", "qa_19.json", "19/4")]


def test_the_oracle_is_always_right(source: str, tmp_path: Path) -> None:
    assert n_exact(run(prepare(Request(source=source, memory="none", agent="oracle")), tmp_path / "run")) == 250


def test_doing_nothing_is_right_once(nothing_done: Ran) -> None:
    assert n_exact(nothing_done.outcome) == 1


def test_on_average_two_fifths_of_the_history_are_still_ahead(nothing_done: Ran) -> None:
    turns = nothing_done.turns
    hidden = [turn.hidden_messages / (turn.hidden_messages + turn.visible_messages) for turn in turns]
    assert sum(hidden) / len(hidden) == pytest.approx(0.403, abs=0.0005)


def test_every_cutoff_is_the_one_worked_out_from_the_raw_files(
    nothing_done: Ran, vehiclemembench: Path, shared: Path
) -> None:
    check(shared, "cutoffs.py", str(vehiclemembench), str(nothing_done.outcome.folder))


def test_gold_facts_and_the_lexical_agent_give_at_least_two_exact_answers_in_five(source: str, tmp_path: Path) -> None:
    outcome = run(prepare(Request(source=source, memory="gold")), tmp_path / "run")
    assert outcome.metric["exact_match_rate"] >= 0.40

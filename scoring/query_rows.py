"""One row a query: every figure that is known of a Turn under a fixed name, for tables of other programs.

A figure that does not apply is None and never 0: after a Failure there are no scores, without wanted commands no
state, without an answer in words none of an answer. What the figures mean stands where they are made; the names are
those of `metric.json` as far as it has them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any, Literal

from scoring.aggregate import ScoredTurn
from scoring.answer_score import said
from scoring.carmem import first_rank
from scoring.diagnosis import diagnose
from scoring.life import checks_of, update_of
from scoring.ranking_metrics import CUTOFFS
from scoring.records import Timing, Turn
from scoring.retrieval_section import turn_retrieval
from scoring.staleness import staleness
from scoring.usage import CostOf, priced
from vehicle.commands import format_call

Cell = str | int | float | bool | None
CellKind = Literal["text", "integer", "number", "truth"]
Cells = dict[str, Cell]

_RANKING = ("recall", "precision", "hit_rate", "all_found", "ndcg", "ndcg_longmemeval")
_LEVELS: Mapping[str, tuple[str, ...]] = {
    "messages": _RANKING,
    "sessions": _RANKING,
    "facts": ("coverage", "hit_rate", "all_found", "noise"),
}
_VIEWS = ("question", "pooled")
_STATE_RATES = (
    "change_accuracy", "f1_positive", "f1_negative", "acc_positive", "precision_positive", "f1_change", "acc_negative",
    "precision_change",
)  # fmt: skip
_STATE_COUNTS = ("TP", "FP", "negative_TP", "negative_FP", "correctly_changed")
_FORGETTING = ("n_forgotten", "hits_by_id", "hits_by_content", "n_bystanders", "n_bystanders_left", "n_bystanders_lost")
_TOKENS = ("requests", "prompt_tokens", "completion_tokens", "cached_tokens", "unreported")
_PHASES = ("build", "ask")


def _retrieval_names() -> Iterator[str]:
    for view in _VIEWS:
        for level, figures in _LEVELS.items():
            yield f"{view}_{level}_reciprocal_rank"
            yield from (f"{view}_{level}_{figure}_at_{k}" for figure in figures for k in CUTOFFS)


def _state_name(name: str) -> str:
    return name if name == "change_accuracy" else f"state_{name}"


_GROUPS: tuple[tuple[CellKind, tuple[str, ...]], ...] = (
    ("text", ("query",)),
    ("integer", ("repeat",)),
    ("text", ("query_id", "point", "scenario", "source_file")),
    ("integer", ("event_index",)),
    ("text", ("reasoning_type", "question", "cutoff", "cutoff_policy")),
    ("integer", ("cutoff_at_us", "cutoff_seq", "visible_messages", "hidden_messages")),
    ("text", ("ref_calls", "pred_calls", "right_answer", "answer", "failure_stage", "failure_message")),
    ("text", ("cause", "evidence", "fault", "facts")),
    ("truth", ("expects_commands", "broken_reference", "exact_match")),
    ("number", tuple(map(_state_name, _STATE_RATES))),
    ("integer", tuple(map(_state_name, _STATE_COUNTS))),
    ("number", ("tool_f1", "tool_precision", "tool_recall")),
    ("integer", ("tool_tp", "tool_fp", "tool_fn", "calls", "searches", "mem_token", "left_out")),
    ("integer", ("hits", "withheld", "unverifiable")),
    ("truth", ("evidence_any_at_10", "evidence_all_at_10")),
    ("number", tuple(_retrieval_names())),
    ("number", ("context_coverage",)),
    ("truth", ("answer_right", "answer_abstained", "answer_exact", "answer_contains")),
    ("number", ("answer_f1", "answer_locomo")),
    ("integer", ("among", "first_evidence_rank", "evidence_age_us", "interference")),
    ("truth", ("update_caught_up",)),
    ("integer", ("update_lag_us", "update_messages")),
    ("truth", ("stale_answer", "stale_first_hit")),
    ("number", ("stale_share_at_5",)),
    ("integer", ("forget_checks", *(f"forget_{name}" for name in _FORGETTING))),
    ("integer", tuple(f"{phase}_{name}" for phase in _PHASES for name in _TOKENS)),
    ("number", tuple(f"{phase}_cost_usd" for phase in _PHASES)),
    ("number", ("ingest_ms", "settle_ms", "search_ms", "agent_ms", "model_build_ms", "model_ask_ms")),
    ("integer", ("model_retries", "memory_retries", "delivered_messages", "stored_bytes")),
)
COLUMNS: Mapping[str, CellKind] = {name: kind for kind, names in _GROUPS for name in names}
"""Every column in order, and what its cells hold where they hold anything."""


def query_row(scored: ScoredTurn, timing: Timing, *, repeat: int = 1, cost_of: CostOf | None = None) -> Cells:
    """The row of one Turn, a cell for each of `COLUMNS` in their order; `cost_of` turns tokens into money."""
    turn = scored.turn
    known: Cells = {
        **_question(turn),
        "repeat": repeat,
        **_outcome(turn),
        **_scores(scored),
        **_retrieval(turn),
        **_answer(scored),
        **_life(turn),
        **_usage(turn, cost_of),
        **_timing(timing),
    }
    return {name: known.get(name) for name in COLUMNS}


def _question(turn: Turn) -> Cells:
    return {
        "query": turn.entry_id,
        "query_id": turn.query_id,
        "point": turn.point,
        "scenario": turn.scenario,
        "source_file": turn.origin.source_file,
        "event_index": turn.origin.event_index,
        "reasoning_type": turn.gold.reasoning_type,
        "question": turn.query,
        "cutoff": turn.cutoff_iso,
        "cutoff_policy": turn.cutoff_policy,
        "cutoff_at_us": turn.cutoff.at_us,
        "cutoff_seq": turn.cutoff.seq,
        "visible_messages": turn.visible_messages,
        "hidden_messages": turn.hidden_messages,
        "expects_commands": turn.gold.expects_commands,
        "broken_reference": turn.broken_reference,
    }


def _outcome(turn: Turn) -> Cells:
    cells: Cells = {
        "ref_calls": "; ".join(map(format_call, turn.reference.commands)),
        "pred_calls": "; ".join(map(format_call, turn.predicted.commands)),
        "right_answer": turn.gold.answer,
        "answer": said(turn) or None,
        "left_out": turn.left_out,
        "hits": sum(len(search.hits) for search in turn.all_searches),
        "withheld": len(turn.violations),
        "unverifiable": sum(search.unverifiable for search in turn.all_searches),
    }
    if turn.failure is not None:
        cells |= {"failure_stage": turn.failure.stage, "failure_message": turn.failure.message}
    if turn.gold.expects_commands:
        found = diagnose(turn)
        cells |= {"cause": found.cause, "evidence": found.evidence, "fault": found.fault}
        cells["facts"] = "; ".join(found.places)
    return cells


def _scores(scored: ScoredTurn) -> Cells:
    turn, score = scored.turn, scored.score
    if turn.failure is not None:
        return {}
    cells: Cells = {"calls": score.n_calls, "searches": score.n_searches, "mem_token": score.mem_tokens}
    if score.retrieval is not None:
        cells |= {"evidence_any_at_10": score.retrieval.any_found, "evidence_all_at_10": score.retrieval.all_found}
    if turn.gold.expects_commands:
        state, calls = asdict(score.state), asdict(score.calls)
        cells["exact_match"] = score.exact_match
        cells |= {_state_name(name): state[name] for name in (*_STATE_RATES, *_STATE_COUNTS)}
        cells |= {f"tool_{name}": value for name, value in calls.items()}
    return cells


def _retrieval(turn: Turn) -> Cells:
    found: Mapping[str, Any] = turn_retrieval(turn) or {}
    cells: Cells = {"context_coverage": found.get("context_coverage")}
    for view in _VIEWS:
        for level, figures in _LEVELS.items():
            at = (found.get(view) or {}).get(level) or {}
            cells[f"{view}_{level}_reciprocal_rank"] = at.get("reciprocal_rank")
            for figure in figures:
                by_k = at.get(figure) or {}
                cells |= {f"{view}_{level}_{figure}_at_{k}": by_k.get(str(k)) for k in CUTOFFS}
    return cells


def _answer(scored: ScoredTurn) -> Cells:
    """An open question, where nobody knows, has no exact, contains and F1."""
    score = scored.score.answer
    if score is None:
        return {}
    cells: Cells = {"answer_right": score.right, "answer_abstained": score.abstained, "answer_locomo": score.locomo}
    if not score.is_open:
        cells |= {"answer_exact": score.exact, "answer_contains": score.contains, "answer_f1": score.f1}
    return cells


def _life(turn: Turn) -> Cells:
    stale = staleness(turn)
    cells: Cells = {
        "among": turn.gold.among,
        "evidence_age_us": turn.evidence_age_us,
        "interference": turn.interference,
        "stale_answer": stale.answer,
        "stale_first_hit": stale.first_hit,
        "stale_share_at_5": stale.first_hits,
    }
    if turn.gold.among is not None and turn.failure is None:
        cells["first_evidence_rank"] = first_rank(turn)
    update = update_of(turn)
    if update is not None and update.caught_up is not None:
        cells["update_caught_up"] = update.caught_up
        cells |= {"update_lag_us": update.lag_us, "update_messages": update.n_messages}
    if checks := checks_of(turn):
        cells["forget_checks"] = len(checks)
        for name in _FORGETTING:
            counts = [count for check in checks if (count := getattr(check, name)) is not None]
            if counts:
                cells[f"forget_{name}"] = sum(counts)
    return cells


def _usage(turn: Turn, cost_of: CostOf | None) -> Cells:
    if turn.usage is None:
        return {}
    usage = priced(turn.usage, cost_of)
    phases = {"build": asdict(usage.build), "ask": asdict(usage.ask)}
    return {f"{name}_{figure}": phases[name][figure] for name in _PHASES for figure in (*_TOKENS, "cost_usd")}


def _timing(timing: Timing) -> Cells:
    return {
        "ingest_ms": timing.ingest_ms,
        "settle_ms": timing.settle_ms,
        "search_ms": timing.search_ms,
        "agent_ms": timing.agent_ms,
        "model_build_ms": timing.model.build_ms,
        "model_ask_ms": timing.model.ask_ms,
        "model_retries": timing.model.retries,
        "memory_retries": timing.memory_retries,
        "delivered_messages": timing.n_delivered,
        "stored_bytes": timing.stored_bytes,
    }

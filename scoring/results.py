"""The published files of a run, derived from its log: `all_results.json`, `results_N.json`, `metric.json`."""

import re
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from memory.guard import SearchRecord
from memory.provenance import Violation
from scoring.aggregate import ScoredTurn, usage_dict
from scoring.answer_score import said
from scoring.diagnosis import diagnose, diagnosis_entry
from scoring.injection import injection_entry
from scoring.life import life_entry
from scoring.records import Branch, ToolCall
from scoring.turn_score import published_state
from scoring.usage import CostOf, priced

_FIRST_NUMBER = re.compile(r"\d+", re.ASCII)
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]")
MAX_STEM_CHARS = 80
"""A source may be called anything; a file of ours has a plain and short name."""


def result_entry(scored: ScoredTurn, cost_of: CostOf | None = None) -> dict[str, Any]:
    """One entry of `all_results.json`; with `cost_of`, tokens are turned into money."""
    turn, score = scored.turn, scored.score
    return {
        "query_id": turn.query_id,
        "point": turn.point,
        "source_file": turn.origin.source_file,
        "event_index": turn.origin.event_index,
        "reasoning_type": turn.gold.reasoning_type,
        "query": turn.query,
        "cutoff": turn.cutoff_iso,
        "cutoff_seq": turn.cutoff.seq,
        "cutoff_policy": turn.cutoff_policy,
        "visible_messages": turn.visible_messages,
        "hidden_messages": turn.hidden_messages,
        "pred_calls": _calls(turn.predicted),
        "ref_calls": _calls(turn.reference),
        "memory_tool_calls": [_memory_call(call) for call in turn.tool_calls if call.kind in ("search", "listing")],
        "context": turn.context,
        "left_out": turn.left_out,
        "leftovers": _violations(turn.leftovers),
        "state_score": published_state(score.state),
        "tool_score": asdict(score.calls),
        "exact_match": score.exact_match if turn.gold.expects_commands and turn.failure is None else None,
        "right": scored.right,
        "right_answer": turn.gold.answer,
        "answer": said(turn) or None,
        "answer_score": None if score.answer is None else asdict(score.answer),
        "mem_token": score.mem_tokens,
        "broken_reference": turn.broken_reference,
        "decisions": [dict(decision) for decision in turn.decisions],
        "usage": None if turn.usage is None else usage_dict(priced(turn.usage, cost_of)),
        "diagnosis": diagnosis_entry(diagnose(turn)) if turn.gold.expects_commands else None,
        **life_entry(turn),
        "injection": injection_entry(turn),
        "failure": None if turn.failure is None else asdict(turn.failure),
    }


def results_file(source_file: str) -> str:
    """The name of the `results_N.json` of a source file: N is the number in its name, or else its stem."""
    name = source_file.rpartition("/")[2]
    stem = _UNSAFE.sub("_", name.rpartition(".")[0] or name)[:MAX_STEM_CHARS] or "unnamed"
    number = _FIRST_NUMBER.search(stem)
    return f"results_{number[0] if number else stem}.json"


def _calls(branch: Branch) -> list[dict[str, Any]]:
    return [
        {"name": command.name, "args": dict(command.args), "accepted": accepted}
        for command, accepted in zip(branch.commands, branch.accepted, strict=True)
    ]


def _memory_call(call: ToolCall) -> dict[str, Any]:
    entry: dict[str, Any] = {"name": call.name, "args": dict(call.args), "ok": call.ok}
    if call.search is not None:
        entry |= {"shown": call.top_k, "hits": _hits(call.search), "violations": _violations(call.search.violations)}
    return entry


def _hits(search: SearchRecord) -> list[dict[str, Any]]:
    return [
        {"text": hit.text, "score": hit.score, "message_ids": list(hit.message_ids), "at_us": hit.at_us}
        for hit in search.hits
    ]


def _violations(violations: Sequence[Violation]) -> list[dict[str, Any]]:
    return [
        {"kind": violation.kind, "detail": violation.detail, "text": violation.hit.text} for violation in violations
    ]

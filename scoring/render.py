"""Numbers as text for people; computes nothing."""

import io
from collections.abc import Mapping, Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

WIDTH = 80
_COSTS = ("memory\ntokens", "search\nms", "failed")
_COLUMNS = ("queries", "exact\nmatch", "field\nF1", "value\nF1", "call\nF1", "calls", "memory\ntokens")


def render_run(metric: Mapping[str, Any], *, title: str, notes: Sequence[str] = ()) -> str:
    """The table at the end of a run: one row a reasoning type, then all queries; what to know of it below."""
    table = _table("reasoning type", _COLUMNS)
    for name, row in metric["by_reasoning_type"].items():
        table.add_row(*_cells(name, row))
    table.add_section()
    table.add_row(*_cells("all", {"count": metric["completed_tasks"], **metric}))
    return f"{title}\n{_text(table)}" + "\n".join(_below(metric, notes)) + "\n"


def render_comparison(rows: Sequence[tuple[str, Mapping[str, Any]]], *, title: str) -> str:
    """Two tables for several runs over the same queries, one row a memory: overall, and exact match by type."""
    table = _table("memory", ("exact\nmatch", "field\nF1", "value\nF1", "any\n@10", "all\n@10", *_COSTS))
    kinds = list(dict.fromkeys(kind for _, metric in rows for kind in metric["by_reasoning_type"]))
    by_type = _table("exact match", [kind.replace("_", "\n") for kind in kinds])
    for name, metric in rows:
        rates = (metric["exact_match_rate"], metric["state_f1_positive"], metric["state_f1_change"])
        found = (metric["retrieval"]["evidence_any_at_10"], metric["retrieval"]["evidence_all_at_10"])
        table.add_row(
            name,
            *map(percent, (*rates, *found)),
            f"{metric['mem_token']:.0f}",
            f"{metric['timing']['search_ms_median']:.1f}",
            str(metric["failures"]),
        )
        slices = metric["by_reasoning_type"]
        by_type.add_row(name, *(percent(slices[kind]["exact_match_rate"]) if kind in slices else "-" for kind in kinds))
    return f"{title}\n{_text(table)}\n{_text(by_type)}"


def render_findings(lines: Sequence[tuple[str, str, str]]) -> str:
    """Findings as (level, kind, line), one each, plain enough for a terminal and for grep."""
    return "".join(f"{level}: {line} [{kind}]\n" for level, kind, line in lines)


def percent(rate: float) -> str:
    """A rate between 0 and 1 as a percentage with one decimal."""
    return f"{100 * rate:.1f}%"


def _cells(name: str, row: Mapping[str, Any]) -> list[str]:
    if row["count"] == row["failures"]:
        return [name, str(row["count"]), *["-"] * 6]
    return [
        name,
        str(row["count"]),
        percent(row["exact_match_rate"]),
        percent(row["state_f1_positive"]),
        percent(row["state_f1_change"]),
        percent(row["tool_f1"]),
        f"{row['avg_pred_calls']:.1f}",
        f"{row['mem_token']:.0f}",
    ]


def _below(metric: Mapping[str, Any], notes: Sequence[str]) -> list[str]:
    leakage = metric["leakage"]
    lines = [
        f"leakage: {leakage['violations']} of {leakage['hits']} hits in {leakage['searches']} searches"
        + (f"; {leakage['unverifiable']} name no source" if leakage["unverifiable"] else "")
    ]
    if metric["failures"]:
        rate_all = percent(metric["exact_match_rate_all"])
        lines.append(f"failures: {metric['failures']} queries have no answer; counted as wrong, exact is {rate_all}")
    broken = metric["broken_references"]
    if broken:
        without = metric["without_broken_reference"]
        lines.append(
            f"broken references: {len(broken)} ({', '.join(broken[:3])}{', ...' if len(broken) > 3 else ''}); "
            f"without them exact is {percent(without['exact_match_rate'])}"
        )
    return [*lines, *notes]


def _table(first: str, columns: Sequence[str]) -> Table:
    table = Table(box=SIMPLE_HEAD, padding=(0, 0, 0, 1), pad_edge=False, show_edge=False)
    table.add_column(first, no_wrap=True)
    for name in columns:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _text(table: Table) -> str:
    console = Console(file=io.StringIO(), width=WIDTH, force_terminal=False, color_system=None, legacy_windows=False)
    console.print(table)
    file = console.file
    assert isinstance(file, io.StringIO)
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines()) + "\n"

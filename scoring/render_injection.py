"""Prompt injections as text for 80 columns: how many got what they asked for, the controls beside; computes nothing."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.number_text import percent, signed, tight
from scoring.page import make_table, table_text, wrapped
from scoring.plain_text import counted

_COLUMNS = ("asked", "un-\nwanted", "con-\ntrol", "only\ntried", "shown", "if\nshown", "exact\nmatch", "con-\ntrol")
"""Each `control` stands behind the rate that it is the control of; `if shown`: unwanted changes where the agent was."""
_TWINS = {"unwanted_change": "unwanted changes", "attempt": "attempts", "exact_match": "exact match"}


def render_injection(section: Mapping[str, Any]) -> str:
    """One row a kind, then all; below it how sure the rate is, what is due to the injections, and what was left out."""
    table = make_table("injection", _COLUMNS)
    for kind, figures in section["by_kind"].items():
        table.add_row(kind, *_cells(figures))
    table.add_section()
    table.add_row("all", *_cells(section))
    return table_text(table) + "".join(map(wrapped, _below(section)))


def render_injections_beside(rows: Sequence[tuple[str, Mapping[str, Any]]]) -> str:
    """Several runs, one row a memory; empty where no run knows of anything unwanted."""
    table = make_table("injection", _COLUMNS)
    for name, metric in rows:
        if metric.get("injection"):
            table.add_row(name, *_cells(metric["injection"]))
    return table_text(table) if table.row_count else ""


def _cells(figures: Mapping[str, Any]) -> list[str]:
    control = figures["control"]
    return [
        str(figures["queries"]),
        tight(figures["unwanted_change_rate"]),
        tight(control["unwanted_change_rate"]),
        tight(figures["attempt_rate"]),
        str(figures["exposed"]),
        tight(figures["exposed_change_rate"]),
        tight(figures["exact_match_rate"]),
        tight(control["exact_match_rate"]),
    ]


def _below(section: Mapping[str, Any]) -> list[str]:
    scenarios, twins = section["scenarios"], section["twins"]
    lines: list[str] = []
    if scenarios["scenarios"]:
        lines.append(
            f"unwanted changes in {scenarios['changed']} of {counted(scenarios['scenarios'], 'scenario')} "
            f"(95% interval {percent(scenarios['low'])} to {percent(scenarios['high'])})"
        )
    if twins["unwanted_change"]["queries"]:
        due = ", ".join(
            f"{title} {signed(100 * twins[name]['difference'], 1)}%"
            for name, title in _TWINS.items()
            if twins[name]["queries"]
        )
        lines.append(f"due to the injections, over {counted(twins['unwanted_change']['queries'], 'twin')}: {due}")
    out = {"without an answer": section["failures"], "where nothing can be told": section["untold"]}
    if any(out.values()):
        lines.append("left out: " + ", ".join(f"{count} {what}" for what, count in out.items() if count))
    if section["exposure_unknown"]:
        untold = counted(section["exposure_unknown"], "query", "queries")
        lines.append(f"whether the agent was shown the injection nobody can tell: {untold}")
    return lines

"""What a memory costs as text: one table for the run and its dearest scenarios; computes nothing."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.number_text import short
from scoring.page import make_table, table_text, wrapped

MAX_SCENARIOS = 5
"""How many scenarios are shown, those that took longest to feed first; `metric.json` has them all."""
COST_COLUMNS = ("messages", "ingest\nms/1k", "settle\nms/1k", "search\np50 ms", "p95", "p99", "stored", "per 1k")
_KIB = 1024


def render_costs(section: Mapping[str, Any], *, by_scenario: bool = False) -> str:
    """The costs of the whole run; with `by_scenario`, of some scenarios, too. Below it what models took, if any."""
    table = make_table("costs", COST_COLUMNS)
    if by_scenario:
        rows = section["by_scenario"]
        dearest = sorted(rows, key=lambda name: rows[name]["ingest_ms"] + rows[name]["settle_ms"], reverse=True)
        for name in dearest[:MAX_SCENARIOS]:
            table.add_row(name, *cost_cells(rows[name]))
        table.add_section()
    table.add_row("all", *cost_cells(section))
    return table_text(table) + "".join(_models(section))


def cost_cells(row: Mapping[str, Any]) -> Sequence[str]:
    """The cells of one row, for a table of several memories as well."""
    thousand, search = row["per_1000_messages"], row["search_ms"]
    return [
        short(row["messages"]),
        _ms(thousand["ingest_ms"]),
        _ms(thousand["settle_ms"]),
        _ms(search["p50"]),
        _ms(search["p95"]),
        _ms(search["p99"]),
        size(row["stored_bytes"]),
        size(thousand["stored_bytes"]),
    ]


def size(n_bytes: float | None) -> str:
    """A size in at most eight characters: `950 B`, `12.3 KiB`, `4.6 GiB`; `-` for None."""
    if n_bytes is None:
        return "-"
    if n_bytes < _KIB:
        return f"{n_bytes:.0f} B"
    for unit in ("KiB", "MiB"):
        n_bytes /= _KIB
        if n_bytes < 999.95:
            return f"{n_bytes:.1f} {unit}"
    return f"{n_bytes / _KIB:.1f} GiB"


def _models(section: Mapping[str, Any]) -> list[str]:
    build, thousand = section["build"], section["per_1000_messages"]
    if build is None:
        return []
    bound = ">=" if build["unreported"] else ""
    line = (
        f"models for a thousand messages: {thousand['build_requests'] or 0:.1f} requests, "
        f"{bound}{short(thousand['build_prompt_tokens'] or 0)} tokens read, "
        f"{bound}{short(thousand['build_completion_tokens'] or 0)} written"
    )
    cost = thousand["build_cost_usd"]
    return [wrapped(line), *([] if cost is None else [f"  at {bound}{cost:.4f} USD\n"])]


def _ms(value: float | None) -> str:
    """Milliseconds, as the column says; from ten seconds on in a unit of its own: `13.7 s`, `25.0 min`, `3.1 h`."""
    if value is None:
        return "-"
    if value < 10_000:
        return f"{value:.1f}"
    for ms, unit, end in ((1_000, "s", 600_000), (60_000, "min", 7_200_000)):
        if value < end:
            return f"{value / ms:.1f} {unit}"
    return f"{value / 3_600_000:.1f} h"

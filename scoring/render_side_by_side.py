"""Several runs side by side beyond their rates: why they were wrong, when they were asked, what they cost."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.render import make_table, percent, table_text
from scoring.render_costs import COST_COLUMNS, cost_cells

Rows = Sequence[tuple[str, Mapping[str, Any]]]
"""A memory's name and the content of its `metric.json`."""
MOST_COLUMNS = 7
"""More points do not fit; `metric.json` has them all."""


def render_side_by_side(rows: Rows) -> str:
    """A table of causes, one of points where there are several, and one of costs; a row each memory."""
    return "\n".join(table for table in (_causes(rows), _points(rows), _costs(rows)) if table)


def _causes(rows: Rows) -> str:
    met = list(dict.fromkeys(cause for _, m in rows for cause, row in m["diagnosis"]["causes"].items() if row["count"]))
    known = [cause for cause in next(iter(rows))[1]["diagnosis"]["causes"] if cause in met]
    table = make_table("why", [cause.replace("_", "\n") for cause in known])
    for name, metric in rows:
        table.add_row(name, *(str(metric["diagnosis"]["causes"][cause]["count"]) for cause in known))
    return table_text(table)


def _points(rows: Rows) -> str:
    points = list(dict.fromkeys(point for _, metric in rows for point in metric["points"]))[:MOST_COLUMNS]
    if not points:
        return ""
    table = make_table("exact match", [point.replace("-", "-\n", 1).replace("+", "\n+") for point in points])
    for name, metric in rows:
        at = metric["points"]
        table.add_row(name, *(percent(at[point]["exact_match_rate"]) if point in at else "-" for point in points))
    return table_text(table)


def _costs(rows: Rows) -> str:
    table = make_table("costs", COST_COLUMNS)
    for name, metric in rows:
        if "costs" in metric:
            table.add_row(name, *cost_cells(metric["costs"]))
    return table_text(table) if table.row_count else ""

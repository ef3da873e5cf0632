"""Several runs side by side beyond their rates: why they were wrong, when they were asked, what they cost."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.number_text import percent
from scoring.page import columns_that_fit, make_table, table_text
from scoring.plain_text import same_line
from scoring.render import is_marked, measure_of_all, starred_lines
from scoring.render_costs import COST_COLUMNS, cost_cells
from scoring.render_injection import render_injections_beside

Rows = Sequence[tuple[str, Mapping[str, Any]]]
"""A memory's name and the content of its `metric.json`."""
MOST_NAME = 11
"""More would cost the tables their figures."""
MOST_FIRST = 6
"""So many characters of a cut name are its first ones; the last ones tell a class from its relatives."""
MOST_COLUMNS = 7
"""More points do not fit; those after a part of the evidence come last, and `metric.json` has them all."""


def short_names(memories: Sequence[str]) -> list[str]:
    """Names of at most `MOST_NAME` characters for the first column.

    An address goes without its scheme, a class without its module; of an address that is longer still the end stays, of
    another name both ends. Names that would become alike are numbered.
    """
    shorter = [name.partition("://")[2] if "://" in name else name.rpartition(":")[2] for name in memories]
    cut = [_cut(short, is_address="://" in name) for name, short in zip(memories, shorter, strict=True)]
    return [
        name if cut.count(name) == 1 else f"{name[: MOST_NAME - 3]}~{number}"
        for number, name in enumerate(cut, start=1)
    ]


def _cut(name: str, *, is_address: bool) -> str:
    if len(name) <= MOST_NAME:
        return name
    n_first = 0 if is_address else MOST_FIRST
    return f"{name[:n_first]}…{name[n_first + 1 - MOST_NAME :]}"


def render_legend(names: Sequence[str], runs: Sequence[tuple[str, Mapping[str, str]]]) -> str:
    """A line for each of the names of `short_names` that was numbered or cut: the memory in full, with its options.

    `runs` are the memories with their options, in the order of the names; empty where no name was.
    """
    numbered = [
        (name, *run)
        for name, run in zip(names, runs, strict=True)
        if name != run[0] and ("~" in name or ("…" in name and "…" not in run[0]))
    ]
    told = (
        f"{name}: {memory}" + "".join(f", {key}={value}" for key, value in sorted(options.items()))
        for name, memory, options in numbered
    )
    return "".join(f"{same_line(line)}\n" for line in told)


def render_side_by_side(rows: Rows) -> str:
    """Tables of causes, of injections and of points where there are any, and of costs; a row each memory."""
    tables = (_causes(rows), render_injections_beside(rows), _points(rows), _costs(rows))
    return "\n".join(table for table in tables if table)


def _causes(rows: Rows) -> str:
    """One row a cause and one column a memory, in as many tables as their names need."""
    met = [cause for cause in rows[0][1]["diagnosis"]["causes"] if any(_count(metric, cause) for _, metric in rows)]
    if not met:
        return ""
    tables: list[str] = []
    for part in columns_that_fit([name for name, _ in rows], first=max(map(len, met))):
        table = make_table("why", [name for name, _ in rows[part]])
        for cause in met:
            table.add_row(cause, *(str(_count(metric, cause)) for _, metric in rows[part]))
        tables.append(table_text(table))
    return "\n".join(tables)


def _count(metric: Mapping[str, Any], cause: str) -> int:
    return int(metric["diagnosis"]["causes"][cause]["count"])


def _points(rows: Rows) -> str:
    met = list(dict.fromkeys(point for _, metric in rows for point in metric["points"]))
    if not met:
        return ""
    points = sorted(met, key=lambda point: point.startswith("after-"))[:MOST_COLUMNS]
    measure = measure_of_all(rows)
    table = make_table(measure, [point.replace("-", "-\n", 1).replace("+", "\n+") for point in points])
    counts = [next(metric["points"][p].get("rated", 0) for _, metric in rows if p in metric["points"]) for p in points]
    if len(set(counts)) > 1:  # not every query has every point
        table.add_row("(queries)", *map(str, counts))
    failed: list[tuple[str, Mapping[str, Any]]] = []
    for name, metric in rows:
        at = metric["points"]
        table.add_row(name, *(_at_point(at[p]) if p in at else "-" for p in points))
        failed += [(f"{name} {point}", at[point]) for point in points if point in at and is_marked(at[point])]
    return table_text(table) + starred_lines(failed, measure)


def _at_point(row: Mapping[str, Any]) -> str:
    return percent(row["right_rate"]) + "*" * is_marked(row)


def _costs(rows: Rows) -> str:
    table = make_table("costs", COST_COLUMNS)
    for name, metric in rows:
        if "costs" in metric["timing"]:
            table.add_row(name, *cost_cells(metric["timing"]["costs"]))
    return table_text(table) if table.row_count else ""

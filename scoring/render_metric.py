"""A run for people, from the content of its `metric.json` alone."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.aggregate import Measure, measure_of
from scoring.number_text import percent
from scoring.page import make_table, table_text
from scoring.render import as_column, render_run
from scoring.render_answers import render_answers
from scoring.render_carmem import render_retrieval as render_carmem
from scoring.render_costs import render_costs
from scoring.render_diagnosis import render_causes, render_diagnosis
from scoring.render_injection import render_injection
from scoring.render_life import render_life
from scoring.render_rated import queries_cell, rate_or_dash
from scoring.render_retrieval import render_retrieval
from scoring.render_statistics import render_intervals, render_leak_delta, render_right_interval


def render_metric(metric: Mapping[str, Any], *, title: str, notes: Sequence[str] = (), detailed: bool = False) -> str:
    """The table and the causes of what was wrong; `notes` last.

    A sweep shows its points and how the memory lived, too. With `detailed` everything that is known.
    """
    is_sweep = bool(metric["points"])
    parts = [render_run(metric, title=title), render_answers(metric["answers"])]
    if metric["carmem"]:
        parts.append(render_carmem(metric["carmem"]))
    if metric["injection"]:
        parts.append(render_injection(metric["injection"]))
    if is_sweep:
        parts.append(_points(metric["points"], measure_of(metric)))
    if is_sweep or detailed:
        parts += [render_intervals(metric["intervals"], metric), render_leak_delta(metric["leak_delta"])]
    else:
        parts.append(render_right_interval(metric["intervals"], measure_of(metric)))
    parts.append(
        render_diagnosis(metric["diagnosis"], examples=True) if detailed else render_causes(metric["diagnosis"])
    )
    if is_sweep or detailed or metric["life"]["update"]["watched"]:
        parts.append(render_life(metric["life"]))
    if detailed:
        parts.append(render_retrieval(metric["retrieval"]))
        parts.append(render_costs(metric["timing"]["costs"], by_scenario=True) if "costs" in metric["timing"] else "")
    return "".join(part for part in parts if part) + "".join(f"{note}\n" for note in notes)


def _points(points: Mapping[str, Mapping[str, Any]], measure: Measure) -> str:
    """The rates at each point."""
    columns = ("queries", as_column(measure), "field\nF1", "value\nF1", "any\n@10", "all\n@10", "failed")
    table = make_table("asked", columns)
    for point, row in points.items():
        found = row["retrieval"]
        table.add_row(
            point,
            queries_cell(row, failures_apart=True),
            percent(row["right_rate"]),
            *(rate_or_dash(row, name) for name in ("state_f1_positive", "state_f1_change")),
            *(percent(found[name]) for name in ("evidence_any_at_10", "evidence_all_at_10")),
            str(row["failures"]),
        )
    return table_text(table)

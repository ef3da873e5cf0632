"""Which queries a run's rates are over: in a cell, and in lines below a table; computes nothing but shares of counts.

A rate over few of the queries, or over many in which doing nothing is right, reads like any other: nobody else would
tell of it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scoring.aggregate import measure_of
from scoring.number_text import percent
from scoring.plain_text import counted, same_line

NOTABLE = 0.1
"""The share of the queries from which on what is odd about them is told."""


def queries_cell(row: Mapping[str, Any], *, failures_apart: bool = False) -> str:
    """How many queries a row's rates are over; `143 of 155` where some have no answer, or do not say what is right.

    A row without rates counts its answers. With `failures_apart`, what has no answer counts, too: a column tells them.
    """
    count = row["count"]
    if row["answered_rated"]:
        n_rated = row["rated" if failures_apart else "answered_rated"]
    else:
        n_rated = count if failures_apart else count - row["failures"]
    return str(count) if n_rated == count else f"{n_rated} of {count}"


def rate_or_dash(row: Mapping[str, Any], name: str) -> str:
    """A rate of `mean_scores` over the queries that expect commands; `-` where none of them was answered."""
    return percent(row[name]) if row["answered_with_commands"] else "-"


def rated_lines(rows: Sequence[tuple[str, Mapping[str, Any]]]) -> list[str]:
    """What to know of the queries behind the rates of these runs, each with its name; nothing where all are alike.

    How many stand in no rate, how many want commands where others want words, and where the reference of a tenth of
    them or more changes nothing, the exact match over the others: a memory that makes an agent do something can only
    lose where doing nothing is right.
    """
    lines = [_unrated(metric) for _, metric in rows]
    lines += _mixed(rows)
    alike: dict[tuple[int, int], list[str]] = {}
    for name, metric in rows:
        if is_often_unchanged(metric):
            counts = (metric["answered_with_commands"], metric["answered_with_changes"])
            alike.setdefault(counts, []).append(f"{name} {percent(metric['exact_match_rate_with_changes'])}".lstrip())
    for (n_answered, n_changing), rates in alike.items():
        of = f"{n_answered - n_changing} of {counted(n_answered, 'query', 'queries')}"
        others = f"; over the other {n_changing} exact is {', '.join(rates)}" if n_changing else ""
        lines.append(f"the reference changes nothing in {of}: doing nothing is right there{others}")
    return [same_line(line) for line in dict.fromkeys(lines) if line]


def is_often_unchanged(row: Mapping[str, Any]) -> bool:
    """Whether the reference changes nothing in at least a tenth of the queries behind a row's rates."""
    n_answered = row["answered_with_commands"]
    n_unchanged = n_answered - row.get("answered_with_changes", n_answered)
    return bool(n_unchanged and n_unchanged >= NOTABLE * n_answered)


def _unrated(metric: Mapping[str, Any]) -> str:
    """How many of the queries stand in no rate; empty where all or none of them do."""
    n_queries, n_rated = metric["completed_tasks"], metric["rated"]
    if not 0 < n_rated < n_queries:
        return ""
    what = "expect commands of the car" if measure_of(metric) == "exact match" else "say what is right"
    others = counted(n_queries - n_rated, "stands", "stand")
    return f"rates are over the {n_rated} of {n_queries} queries that {what}; {others} in none"


def _mixed(rows: Sequence[tuple[str, Mapping[str, Any]]]) -> Iterator[str]:
    """What being right is where some queries want commands and others words, and the exact match of the former."""
    mixed = [(name, metric) for name, metric in rows if measure_of(metric) == "right"]
    for counts in dict.fromkeys((metric["with_commands"], metric["rated"]) for _, metric in mixed):
        rates = ", ".join(
            f"{name} {percent(metric['exact_match_rate'])}".lstrip()
            for name, metric in mixed
            if (metric["with_commands"], metric["rated"]) == counts and metric["answered_with_commands"]
        )
        n_driven, n_rated = counts
        exact = f" ({rates})" if rates else ""
        yield f"right: an exact match for {n_driven} of {n_rated} queries{exact}, the right words for the others"

"""References that the car itself rejects, in a line below a run's tables, with the exact match over the others.

Where the whole reference is rejected, doing nothing is a full match, so that such queries flatter every memory alike:
the rate in the table is the published one, and who reads it should see the other beside it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.plain_text import same_line
from scoring.render_rated import rate_or_dash

_SHOWN = 3


def broken_lines(rows: Sequence[tuple[str, Mapping[str, Any]]]) -> list[str]:
    """One line for the runs that have the same broken references; none where no run has any.

    `rows` are names and the content of `metric.json`; an empty name is not told. A dash stands for the rate where no
    other query was answered.
    """
    alike: dict[tuple[str, ...], list[tuple[str, Mapping[str, Any]]]] = {}
    for name, metric in rows:
        alike.setdefault(tuple(dict.fromkeys(metric["broken_references"])), []).append((name, metric))
    return [_line(broken, runs) for broken, runs in alike.items() if broken]


def _line(broken: Sequence[str], runs: Sequence[tuple[str, Mapping[str, Any]]]) -> str:
    first = ", ".join(broken[:_SHOWN]) + (", ..." if len(broken) > _SHOWN else "")
    others = [(name, metric["without_broken_reference"]) for name, metric in runs]
    rates = ", ".join(f"{name} {rate_or_dash(row, 'exact_match_rate')}".lstrip() for name, row in others)
    return same_line(f"broken references: {len(broken)} ({first}); without them exact is {rates}")

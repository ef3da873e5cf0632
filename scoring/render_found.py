"""What was found of the evidence, message by message and in words, in lines below a run's tables; computes nothing.

A session counts as found by any of its messages, small talk included, and a hit of a memory that rewords by the message
that it names: both say where was looked, and not whether what was needed is there.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.number_text import percent
from scoring.records import TOP

Rows = Sequence[tuple[str, Mapping[str, Any]]]
"""Names and the content of `metric.json`."""


def message_lines(rows: Rows) -> list[str]:
    """One line on the evidence by message among the first ten hits of the bare question; none where nobody names any.

    Of each run the share of these messages, and of the queries for which all are there.
    """
    views = [(name, metric["retrieval"].get("question")) for name, metric in rows]
    shares = [(name, view["messages"]) for name, view in views if view]
    told = [
        f"{name} {percent(level['recall'][str(TOP)])}, {percent(level['all_found'][str(TOP)])}"
        for name, level in shares
        if level["lists"]
    ]
    return [f"Of the messages with evidence @{TOP}, and all of a query's: {'; '.join(told)}."] if told else []


def wording_lines(rows: Rows) -> list[str]:
    """One line on what rewording left, by run where there are several; none where no memory is held to its words."""
    known = [(name, metric["retrieval"].get("wording")) for name, metric in rows]
    kept = [(name, wording) for name, wording in known if wording and wording["named"]]
    if not kept:
        return []
    shares = [f"{wording['kept']} of {wording['named']}" for _, wording in kept]
    rates = [percent(wording["kept_rate"]) for _, wording in kept]
    if len(rows) == 1:
        return [f"wording: {shares[0]} facts whose message a hit names are still said by it ({rates[0]})"]
    told = "; ".join(f"{name} {share} ({rate})" for (name, _), share, rate in zip(kept, shares, rates, strict=True))
    return [f"wording: of the facts whose message a hit names, it still says: {told}"]

"""What tokens cost in a run that is scored again: the log holds tokens, never money, and prices are the user's to give.

Where none are given, those that the published files were made with are worked out from their tokens and costs. Only
figures that these files bear out to the last digit are used; else the costs are unknown.
"""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import orjson

from replay.prices import Price, load_price
from scoring.usage import CostOf, PhaseUsage

_TOLERANCE_USD = Fraction(1, 10**11)
"""Published costs are rounded to the twelfth digit."""
_DIGITS = 6
"""Prices for a million tokens have at most so many."""

_Row = tuple[list[Fraction], Fraction]
"""Fresh, cached and written tokens, and what they cost."""


def cost_of_file(path: Path, model: str) -> CostOf:
    """What tokens of `model` cost by a file of prices.

    Raises:
        InputError: as `load_price`.
    """
    return cost_by(load_price(path, model))


def cost_of_published(folder: Path) -> CostOf | None:
    """What tokens cost by the published files of the run in `folder`; None where they do not tell, or there are none.

    Right for every sum of the phases of its queries, also where several prices would explain what was paid.
    """
    try:
        entries = orjson.loads((folder / "all_results.json").read_bytes())
        phases = [entry["usage"][name] for entry in entries if entry["usage"] for name in ("build", "ask")]
        rows = [_row(phase) for phase in phases if phase["cost_usd"] is not None]
    except (OSError, orjson.JSONDecodeError, KeyError, TypeError, ValueError):
        return None
    if not rows or len(rows) < len(phases):
        return None
    exact = _solved(rows)
    for million in ([round(price * 10**6, _DIGITS) for price in exact], [price * 10**6 for price in exact]):
        if all(_fits(row, million) for row in rows):
            return cost_by(Price(prompt=float(million[0]), cached=float(million[1]), completion=float(million[2])))
    return None


def cost_by(price: Price) -> CostOf:
    """What a phase costs at this price."""

    def cost_of(phase: PhaseUsage) -> float:
        return price.cost_usd(
            prompt_tokens=phase.prompt_tokens,
            cached_tokens=phase.cached_tokens,
            completion_tokens=phase.completion_tokens,
        )

    return cost_of


def _row(phase: dict[str, Any]) -> _Row:
    prompt, cached, completion = (int(phase[f"{name}_tokens"]) for name in ("prompt", "cached", "completion"))
    cached = min(cached, prompt)
    return [Fraction(prompt - cached), Fraction(cached), Fraction(completion)], Fraction(str(phase["cost_usd"]))


def _fits(row: _Row, million: Sequence[Fraction]) -> bool:
    tokens, cost = row
    return (
        abs(sum((n * price for n, price in zip(tokens, million, strict=True)), Fraction(0)) / 10**6 - cost)
        <= _TOLERANCE_USD
    )


def _solved(rows: Sequence[_Row]) -> list[Fraction]:
    """Prices that explain as many independent rows as there are; 0 for a kind of token that no row tells apart.

    Gauss's elimination, the row with the most tokens of a kind first, for its cost is the least rounded.
    """
    left = [(list(tokens), cost) for tokens, cost in rows]
    pivots: list[tuple[int, _Row]] = []
    for kind in range(3):
        best = max(left, key=lambda row: abs(row[0][kind]), default=None)
        if best is None or best[0][kind] == 0:
            continue
        left = [_without(kind, row, best) for row in left if row is not best]
        pivots.append((kind, best))
    prices = [Fraction(0)] * 3
    for kind, (tokens, cost) in reversed(pivots):
        others = sum((tokens[other] * prices[other] for other in range(3) if other != kind), Fraction(0))
        prices[kind] = (cost - others) / tokens[kind]
    return prices


def _without(kind: int, row: _Row, pivot: _Row) -> tuple[list[Fraction], Fraction]:
    factor = row[0][kind] / pivot[0][kind]
    return [n - factor * p for n, p in zip(row[0], pivot[0], strict=True)], row[1] - factor * pivot[1]

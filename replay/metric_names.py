"""The names of a run's numbers: those in its `metric.json`, with full stops between the levels."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

from memory.near_names import did_you_mean, near_names
from replay.errors import InputError
from scoring.answers import RATES_OF_ANSWERS
from scoring.denominators import is_over_nothing
from scoring.retrieval_section import FIGURES_OF_LEVELS

NEAR = 5
USUAL = ("exact_match_rate", "exact_match_rate_all", "state_f1_positive", "state_f1_change", "tool_f1")
"""What most want to hold a run to."""
ALL_NAMES = "all stand in a run's metric.json, such as " + ", ".join(USUAL)
_SHARES = frozenset(
    {
        *("rate", "f1", "acc", "accuracy", "precision", "recall", "share", "coverage"),
        *("residual", "loss", "ndcg", "reciprocal", "noise", "pass"),
    }
)
"""What, as a word of its name, makes a number one between 0 and 1."""
_BELOW = frozenset({"low", "high"})
"""Bounds of a number, which stand below its name."""
_OF_DIFFERENCES = frozenset({"leak_delta", "twins", "difference"})
"""What, as a part of its name, makes a number one of a difference between two rates."""
_IN_FULL = {f"answers.{rate}": f"answers.answers.{rate}" for rate in RATES_OF_ANSWERS}
"""Names that may be given without their second level, which repeats the first."""
_UNKNOWN = object()


def find_value(metric: Mapping[str, Any], name: str) -> float | None:
    """The number under a dotted name; None where the metric is there without a value, or is a mean over nothing.

    Raises:
        InputError: there is no such number; similar names are listed.
    """
    return _look_up(metric, name, is_before=False)


def check_name(empty: Mapping[str, Any], name: str) -> None:
    """Nothing, where a run may bring a number of that name; `empty` is what `metric.json` holds without queries.

    Raises:
        InputError: there cannot be such a number; similar names are listed.
    """
    _look_up(empty, name, is_before=True)


def is_rate(name: str) -> bool:
    """Whether the name alone says that the number is a rate, between 0 and 1; depths such as `recall.10` included."""
    parts = [part for part in name.split(".") if not part.isdigit() and part not in _BELOW]
    words = set(parts[-1].split("_")) if parts else set()
    return not _SHARES.isdisjoint(words) or words >= {"evidence", "at"} or words >= {"all", "found"}


def bounds_of(name: str) -> tuple[float, float]:
    """The least and the largest value that the name allows: of a rate, a difference of rates, or an amount."""
    parts = name.split(".")
    if is_rate(name):
        return 0.0, 1.0
    if not _OF_DIFFERENCES.isdisjoint(parts) and parts[-1] in {"difference", *_BELOW}:
        return -1.0, 1.0
    return 0.0, math.inf


def names_of(metric: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    """The dotted names of all numbers in the content of a `metric.json`."""
    for key, value in metric.items():
        if isinstance(value, Mapping):
            yield from names_of(value, f"{prefix}{key}.")
        elif value is None or _is_number(value):
            yield f"{prefix}{key}"


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _look_up(metric: Mapping[str, Any], name: str, *, is_before: bool) -> float | None:
    """As `find_value`; with `is_before`, None where a run may still bring it: below what is empty."""
    found = _found(metric, _IN_FULL.get(name, name), is_before=is_before)
    if found is not None and not _is_number(found):
        known = dict.fromkeys(names_of(metric))
        tail = name.rpartition(".")[2]
        near = [*near_names(name, known, NEAR), *(other for other in known if tail in other)]
        listed = ", ".join(list(dict.fromkeys(near))[:NEAR]) or ", ".join(list(known)[:NEAR])
        asked = did_you_mean(name, known)
        raise InputError(f"no metric is called {name!r}{asked or ';'} similar: {listed}; {ALL_NAMES}")
    return None if found is None else float(found)


def _found(value: Any, name: str, *, is_before: bool, above: tuple[Mapping[str, Any], ...] = ()) -> Any:
    """What stands under the name, whose parts may hold full stops themselves; `_UNKNOWN` where nothing does.

    Below what has no value nothing has one, and a mean over nothing has none. `above` are the levels around it.
    """
    if not name:
        return value
    if value is None or (is_before and value == {}):
        return None
    if not isinstance(value, Mapping):
        return _UNKNOWN
    levels = (*above, value)
    for key, inner in value.items():
        if name == key:
            return None if _is_number(inner) and is_over_nothing(levels, key) else inner
        if name.startswith(f"{key}."):
            found = _found(inner, name[len(key) + 1 :], is_before=is_before, above=levels)
            if found is not _UNKNOWN:
                return found
    is_empty_level = value.get("lists") == 0 and name.partition(".")[0] in FIGURES_OF_LEVELS
    return None if is_empty_level else _UNKNOWN

"""What the means of `metric.json` are over. Those that are 0 over nothing, as published, are told apart here.

In files of earlier versions that is all of them. The count behind a mean stands beside it; where a file holds none, the
mean is taken as it stands.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.aggregate import MEANS_OF_ALL, MEANS_OF_COMMANDS

_SIBLINGS: Mapping[str, str] = {
    **dict.fromkeys(MEANS_OF_COMMANDS, "answered_with_commands"),
    "exact_match_rate_all": "with_commands",
    "exact_match_rate_with_changes": "answered_with_changes",
    "right_rate": "answered_rated",
    "right_rate_all": "rated",
    "evidence_any_at_10": "queries",
    "evidence_all_at_10": "queries",
    **dict.fromkeys(("a", "b", "at_evidence", "at_end", "difference"), "queries"),
    "coverage": "lists",
    "all_found": "lists",
    "hits": "lists",
    "mean": "pass_all",
    "deviation": "pass_all",
}
"""The count that stands at the level of each mean; of repeats, the rates by k, which are none where nothing is right or
wrong."""
_SHARE_OF_CAUSE = 3
"""Levels from the share of a cause up to `diagnosis`, which has the count: the cause, `causes`, `diagnosis`."""


def is_over_nothing(levels: Sequence[Mapping[str, Any]], name: str) -> bool:
    """Whether the number called `name`, at the last of `levels` (the outermost first), is a mean over nothing.

    False for what is no mean, and where no count tells.
    """
    level = levels[-1]
    if name in _SIBLINGS:
        return not level.get(_SIBLINGS[name], 1)
    if name in MEANS_OF_ALL:
        n_failed = level.get("failures", 0)
        return not level.get("valid_tasks", level.get("count", n_failed + 1) - n_failed)
    if name in ("search_ms_median", "search_ms_mean"):
        return not level.get("costs", {}).get("searches", 1)
    if name == "share" and len(levels) >= _SHARE_OF_CAUSE:
        return not levels[-_SHARE_OF_CAUSE].get("queries", 1)
    return False

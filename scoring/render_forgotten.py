"""What becomes of requests to forget, in a line below a run's tables; computes nothing but the larger of two shares.

A memory that says that it forgets and keeps everything loses nothing in any rate: nobody else would tell of it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.number_text import percent

_UNTOLD = "what is left cannot be told, by ids or by words"


def forgotten_lines(rows: Sequence[tuple[str, Mapping[str, Any]]]) -> list[str]:
    """One line on what is left after requests to forget, by run where there are several; none where nobody asked.

    `rows` are names and the content of `metric.json`; the name of a single run is not told. What is left is the share
    that a search still names, or whose words still stand somewhere, whichever is larger; of what stood beside it the
    share counts that went with the request itself.
    """
    told = [(name, metric["life"]["forgetting"]) for name, metric in rows if "life" in metric]
    told = [(name, section) for name, section in told if section["forgotten"]]
    if not told:
        return []
    if len(rows) == 1:
        section = told[0][1]
        lost = section["collateral_at_request"]
        beside = "" if lost is None else f"; of what stood beside it {percent(lost)} went with the request"
        left = _left(section)
        is_left = _UNTOLD if left is None else f"{percent(left)} of what was to be forgotten is still found"
        return [f"forgetting: {is_left}{beside}"]
    shares = ", ".join(f"{name} {_share(_left(section))}" for name, section in told)
    return [f"forgetting: of what was to be forgotten is still found: {shares}"]


def _left(section: Mapping[str, Any]) -> float | None:
    rates = (section["residual_by_id"], section["residual_by_content"])
    return max((float(rate) for rate in rates if rate is not None), default=None)


def _share(left: float | None) -> str:
    return "(cannot be told)" if left is None else percent(left)

"""What checks of a memory have in common: one fault is told once, with all checks that it breaks.

The rule: two details have one reason where they are equal but for what was quoted, ids of messages and numbers, since
each check tells words of its own. So the same wrong type, and the same kind of leak, is one reason however often it is
met.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")
_VARYING = re.compile(
    r"(?<=not the words of )[^:]*|(?<=unknown id: ).*?(?= was )|\bpastlane-[0-9a-f]+|\bm?\d[\d.]*", re.DOTALL
)
_WITH = re.compile(r"\s+\(with [^()]*\)")
"""What `told_once` puts behind a reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Why several checks did not pass."""

    number: int
    """From 1, in the order in which they are met."""
    verdict: str
    detail: str
    """That of the first of them."""
    names: tuple[str, ...]
    """The checks, in order; two or more."""
    is_word_for_word: bool
    """Whether all of them say the very same; else they differ in what was quoted, or in numbers."""


def reason_of(detail: str) -> str:
    """What is left of a detail without what differs from check to check; equal for one reason."""
    return _VARYING.sub("#", _QUOTED.sub("'#'", _WITH.sub("", detail)))


def shared_reasons(ended: Iterable[tuple[str, str, str]]) -> tuple[Reason, ...]:
    """The reasons that two checks or more have in common; `ended` are (verdict, name, detail), in order.

    Only equal verdicts are put together, and a check without a detail has no reason.
    """
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for verdict, name, detail in ended:
        if detail:
            found.setdefault((verdict, reason_of(detail)), []).append((name, detail))
    shared = [(verdict, checks) for (verdict, _), checks in found.items() if len(checks) > 1]
    return tuple(
        Reason(
            number=number,
            verdict=verdict,
            detail=checks[0][1],
            names=tuple(name for name, _ in checks),
            is_word_for_word=len({detail for _, detail in checks}) == 1,
        )
        for number, (verdict, checks) in enumerate(shared, 1)
    )


def told_once(refused: Sequence[tuple[str, str]]) -> str:
    """What was refused, given as (what, reason): each reason once, and behind it all that it is true of."""
    by_reason: dict[str, list[tuple[str, str]]] = {}
    for what, reason in refused:
        by_reason.setdefault(reason_of(reason), []).append((what, reason))
    return "; ".join(f"{group[0][1]} (with {', '.join(what for what, _ in group)})" for group in by_reason.values())

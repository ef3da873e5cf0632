"""Where two lists of hits part, said the same way by everyone who compares answers."""

from collections.abc import Sequence

from memory.messages import Hit
from scoring.plain_text import counted

USUAL_CAUSES = "usual causes: it reads a clock, draws by chance, or shares state between instances"
"""Why a memory that was told the same answers otherwise."""
SHOWN_CHARS = 40
"""So much of a text is shown."""
LEAD_CHARS = 12
"""So much of it before the place where two part, where that is further on."""


def hits_difference(first: Sequence[Hit], then: Sequence[Hit]) -> str:
    """The first rank at which the two lists differ, and in what; how long each is, where one only goes on."""
    for rank, (a, b) in enumerate(zip(first, then, strict=False), 1):
        if a.text != b.text:
            return f"rank {rank} is {texts_difference(a.text, b.text)}"
        if a.score != b.score:
            return f"the score at rank {rank} is {a.score!r}, then {b.score!r}"
        if a != b:
            return f"the hit at rank {rank} names other messages or another time"
    return f"{counted(len(first), 'hit')}, then {len(then)}"


def texts_difference(first: str, then: str) -> str:
    """A piece of each of two texts that differ, from a little before they part on, so that the difference is seen."""
    at = next((n for n, (a, b) in enumerate(zip(first, then, strict=False)) if a != b), min(len(first), len(then)))
    start = 0 if at < SHOWN_CHARS - LEAD_CHARS else at - LEAD_CHARS
    one, two = (("…" if start else "") + text[start : start + SHOWN_CHARS] for text in (first, then))
    return f"{one!r}, then {two!r}"

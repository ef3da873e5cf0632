"""Where two lists of hits part, said the same way by everyone who compares answers."""

from collections.abc import Sequence

from memory.messages import Hit
from scoring.plain_text import counted

USUAL_CAUSES = "usual causes: it reads a clock, draws by chance, or shares state between instances"
"""Why a memory that was told the same answers otherwise."""


def hits_difference(first: Sequence[Hit], then: Sequence[Hit]) -> str:
    """The first rank at which the two lists differ, and in what; how long each is, where one only goes on."""
    for rank, (a, b) in enumerate(zip(first, then, strict=False), 1):
        if a.text != b.text:
            return f"rank {rank} is {a.text[:40]!r}, then {b.text[:40]!r}"
        if a.score != b.score:
            return f"the score at rank {rank} is {a.score!r}, then {b.score!r}"
        if a != b:
            return f"the hit at rank {rank} names other messages or another time"
    return f"{counted(len(first), 'hit')}, then {len(then)}"

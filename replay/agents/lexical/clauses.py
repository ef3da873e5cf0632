"""Which words of a sentence go with which of its values: "white at work, green at home".

Rule protected: a circumstance belongs to the value of its own clause, so that one sentence may tell of several.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

_COMMA = re.compile(r"\s*(?:[,;:]|\s-\s)\s*")
_JOINS = re.compile(r"\b(?:and|but|while|whereas|or|otherwise|else|then)\b")


def clauses(words: str, starts: Sequence[int]) -> tuple[str, ...]:
    """The words that go with each of the values that start at `starts`, in order; all of them for a single value.

    What stands before a value and after the comma behind the value before it goes with it; where no comma parts two
    values, the last joining word does, or else the second value itself.
    """
    cuts = [0] if starts else []
    for one, other in pairwise(starts):
        comma = _COMMA.search(words, one, other)
        joins = list(_JOINS.finditer(words, one, other))
        cuts.append(comma.end() if comma else joins[-1].start() if joins else other)
    return tuple(words[a:b] for a, b in zip(cuts, (*cuts[1:], len(words)), strict=bool(starts)))

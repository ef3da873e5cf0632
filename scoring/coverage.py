"""Which gold facts a memory brought back.

A hit that names its messages covers a fact when one of them is evidence of that fact. Text without a source, such as a
memory's own wording or a context, covers a fact when it holds enough of its words: see `states`.
"""

import re
from collections.abc import Iterable, Sequence

from memory.messages import Hit
from scoring.records import Gold

MIN_SHARE = 0.6
"""The least share of a fact's words that a text must hold to state it."""
_WORD = re.compile(r"\d+(?:\.\d+)?|[^\W\d_]+")
_DAY = re.compile(r"^\s*\[[^\]]*\]\s*(?:[Aa]t \d{1,2}:\d{2} ?[AP]M,?)?")
_SMALL = frozenset(  # noqa: SIM905 - a list of these would fill the page
    """
    a an and are as at be been but by did do for from had has have he her him his i in is it its me my no not of on or
    our she so that the their them then there they this to told up was we were when which who will with you your
    """.split()
)


def covered_facts(gold: Gold, hits: Iterable[Hit], texts: Iterable[str] = ()) -> tuple[bool, ...]:
    """Whether each gold fact is among `hits`, or stated by one of `texts`; in the order of the facts."""
    found: set[str] = set()
    unsourced = list(texts)
    for hit in hits:
        if hit.message_ids:
            found.update(hit.message_ids)
        else:
            unsourced.append(hit.text)
    return tuple(_is_covered(gold, number, found, unsourced) for number in range(len(gold.facts)))


def states(text: str, fact: str) -> bool:
    """Whether `text` holds all numbers of `fact` and at least `MIN_SHARE` of its other words; day and time apart.

    Words are compared without regard to case; small words do not count. A fact without other words is never stated.
    """
    wanted, held = _words(_DAY.sub("", fact)), _words(text)
    numbers = {word for word in wanted if word[0].isdigit()}
    words = wanted - numbers
    return bool(words) and numbers <= held and len(words & held) >= MIN_SHARE * len(words)


def _is_covered(gold: Gold, number: int, found: set[str], texts: Sequence[str]) -> bool:
    evidence = gold.fact_evidence[number].message_ids if number < len(gold.fact_evidence) else ()
    if not found.isdisjoint(evidence):
        return True
    return any(states(text, gold.facts[number]) for text in texts)


def _words(text: str) -> set[str]:
    return {word for word in _WORD.findall(text.casefold()) if word not in _SMALL}

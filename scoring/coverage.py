"""Which gold facts a memory brought back, and how much of what it brought back is noise.

A hit that names its messages covers a fact when one of them is evidence of that fact and, of a memory that rewords, its
words still say so: `scoring.kept_words.keeps`. Text without a source, such as a memory's own wording or a context,
covers a fact when it states it: `scoring.statement.states`.
"""

from collections.abc import Iterable, Mapping, Sequence

from memory.embedded.words import n_spaceless
from memory.messages import Hit
from scoring.kept_words import HALF, keeps
from scoring.records import FactEvidence, Gold
from scoring.statement import states

__all__ = ["LEAST_WORDS", "SURE", "coverage_at", "covered_by", "covered_facts", "n_held", "noise_at", "states"]

SURE = 0.5
"""Evidence that is less certain is not built upon; then the words of a hit tell as well as its messages."""
LEAST_WORDS = 5
"""A hit with fewer words for each message that it names cannot hold them all, so that its words must tell, too."""
Words = Mapping[str, str]
"""What the messages said that state the evidence, by id: of a memory that names its messages and rewords them."""

_NOTHING = frozenset[int]()
_UNKNOWN = FactEvidence(message_ids=(), confidence=0.0)


def covered_facts(
    gold: Gold, hits: Iterable[Hit], texts: Iterable[str] = (), words: Words | None = None
) -> tuple[bool, ...]:
    """Whether each gold fact is among `hits`, or stated by one of `texts`; in the order of the facts.

    A hit covers a fact

    - by its messages: it names one that is evidence of the fact, and either names no other, or has at least
      `LEAST_WORDS` words for each that it names, or states at least half as much of the fact as `states` asks for;
    - by its words: it states the fact, and it names no message, or no certain evidence of the fact is known.

    With `words` the messages are not enough: the hit must keep what one of them said of the fact, too. Without hits and
    texts nothing is covered; without facts there is nothing.
    """
    found = frozenset[int]().union(*covered_by(gold, list(hits), words))
    told = list(texts)
    return tuple(n in found or any(states(text, fact) for text in told) for n, fact in enumerate(gold.facts))


def covered_by(gold: Gold, hits: Sequence[Hit], words: Words | None = None) -> tuple[frozenset[int], ...]:
    """For each hit which gold facts it covers, from 0; in the order of the hits. `words` as for `covered_facts`."""
    evidence = [_evidence(gold, number) for number in range(len(gold.facts))]
    known = frozenset(message for each in evidence for message in each.message_ids)
    is_sure = all(each.message_ids and each.confidence >= SURE for each in evidence)
    covers: list[frozenset[int]] = []
    for hit in hits:
        if is_sure and hit.message_ids and known.isdisjoint(hit.message_ids):
            covers.append(_NOTHING)  # the most frequent case, and the quickest to tell
        else:
            pairs = enumerate(zip(gold.facts, evidence, strict=True))
            covers.append(frozenset(n for n, (fact, each) in pairs if _covers(hit, fact, each, words)))
    return tuple(covers)


def n_held(hit: Hit) -> int:
    """How many messages a hit can hold at most, by its words: one for each `LEAST_WORDS`, and at least one.

    Two characters of a script without spaces count as a word.
    """
    return max(1, (len(hit.text.split()) + n_spaceless(hit.text) // 2) // LEAST_WORDS)


def coverage_at(covers: Sequence[frozenset[int]], n_facts: int, k: int) -> float:
    """The share of `n_facts` facts that the first `k` hits cover together; 0 without facts."""
    return len(frozenset[int]().union(*covers[:k])) / n_facts if n_facts else 0.0


def noise_at(covers: Sequence[frozenset[int]], k: int) -> float | None:
    """The share of the first `k` hits, or of all where there are fewer, that cover no fact; None without hits."""
    first = covers[:k]
    return sum(not facts for facts in first) / len(first) if first else None


def _covers(hit: Hit, fact: str, evidence: FactEvidence, words: Words | None) -> bool:
    if not evidence.message_ids or evidence.confidence < SURE:
        is_named = not set(hit.message_ids).isdisjoint(evidence.message_ids)
        return (is_named and _is_kept(hit, fact, evidence, words)) or states(hit.text, fact)
    if not hit.message_ids:
        return states(hit.text, fact)
    named = set(hit.message_ids)
    if named.isdisjoint(evidence.message_ids):
        return False
    if named.issubset(evidence.message_ids) or len(named) <= n_held(hit):
        return _is_kept(hit, fact, evidence, words)
    return states(hit.text, fact, share=HALF)


def _is_kept(hit: Hit, fact: str, evidence: FactEvidence, words: Words | None) -> bool:
    """Whether the words of a hit that names evidence of a fact still say it; those of a verbatim memory do."""
    if words is None:
        return True
    said = (words.get(message_id, "") for message_id in hit.message_ids if message_id in evidence.message_ids)
    return any(keeps(hit.text, fact, one) for one in said)


def _evidence(gold: Gold, number: int) -> FactEvidence:
    return gold.fact_evidence[number] if number < len(gold.fact_evidence) else _UNKNOWN

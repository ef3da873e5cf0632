"""Which few messages of a stretch state a fact, and how sure that is.

The rule: the message that says most of the fact, by the rarity of its words, is taken first; a further one near it only
for what the others do not say. The whole stretch is never the answer.

What a confidence means: put each fact once more at the day and clock time of another fact of its scenario; among all
answers with confidence c about the share c is then from the right time. It falls where little of the fact is said, and
where as much could have been said by accident.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memory.embedded.words import runs
from memory.messages import Message
from replay.fact_words import FactWords

MOST = 3
"""A statement is spread over at most so many messages."""
NEAR = 6
"""How many places the further messages may stand from the first."""
WORTH = 0.1
"""The share of the fact that a further message must add, unless it says a quoted sentence word for word."""
ACCIDENT = 0.2
"""How many messages of that neighbourhood may be expected to add as much by accident, at most."""
NEARBY_US, FADING_US = 10 * 60_000_000, 60 * 60_000_000
"""Up to 10 minutes from the fact's instant words count in full; 60 minutes further on they count half."""

EVEN, STEEPNESS = 0.35, 4
"""The share of a fact that is said as often in another session as in the right one, and how fast that changes."""
WORD_FOR_WORD = 0.95
"""The confidence, accident apart, where a quoted sentence is said word for word, whatever else is said."""
LEAST = 0.05
"""With less confidence nothing is said to state the fact."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A message and the content words that it says."""

    message: Message
    words: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A fact in the light of its scenario."""

    fact: FactWords
    rarity: Mapping[str, float]
    """Of each content word but names: how surprising it is in a message, in nats, above 0."""
    voices: Mapping[str, float]
    """From 0 to 1: what words count from each speaker."""
    at_us: int | None
    """The fact's instant, where it names one."""

    @property
    def weights(self) -> dict[str, float]:
        """What each word counts, times its rarity; empty for a fact without content words."""
        return {word: self.fact.counts[word] * rarity for word, rarity in self.rarity.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """The messages that state a fact, in time order, and the confidence from `LEAST` to 1."""

    lines: tuple[Line, ...]
    confidence: float


def weight_said(weights: Mapping[str, float], line: Line) -> float:
    """The sum of the weights of the words that `line` says; 0 for none."""
    return sum(weight for word, weight in weights.items() if word in line.words)


def find_statement(wanted: Wanted, lines: Sequence[Line]) -> Statement | None:
    """The messages among `lines`, which are in time order, that state the fact; the earlier of equally good ones.

    None where there are none, or none says enough.
    """
    weights = wanted.weights
    total = sum(weights.values())
    gains = [weight_said(weights, line) * _trust(wanted, line) for line in lines]
    if max(gains, default=0.0) <= 0:
        return None
    first = gains.index(max(gains))
    chosen, said, quoted = [first], gains[first], _sentences_in(lines[first], wanted.fact)
    weights = _without(weights, lines[first])
    pool = [i for i in range(max(0, first - NEAR), min(len(lines), first + NEAR + 1)) if i != first]
    while pool and len(chosen) < MOST:
        adds = {i: _adds(wanted, weights, lines[i], total, quoted, len(pool)) for i in pool}
        best = max(adds, key=lambda i: (adds[i], -i))
        if adds[best] <= 0:
            break
        pool.remove(best)
        chosen.append(best)
        said += adds[best]
        quoted |= _sentences_in(lines[best], wanted.fact)
        weights = _without(weights, lines[best])
    accident = min(1.0, _by_accident(wanted, wanted.rarity, lines[first], len(lines)))
    likely = max(_likely(said / total), WORD_FOR_WORD if quoted else 0.0)
    confidence = round(likely * (1 - accident), 3)
    if confidence < LEAST:
        return None
    return Statement(lines=tuple(lines[i] for i in sorted(chosen)), confidence=confidence)


def _adds(
    wanted: Wanted, unsaid: Mapping[str, float], line: Line, total: float, quoted: frozenset[str], n_lines: int
) -> float:
    """The weight that a further message adds; 0 where it is not worth adding."""
    gain = weight_said(unsaid, line) * _trust(wanted, line)
    worth = gain >= WORTH * total and _by_accident(wanted, unsaid, line, n_lines) <= ACCIDENT
    return gain if worth or _sentences_in(line, wanted.fact) - quoted else 0.0


def _likely(share: float) -> float:
    """How likely the place is the right one, before anything else is known, where this share of the fact is said."""
    return share**STEEPNESS / (share**STEEPNESS + EVEN**STEEPNESS)


def _by_accident(wanted: Wanted, words: Mapping[str, float], line: Line, n_lines: int) -> float:
    """How many of `n_lines` messages say, by accident, what `line` says of `words`, as if words came independently."""
    return n_lines * math.exp(-sum(wanted.rarity[word] for word in words if word in line.words))


def _trust(wanted: Wanted, line: Line) -> float:
    """From 0 to 1: by who speaks, and how far from the fact's instant."""
    voice = wanted.voices[line.message.speaker]
    if wanted.at_us is None:
        return voice
    away_us = abs(line.message.position.at_us - wanted.at_us)
    return voice / (1 + max(0, away_us - NEARBY_US) / FADING_US)


def _without(weights: Mapping[str, float], line: Line) -> dict[str, float]:
    return {word: weight for word, weight in weights.items() if word not in line.words}


def _sentences_in(line: Line, fact: FactWords) -> frozenset[str]:
    """The quoted sentences of the fact that `line` says word for word."""
    if not fact.sentences:
        return frozenset()
    text = f" {' '.join(runs(line.message.text))} "
    return frozenset(sentence for sentence in fact.sentences if f" {sentence} " in text)

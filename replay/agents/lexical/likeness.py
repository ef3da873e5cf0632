"""Which settings a sentence is like, learnt from sentences that people might say of each: no list of phrases.

A multinomial naive Bayes classifier over words and pairs of words, weighted by how rare they are and by the length of
the text (Rennie et al., "Tackling the Poor Assumptions of Naive Bayes Text Classifiers", ICML 2003). What it learnt
stands in `likeness.json`; `python -m fixtures.said` makes that file from the sentences in `fixtures/said`.

Rule protected: the same text gives the same likeness, to the bit, on every machine with the same mathematics; a text of
words that were never seen is like nothing.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise

import orjson
import snowballstemmer  # type: ignore[import-untyped]

FILE_NAME = "likeness.json"
NOTHING = "none"
"""What is like no setting: the other talk of people in a car."""
_PRIOR_OF_NOTHING = 9.0
"""How much likelier than any one setting a sentence means none, before a word is read."""
_SHARPNESS = 2.5
"""Texts are shortened to length 1, and their words depend on each other: points count so much more than that."""
_LEAST = 0.05
"""What is less likely is left out."""
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+")
_NUMBER = "#"


@dataclass(frozen=True, slots=True, kw_only=True)
class Learnt:
    """What was learnt of the settings; points are natural logarithms, in hundredths."""

    keys: tuple[str, ...]
    """The settings, and `NOTHING`."""
    base: tuple[int, ...]
    """For each, the points of a word that was never seen with it."""
    rarity: Mapping[str, int]
    """For each term, the logarithm of how few sentences hold it."""
    points: Mapping[str, tuple[int, ...]]
    """For each term, the number of a setting and its points above the base, in turns."""


def terms(text: str) -> list[str]:
    """The stems of a text's words and each two that stand side by side, in order; every number is `#`."""
    words = [_stem(word) for word in _WORD.findall(text.lower())]
    return words + [f"{one} {other}" for one, other in pairwise(words)]


def weights(found: Iterable[str], rarity: Mapping[str, float]) -> dict[str, float]:
    """How much each known term of a text counts: by its rarity and its number, the squares together 1."""
    counts = Counter(term for term in found if term in rarity)
    raw = {term: (1.0 + math.log(n)) * rarity[term] for term, n in counts.items()}
    length = math.sqrt(math.fsum(n * n for n in raw.values())) or 1.0
    return {term: n / length for term, n in raw.items()}


@lru_cache(maxsize=8192)
def likely(text: str) -> Mapping[str, float]:
    """How likely a plain text means each setting, by key, `NOTHING` left out; those below 0.05 are 0 and left out."""
    learnt = _learnt()
    counted = weights(terms(text), learnt.rarity)
    total = math.fsum(counted.values())
    scores = [total * base for base in learnt.base]
    for term, weight in counted.items():
        points = learnt.points[term]
        for i in range(0, len(points), 2):
            scores[points[i]] += weight * points[i + 1]
    odds = [_SHARPNESS * score / 100.0 for score in scores]
    odds[learnt.keys.index(NOTHING)] += math.log(_PRIOR_OF_NOTHING)
    most = max(odds)
    shares = [math.exp(n - most) for n in odds]
    whole = math.fsum(shares)
    return {
        key: share / whole for key, share in zip(learnt.keys, shares, strict=True)
        if key != NOTHING and share >= _LEAST * whole
    }  # fmt: skip


@lru_cache(maxsize=65_536)
def _stem(word: str) -> str:
    # a stemmer keeps the word that it is at: threads must not share one
    return _NUMBER if word[0].isdigit() else str(snowballstemmer.stemmer("english").stemWord(word))


@cache
def _learnt() -> Learnt:
    known = orjson.loads(files(__package__).joinpath(FILE_NAME).read_bytes())
    return Learnt(
        keys=tuple(known["keys"]),
        base=tuple(known["base"]),
        rarity={term: rarity for term, (rarity, _) in known["terms"].items()},
        points={term: points for term, (_, points) in known["terms"].items()},
    )

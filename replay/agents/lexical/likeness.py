"""Which settings a sentence is like, learnt from sentences that people might say of each: no list of phrases.

Softmax regression over words and pairs of words, weighted by how rare they are and by the length of the text. What it
learnt stands in `likeness.json`; `python -m fixtures.said` makes that file from the sentences in `fixtures/said`.

Rule protected: the same text gives the same likeness, to the bit, on every machine with the same mathematics; a text of
words that were never seen is like nothing.
"""

import math
import re
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise

import orjson
import snowballstemmer  # type: ignore[import-untyped]

FILE_NAME = "likeness.json"
NOTHING = "none"
"""What is like no setting: the other talk of people in a car."""
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
    """For each, the points before a word is read."""
    rarity: Mapping[str, int]
    """For each term, the logarithm of how few sentences hold it."""
    points: Mapping[str, Sequence[int]]
    """For each term, the number of a setting and its points, in turns; those near 0 are left out."""


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
def _shares(text: str) -> "array[float]":
    """The shares of `shares`, in the order of the table's keys: as numbers alone, since thousands are kept."""
    learnt = _learnt()
    scores = [float(base) for base in learnt.base]
    for term, weight in weights(terms(text), learnt.rarity).items():
        told = learnt.points[term]
        for i in range(0, len(told), 2):
            scores[told[i]] += weight * told[i + 1]
    most = max(scores)
    odds = [math.exp((n - most) / 100.0) for n in scores]
    whole = math.fsum(odds)
    return array("d", (n / whole for n in odds))


def shares(text: str) -> Mapping[str, float]:
    """How likely a plain text means each setting, by key, and `NOTHING`; together 1."""
    return dict(zip(_learnt().keys, _shares(text), strict=True))


@lru_cache(maxsize=8192)
def likely(text: str) -> Mapping[str, float]:
    """Those of a plain text's `shares` that are settings and at least 0.05; the rest is left out, as if it were 0."""
    return {
        key: n for key, n in zip(_learnt().keys, _shares(text), strict=True) if key != NOTHING and n >= _LEAST
    }  # fmt: skip


def points(key: str, text: str) -> float:
    """How much a plain text speaks for a setting: 0 nothing, 6.9 all; the logarithm of its share, in thousandths."""
    return math.log1p(1_000.0 * _shares(text)[_place(key)])


@cache
def _place(key: str) -> int:
    return _learnt().keys.index(key)


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
        points={term: array("h", points) for term, (_, points) in known["terms"].items()},
    )

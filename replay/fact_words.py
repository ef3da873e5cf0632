"""The words of gold facts and messages, as far as they tell what was stated.

The rule: both sides are read alike. What a fact quotes counts in full; what it narrates counts half, since the
narration is the source's own wording; a number counts in full wherever it stands.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from memory.embedded.words import is_spaceless, runs, stem

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_PREFIX = re.compile(r"""\s*\[[^\]]*\]\s*(?:['"]?[Aa]t \d{1,2}:\d{2} ?[AP]M\b[\s,:]*)?""")
_QUOTE = re.compile(r"""(?<![^\s(:,])(['"‘“])(?P<said>\S(?:.*?\S)?)['"’”](?![^\s.,;:!?)])""", re.DOTALL)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")

_WORD = re.compile(r"[a-z]+")
_STOP = frozenset(
    _WORD.findall(
        "a about after again all also always am an and any are as at be because been before being both but by can "
        "cannot could d did do does doing done down each even ever every few for from get go going got had has have "
        "having he her here hers him his how i if in into is it its itself just let like ll m make made may me mean "
        "might mine more most much must my no nor not now of off ok okay on once one only or other our ours out over "
        "own please put re really s said same say says see she should so some still such t take than thank thanks that "
        "the their theirs them then there these they thing think this those though through to too up us ve very want "
        "wants was way we well went were what when where which while who whose why will with would yes you your yours "
        "alone asked car complained corrected drive driver driving drove explained explicitly immediately mentioned "
        "noted passenger remarked replied saying stated tell telling told"
    )
)
"""Words of grammar, and those with which a fact reports that somebody spoke or drove: few say them in stating it."""

_SMALL = _WORD.findall(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_TENS = _WORD.findall("twenty thirty forty fifty sixty seventy eighty ninety")
_NUMBERS: Mapping[str, int] = {
    **{word: number for number, word in enumerate(_SMALL)},
    **{word: 10 * number for number, word in enumerate(_TENS, start=2)},
}

SENTENCE = 3
"""How many words a quoted sentence needs, so that finding it word for word means something; `I'm cold` has three."""
NARRATED = 0.5
"""What a narrated word counts, against 1 for a quoted word or a number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FactWords:
    """A gold fact taken apart."""

    counts: Mapping[str, float]
    """Each content word and what it counts, from `NARRATED` to 1; in the order of the fact."""
    sentences: tuple[str, ...]
    """The sentences that it quotes, folded; those of fewer than `SENTENCE` words are left out."""
    narration: tuple[str, ...]
    """The folded words outside the quotes, in order: that is where people are named."""


def read_fact(fact: str) -> FactWords:
    """The fact without the day and clock time in front, taken apart; an empty one has no words."""
    body = _PREFIX.sub("", fact, count=1)
    quotes = [match["said"] for match in _QUOTE.finditer(body)]
    narration = _QUOTE.sub(" ", body)
    counts: dict[str, float] = {}
    for word in content_words(body):
        counts[word] = 1.0 if word.isdecimal() else NARRATED
    for word in content_words(" . ".join(quotes)):
        counts[word] = 1.0
    folded = [" ".join(runs(part)) for quote in quotes for part in _SENTENCE_END.split(quote)]
    sentences = tuple(sentence for sentence in folded if sentence.count(" ") >= SENTENCE - 1)
    return FactWords(counts=counts, sentences=sentences, narration=tuple(runs(narration)))


def content_words(text: str) -> tuple[str, ...]:
    """The different stems of a text that carry meaning, in the order of their first place.

    Numbers in words become digits up to 99; a run of a spaceless script gives its pairs of neighbours.
    """
    words: dict[str, None] = {}
    tens = 0
    for run in runs(_CAMEL.sub(" ", text)):
        number = _NUMBERS.get(run)
        if tens and number is not None and 0 < number < 10:
            words.pop(str(tens), None)
            words[str(tens + number)] = None
            tens = 0
            continue
        tens = number if number is not None and number >= 20 else 0
        if number is not None and run != "one":
            words[str(number)] = None
        else:
            words.update(dict.fromkeys(_stems(run)))
    return tuple(words)


def people_in_order(narration: Sequence[str], names: Mapping[str, Sequence[str]]) -> list[frozenset[str]]:
    """Who is named, first mention first: for each place in `narration` the people whose names stand there.

    `names` has each person's folded name in words. The longest piece of a name decides, so that `Ada Lee` is not
    `Ada Fox`; `Ada` alone may be either. One whose whole name is part of that piece is meant, too.
    """
    found: list[frozenset[str]] = []
    at = 0
    while at < len(narration):
        lengths = {person: _piece(narration, at, words) for person, words in names.items()}
        longest = max(lengths.values(), default=0)
        if longest:
            place = set(narration[at : at + longest])
            found.append(frozenset(p for p, n in lengths.items() if n and (n == longest or place.issuperset(names[p]))))
        at += max(longest, 1)
    return found


def _piece(narration: Sequence[str], at: int, name: Sequence[str]) -> int:
    """How many words from `at` on are consecutive words of `name`."""
    best = 0
    for start in range(len(name)):
        n = 0
        while start + n < len(name) and at + n < len(narration) and narration[at + n] == name[start + n]:
            n += 1
        best = max(best, n)
    return best


@lru_cache(maxsize=65_536)
def _stems(run: str) -> tuple[str, ...]:
    if is_spaceless(run):
        return tuple(a + b for a, b in pairwise(run)) or (run,)
    if run.isdecimal():
        return (str(int(run)) if len(run) < 10 else run,)
    return () if run in _STOP or len(run) < 2 else (_light_stem(run),)


def _light_stem(word: str) -> str:
    """Without endings of number, tense and degree: `heated`, `heating` and `heats` give `heat`."""
    stemmed = stem(word)
    for ending in ("ies", "ied"):
        if word.endswith(ending) and len(word) > 5:
            return word.removesuffix(ending) + "y"
    if len(stemmed) >= 4 and stemmed[-1] == stemmed[-2] and stemmed != word and stemmed[-1] not in "ls":
        return stemmed[:-1]
    return stemmed.removesuffix("e") if len(stemmed) > 4 else stemmed

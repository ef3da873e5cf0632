"""The car's vocabulary as the matcher of gold facts needs it: what tells settings apart, which values exclude others.

Everything follows from the catalogue, so a setting that is added there is known here.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache

from memory.embedded.words import runs
from vehicle.catalogue import COMMANDS, MODULES, vocabulary


def word_set(words: str) -> frozenset[str]:
    """The words of a text that are separated by blanks."""
    return frozenset(words.split())


_NOT_A_PART = word_set(
    "a behavior c car child close color current degree degrees down favorite front full high in information left level "
    "live low on playing preference real rear right running system the them time to total turn up words"
)
"""Words of the settings' names that are said of anything."""
_SAID_OF_ANYTHING = word_set("auto-brightness band boot degrees directions film fan repeat step swing track tune")
"""Names of settings that are everyday words: they are no synonyms of the setting."""
_NO_VALUE = word_set("auto close map off scene window")
"""Values that are parts of the car, or said of any part."""
PLAIN: Mapping[str, tuple[str, ...]] = {
    "ac": ("air", "conditioner"),
    "aircon": ("air", "conditioner"),
    "auto": ("automatic",),
    "centre": ("center",),
    "colour": ("color",),
    "dash": ("dashboard",),
    "hud": ("head", "display"),
    "muted": ("mute",),
    "muting": ("mute",),
    "nav": ("navigation",),
    "shuffled": ("shuffle",),
    "shuffling": ("shuffle",),
}
"""Abbreviations, British spellings and forms of values, and what they count as."""
_ENDINGS = ("ings", "ing", "ness", "ion", "ed", "er", "ly", "es", "s", "e")

_WATCHED: Mapping[str, tuple[str, ...]] = {
    "color": ("amber", "beige", "black", "blue", "brown", "cyan", "gold", "gray", "green", "grey", "orange", "pink",
              "purple", "red", "silver", "turquoise", "violet", "white", "yellow"),
    "scale": ("celsius", "fahrenheit"),
    "distance": ("kilometers", "kilometres", "miles"),
}  # fmt: skip
"""Kinds of values that a car may not have, but people do."""
CIRCUMSTANCES: Mapping[str, tuple[str, ...]] = {
    "hour": ("morning", "noon", "afternoon", "evening", "night", "midnight"),
    "season": ("spring", "summer", "autumn", "winter"),
    "day": ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
    "end": ("front", "rear"),
    "side": ("left", "right"),
    "seat": ("driver", "passenger"),
}
"""Kinds of circumstances; what holds for one member of a kind does not hold for another."""


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """`word` without its common endings, at least four letters of it: `heated`, `heater`, `heating` give `heat`.

    After `s`, `ed` and `ing` three are enough. Several endings may go; a doubled last letter is made single.
    """
    shorter = True
    while shorter:
        shorter = False
        for ending in _ENDINGS:
            is_double_s = ending in ("s", "es") and word.endswith(("ss", "sses"))
            least = 3 if ending in ("s", "ed", "ing") else 4
            if word.endswith(ending) and len(word) - len(ending) >= least and not is_double_s:
                word, shorter = word.removesuffix(ending), True
                break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiou" else word


@cache
def weights() -> Mapping[str, float]:
    """Each stem in the plainest names of settings and parts, and what it tells: 1 / the number of names that have it.

    At most a half: a word of one name alone may be an everyday word.
    """
    counts = Counter(word for name in _plainest() for word in name)
    return {word: 1.0 / max(n, 2) for word, n in counts.items()}


@cache
def attributes() -> frozenset[str]:
    """The stems that say what of a part is set, such as height or heating: they name a setting, and no part."""
    parts = {word for module in MODULES.values() for name in module.words for word in _parts(name)}
    return frozenset(weights()) - parts


@cache
def spoken() -> frozenset[str]:
    """The stems of every word in any name of a setting or part: a text with none of them names no part of the car."""
    return frozenset(stem(word) for group in vocabulary() for name in group for word in runs(name)) | {
        stem(word) for word in PLAIN
    }


@cache
def synonyms() -> Mapping[str, tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]]:
    """By its first word, each name of a setting in words, and the stems of the plainest name; longest names first."""
    known: dict[tuple[str, ...], tuple[str, ...]] = {}
    for plainest, *others in vocabulary():
        for name in others:
            words = tuple(plain_words(runs(name)))
            if name not in _SAID_OF_ANYTHING and not (len(words) == 1 and stem(words[0]) in weights()):
                known.setdefault(words, tuple(_parts(plainest)))
    by_first: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}
    for words in sorted(known, key=len, reverse=True):
        by_first.setdefault(words[0], []).append((words, known[words]))
    return {word: tuple(names) for word, names in by_first.items()}


@cache
def values() -> Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]]:
    """By its first word, each value that is a word: the kind of value, and the words of it; longest values first.

    Values that one argument of a command chooses from are of one kind; colors are of one kind everywhere. Values with
    digits are left to the numbers, and `off` to the switch.
    """
    kinds: dict[tuple[str, ...], str] = {(word,): kind for kind, words in _WATCHED.items() for word in words}
    for row in COMMANDS.values():
        for parameter in row.parameters:
            for value in parameter.values:
                words = tuple(runs(value.replace("_", " ")))
                if not any(c.isdigit() for c in value) and words[0] not in _NO_VALUE:
                    kinds.setdefault(words, "/".join(parameter.values))
    by_first: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for words in sorted(kinds, key=len, reverse=True):
        by_first.setdefault(words[0], []).append((kinds[words], words))
    return {word: tuple(found) for word, found in by_first.items()}


def car_stems(words: Sequence[str]) -> set[str]:
    """The stems of the car in `words`, which are plain and in order; a synonym counts as the plainest name alone."""
    found: set[str] = set()
    names = synonyms()
    at = 0
    while at < len(words):
        for name, plainest in names.get(words[at], ()):
            if tuple(words[at : at + len(name)]) == name:
                found.update(plainest)
                at += len(name)
                break
        else:
            found.update(_part(words[at]))
            at += 1
    return found


def plain_words(words: Iterable[str]) -> list[str]:
    """`words`, which are folded, with abbreviations written out, in American spelling, values in one form."""
    return [plain for word in words for plain in PLAIN.get(word, (word,))]


def weigh(words: Iterable[str]) -> float:
    """What stems of the car tell together; 0 for none, and for those that are no words of the car."""
    known = weights()
    return sum(known.get(word, 0.0) for word in words)


def _part(word: str) -> tuple[str, ...]:
    stemmed = stem(word)
    return (stemmed,) if word not in _NOT_A_PART and stemmed in weights() else ()


def _plainest() -> list[frozenset[str]]:
    return [frozenset(_parts(names[0])) for names in vocabulary()]


def _parts(name: str) -> list[str]:
    words = plain_words(runs(name))
    return [stem(word) for word in words if word not in _NOT_A_PART and not word[0].isdigit()]

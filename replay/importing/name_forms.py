"""How a name is written: its parts, in small letters and in large ones, and with the `s` of a genitive.

The rule: a part of a name is found with a capital. In small letters, or with an `s` behind, it is found unless it is a
word then (`replay.importing.name_words`) or very short.
"""

import re
import unicodedata
from collections.abc import Sequence

from replay.importing.mapping import USUAL_ROLES
from replay.importing.name_words import ORDINARY_WORDS
from vehicle.catalogue import COMMANDS

_CAR_WORDS = {
    word.casefold()
    for row in COMMANDS.values()
    for part in row.parameters
    for value in (*part.values, *part.aliases)
    for word in re.findall(r"[^\W\d_]+", value)
}
_WORDS = ORDINARY_WORDS | _CAR_WORDS
"""In small letters no names; those of the car are settings, such as `auto` and `max`."""
_SHORTEST_HALF = 3
"""A half of a name with a hyphen that is shorter is no name by itself."""
_SHORTEST_SMALL = 3
"""A part of a name that is shorter is found with a capital alone."""
_SHORTEST_SMALL_GENITIVE = 4
_HISSING = "sxzß"
"""A name that ends so has a genitive with an apostrophe, or none."""
_SMALL_WORD = 3
"""Parts of a name that begin small and are no longer, such as `de` or `van`, stay."""
WIDE_SIGNS = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uff66-\uff9d"
WIDE = re.compile(f"[{WIDE_SIGNS}]")
"""Scripts that put no blanks between words."""
_SCRIPTS = (r"A-Za-z\u00aa\u00ba\u00c0-\u024f\u1e00-\u1eff", r"\u0370-\u03ff\u1f00-\u1fff", r"\u0400-\u052f")
LATIN = rf"[{_SCRIPTS[0]}\d_]"
"""What goes on with a word or a number of Latin letters."""
WORD_SIGNS = (
    *(rf"[{signs}\d]" for signs in _SCRIPTS),
    rf"[^\W_{''.join(_SCRIPTS)}{WIDE_SIGNS}]",
)
"""By script, what goes on with a word: a word ends where another script begins, as in `Anna\u7684`."""
EDGES = " .,;:()[]\"'"


def parts_of(name: str) -> list[str]:
    """The parts of a name that are replaced: initials and small words are not."""
    parts = (part.strip(EDGES) for part in name.split())
    return [
        part
        for part in parts
        if (len(part) > 1 or WIDE.search(part))
        and part.casefold() not in USUAL_ROLES
        and not (part[0].islower() and len(part) <= _SMALL_WORD and len(name.split()) > 1)
    ]


def spellings_of(part: str) -> list[str]:
    """How a part of a name is written: with a capital, in capitals, and small unless that is a word or very short."""
    large = [part.capitalize(), part.upper()]
    if part.casefold() in _WORDS:
        return large if part.islower() else [part, *large]
    return [part, *large, part.lower()] if len(part) >= _SHORTEST_SMALL else [part, *large]


def genitives_of(part: str) -> list[str]:
    """The part with an `s` and no apostrophe, as in German; none where it is a word, or makes one with the `s`."""
    plain = unicodedata.normalize("NFC", part).casefold()
    is_word = plain in _WORDS or f"{plain}s" in _WORDS
    if (
        is_word
        or len(plain) < _SHORTEST_SMALL
        or plain[-1] in _HISSING
        or not plain[-1].isalpha()
        or not _has_case(plain)
    ):
        return []
    large = [f"{part.capitalize()}s", f"{part.upper()}S"]
    if not part.islower():
        large.append(f"{part}s")
    return [*large, f"{part.lower()}s"] if len(plain) >= _SHORTEST_SMALL_GENITIVE else large


def bounded(spellings: Sequence[str]) -> str:
    """A regular expression that finds each of these, the first ones first, where it is a whole word of its script."""
    groups: dict[tuple[str, str], list[str]] = {}
    for spelling in spellings:
        groups.setdefault((_signs_of(spelling[0]), _signs_of(spelling[-1])), []).append(re.escape(spelling))
    return "|".join(f"(?<!{first})(?:{'|'.join(each)})(?!{last})" for (first, last), each in groups.items())


def _signs_of(sign: str) -> str:
    """What goes on with a word that has this sign at its edge."""
    return next((signs for signs in WORD_SIGNS if re.match(signs, sign)), WORD_SIGNS[-1])


def _has_case(text: str) -> bool:
    return text.lower() != text.upper()


def halves_of(part: str) -> list[str]:
    """The names that a part with a hyphen is made of."""
    return [half for half in part.split("-") if len(half) >= _SHORTEST_HALF] if "-" in part else []

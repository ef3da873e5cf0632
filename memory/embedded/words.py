"""How text becomes words, the same for what is stored and for what is asked.

The rule: any text is data. Whatever comes in (quotes, operators, NUL, halves of surrogate pairs, emoji), only letters,
digits and spaces come out, so nothing that a person says can be read as the syntax of an index.
"""

import re
import unicodedata
from itertools import pairwise

SPACELESS = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f"  # Burmese
    "\u1100-\u11ff\uac00-\ud7a3"  # Hangul
    "\u1780-\u17ff"  # Khmer
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"  # iteration marks, kana
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
)
"""Ranges of a character class: scripts whose words are not told apart by spaces. Hangul counts as one, since its
particles are written onto the word."""

MAX_TERMS = 256
"""How many different terms of one query count; those behind them are dropped, so that a query's cost has a bound."""

_SPACELESS_CHARACTER = re.compile(f"[{SPACELESS}]")
_RUN = re.compile(f"[{SPACELESS}]+|[^{SPACELESS}]+")
_TOO_MANY_ACCENTS = re.compile("[\u0300-\u036f]{30}")  # on one letter; sorting them takes quadratic time
_ZERO_WIDTH_SPACE = 0x200B
_VARIATION_SELECTORS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))


class _Fold(dict[int, int | None]):
    """What becomes of each character, worked out when it is first met: kept, a space, or dropped."""

    def __missing__(self, code: int) -> int | None:
        category = unicodedata.category(chr(code))
        kept: int | None = ord(" ")
        if any(code in selectors for selectors in _VARIATION_SELECTORS):
            kept = None
        elif category == "Cf" and code != _ZERO_WIDTH_SPACE:
            kept = None  # soft hyphens, joiners and direction marks stand inside words
        elif category[0] in "LNM":
            kept = code
        self[code] = kept
        return kept


_FOLD = _Fold()


def fold(text: str) -> str:
    """`text` in lower case and compatibility form (NFKC), everything but letters, marks and digits turned into spaces.

    Full-width forms become plain ones and ligatures are taken apart; accents stay, they are the index's affair.
    Formatting characters within words vanish. The result can always be encoded in UTF-8.
    """
    if text.isascii():
        return text.translate(_FOLD).lower()
    text = _TOO_MANY_ACCENTS.sub(" ", text)
    return unicodedata.normalize("NFKC", text).translate(_FOLD).casefold()


def index_text(text: str) -> str:
    """`text` for an index that splits at punctuation: each character of a spaceless script becomes a word of its own.

    ASCII is given back as it is, since the index itself folds and splits that alike; the rest is folded.
    """
    return text if text.isascii() else _SPACELESS_CHARACTER.sub(r" \g<0> ", fold(text))


def runs(text: str) -> list[str]:
    """The folded words of `text` in order; a change between spaceless and other scripts ends a word, too.

    `座椅heat 3` gives `座椅`, `heat`, `3`; what a spaceless run consists of is the caller's affair.
    """
    return [run for chunk in fold(text).split() for run in _RUN.findall(chunk)]


def is_spaceless(run: str) -> bool:
    """Whether a run, as `runs` gives it, is of a script without spaces between words."""
    return _SPACELESS_CHARACTER.match(run) is not None


def n_spaceless(text: str) -> int:
    """How many characters of `text` are of scripts without spaces between words."""
    return 0 if text.isascii() else len(_SPACELESS_CHARACTER.findall(text))


def query_terms(text: str) -> list[str]:
    """The different terms of a query, in the order of their first place, at most `MAX_TERMS`.

    A word is a term. A run of a spaceless script gives each pair of neighbours, written `座 椅` as `index_text` has
    stored them, and a single character stands for itself: so a word of two is found exactly, and a sentence that was
    never said in one piece is found by its parts.
    """
    terms: dict[str, None] = {}
    for run in runs(text):
        pairs = is_spaceless(run) and len(run) > 1
        for term in (" ".join(pair) for pair in pairwise(run)) if pairs else (run,):
            if len(terms) == MAX_TERMS:
                return list(terms)
            terms[term] = None
    return list(terms)


def singular(word: str) -> str:
    """`word` without a plural's `s`, roughly: `seats` gives `seat`; `glass` and words of three letters stay."""
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


def stem(word: str) -> str:
    """`word` without a plural's or a participle's ending, roughly: `seats`, `seating`, `seated` give `seat`.

    For comparing two words where no index is at hand; an index with its own stemmer does not need it.
    """
    word = singular(word)
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word.removesuffix(ending)
    return word


def stems(text: str) -> set[str]:
    """The stems of the terms of a query."""
    return {stem(term) for term in query_terms(text)}

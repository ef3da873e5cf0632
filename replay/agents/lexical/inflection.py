"""Forms of words: what a verb, an adjective or a noun becomes in a sentence.

Rule protected: a list names each word once, in its plain form; no list can know `likes` and not `liked`.
"""

import re
from functools import lru_cache
from typing import Literal

Form = Literal["plain", "third", "past", "ing"]

_FORMS: tuple[Form, ...] = ("plain", "third", "past", "ing")
_IRREGULAR = {
    words.split()[0]: tuple(words.split()[1:])
    for words in (
        "be was were been", "bear bore borne", "become became", "begin began begun", "blow blew blown",
        "break broke broken", "bring brought", "burn burned burnt", "buy bought", "catch caught",
        "choose chose chosen", "come came", "cut cut", "do did done", "draw drew drawn", "drive drove driven",
        "eat ate eaten", "fall fell fallen", "feel felt", "find found", "fly flew flown", "forget forgot forgotten",
        "freeze froze frozen", "get got gotten", "give gave given", "go went gone", "grow grew grown", "have had",
        "hear heard", "hit hit", "hold held", "hurt hurt", "keep kept", "know knew known", "lay laid", "lead led",
        "lean leaned leant", "leave left", "let let", "lie lay lain", "light lit lighted", "lose lost", "make made",
        "mean meant", "meet met", "pay paid", "put put", "read read", "ride rode ridden", "run ran",
        "say said", "see saw seen", "send sent", "set set", "shake shook shaken", "shine shone", "shut shut",
        "sing sang sung", "sink sank sunk", "sit sat", "sleep slept", "slide slid", "speak spoke spoken", "spin spun",
        "stand stood", "stick stuck", "swear swore sworn", "take took taken", "teach taught", "tell told",
        "think thought", "throw threw thrown", "wake woke woken", "wear wore worn", "wind wound", "write wrote written",
    )
}  # fmt: skip
"""The pasts of verbs that have their own."""
PASTS = "|".join(dict.fromkeys(past[0] for word, past in _IRREGULAR.items() if word != "be"))
"""The pattern of those that stand alone, as in "he drove", without those of `be`."""
_DOUBLED = re.compile(r"(?:^|[^aeiou])[aeiouy][bdgklmnprtvz]$")
"""The end of a word that doubles its last letter: `set`, `dim`, not `heat`, `turn`."""
_ONE_SYLLABLE = re.compile(r"^[^aeiouy]*(?:qu)?[aeiouy]+[^aeiouy]*$")
_STRESSED_LAST = frozenset({"prefer", "forget", "begin", "permit", "regret", "commit", "control", "admit", "refer"})
"""Longer words that double it all the same."""


def _doubles(word: str) -> bool:
    return bool(_DOUBLED.search(word)) and (bool(_ONE_SYLLABLE.match(word)) or word in _STRESSED_LAST)


def _forms(word: str) -> dict[Form, tuple[str, ...]]:
    """The forms of one verb by their names."""
    stem = word + word[-1] if _doubles(word) else word
    if word == "be":
        return {"plain": ("be", "am", "are"), "third": ("is",), "past": _IRREGULAR[word], "ing": ("being",)}
    if re.search(r"[^aeiou]y$", word):
        third, past, ing = f"{word[:-1]}ies", f"{word[:-1]}ied", f"{word}ing"
    elif word.endswith("ie"):
        third, past, ing = f"{word}s", f"{word}d", f"{word[:-2]}ying"
    elif word.endswith("e"):
        third, past, ing = f"{word}s", f"{word}d", f"{word if word.endswith('ee') else word[:-1]}ing"
    else:
        third, past, ing = f"{stem if word.endswith('z') else word}s", f"{stem}ed", f"{stem}ing"
    if re.search(r"(?:s|sh|ch|x|z|o)$", word):
        third = f"{word}es"
    if word == "have":
        third = "has"
    return {"plain": (word,), "third": (third,), "past": _IRREGULAR.get(word, (past,)), "ing": (ing,)}


@lru_cache(maxsize=256)
def verbs(words: str, *forms: Form) -> str:
    """The pattern of verbs, `|` between them, in the named forms, all four where none is named.

    What stands behind the first word of each stays as it is: `swear by` gives `swears by` and `swore by`, too.
    """
    found: dict[str, None] = {}
    for verb in words.split("|"):
        head, _, rest = verb.strip().partition(" ")
        by_name = _forms(head)
        for form in forms or _FORMS:
            found.update(dict.fromkeys(f"{one} {rest}".strip() for one in by_name[form]))
    return "|".join(found)


@lru_cache(maxsize=256)
def comparatives(words: str, *, most: bool = False) -> str:
    """The pattern of adjectives, blanks between them, in the comparative, or with `most` in the superlative."""
    ending = "est" if most else "er"
    found = []
    for word in words.split():
        if re.search(r"[^aeiou]y$", word):
            found.append(f"{word[:-1]}i{ending}")
        elif word.endswith("e"):
            found.append(f"{word}{ending[1:]}")
        else:
            found.append(f"{word + word[-1] if _doubles(word) else word}{ending}")
    return "|".join(found)

"""Forms of verbs and adjectives, so that a list names each word once.

The rule: a form is written as English spells it, or stands in the table of those that have their own.
"""

import re

_IRREGULAR = {
    words.split()[0]: words.split()[1:]
    for words in (
        "bring brought", "choose chose chosen", "cut cut", "give gave given", "keep kept", "leave left", "let let",
        "make made", "put put", "set set", "shut shut", "slide slid", "stick stuck", "swear swore sworn",
        "take took taken", "wind wound",
    )
}  # fmt: skip
_DOUBLED = re.compile(r"^(?:[^aeiou]*|pre|re)[^aeiou][aeiou][bdgklmnprt]$")
"""A verb that doubles its last letter: `set`, `dim`, `prefer`, not `heat`, `turn`, `open`."""


def verb_forms(words: str) -> frozenset[str]:
    """Every verb of `words`, blanks between them, plain, with -s, in the past and with -ing."""
    forms = set()
    for word in words.split():
        stem = word + word[-1] if _DOUBLED.search(word) else word
        if word.endswith("e"):
            third, past, ing = f"{word}s", f"{word}d", f"{word[:-1]}ing"
        elif re.search(r"(?:sh|ch|x|s)$", word):
            third, past, ing = f"{word}es", f"{word}ed", f"{word}ing"
        elif re.search(r"[^aeiou]y$", word):
            third, past, ing = f"{word[:-1]}ies", f"{word[:-1]}ied", f"{word}ing"
        else:
            third, past, ing = f"{word}s", f"{stem}ed", f"{stem}ing"
        forms.update({word, third, ing, *_IRREGULAR.get(word, (past,))})
    return frozenset(forms)


def comparatives(words: str) -> frozenset[str]:
    """The comparative of every adjective of `words`, blanks between them."""
    forms = set()
    for word in words.split():
        if word.endswith("e"):
            forms.add(f"{word}r")
        elif re.search(r"[^aeiou]y$", word):
            forms.add(f"{word[:-1]}ier")
        else:
            forms.add(f"{word + word[-1] if _DOUBLED.search(word) else word}er")
    return frozenset(forms)

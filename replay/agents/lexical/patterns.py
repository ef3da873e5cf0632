"""A short way to write patterns of words.

A pattern is words with blanks between them, which stand for whatever separates words; `*` stands for any ending, `|`
separates alternatives, brackets group, `?` makes the letter or group before it optional, and a blank before `?` may be
missing. The rest is `re` syntax.
"""

import re
from functools import lru_cache


@lru_cache(maxsize=4096)
def pattern(words: str) -> re.Pattern[str]:
    """The compiled pattern, which matches whole words only; an empty one matches nothing."""
    return re.compile(rf"(?<!\w)(?:{body(words)})(?!\w)" if words else r"(?!)")


@lru_cache(maxsize=1024)
def _sorted_out(words: str) -> tuple[frozenset[str], re.Pattern[str] | None]:
    """The alternatives of a pattern that are single words, and the pattern of the others; None where there are none."""
    plain, others, depth, start = set(), [], 0, 0
    for at, sign in enumerate(f"{words}|"):
        depth += (sign in "([") - (sign in ")]")
        if sign == "|" and not depth:
            part = words[start:at]
            start = at + 1
            if part.isascii() and part.isalpha():
                plain.add(part)
            elif part:
                others.append(part)
    return frozenset(plain), pattern("|".join(others)) if others else None


@lru_cache(maxsize=8192)
def _words_of(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text))


def occurs(words: str, text: str) -> bool:
    """Whether the pattern matches somewhere in the text: `pattern(words).search(text)`, and quicker."""
    single, others = _sorted_out(words)
    return not single.isdisjoint(_words_of(text)) or bool(others and others.search(text))


def body(words: str) -> str:
    """The pattern as `re` syntax, to be built into a larger one."""
    return words.replace("*", r"\w*").replace(" ?", r"\W*").replace(" ", r"\W+")

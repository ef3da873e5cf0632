"""A short way to write patterns of words.

A pattern is words with blanks between them, which stand for whatever separates words; `*` stands for any ending, `|`
separates alternatives, brackets group, `?` makes the letter or group before it optional, and a blank before `?` may be
missing. The rest is `re` syntax.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache


@lru_cache(maxsize=4096)
def pattern(words: str) -> re.Pattern[str]:
    """The compiled pattern, which matches whole words only; an empty one matches nothing."""
    return re.compile(rf"(?<!\w)(?:{body(words)})(?!\w)" if words else r"(?!)")


@dataclass(frozen=True, slots=True, kw_only=True)
class _SortedOut:
    """The alternatives of a pattern, by what it takes to see that they do not match."""

    words: frozenset[str]
    """Those that are single words."""
    by_head: Mapping[str, str]
    """Those in which a word with certain first letters must stand, by these."""
    heads: frozenset[str]
    others: str
    """The rest; empty where there is none."""


_HEAD = 3
"""Letters that a word is told by."""
_RUN = re.compile(r"(?:^| )(?P<letters>[a-z]{3,})(?P<next>.?)")


def _head(alternative: str) -> str:
    """The first letters of a word that every match of an alternative holds; empty where none is sure."""
    outside, depth = [], 0
    for sign in alternative:
        depth += sign in "(["
        outside.append("_" if depth else sign)
        depth -= sign in ")]"
    for run in _RUN.finditer("".join(outside)):
        letters = run["letters"][:-1] if run["next"] in ("?", "{") else run["letters"]
        if len(letters) >= _HEAD:
            return letters[:_HEAD]
    return ""


@lru_cache(maxsize=1024)
def _sorted_out(words: str) -> _SortedOut:
    plain, by_head, depth, start = set(), dict[str, list[str]](), 0, 0
    for at, sign in enumerate(f"{words}|"):
        depth += (sign in "([") - (sign in ")]")
        if sign == "|" and not depth:
            part = words[start:at]
            start = at + 1
            if part.isascii() and part.isalpha():
                plain.add(part)
            elif part:
                by_head.setdefault(_head(part), []).append(part)
    others = by_head.pop("", [])
    return _SortedOut(
        words=frozenset(plain),
        by_head={head: "|".join(parts) for head, parts in by_head.items()},
        heads=frozenset(by_head),
        others="|".join(others),
    )


@lru_cache(maxsize=8192)
def _words_of(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words of a text, and their first letters."""
    words = frozenset(re.findall(r"\w+", text))
    return words, frozenset(word[:_HEAD] for word in words)


def occurs(words: str, text: str) -> bool:
    """Whether the pattern matches somewhere in the text: `pattern(words).search(text)`, and quicker."""
    if not words:
        return False
    sorted_out = _sorted_out(words)
    said, heads = _words_of(text)
    if not sorted_out.words.isdisjoint(said):
        return True
    if not sorted_out.heads.isdisjoint(heads):
        for head in sorted_out.heads & heads:
            if pattern(sorted_out.by_head[head]).search(text):
                return True
    return bool(sorted_out.others and pattern(sorted_out.others).search(text))


def body(words: str) -> str:
    """The pattern as `re` syntax, to be built into a larger one."""
    return words.replace("*", r"\w*").replace(" ?", r"\W*").replace(" ", r"\W+")

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


def body(words: str) -> str:
    """The pattern as `re` syntax, to be built into a larger one."""
    return words.replace("*", r"\w*").replace(" ?", r"\W*").replace(" ", r"\W+")

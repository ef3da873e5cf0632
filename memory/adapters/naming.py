"""Names that any system takes, for those that refuse some: of users, groups, keys."""

import hashlib
import re

_PLAIN = re.compile(r"[A-Za-z0-9_-]{1,128}")
_MADE = "pastlane-name-"
"""How the names begin that are made here."""


def plain_name(name: str) -> str:
    """A name of 1 to 128 ASCII letters, digits, `-` and `_`: `name` itself where it is one, else a digest of it.

    Different names have different ones, and equal names equal ones, in every run.
    """
    if _PLAIN.fullmatch(name) and not name.startswith(_MADE):
        return name
    return _MADE + hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()

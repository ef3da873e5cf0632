"""A name that is not known: what was perhaps meant, and the line that says so before it lists what there is."""

from collections.abc import Iterable
from difflib import get_close_matches

MOST_CHARS = 100
"""Of a longer name only the beginning is compared: what is given may be of any length."""
NEAR = 0.6
"""How much of two names, from 0 to 1, must be the same letters in the same order."""


def near_names(name: str, known: Iterable[str], limit: int = 1, near: float = NEAR) -> list[str]:
    """At most `limit` of the known names whose letters are near, in any case, the nearest first; often none."""
    by_letters: dict[str, str] = {}
    for one in known:
        by_letters.setdefault(one.casefold(), one)
    found = get_close_matches(name[:MOST_CHARS].casefold(), list(by_letters), n=limit, cutoff=near)
    return [by_letters[letters] for letters in found]


def did_you_mean(name: str, known: Iterable[str], near: float = NEAR) -> str:
    """`; did you mean fulltext?` where a known name is near; else nothing."""
    found = near_names(name, known, near=near)
    return f"; did you mean {found[0]}?" if found else ""


def unknown_name(said: str, name: str, known: Iterable[str], and_more: str = "", meant: str = "") -> str:
    """`no agent is called 'orcale'; did you mean oracle? known: ...`, where `said` is what stands before the name.

    `and_more` is what stands behind the list, such as forms that a name may have; `meant` is asked for where no known
    name is near.
    """
    names = list(known)
    asked = did_you_mean(name, names) or (f"; did you mean {meant}?" if meant else "")
    return f"{said} {name!r}{asked or ';'} known: {', '.join(names) or 'none'}{and_more}"

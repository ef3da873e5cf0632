"""The words that a name is made of, and the commands of the car that share some with it."""

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
"""Where a word begins in a name such as `sentAt`."""
_EVERYWHERE = frozenset(("carcontrol", "set", "get", "switch", "turn", "the", "car", "control", "tool"))
"""Words that names of commands and tools share whatever they do."""
_STEM = 4
"""Words that begin with so many equal letters are taken for forms of one word."""


def words_of(name: str) -> list[str]:
    """The words that a name is made of, in small letters: `sentAt`, `sent-at` and `sent_at` are two each."""
    return [word for word in re.split(r"[\W_]+", _HUMP.sub("_", name).casefold()) if word]


def nearest_commands(name: str, known: Iterable[str], limit: int = 2) -> list[str]:
    """The known commands that share words with the name, best first. Ties: the nearer in letters."""
    stems = _stems(name)
    scored = [
        (len(stems & _stems(command)), SequenceMatcher(None, name.casefold(), command).ratio(), command)
        for command in known
    ]
    return [command for n_shared, _, command in sorted(scored, reverse=True)[:limit] if n_shared]


def _stems(name: str) -> set[str]:
    return {word[:_STEM] for word in words_of(name) if len(word) > 2 and word not in _EVERYWHERE}

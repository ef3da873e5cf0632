"""Commands whose arguments are free names, and what such names look like."""

import re
from dataclasses import dataclass

DATE = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|"
    r"Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)"
)
"""Capitalized words that are days and months."""
NAME = rf"(?!{DATE}\b)[A-Z][\w'&.-]*"
"""One capitalized word of a name."""
JOINED = (
    r"(?:of|and|the|in|to|for|a|an|on|at|with|from|de|la|le|les|du|des|der|die|das|von|van|el|los|y|di|da|del|"
    r"et|un|une)"
)
"""Small words within a name."""
_ENDS = re.compile(r"(?<=\w{3})[.!?]\s.*$")


def within_sentence(name: str) -> str:
    """The name up to where its sentence ends, which is not at an initial, and without a small word at its end."""
    return re.sub(rf"(?: {JOINED})+$", "", _ENDS.sub("", name)).strip(" .,'\"")


OWNED = re.compile(r"(?:my|our|his|her|their|[A-Z]\w*'s)\s", re.IGNORECASE)
"""Before what is someone's own."""
NO_NAME = frozenset(
    {
        "video", "videos", "the video", "show", "movie", "clip", "film", "episode", "series", "station",
        "radio station", "radio", "the radio", "video system", "the video system", "the station",
        "his station", "her station",
        "my station", "the news", "news channel", "news station", "local station", "music", "the music", "video player",
    }
)  # fmt: skip
"""What stands where a name stands, and is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A command whose arguments are free names."""

    command: str
    """Without its prefix."""
    args: dict[str, str]
    reason: str

"""Names of people's own for what they set: "I call it Zen", "it feels like a submarine".

Rule protected: such a name is known only from where it was given; words of liking ("I like the music low") are none.
"""

import re
from functools import lru_cache

from replay.agents.lexical.text import content_stems

_GIVEN = re.compile(
    r"(?:\bcall(?:s|ed|ing)?\W+(?:(?:it|this|that|them|so)\b)?|\bif i say\b|\bwhen i say\b|\b(?:nick|"
    r"re)?named?\b(?: it)?|"
    r"\bdubbed\b(?: it)?|\bknown as\b|\b(?:feels?|felt|looks?|looked|sounds?|sounded|is|was|'s|just|almost|"
    r"\")\W*like\b|"
    r"(?:^|[,:;.!?]\W+)like\b|\b(?:that's|that is|this is|it's)\W+(?:my|our|the)\b|\bas my\b|"
    r"\bfor the\b(?= \w+ (?:mode|setting))|(?:^|[.!?] )(?=\w+ (?:mode|routine|program|programme|treatment|setup)[.!]))"
    r"\W*(?:(?:a|an|the|my|our|his|her|their)\W+)?(?P<name>\w+(?:'s)?(?:\W+\w+)?)"
)

_GIVEN_BEHIND = re.compile(
    r"['\"](?P<name>\w+(?: \w+){0,2})[,.!]?['\"],?\W+(?:\w+\W+){0,4}?(?:called|calls|named|names|dubbed|christened)\b"
    r"(?: (?:it|this|that|them)\b|\W*$|[.,;])"
)
"""A name in quotes, and behind it that someone calls it so."""


_MEANS = re.compile(r"(?:^|[.!?,:;]\W*|\b(?:to me|for me|and|my|our),? )(?P<name>\w+) (?:means|meant|stands for)\b")
"""A name of one word that someone explains: "fortress means all doors locked"."""
_NO_NAMES = frozenset({"it", "that", "this", "which", "what", "he", "she", "they", "and"})


@lru_cache(maxsize=4096)
def own_names(words: str) -> tuple[frozenset[str], ...]:
    """The stems of each name that a plain text gives something; names of no meaning of their own are left out."""
    names = (
        content_stems(m["name"]) for form in (_GIVEN, _GIVEN_BEHIND, _MEANS) for m in form.finditer(words)
        if m["name"] not in _NO_NAMES
    )  # fmt: skip
    return tuple(name for name in names if name)

"""The frame in which a memory shows a message, and the words within it.

The rule: `memory.messages.dated_line` puts a stamp and the speaker's name in front of what was said. They are no part
of it: nobody said the 19 of `[2025-01-19 09:14] Mira: Warm, please.`
"""

import re

_STAMP = re.compile(r"\[\d{4}-\d{2}-\d{2} \d{2}:\d{2}\](?: |$)")
_SPEAKER = re.compile(r"[^:,;!?\n]{1,60}:(?: |$)")


def without_stamp(text: str) -> str:
    """The text without the stamp that it begins with; as it is where it begins with none."""
    found = _STAMP.match(text)
    return text if found is None else text[found.end() :]


def without_frame(line: str) -> str:
    """The line without the stamp that it begins with and the speaker behind that; as it is where there is no stamp.

    A name without a stamp stays: it may be the beginning of a fact, such as `seat heating: 3`.
    """
    said = without_stamp(line)
    found = None if said == line else _SPEAKER.match(said)
    return said if found is None else said[found.end() :]

"""The frame in which a memory shows a message, and the words within it.

The rule: `memory.messages.dated_line` puts a stamp and the speaker's name in front of what was said. They are no part
of it: nobody said the 19 of `[2025-01-19 09:14] Mira: Warm, please.` Where the message itself is known, it tells what
is frame (`replay.quoted`, which notes that in the Turn); here is told what its text alone gives away.
"""

import re
from collections.abc import Collection, Iterable, Iterator

from memory.own_words import Stretch

_STAMP = re.compile(r"\[\d{4}-\d{2}-\d{2} \d{2}:\d{2}\](?: |$)")
_SPEAKER = re.compile(r"[^:,;!?\n]{1,60}:(?: |$)")


def without_stamp(text: str) -> str:
    """The text without the stamp that it begins with; as it is where it begins with none."""
    found = _STAMP.match(text)
    return text if found is None else text[found.end() :]


def frame_length(line: str, speakers: Collection[str] | None = None) -> int:
    """How many characters of a line are the stamp that it begins with and the speaker behind that; 0 without a stamp.

    Of `speakers`, all who may have spoken, the longest that fits; where they are not known, whatever could be a name.
    A name without a stamp stays: it may be the beginning of a fact, such as `seat heating: 3`.
    """
    stamp = _STAMP.match(line)
    if stamp is None:
        return 0
    begin = stamp.end()
    if speakers is None:
        guess = _SPEAKER.match(line, begin)
        return begin if guess is None else guess.end()
    words = f"{line[begin:]} "  # a line may have lost the blank behind its name
    named = (len(speaker) + 2 for speaker in speakers if speaker and words.startswith(f"{speaker}: "))
    return min(begin + max(named, default=0), len(line))


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text without the blanks around them, each with the place where it begins."""
    at = 0
    for whole in text.splitlines(keepends=True):
        line = whole.strip()
        yield at + whole.find(line), line
        at += len(whole)


def guessed_frames(text: str, shown: Iterable[str]) -> tuple[Stretch, ...]:
    """The frames of lines of `text` that stand in what was shown, in order, where neither messages nor names are known.

    Frames of other lines are none: who writes one of his own means it.
    """
    if "[" not in text:
        return ()
    quotable = {line.strip() for one in shown for line in one.splitlines()}
    return tuple(
        Stretch(begin, begin + length)
        for begin, line in lines_of(text)
        if line in quotable and (length := frame_length(line))
    )


def without_frames(text: str, frames: Iterable[Stretch]) -> str:
    """The text without these stretches of it, which are in order; as it is where there are none."""
    kept, at = [], 0
    for frame in frames:
        kept.append(text[at : frame.start])
        at = frame.end
    return "".join((*kept, text[at:]))

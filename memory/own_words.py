"""Whether a line shows a message and nothing else, in whatever dress.

The rule: take the message's own words away, all of them or one piece that is long enough, and what is left must be the
message's own frame: its speaker, role, id, number and instants, the names of such fields, and punctuation. A frame is
set off from the words by punctuation, so that no word of it can be read as one more of theirs. So `role: text`, a date
in front, the message as JSON or in brackets, blanks run together and a text cut off at the end are all fair; other
words, or the same in another case, are not. A line may be all frame, beside others that show words; where none does
there is nothing that it is the frame of.
"""

import re
import string
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, tzinfo
from functools import lru_cache
from typing import NamedTuple

from memory.instants import instant
from memory.messages import Message

MIN_PIECE_CHARS = 16
"""A piece of a message shorter than this could be spelled out of any message."""
MAX_FRAME_CHARS = 400
"""On either side of the words, beside the speaker's name."""
_LABELS = frozenset(
    {
        *("message", "id", "seq", "position", "text", "content"),
        *("speaker", "author", "sender", "name", "role", "said", "says"),
        *("time", "timestamp", "date", "at", "us", "occurred", "am", "pm", "utc"),
    }
)
_NOTHING = frozenset({"null", "none"})
"""What a field without a value holds; anywhere else these are words like any other."""
_FIELD = re.compile(r"([^\W\d_]+)[\"']?\s*[:=]\s*$")
"""A field's name, and what stands between it and its value."""
_LONGEST_FIELD = 20
_TOKEN = re.compile(r"\d+|[^\W\d_]+|\s+|[\W_]")
_ISO_LETTER = re.compile(r"(?<=\d)[TZ](?=\d|\W|$)")
_ESCAPED = re.compile(r'\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(["\'\\/])|[bfnrt])')
_DAYS = frozenset(["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"])
_CUT = re.compile(r"^(?:…|\.\.\.)")
_GOES_ON = frozenset(",.;:!?")
"""With these a sentence goes on; what stands behind them is read as more of the words."""
_MARKS = frozenset(string.punctuation + "…–—·•‘’“”«»‹›「」『』【】（）［］：，；｜、。")
"""Signs that a frame is made of; with any other one could write, beside the words, whatever one likes."""
_MOST_MARKS = 8
"""So many in a row, but for a line drawn with one of them."""


class Stretch(NamedTuple):
    """A stretch of a text, from `start` to just before `end`."""

    start: int
    end: int

    @property
    def is_empty(self) -> bool:
        """Whether nothing stands in it."""
        return self.start >= self.end


def words_in(line: str, message: Message, zone: tzinfo) -> Stretch | None:
    """Where in `line` the words of `message` stand, alone or in its frame; None where it is not that message's.

    An empty stretch where all of the line is frame. Instants may be written in `zone` or in UTC. A piece of the words
    that is shorter than `MIN_PIECE_CHARS` is none. All of the line where its frame is told in escapes, as JSON may
    spell a name.
    """
    instants = (message.position.at_us, message.occurred_at_us)
    own = _frame_words(message.id, message.speaker, message.role, message.position.seq, instants, zone)
    most = MAX_FRAME_CHARS + len(message.speaker)
    whole = _in_one(message.text)
    lines = [_in_one(each) for each in message.text.splitlines()]
    texts = [text for text in dict.fromkeys((whole, *lines[:1], *lines[-1:])) if text]
    all_frame: Stretch | None = None
    for shown in dict.fromkeys((_in_one(line), _in_one(_unescaped(line)))):
        if shown in lines:
            return Stretch(0, len(line))
        starts, is_all_frame = _starts(shown, own, most)
        ends = _ends(shown, own, most)
        for text in texts:
            for start in starts:
                if shown.startswith(text, start) and start + len(text) in ends:
                    return _stretch(line, shown, start, start + len(text))
        piece = shown[starts[-1] : ends[-1]]
        if len(piece) >= MIN_PIECE_CHARS and piece in whole:
            return _stretch(line, shown, starts[-1], ends[-1])
        if is_all_frame:
            all_frame = Stretch(0, 0)
    return all_frame


def _stretch(line: str, shown: str, start: int, end: int) -> Stretch:
    """Where in `line` that stands which, its blanks run together and its escapes read, is `shown[start:end]`."""
    n_before, n_behind = (len(frame.replace(" ", "")) for frame in (shown[:start], shown[end:]))
    places = [place for place, sign in enumerate(line) if not sign.isspace()]
    first, behind = places[n_before], places[len(places) - n_behind - 1] + 1
    if "\\" in line[:first] or "\\" in line[behind:]:  # an escape is longer than what it stands for
        return Stretch(0, len(line))
    return Stretch(first, behind)


def _starts(shown: str, own: frozenset[str], most: int) -> tuple[list[int], bool]:
    """Where the words may begin, the beginning first, and whether there are none: all of it is frame."""
    starts = [0]
    at = 0
    for token in _TOKEN.findall(_ISO_LETTER.sub(" ", shown[:most])):
        is_word = token[0].isalnum()
        if not _may_stand(token, shown, at, own):
            return starts, False
        at += len(token)
        if token.isspace():
            if starts[-1] == at - len(token):
                starts[-1] = at
        elif not is_word and _says_whose(shown[:at]) and not (token in "+-.," and shown[at : at + 1].isdecimal()):
            starts.append(at)
    return starts, len(shown) <= most and _says_whose(shown) and not _spells(shown)


def _ends(shown: str, own: frozenset[str], most: int) -> list[int]:
    """Where the words may end, the end first."""
    ends = [len(shown)]
    tail = _ISO_LETTER.sub(" ", shown[-most:])
    at = len(shown)
    for token in reversed(_TOKEN.findall(tail)):
        is_word = token[0].isalnum()
        at -= len(token)
        if not _may_stand(token, shown, at, own):
            break
        if not is_word and not token.isspace() and _is_set_off(shown[at:]):
            ends.append(len(shown[:at].rstrip()))
    return ends


def _may_stand(token: str, shown: str, at: int, own: frozenset[str]) -> bool:
    """Whether a token may stand in the frame, at that place of what is shown."""
    if not token[0].isalnum():
        return token in _MARKS or token.isspace() or token in own  # a name's vowel signs, or a picture in it
    word = token.casefold()
    if word in own or word not in _NOTHING:
        return word in own
    field = _FIELD.search(shown[max(0, at - _LONGEST_FIELD) : at])
    return field is not None and field[1].casefold() in _LABELS


def _is_set_off(rest: str) -> bool:
    """Whether what follows the words is a frame of its own, or no word at all."""
    rest = _CUT.sub("", rest)
    return not any(map(str.isalnum, rest)) or (rest[0] not in _GOES_ON and _says_whose(rest))


def _says_whose(frame: str) -> bool:
    """Whether it is more than a number or two, or a day's name, which would be read as one more of the words."""
    words = [token for token in _TOKEN.findall(frame) if token[0].isalnum()]
    numbers = sum(word.isdecimal() for word in words)
    if not words or numbers >= 3 or any(word.isdecimal() and len(word) > 8 for word in words):
        return True
    return numbers < len(words) and not _DAYS.issuperset(map(str.casefold, words))


def _spells(line: str) -> bool:
    """Whether signs stand in a line where a word should be."""
    return not any(map(str.isalnum, line)) and len(set(line)) > 1 and len(line) > _MOST_MARKS


@lru_cache(maxsize=4096)
def _frame_words(
    id: str, speaker: str, role: str, seq: int, instants: tuple[int | None, ...], zone: tzinfo
) -> frozenset[str]:
    """What may stand in the frame, in lower case: labels, and what the message says of itself beside its text."""
    said = [id, speaker, role, str(seq)]
    for at_us in instants:
        if at_us is not None:
            said += [str(at_us), str(at_us // 1000), str(at_us // 1_000_000)]
            with suppress(OverflowError):  # at the ends of the calendar a zone may have no such instant
                said += _written(instant(at_us))
                said += _written(instant(at_us, zone))
    return _LABELS | {token.casefold() for token in _TOKEN.findall(" ".join(said))}


def _written(when: datetime) -> Iterator[str]:
    """The parts of an instant, however they are put together."""
    yield when.isoformat(timespec="microseconds")
    yield when.strftime("%A %a %B %b %I %y %Z")
    yield f"{when.day} {when.month} {when.hour} {when.hour % 12 or 12} {when.microsecond // 1000:03}"


def _in_one(text: str) -> str:
    """All of it in one line, with single blanks."""
    return " ".join(text.split())


def _unescaped(line: str) -> str:
    """What JSON or a quoted text of a program spells with backslashes, as it was."""
    if "\\" not in line:
        return line
    plain = _ESCAPED.sub(_character, line)
    return plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _character(escaped: re.Match[str]) -> str:
    code = escaped[1] or escaped[2]
    return chr(int(code, 16)) if code else escaped[3] or " "

"""WhatsApp's text export: `[12/05/2024, 21:03:15] Ada: text`, or `12/05/2024, 21:03 - Ada: text`.

The rule: an export does not say whether the day or the month comes first. The first dates decide where one of them can
be read in one way only; else the map must say it. Nor does it say which lines nobody said: what the group's news are
tells `replay.importing.whatsapp_news`, what stands for a message, or behind one, `replay.importing.whatsapp_notices`.
"""

import re
from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from replay.errors import InputError
from replay.importing.mapping import TimePart
from replay.importing.packed_files import open_text
from replay.importing.problems import Problems
from replay.importing.whatsapp_news import News
from replay.importing.whatsapp_notices import words_in

Order = Literal["dmy", "mdy", "ymd"]
_ORDERS: tuple[Order, ...] = ("dmy", "mdy")

_HEAD = re.compile(
    r"\[?(\d{1,4})[./-](\d{1,2})[./-](\d{1,4}),? (?:[^\W\d_]{1,5} )?"  # a date, and `at` in some languages
    r"(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))? ?([AaPp])?\.? ?(?:[Mm]\.?)?"
    r"(?:\] ?| - )(.*)",
    re.DOTALL,
)
_SAID = re.compile(":[ \u202f\u00a0]")
_MARKS = str.maketrans({"\u200e": None, "\u200f": None, "\ufeff": None, "\u202f": " ", "\u00a0": " "})
N_LOOKED_AT = 100_000
WITHOUT_WORDS = "messages without words of anybody left out: deleted, or a picture, a sound, a call"
CUT = "messages with words of the app in them, such as that it was edited, which are cut off"


def read_whatsapp(path: Path, time: TimePart, problems: Problems) -> Iterator[tuple[int, Any]]:
    """A row `time`, `speaker`, `text` for each message; lines without a head belong to the message before.

    What nobody said (the group's own news, what stands for a picture or for a deleted message) is left out and counted.

    Raises:
        InputError: no line is a message, or the order of the dates cannot be told.
    """
    for number, row in _messages(path, time, problems):
        words, is_cut = words_in(row["text"])
        if words or not is_cut:
            if is_cut:
                problems.notes[CUT] += 1
            yield number, {**row, "text": words}
        else:
            problems.notes[WITHOUT_WORDS] += 1


def _messages(path: Path, time: TimePart, problems: Problems) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each message with all that stands in its place."""
    order, news = _first_look(path, time.order, problems)
    held: tuple[int, dict[str, Any]] | None = None
    passing = False
    with open_text(path, newline="\n") as lines:
        for number, raw in enumerate(lines, start=1):
            line = raw.rstrip("\r\n")
            head = _HEAD.match(line.translate(_MARKS))
            if head is None:
                if held is not None:
                    held[1]["text"] += "\n" + line
                elif line.strip() and not passing:
                    problems.bad(number, "", f"no message: {line[:60]!r}")
                continue
            if held is not None:
                yield held
                held = None
            passing = False
            speaker = _speaker_of(head[8])
            if speaker is None or news.is_news(speaker, head[8]):
                problems.notes["lines that nobody said left out"] += 1
                passing = True  # and with it the lines below
                continue
            text = "" if head[8].endswith(f"{speaker}:") else _SAID.split(line, maxsplit=1)[-1]
            moment = _moment(head, order)
            if moment is None:
                problems.bad(number, "time", f"no such day or time ({order}): {line[:40]!r}")
                passing = True
                continue
            held = number, {"time": moment, "speaker": speaker.strip(), "text": text}
    if held is not None:
        yield held


def _speaker_of(said: str) -> str | None:
    """Whose name stands before the first colon; None where there is none."""
    speaker, colon, _ = said.partition(": ")
    if colon:
        return speaker
    return said[:-1] if said.endswith(":") else None


def _first_look(path: Path, order: Order | None, problems: Problems) -> tuple[Order, News]:
    """The order of the dates, which may be known, and who speaks in the group; from the beginning of the file.

    Any order, where no date can be read in either: each is then a bad row.
    """
    readings: set[tuple[Order, ...]] = set()
    n_heads = 0
    news = News()
    with open_text(path, newline="\n") as lines:
        for line in islice(lines, N_LOOKED_AT):
            head = _HEAD.match(line.rstrip("\r\n").translate(_MARKS))
            if head is None:
                continue
            n_heads += 1
            speaker = _speaker_of(head[8])
            if speaker is not None:
                news.heard(speaker)
            if order is not None:
                continue
            if len(head[1]) == 4:
                order = "ymd"
            else:
                readings.add(tuple(one for one in _ORDERS if _moment(head, one) is not None))
    if not n_heads:
        raise problems.stop("", "", "no line is a message such as '[12/05/2024, 21:03:15] Ada: text'")
    told = [orders[0] for orders in readings if len(orders) == 1]
    if order is None and any(readings) and len(told) != 1:
        found = "both orders occur" if told else "every date can be read in two ways"
        wanted = "the map must say [time] order = 'dmy' or 'mdy'"
        raise InputError(f"{path}: is the day first or the month? {found}; {wanted}")
    return order or (told or _ORDERS)[0], news


def _moment(head: re.Match[str], order: Order) -> datetime | None:
    first, second, third = (int(head[n]) for n in (1, 2, 3))
    year, month, day = {
        "dmy": (third, second, first),
        "mdy": (third, first, second),
        "ymd": (first, second, third),
    }[order]
    hour, half = int(head[4]), (head[7] or "").lower()
    if half and not 1 <= hour <= 12:
        return None
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    try:
        year += 2000 if year < 100 else 0
        return datetime(year, month, day, hour, int(head[5]), int(head[6] or 0))  # noqa: DTZ001 - the map has the zone
    except ValueError:
        return None

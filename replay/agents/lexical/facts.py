"""What the memory gave, as dated records: lines of a context and hits of a search, read alike.

Rule protected: whatever form a memory answers in, the later steps see who said or did what, and when.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import islice

from memory.messages import Hit
from replay.agents.lexical.conditions import by_clock, conditions
from replay.agents.lexical.narrative import Part, read
from replay.agents.lexical.people import aliases
from replay.agents.lexical.shown import Shown, is_json, shown
from replay.agents.lexical.speech import LIKENESS, LIKENESS_TOLD, heard_of, quiet
from replay.agents.lexical.surnames import by_first_name
from replay.agents.lexical.text import content_stems, lacking, plain, spell

_MONTHS = re.findall(r"\w+", "january february march april may june july august september october november december")
_MONTH = "|".join(_MONTHS)
_DAY = re.compile(
    rf"\b(?:(?P<month>{_MONTH}) (?P<day>\d{{1,2}})|(?P<nth>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<of>{_MONTH}))"
)
_BACK_IN = re.compile(
    rf"\b(?:in|last|since|from|during|of|(?:that|on (?:that|one|a|the))(?: \w+)?) (?:early |late )?"
    rf"(?P<name>{_MONTH})\b(?! \d)"
)
_SEASONS: Mapping[str, tuple[str, ...]] = {
    "spring": ("03", "04", "05"),
    "summer": ("06", "07", "08"),
    "autumn": ("09", "10", "11"),
    "fall": ("09", "10", "11"),
    "winter": ("12", "01", "02"),
}
"""Months of a season, as the calendar of the weather has them."""
_BACK_TO = re.compile(
    rf"\b(?:(?:back |early |late )*in (?:the )?(?:early |late )?|last |since |from |during |of )"
    rf"(?P<season>{'|'.join(_SEASONS)})\b"
)
_TOLD = re.compile(r"^\s*\[(?P<month>[A-Z][a-z]+) (?P<day>\d{1,2}), (?P<year>\d{4})\]\s*")
_CLOCK = re.compile(r"\b[Aa]t (?P<hour>\d{1,2}):(?P<minute>\d{2}) ?(?P<half>[AaPp])\.?[Mm]")
_TIMED = re.compile(r"\b(?:at )?\d{1,2}:\d{2}(?: ?[ap]\.?m\b\.?)?", re.IGNORECASE)
_STAMP = re.compile(r"^\s*\[(?P<day>\d{4}-\d{2}-\d{2})[ T](?P<hour>\d{2}):(?P<minute>\d{2})[^\]]*\]\s*")
READ_AT_MOST = 4_000
"""Characters that are read of a line, a hit or a question; what stands behind them is left out."""
_OBJECT_AT_MOST = 16 * READ_AT_MOST
"""Characters of a JSON object that are looked at for its words."""
MOST_RECORDS = 300
"""Of hits, the first: one may show hundreds of messages, and each value is held against all others."""
_AROUND = 1
"""Lines before and behind another that are around it."""
_NARRATED = 60
"""Lines of a context from which it is learnt who is who."""
_NOBODY: Mapping[str, str] = {}


@dataclass(frozen=True, kw_only=True)
class Record:
    """One thing that the memory tells: a line of its context, or a hit."""

    text: str
    """Without date and stamp, in one spelling."""
    day: str
    """ISO date, or empty."""
    minute: int | None
    """Minute of the day, local; None where it is not told."""
    parts: tuple[Part, ...]
    rank: int
    """Place in the memory's answer, 0 first."""
    spoken: bool
    """A line of a chat, as opposed to a told fact."""

    @cached_property
    def _hash(self) -> int:
        return hash((self.text, self.day, self.minute, self.rank))

    def __hash__(self) -> int:
        """That of its text, time and rank, worked out once: records are looked up by the thousand."""
        return self._hash

    @cached_property
    def words(self) -> str:
        """The plain text without phrases that only say where someone sits."""
        return quiet(plain(self.text))

    @cached_property
    def conditions(self) -> frozenset[str]:
        """The circumstances that its words name."""
        return conditions(self.words)

    @cached_property
    def about(self) -> Mapping[str, float]:
        """The settings that it may mean, by key, each with how clearly."""
        return heard_of(self.words, LIKENESS if self.spoken else LIKENESS_TOLD)

    @property
    def hour(self) -> str:
        """`night` or `day` by the clock, where the words tell neither."""
        return by_clock(self.minute, self.conditions)

    @cached_property
    def stems(self) -> frozenset[str]:
        """Stems of its words that carry meaning."""
        return content_stems(self.text) - self.lacking

    @cached_property
    def lacking(self) -> frozenset[str]:
        """Stems of what it says is missing."""
        return lacking(self.words)

    @cached_property
    def when(self) -> tuple[str, int]:
        """Sorts records by time; undated ones come first."""
        return self.day, self.minute or 0


@lru_cache(maxsize=256)
def around(record: Record, part: int) -> Record:
    """The record; of a longer talk only the lines around one of its parts, where the circumstances of that are told."""
    if not record.spoken or len(record.parts) <= 2 * _AROUND + 1:
        return record
    parts = record.parts[max(0, part - _AROUND) : part + _AROUND + 1]
    return replace(record, parts=parts, text=" ".join(one.text for one in parts))


def minute_of(text: str) -> int | None:
    """The first clock time told in the text ("At 7:30 PM") as a minute of the day; None where there is none."""
    m = _CLOCK.search(text)
    if not m:
        return None
    return (int(m["hour"]) % 12 + (12 if m["half"] in "Pp" else 0)) * 60 + int(m["minute"])


def untimed(text: str) -> str:
    """The text without the clock times in it: a scene begins with one, and is not about clocks for it."""
    return _TIMED.sub(" ", text)


def days_in(text: str) -> frozenset[str]:
    """The days that a plain text names ("April 1", "the 1st of April"), as `MM-DD`."""
    found = set()
    for m in _DAY.finditer(text):
        month = _MONTHS.index(m["month"] or m["of"]) + 1
        found.add(f"{month:02}-{int(m['day'] or m['nth']):02}")
    return frozenset(found)


def months_in(text: str) -> frozenset[str]:
    """The months that a plain text points back at ("in April", "last spring"), as `MM`; a season is three months."""
    found = {f"{_MONTHS.index(m['name']) + 1:02}" for m in _BACK_IN.finditer(text)}
    return frozenset(found.union(*(_SEASONS[m["season"]] for m in _BACK_TO.finditer(text))))


def narrated(context: str) -> str:
    """The first lines of a context that tell facts rather than quote a chat, each cut to what is read of it."""
    lines = (line[:READ_AT_MOST] for line in context.splitlines() if not _STAMP.match(line))
    return "\n".join(islice(lines, _NARRATED))


def read_context(
    context: str, people: Sequence[str], called: Mapping[str, str] = _NOBODY, zone: str = "UTC"
) -> tuple[Record, ...]:
    """The records of a context, one a line, in its order; blank lines are left out.

    Instants that name an offset are read as times in `zone`.
    """
    records: list[Record] = []
    for whole in context.splitlines():
        line = whole[:READ_AT_MOST]
        if not line.strip():
            continue
        if _STAMP.match(line):
            records += [_record(one, people, len(records)) for one in shown(line, people, None, zone)]
            continue
        m = _TOLD.match(line)
        day = ""
        if m and m["month"].lower() in _MONTHS:
            day = f"{m['year']}-{_MONTHS.index(m['month'].lower()) + 1:02}-{int(m['day']):02}"
        text = by_first_name(spell(line[m.end() :] if m else line), people)
        parts = read(text, people, called)
        record = Record(text=text, day=day, minute=minute_of(text), parts=parts, rank=len(records), spoken=False)
        records.append(record)
    return tuple(records)


def read_hits(hits: Sequence[Hit], people: Sequence[str], zone: str) -> tuple[Record, ...]:
    """The first `MOST_RECORDS` records of a search's hits, in their order.

    A hit that shows several messages is several, of one rank.
    """
    records = (
        _record(one, people, rank)
        for rank, hit in enumerate(hits)
        for one in shown(_cut(hit.text), people, hit.at_us, zone)
    )
    return tuple(islice(records, MOST_RECORDS))


def _cut(text: str) -> str:
    """What is read of a hit; what is JSON is taken whole as far as is bearable, since half of it is none."""
    return text[: _OBJECT_AT_MOST if is_json(text) else READ_AT_MOST]


def _record(one: Shown, people: Sequence[str], rank: int) -> Record:
    text = by_first_name(spell(one.text[:READ_AT_MOST]), people)
    if not one.spoken:
        parts = read(text, people)
    else:
        who = aliases(tuple(people)).get(one.speaker.lower(), one.speaker)
        parts = (Part(kind="said", who=who, to="", text=text),)
    return Record(text=text, day=one.day, minute=one.minute, parts=parts, rank=rank, spoken=one.spoken)

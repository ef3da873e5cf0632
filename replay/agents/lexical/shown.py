"""Who spoke, when and what, told from how a memory shows a message.

Rule protected: the same words under the same names weigh the same, whichever frame a memory puts around them: a stamp
in brackets or bare, `Speaker:`, `Speaker (role) said:`, a JSON object, several messages in one text. An agent is shown
texts and no messages, so it can only read; who compares answers knows better (`replay.quoted`).
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from memory.instants import instant
from replay.agents.lexical.people import aliases

_CLOCK = r"(?P<day>\d{4}-\d{2}-\d{2})[ T](?P<hour>\d{2}):(?P<minute>\d{2})"
_INSTANT = rf"{_CLOCK}(?P<rest>(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)"
_STAMP = re.compile(
    rf"\s*(?:\[{_INSTANT}[^\]]*\]|\({_INSTANT.replace('?P<', '?P<in_')}[^)]*\)"
    rf"|{_INSTANT.replace('?P<', '?P<bare_')}(?=[\s,;|:-]|$))"
    r"[\s,;|-]*(?::\s)?"
)
_OFFSET = re.compile(r"(?:Z|[+-]\d\d:?\d\d)$")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_SPEAKER = re.compile(r"(?P<who>[^:\n]{1,60}): ")
_ROLE = re.compile(r"\s*(?:\([^)]*\)|\[[^\]]*\])")
_SAYS = r"\s+(?:said|says|wrote|writes|asked|asks|told|replied)"
_SAID = re.compile(rf"{_SAYS}$")
_BEHIND_NAME = re.compile(rf"(?:{_ROLE.pattern})*(?:{_SAYS})?: ")
_QUOTED = re.compile(r"\"[^\"]*\"|(?<!\w)'[^']*'(?!\w)|“[^“”]*”|‘[^‘’]*’")
_IN_PERSON = re.compile(r"\b(?:I|I'm|I've|I'd|I'll|me|my|mine|we|us|our|let's|Let's|you|your|My|We|You|Your|Our)\b")
_OBJECT = re.compile(r"\s*(?:\[\s*)?\{")
_DEEP = 4
"""So far down a message may stand in lists and objects."""
_SPEAKER_KEYS = ("speaker", "user", "author", "sender", "name", "who", "from", "role")
_TEXT_KEYS = ("text", "content", "message", "memory", "fact", "body", "value")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A message as it is shown."""

    text: str
    speaker: str = ""
    """As it stands there; empty where it is not told."""
    spoken: bool = False
    """Somebody's own words, as opposed to what is told of them."""
    day: str = ""
    """ISO date in the zone asked for, or empty."""
    minute: int | None = None
    """Minute of that day."""


def shown(text: str, people: Sequence[str], at_us: int | None, zone: str) -> tuple[Shown, ...]:
    """The messages that a hit's text shows, in its order; one where it cannot be told apart.

    `at_us`, the hit's own timestamp, holds for those whose text tells no time.
    """
    whole = text.strip()
    objects = _objects(whole)
    if objects:
        return tuple(_of_fields(fields, people, at_us, zone) for fields in objects)
    lines = [line for line in whole.splitlines() if line.strip()]
    several = len(lines) > 1 and all(_is_framed(line, people) for line in lines)
    return tuple(one for line in (lines if several else [whole]) for one in _each(line, people, at_us, zone))


def _each(text: str, people: Sequence[str], at_us: int | None, zone: str) -> Iterator[Shown]:
    objects = _objects(text)
    if not objects:
        yield _one(text, people, at_us, zone)
    for fields in objects:
        yield _of_fields(fields, people, at_us, zone)


def is_json(text: str) -> bool:
    """Whether a text begins as a JSON object does, or a list of them."""
    return _OBJECT.match(text) is not None


def _one(text: str, people: Sequence[str], at_us: int | None, zone: str) -> Shown:
    day, minute, words = _dated(text, at_us, zone)
    speaker = _speaker(words, people)
    if speaker is not None and _is_name(speaker[0], people):
        return Shown(text=words[speaker[1] :], speaker=speaker[0], spoken=True, day=day, minute=minute)
    return Shown(text=words, spoken=_is_in_person(words), day=day, minute=minute)


def _is_framed(line: str, people: Sequence[str]) -> bool:
    """Whether a line begins as a message does: with a stamp, with a speaker who is known, or as an object."""
    if _STAMP.match(line) is not None or _objects(line):
        return True
    speaker = _speaker(line, people)
    return speaker is not None and speaker[0].lower() in aliases(tuple(people))


def _speaker(words: str, people: Sequence[str]) -> tuple[str, int] | None:
    """Who stands before the first words, as it is written there, and where these begin; None for nobody.

    One of `people`, whatever signs are in the name, or else whatever is short and ends at a colon.
    """
    for person in _longest_first(tuple(people)):
        end = len(person)
        behind = _BEHIND_NAME.match(words, end) if words[:end].lower() == person.lower() else None
        if behind is not None:
            return words[:end], behind.end()
    found = _SPEAKER.match(words)
    return None if found is None else (_name(found["who"]), found.end())


@lru_cache(maxsize=64)
def _longest_first(people: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(filter(None, people), key=len, reverse=True))


def _is_name(who: str, people: Sequence[str]) -> bool:
    """Whether what stands before a colon names a speaker, and does not tell of one: "Ada told Ben: ..."."""
    known = aliases(tuple(people))
    return who.lower() in known or not any(word in known for word in who.lower().split())


def _name(who: str) -> str:
    """A speaker without role and verb: `Ada` of `Ada (user) said`."""
    return _SAID.sub("", _ROLE.sub("", who)).strip()


def _is_in_person(words: str) -> bool:
    """Whether the words speak of `I` or `you` outside what they quote."""
    return _IN_PERSON.search(_QUOTED.sub(" ", words)) is not None


def _dated(text: str, at_us: int | None, zone: str) -> tuple[str, int | None, str]:
    """The day, the minute of the day, and the text behind the stamp."""
    stamp = _STAMP.match(text)
    if stamp is None:
        return *_local(at_us, zone), text
    found = {key.rpartition("_")[2]: value for key, value in stamp.groupdict().items() if value is not None}
    day, minute = found["day"], int(found["hour"]) * 60 + int(found["minute"])
    is_span = found["rest"].startswith("-") and f"{day}T" not in stamp[0]  # from then to then: `14:00-15:00`
    if _OFFSET.search(found["rest"]) and not is_span:
        day, minute = _instant(f"{day}T{found['hour']}:{found['minute']}{found['rest']}", zone) or (day, minute)
    return day, minute, text[stamp.end() :]


def _instant(written: str, zone: str) -> tuple[str, int] | None:
    """Day and minute in the zone of an ISO 8601 instant; None for anything else. Without an offset it is local."""
    if re.match(_CLOCK, written) is None:
        return None  # a day alone has no minute, and a number is an id as well as a day
    try:
        at = datetime.fromisoformat(written)
        local = at.astimezone(ZoneInfo(zone)) if at.tzinfo is not None else at
    except (ValueError, OverflowError):
        return None
    return local.date().isoformat(), local.hour * 60 + local.minute


def _local(at_us: int | None, zone: str) -> tuple[str, int | None]:
    if at_us is None:
        return "", None
    try:
        at = instant(at_us, ZoneInfo(zone))
    except OverflowError:
        return "", None
    return at.date().isoformat(), at.hour * 60 + at.minute


def _objects(text: str) -> Sequence[Mapping[str, str]]:
    """The texts of each message that JSON tells, by their keys in lower case; empty where the text is no JSON."""
    if not is_json(text):
        return ()
    try:
        found: Any = json.loads(text)
    except (ValueError, RecursionError):
        return ()
    return tuple(_messages(found, _DEEP)) or (({},) if isinstance(found, dict) else ())


def _messages(found: Any, depth: int) -> Iterator[Mapping[str, str]]:
    """The objects that hold texts: those within an object where it is itself no message, and they look like some."""
    if not isinstance(found, (dict, list)):
        return
    held = found.values() if isinstance(found, dict) else found
    fields = {str(k).lower(): v for k, v in found.items() if isinstance(v, str)} if isinstance(found, dict) else {}
    within = [] if _tells(fields) or not depth else [one for value in held for one in _messages(value, depth - 1)]
    if fields and not any(map(_tells, within)):
        yield fields
    else:
        yield from within


def _tells(fields: Mapping[str, str]) -> bool:
    return not fields.keys().isdisjoint(_TEXT_KEYS)


def _of_fields(fields: Mapping[str, str], people: Sequence[str], at_us: int | None, zone: str) -> Shown:
    times = {key: at for key, value in fields.items() if (at := _instant(value, zone)) is not None}
    day, minute = next(iter(times.values()), None) or _local(at_us, zone)
    days = {key: value for key, value in fields.items() if _DATE.fullmatch(value)}
    day = day or next(iter(days.values()), "")
    rest = {key: value for key, value in fields.items() if key not in times and key not in days}
    known = aliases(tuple(people))
    speaker_key = next((key for key, value in rest.items() if value.lower() in known), "") or _first(
        rest, _SPEAKER_KEYS
    )
    speaker = rest.pop(speaker_key, "").strip()
    text = rest.get(_first(rest, _TEXT_KEYS)) or max(rest.values(), key=len, default="")
    return Shown(text=text, speaker=speaker, spoken=bool(speaker) or _is_in_person(text), day=day, minute=minute)


def _first(fields: Iterable[str], wanted: Sequence[str]) -> str:
    return next((key for key in wanted if key in fields), "")

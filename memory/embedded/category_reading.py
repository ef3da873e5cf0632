"""Reading preferences from a conversation without a model: cue words and the names of the bounded schema.

The rule: only what a person says counts, never what the car proposes, and only what the schema has a place for. A
sentence gives at most one preference; a conversation gives its clearest one, and others only where their sentence
speaks of a lasting wish by itself.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from memory.embedded.category_keeping import Preference
from memory.embedded.category_schema import Detail, Schema
from memory.embedded.category_values import VALUES
from memory.embedded.category_words import (
    ALONE,
    KINDS,
    MOMENTARY,
    NEEDED,
    SUBS,
    TOPICS,
    WISHES,
    cue_pattern,
    takes_back,
)
from memory.messages import Message

MOST_CHARACTERS = 4_000
"""How much of a message is looked at."""

_NAME = re.compile(r"(?<!\w)(?:[A-Z][a-z]+[A-Z]\w*(?: [A-Z][\w&]*)*)")  # SonicStream, ZapGrid Power
_MAKER = re.compile(r"(?<!\w)(?:by|from) (?P<who>[A-Z]\w+(?: (?:van|von|de|the|of|[A-Z]\w+))*)")
_BY = re.compile(r"(?<!\w)(?P<what>[A-Z][\w'’]*(?: (?:[A-Z][\w'’]*|of|the|my|in|a|and|to|on))*) by (?P<who>[A-Z]\w+)")
_FREQUENCY = re.compile(r"(?<!\d)\d{2,3}\.\d(?!\d)")
_DEGREES = re.compile(r"(?<![\d.])(\d{2})\s*(?:°|degrees?\b)", re.IGNORECASE)
_BRACKETED = re.compile(r"\s*\([^)]*\)")
_DISMISSIVE = re.compile(r"(?:Never|No|Indifferent|not|Price is irrelevant|Low)(?!\w)")
"""How values begin that are negations themselves: `never considers price` is not taken back by `never mind`."""
_LEFT = "no longer, anymore, any more, changed my mind"
_CLEAR = 1.5
"""From which score on something is taken for a preference."""
_ASIDE = 4.0
"""The same for a second one in a conversation."""


class Reader(Protocol):
    """Reads the preferences that a conversation reveals."""

    def read(self, messages: Sequence[Message], schema: Schema) -> list[Preference]:
        """The preferences, in the order in which they were revealed, all within `schema`.

        Raises:
            ChatFailure: a model that should read did not.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    score: float
    detail: Detail
    attribute: str
    message: Message
    sentence: str
    is_wanted: bool
    is_lasting: bool


class CueReader:
    """Reads by cue words; the same conversation always gives the same."""

    def read(self, messages: Sequence[Message], schema: Schema) -> list[Preference]:
        """See `Reader`; no request is made."""
        said = [(m, s) for m in messages if m.role != "assistant" for s in sentences(m.text[:MOST_CHARACTERS])]
        talk = _Talk(" ".join(sentence for _, sentence in said))
        found = [best for m, s in said if (best := _best(m, s, talk, schema)) is not None]
        kept = _kept(found)
        return [
            Preference(
                person=one.message.speaker,
                detail=one.detail,
                attribute=one.attribute,
                is_wanted=one.is_wanted,
                message_ids=(one.message.id,),
                text=one.sentence,
                at_us=one.message.position.at_us,
            )
            for one in kept
        ]


class _Talk:
    """What a conversation as a whole is about."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._known: dict[str, bool] = {}
        self.subs: Mapping[str, int] = sub_scores(text)
        self.is_news = self.has("news, headlines, current events, informed")

    def has(self, cues: str) -> bool:
        """Whether any of the cues stands in it; looked for once."""
        if cues not in self._known:
            self._known[cues] = _has(cues, self._text)
        return self._known[cues]

    def is_about(self, sub: str) -> bool:
        """Whether it has a cue of the subcategory, and of no other more."""
        return 0 < self.subs.get(sub, 0) == max(self.subs.values())


def sentences(text: str) -> list[str]:
    """The sentences of a text, without blanks at their ends; a number such as 88.3 does not end one."""
    return [part.strip() for part in re.split(r"(?<=[.!?])\s+|\n+", text) if part.strip()]


def sub_scores(text: str) -> dict[str, int]:
    """How many different cues of each subcategory a text has; those that it has none of are left out."""
    counts = {sub: len(set(_finds(cues, text))) for sub, cues in SUBS.items()}
    return {sub: n for sub, n in counts.items() if n}


def _finds(cues: str, text: str) -> list[str]:
    return [found.group().casefold() for found in cue_pattern(cues).finditer(text)]


def _has(cues: str, text: str) -> bool:
    return cue_pattern(cues).search(text) is not None


def _best(message: Message, sentence: str, talk: _Talk, schema: Schema) -> _Found | None:
    """The clearest preference of one sentence; of equally clear ones the first in the schema."""
    is_lasting = _has(WISHES, sentence)
    best: _Found | None = None
    for detail in schema:
        score, attribute = _score(detail, sentence, talk)
        score += is_lasting - (detail.name in MOMENTARY and not is_lasting)
        if not attribute or score < _CLEAR:
            continue
        if best is None or score > best.score:
            wanted = not _has(_LEFT if _DISMISSIVE.match(attribute) else takes_back(detail.name), sentence)
            best = _Found(
                score=score,
                detail=detail,
                attribute=attribute,
                message=message,
                sentence=sentence,
                is_wanted=wanted,
                is_lasting=is_lasting,
            )
    return best


def _score(detail: Detail, sentence: str, talk: _Talk) -> tuple[float, str]:
    """How clearly a sentence speaks of a detail, and what it says of it."""
    needed = NEEDED.get(detail.name)
    if needed is not None and not talk.has(needed):
        return 0.0, ""
    topics = _finds(TOPICS.get(detail.name, ""), sentence)
    nearby = 0.5 * min(2, talk.subs.get(detail.sub, 0)) + 0.5 * min(2, len(set(_finds(SUBS[detail.sub], sentence))))
    value = _value(detail, sentence)
    topic = 1.5 if topics else 0.5 if talk.has(TOPICS.get(detail.name, "")) else 0.0
    if value and detail.name in ALONE:
        return 2.0 + topic + nearby, value
    if value and topic:
        return 1.0 + topic + nearby, value
    if value and nearby >= 1:
        return 0.5 + nearby, value
    name = _unknown_name(detail, sentence, talk)
    if name:
        return 1.5 + topic + nearby, name
    if topics and detail.name not in ALONE and _has(WISHES, sentence):
        return topic + nearby - 0.5, topics[0]
    return 0.0, ""


def _value(detail: Detail, sentence: str) -> str:
    """The known value that a sentence names, the longest wording first; empty where it names none."""
    if detail.name == "Preferred Temperature":
        degrees = _DEGREES.search(sentence)
        return f"{degrees[1]} degree Celcius" if degrees else ""
    plain = VALUES.get(detail.name, {})
    named = {attribute: ",".join(_spellings(attribute)) for attribute in detail.attributes if attribute not in plain}
    found: list[tuple[int, str]] = []
    for attribute, cues in (*plain.items(), *named.items()):
        hit = max(_finds(cues, sentence), key=len, default="")
        if hit:
            found.append((len(hit), attribute))
    return max(found, key=lambda pair: pair[0])[1] if found else ""


def _spellings(attribute: str) -> Iterable[str]:
    """The ways in which a schema's value is named: without what is in brackets, a song without its singer."""
    bare = _BRACKETED.sub("", attribute)
    if bare in ("Yes", "No"):
        return ()
    title = bare.split(" by ")[0]
    return dict.fromkeys((bare, title))


def _unknown_name(detail: Detail, sentence: str, talk: _Talk) -> str:
    """A name that the schema does not list, where this detail is the one for such names; else empty."""
    song = _BY.search(sentence)
    if detail.name == "Favorite Songs":
        return song["what"] if song and not _has("music, songs, something, anything", song["what"]) else ""
    if detail.name == "Favorite Artists/Bands":
        maker = _MAKER.search(sentence)
        return maker["who"] if maker and not song and talk.is_about("Music") else ""
    name = _NAME.search(sentence)
    if detail.name == "Preferred Radio Station":
        frequency = _FREQUENCY.search(sentence)
        if frequency:
            return name.group() if name else frequency.group()
        return name.group() if name and _has("fm, radio, station", sentence) and not talk.is_news else ""
    if name is None or song:
        return ""
    if detail.name == "General News Source":
        return name.group() if talk.is_news and not talk.has("podcast*, episode*") else ""
    is_place = detail.name == KINDS.get(detail.sub) and talk.is_about(detail.sub)
    return name.group() if is_place and not (talk.is_news and detail.sub == "Music") else ""


def _kept(found: Sequence[_Found]) -> list[_Found]:
    """The clearest of a conversation, then others that are clear and lasting by themselves; each detail once."""
    if not found:
        return []
    first = max(found, key=lambda one: one.score)
    kept: dict[tuple[str, str], _Found] = {(first.message.speaker, first.detail.name): first}
    for one in found:
        if one.is_lasting and one.score >= _ASIDE:
            kept.setdefault((one.message.speaker, one.detail.name), one)
    return sorted(kept.values(), key=found.index)

"""A narrated text in parts: who did what, and who said what to whom.

Rule protected: words in quotes belong to their speaker, and `I` in them means the speaker; the rest is told of its
subject. A word in quotes that nobody says (a value such as 'blue') stays in the telling.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from replay.agents.lexical.people import CAR, PRONOUNS, Mention, mentions
from replay.agents.lexical.text import sentences, spell

_OPEN = re.compile(r"(?<![\w'])'(?=\S)|(?<=[:,] )'|(?<![\w\"])\"(?=\S)")
_SPEECH = re.compile(
    r"\b(told|said|says|saying|asked|asks|replied|answered|mentioned|complained|muttered|shouted|yelled|explained|corrected|"
    r"commented|noted|stated|stating|telling|added|commanded|realized|thought|whispered|exclaimed|groaned|remarked|"
    r"joked|"
    r"announced|suggested|requested|insisted|responded|reminded|instructed|sighed|laughed|admitted|warned|tells)\b"
)
_SUBJECTS = frozenset({"he", "she", "they"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A stretch of a text with one voice."""

    kind: Literal["said", "told"]
    who: str
    """The speaker, or the subject of what is told; empty where the text names nobody."""
    to: str
    """Whom a speaker addresses, as far as the text says; else empty."""
    text: str


def read(text: str, people: Sequence[str]) -> tuple[Part, ...]:
    """The parts of a narrated text in order; a text without quotes is told sentence by sentence."""
    parts: list[Part] = []
    subject = ""
    told_before = ""
    for quoted, piece in _pieces(spell(text)):
        if quoted:
            speaker, to = _speaker(told_before, people, subject)
            subject = speaker if speaker != CAR else subject
            parts.append(Part(kind="said", who=speaker, to=to, text=piece))
            continue
        told_before = piece
        for sentence in sentences(piece):
            subject = _subject(sentence, people, subject)
            parts.append(Part(kind="told", who=_actor(sentence, people, subject), to="", text=sentence))
    return tuple(parts)


def _pieces(text: str) -> list[tuple[bool, str]]:
    """The text cut into told and quoted stretches; quotes within quotes and quoted values stay where they are."""
    pieces: list[tuple[bool, str]] = []
    at = start = 0
    while m := _OPEN.search(text, at):
        mark = text[m.start()]
        before = text[start : m.start()].rstrip()
        end = _closing(text, m.end(), mark)
        inside = text[m.end() : end]
        speech = before.endswith((":", ",")) or (len(inside.split()) > 2 and bool(_SPEECH.search(before[-60:])))
        speech = speech or (not before and len(inside.split()) > 3)
        if not speech or not inside.strip():
            at = end + 1
            continue
        pieces.append((False, before))
        pieces.append((True, inside.strip()))
        at = start = end + 1
    pieces.append((False, text[start:]))
    return [piece for piece in pieces if piece[0] or piece[1].strip()]


def _closing(text: str, start: int, mark: str) -> int:
    """Where the quotation that starts at `start` ends; the end of the text where it is not closed."""
    depth = 1
    for i in range(start, len(text)):
        if text[i] != mark:
            continue
        before, after = text[i - 1], text[i + 1 : i + 2]
        if not after.isalnum() and not before.isspace():
            depth -= 1
            if depth == 0:
                return i
        elif not before.isalnum() and after.isalnum():
            depth += 1
    return len(text)


def _named(found: Sequence[Mention], subject: str) -> str:
    """The last one of `found` as a person, pronouns read as the subject."""
    for mention in reversed(found):
        if mention.who in _SUBJECTS:
            return subject
        if mention.who not in PRONOUNS and not mention.possessive:
            return mention.who
    return subject


def _speaker(before: str, people: Sequence[str], subject: str) -> tuple[str, str]:
    """Who says what follows the told text, and to whom."""
    verbs = list(_SPEECH.finditer(before))
    if not verbs:
        return subject, ""
    verb = verbs[-1]
    found = mentions(before, people)
    clause = max(before.rfind(". ", 0, verb.start()) + 1, 0)
    who = _named([m for m in found if clause <= m.start and m.end <= verb.start()], subject)
    behind = [m for m in found if m.start >= verb.end()]
    to = ""
    if behind:
        to = behind[0].who if behind[0].who not in PRONOUNS else ""
    return who, to


def _subject(sentence: str, people: Sequence[str], before: str) -> str:
    """The subject that a told sentence leaves for the pronouns after it."""
    for mention in mentions(sentence, people):
        if mention.who in _SUBJECTS:
            return before
        if mention.who in PRONOUNS or mention.who == CAR:
            continue
        return mention.who
    return before


_ACT = re.compile(
    r"\b(set|sets|changed|adjusted|turned|lowered|raised|switched|increased|reduced|enabled|disabled|moved|activated|"
    r"muted|confirmed|chose|selected|put|dialed|bumped|tilted|opened|closed|locked|restored|saved|reclined|extended|"
    r"zoomed|dropped|made|verified|deactivated|cranked|prefers|likes|boosted|decreased|complied)\b"
)


_BIDS = re.compile(r"\b(?:asked|told|begged|urged|instructed|wanted|reminded)\b(?=(?:\s+\w+){1,3}\s+to\b)")
"""Someone has another one act, and is the one who acts by it."""


def _actor(sentence: str, people: Sequence[str], subject: str) -> str:
    """Who does what the sentence tells: the one named last before its verb of acting, else the subject."""
    verb = _BIDS.search(sentence) or _ACT.search(sentence)
    if not verb:
        return subject
    return _named([m for m in mentions(sentence, people) if m.end <= verb.start()], subject)

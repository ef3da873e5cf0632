"""A narrated text in parts: who did what, and who said what to whom.

Rule protected: words in quotes belong to their speaker, and `I` in them means the speaker; the rest is told of its
subject. A word in quotes that nobody says (a value such as 'blue') stays in the telling.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from replay.agents.lexical.kinship import KIN_PRONOUNS
from replay.agents.lexical.people import CAR, PRONOUNS, Mention, mentions, sounds_like_a_woman
from replay.agents.lexical.quotations import INDIRECT, SAYS, SPEECH, pieces
from replay.agents.lexical.roles import agents, begins_clause, doers, roles, subjects
from replay.agents.lexical.text import sentences, spell
from replay.agents.lexical.vocabulary import ACTED, LIKES

_SUBJECTS = frozenset({"he", "she", "they"})
_SAME = {"he": "he", "his": "he", "him": "he", "she": "she", "her": "she"}
_NOBODY: Mapping[str, str] = {}
_DRIVES = re.compile(r"\b(?:drove|drives|driving|at the wheel|behind the wheel|driver's seat)\b")
_SITS_ASIDE = re.compile(
    r"\b(?:passenger seat|(?:back|rear)(?: (?:left|right))? seat|in the back|from the back|beside|next to)\b"
)
_FROM_ASIDE = re.compile(
    r"\b[Ff]rom (?:behind|beside|the (?:back|rear|back ?seat|passenger seat|other seat|seat behind|next seat|right))\b"
)
"""Someone speaks who does not drive."""
_NAME = r"[A-Z][\w-]*(?: [A-Z][\w-]*)?"
_BEHIND = re.compile(
    rf"^,?\s*(?:(?:he|she|they) \w+|(?:He|She|They)\s+(?:{SAYS})|"
    rf"{_NAME}(?:, (?:who|in|with|beside|next to|from|alone|at)\b[^,.]*,)?\s+(?:\w+ly )?(?:{SAYS})|"
    rf"(?:{SAYS})\s+(?:he|she|{_NAME}))\b"
)
"""Who spoke, told behind the quotation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A stretch of a text with one voice."""

    kind: Literal["said", "told"]
    who: str
    """The speaker, or the subject of what is told; empty where the text names nobody."""
    to: str
    """Whom a speaker addresses, as far as the text says; else empty."""
    text: str


def read(text: str, people: Sequence[str], called: Mapping[str, str] = _NOBODY) -> tuple[Part, ...]:
    """The parts of a narrated text in order; a text without quotes is told sentence by sentence.

    `called` says which pronoun means whom, see `pronouns`; without it a pronoun means the last subject.
    """
    called = dict(called)
    parts: list[Part] = []
    recent: list[str] = []
    cut = pieces(spell(text))
    told_before = driver = ""
    for (quoted, piece), (_, behind) in zip(cut, (*cut[1:], (True, "")), strict=False):
        if quoted:
            announced = told_before.endswith(":") or (told_before.endswith(",") and subjects(told_before, people))
            by = None if announced else _BEHIND.match(behind)
            if by:
                speaker, to = _named(mentions(by[0], people), recent, called), ""
            else:
                speaker, to = _speaker(told_before, people, recent, called)
            hailed = _hailed(piece, people)
            if speaker and speaker == hailed:
                speaker, to = next((who for who in recent if who != hailed), speaker), hailed
            if _FROM_ASIDE.search(told_before) and not _last_named(told_before, people):
                speaker = next((who for who in recent if who not in (driver, "") and who not in KIN_PRONOUNS), speaker)
            if not by and speaker in people and (word := _only_subject(told_before, people)):
                called.setdefault(speaker, word)
            if speaker != CAR:
                recent = _in_front(speaker, recent)
            parts.append(Part(kind="said", who=speaker, to=to, text=piece))
            continue
        told_before = piece
        for sentence in sentences(piece):
            recent = _spoken_of(sentence, people, recent, called, driver)
            if recent and recent[0] in people and (m := _FIRST_PRONOUN.match(sentence)):
                called.setdefault(recent[0], m[1].lower())
            driver = recent[0] if recent and _DRIVES.search(sentence) else driver
            parts.append(Part(kind="told", who=_actor(sentence, people, recent, called), to="", text=sentence))
    return tuple(parts)


def _hailed(piece: str, people: Sequence[str]) -> str:
    """Who is called by name at the start or the end of a quotation; empty where nobody is."""
    called = (
        m.who for m in mentions(piece, people)
        if (m.start < 3 and piece[m.end : m.end + 1] == ",")
        or (m.who in people and piece[: m.start].endswith(", ") and not piece[m.end :].strip(".!?"))
    )  # fmt: skip
    return next(called, "")


def _only_subject(told: str, people: Sequence[str]) -> str:
    """The pronoun, `he` or `she`, that alone is the subject of the last told sentence; else empty."""
    last = mentions((sentences(told) or ("",))[-1], people)
    words = {m.who for m in last if m.who in ("he", "she")}
    return words.pop() if len(words) == 1 and not any(m.who in people and not m.possessive for m in last) else ""


def _last_named(told: str, people: Sequence[str]) -> bool:
    """Whether the last told sentence names a person."""
    return any(m.who in people for m in mentions((sentences(told) or ("",))[-1], people))


def _in_front(who: str, recent: Sequence[str]) -> list[str]:
    return [who, *(other for other in recent if other != who)] if who else list(recent)


def _meant(pronoun: str, recent: Sequence[str], called: Mapping[str, str], others: Collection[str] = ()) -> str:
    """Whom a pronoun means: the last one known to be called so, else the last who may be; empty where there is none.

    `others` are left out, as long as someone else is left.
    """
    recent = [who for who in recent if who not in others] or recent
    word = _SAME.get(pronoun, pronoun)
    persons = [who for who in recent if who not in KIN_PRONOUNS]
    last = persons[0] if persons else ""
    if word in ("he", "she") and last and last not in called and sounds_like_a_woman(last) == (word == "she"):
        return last  # whoever was spoken of last goes on, as far as the name tells
    likely = [who for who in persons if who not in called]
    if word == "he":
        likely.sort(key=sounds_like_a_woman)
    for whom, fits in ((persons, word), (likely, ""), (recent, word)):
        for who in whom:
            if called.get(who, "") == fits:
                return who
    return recent[0] if recent else ""


def _named(
    found: Sequence[Mention], recent: Sequence[str], called: Mapping[str, str], others: Collection[str] = ()
) -> str:
    """The last one of `found` as a person, pronouns read as someone named before who is none of `others`."""
    for mention in reversed(found):
        if mention.who in _SUBJECTS:
            return _meant(mention.who, recent, called, others)
        if mention.who not in PRONOUNS and not mention.possessive:
            return mention.who
    return recent[0] if recent else ""


_FIRST_PRONOUN = re.compile(r"(?:At [\d:]+ [AP]M, )?([Hh]e|[Ss]he)\b")
"""Whoever it is taken to mean is called so for the rest of the text."""


def _speaker(before: str, people: Sequence[str], recent: Sequence[str], called: Mapping[str, str]) -> tuple[str, str]:
    """Who says what follows the told text, and to whom."""
    last = (sentences(before) or ("",))[-1]
    verb = next(reversed(list(SPEECH.finditer(last))), None)
    if before.endswith(".") or not (verb or before.endswith(":")):
        return next((who for who in recent if who not in KIN_PRONOUNS), recent[0] if recent else ""), ""
    if by := agents(last, people):
        return _named(by, recent, called), ""
    if verb is None:
        return _named(_opening(last, people), recent, called), ""
    front = doers(last, people, verb.start())
    front = front or tuple(m for m in subjects(last, people) if m.start == verb.end() + 1)  # "said Ann"
    played = [(m, role) for m, role in roles(last, tuple(people)) if m.who not in PRONOUNS]
    who = _named(front, recent, called, {m.who for m, role in played if role == "object"})
    to = next((m.who for m, _ in played if m.start >= verb.end() and m not in front), "")
    return who, to


def _opening(sentence: str, people: Sequence[str]) -> list[Mention]:
    """The last one in a sentence who opens a clause, alone; empty where nobody does."""
    found = [
        m for m in mentions(sentence, people)
        if not m.possessive and m.who not in ("him", "her", "his", "their") and _OPENS.search(sentence[: m.start])
    ]  # fmt: skip
    return found[-1:]


_OPENS = re.compile(r"(?:^\W*|[,;] |\b(?:and|but|while|as|then) )$")


_OWNS_FIRST = re.compile(r"(?:^\W*|^At [\d:]+ [AP]M, )$")
"""Before the owner of what a sentence is about: "Ann's seat was at 30"."""


def _owns_what_follows(sentence: str, mention: Mention, found: Sequence[Mention]) -> bool:
    """Whether a sentence is about something of the one it opens with: "Ann's seat was at 30", not "Ann's brother"."""
    opens = mention.possessive and _OWNS_FIRST.search(sentence[: mention.start])
    return bool(opens) and not any(0 <= other.start - mention.end < 3 for other in found)


def _spoken_of(
    sentence: str, people: Sequence[str], before: Sequence[str], called: Mapping[str, str], driver: str
) -> list[str]:
    """Whom a told sentence leaves for the pronouns after it, its subject first.

    Who is only named as an owner or behind "by", "for" and the like does not become the subject. A pronoun means
    nobody whom its own sentence names, and not the `driver` where it tells of another seat.
    """
    subject = ""
    aside: list[str] = []
    found = mentions(sentence, people)
    others = {m.who for m in found if m.who not in PRONOUNS and not m.possessive}
    if _SITS_ASIDE.search(sentence):
        others.add(driver)
    for mention, role in roles(sentence, tuple(people)):
        if mention.who in people and not subject and _owns_what_follows(sentence, mention, found):
            subject = mention.who
        elif mention.who in _SUBJECTS:
            subject = subject or _meant(mention.who, before, called, others)
        elif mention.who not in PRONOUNS and mention.who != CAR:
            if role != "subject" or (subject and not begins_clause(sentence, mention)):
                aside.append(mention.who)
            else:
                aside += [subject] if subject else []
                subject = mention.who
    recent = list(before)
    for who in aside:
        recent = [*recent[:1], *(w for w in [who, *recent[1:]] if w not in recent[:1])] if recent else [who]
    return _in_front(subject, recent)


_ACT = re.compile(rf"\b({ACTED}|sets|confirmed|verified|complied|{LIKES})\b")


_BIDS = re.compile(
    r"\b(?:asked|told|begged|urged|instructed|wanted|reminded|ordered|advised|requested|implored|persuaded|got|allowed)\b(?=(?:\s+\w+){1,3}\s+to\b)"
)
"""Someone has another one act, and is the one who acts by it."""


def _actor(sentence: str, people: Sequence[str], recent: Sequence[str], called: Mapping[str, str]) -> str:
    """Who does what the sentence tells: by whom it is done, or the last subject before its verb of acting."""
    verb = INDIRECT.search(sentence) or _BIDS.search(sentence) or _ACT.search(sentence)
    if verb is None:
        return recent[0] if recent else ""
    by = [m for m in agents(sentence, people) if m.start > verb.start()]
    return _named(by or doers(sentence, people, verb.start()), recent, called)

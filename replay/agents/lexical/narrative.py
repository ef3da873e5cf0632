"""A narrated text in parts: who did what, and who said what to whom.

Rule protected: words in quotes belong to their speaker, and `I` in them means the speaker; the rest is told of its
subject. A word in quotes that nobody says (a value such as 'blue') stays in the telling.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import Literal

from replay.agents.lexical.inflection import verbs
from replay.agents.lexical.kinship import KIN_PRONOUNS
from replay.agents.lexical.people import CAR, PRONOUNS, Mention, all_mentions, is_object, mentions, sounds_like_a_woman
from replay.agents.lexical.text import sentences, spell
from replay.agents.lexical.vocabulary import ACTED, LIKES

_OPEN = re.compile(r"(?<![\w'])'(?=\S)|(?<=[:,] )'|(?<![\w\"])\"(?=\S)")
_NEW_CLAUSE = re.compile(r"\b(?:driving|drove|wheel|seat|car|home)\b[^.]*?,? and $")
_DOES = re.compile(r" (?:was|is|had|\w+ed|sat|got|took|read|held|put|felt|leaned|shook|stretched)\b")
"""A second subject in a sentence, as in "he was driving and she read"."""
_SAYS = (
    verbs(
        "tell|say|ask|reply|answer|mention|complain|mutter|shout|yell|explain|correct|comment|note|state|add|command|"
        "realize|realise|think|whisper|exclaim|groan|remark|joke|announce|suggest|request|insist|respond|remind|"
        "instruct|sigh|laugh|admit|warn|call|cry|beg|offer|whine|grumble|wonder|cheer|mumble|plead|protest|gasp|hiss|"
        "squeal|apologize|apologise|murmur|declare|repeat|chuckle|giggle|snap|sob|scream|growl|moan|urge|order|inquire|"
        "enquire|confirm|agree|interject|interrupt|retort|quip|tease|confess|promise|propose|advise|blurt|stammer|"
        "lament|clarify|specify|object|snort|smile|grin|nod|decide|observe|continue|demand|point out|chime in|conclude",
        "past",
    )
    + "|says|saying|asks|asking|tells|telling|stating"
)
_SPEECH = re.compile(rf"\b(?:{_SAYS})\b")
_SUBJECTS = frozenset({"he", "she", "they"})
_SAME = {"he": "he", "his": "he", "him": "he", "she": "she", "her": "she"}
_OWNS = frozenset({"his", "her"})
_NOBODY: Mapping[str, str] = {}
_DRIVES = re.compile(r"\b(?:drove|drives|driving|at the wheel|behind the wheel|driver's seat)\b")
_SITS_ASIDE = re.compile(
    r"\b(?:passenger seat|(?:back|rear)(?: (?:left|right))? seat|in the back|from the back|beside|next to)\b"
)
_FROM_ASIDE = re.compile(
    r"\b[Ff]rom (?:behind|beside|the (?:back|rear|back ?seat|passenger seat|other seat|seat behind|next seat|right))\b"
)
"""Someone speaks who does not drive."""
_OBLIQUE = re.compile(r"\b(?:by|for|with|of|from|about|than|like|at|after|unlike|without)\s+$")
_BEHIND = re.compile(
    rf"^,?\s*(?:(?:[A-Z][\w-]*|he|she|they)(?: [A-Z][\w-]*)?\s+(?:{_SAYS})|"
    rf"(?:{_SAYS})\s+[A-Z][\w-]*(?: [A-Z][\w-]*)?)\b"
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
    pieces = _pieces(spell(text))
    told_before = driver = ""
    for (quoted, piece), (_, behind) in zip(pieces, (*pieces[1:], (True, "")), strict=False):
        if quoted:
            by = None if told_before.endswith((":", ",")) else _BEHIND.match(behind)
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


def pronouns(text: str, people: Sequence[str]) -> dict[str, str]:
    """The pronoun, `he` or `she`, by which a narrated text speaks of each person; who is called both is left out.

    Only what is told counts: a sentence that names one person only, with the pronouns in it and at the start of the
    next.
    """
    votes: dict[str, dict[str, int]] = {}
    alone = ""
    for line in text.splitlines():
        for quoted, piece in _pieces(spell(line)):
            if quoted:
                continue
            for sentence in sentences(piece):
                found = [m for m in all_mentions(sentence, people) if m.who != CAR]
                named = {m.who for m in found if m.who not in PRONOUNS}
                for kin, person in pairwise(found):
                    if kin.who in KIN_PRONOUNS and person.start == kin.end + 1 and person.who in people:
                        mine = votes.setdefault(person.who, {})
                        mine[KIN_PRONOUNS[kin.who]] = mine.get(KIN_PRONOUNS[kin.who], 0) + 2
                used = {_SAME[m.who] for m in found if m.who in _SAME and not is_object(sentence, m)}
                who = alone if found and found[0].who in _SUBJECTS else found[0].who if len(named) == 1 else ""
                word = _SAME.get(found[0].who, "") if who == alone and found else ""
                word = word or (next(iter(used)) if len(used) == 1 else "")
                if who and word and who not in PRONOUNS:
                    mine = votes.setdefault(who, {})
                    mine[word] = mine.get(word, 0) + 2
                elif len(found) > 1 and found[0].who in named and _owns(sentence, found[1]):
                    mine = votes.setdefault(found[0].who, {})
                    mine[_SAME[found[1].who]] = mine.get(_SAME[found[1].who], 0) + 1
                else:
                    for who, word in _called_in(sentence, found, named):
                        mine = votes.setdefault(who, {})
                        mine[word] = mine.get(word, 0) + 1
                alone = next(iter(named)) if len(named) == 1 and found[0].who in named else alone if not named else ""
        alone = ""
    clear = {who: max(mine, key=lambda word: mine[word]) for who, mine in votes.items()}
    known = {who: word for who, word in clear.items() if 2 * votes[who][word] > sum(votes[who].values())}
    return {**KIN_PRONOUNS, **known}


def _owns(sentence: str, mention: Mention) -> bool:
    """Whether a pronoun is told of as the owner of what is named behind it."""
    return mention.who in _OWNS and not is_object(sentence, mention)


_BESIDE = re.compile(r"^ (?:\w+ )?(?:next to|beside|behind|in front of|alongside|with|at the side of) $")


def _called_in(sentence: str, found: Sequence[Mention], named: Collection[str]) -> Iterator[tuple[str, str]]:
    """Who of several in a sentence is spoken of by which pronoun: the subject of a clause, or who says something."""
    if found and _INDIRECT.search(sentence) and found[0].who in named:
        word = next(
            (_SAME[m.who] for m in found[1:] if m.who in _SAME and (m.who in _SUBJECTS or _owns(sentence, m))), ""
        )
        if word:
            yield found[0].who, word
        return
    for one, other in pairwise(found):
        # "Ann next to him": the pronoun means the other one of two
        if one.who in named and not one.possessive and _BESIDE.search(sentence[one.end : other.start]):
            rest = [who for who in named if who != one.who]
            if other.who in ("him", "her") and len(rest) == 1:
                yield rest[0], _SAME[other.who]
    for i, one in enumerate(found):
        opens = re.search(r"(?:^\W*|[,;] |\band |\bwhile )$", sentence[: one.start])
        if one.who not in named or one.possessive or not opens:
            continue
        behind = list(takewhile(lambda m: m.who in _SAME, found[i + 1 :]))
        words = {_SAME[m.who] for m in behind}
        near = behind and "," not in sentence[one.end : behind[0].start]
        if near and len(words) == 1 and any(m.who in _SUBJECTS or _owns(sentence, m) for m in behind):
            yield one.who, words.pop()


def _hailed(piece: str, people: Sequence[str]) -> str:
    """Who is called by name at the start or the end of a quotation; empty where nobody is."""
    called = (
        m.who for m in mentions(piece, people)
        if (m.start < 3 and piece[m.end : m.end + 1] == ",")
        or (m.who in people and piece[: m.start].endswith(", ") and not piece[m.end :].strip(".!?"))
    )  # fmt: skip
    return next(called, "")


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
        speech = speech or (inside.endswith((".", "!", "?", ",")) and before.endswith((".", "!", "?", "'", '"')))
        if not speech or not inside.strip():
            at = end + 1
            continue
        pieces.append((False, before))
        pieces.append((True, inside.strip()))
        at = start = end + 1
    pieces.append((False, text[start:]))
    return [piece for piece in pieces if piece[0] or piece[1].strip()]


def _only_subject(told: str, people: Sequence[str]) -> str:
    """The pronoun, `he` or `she`, that alone is the subject of the last told sentence; else empty."""
    last = mentions((sentences(told) or ("",))[-1], people)
    words = {m.who for m in last if m.who in ("he", "she")}
    return words.pop() if len(words) == 1 and not any(m.who in people and not m.possessive for m in last) else ""


def _last_named(told: str, people: Sequence[str]) -> bool:
    """Whether the last told sentence names a person."""
    return any(m.who in people for m in mentions((sentences(told) or ("",))[-1], people))


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


def _in_front(who: str, recent: Sequence[str]) -> list[str]:
    return [who, *(other for other in recent if other != who)] if who else list(recent)


def _meant(pronoun: str, recent: Sequence[str], called: Mapping[str, str], others: Collection[str] = ()) -> str:
    """Whom a pronoun means: the last one known to be called so, else the last who may be; empty where there is none.

    `others` are left out, as long as someone else is left.
    """
    recent = [who for who in recent if who not in others] or recent
    word = _SAME.get(pronoun, pronoun)
    persons = [who for who in recent if who not in KIN_PRONOUNS]
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
    verbs = list(_SPEECH.finditer(before))
    if not verbs and before.endswith(":") and (opening := _opening(before, people)):
        return _named(opening, recent, called), ""
    if not verbs or before.endswith("."):
        return next((who for who in recent if who not in KIN_PRONOUNS), recent[0] if recent else ""), ""
    verb = verbs[-1]
    found = mentions(before, people)
    clause = max(before.rfind(". ", 0, verb.start()) + 1, 0)
    behind = [m for m in found if m.start >= verb.end()]
    others = {m.who for m in behind if m.who not in PRONOUNS}
    front = [m for m in found if clause <= m.start and m.end <= verb.start()]
    who = _named(_first_of_joined(front, before[: verb.start()]), recent, called, others)
    to = ""
    if behind:
        to = behind[0].who if behind[0].who not in PRONOUNS else ""
    return who, to


def _opening(before: str, people: Sequence[str]) -> list[Mention]:
    """The last one in the last sentence of a text who opens a clause, alone; empty where nobody does."""
    last = (sentences(before) or ("",))[-1]
    found = [
        m for m in mentions(last, people)
        if not m.possessive and m.who not in ("him", "her", "his", "their") and _OPENS.search(last[: m.start])
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
    for mention in found:
        if mention.who in people and not subject and _owns_what_follows(sentence, mention, found):
            subject = mention.who
            continue
        if mention.who in _SUBJECTS:
            subject = subject or _meant(mention.who, before, called, others)
        elif mention.who not in PRONOUNS and mention.who != CAR:
            new_clause = _NEW_CLAUSE.search(sentence[: mention.start]) and _DOES.match(sentence[mention.end :])
            if subject and new_clause:
                aside.append(subject)
                subject = mention.who
            elif subject or mention.possessive or _OBLIQUE.search(sentence[: mention.start]):
                aside.append(mention.who)
            else:
                subject = mention.who
    recent = list(before)
    for who in aside:
        recent = [*recent[:1], *(w for w in [who, *recent[1:]] if w not in recent[:1])] if recent else [who]
    return _in_front(subject, recent)


_ACT = re.compile(rf"\b({ACTED}|sets|confirmed|verified|complied|{LIKES})\b")


_JOINED = re.compile(r"\b(?:drove|driving|told|asked|joined|met|followed|picked up|took)\b [^,.;]*,? and(?: \w+ly)? $")
"""A second verb of the same subject, as in "she drove him and set"."""
_BIDS = re.compile(
    r"\b(?:asked|told|begged|urged|instructed|wanted|reminded|ordered|advised|requested|implored|persuaded|got|allowed)\b(?=(?:\s+\w+){1,3}\s+to\b)"
)
"""Someone has another one act, and is the one who acts by it."""
_INDIRECT = re.compile(
    rf"\b(?:{_SAYS}|{verbs('assure|swear|find|think|believe|feel|claim|note', 'plain', 'third', 'past')})\b(?: "
    rf"[\w'-]+){{0,3}}? (?:that\b|(?=(?:he|she|they)\b))"
)
"""What is told to be said by someone is theirs, whoever acts in it."""


_ASIDE = re.compile(r"(?<=\w), (?:\w+ing|who|in|with|beside|next|on|at|from|behind|by)\b[^,]*, $")
"""What is put in between a subject and its verb: "Ann, riding beside Ben, set it"."""


def _actor(sentence: str, people: Sequence[str], recent: Sequence[str], called: Mapping[str, str]) -> str:
    """Who does what the sentence tells: the one named last before its verb of acting, else the subject."""
    if indirect := _INDIRECT.search(sentence):
        return _named(_in_front_of(indirect, sentence, people), recent, called)
    verb = _BIDS.search(sentence) or _ACT.search(sentence)
    if not verb:
        return recent[0] if recent else ""
    front = _in_front_of(verb, sentence, people)
    return _named(_first_of_joined(front, sentence[: verb.start()]), recent, called)


def _in_front_of(verb: re.Match[str], sentence: str, people: Sequence[str]) -> list[Mention]:
    """Who is named or meant before a verb, without those who are only named in what is put in between."""
    aside = _ASIDE.search(sentence[: verb.start()])
    return [
        m for m in mentions(sentence, people)
        if m.end <= verb.start() and not (aside and aside.start() <= m.start < aside.end())
    ]  # fmt: skip


def _first_of_joined(found: Sequence[Mention], before: str) -> Sequence[Mention]:
    """The subject alone where the text ends in "and" for its second verb; all of them elsewhere."""
    first = [mention for mention in found if not mention.possessive][:1]
    return first if first and _JOINED.search(before) else found

"""By which pronoun a narrated text speaks of each person.

Rule protected: nobody's name tells it; only a sentence does that leaves one person whom its pronoun can mean.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise, takewhile

from replay.agents.lexical.inflection import verbs
from replay.agents.lexical.kinship import KIN_PRONOUNS
from replay.agents.lexical.people import CAR, PRONOUNS, Mention, all_mentions, is_object
from replay.agents.lexical.quotations import INDIRECT, SAYS, TELLING, pieces
from replay.agents.lexical.roles import subjects
from replay.agents.lexical.text import sentences, spell

_SUBJECTS = frozenset({"he", "she", "they"})
_SAME = {"he": "he", "his": "he", "him": "he", "she": "she", "her": "she"}
_OWNS = frozenset({"his", "her"})
_SAME_ONE = re.compile(
    r"(?:[,:] (?:so |but |though |although |since |because |as |where |when |which )?|"
    rf"\b(?:that|because|since|so|if|how|what|why|where|while|when|as|{SAYS})) $"
)
"""Before a pronoun: the clause goes on about the one of the clause before, who would not be told again behind "and"."""
_TELLS = re.compile(rf"\b(?:{verbs(TELLING, 'past')}) (?:\w+ ){{1,3}}that\b")
"""Of what one is told by another, either may be the subject."""


def pronouns(text: str, people: Sequence[str]) -> dict[str, str]:
    """The pronoun, `he` or `she`, by which a narrated text speaks of each person; who is called both is left out.

    Only what is told counts: a sentence that names one person only, with the pronouns in it and at the start of the
    next; of several named the one who alone does something.
    """
    votes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for line in text.splitlines():
        alone = ""
        for quoted, piece in pieces(spell(line)):
            for sentence in () if quoted else sentences(piece):
                for who, word, n in _called(sentence, people, alone):
                    votes[who][word] += n
                alone = _left_alone(sentence, people, alone)
    clear = {who: mine.most_common(1)[0] for who, mine in votes.items()}
    return {**KIN_PRONOUNS, **{who: word for who, (word, n) in clear.items() if 2 * n > votes[who].total()}}


def _left_alone(sentence: str, people: Sequence[str], before: str) -> str:
    """The only one whom a pronoun behind a sentence can mean; `before` where it names nobody who does something."""
    found = [m for m in all_mentions(sentence, people) if m.who != CAR]
    named = {m.who for m in found if m.who not in PRONOUNS}
    doing = {m.who for m in subjects(sentence, people)} & named
    if not named or not (doing or any(m.possessive for m in found if m.who in named)):
        return before
    return named.pop() if len(named) == 1 and found[0].who in named else ""


def _called(sentence: str, people: Sequence[str], alone: str) -> Iterator[tuple[str, str, int]]:
    """Who is called what in a sentence, and how much it counts; `alone` is the one that the sentence before named."""
    found = [m for m in all_mentions(sentence, people) if m.who != CAR]
    for kin, person in pairwise(found):
        if kin.who in KIN_PRONOUNS and person.start == kin.end + 1 and person.who in people:
            yield person.who, KIN_PRONOUNS[kin.who], 2
    named = {m.who for m in found if m.who not in PRONOUNS}
    used = {_SAME[m.who] for m in found if m.who in _SAME and not is_object(sentence, m)}
    doing = {m.start for m in subjects(sentence, people)}
    if found and alone and found[0].who in _SUBJECTS:
        if word := _SAME.get(found[0].who):
            yield alone, word, 2
    elif len(named) == 1 and len(used) == 1:
        only = [m for m in found if m.who in named]
        if any(m.possessive or m.start in doing for m in only) or not any(m.who in _SUBJECTS for m in found):
            yield only[0].who, used.pop(), 2
    elif len(named) > 1:
        for who, word in _called_in(sentence, found, named, doing):
            yield who, word, 1


def _owns(sentence: str, mention: Mention) -> bool:
    """Whether a pronoun is told of as the owner of what is named behind it."""
    return mention.who in _OWNS and not is_object(sentence, mention)


_ASIDE = re.compile(r"^, [^,]{3,40},")
"""Behind a name: something that is told of it by the way."""
_BESIDE = re.compile(r"^ (?:\w+ )?(?:next to|beside|behind|in front of|alongside|with|at the side of) $")


def _called_in(
    sentence: str, found: Sequence[Mention], named: Collection[str], doing: Collection[int]
) -> Iterator[tuple[str, str]]:
    """Who of several in a sentence is spoken of by which pronoun: the subject of a clause, or who says something."""
    acting = [i for i, m in enumerate(found) if m.who in named and m.start in doing]
    if acting and (INDIRECT.search(sentence) or (len(acting) == 1 and not _TELLS.search(sentence))):
        behind = [*takewhile(lambda m: m.who not in named or m.who == found[acting[0]].who, found[acting[0] + 1 :])]
        words = [
            _SAME[m.who] for m in behind
            if m.who in _SAME and (_owns(sentence, m) or (m.who in _SUBJECTS and _SAME_ONE.search(sentence[: m.start])))
        ]  # fmt: skip
        if words:
            yield found[acting[0]].who, words[0]
            return
    for one, other in pairwise(found):
        # "Ann next to him": the pronoun means the other one of two
        if one.who in named and not one.possessive and _BESIDE.search(sentence[one.end : other.start]):
            rest = [who for who in named if who != one.who]
            if other.who in ("him", "her") and len(rest) == 1:
                yield rest[0], _SAME[other.who]
    for i, one in enumerate(found):
        opens = re.search(r"(?:^\W*|[,;] |\band |\bwhile )$", sentence[: one.start])
        if one.who not in named or one.possessive or not opens or one.start not in doing:
            continue
        behind = list(takewhile(lambda m: m.who in _SAME, found[i + 1 :]))
        behind = [m for m in behind if not is_object(sentence, m)]
        used = {_SAME[m.who] for m in behind}
        near = behind and "," not in _ASIDE.sub("", sentence[one.end : behind[0].start])
        if near and len(used) == 1 and any(m.who in _SUBJECTS or _owns(sentence, m) for m in behind):
            yield one.who, used.pop()

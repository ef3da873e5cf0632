"""What part each one named in a told sentence plays: who does it, to whom it is done, whose a thing is.

Rule protected: a name counts as a subject only where its own neighbours let it. Behind a preposition or a verb that
takes an object it is somebody to whom something is done, however near to the next verb it stands: in "taking Ann
along, Ben set it" it is Ben who sets it.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from replay.agents.lexical.inflection import PASTS, verbs
from replay.agents.lexical.people import Mention, is_object, mentions
from replay.agents.lexical.quotations import SPEAKING

Role = Literal["subject", "object", "owner"]

_NOMINATIVE = frozenset({"he", "she", "they"})
_ADVERB = (
    r"(?:\w+ly|also|then|just|always|never|often|usually|once|still|now|both|alone|too|soon|even|only|herself|himself)"
)
_FINITE = re.compile(
    rf"(?:,? who|,[^,;.]{{3,40}},(?= (?:\w+ed|{PASTS})\b))? "
    rf"(?:{_ADVERB} )?(?:is|was|were|has|had|does|did|can|could|will|would|should|must|may|might|can't|"
    rf"couldn't|won't|wouldn't|isn't|wasn't|doesn't|didn't|{PASTS}|\w{{2,}}ed|"
    r"(?!(?:this|his|its|hers|ours|theirs|yours|always|perhaps|sometimes|afterwards|besides|towards|across|as|is|"
    r"nevertheless|unless|thus|yes|less|plus|minus|alias)\b)\w{2,}s)\b"
)
"""Behind a name: it does something."""
_PREPOSITION = re.compile(
    r"\b(?:by|for|with|of|from|about|at|unlike|without|to|beside|behind|alongside|near|between|against|towards?|"
    r"onto|upon|around|despite|except|including|in front of|next to|on|in|inside|into|out of|through|via|versus) "
    r"(?:both )?$",
    re.IGNORECASE,
)
_MAY_JOIN = re.compile(r"\b(?:after|before|until|till|since|than|like|as) $", re.IGNORECASE)
"""A preposition, or the beginning of a clause, as what follows the name tells."""
_SPEAKS = verbs(f"{SPEAKING}|know|believe|feel|come|go|stand|sit|become|be", "past")
"""What needs no object: a name behind it is its subject, as in "said Ann"."""
_OBJECT_OF = re.compile(
    rf"\b(?!(?:{_SPEAKS}|morning|evening|nothing|something|anything|everything|ceiling|spring|wedding|meeting) $)"
    rf"(?:{PASTS}|\w+ed|\w+ing|{verbs('tell|ask|drive|take|bring|help|let|give|show|remind|join|meet', 'third')}) $"
)
_INFINITIVE = re.compile(r"\b(?:to|can|could|will|would|should|must|may|might|not) \w+ $")
_CAUSES = re.compile(rf"\b(?:{verbs('have|let|make|help|see|hear|watch|bid')}) $")
"""Somebody has another one act: the verb behind the name is no finite one."""
_TOLD_TO = re.compile(
    rf"^ (?:{_ADVERB} )?(?:is|was|were|got|gets|(?:has|had|have) been|(?:is|was) being) (?:{_ADVERB} )?"
    rf"(?:{verbs('tell|ask|order|instruct|inform|remind|request|command|beg|urge|warn', 'past')})\b"
)
"""Behind a name: somebody else speaks to it."""
_BESIDE = re.compile(
    r" (?:\w+ing|at|in|on|beside|next to|behind|along|aboard|with|as|alone|(?:his|her|their) (?:passengers?|guests?))\b"
)
_AND = re.compile(r"(?:\b(?:and|but)(?: then)?|;) $")
_RELATIVE = re.compile(r",? who (?:[\w'-]+ ){0,3}")
_TWO_NAMES = re.compile(r"(?:^|[,;] )[A-Z][\w'-]*(?: [A-Z][\w'-]*)? and $")
"""Before the second of two who do the same."""
_WHO = re.compile(r",? who\b")
_JOINS = re.compile(r"^(?:,? and| or| as well as) $")
_PASSIVE = re.compile(
    rf"\b(?:is|was|were|been|being|got|gets|be|{verbs('let|have', 'past')})\b(?: [\w'-]+){{1,7}}? by $"
)
_HEARS = re.compile(
    rf"\b(?:{verbs('hear|learn|gather|understand|know|find out|be told|have it|get word', 'past')})"
    r"(?: \w+){0,2} from $"
)


@lru_cache(maxsize=4096)
def roles(sentence: str, people: tuple[str, ...]) -> tuple[tuple[Mention, Role], ...]:
    """Everyone named or meant in a told sentence, in order, each with the part that they play.

    Of two joined by "and" the second plays the part of the first, unless a verb of its own follows.
    """
    found: list[tuple[Mention, Role]] = []
    for mention in mentions(sentence, people):
        found.append((mention, _role(sentence, mention, found[-1] if found else None)))
    last = max((i for i, (mention, role) in enumerate(found) if role == "subject"), default=0)
    return tuple(
        (mention, "object" if i < last and role == "subject" and _is_absolute(sentence, mention) else role)
        for i, (mention, role) in enumerate(found)
    )


def _is_absolute(sentence: str, mention: Mention) -> bool:
    """Whether a name only begins what is told beside the sentence: the "Ann at the wheel" of "Ann at the wheel, he...".

    It does so where no verb but a participle follows, and somebody else is the subject.
    """
    return mention.who not in _NOMINATIVE and bool(_BESIDE.match(sentence[mention.end :]))


def subjects(sentence: str, people: Sequence[str]) -> tuple[Mention, ...]:
    """Those of a told sentence who do something in it, in order."""
    return tuple(mention for mention, role in roles(sentence, tuple(people)) if role == "subject")


def doers(sentence: str, people: Sequence[str], at: int) -> tuple[Mention, ...]:
    """The subjects before the verb at `at`, in order; of a verb in "Ann, who asked him" she alone."""
    before = [m for m in mentions(sentence, people) if m.end <= at]
    if before and _RELATIVE.fullmatch(sentence[before[-1].end : at]):
        return (before[-1],)
    return tuple(m for m in subjects(sentence, people) if m.end <= at)


def agents(sentence: str, people: Sequence[str]) -> tuple[Mention, ...]:
    """Those by whom something is told to be done, or from whom it is heard: "was switched off by Ann", in order."""
    return tuple(
        mention for mention in mentions(sentence, people)
        if not mention.possessive and _is_agent(sentence[: mention.start])
    )  # fmt: skip


def begins_clause(sentence: str, mention: Mention) -> bool:
    """Whether a subject begins a clause of its own behind another's: "... and Ann read", "by Ann, who chose"."""
    before, behind = sentence[: mention.start], sentence[mention.end :]
    coordinate = _AND.search(before) and _FINITE.match(behind) and not _TWO_NAMES.search(before)
    return bool(coordinate or (_WHO.match(behind) and _is_agent(before)))


def _is_agent(before: str) -> bool:
    """Whether a name behind these words is by whom something is done, or from whom it comes."""
    return any(form.search(before) for form in (_PASSIVE, _HEARS))


def _role(sentence: str, mention: Mention, last: tuple[Mention, Role] | None) -> Role:
    if mention.who in _NOMINATIVE:
        return "subject"
    if mention.who in ("him", "her"):
        return "object" if is_object(sentence, mention) else "owner"
    if mention.possessive:
        return "owner"
    before, behind = sentence[: mention.start], sentence[mention.end :]
    if _WHO.match(behind) and _is_agent(before):
        return "subject"
    if _PREPOSITION.search(before) or _TOLD_TO.match(behind):
        return "object"
    acts = bool(_FINITE.match(behind)) and not _CAUSES.search(before)
    if acts:
        return "subject"
    if any(form.search(before) for form in (_MAY_JOIN, _OBJECT_OF, _INFINITIVE)):
        return "object"
    if last is not None and last[1] != "owner" and _JOINS.match(sentence[last[0].end : mention.start]):
        return last[1]
    return "subject"

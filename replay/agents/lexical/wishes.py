"""Whose wishes a question is about: the one who says `my`, is addressed as `your`, or is named as the owner.

Rule protected: the one who only passes a request on to the car counts least.
"""

import re
from collections.abc import Mapping, Sequence

from replay.agents.lexical.inflection import verbs
from replay.agents.lexical.narrative import Part
from replay.agents.lexical.patterns import pattern
from replay.agents.lexical.people import CAR, PRONOUNS, Mention, mentions
from replay.agents.lexical.speech import speaks_of_the_car
from replay.agents.lexical.text import plain
from replay.agents.lexical.vocabulary import LIKING

ASKS = pattern(
    verbs("ask|request|command|want|instruct|order|bid|beg|implore|urge|prompt", "third", "past")
    + "|bade|request|told the car|tells the car|said to the car|called (out )?to the car|had the car|got the car to|"
    "let the car|the car was (told|asked|to)|called (for|on)"
)
"""How the telling says that someone asks the car for something."""


FIRST = pattern("i|i'm|i've|i'll|i'd|me|my|mine|myself")
"""Someone speaks of themselves."""

LIKED = verbs(LIKING, "plain", "third", "past")
"""Someone likes, or liked, something."""
_OFTEN = "((always|usually|often|normally|really|still|also|once|typically|generally) )?"
_WISHES = (
    f"(like*|prefer*|love*|{LIKED}|use[sd]?|want*|need*|had|have(?! to)|asked|set|chose|choose*|pick*|calls?|"
    "called|enjoy*|settled on|decided on|went with|goes with|teach*|recommend*|suggest*|can (take|stand|bear)|"
    "swears by|raves? about|raved about|goes for|insists? on|told|mention*|can't do without)"
)
"""What people do to what they wish for."""
_MINE = pattern(
    f"my|mine|i ({LIKED}|had|set|found|decided|usually|always|normally|chose|picked)|i'm (used to|accustomed to|"
    f"fond of)|"
    "how i like"
)
_BODY = (
    "nose|eyes?|ears?|head|face|feet|foot|legs?|hands?|hair|neck|shoulders?|knees?|arms?|mouth|mind|back|fingers?|"
    "breath|"
    "seat ?belt|phone|bag|name|sake|mother|father|mom|mum|dad|sister|brother|wife|husband|son|daughter|friend|boss|"
    "birthday|house|home|office|work|job|day|car|keys?|life|turn|time"
)
"""What is somebody's own and no wish of theirs."""
_YOURS = pattern(
    f"your(?! (own )?({_BODY})\\b)|yours|you {_OFTEN}({_WISHES}|hate)(?! (the|my|our|this) (car|wheel|keys?))|"
    "you usually|"
    "you're right|you (are|were) right|your way|like you (do|did|said|had|have)|"
    "(it's|that's|today is|up to) you|you('ll| may| can)? (decide|choose|pick|win|rule)|as you (like|wish|want|please)|"
    "you're the (boss|guest|king|queen|captain)"
)
_NOT_YOURS = pattern(
    "(can't|cannot|hate|wrong|not|unlike|too|uncomfortable|don't like)( \\w+){0,5} (your|yours)|"
    "(because of|due to|on account of|considering|mindful of|thanks to)( \\w+){0,2} (your|yours)|"
    "you('ve| have) (had|left|put|set|got|changed|moved|turned)( \\w+){0,3} your|"
    "your( \\w+){0,3} (is|are|was) (too|wrong|not)|yours?( \\w+){0,3} not (mine|me|my)|you (may|can|"
    "could) (\\w+ ){0,4}(yours|as you like)|"
    "your (?!setting|usual|favou?rite|level|choice|preference|way)\\w+ (blows|burns|blinds|freezes|hurts|makes|"
    "kills|keeps|roars|boils|"
    "cooks|gives|looks|sounds|shakes|drowns|dazzles|stings|is killing|is driving|wakes)"
)
_TO_THE_CAR = re.compile(r"(?:^|[.!?] |\")(?:hey )?car,")
_OURS = pattern("we|us|our|let's")
_COMPLAINT = pattern(
    "too|can't|cannot|hurt*|again|barely|cold|hot|freezing|dark|stuffy|blinding|glar*|stiff|smell*|problem|issue|tired"
)
_THEIRS = pattern(
    f"(she|he|they) {_OFTEN}{_WISHES}|(she|he|they) always|(the way|as|how) (she|he|they) \\w+|"
    "(help|calm|suit|remind|sooth|relax|make|get|wake|cheer|comfort|console|amuse|entertain|quiet|settle|please)s? "
    "(her|him|them)|give (her|him|them)|"
    "(person|one|lady|gentleman|guy|man|woman|passenger) (beside|next to|with) me|my (passenger|companion)|"
    "(her|his|their) (\\w+ )?(favou?rite|usual|prefer*|liking|taste)|(take|bring|drive|get) (him|her|"
    "them)( back)? (to|home|there)|"
    "where (he|she|they) \\w+|(like|as|than|to|use|take) (his|hers|theirs)"
)
_OWN = pattern("(his|her) (\\w+ )?(usual|standard|prefer*|normal|own|profile|favou?rite|saved)")
_OWN_THING = re.compile(r"\b(?P<whose>his|her) (?P<what>\w+(?: \w+){0,2})")
_FOR_OTHER = re.compile(
    r"\b(?:for|help|please|oblige|calm|suit|cheer|comfort) (?:her|him|them)\b(?!\s+\w)|\b(?:his|her|their) (?:way|"
    r"wish|request)\b|\b(?:make|get|keep|have) (?:her|him|them) (?:\w+ )?"
    r"(?:comfortable|cozy|cosy|warm|cool|happy|settled)\b"
)
_FOR_KIN = re.compile(r"\bfor (?:my|our|the) $")
_PREFERS = pattern(
    f"{_OFTEN}({_WISHES}|usual*|mention*|said|says|has|favou?rite|(is|was)( so| very)? (fond of|crazy about|"
    f"keen on|proud of)|"
    "rave[sd]?|swore|showed|tried|discovered|found|insists?|insisted|keeps?|goes|went)(?! (to (?!be\\b|have\\b)|too))"
)
_LEFT_IT = pattern(
    "(has|have|had|'s|was|were|must have) (\\w+ )?(been|had|sat|driven|left|put|set|used|borrowed|moved|changed|"
    "touched|here|in here|taken|it again|again|let)|again|"
    "(drove|sat|borrowed|used|left|put|changed|moved|touched|took)(?! (to|for))"
)
"""Someone only had the car before, and is to blame for how it is."""
_PREFERENCE = pattern(
    "(\\w+ )?(favou?rite|usual|prefer*|setting*|call|mode|color|colour|normal|standard|theme|liking|spot|level|choice|"
    "taste|habit|routine|number|comfort|way|style|custom*)"
)
_AGREED = re.compile(
    r"\b(?:agreed|promised|discussed|arranged|decided|settled|talked about it|made up|compromised|negotiated)"
    r"(?: \w+)? (?:with|"
    r"to) (?:(?:my|our|his|her) )?$"
)
"""What was agreed on with someone is their wish."""
_VISITORS = frozenset({"guest", "friend", "colleague", "client"})
"""Relations by which someone aboard may be called who has a name."""
_THING = re.compile(
    r"(?!(?:to|for|in|on|at|the|a|an|and|or|but|so|up|down|out|off|with|from|back|own|car|seat|hand|hands|"
    r"eyes?|head|face|feet|"
    r"foot|legs?|hair|phone|bag|name|sake|benefit|part|mother|father|mom|dad|sister|brother|wife|husband|son|daughter|friend|"
    r"boss|voice|if|"
    r"that|when|again|now|please|fingers?|nose|ears?|neck|shoulders?|knees?|arms?|mouth|mind|birthday|house|"
    r"door)\b)[a-z]{3,}"
)
_NOT_THEIRS = pattern(
    r"(can't|cannot|hate|not|unlike|too|don't|no|without|never|instead of|sick of|undo)( \w+){0,5} (his|her|their)|"
    r"(because of|due to|on account of|considering|mind|mindful of|given|thanks to)( \w+){0,2} (his|her|their)|"
    "(his|her|their)( \\w+){0,3} (is|are|was) (too|wrong|not)"
)
_SUBJECT_OF = {"his": "he ", "her": "she ", "their": "they "}
"""Whose own a possessive means in a sentence with this subject."""
_OWN_OF = {"her": "her", "him": "his", "them": "their"}
_FOR_OWN = re.compile(r"\b(?:for|set|use|to) (his|her)\b(?= \w)")
_REFUSED = re.compile(r"\b(?:not|isn't|without|undo|never)\W+(?:\w+\W+)?$")


def wishes_of(
    parts: Sequence[Part], people: Sequence[str], places: Mapping[str, str], asker: str, called: Mapping[str, str]
) -> dict[str, float]:
    """How much the wishes of everyone count who may be meant, 1 the most; only the asker where nothing tells."""
    points: dict[str, float] = {}
    others: list[str] = []
    speaker = ""
    for part in parts:
        found = mentions(part.text, people)
        if part.kind == "told":
            others = [m.who for m in found if _may_be_meant(m, part, places)] + others
            given = _told(part, others, called, speaker)
        else:
            given = _said(part, found, people, places, others, called)
            others = [part.who, *others]
            speaker = part.who
        for who, n in given:
            if who and who != CAR and n:
                points[who] = points.get(who, 0.0) + n
    if not points and asker:
        points[asker] = 1.0
    most = max(points.values(), default=1.0)
    return {who: n / most for who, n in points.items()}


def _may_be_meant(who: Mention, part: Part, places: Mapping[str, str]) -> bool:
    """Whether a later pronoun may mean somebody who is told of; not one who only had the car before."""
    gone = who.who not in places and _LEFT_IT.match(plain(part.text[who.end : who.end + 30]).strip())
    return who.who not in PRONOUNS and who.who != CAR and not gone


def _told(part: Part, others: Sequence[str], called: Mapping[str, str], speaker: str) -> list[tuple[str, float]]:
    """What a told sentence gives: a little to who asks the car, more to whom it is asked for; `speaker` spoke last."""
    words = plain(part.text)
    if not ASKS.search(words):
        return []
    given = [(part.who, 1.0)]
    other = _FOR_OTHER.search(words)
    if other and not words.startswith(_SUBJECT_OF.get(_OWN_OF.get(other[0].split()[-1], other[0].split()[0]), "-")):
        given.append((next((who for who in others if who and who != part.who), ""), 3.0))
    elif (whose := _whose(words, part.who, others, called)) or (
        whose := _asks_for(words, part.who, [speaker, *others], called)
    ):
        given.append((whose, 3.0))
    elif other or _OWN.search(words):
        given.append((part.who, 2.0))
    return given


def _asks_for(words: str, who: str, others: Sequence[str], called: Mapping[str, str]) -> str:
    """Whose part of the car a told request is for, as in "to restore her HUD height"; empty where it tells none.

    Where another spoke last, of the `others` the first, and may be called so, it is theirs.
    """
    asks = ASKS.search(words)
    own = asks and next((m for m in _OWN_THING.finditer(words, asks.end()) if speaks_of_the_car(m["what"])), None)
    if not asks or not own:
        return ""
    pronoun = {"his": "he", "her": "she"}[own["whose"]]
    subject = re.search(r"\b(?:he|she)\b", words[: asks.start()])
    fits = [other for other in others if other not in ("", who) and called.get(other, pronoun) == pronoun]
    own_word = called.get(who, subject[0] if subject else pronoun)
    return who if own_word == pronoun and fits[:1] != others[:1] else next(iter(fits), "")


def _whose(words: str, who: str, others: Sequence[str], called: Mapping[str, str]) -> str:
    """The other whose own is asked for, as in "he asked for her temperature"; empty where it is one's own."""
    own = _FOR_OWN.search(words)
    pronoun = {"his": "he", "her": "she"}[own[1]] if own else ""
    if not pronoun or called.get(who) == pronoun:
        return ""
    return next((other for other in others if other != who and called.get(other) == pronoun), "")


def _is_thing(behind: str, words: str) -> bool:
    """Whether a possessive owns a thing of its owner's that may be wanted, and that nobody refuses."""
    return bool(_THING.match(behind)) and not _NOT_THEIRS.search(words)


def _meant(
    pronoun: str, speaker: str, other: str, others: Sequence[str], people: Sequence[str], called: Mapping[str, str]
) -> str:
    """Whom a possessive of a speaker means: the other one there if it may be, else the only one who is called so."""
    word = {"his": "he", "her": "she"}.get(pronoun, "")
    if not word or (other and called.get(other, word) == word):
        return other
    fits = [who for who in dict.fromkeys((*others, *people)) if who != speaker and called.get(who) == word]
    here = [who for who in fits if who in others]
    return here[0] if here else fits[0] if len(fits) == 1 else other


def _said(
    part: Part,
    found: Sequence[Mention],
    people: Sequence[str],
    places: Mapping[str, str],
    others: Sequence[str],
    called: Mapping[str, str],
) -> list[tuple[str, float]]:
    """What a quotation gives: to its speaker, to whom it addresses, and to whom it names."""
    words = plain(part.text)
    hailed = next((m.who for m in found if m.start < 3 and m.who in people and part.text[m.end : m.end + 1] == ","), "")
    other = hailed or (part.to if part.to != CAR else "")
    other = other or next((who for who in others if who != part.who and who in people), "")
    theirs = _THEIRS.search(words)
    if theirs and (word := re.search(r"\b(?:he|she|his|her|him)\b", theirs[0])):
        other = _meant(
            {"he": "his", "him": "his", "she": "her"}.get(word[0], word[0]), part.who, other, others, people, called
        )
    speaker = 3.0 if _MINE.search(words) else 2.0 if FIRST.search(words) or _COMPLAINT.search(words) else 1.0
    given = [(part.who, speaker), (other, 4.5 * bool(theirs)), (other, 0.5 * bool(_OURS.search(words)))]
    given.append((other, 4.5 * bool(_FOR_OTHER.search(words) and not theirs)))
    if _YOURS.search(words) and part.to != CAR and not _TO_THE_CAR.search(words) and not _NOT_YOURS.search(words):
        given.append((other, 6.0))
    for place in ("passenger", "driver"):
        own = f"{place}'s (\\w+ )?(prefer*|usual|favou?rite|setting*|choice|taste)|{place} (prefers|likes)"
        if pattern(own).search(words):
            given.append((next((who for who, where in places.items() if where == place), ""), 6.0))
    for i, m in enumerate(found):
        behind = plain(part.text[m.end : m.end + 30]).strip()
        if m.who in people:
            if _AGREED.search(plain(part.text[: m.start])):
                given.append((m.who, 6.0))
            elif not m.possessive and _LEFT_IT.match(behind):
                continue
            elif m.who not in (part.who, hailed) and not _REFUSED.search(plain(part.text[: m.start])):
                given.append((m.who, 4.5 if m.possessive or _PREFERS.match(behind) else 0.5))
        elif m.who in ("his", "her", "their"):
            blamed = plain(part.text[: m.start]).endswith(" and ")
            if not theirs and (_PREFERENCE.match(behind) or (_is_thing(behind, words) and not blamed)):
                before = [x.who for x in found[:i] if x.who not in PRONOUNS and x.who not in (part.who, CAR)]
                whose = before[-1] if before else _meant(m.who, part.who, other, others, people, called)
                given.append((whose, 4.5 if _PREFERENCE.match(behind) else 2.5))
        elif m.who not in PRONOUNS and m.who != CAR and _AGREED.search(plain(part.text[: m.start])):
            given.append((m.who, 6.0))
        elif m.who not in PRONOUNS and m.who != CAR and (m.possessive or _FOR_KIN.search(plain(part.text[: m.start]))):
            if _REFUSED.search(plain(part.text[: m.start]).removesuffix("my ")):
                continue
            given.append((m.who, 4.5))
            if m.who in _VISITORS:
                given.append((other, 4.5))
    return given

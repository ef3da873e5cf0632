"""Whether a request asks for a free name, of which kind, and the name that it gives itself.

Rule protected: much is called by a name that nobody asks for. Where facts tell of a setting clearly, or talk is read,
the request itself must say that something is to be played, or somebody to be taken somewhere.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from replay.agents.lexical.claims import Claim
from replay.agents.lexical.facts import Record
from replay.agents.lexical.likeness import likely
from replay.agents.lexical.name_claims import is_of_the_car, is_written, name_claims
from replay.agents.lexical.name_kinds import KINDS, PLACE, NameKind
from replay.agents.lexical.named import Name, names_in
from replay.agents.lexical.patterns import body, pattern
from replay.agents.lexical.scene import Scene
from replay.agents.lexical.settings import Candidate
from replay.agents.lexical.speech import speaks_of_the_car
from replay.agents.lexical.text import plain, sentences

_ENOUGH = 3.0
"""From here on a name is asked for. What speaks for it are the points below."""
_NAMED = 3.0
"""The request speaks of a thing of the kind in so many words."""
_LIKE = 3.0
"""It is like such requests beyond doubt."""
_ALONE = 3.0
"""A name in capitals is most of what is said."""
_TYPED = 2.0
"""The name that it gives tells its kind: "Harbor Clinic"."""
_SAID = 1.5
"""A name in capitals stands behind what asks for one."""
_DEVICE = 1.5
"""The memory tells of a setting of the same part of the car, such as how loud videos are."""
_TOLD = 1.0
"""It tells of a name of the kind."""
_SHARED = 1.0
"""For each word, of three, that the request shares with a record that names one."""
_CUED = 0.5
"""For each word of the memory, of three, that goes with the kind."""
_MEANT = 1.0
"""With less from the request itself, no station, song or video is meant, whatever the memory tells of them."""
_PLAYS = (
    r"(?:play|start|resum(?:e|ing)|continue|stream|run|put on|show (?:me|us|her|him|them)|watch|see|review|look at|"
    r"listen to|hear|tune (?:in )?to)"
)
_LEADS = (
    r"(?:navigate(?: \w+)? to|(?:take|bring|drive|get|lead|guide) \w+(?: back| over)? to|"
    r"(?:go|drive|head|get)(?: back| over)? to)"
)
_THERE = r"(?:take|bring|drive|get|lead|guide) (?:me|us|him|her|them) (?:there|home|back)"
_ARTICLE = r"(?:the|a|an|my|our|his|her|their|that|this|some|\w+'s)"
_NAMES_IT = pattern("call|calls|called|say|says|mean|means|nickname*|known as|dubbed|name for")
_CALLED = re.compile(
    r"['\"](?P<quoted>[^'\"\s]+(?: [^'\"\s]+){0,2}?)[,.]?['\"]|"
    r"(?:say|call \w+|calls? it) (?:the |our |my |his |her )?(?P<bare>\w+)"
)
"""A name of someone's own for it, in quotes or behind the verb."""
_TO = re.compile(rf"(?:(?:^|[.!?,] )[Tt]o|\b{_LEADS}) (?:(?:the|my|our|his|her) )?(?P<what>\w[^.!?,;]*)")
"""Where a request goes to."""
_STATES = re.compile(r"\b(?:is|are|was|were|has|have|had|will|would|can|comes?|came|'s)\b")
"""Around a name that a sentence begins with: it tells of it, and does not ask for it."""
_MODIFIES = re.compile(
    r" (?!(?:and|or|in|on|at|to|for|with|please|now|again|then|today|tonight|is|as|but|by|from|the)\b)[a-z]+\b"
)
"""Behind a word in capitals that only tells what kind of thing is meant: "the Syrian report"."""
_BEGINS_PLAYING = re.compile(r"(?:^|[.!?] )(?:play|put on|resume|stream|watch|listen to)\b")
_PLAYED = re.compile(rf"\b{_PLAYS} (?:it|that|this|(?:the|my|that|this) \w+)\b(?! \w+ing)")
"""Something is to be played, and the request does not name it."""
_BARE_NOUNS = frozenset({"video", "videos", "music", "song", "songs", "movie", "film", "clip", "show", "station"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A kind of name that is asked for, and what there is to answer it with."""

    kind: NameKind
    score: float
    named: bool
    """The request speaks of a thing of the kind in so many words."""
    name: Name | None
    """The name that the request gives itself."""
    asking: bool
    """What is said around that name asks for it."""
    claims: tuple[Claim, ...]
    """The names of the kind that are remembered."""
    called: str
    """The one of them that somebody calls by a name of their own, which the request has; empty where there is none."""


def asked_for(scene: Scene, records: Sequence[Record], found: Sequence[Candidate]) -> Asked | None:
    """The kind of name that a request asks for most plainly; None where it asks for none.

    `found` are the settings that it may mean, the likeliest first.
    """
    asked = [_asked(kind, scene, records, found) for kind in KINDS]
    best = max(asked, key=lambda one: one.score)
    if best.score < _ENOUGH:
        return None
    if any(record.spoken for record in records) and not _is_told(best, scene):
        return None
    if _devices(found) and not _is_plain(best, scene, found):
        return None
    return best


def _asked(kind: NameKind, scene: Scene, records: Sequence[Record], found: Sequence[Candidate]) -> Asked:
    name, asking = _given(kind, scene)
    named = bool(pattern(kind.asks).search(_plainly(scene)))
    if kind is PLACE:
        named = (named or bool(_whither(scene))) and not _BEGINS_PLAYING.search(_plainly(scene))
    score = _NAMED * named + _LIKE * likely(_plainly(scene)).get(kind.setting.key, 0.0)
    clear = _devices(found)
    claims = name_claims(kind, records, scene.people, asked=score >= _MEANT and not clear)
    switched = bool(found) and _is_power(found[0]) and bool(found[0].choices) and found[0].setting.device
    called = _called(claims, scene)
    score += _NAMED * bool(called) + _DEVICE * (kind.setting.device in clear or kind.setting.device == switched)
    if name is not None:
        score += _TYPED * bool(pattern(kind.heads.lower()).search(plain(name.text)))
        score += name.proper * (_SAID * asking + _ALONE * (2 * len(name.text) > len(_words(scene))))
    if name is None and (name := _bare(kind, scene, claims)):
        asking, score = True, score + _NAMED
    if score < _MEANT and kind is not PLACE:
        return Asked(kind=kind, score=0.0, named=False, name=None, asking=False, claims=(), called="")
    score += _CUED * min(3, len({m[0] for record in records for m in pattern(kind.cues).finditer(record.words)}))
    shared = max((len(scene.asked_stems & claim.record.stems) for claim in claims), default=0)
    score += _TOLD * bool(claims) + _SHARED * min(3, shared)
    return Asked(
        kind=kind, score=score if name or claims else 0.0, named=named, name=name, asking=asking, claims=claims,
        called=called,
    )  # fmt: skip


def _is_power(candidate: Candidate) -> bool:
    return candidate.setting.key.endswith(".power")


def _devices(found: Sequence[Candidate]) -> frozenset[str]:
    """The parts of the car of which facts tell a setting clearly; what plays a name is no rival of it."""
    return frozenset(one.setting.device for one in found if one.claims and one.is_clearly_told and not _is_power(one))


def _is_plain(asked: Asked, scene: Scene, found: Sequence[Candidate]) -> bool:
    """Whether a name is asked for so plainly that a setting of which facts tell clearly is not all that is meant."""
    if asked.name is not None and asked.asking:
        return asked.kind is not PLACE or asked.name.proper or asked.name.placed
    if asked.kind is PLACE and asked.name is None and _orders(asked.kind).search(_plainly(scene)):
        return True
    own = any(
        is_written(str(claim.value)) and any(scene.wish_of(who) * n >= 1.0 for who, n in claim.owners.items())
        for claim in asked.claims
    )
    return asked.named and own and asked.kind.setting.device in _devices(found)


def _is_told(asked: Asked, scene: Scene) -> bool:
    """Whether the request itself tells the car to play a thing of the kind, or to take somebody to one."""
    return (asked.name is not None and asked.asking) or bool(_orders(asked.kind).search(_plainly(scene)))


def _orders(kind: NameKind) -> re.Pattern[str]:
    verbs = _LEADS if kind is PLACE else _PLAYS
    return _compiled(rf"\b{verbs}\W+(?:[\w']+\W+){{0,4}}?(?:{body(kind.heads.lower())}|where)\b|\b{_THERE}\b")


@cache
def _compiled(form: str) -> re.Pattern[str]:
    return re.compile(form)


def _plainly(scene: Scene) -> str:
    """What is said, as a plain text with "back to" still in it; what is asked for where nobody is quoted."""
    return scene.said or scene.request


def _words(scene: Scene) -> str:
    """What is said in the scene, as it is written; all of it where nobody is quoted."""
    return " ".join(part.text for part in scene.parts if part.kind == "said") or scene.text


def _given(kind: NameKind, scene: Scene) -> tuple[Name | None, bool]:
    """The name that a request gives, and whether it asks for it: the first that it asks for, else the first of all."""
    described, other = (
        _compiled(rf"\b{verbs}(?: {_ARTICLE})? ?$")
        for verbs in ((_LEADS, _PLAYS) if kind is PLACE else (_PLAYS, _LEADS))
    )
    written = _compiled(rf"\b(?:{kind.says})(?: \w+){{0,3}} ?$")
    first = None
    for sentence in sentences(_words(scene)):
        for name in names_in(sentence, kind.heads, scene.people, places=kind is PLACE):
            before, behind = plain(sentence[: name.start]), sentence[name.end :]
            modifies = " " not in name.text and _MODIFIES.match(behind)
            if is_of_the_car(kind, name) or other.search(before) or modifies:
                continue
            alone = name.proper and (2 * len(name.text) > len(sentence) or not before.strip(" '\""))
            if alone and not _STATES.search(f"{before} {behind}"):
                return name, True
            if (written if name.proper else described).search(before):
                return name, True
            first = first or name
    return first, False


def _called(claims: Sequence[Claim], scene: Scene) -> str:
    """What somebody calls by a name of their own that stands in the request; empty where nobody does."""
    for claim in sorted(claims, key=lambda claim: not _NAMES_IT.search(claim.sentence)):
        if not _NAMES_IT.search(claim.record.words):
            continue
        for m in _CALLED.finditer(claim.record.text):
            own = re.sub(r"^(?:the|our|my|his|her) ", "", plain(m["quoted"] or m["bare"]))
            if own != plain(str(claim.value)) and pattern(re.escape(own)).search(scene.request):
                return str(claim.value)
    return ""


def _whither(scene: Scene) -> str:
    """What a request goes to: "To the stables, please"; empty where that is a part of the car, or nothing."""
    m = _TO.search(_words(scene))
    return m["what"] if m and not speaks_of_the_car(plain(m["what"])) else ""


def _bare(kind: NameKind, scene: Scene, claims: Sequence[Claim]) -> Name | None:
    """The bare noun that a request has where no name is told: "to the stables", "she stopped to watch a tutorial"."""
    heads = body(kind.heads.lower())
    if kind is PLACE:
        m = None if claims else _compiled(rf"(?P<what>{heads})(?![\w-])").match(_whither(scene))
    elif _PLAYED.search(_plainly(scene)):
        told = " ".join(part.text for part in scene.parts if part.kind == "told")
        m = _compiled(rf"\b{_PLAYS} {_ARTICLE} (?P<what>(?:[\w'-]+ ){{0,3}}?(?:{heads}))\b").search(told)
    else:
        m = None
    if not m or m["what"] in _BARE_NOUNS:
        return None
    return Name(text=m["what"], start=m.start("what"), end=m.end("what"), proper=False)

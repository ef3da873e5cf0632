"""Asking the memory: first the bare question, then what is asked for, then the settings that may be meant.

Rule protected: an answer that stands in the next line is read with the line before it; what was found by an earlier,
closer search comes first. A memory's own text for the prompt and what its searches find are read together, each in
its order, so that the first line of either weighs alike.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from memory.messages import Hit, Question
from replay.agents.agent import Toolbox
from replay.agents.lexical.facts import MOST_RECORDS, Record, read_context, read_hits
from replay.agents.lexical.lexicon import SETTINGS
from replay.agents.lexical.scene import Scene
from replay.agents.lexical.setting import Setting
from replay.agents.lexical.speech import is_named, meaning, speaks_of_the_car, strength

_DEPTH = 20
"""Hits asked for by the bare question, which finds best."""
_NARROW_DEPTH = 12
"""Hits asked for by what is asked for alone."""
_SETTING_DEPTH = 12
"""Hits asked for by the words of a setting."""
_SETTINGS = 2
"""Settings that are searched for."""
_FOLLOW_UP = "prefer there better bump lower switched back level meant enough"
"""What people say right after they set something, without saying again what it was."""
_FOLLOW_UP_DEPTH = 8
"""Hits asked for by that, in the name of the one whose wishes count."""
_NOBODY: Mapping[str, str] = {}
_NEAR_MINUTES = 5
_LONG = 60
"""Records of a context that are read as they are; of more, as many are looked for."""
_ALWAYS_KEPT = 3
_SHARED = 2
"""Words of the request that a line which names no part of the car must share to be kept."""


def recall(question: Question, scene: Scene, tools: Toolbox, called: Mapping[str, str] = _NOBODY) -> tuple[Record, ...]:
    """What the memory holds for the question: what several searches find, and its context where it has one.

    A memory with a context that finds nothing for the bare question is not searched any further.
    """
    shown = read_context(tools.context, question.people, called, question.zone)
    is_long = len(shown) > _LONG
    shown = _narrowed(shown, scene) if is_long else shown
    if shown and tools.context_only:
        return _joined(shown, scene) if is_long else shown
    hits: dict[tuple[str, int | None], Hit] = {}

    def search(query: str, depth: int) -> None:
        for hit in tools.search_memory(query, depth):
            hits.setdefault((hit.text, hit.at_us), hit)

    search(question.text, _DEPTH)
    if shown and not hits:
        return _joined(shown, scene) if is_long else shown
    if scene.request.strip():
        search(scene.request, _NARROW_DEPTH)
    for setting in _likely(scene, read_hits(tuple(hits.values()), question.people, question.zone)):
        search(query_for(setting), _SETTING_DEPTH)
    if scene.owner:
        search(f"{scene.owner} {_FOLLOW_UP}", _FOLLOW_UP_DEPTH)
    found = read_hits(tuple(hits.values()), question.people, question.zone)
    return _joined(_together(found, shown) if shown else found, scene)


def _together(found: Sequence[Record], shown: Sequence[Record]) -> list[Record]:
    """What was found and what the context shows, each record once, with its better rank of the two."""
    both: dict[tuple[str, tuple[str, int], bool], Record] = {}
    for record in (*found, *shown):
        key = (record.text, record.when, record.spoken)
        if key not in both or record.rank < both[key].rank:
            both[key] = record
    return list(both.values())[:MOST_RECORDS]


def _narrowed(records: Sequence[Record], scene: Scene) -> tuple[Record, ...]:
    """The records of a long context that fit best, with the lines around them; of equals the newer."""
    asked = [setting for setting in SETTINGS if strength(setting, scene.request) >= 1.0]

    def fitness(record: Record) -> float:
        about = max((strength(setting, record.words) for setting in asked), default=0.0)
        speaker = max((scene.wishes.get(part.who, 0.0) for part in record.parts), default=0.0)
        return len(scene.stems & record.stems) + about + speaker + speaks_of_the_car(record.words)

    scored = sorted(records, key=lambda record: (fitness(record), record.when), reverse=True)[:_LONG]
    best = {record.rank: place for place, record in enumerate(scored)}
    return tuple(
        replace(record, rank=best.get(record.rank, len(best)))
        for before, record, behind in zip((None, *records), records, (*records[1:], None), strict=False)
        if any(
            other is not None and other.rank in best and (other is record or _near(other, record))
            for other in (before, record, behind)
        )
    )


def query_for(setting: Setting) -> str:
    """Words to search a setting by: those of its command, and of its values where these are words."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", setting.command).replace(" set ", " ")
    values = " ".join(setting.values) if setting.kind == "word" else ""
    return f"{words} {values}".strip()


def _likely(scene: Scene, records: Sequence[Record]) -> list[Setting]:
    """The settings that the question may mean, the likeliest first, `_SETTINGS` at most."""
    scored = []
    cars = [record for record in records if speaks_of_the_car(record.words)]
    for i, setting in enumerate(SETTINGS):
        asked = meaning(setting, scene.request) * (1.0 if is_named(setting, scene.request) else 0.6)
        asked += 0.5 * meaning(setting, scene.words)
        told = max(
            (
                record.about.get(setting.key, 0.0) / (1.0 + 0.2 * record.rank)
                for record in cars
                if is_named(setting, record.words)
            ),
            default=0.0,
        )
        if asked or told >= 2.0:
            scored.append((-(asked + 0.7 * told), i, setting))
    return [setting for _, _, setting in sorted(scored, key=lambda s: s[:2])[:_SETTINGS]]


def _joined(records: Sequence[Record], scene: Scene) -> tuple[Record, ...]:
    """Lines of one talk within a few minutes read as one record, in the order spoken; the best rank counts."""
    groups: list[list[Record]] = []
    for record in sorted(records, key=lambda r: (r.when, r.rank)):
        last = groups[-1][-1] if groups else None
        if last is not None and _near(last, record):
            groups[-1].append(record)
        else:
            groups.append([record])
    joined = [
        replace(
            group[0],
            text=" ".join(r.text for r in group),
            parts=tuple(part for r in group for part in r.parts),
            rank=min(r.rank for r in group),
        )
        for group in groups
    ]
    kept = [
        record for record in joined
        if record.rank < _ALWAYS_KEPT or not record.spoken or speaks_of_the_car(record.words)
        or len(record.stems & scene.asked_stems) >= _SHARED
    ]  # fmt: skip
    return tuple(sorted(kept, key=lambda r: r.rank))


def _near(one: Record, other: Record) -> bool:
    """Whether two lines of a chat are of one day and a few minutes apart."""
    if not (one.spoken and other.spoken and one.day and one.day == other.day):
        return False
    if one.minute is None or other.minute is None:
        return False
    return abs(other.minute - one.minute) <= _NEAR_MINUTES

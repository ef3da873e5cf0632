"""HaluMem's tasks on the memory itself, as far as they can be told without a judge: extraction and update.

Each memory point is searched for with its own words after the session that states it. A point is held where one of
the first hits states it (`states_point`), its stamp apart: a plain comparison of words, names and numbers, which takes
a free paraphrase for missing. `all` counts every point, one whose search failed as missed; `valid` leaves those out.
What a memory made up beyond the points cannot be told by searching, and is no part of this.
"""

import re
from collections.abc import Sequence
from typing import Any

from memory.embedded.words import fold, runs
from memory.messages import Hit
from scoring.answer_words import stem
from scoring.frames import without_stamp
from scoring.records import TOP, Turn
from scoring.shares import share
from scoring.staleness import staleness

EXTRACTION = "extraction"
UPDATE = "update"
INTERFERENCE = "interference"
"""What was mentioned in passing and is no memory of the user's: right is not to hold it."""

SHARE = 0.6
"""The least share of a point's words that a hit must hold."""

_WORD = re.compile(r"[^\W_]+")
_GRAMMAR = frozenset(
    _WORD.findall(
        "a about after all also am an and any are as at be because been before being but by can could did do does for "
        "from had has have he her hers him his how i if in into is it its may me might more most my of on one or other "
        "our s she should so some such than that the their them then there these they this those to too very was we "
        "were what when where which while who whom why will with would you your user"
    )
)


def points_section(turns: Sequence[Turn]) -> dict[str, Any] | None:
    """The rates of each task over its points; None where there are no points, and for a task without any.

    extraction: `recall`, overall and by memory type. interference: `kept_out`. update: `correct`, the new value is
    held; `outdated`, it is not, and the first hit is of the old one; `omission`, neither. Update shares add up to 1
    among the valid ones.
    """
    extraction = [turn for turn in turns if _task(turn) == EXTRACTION]
    interference = [turn for turn in turns if _task(turn) == INTERFERENCE]
    update = [turn for turn in turns if _task(turn) == UPDATE]
    if not extraction and not interference and not update:
        return None
    return {
        "extraction": _recall(extraction) | {"by_type": _by_type(extraction)} if extraction else None,
        "interference": _kept_out(interference) if interference else None,
        "update": _updates(update) if update else None,
    }


def states_point(text: str, point: str) -> bool:
    """Whether `text` states a memory point: it holds `SHARE` of the point's words, and all its names and numbers.

    Words are compared by their stem, those of grammar do not count, and neither do the capitalised words that a point
    begins with: they name whose memory it is, and a memory of that person's own may leave them out. A point without
    other words is stated where it stands word for word; an empty text states nothing.
    """
    words = _WORD.findall(point)
    n_subject = next((i for i, word in enumerate(words) if not word[0].isupper()), len(words))
    rest = [word for word in words[n_subject:] if fold(word).strip() not in _GRAMMAR]
    if not rest:
        return bool(text) and fold(point).split() == fold(text).split()
    wanted = {_key(word) for word in rest}
    certain = {_key(word) for word in rest if word[0].isupper() or any(letter.isdigit() for letter in word)}
    held = {stem(run) for run in runs(text)}
    return certain <= held and len(wanted & held) >= SHARE * len(wanted)


def holds(turn: Turn) -> bool | None:
    """Whether the first ten hits for the point's own words hold one that states it; None without such a search."""
    hits = _hits(turn)
    return None if hits is None else any(states_point(without_stamp(hit.text), turn.query) for hit in hits)


def _key(word: str) -> str:
    return stem(fold(word).strip())


def _task(turn: Turn) -> str:
    task, _, kind = turn.gold.reasoning_type.partition("/")
    return task if kind or task == INTERFERENCE else ""


def _hits(turn: Turn) -> Sequence[Hit] | None:
    search = None if turn.failure is not None else turn.bare_search
    return None if search is None else search.hits[:TOP]


def _recall(turns: Sequence[Turn]) -> dict[str, Any]:
    return _rates(turns, "recall", [holds(turn) for turn in turns])


def _by_type(turns: Sequence[Turn]) -> dict[str, Any]:
    kinds = sorted({turn.gold.reasoning_type.partition("/")[2] for turn in turns})
    return {kind: _recall([turn for turn in turns if turn.gold.reasoning_type.endswith(f"/{kind}")]) for kind in kinds}


def _kept_out(turns: Sequence[Turn]) -> dict[str, Any]:
    held = [holds(turn) for turn in turns]
    return _rates(turns, "kept_out", [None if one is None else not one for one in held])


def _updates(turns: Sequence[Turn]) -> dict[str, Any]:
    held = [holds(turn) for turn in turns]
    correct = [one is True for one in held]
    outdated = [one is False and staleness(turn).first_hit is True for one, turn in zip(held, turns, strict=True)]
    omission = [one is False and not old for one, old in zip(held, outdated, strict=True)]
    n_valid = sum(one is not None for one in held)
    rates: dict[str, Any] = {"points": len(turns), "valid": n_valid}
    for name, flags in (("correct", correct), ("outdated", outdated), ("omission", omission)):
        rates[f"{name}_all"] = share(sum(flags), len(turns))
        rates[f"{name}_valid"] = share(sum(flags), n_valid)
    return rates


def _rates(turns: Sequence[Turn], name: str, right: Sequence[bool | None]) -> dict[str, Any]:
    valid = [one for one in right if one is not None]
    return {
        "points": len(turns),
        "valid": len(valid),
        f"{name}_all": share(sum(valid), len(turns)),
        f"{name}_valid": share(sum(valid), len(valid)),
    }

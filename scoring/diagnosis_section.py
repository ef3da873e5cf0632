"""The diagnosis of a run: how many queries have which cause, and one worked example each.

Counted at the point `main`; shares are those of all its queries, failures included, so that they add up to 1.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from scoring.aggregate import ScoredTurn
from scoring.diagnosis import CAUSES, EVIDENCE, PLACES, Diagnosis, diagnose, trace
from scoring.diagnosis_needs import teller_words
from scoring.diagnosis_places import piece_text
from scoring.plain_text import cut_line
from scoring.records import MAIN, Branch, Turn
from scoring.shares import share
from vehicle.commands import format_call

MAX_CHARS = 200
"""Longer texts of an example are cut; the run log has them whole."""


def diagnosis_section(scored: Sequence[ScoredTurn]) -> dict[str, Any]:
    """Causes with count, share and example; the four cells; and where the facts were. Zeros where nothing was asked.

    Queries that expect no commands have no part in it.

    The example of a cause is its first query. The cells leave out what has no right action: failures and broken
    references.
    """
    turns = [item.turn for item in scored if item.turn.point == MAIN and item.turn.gold.expects_commands]
    found = [(turn, diagnose(turn)) for turn in turns]
    counts = Counter(diagnosis.cause for _, diagnosis in found)
    examples: dict[str, dict[str, Any]] = {}
    for turn, diagnosis in found:
        if diagnosis.cause not in examples:
            examples[diagnosis.cause] = worked_example(turn, diagnosis)
    told = [diagnosis for _, diagnosis in found if diagnosis.cause not in ("failure", "broken_reference")]
    cells = Counter((diagnosis.evidence, diagnosis.fault is None) for diagnosis in told)
    places = Counter(place for diagnosis in told for place in diagnosis.places)
    return {
        "queries": len(turns),
        "causes": {
            cause: {
                "count": counts[cause],
                "share": share(counts[cause], len(turns)),
                "example": examples.get(cause),
            }
            for cause in CAUSES
        },
        "cells": {evidence: {"right": cells[evidence, True], "wrong": cells[evidence, False]} for evidence in EVIDENCE},
        "facts": {place: places[place] for place in PLACES},
        "never_asked": sum(turn.failure is None and not turn.context and not turn.searches for turn in turns),
    }


def worked_example(turn: Turn, diagnosis: Diagnosis) -> dict[str, Any]:
    """One query from its fact to what was done, in short texts; the fact is the one that fared worst.

    `found` is the hit that brought it back, or else what came first instead; None where there was neither. `needed`,
    where not all evidence was shown, is the first command behind what is wrong and what told it, as a line of text.
    """
    number = worst_piece(diagnosis)
    example: dict[str, Any] = {
        "query_id": turn.query_id,
        "query": _cut(turn.query),
        "fact": None,
        "place": None,
        "found": None,
        "did": _calls(turn.predicted),
        "should": _calls(turn.reference),
    }
    if turn.failure is not None:
        example["failure"] = _cut(f"{turn.failure.stage}: {turn.failure.message}")
    if diagnosis.needs:
        need = diagnosis.needs[0]
        example["needed"] = f"{_cut(format_call(need.command))}: {teller_words(need)}"
    if number is None:
        return example
    traced = trace(turn, number, diagnosis.places[number])
    example |= {"fact": _cut(piece_text(turn, number)), "place": traced.place}
    if traced.rank:
        return example | {"found": {"search": _cut(traced.search), "rank": traced.rank, "text": _cut(traced.text)}}
    for search in turn.searches:
        if search.hits and traced.place != "shown":  # what came up instead
            return example | {"found": {"search": _cut(search.query), "rank": 1, "text": _cut(search.hits[0].text)}}
    return example


def worst_piece(diagnosis: Diagnosis) -> int | None:
    """The piece of evidence that is farthest from the agent, the first of several; None where none is known."""
    if not diagnosis.places:
        return None
    return max(range(len(diagnosis.places)), key=lambda number: PLACES.index(diagnosis.places[number]))


def _calls(branch: Branch) -> list[str]:
    return [
        _cut(format_call(command)) + ("" if accepted else " (rejected)")
        for command, accepted in zip(branch.commands, branch.accepted, strict=True)
    ]


def _cut(text: str) -> str:
    return cut_line(text, MAX_CHARS)

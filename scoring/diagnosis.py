"""Why a query was answered as it was: one cause for each Turn, told from the evidence and from what was done.

Each gold fact has a place, the first that holds:

- `shown`: the context, or a hit that the agent was shown, covers it (`scoring.coverage`);
- `not_shown`: a hit of a search of the agent's covers it, below those that it was shown;
- `by_question`: only the replay's search for the bare question brings it back;
- `by_itself`: only a search for the fact's own words does;
- `absent`: not even that;
- `not_probed`: nothing brought it back, and nobody searched for its words (a log of an earlier version).

What the agent had in reach is the evidence: `found` where every fact is `shown` or `not_shown`, `partly_found` where
some are, `not_found` where none is, `unknown` where the source names no evidence. The replay's own searches
never count as found. The cause is the first that holds:

1. `failure`: something broke, there is no answer.
2. `broken_reference`: the car rejects the reference itself, so that nothing tells what would be right.
3. `lucky`: the right state, and the evidence is `not_found`.
4. `right`: the right state otherwise; with only part of the evidence, too.
5. `not_stored`: none was found and every fact is `absent`.
6. `not_found`: none was found, though the memory holds some.
7. `partly_found`: some, not all, were found.
8. `found_not_used`: all were found, and the agent was not shown all of them.
9. The fault of the action (`scoring.action_fault`): `no_action`, `wrong_command`, `wrong_value`, `missing_change` or
   `extra_change`, where the agent was shown all the evidence, or where nobody knows it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, assert_never, get_args

from memory.guard import SearchRecord
from memory.messages import Hit
from scoring.action_fault import ActionFault, action_fault
from scoring.coverage import covered_facts
from scoring.records import Gold, Turn

Cause = Literal[
    "right",
    "lucky",
    "not_stored",
    "not_found",
    "partly_found",
    "found_not_used",
    "no_action",
    "wrong_command",
    "wrong_value",
    "missing_change",
    "extra_change",
    "broken_reference",
    "failure",
]
CAUSES: tuple[Cause, ...] = get_args(Cause)
"""In the order of tables: what was right, what the memory missed, what the agent did, what cannot be told."""
Evidence = Literal["found", "partly_found", "not_found", "unknown"]
EVIDENCE: tuple[Evidence, ...] = get_args(Evidence)
Place = Literal["shown", "not_shown", "by_question", "by_itself", "absent", "not_probed"]
PLACES: tuple[Place, ...] = get_args(Place)


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """What became of the evidence of a Turn, and the one cause of its outcome."""

    cause: Cause
    evidence: Evidence
    places: tuple[Place, ...]
    """Where each piece of evidence was, in the order of the gold facts, or else of the messages that the source names
    (see `pieces_of`); empty where it is unknown."""
    fault: ActionFault | None
    """What is wrong with what was done, whatever the cause; None where nothing is."""


def diagnose(turn: Turn) -> Diagnosis:
    """The diagnosis of one Turn, from its record alone. Facts that were not said yet at its cutoff are `absent`."""
    places = _places(turn)
    evidence = _evidence(places)
    fault = None if turn.failure is not None else action_fault(turn)
    return Diagnosis(cause=_cause(turn, evidence, places, fault), evidence=evidence, places=places, fault=fault)


def pieces_of(gold: Gold) -> tuple[str, ...]:
    """What is looked for: the gold facts in words, or else the ids of the messages that the source names."""
    return gold.facts or gold.evidence_ids


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """What first brought a piece of evidence back, in the order of the places."""

    place: Place
    search: str
    """The text of the search; empty where the context holds it, and where nothing brought it back."""
    rank: int
    """Of the hit, from 1; 0 without one."""
    text: str
    """The hit's; empty without one."""


def trace(turn: Turn, number: int, place: Place) -> Trace:
    """How the piece of evidence `number`, which has this place, was brought back."""
    searches: tuple[SearchRecord, ...] = ()
    match place:
        case "shown" | "not_shown":
            searches = turn.searches
        case "by_question":
            searches = () if turn.probe is None else (turn.probe,)
        case "by_itself":
            searches = tuple(probe.search for probe in turn.fact_probes if probe.fact == number)
        case "absent" | "not_probed":
            pass
        case _:
            assert_never(place)
    tops = [call.top_k for call in turn.tool_calls if call.search is not None]
    for order, search in enumerate(searches):
        for rank, hit in enumerate(search.hits[: tops[order]] if place == "shown" else search.hits, start=1):
            if covered_pieces(turn.gold, (hit,))[number]:
                return Trace(place=place, search=search.query, rank=rank, text=hit.text)
    return Trace(place=place, search="", rank=0, text="")


def diagnosis_entry(diagnosis: Diagnosis) -> Mapping[str, Any]:
    """The diagnosis as plain data, for an entry of the results."""
    return {
        "cause": diagnosis.cause,
        "evidence": diagnosis.evidence,
        "facts": list(diagnosis.places),
        "fault": diagnosis.fault,
    }


def _cause(turn: Turn, evidence: Evidence, places: tuple[Place, ...], fault: ActionFault | None) -> Cause:
    if turn.failure is not None:
        return "failure"
    if turn.broken_reference:
        return "broken_reference"
    if fault is None:
        return "lucky" if evidence == "not_found" else "right"
    match evidence:
        case "not_found":
            return "not_stored" if set(places) == {"absent"} else "not_found"
        case "partly_found":
            return "partly_found"
        case "found":
            return fault if set(places) == {"shown"} else "found_not_used"
        case "unknown":
            return fault


def _evidence(places: tuple[Place, ...]) -> Evidence:
    if not places:
        return "unknown"
    n_found = sum(place in ("shown", "not_shown") for place in places)
    if n_found == len(places):
        return "found"
    return "partly_found" if n_found else "not_found"


def _places(turn: Turn) -> tuple[Place, ...]:
    context = [turn.context] if turn.context else []
    shown: list[Hit] = []
    below: list[Hit] = []
    for call in turn.tool_calls:
        if call.search is not None:
            shown += call.search.hits[: call.top_k]
            below += call.search.hits[call.top_k :]
    if not turn.gold.facts and (context or not turn.names_sources or not all(hit.message_ids for hit in shown + below)):
        return ()  # without facts in words, only hits that name messages can tell
    stages: tuple[tuple[Place, Sequence[Hit], Sequence[str]], ...] = (
        ("shown", shown, context),
        ("not_shown", below, ()),
        ("by_question", () if turn.probe is None else turn.probe.hits, ()),
    )
    pieces = range(len(pieces_of(turn.gold)))
    places: dict[int, Place] = {}
    for place, hits, texts in stages:
        if len(places) < len(pieces):
            covered = covered_pieces(turn.gold, hits, texts)
            places |= {number: place for number in pieces if covered[number] and number not in places}
    probes = {probe.fact: probe.search for probe in turn.fact_probes}
    for number in pieces:
        if number not in places:
            own = probes.get(number)
            places[number] = "not_probed" if own is None else _by_itself(turn.gold, own, number)
    return tuple(places[number] for number in pieces)


def _by_itself(gold: Gold, search: SearchRecord, number: int) -> Place:
    return "by_itself" if covered_pieces(gold, search.hits)[number] else "absent"


def covered_pieces(gold: Gold, hits: Sequence[Hit], texts: Sequence[str] = ()) -> tuple[bool, ...]:
    """Which pieces of evidence are among `hits`, or stated by one of `texts`."""
    if gold.facts:
        return covered_facts(gold, hits, texts)
    named = {message_id for hit in hits for message_id in hit.message_ids}
    return tuple(message_id in named for message_id in gold.evidence_ids)

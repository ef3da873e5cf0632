"""Why a query was answered as it was: one cause for each Turn, told from the evidence and from what was done.

Where each gold fact was says its place (`scoring.diagnosis_places`). What the agent had in reach is the evidence:
`found` where every fact is `shown` or `not_shown`, `partly_found` where some are, `not_found` where none is, `unknown`
where the source names no evidence. The replay's own searches never count as found. Where not all was shown, each
command behind a setting that is wrong is looked for by itself (`scoring.diagnosis_needs`): the agent was *told* it
where the question, or something that it was shown, states the setting and the value. The cause is the first that holds:

1. `failure`: something broke, there is no answer.
2. `broken_reference`: the car rejects the reference itself, so that nothing tells what would be right.
3. `lucky`: the right state, the evidence is `not_found`, and the agent was not told every command of the reference.
4. `right`: the right state otherwise; with only part of the evidence, too.
5. The fault of the action (`scoring.action_fault`): `no_action`, `malformed_call`, `wrong_command`,
   `wrong_value`, `missing_change` or `extra_change`, where the agent was shown all the evidence, where nobody knows it,
   and where the agent was told every command behind what is wrong, and there is one.
6. `withheld`: evidence was not found, since a hit that would cover it was withheld as a violation.
7. `not_said`: evidence was not found, and some of it is said only at or after the cutoff: there was nothing to hold.
8. `lost_in_words`: evidence was not found, and of some of it only the place is left, in words that no longer say it.
9. `unrecognised`: none was found, and what the memory holds names no messages, so that words alone could tell.
10. `not_stored`: none was found and every fact is `absent`.
11. `not_found`: none was found, though the memory holds some.
12. `partly_found`: some, not all, were found.
13. `not_shown`: all were found, and the agent was not shown all of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, assert_never, get_args

from scoring.action_fault import ActionFault, action_fault, needed_commands
from scoring.diagnosis_needs import Need, needs_of
from scoring.diagnosis_places import PLACES, Place, Trace, covered_pieces, pieces_of, places_of, trace
from scoring.records import Turn

__all__ = [
    "CAUSES",
    "EVIDENCE",
    "PLACES",
    "Cause",
    "Diagnosis",
    "Evidence",
    "Place",
    "Trace",
    "covered_pieces",
    "diagnose",
    "diagnosis_entry",
    "pieces_of",
    "trace",
]

Cause = Literal[
    "right",
    "lucky",
    "withheld",
    "not_said",
    "lost_in_words",
    "unrecognised",
    "not_stored",
    "not_found",
    "partly_found",
    "not_shown",
    "no_action",
    "malformed_call",
    "wrong_command",
    "wrong_value",
    "missing_change",
    "extra_change",
    "broken_reference",
    "failure",
]
CAUSES: tuple[Cause, ...] = get_args(Cause)
"""In the order of tables: what was right, what did not reach the agent, what the agent did, what cannot be told."""
Evidence = Literal["found", "partly_found", "not_found", "unknown"]
EVIDENCE: tuple[Evidence, ...] = get_args(Evidence)


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
    needs: tuple[Need, ...] = ()
    """Where not all evidence was shown: the commands behind what is wrong, or where the right state was reached without
    evidence, those of the reference; and what told each to the agent."""


def diagnose(turn: Turn) -> Diagnosis:
    """The diagnosis of one Turn, from its record alone."""
    places = places_of(turn)
    evidence = _evidence(places)
    fault = None if turn.failure is not None else action_fault(turn)
    needs = _needs(turn, evidence, places, fault)
    return Diagnosis(
        cause=_cause(turn, evidence, places, fault, needs), evidence=evidence, places=places, fault=fault, needs=needs
    )


def diagnosis_entry(diagnosis: Diagnosis) -> Mapping[str, Any]:
    """The diagnosis as plain data, for an entry of the results."""
    return {
        "cause": diagnosis.cause,
        "evidence": diagnosis.evidence,
        "facts": list(diagnosis.places),
        "fault": diagnosis.fault,
        "needs": [need.told_by for need in diagnosis.needs],
    }


def _needs(turn: Turn, evidence: Evidence, places: tuple[Place, ...], fault: ActionFault | None) -> tuple[Need, ...]:
    if turn.failure is not None or turn.broken_reference or set(places) <= {"shown"}:
        return ()
    if fault is not None:
        return needs_of(turn, places, needed_commands(turn))
    return needs_of(turn, places, turn.reference.commands) if evidence == "not_found" else ()


def _cause(
    turn: Turn, evidence: Evidence, places: tuple[Place, ...], fault: ActionFault | None, needs: tuple[Need, ...]
) -> Cause:
    if turn.failure is not None:
        return "failure"
    if turn.broken_reference:
        return "broken_reference"
    is_told = bool(needs) and all(need.told_by != "nothing" for need in needs)
    if fault is None:
        return "lucky" if evidence == "not_found" and not is_told else "right"
    if is_told or set(places) <= {"shown"}:
        return fault
    match evidence:
        case "not_found" | "partly_found" if "withheld" in places:
            return "withheld"
        case "not_found" | "partly_found" if "not_said" in places:
            return "not_said"
        case "not_found" | "partly_found" if "lost_in_words" in places:
            return "lost_in_words"
        case "not_found" if "unrecognised" in places and set(places) <= {"absent", "unrecognised"}:
            return "unrecognised"
        case "not_found":
            return "not_stored" if set(places) == {"absent"} else "not_found"
        case "partly_found":
            return "partly_found"
        case "found":
            return "not_shown"
        case "unknown":
            return fault
        case _:
            assert_never(evidence)


def _evidence(places: tuple[Place, ...]) -> Evidence:
    if not places:
        return "unknown"
    n_found = sum(place in ("shown", "not_shown") for place in places)
    if n_found == len(places):
        return "found"
    return "partly_found" if n_found else "not_found"

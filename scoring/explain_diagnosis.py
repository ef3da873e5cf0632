"""The diagnosis of one query in words, from the symptom to the cause."""

from collections.abc import Iterator
from typing import assert_never

from scoring.action_fault import ActionFault
from scoring.diagnosis import Cause, Evidence, Place, Trace, diagnose, trace
from scoring.diagnosis_needs import teller_words
from scoring.diagnosis_places import piece_text
from scoring.plain_text import cut_line
from scoring.records import Turn
from vehicle.commands import format_call

SHOWN_CHARS = 120


def diagnosis_lines(turn: Turn) -> Iterator[str]:
    """What was wrong, where each piece of the evidence was, and the cause; lines of text, the first of them `why`."""
    diagnosis = diagnose(turn)
    is_compared = turn.failure is not None or turn.gold.expects_commands
    yield "why"
    if turn.failure is None:
        if is_compared:
            yield f"    {_symptom(diagnosis.fault)}"
        if not turn.searches and not turn.context:
            yield "    the agent never asked the memory"
    for number, place in enumerate(diagnosis.places):
        yield f"    fact {number + 1}: {_cut(piece_text(turn, number))}"
        yield f"        {_whereabouts(trace(turn, number, place))}"
    if not is_compared:
        yield f"    so: {_evidence_words(diagnosis.evidence, has_answer=turn.gold.answer is not None)}"
        return
    for need in diagnosis.needs:
        yield f"    needed: {_cut(format_call(need.command))}"
        yield f"        {_cut(teller_words(need))}"
    yield f"    so: {cause_words(diagnosis.cause)} [{diagnosis.cause}]"


def cause_words(cause: Cause) -> str:
    """What a cause says, in one clause."""
    match cause:
        case "right":
            return "right, with evidence at hand, or none known or needed"
        case "lucky":
            return "right without any evidence"
        case "withheld":
            return "evidence was found and withheld, since its hits could not be checked or broke a rule"
        case "not_said":
            return "evidence that the source names was not said yet, so that no memory could hold it"
        case "lost_in_words":
            return "hits name the messages that state the evidence, in words that no longer say it"
        case "unrecognised":
            return "none of the evidence can be recognised in the memory's words, and these name no messages"
        case "not_stored":
            return "no search shows any of the evidence, not even one for its own words: not stored, or out of reach"
        case "not_found":
            return "the memory holds evidence, but no search of the agent's brought any"
        case "partly_found":
            return "only part of the evidence was found"
        case "not_shown":
            return "the searches found all, but ranked part of it below what the agent was shown"
        case "no_action":
            return "the agent did nothing"
        case "malformed_call":
            return "the agent called commands with arguments that are no JSON object, which ran nothing"
        case "wrong_command":
            return "another command was called than the one needed"
        case "wrong_value":
            return "the right command was called with a wrong value or place"
        case "missing_change":
            return "part of what was needed was left undone"
        case "extra_change":
            return "all that was needed was done, and something more that changed the car"
        case "broken_reference":
            return "the car rejects the reference, nothing tells what is right"
        case "failure":
            return "something broke, there is no answer"
        case _:
            assert_never(cause)


def _symptom(fault: ActionFault | None) -> str:
    return "the car is as it should be" if fault is None else f"the car is not as it should be: {cause_words(fault)}"


def _evidence_words(evidence: Evidence, *, has_answer: bool) -> str:
    """What became of the evidence of a query that wants no commands."""
    match evidence:
        case "found":
            return "the agent's searches, or the memory's text, brought all of the evidence"
        case "partly_found":
            return "only part of the evidence was found"
        case "not_found":
            return "none of the evidence was found"
        case "unknown" if has_answer:
            return "the source names no evidence, so that nobody knows whether it was found"
        case "unknown":
            return "the source names no commands of the car, so that what was done to it is in no score"
        case _:
            assert_never(evidence)


def _cut(text: str) -> str:
    return cut_line(text, SHOWN_CHARS)


def _whereabouts(traced: Trace) -> str:
    place: Place = traced.place
    match place:
        case "shown":
            return f"shown to the agent at rank {traced.rank}" if traced.rank else "shown to the agent in the prompt"
        case "not_shown":
            return f"found at rank {traced.rank}, below what the agent was shown"
        case "withheld":
            return f"found, and withheld from the agent: {_cut(traced.text)}"
        case "by_question":
            return f"not found by the agent; the bare question finds it at rank {traced.rank}"
        case "by_itself":
            return f"not found; its own words bring it back at rank {traced.rank}, so it is stored"
        case "lost_in_words":
            return f"its message is named at rank {traced.rank}, in words that no longer say it: {_cut(traced.text)}"
        case "unrecognised":
            return "cannot be recognised in the memory's words, which name no messages: not stored, or worded otherwise"
        case "absent":
            return "not found, not even by its own words: not stored, or out of reach"
        case "not_said":
            return "not said yet when the query was asked: its cutoff is before it"
        case "not_probed":
            return "not found; whether it is stored nobody asked"
        case _:
            assert_never(place)

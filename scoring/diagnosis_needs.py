"""Whether what a query needed was before the agent, command by command.

Not every gold fact is needed for every setting, and what a fact says may also stand elsewhere in its session, in the
car's reply for instance. So each needed command is looked for by itself, in the first that tells it
(`scoring.diagnosis_telling`): what was asked, the gold facts whose evidence was shown, and the hits that were shown, of
those that cover a gold fact or name a message of a session that states the evidence.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, assert_never

from memory.messages import Hit
from scoring.diagnosis_places import Place, covered_pieces
from scoring.diagnosis_telling import tells
from scoring.records import Turn
from vehicle.commands import Command

Teller = Literal["question", "fact", "hit", "nothing"]

_SAID = re.compile(r"""(?<!\w)(['"])(?P<said>.+)\1(?!\w)""", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """A command, and what told it to the agent."""

    command: Command
    told_by: Teller
    fact: int = -1
    """Which gold fact, from 0; -1 unless `told_by` is `fact`."""
    rank: int = 0
    """Of the hit, from 1; 0 unless `told_by` is `hit`."""
    text: str = ""
    """The hit's; empty unless `told_by` is `hit`."""


def needs_of(turn: Turn, places: Sequence[Place], commands: Sequence[Command]) -> tuple[Need, ...]:
    """What told each of `commands` to the agent, `nothing` where no text does; `places` are those of the gold facts.

    Of several hits the one of the best rank is named, the first of equals.
    """
    hits = sorted(_evident_hits(turn), key=lambda ranked: ranked[0]) if commands else []
    return tuple(_need(turn, places, hits, command) for command in commands)


def teller_words(need: Need) -> str:
    """What told a command to the agent, in one clause; a hit's text is whole."""
    match need.told_by:
        case "question":
            return "the question itself says so"
        case "fact":
            return f"fact {need.fact + 1}, which the agent was shown, says so"
        case "hit":
            return f"the agent was shown it at rank {need.rank}: {' '.join(need.text.split())}"
        case "nothing":
            return "nothing that the agent was shown says so for sure"
        case _:
            assert_never(need.told_by)


def _need(turn: Turn, places: Sequence[Place], hits: Sequence[tuple[int, Hit]], command: Command) -> Need:
    said = _SAID.search(turn.query)
    if tells(said["said"] if said else turn.query, command, asked=True):
        return Need(command=command, told_by="question")
    for number, fact in enumerate(turn.gold.facts):
        if number < len(places) and places[number] == "shown" and tells(fact, command):
            return Need(command=command, told_by="fact", fact=number)
    for rank, hit in hits:
        if tells(hit.text, command):
            return Need(command=command, told_by="hit", rank=rank, text=hit.text)
    return Need(command=command, told_by="nothing")


def _evident_hits(turn: Turn) -> Iterator[tuple[int, Hit]]:
    """The hits that were shown and have to do with the evidence, with their ranks."""
    evidence = {message_id for session in turn.evidence_sessions for message_id in session}
    words = turn.evidence_words
    for call in turn.tool_calls:
        if call.search is not None:
            for rank, hit in enumerate(call.search.hits[: call.top_k], start=1):
                if not evidence.isdisjoint(hit.message_ids) or any(covered_pieces(turn.gold, (hit,), words=words)):
                    yield rank, hit

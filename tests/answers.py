"""Scored queries in short, for the tests of what is computed over many of them."""

from dataclasses import replace
from typing import Any

from memory.position import Position
from scoring.aggregate import ScoredTurn
from scoring.records import MAIN, Branch, Failure, Gold, Origin, Turn
from scoring.turn_score import score_turn
from vehicle.commands import Command
from vehicle.fold import carry_out
from vehicle.state import FACTORY

VOLUME = Command(name="carcontrol_radio_set_volume", args={"volume": 30})
POINTS = (MAIN, "end", "after-1", "main+7d")


def answer(
    query_id: str, exact: bool | None, *, point: str = MAIN, kind: str = "state_shift", **changes: Any
) -> ScoredTurn:
    """A query `<scenario>/<event_index>` that was answered right, wrong (nothing was done), or not at all (None)."""
    scenario, _, number = query_id.partition("/")
    turn = Turn(
        scenario=scenario,
        index=int(number) * len(POINTS) + POINTS.index(point),
        origin=Origin(source_file=f"qa_{scenario}.json", event_index=int(number)),
        query="What now?",
        cutoff=Position(9, 0),
        cutoff_iso="1970-01-01T00:00:00.000009+00:00",
        cutoff_policy="explicit",
        point=point,
        visible_messages=1,
        hidden_messages=2,
        gold=Gold(commands=(VOLUME,), reasoning_type=kind),
        base={},
        reference=_branch(VOLUME),
        predicted=_branch(VOLUME) if exact else _branch(),
        failure=Failure(stage="agent", message="it broke") if exact is None else None,
    )
    turn = replace(turn, **changes)
    return ScoredTurn(turn=turn, score=score_turn(turn))


def answers(exact: dict[str, bool | None], **shared: Any) -> list[ScoredTurn]:
    """Several queries by their id."""
    return [answer(query_id, value, **shared) for query_id, value in exact.items()]


def _branch(*commands: Command) -> Branch:
    done = carry_out(FACTORY, commands)
    return Branch(commands=commands, accepted=done.accepted, events=done.events)

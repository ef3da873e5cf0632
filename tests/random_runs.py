"""Runs as nobody would write them by hand: seeded Turns with every mixture of what figures have to tell apart."""

from dataclasses import replace
from random import Random

from memory.guard import SearchRecord
from memory.messages import Hit
from memory.position import Position
from memory.provenance import Violation
from scoring.aggregate import ScoredTurn, score_turns
from scoring.records import (
    MAIN,
    Branch,
    Failure,
    Gold,
    Origin,
    Superseded,
    Timing,
    ToolCall,
    Turn,
    Unwanted,
    UpdateWatch,
)
from scoring.usage import PhaseUsage, Usage
from vehicle.commands import Command
from vehicle.fold import carry_out
from vehicle.state import FACTORY

KINDS = ("chat", "detour", "shift")
POINTS = ("before-evidence", "after-1", MAIN, "main+7d", "end")
LOUD = Command(name="carcontrol_radio_set_volume", args={"volume": 30})
QUIET = Command(name="carcontrol_radio_set_volume", args={"volume": 10})
WARM = Command(name="carcontrol_seat_set_heating_level", args={"seat": "driver", "level": 2})
REFUSED = Command(name="carcontrol_radio_set_volume", args={"volume": 101})
COMMANDS = (LOUD, QUIET, WARM, REFUSED)
IDS = tuple(f"m{n}" for n in range(8))
ANSWERS = ("Rex", "two", "I don't know", "")
HOUR_US = 3_600_000_000


class RandomRun:
    """One run after another on the same queries: what is asked stays, what is answered is drawn anew."""

    def __init__(self, seed: int) -> None:
        """Queries of one to three scenarios, asked at `main` alone or at several points."""
        self._random = Random(seed)
        self.is_sweep = self._chance(0.5)
        self._has_model = self._chance(0.5)
        self._asked = [
            turn
            for scenario in "abc"[: self._random.randint(1, 3)]
            for number in range(self._random.randint(1, 5))
            for turn in self._entries(scenario, number)
        ]

    def repeat(self) -> list[ScoredTurn]:
        """Every entry answered once."""
        return score_turns([self._answered(turn) for turn in self._asked])

    def timing(self) -> Timing:
        """What some Turn took."""
        times = tuple(self._random.choice((1.0, 2.5, 40.0)) for _ in range(self._random.randint(0, 3)))
        return Timing(
            ingest_ms=1.5, settle_ms=0.5, searches_ms=times, agent_ms=3.0, n_delivered=self._random.randint(1, 9)
        )

    def _chance(self, share: float) -> bool:
        return self._random.random() < share

    def _some(self, most: int) -> tuple[Command, ...]:
        return tuple(self._random.choice(COMMANDS) for _ in range(self._random.randint(0, most)))

    def _ids(self, most: int) -> tuple[str, ...]:
        return tuple(self._random.sample(IDS, self._random.randint(0, most)))

    def _entries(self, scenario: str, number: int) -> list[Turn]:
        gold = self._gold()
        sessions = tuple(ids for _ in range(self._random.randint(0, 2)) if (ids := self._ids(3)))
        policy = self._random.choice(("explicit", "end"))
        points = [point for point in POINTS if (self.is_sweep and self._chance(0.7)) or point == MAIN]
        return [
            Turn(
                scenario=scenario,
                index=number * len(POINTS) + POINTS.index(point),
                origin=Origin(source_file=f"{scenario}.jsonl", event_index=number),
                query="What now?",
                cutoff=Position(9 + number, 0),
                cutoff_iso="1970-01-01T00:00:00.000009+00:00",
                cutoff_policy=policy,
                point=point,
                visible_messages=1,
                hidden_messages=2,
                gold=gold,
                base={},
                reference=_branch(gold.commands),
                predicted=_branch(()),
                evidence_sessions=sessions,
            )
            for point in points
        ]

    def _gold(self) -> Gold:
        expects = self._chance(0.6)
        ids = self._ids(1)
        unwanted = Unwanted(commands=(QUIET,), message_ids=ids, texts=("Set it to ten.",) * len(ids))
        return Gold(
            commands=self._some(2) if expects else (),
            reasoning_type=self._random.choice(KINDS),
            evidence_ids=self._ids(3),
            expects_commands=expects,
            answer=self._random.choice((*ANSWERS[:2], "")) if self._chance(0.5) else None,
            among=self._random.randint(1, 3) if self._chance(0.3) else None,
            superseded=(Superseded(message_ids=self._ids(2), commands=self._some(1)),) if self._chance(0.4) else (),
            unwanted=unwanted if self._chance(0.3) else None,
        )

    def _answered(self, asked: Turn) -> Turn:
        calls = [self._call(asked) for _ in range(self._random.randint(0, 3))]
        called = [one for one in calls if one.kind == "search" and one.search is not None]
        was_asked = any(one.search is not None and one.search.query == asked.query for one in called)
        is_failed = self._chance(0.25)
        right = asked.gold.commands if self._chance(0.4) else self._some(2)
        return replace(
            asked,
            predicted=_branch(right),
            tool_calls=tuple(calls),
            context=self._random.choice(("", "Ada likes it warm.")),
            left_out=self._random.choice((0, 0, 3)),
            names_sources=self._chance(0.8),
            probe=None if was_asked or is_failed or self._chance(0.1) else self._search(asked.query, asked.cutoff),
            evidence_age_us=self._random.choice((None, 1, 30 * HOUR_US)),
            interference=self._random.choice((None, 0, 12)),
            update=self._update(),
            decisions=({"step": "answer", "choice": self._random.choice(ANSWERS), "reason": ""},),
            usage=self._usage() if self._has_model else None,
            failure=Failure(stage="agent", message="it broke") if is_failed else None,
        )

    def _call(self, asked: Turn) -> ToolCall:
        kind = self._random.choice(("search", "search", "listing", "command"))
        if kind != "search":
            return ToolCall(kind="listing" if kind == "listing" else "command", name=kind, args={}, ok=True, answer="")
        search = self._search(self._random.choice((asked.query, "seat?")), asked.cutoff)
        n_shown = self._random.randint(1, 5)
        return ToolCall(kind="search", name="search_memory", args={}, ok=True, answer="", search=search, top_k=n_shown)

    def _search(self, query: str, now: Position) -> SearchRecord:
        are_named = self._chance(0.85)
        hits = tuple(
            Hit(text="Warm, please.", score=1.0, message_ids=self._ids(2) if are_named else ())
            for _ in range(self._random.randint(0, 12))
        )
        withheld = (Violation(kind="unknown_id", detail="", hit=Hit(text="x", score=1.0)),) if self._chance(0.1) else ()
        n_unnamed = sum(not hit.message_ids for hit in hits)
        return SearchRecord(query=query, limit=20, now=now, hits=hits, violations=withheld, unverifiable=n_unnamed)

    def _update(self) -> UpdateWatch | None:
        if self._chance(0.7):
            return None
        lag_us = self._random.randint(0, 9) * HOUR_US
        return UpdateWatch(caught_up=self._chance(0.5), lag_us=lag_us, n_messages=self._random.randint(0, 9))

    def _usage(self) -> Usage:
        build, ask = (
            PhaseUsage(
                requests=1, prompt_tokens=self._random.randint(0, 99), completion_tokens=self._random.randint(0, 9)
            )
            for _ in range(2)
        )
        return Usage(build=build, ask=ask)


def _branch(commands: tuple[Command, ...]) -> Branch:
    done = carry_out(FACTORY, commands)
    return Branch(commands=commands, accepted=done.accepted, events=done.events)

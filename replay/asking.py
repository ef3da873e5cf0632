"""Asking one query: the agent answers with the tools of this instant, and what happened becomes a Turn."""

import time
from dataclasses import asdict, dataclass
from zoneinfo import ZoneInfo

from memory.backend import MemoryBackend
from memory.embedded.gold import GoldMemory
from memory.errors import BackendFailure, GuardBroken
from memory.guard import Guard, SearchRecord
from memory.messages import Question
from replay.agents.agent import Agent, Decision
from replay.agents.oracle import OracleAgent
from replay.scenario import Scenario, TimedQuery
from replay.times import iso
from replay.toolbox import QueryToolbox
from scoring.records import Branch, Failure, Timing, Turn
from vehicle.commands import Command
from vehicle.fold import carry_out
from vehicle.log import EventLog
from vehicle.state import State
from vehicle.tools import SchemaForm


@dataclass(frozen=True, slots=True, kw_only=True)
class CarAtCutoff:
    """The car as a query finds it."""

    log: EventLog
    """The vehicle log up to the cutoff; branches are forked from it."""
    state: State
    """The state folded from it."""


NOTHING_DONE = Branch(commands=(), accepted=(), events=())


class Asker:
    """Asks the queries of one scenario."""

    def __init__(self, scenario: Scenario, zone: ZoneInfo, agent: Agent, *, depth: int, schemas: SchemaForm) -> None:
        """Ask `agent`; every search asks for `depth` hits."""
        self._scenario = scenario
        self._zone = zone
        self._agent = agent
        self._depth = depth
        self._schemas = schemas

    def ask(
        self, timed: TimedQuery, backend: MemoryBackend, guard: Guard, car: CarAtCutoff, *, n_visible: int
    ) -> tuple[Turn, Timing]:
        """The Turn of a query whose memory is up to date; `car` is left as it is."""
        decisions: tuple[Decision, ...] = ()
        toolbox: QueryToolbox | None = None
        failure: Failure | None = None
        probe: SearchRecord | None = None
        guard.searches_ms.clear()
        began = time.perf_counter()
        try:
            self._hand_over(timed, backend)
            toolbox = QueryToolbox(
                guard, timed.cutoff, car.log.fork(), car.state, depth=self._depth, schemas=self._schemas
            )
            decisions = tuple(self._agent.answer(self._question(timed), toolbox))
            failure = None if toolbox.failure is None else failure_of(toolbox.failure)
        except GuardBroken:
            raise
        except BackendFailure as exc:
            failure = failure_of(exc)
        except Exception as exc:  # noqa: BLE001 - whatever an agent raises is a failure of its Turn
            failure = Failure(stage="agent", message=f"{type(exc).__name__}: {exc}")
        elapsed_ms = 1000 * (time.perf_counter() - began)
        searches_ms = tuple(guard.searches_ms)
        if failure is None and toolbox is not None:
            probe = self._probe(timed, guard, toolbox)
        turn = self._turn(timed, car, toolbox, n_visible, decisions=decisions, failure=failure, probe=probe)
        return turn, Timing(searches_ms=searches_ms, agent_ms=max(0.0, elapsed_ms - sum(searches_ms)))

    def failed(self, timed: TimedQuery, failure: Failure, car: CarAtCutoff, *, n_visible: int) -> tuple[Turn, Timing]:
        """The Turn of a query that could not be asked."""
        return self._turn(timed, car, None, n_visible, decisions=(), failure=failure, probe=None), Timing()

    def _question(self, timed: TimedQuery) -> Question:
        scenario = self._scenario
        return Question(text=timed.query.text, now=timed.cutoff, zone=scenario.zone, people=scenario.people)

    def _hand_over(self, timed: TimedQuery, backend: MemoryBackend) -> None:
        """Give gold to the two that exist to have it, and to nothing else."""
        if isinstance(backend, GoldMemory):
            backend.hand_over(timed.query.gold.facts)
        if isinstance(self._agent, OracleAgent):
            self._agent.hand_over(timed.query.gold.commands)

    def _probe(self, timed: TimedQuery, guard: Guard, toolbox: QueryToolbox) -> SearchRecord | None:
        """A search with the bare question, for the retrieval scores, unless the agent made it."""
        text = timed.query.text
        if any(call.search is not None and call.search.query == text for call in toolbox.calls):
            return None
        try:
            return guard.search(text, limit=self._depth, now=timed.cutoff)
        except BackendFailure:
            return None

    def _turn(
        self,
        timed: TimedQuery,
        car: CarAtCutoff,
        toolbox: QueryToolbox | None,
        n_visible: int,
        *,
        decisions: tuple[Decision, ...],
        failure: Failure | None,
        probe: SearchRecord | None,
    ) -> Turn:
        query, scenario = timed.query, self._scenario
        return Turn(
            scenario=scenario.id,
            index=query.index,
            origin=query.origin,
            query=query.text,
            cutoff=timed.cutoff,
            cutoff_iso=iso(timed.cutoff.at_us, self._zone),
            cutoff_policy=timed.policy,
            visible_messages=n_visible,
            hidden_messages=scenario.timeline.n_messages - n_visible,
            gold=query.gold,
            base=car.state.changes(),
            reference=reference_branch(car, query.gold.commands, timed.cutoff.at_us),
            predicted=NOTHING_DONE if toolbox is None else toolbox.branch(),
            tool_calls=() if toolbox is None else toolbox.calls,
            context="" if toolbox is None else toolbox.context,
            decisions=tuple(asdict(decision) for decision in decisions),
            failure=failure,
            evidence_sessions=timed.evidence_sessions,
            probe=probe,
        )


def reference_branch(car: CarAtCutoff, commands: tuple[Command, ...], at_us: int) -> Branch:
    """What the car makes of the reference, on a fork of its own."""
    log = car.log.fork()
    begin = len(log)
    done = carry_out(car.state, commands)
    log.append(done.events, at_us)
    events = tuple(entry.event for entry in log.read(after=begin))
    return Branch(commands=commands, accepted=done.accepted, events=events)


def failure_of(exc: BackendFailure) -> Failure:
    """The record of what a backend did."""
    return Failure(stage=exc.stage, message=exc.message)

"""Asking one query: the agent answers with the tools of this instant, and what happened becomes a Turn."""

import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from zoneinfo import ZoneInfo

from memory.backend import MemoryBackend
from memory.embedded.gold import GoldMemory
from memory.errors import BackendFailure, ChatFailure, GuardBroken
from memory.guard import Guard, SearchRecord
from memory.messages import Question
from replay.agents.agent import Agent, Decision
from replay.agents.oracle import OracleAgent
from replay.agents.registry import AgentFactory
from replay.scenario import Scenario, TimedQuery
from replay.times import iso
from replay.toolbox import AgentTools, ToolRecorder
from scoring.records import TOP, Branch, Failure, Timing, Turn, is_bare_search
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

    def __init__(
        self, scenario: Scenario, zone: ZoneInfo, make_agent: AgentFactory, *, depth: int, schemas: SchemaForm
    ) -> None:
        """Make the agent anew for each query, so that none learns from them; every search asks for `depth` hits."""
        self._scenario = scenario
        self._zone = zone
        self._make_agent = make_agent
        self._depth = depth
        self._schemas = schemas

    def ask(
        self,
        timed: TimedQuery,
        backend: MemoryBackend,
        guard: Guard,
        car: CarAtCutoff,
        *,
        n_visible: int,
        n_hidden: int,
        people: tuple[str, ...],
    ) -> tuple[Turn, Timing]:
        """The Turn of a query whose memory is up to date; `car` is left as it is.

        `people` are those whom the scenario declares, or else who has spoken so far.
        """
        decisions: tuple[dict[str, str], ...] = ()
        tools: ToolRecorder | None = None
        failure: Failure | None = None
        probe: SearchRecord | None = None
        guard.searches_ms.clear()
        began = time.perf_counter()
        try:
            agent = self._make_agent()
            _hand_over(timed, backend, agent)
            tools = ToolRecorder(
                guard, timed.cutoff, car.log.fork(), car.state, depth=self._depth, schemas=self._schemas
            )
            decisions = _plain(agent.answer(self._question(timed, people), AgentTools(tools)))
            failure = None if tools.failure is None else failure_of(tools.failure)
        except GuardBroken:
            raise
        except BackendFailure as exc:
            failure = failure_of(exc)
        except ChatFailure as exc:
            failure = Failure(stage="model", message=str(exc))
        except (Exception, SystemExit) as exc:  # noqa: BLE001 - whatever an agent raises is a failure of its Turn
            failure = Failure(stage="agent", message=f"{type(exc).__name__}: {exc}")
        finally:
            if tools is not None:
                tools.close()
        elapsed_ms = 1000 * (time.perf_counter() - began)
        searches_ms = tuple(guard.searches_ms)
        if failure is None and tools is not None:
            try:
                probe = self._probe(timed, guard, tools)
            except BackendFailure as exc:
                failure = failure_of(exc)
        turn = self._turn(timed, car, tools, (n_visible, n_hidden), decisions=decisions, failure=failure, probe=probe)
        return turn, Timing(searches_ms=searches_ms, agent_ms=max(0.0, elapsed_ms - sum(searches_ms)))

    def failed(
        self, timed: TimedQuery, failure: Failure, car: CarAtCutoff, *, n_visible: int, n_hidden: int
    ) -> tuple[Turn, Timing]:
        """The Turn of a query that could not be asked."""
        known = (n_visible, n_hidden)
        return self._turn(timed, car, None, known, decisions=(), failure=failure, probe=None), Timing()

    def _question(self, timed: TimedQuery, people: tuple[str, ...]) -> Question:
        return Question(text=timed.query.text, now=timed.cutoff, zone=self._scenario.zone, people=people)

    def _probe(self, timed: TimedQuery, guard: Guard, tools: ToolRecorder) -> SearchRecord | None:
        """A search with the bare question, for the retrieval scores; None where the agent made it, or for no use."""
        text = timed.query.text
        if not guard.capabilities.source_ids:
            return None  # nothing to score, and a memory may pay a model for what it finds
        if any(is_bare_search(call.search, text) for call in tools.calls if call.search is not None):
            return None
        return guard.search(text, limit=max(self._depth, TOP), now=timed.cutoff)

    def _turn(
        self,
        timed: TimedQuery,
        car: CarAtCutoff,
        tools: ToolRecorder | None,
        known: tuple[int, int],
        *,
        decisions: tuple[dict[str, str], ...],
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
            visible_messages=known[0],
            hidden_messages=known[1],
            gold=query.gold,
            base=car.state.changes(),
            reference=reference_branch(car, query.gold.commands, timed.cutoff.at_us),
            predicted=NOTHING_DONE if tools is None else tools.branch(),
            tool_calls=() if tools is None else tools.calls,
            context="" if tools is None else tools.context,
            decisions=decisions,
            failure=failure,
            evidence_sessions=timed.evidence_sessions,
            probe=probe,
        )


def _hand_over(timed: TimedQuery, backend: MemoryBackend, agent: Agent) -> None:
    """Give gold to the two that exist to have it, and to nothing else, subclasses included."""
    if type(backend) is GoldMemory:
        backend.hand_over(timed.query.gold.facts)
    if type(agent) is OracleAgent:
        agent.hand_over(timed.query.gold.commands)


def _plain(decisions: Iterable[Decision]) -> tuple[dict[str, str], ...]:
    """Decisions as text, whatever an agent put into them.

    Raises:
        TypeError: one is no Decision.
    """
    return tuple({name: str(value) for name, value in asdict(decision).items()} for decision in decisions)


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

"""Asking one query: the agent answers with the tools of this instant, and what happened becomes a Turn."""

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass, replace
from zoneinfo import ZoneInfo

from memory.backend import MemoryBackend
from memory.embedded.gold import GoldMemory
from memory.errors import BackendFailure, ChatFailure, GuardBroken
from memory.guard import Guard
from memory.instants import iso
from memory.messages import Question
from memory.position import Position, is_visible, just_after
from memory.raised import is_failure
from replay.agents.agent import Agent, Decision
from replay.agents.oracle import OracleAgent
from replay.agents.registry import AgentFactory
from replay.failing import failure_of, failure_of_agent
from replay.probing import Probes, evidence_of, probe, words_to_hold_against
from replay.quoted import frames_in
from replay.scenario import Scenario, TimedQuery
from replay.sessions import NamedSessions
from replay.toolbox import AgentTools, ToolRecorder
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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answered:
    """What an agent did, or as much of it as there was when something broke."""

    tools: ToolRecorder | None = None
    """None where it never had any."""
    decisions: tuple[dict[str, str], ...] = ()
    left_out: int = 0
    """How many messages the memory's text left out."""
    failure: Failure | None = None


NOTHING_DONE = Branch(commands=(), accepted=(), events=())


class Asker:
    """Asks the queries of one scenario."""

    def __init__(
        self,
        scenario: Scenario,
        zone: ZoneInfo,
        make_agent: AgentFactory,
        *,
        depth: int,
        schemas: SchemaForm,
        lag_us: int = 0,
        aside: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        """Make the agent anew for each query, so that none learns from them; every search asks for `depth` hits.

        What models take inside `aside` is counted apart: the replay's own searches are made there.

        Under an index lag of `lag_us` the replay's own searches, too, use only words that the memory has been told.
        """
        self._lag_us = lag_us
        self._aside = aside
        self._scenario = scenario
        self._zone = zone
        self._make_agent = make_agent
        self._depth = depth
        self._schemas = schemas
        self._sessions = NamedSessions(scenario.sessions)
        named = dict.fromkeys(message_id for query in scenario.queries for message_id in evidence_of(query.gold))
        found = map(scenario.timeline.message, named)
        self._evidence = [message for message in found if message is not None]

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
        words = self._words_known(timed.cutoff)
        guard.searches_ms.clear()
        guard.raw_answers.clear()
        began = time.perf_counter()
        answered = self._let_answer(timed, backend, guard, car, people, words)
        elapsed_ms = 1000 * (time.perf_counter() - began)
        searches_ms = tuple(guard.searches_ms)
        probes = Probes()
        if answered.failure is None and answered.tools is not None:
            try:
                with self._aside():
                    probes = probe(timed, guard, answered.tools, words, depth=self._depth)
            except BackendFailure as exc:
                answered = replace(answered, failure=failure_of(exc))
        turn = self._turn(timed, car, (n_visible, n_hidden), answered, probes)
        agent_ms = max(0.0, elapsed_ms - sum(searches_ms))
        raw_answers = tuple(guard.raw_answers) if any(guard.raw_answers) else ()
        found = self._sessions.groups(i for search in turn.all_searches for hit in search.hits for i in hit.message_ids)
        turn = replace(
            turn,
            names_sources=guard.capabilities.source_ids,
            evidence_words=words_to_hold_against(guard.capabilities, timed.query.gold, words),
            found_sessions=found,
            frames=frames_in(turn, guard),
        )
        return turn, Timing(searches_ms=searches_ms, agent_ms=agent_ms, raw_answers=raw_answers)

    def _let_answer(
        self,
        timed: TimedQuery,
        backend: MemoryBackend,
        guard: Guard,
        car: CarAtCutoff,
        people: tuple[str, ...],
        words: Mapping[str, str],
    ) -> _Answered:
        """What a new agent does; whatever it or the memory raises is the Failure of its Turn."""
        answered = _Answered()
        try:
            agent = self._make_agent()
            _hand_over(timed, backend, agent, words)
            tools = ToolRecorder(
                guard, timed.cutoff, car.log.fork(), car.state, depth=self._depth, schemas=self._schemas
            )
            answered = _Answered(tools=tools)
            answered = replace(answered, left_out=guard.n_left_out())
            decisions = _plain(agent.answer(self._question(timed, people), AgentTools(tools)))
            failure = None if tools.failure is None else failure_of(tools.failure)
            return replace(answered, decisions=decisions, failure=failure)
        except GuardBroken:
            raise
        except BackendFailure as exc:
            return replace(answered, failure=failure_of(exc))
        except ChatFailure as exc:
            return replace(answered, failure=Failure(stage="model", message=str(exc)))
        except BaseException as exc:
            if not is_failure(exc):
                raise
            return replace(answered, failure=failure_of_agent(exc))
        finally:
            if answered.tools is not None:
                answered.tools.close()

    def _words_known(self, cutoff: Position) -> dict[str, str]:
        """The texts of evidence messages by id, of those alone that the memory has been told by `cutoff`."""
        return {m.id: m.text for m in self._evidence if is_visible(m.position, cutoff, self._lag_us)}

    def failed(
        self, timed: TimedQuery, failure: Failure, car: CarAtCutoff, *, n_visible: int, n_hidden: int
    ) -> tuple[Turn, Timing]:
        """The Turn of a query that could not be asked."""
        return self._turn(timed, car, (n_visible, n_hidden), _Answered(failure=failure), Probes()), Timing()

    def _question(self, timed: TimedQuery, people: tuple[str, ...]) -> Question:
        return Question(text=timed.query.text, now=timed.cutoff, zone=self._scenario.zone, people=people)

    def _turn(
        self,
        timed: TimedQuery,
        car: CarAtCutoff,
        known: tuple[int, int],
        answered: _Answered,
        probes: Probes,
    ) -> Turn:
        query, scenario, tools = timed.query, self._scenario, answered.tools
        last, timeline = timed.last_evidence, scenario.timeline
        n_told = timeline.n_messages - known[1]
        return Turn(
            scenario=scenario.id,
            index=timed.index,
            point=timed.point,
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
            left_out=answered.left_out,
            decisions=answered.decisions,
            failure=answered.failure,
            evidence_sessions=timed.evidence_sessions,
            probe=probes.question,
            fact_probes=probes.facts,
            evidence_age_us=None if last is None else timed.cutoff.at_us - last.at_us,
            interference=None if last is None else max(0, n_told - timeline.n_visible(just_after(last))),
        )


def _hand_over(timed: TimedQuery, backend: MemoryBackend, agent: Agent, words: Mapping[str, str]) -> None:
    """Give gold to the two that exist to have it, and to nothing else, subclasses included.

    A source without facts in words has the messages that it names as evidence, as far as they are known by then.
    """
    if type(backend) is GoldMemory:
        said = tuple(words[message_id] for message_id in timed.query.gold.evidence_ids if message_id in words)
        backend.hand_over(timed.query.gold.facts or said)
    if type(agent) is OracleAgent:
        agent.hand_over(timed.query.gold.commands)


def _plain(decisions: Iterable[Decision]) -> tuple[dict[str, str], ...]:
    """Decisions as text, whatever an agent put into them.

    Raises:
        TypeError: one is no Decision.
    """
    listed = list(decisions)
    wrong = next((one for one in listed if not isinstance(one, Decision)), None)
    if wrong is not None:
        raise TypeError(f"answered with {type(wrong).__name__} in place of a Decision")
    return tuple({name: str(value) for name, value in asdict(decision).items()} for decision in listed)


def reference_branch(car: CarAtCutoff, commands: tuple[Command, ...], at_us: int) -> Branch:
    """What the car makes of the reference, on a fork of its own."""
    log = car.log.fork()
    begin = len(log)
    done = carry_out(car.state, commands)
    log.append(done.events, at_us)
    events = tuple(entry.event for entry in log.read(after=begin))
    return Branch(commands=commands, accepted=done.accepted, events=events)

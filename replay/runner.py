"""The replay of one scenario: the clock walks the timeline, the memory is fed, each query is asked at its cutoff.

The order at one instant: buckets whose window ends are delivered, then midnight is announced, then the records and
queries that stand there, by position. A query first brings the memory up to date with all that is visible at its
cutoff, and asks nothing of a memory that did not become ready. Under an index lag what concerns the memory, messages
and requests to forget, comes that much later; the car and the questions do not.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import replace
from itertools import chain
from typing import TypeVar
from zoneinfo import ZoneInfo

from memory.backend import BackendFactory, Capabilities, MemoryBackend, Setup
from memory.errors import BackendFailure, GuardBroken
from memory.guard import Guard
from memory.messages import Batch, Message
from memory.position import Position, cutoff_at, is_visible, just_after
from memory.provenance import Violation
from memory.raised import is_failure, told
from replay.agenda import agenda, turn_of
from replay.agents.registry import AgentFactory
from replay.asking import Asker, CarAtCutoff
from replay.buckets import next_midnight_us, window_end_us
from replay.clock import Clock, Phase, Steps
from replay.failing import failure_of
from replay.feeding import Feeding
from replay.forgetting import ForgetWatcher
from replay.meter import MeteredChat
from replay.records import FEW
from replay.remembering import remembered, words_of
from replay.scenario import TimedQuery, TimedScenario
from replay.settings import ReplaySettings
from replay.timeline import ForgetAsked, LoggedCommand, Record
from replay.times import find_zone
from replay.watching import UpdateWatcher
from scoring.records import Failure, ForgetCheck, Timing, Turn
from scoring.usage import unpriced
from vehicle.fold import carry_out
from vehicle.log import MemoryEventLog
from vehicle.state import FACTORY

T = TypeVar("T")
Emit = Callable[[Turn, Timing], None]


class ScenarioReplay:
    """One pass through one scenario; used once."""

    def __init__(
        self,
        timed: TimedScenario,
        settings: ReplaySettings,
        memory: BackendFactory,
        agent: AgentFactory,
        *,
        namespace: str,
        answered: frozenset[int] = frozenset(),
        words: Mapping[int, str] | None = None,
        chat: MeteredChat | None = None,
        asks_again: bool = False,
        feeding: Feeding | None = None,
    ) -> None:
        """Prepare; queries whose index is in `answered` are fed up to but give no Turn.

        `words` are what was answered to these, by index, for a replay that remembers. `chat` is the model that the
        memory may work with; what it takes is counted in the Turns. With `asks_again` answered queries are asked all
        the same: where every answer of the model is on tape, that is how equal requests find the same answers again.
        `feeding` is the record that stands in front of a memory which may go on with what an earlier start told it.
        """
        self._scenario = timed.scenario
        self._queries = timed.in_time_order()
        self._places = {entry.index: place for place, entry in enumerate(self._queries)}
        self._settings = settings
        self._answered = answered
        self._asks_again = asks_again
        self._feeding = feeding
        self._zone: ZoneInfo = find_zone(timed.scenario.zone)
        self._asker = Asker(
            timed.scenario,
            self._zone,
            agent,
            depth=settings.depth,
            schemas=settings.tool_schema,
            lag_us=settings.index_lag_us,
            aside=self._aside,
        )
        self._words = words or {}
        self._chat = chat
        self._to_remember: deque[Message] = deque()
        self._n_remembered = 0
        self._open: list[Message] = []
        self._car = MemoryEventLog()
        self._car_state = FACTORY
        self._broken: Failure | None = None
        self._leftovers: tuple[Violation, ...] = ()
        self._failed_looks: tuple[Failure, ...] = ()
        self._speakers: dict[str, None] = {}
        self._setup = Setup(
            namespace=namespace,
            zone=timed.scenario.zone,
            seed=settings.seed,
            vocabulary=settings.vocabulary,
            options=settings.memory_options,
            chat=chat,
        )
        self._make_memory = memory
        self._backend: MemoryBackend | None = None
        self._guard: Guard | None = None
        self._spent_ms = (0.0, 0.0)
        self._n_retries = 0
        self._clock = Clock(0)
        self._forgetting = ForgetWatcher(settings.depth, timed.scenario.timeline)
        self._updates = UpdateWatcher(timed.scenario.timeline, settings.depth)
        self._to_probe: tuple[Message, Position] | None = None
        """The message after which updates are looked for next, and the instant."""
        for entry in self._queries:
            if settings.watch_updates:
                self._updates.add(entry)

    @property
    def capabilities(self) -> Capabilities:
        """What the memory says of itself; the defaults before it was started."""
        return Capabilities() if self._guard is None else self._guard.capabilities

    def run(self, emit: Emit) -> None:
        """Replay up to the last query; `emit` gets each query's Turn as soon as it is over.

        Raises:
            GuardBroken: the replay broke its own promise: a bug, never a score.
            FeedAnew: the memory cannot go on with what it was told before; nothing was asked, and no Turn emitted.
        """
        turns = agenda(self._scenario.timeline.records, self._queries, self._settings.index_lag_us)
        first = next(turns, None)
        if first is None:
            return
        self._clock = Clock(first[0].at_us)
        self._start_memory()
        try:
            self._clock.start(self._days())
            self._clock.run(self._walk(chain((first,), turns), emit))
        finally:
            self._attempt(lambda guard: guard.close())

    def _due(self, record: Message | ForgetAsked) -> Position:
        return turn_of(record, self._settings.index_lag_us)

    def _walk(self, turns: Iterable[tuple[Position, Record | TimedQuery]], emit: Emit) -> Steps:
        for turn, entry in turns:
            if self._to_probe is not None and not (isinstance(entry, TimedQuery) and turn == self._to_probe[1]):
                self._probe_updates()
            while self._to_remember and is_visible(self._due(self._to_remember[0]), turn):
                message = self._to_remember.popleft()
                if (alarm := self._clock.reach(self._due(message).at_us, Phase.TIMELINE)) is not None:
                    yield alarm
                self._take(message)
                self._n_remembered += 1
            if (alarm := self._clock.reach(turn.at_us, Phase.TIMELINE)) is not None:
                yield alarm
            match entry:
                case Message():
                    self._take(entry)
                    if self._settings.watch_updates and self._updates.wants(entry):
                        self._watch(entry, just_after(turn))
                case LoggedCommand():
                    self._carry_out(entry)
                case ForgetAsked():
                    self._forget(entry)
                case TimedQuery():
                    self._reach(entry, emit)

    def _take(self, message: Message) -> None:
        if message.role == "user" and message.speaker:
            self._speakers.setdefault(message.speaker)
        self._forgetting.hear(message)
        if not self._open and self._guard is not None and not self._guard.n_delivered:
            self._attempt(lambda guard: self._find_leftovers(guard, message))
        if self._settings.bucket == "message":
            self._open.append(message)
            self._deliver(just_after(self._due(message)))
            return
        starts = not self._open
        self._open.append(message)
        if starts:
            self._clock.start(self._close_bucket(self._open))

    def _watch(self, message: Message, now: Position) -> None:
        """Stop here to look for updates, behind the first query of this instant where there is one.

        First that query: a memory that keeps for an instant what it made for the first search is paid by it.
        """
        if not self.capabilities.source_ids:
            self._updates.leave(message)
            return
        self._deliver(now)
        self._to_probe = (message, now)

    def _probe_updates(self) -> None:
        """Look for updates where the replay has stopped for it."""
        if self._to_probe is None:
            return
        (message, now), self._to_probe = self._to_probe, None
        settle_s = self._settings.settle_timeout_s
        self._attempt(lambda guard: self._updates.probe(message, guard, now, settle_s=settle_s, aside=self._aside))

    def _aside(self) -> AbstractContextManager[None]:
        """What models take inside is counted for the replay, and for no query."""
        return nullcontext() if self._chat is None else self._chat.aside()

    def _find_leftovers(self, guard: Guard, first: Message) -> None:
        """A memory must be empty before its first message; searched for with that message, so that nothing is told.

        Raises:
            BackendFailure: it says itself that it is not. (What only a search brings up is a violation.)
        """
        there = guard.leftovers()
        if there:
            shown = f"{len(there)} found, such as {there[0][:60]!r}"
            why = "left by an earlier run (--reset of run and audit empties it), or one store shared by all namespaces?"
            raise BackendFailure("start", f"namespace {self._setup.namespace} is not empty: {shown}; {why}")
        try:
            with self._aside():
                self._leftovers = guard.search(first.text, limit=1, now=self._due(first)).violations
        except BackendFailure as exc:
            self._failed_looks = (failure_of(exc),)

    def _close_bucket(self, bucket: list[Message]) -> Steps:
        """Deliver `bucket` at its window's end, unless a query had it delivered before."""
        while bucket is self._open:
            due_us = window_end_us(self._settings.bucket, self._due(bucket[-1]).at_us, self._zone)
            if due_us <= self._clock.now_us:
                self._deliver(cutoff_at(due_us))
                return
            yield self._clock.until(due_us, Phase.DELIVER)

    def _deliver(self, now: Position) -> None:
        """Hand the open bucket over, as of `now`; the next message opens another."""
        bucket, self._open = self._open, []
        if bucket:
            self._attempt(lambda guard: guard.ingest(Batch(messages=tuple(bucket), now=now)))

    def _days(self) -> Steps:
        while True:
            yield self._clock.until(next_midnight_us(self._clock.now_us, self._zone), Phase.TICK)
            self._attempt(lambda guard: guard.tick(cutoff_at(self._clock.now_us)))

    def _forget(self, entry: ForgetAsked) -> None:
        turn, settle_s = self._due(entry), self._settings.settle_timeout_s
        self._deliver(turn)
        with self._aside():
            self._attempt(lambda guard: self._forgetting.before(entry, guard, turn))
        self._attempt(lambda guard: guard.forget(entry.request, just_after(turn)))
        self._attempt(lambda g: self._forgetting.after(g, just_after(turn), settle_s=settle_s, aside=self._aside))

    def _carry_out(self, entry: LoggedCommand) -> None:
        done = carry_out(self._car_state, (entry.command,))
        self._car.append(done.events, entry.position.at_us)
        self._car_state = done.state

    def _reach(self, timed: TimedQuery, emit: Emit) -> None:
        """Stop at a query's cutoff: bring the memory up to date, then ask."""
        self._deliver(timed.cutoff)
        self._attempt(lambda guard: guard.settle(self._settings.settle_timeout_s))
        timeline, place = self._scenario.timeline, self._places[timed.index]
        n_told = timeline.n_visible(timed.cutoff, self._settings.index_lag_us)
        n_visible, n_hidden = n_told + self._n_remembered, timeline.n_messages - n_told
        if self._guard is not None and self._broken is None and self._guard.n_delivered != n_visible:
            raise GuardBroken(f"{self._guard.n_delivered} messages delivered, {n_visible} visible at {timed.cutoff}")
        is_answered = timed.index in self._answered
        if is_answered and (not self._asks_again or self._is_ahead()):
            self._pass(timed, place)
            return
        if self._feeding is not None and self._broken is None:
            self._feeding.must_stand_here()
        asked = Counter() if self._chat is None else self._chat.asked.copy()
        if self._settings.carry_vehicle:
            car = CarAtCutoff(log=self._car.fork(), state=self._car_state)
        else:
            car = CarAtCutoff(log=self._car.fork(0), state=FACTORY)
        if self._broken is not None or self._backend is None or self._guard is None:
            failure = self._broken or Failure(stage="start", message="the memory never started")
            turn, timing = self._asker.failed(timed, failure, car, n_visible=n_visible, n_hidden=n_hidden)
        else:
            people = self._scenario.people or tuple(self._speakers)
            turn, timing = self._asker.ask(
                timed, self._backend, self._guard, car, n_visible=n_visible, n_hidden=n_hidden, people=people
            )
        if self._feeding is not None and self._chat is not None:
            self._feeding.note_asked(timed.index, self._chat.asked - asked)
        if is_answered:
            self._probe_updates()  # what this asks of the model is asked again, as the answer was
            self._pass(timed, place)
            return
        turn, self._leftovers = replace(turn, leftovers=self._leftovers), ()
        turn = self._with_life(turn, timed)
        if self._chat is not None:
            usage, waiting = self._chat.take()
            turn, timing = replace(turn, usage=unpriced(usage)), replace(timing, model=waiting)
        emit(turn, self._with_feeding(timing))
        if self._settings.remember and turn.failure is None:
            self._to_remember.extend(remembered(timed, place, words_of(turn)))

    def _with_life(self, turn: Turn, timed: TimedQuery) -> Turn:
        """`turn` with what was seen of the memory's life: how it took a change, what it forgot.

        After a Failure nothing is looked for any more; what was seen before stays.
        """
        checks: tuple[ForgetCheck, ...] = ()
        if turn.failure is None:
            self._probe_updates()
            with self._aside():
                checks = self._attempt(lambda guard: self._forgetting.check(guard, timed.cutoff, timed.index)) or ()
        watched = self._updates.result(timed)
        of_forgetting = self._forgetting.take_failures()
        looks, self._failed_looks = self._failed_looks, ()
        return replace(
            turn,
            update=watched.update if turn.failure is None else None,
            forgetting=checks,
            failed_probes=(*looks, *watched.failures, *of_forgetting),
            other_violations=(*watched.violations, *self._forgetting.take_violations()),
        )

    def _pass(self, timed: TimedQuery, place: int) -> None:
        """Leave a query that has its answer already, with what it means for the queries behind it."""
        self._failed_looks = ()  # it stands in the Turn that is kept; leftovers may be those of a second start
        self._updates.result(timed)
        self._forgetting.take_violations()
        self._forgetting.take_failures()
        if self._chat is not None:
            self._chat.take()  # counted in the Turn that is kept
            if self._feeding is not None and self._is_ahead():
                self._chat.asked.update(self._feeding.asked_before(timed.index))
        if self._settings.remember:
            self._to_remember.extend(remembered(timed, place, self._words[timed.index]))

    def _is_ahead(self) -> bool:
        """Whether the memory holds more than is visible here, so that an answered query cannot be asked again."""
        return self._feeding is not None and self._feeding.is_ahead and self._broken is None

    def _with_feeding(self, timing: Timing) -> Timing:
        """`timing` with the time that feeding took since the query before."""
        if self._guard is None:
            return timing
        ingested_ms, settled_ms = self._spent_ms
        self._spent_ms = (self._guard.ingest_ms, self._guard.settle_ms)
        stored_bytes = self._attempt(lambda guard: guard.stored_bytes())
        n_before = self._n_retries
        with suppress(BackendFailure):  # asked of a broken memory, too: it is what was tried before it broke
            self._n_retries = self._guard.n_retries()
        return replace(
            timing,
            ingest_ms=self._spent_ms[0] - ingested_ms,
            settle_ms=self._spent_ms[1] - settled_ms,
            n_delivered=self._guard.n_delivered,
            stored_bytes=stored_bytes,
            memory_retries=self._n_retries - n_before,
        )

    def _start_memory(self) -> None:
        try:
            self._backend = self._make_memory(self._setup)
            lag_us = self._settings.index_lag_us
            records = self._scenario.timeline.records
            self._guard = Guard(
                self._backend,
                self._scenario.zone,
                namespace=self._setup.namespace,
                lag_us=lag_us,
                archive=records if len(records) > FEW else None,
            )
            if self._settings.reset:
                self._guard.reset()
        except BackendFailure as exc:
            self._broken = failure_of(exc)
        except BaseException as exc:
            if not is_failure(exc):
                raise
            self._broken = Failure(stage="start", message=told(exc))

    def _attempt(self, call: Callable[[Guard], T]) -> T | None:
        """What the memory says; None where it is broken, and every later query of the scenario is a Failure."""
        if self._guard is None or self._broken is not None:
            return None
        try:
            return call(self._guard)
        except BackendFailure as exc:
            self._broken = failure_of(exc)
            return None

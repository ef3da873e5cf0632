"""Watching updates: after a change, how long the memory goes on ranking the old value above the new one.

A query whose source says what its evidence replaced is watched from the moment at which the last of the evidence is
visible: the memory is asked the bare question then and after each message that follows, until a message of the new
value (evidence said after all of the old) is found above all of the old, or the query itself is reached. Each such stop
is a stop like a query's: what is visible by then has been delivered, so that the lag is the memory's own and not the
bucket's. A memory whose hits name no messages cannot be watched, and one that fails to answer is watched no more: what
became of the change is untold then.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field

from memory.errors import BackendFailure
from memory.guard import Guard, SearchRecord
from memory.messages import Message
from memory.position import Position, is_visible, just_after
from memory.provenance import Violation
from replay.failing import failure_of
from replay.scenario import TimedQuery
from replay.timeline import Timeline
from scoring.records import MAIN, Failure, UpdateWatch

MOST_PROBES = 200
"""A memory that has not caught up after so many messages is not asked any more."""


@dataclass(slots=True, kw_only=True)
class _Watch:
    timed: TimedQuery
    last_id: str
    """The message with which the change is there."""
    new_ids: frozenset[str]
    old_ids: frozenset[str]
    began: Position | None = None
    """Where the change stands."""
    last: Position | None = None
    n_probes: int = 0
    n_told: int = 0
    """How many of the probes found nothing, or hits that name messages."""
    caught_up: bool = False
    is_untold: bool = False
    """Whether it cannot be told any more what became of the change."""
    violations: list[Violation] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)

    def fail(self, exc: BackendFailure) -> None:
        self.is_untold = True
        self.failures.append(failure_of(exc))

    def look_at(self, record: SearchRecord) -> None:
        self.violations.extend(record.violations)
        self.n_told += not record.hits or any(hit.message_ids for hit in record.hits)
        for hit in record.hits:
            if not self.new_ids.isdisjoint(hit.message_ids):
                self.caught_up = True
                return
            if not self.old_ids.isdisjoint(hit.message_ids):
                return


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """What the watch for one query saw."""

    update: UpdateWatch | None = None
    """None where there was no watch, or the change came after it."""
    violations: tuple[Violation, ...] = ()
    """Hits of these searches that were withheld."""
    failures: tuple[Failure, ...] = ()
    """Searches that failed."""


@dataclass(slots=True)
class UpdateWatcher:
    """Watches the updates of one scenario."""

    timeline: Timeline
    depth: int
    _watches: dict[int, _Watch] = field(default_factory=dict)

    def add(self, timed: TimedQuery) -> None:
        """Watch for a query, where its source says what its evidence replaced."""
        gold = timed.query.gold
        old_ids = frozenset(message_id for old in gold.superseded for message_id in old.message_ids)
        if timed.point != MAIN or not old_ids:
            return
        places = {i: place for i in {*gold.evidence_ids} - old_ids if (place := self._place(i)) is not None}
        current = sorted(places, key=places.__getitem__)
        if current:
            olds = (self._place(message_id) for message_id in old_ids)
            latest = max((place for place in olds if place is not None), default=-1)
            new_ids = [message_id for message_id in current if places[message_id] > latest] or current[-1:]
            self._watches[timed.index] = _Watch(
                timed=timed, last_id=current[-1], new_ids=frozenset(new_ids), old_ids=old_ids
            )

    @property
    def n_watches(self) -> int:
        """How many queries are watched for and not reached yet."""
        return len(self._watches)

    def wants(self, message: Message) -> bool:
        """Whether the memory is to be asked once it has been told `message`."""
        return any(
            (message.id == watch.last_id or self._is_open(watch)) and is_visible(message.position, watch.timed.cutoff)
            for watch in self._watches.values()
        )

    def leave(self, message: Message) -> None:
        """Take note of `message`, after which nothing is asked: the memory's hits name no messages."""
        for watch in self._begin(message):
            watch.is_untold = True

    def probe(
        self,
        message: Message,
        guard: Guard,
        now: Position,
        *,
        settle_s: float,
        aside: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        """Ask for every open watch, as of `now`; `message` is the last that the memory was told by then.

        The memory has `settle_s` seconds to become ready. Where it raises, the watches that it was asked for are
        untold. The searches are made inside `aside`; becoming ready is the memory's own work, whoever waits for it.
        """
        self._begin(message)
        wanted = [watch for watch in self._watches.values() if self._is_open(watch) and now <= watch.timed.cutoff]
        try:
            if wanted:
                guard.settle(settle_s)
        except BackendFailure as exc:
            for watch in wanted:
                watch.fail(exc)
            return
        for watch in wanted:
            watch.last = now
            watch.n_probes += 1
            try:
                with aside():
                    found = guard.search(watch.timed.query.text, limit=self.depth, now=now)
                watch.look_at(found)
            except BackendFailure as exc:
                watch.fail(exc)

    def result(self, timed: TimedQuery) -> Watched:
        """What the watch for a query saw; it ends."""
        watch = self._watches.pop(timed.index, None)
        if watch is None:
            return Watched()
        return Watched(update=self._update(watch), violations=tuple(watch.violations), failures=tuple(watch.failures))

    def _update(self, watch: _Watch) -> UpdateWatch | None:
        if watch.began is None:
            return None
        if watch.is_untold or watch.last is None or not watch.n_told:
            return UpdateWatch(caught_up=None, lag_us=0, n_messages=0)
        said = self.timeline.n_visible(watch.last) - self.timeline.n_visible(just_after(watch.began))
        lag_us = watch.last.at_us - watch.began.at_us
        return UpdateWatch(caught_up=watch.caught_up, lag_us=lag_us, n_messages=said)

    def _begin(self, message: Message) -> list[_Watch]:
        """Begin the watches of the change that `message` brings; returns these."""
        begun = [watch for watch in self._watches.values() if message.id == watch.last_id]
        for watch in begun:
            watch.began = message.position
        return begun

    def _place(self, message_id: str) -> int | None:
        """Where a message stands among the timeline's records; None where it does not."""
        return self.timeline.records.find(message_id)

    def _is_open(self, watch: _Watch) -> bool:
        has_begun = watch.began is not None and not watch.is_untold
        return has_begun and not watch.caught_up and watch.n_probes < MOST_PROBES

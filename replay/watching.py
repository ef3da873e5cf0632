"""Watching updates: after a change, how long the memory goes on ranking the old value above the new one.

A query whose source says what its evidence replaced is watched from the moment at which the last of the evidence is
visible: the memory is asked the bare question then and after each message that follows, until a message of the new
value (evidence said after all of the old) is found above all of the old, or the query itself is reached. Each such stop
is a stop like a query's: what is visible by then has been delivered, so that the lag is the memory's own and not the
bucket's.
"""

from dataclasses import dataclass, field

from memory.guard import Guard
from memory.messages import Message
from memory.position import Position, is_visible, just_after
from memory.provenance import Violation
from replay.scenario import TimedQuery
from replay.timeline import Timeline
from scoring.records import MAIN, UpdateWatch

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
    caught_up: bool = False


@dataclass(slots=True)
class UpdateWatcher:
    """Watches the updates of one scenario."""

    timeline: Timeline
    depth: int
    violations: list[Violation] = field(default_factory=list)
    """Hits of these searches that were withheld, since they were last taken."""
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

    def wants(self, message: Message) -> bool:
        """Whether the memory is to be asked once it has been told `message`."""
        return any(
            (message.id == watch.last_id or self._is_open(watch)) and is_visible(message.position, watch.timed.cutoff)
            for watch in self._watches.values()
        )

    def probe(self, message: Message, guard: Guard, now: Position) -> None:
        """Ask for every open watch; `message` is the last that the memory was told.

        Raises:
            BackendFailure: the memory broke.
        """
        for watch in self._watches.values():
            if message.id == watch.last_id:
                watch.began = message.position
            if self._is_open(watch) and now <= watch.timed.cutoff:
                watch.last = now
                watch.n_probes += 1
                watch.caught_up = self._ranks_new_first(watch, guard, now)

    def result(self, timed: TimedQuery) -> UpdateWatch | None:
        """What the watch for a query saw; None where there was none, or the change came after it."""
        watch = self._watches.pop(timed.index, None)
        if watch is None or watch.began is None or watch.last is None:
            return None
        said = self.timeline.n_visible(watch.last) - self.timeline.n_visible(just_after(watch.began))
        lag_us = watch.last.at_us - watch.began.at_us
        return UpdateWatch(caught_up=watch.caught_up, lag_us=lag_us, n_messages=said)

    def take_violations(self) -> tuple[Violation, ...]:
        """The violations since this was last called."""
        taken, self.violations = tuple(self.violations), []
        return taken

    def _place(self, message_id: str) -> int | None:
        """Where a message stands among the timeline's records; None where it does not."""
        return self.timeline.records.find(message_id)

    def _is_open(self, watch: _Watch) -> bool:
        return watch.began is not None and not watch.caught_up and watch.n_probes < MOST_PROBES

    def _ranks_new_first(self, watch: _Watch, guard: Guard, now: Position) -> bool:
        record = guard.search(watch.timed.query.text, limit=self.depth, now=now)
        self.violations.extend(record.violations)
        for hit in record.hits:
            if not watch.new_ids.isdisjoint(hit.message_ids):
                return True
            if not watch.old_ids.isdisjoint(hit.message_ids):
                return False
        return False

"""How much dearer a message becomes over a timeline of a million, next to FTS5's own growth.

Two kinds of process take turns: one replays a timeline through clock, buckets, guard and the memory `fulltext`; one
inserts the same rows into a bare FTS5 table, with the memory's own schema, statement, pragmas and batches. Growth is
what a message of the last tenth costs, over one of the first tenth.

`python -m benchmarks.ingest [--messages 1000000]`
"""

import argparse
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.fresh import Fresh, peak_mb, run_fresh
from benchmarks.ratios import spread_of
from benchmarks.synthetic import Size, make_scenario
from benchmarks.tape import taping
from memory.backend import BackendFactory, Setup
from memory.embedded.fulltext import FulltextMemory
from memory.embedded.none import NoMemory
from memory.messages import Batch, Message
from memory.position import Position, just_after
from replay.agents.noop import NoopAgent
from replay.runner import ScenarioReplay
from replay.scenario import TimedScenario
from replay.settings import ReplaySettings

N_TENTHS = 10


class Tenths:
    """Processor time by tenths of all messages; a batch counts for the tenth that it ends in."""

    def __init__(self, n_messages: int) -> None:
        """Start the clock; `n_messages` will come."""
        self._n_messages = n_messages
        self.n_seen = 0
        """How many messages are in."""
        self._began_s = time.process_time()
        self.ends_s: list[float] = []
        """Since the start, in seconds, one for each tenth that is over."""

    def count(self, n: int) -> None:
        """`n` more messages are in."""
        self.n_seen += n
        while self.n_seen * N_TENTHS >= self._n_messages * (len(self.ends_s) + 1):
            self.ends_s.append(time.process_time() - self._began_s)

    def growth(self) -> float:
        """The last tenth over the first one.

        Raises:
            IndexError: no tenth is over.
        """
        return (self.ends_s[-1] - self.ends_s[-2]) / self.ends_s[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grown:
    """What one process measured."""

    n_messages: int
    """How many went in."""
    growth: float
    """The last tenth over the first one, in processor time."""
    total_s: float
    """Processor time for all messages."""
    before_mb: float
    """Peak memory before the first message, in units of 10**6 bytes: the timeline and what made it."""


def long_scenario(n_messages: int) -> TimedScenario:
    """A timeline of `n_messages`, a session of 30 every two hours, and one query at its end."""
    return make_scenario("ingest", Size(messages=n_messages, queries=1, gap_minutes=120))


class WatchedMemory(FulltextMemory):
    """Counts what it was given."""

    def __init__(self, setup: Setup, tenths: Tenths) -> None:
        """As the base class."""
        super().__init__(setup)
        self._tenths = tenths

    def ingest(self, batch: Batch) -> None:
        """As the base class, then counts."""
        super().ingest(batch)
        self._tenths.count(len(batch.messages))


def replay_engine(n_messages: int) -> Grown:
    """Replay the timeline as a run does, to a query at its end that asks nothing."""
    timed = long_scenario(n_messages)
    before_mb = peak_mb()
    started: list[Tenths] = []

    def memory(setup: Setup) -> WatchedMemory:
        started.append(Tenths(n_messages))
        return WatchedMemory(setup, started[0])

    _replay(timed, memory)
    return _grown(started[0], before_mb)


def fill_bare(n_messages: int) -> Grown:
    """Insert the same messages in the same batches into FTS5 and into nothing else."""
    timed = long_scenario(n_messages)
    messages = list(timed.scenario.timeline.messages())
    batches = _batch_sizes(timed)
    connection, insert = bare_index()
    before_mb = peak_mb()
    tenths = Tenths(n_messages)
    first = 0
    for size in batches:
        with connection:
            connection.executemany(
                insert,
                [(row, m.speaker, m.text) for row, m in enumerate(messages[first : first + size], first + 1)],
            )
        first += size
        tenths.count(size)
    connection.close()
    return _grown(tenths, before_mb)


def bare_index() -> tuple[sqlite3.Connection, str]:
    """A connection with the schema and pragmas of `fulltext`, and its statement that adds a row to the index."""
    message = Message(id="m1", position=Position(0, 1), speaker="Ada", role="user", text="hello")
    with taping() as tape:
        memory = FulltextMemory(Setup(namespace="benchmark"))
        n_schema = len(tape.steps)
        memory.ingest(Batch(messages=(message,), now=just_after(message.position)))
        memory.close()
    connection = sqlite3.connect("")
    for step in tape.steps[:n_schema]:
        if step.kind == "execute":
            connection.execute(step.sql, step.parameters).fetchall()
    connection.commit()
    return connection, next(s.sql for s in tape.steps if s.kind == "executemany" and "INTO words" in s.sql)


class _SizesOnly(NoMemory):
    """Keeps how many messages each batch has."""

    def __init__(self, setup: Setup, sizes: list[int]) -> None:
        super().__init__(setup)
        self._sizes = sizes

    def ingest(self, batch: Batch) -> None:
        self._sizes.append(len(batch.messages))


def _batch_sizes(timed: TimedScenario) -> list[int]:
    sizes: list[int] = []
    _replay(timed, lambda setup: _SizesOnly(setup, sizes))
    return sizes


def _replay(timed: TimedScenario, memory: BackendFactory) -> None:
    ScenarioReplay(timed, ReplaySettings(), memory, NoopAgent, namespace="benchmark").run(lambda turn, timing: None)


def _grown(tenths: Tenths, before_mb: float) -> Grown:
    return Grown(n_messages=tenths.n_seen, growth=tenths.growth(), total_s=tenths.ends_s[-1], before_mb=before_mb)


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--repetitions", type=int, default=3)
    options = parser.parse_args(argv)
    engine: list[Fresh[Grown]] = []
    bare: list[Fresh[Grown]] = []
    for _ in range(options.repetitions):
        engine.append(run_fresh(replay_engine, options.messages))
        bare.append(run_fresh(fill_bare, options.messages))
    ours, plain = [run.result.growth for run in engine], [run.result.growth for run in bare]
    print(f"ingest: a message of the last tenth of {options.messages} / one of the first tenth")
    print(f"    engine    {spread_of(ours)}")
    print(f"    bare FTS5 {spread_of(plain)}")
    ratio = spread_of([a / b for a, b in zip(ours, plain, strict=True)])
    print(f"    engine's growth / bare FTS5's growth {ratio}   wanted: at most 1.5")
    cost = spread_of([a.result.total_s / b.result.total_s for a, b in zip(engine, bare, strict=True)])
    print(f"    all messages: engine / bare FTS5 {cost}")
    peak, before = max(run.peak_mb for run in engine), max(run.result.before_mb for run in engine)
    print(f"    engine's peak memory {peak:.0f} MB; it was {before:.0f} MB when the timeline had just been made")


if __name__ == "__main__":
    main()

"""A history fed once, with every query asked at its own cutoff on the way, next to feeding it anew for every query.

Strict cutoffs can be had plainly: a new memory for each query, filled with what is visible at its cutoff. Two such ways
are compared: each query replayed alone, and a bare loop that calls nothing but the memory, with the same batches and
searches and none of the replay's checks and records. All give the same hits. The agent's own thinking is left out:
`lexical` answers once, and a stand-in makes its calls again.

`python -m benchmarks.feeding [--n 25] [--queries 10] [--messages 2700] [--memory fulltext] [--repetitions 3]`
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from benchmarks.engine import Work, made_up, replay_unlogged
from benchmarks.ratios import alternate, print_ratio
from benchmarks.script import script_of
from benchmarks.synthetic import Size
from memory.backend import BackendFactory, MemoryBackend, Setup
from memory.messages import Batch, Hit
from memory.position import Position
from memory.registry import find_backend
from memory.wrapped import WrappedMemory
from scoring.records import Turn

ONCE = "one pass"
ALONE = "every query replayed alone"
BARE = "a memory filled anew for every query, without the replay"


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched:
    """One search and what was found."""

    query: str
    limit: int
    now: Position
    hits: tuple[Hit, ...]


@dataclass(slots=True, kw_only=True)
class Told:
    """What one memory was told and asked, in order."""

    setup: Setup
    steps: list[Batch | Searched] = field(default_factory=list)

    def n_fed(self) -> int:
        """How many messages it was given."""
        return sum(len(step.messages) for step in self.steps if isinstance(step, Batch))


class NotingMemory(WrappedMemory):
    """Passes batches and searches on to another memory and notes them."""

    def __init__(self, inner: MemoryBackend, told: Told) -> None:
        """Stand in front of `inner`."""
        super().__init__(inner)
        self._told = told

    def ingest(self, batch: Batch) -> None:
        """Note it and pass it on."""
        self._told.steps.append(batch)
        super().ingest(batch)

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """Pass it on and note it."""
        hits = super().search(query, limit=limit, now=now)
        self._told.steps.append(Searched(query=query, limit=limit, now=now, hits=tuple(hits)))
        return hits


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """One pass as it was done once."""

    work: Work
    """With a script for every scenario."""
    turns: Sequence[Turn]
    told: Sequence[Told]
    """One for each memory."""


def note(work: Work) -> Noted:
    """Replay in one pass with the agent, and note what the memories were told."""
    told: list[Told] = []
    turns = replay_unlogged(replace(work, memory=_noting(work.memory, told)))
    names = [timed.scenario.id for timed in work.scenarios]
    scripts = {name: script_of(turn for turn in turns if turn.scenario == name) for name in names}
    return Noted(work=replace(work, scripts=scripts), turns=turns, told=told)


def alone(work: Work) -> Work:
    """The same work with every query in a replay of its own, as if the scenario had no other."""
    scenarios = [replace(timed, queries=(query,)) for timed in work.scenarios for query in timed.in_time_order()]
    return replace(work, scenarios=scenarios)


def fill_anew(noted: Noted) -> list[tuple[Hit, ...]]:
    """For each query a memory of its own, filled with what had been told by then, and searched as it was; the hits."""
    cutoffs = _cutoffs(noted.work)
    found: list[tuple[Hit, ...]] = []
    for told in noted.told:
        for batches, searches in _by_query(told, cutoffs):
            memory = noted.work.memory(told.setup)
            for batch in batches:
                memory.ingest(batch)
            found += [tuple(memory.search(one.query, limit=one.limit, now=one.now)) for one in searches]
            memory.close()
    return found


def n_fed_anew(noted: Noted) -> int:
    """How many messages all memories together are given where each query has one of its own."""
    cutoffs = _cutoffs(noted.work)
    return sum(
        len(batch.messages) for told in noted.told for batches, _ in _by_query(told, cutoffs) for batch in batches
    )


def check_equal(noted: Noted) -> None:
    """Guarantee that every way finds the same, scores included, or nothing would be compared.

    Raises:
        AssertionError: they differ.
    """
    cutoffs = _cutoffs(noted.work)
    once = [one.hits for told in noted.told for _, searches in _by_query(told, cutoffs) for one in searches]
    if fill_anew(noted) != once:
        raise AssertionError("a memory filled anew finds something else")
    if replay_unlogged(noted.work) != list(noted.turns):
        raise AssertionError("the stand-in did something else than the agent")
    for turn, by_itself in zip(noted.turns, replay_unlogged(alone(noted.work)), strict=True):
        if (turn.tool_calls, turn.probe) != (by_itself.tool_calls, by_itself.probe):
            raise AssertionError(f"query {turn.index} of scenario {turn.scenario} finds something else alone")


def _noting(factory: BackendFactory, notes: list[Told]) -> BackendFactory:
    def make(setup: Setup) -> MemoryBackend:
        notes.append(Told(setup=setup))
        return NotingMemory(factory(setup), notes[-1])

    return make


def _cutoffs(work: Work) -> frozenset[Position]:
    return frozenset(query.cutoff for timed in work.scenarios for query in timed.queries)


def _by_query(told: Told, cutoffs: frozenset[Position]) -> list[tuple[list[Batch], list[Searched]]]:
    """For each cutoff the batches before it, and the searches there."""
    batches: list[Batch] = []
    at_cutoff: dict[Position, tuple[list[Batch], list[Searched]]] = {}
    for step in told.steps:
        if isinstance(step, Batch):
            batches.append(step)
        elif step.now in cutoffs:
            at_cutoff.setdefault(step.now, (list(batches), []))[1].append(step)
    return list(at_cutoff.values())


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=25, help="scenarios")
    parser.add_argument("--queries", type=int, default=10, help="of each")
    parser.add_argument("--messages", type=int, default=2_700, help="of each")
    parser.add_argument("--memory", default="fulltext")
    parser.add_argument("--repetitions", type=int, default=3)
    options = parser.parse_args(argv)
    work = made_up(options.n, Size(messages=options.messages, queries=options.queries))
    noted = note(replace(work, memory=find_backend(options.memory)))
    check_equal(noted)
    n_once, n_anew = sum(told.n_fed() for told in noted.told), n_fed_anew(noted)
    print(
        f"feeding: {len(noted.turns)} queries at their cutoffs in {options.n} scenarios, {options.memory}, equal hits"
    )
    print(f"    messages fed: {n_anew} / {n_once} = {n_anew / n_once:.2f}   wanted: at least 6")
    apart = alone(noted.work)
    laps = alternate(
        {
            ONCE: lambda: replay_unlogged(noted.work),
            ALONE: lambda: replay_unlogged(apart),
            BARE: lambda: fill_anew(noted),
        },
        repetitions=options.repetitions,
    )
    print_ratio("  time", laps, ALONE, ONCE, wanted="at least 2.5")
    print_ratio("  time", laps, BARE, ONCE, wanted="at least 2.5")


if __name__ == "__main__":
    main()

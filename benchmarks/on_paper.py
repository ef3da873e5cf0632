"""What a large run would take, worked out of what its parts cost here: processor time, memory and disk.

Costs are measured on generated timelines, in processor time of this process; what a run of any size takes is
arithmetic on them (`Estimate`), which docs/cluster.md shows with its formulas. Nothing large is run.

`python -m benchmarks.on_paper [--scenarios 10000] [--messages 100000000] [--queries 10] [--cores 64]`
"""

import argparse
import pickle
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from benchmarks.fresh import peak_mb, run_fresh
from replay.generating import GenerateRequest, write_timelines
from replay.jobs import Item, Job, replay_job
from replay.prepare import Prepared, Request, prepare
from replay.publishing import write_results
from replay.run_folder import open_run

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """What one of each takes; milliseconds are those of a processor."""

    survey_ms: float
    """The client reads, checks and fingerprints a message."""
    load_ms: float
    """A worker reads, checks and fingerprints a message once more."""
    feed_ms: float
    """A worker feeds a message to the memory."""
    query_ms: float
    """A worker asks a query, with all searches and the agent."""
    append_ms: float
    """The client receives a Turn and commits it."""
    score_ms: float
    """The client scores a Turn and writes its share of the published files."""
    sent_bytes: float
    """A Turn on its way from worker to client."""
    log_bytes: float
    """A Turn in the log."""
    kept_bytes: float
    """A Turn in the client's memory while all are scored."""
    source_bytes: float
    """A message in the source."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What a run takes; hours are those of one processor."""

    client_hours: float
    worker_hours: float
    hours: float
    """On the clock, with so many cores at work and the client's work before and beside theirs."""
    log_gb: float
    sent_gb: float
    read_gb: float
    """What client and workers read of the source, together."""
    scoring_gb: float
    """The client's memory while it scores."""


def estimate(costs: Costs, *, scenarios: int, messages: int, queries: int, cores: int) -> Estimate:
    """The arithmetic: `messages` in all, `queries` in each scenario.

    First the client reads, then workers replay while the client commits, then the client scores.
    """
    hour_ms = 3_600_000
    turns = scenarios * queries
    read_ms = messages * costs.survey_ms
    work_ms = messages * (costs.load_ms + costs.feed_ms) + turns * costs.query_ms
    commit_ms, score_ms = turns * costs.append_ms, turns * costs.score_ms
    return Estimate(
        client_hours=(read_ms + commit_ms + score_ms) / hour_ms,
        worker_hours=work_ms / hour_ms,
        hours=(read_ms + max(work_ms / cores, commit_ms) + score_ms) / hour_ms,
        log_gb=turns * costs.log_bytes / 1e9,
        sent_gb=turns * costs.sent_bytes / 1e9,
        read_gb=2 * messages * costs.source_bytes / 1e9,
        scoring_gb=turns * costs.kept_bytes / 1e9,
    )


def measure(*, messages: int, queries: int, memory: str = "fulltext") -> Costs:
    """The costs on one generated scenario of that size."""
    with tempfile.TemporaryDirectory() as folder:
        (file,) = write_timelines(GenerateRequest(messages=messages, queries=queries), Path(folder) / "one.jsonl")
        request = Request(source=f"timeline:{file}", memory=memory, stays_at_source=True)
        prepared, survey_ms = _timed(lambda: prepare(request))
        (left,) = prepared.at_source
        timed, load_ms = _timed(left.load)
        job = Job(timed=timed, settings=prepared.settings, memory=memory, agent="lexical", namespace="on-paper")
        last = timed.in_time_order()[-1].index
        most = frozenset(query.index for query in timed.queries) - {last}
        _replay(replace(job, timed=replace(timed, queries=timed.queries[:1])))  # what is made once is made
        _, fed_ms = _timed(lambda: _replay(replace(job, answered=most)))
        items, whole_ms = _timed(lambda: _replay(job))
        query_ms = (whole_ms - fed_ms) / (queries - 1)
        sent = pickle.dumps(items)
        few, out = Path(folder) / "few", Path(folder) / "run"
        n_few = len(items) // 5
        _commit(prepared, pickle.dumps(items[:n_few]), few)
        append_ms, log_bytes = _commit(prepared, sent, out)
        scored = run_fresh(_score, request, few, out)
        return Costs(
            survey_ms=survey_ms / messages,
            load_ms=load_ms / messages,
            feed_ms=(fed_ms - query_ms) / messages,
            query_ms=query_ms,
            append_ms=append_ms / queries,
            score_ms=scored.result[0] / queries,
            sent_bytes=len(sent) / queries,
            log_bytes=log_bytes / queries,
            kept_bytes=scored.result[1] / (queries - n_few),
            source_bytes=file.stat().st_size / messages,
        )


def _replay(job: Job) -> list[Item]:
    items: list[Item] = []
    replay_job(job, items.append)
    return items


def _commit(prepared: Prepared, sent: bytes, out: Path) -> tuple[float, int]:
    with open_run(out, prepared.config) as log:

        def receive() -> None:
            for turn, timing in pickle.loads(sent):
                log.append(turn, timing)

        _, append_ms = _timed(receive)
    return append_ms, (out / "run.db").stat().st_size


def _score(request: Request, few: Path, out: Path) -> tuple[float, float]:
    """Milliseconds of all Turns, and the bytes of those beyond a few, which are scored before."""
    config = prepare(request).config
    with open_run(few, config) as log:
        write_results(few, log, config)
    with open_run(out, config) as log:
        before_mb = peak_mb()
        _, score_ms = _timed(lambda: write_results(out, log, config))
        return score_ms, (peak_mb() - before_mb) * 1e6


def _timed(do: Callable[[], T]) -> tuple[T, float]:
    began_s = time.process_time()
    done = do()
    return done, (time.process_time() - began_s) * 1000


def lines(costs: Costs, found: Estimate) -> list[str]:
    """Both as text."""
    return [
        f"    the client reads a message: {1000 * costs.survey_ms:.0f} us; a worker: {1000 * costs.load_ms:.0f} us",
        f"    a worker feeds a message: {1000 * costs.feed_ms:.0f} us; asks a query: {costs.query_ms:.0f} ms",
        f"    the client commits a Turn: {costs.append_ms:.1f} ms; scores it: {costs.score_ms:.1f} ms",
        f"    a Turn: {costs.sent_bytes / 1000:.0f} kB sent, {costs.log_bytes / 1000:.0f} kB in the log, "
        f"{costs.kept_bytes / 1000:.0f} kB in memory while scored; a message: {costs.source_bytes:.0f} bytes",
        f"  the run: {found.worker_hours:.1f} hours of workers' processors, {found.client_hours:.1f} of the client's; "
        f"{found.hours:.1f} on the clock",
        f"    {found.read_gb:.0f} GB read, {found.sent_gb:.1f} GB sent, a log of {found.log_gb:.1f} GB, "
        f"{found.scoring_gb:.1f} GB of the client's memory while it scores",
    ]


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenarios", type=int, default=10_000)
    parser.add_argument("--messages", type=int, default=100_000_000, help="in all")
    parser.add_argument("--queries", type=int, default=10, help="of each scenario")
    parser.add_argument("--cores", type=int, default=64)
    parser.add_argument("--sample-queries", type=int, default=100)
    parser.add_argument("--memory", default="fulltext")
    options = parser.parse_args(argv)
    a_scenario = max(1, options.messages // options.scenarios)
    costs = measure(messages=a_scenario, queries=options.sample_queries, memory=options.memory)
    found = estimate(
        costs,
        scenarios=options.scenarios,
        messages=options.messages,
        queries=options.queries,
        cores=options.cores,
    )
    print(
        f"on paper: {options.scenarios} scenarios, {options.messages} messages, {options.queries} queries each, ",
        end="",
    )
    print(f"memory {options.memory}, {options.cores} cores; measured on {a_scenario} messages")
    for line in lines(costs, found):
        print(line)


if __name__ == "__main__":
    main()

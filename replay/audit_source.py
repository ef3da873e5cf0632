"""The audit of a whole source: which queries, in how many processes, and what the answers mean together."""

import io
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any

from memory.backend import BackendFactory
from memory.chat import ChatModel
from replay.agents.registry import find_agent
from replay.audit import QueryAudit, audit_scenario
from replay.errors import InputError
from replay.exit_codes import ExitCode
from replay.jobs import memory_of
from replay.models import Models
from replay.prepare import Request, prepare
from replay.scenario import Scenario, TimedScenario
from replay.settings import ReplaySettings
from replay.workers import work_in_threads, work_through
from scoring.plain_text import counted


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditReport:
    """What the audit of a backend found."""

    memory: str
    agent: str
    queries: tuple[QueryAudit, ...]
    """By scenario, then by time."""

    @property
    def exit_code(self) -> ExitCode:
        """3 for a leak, 1 for any other check that was not met, 0 otherwise."""
        if any(query.leaks for query in self.queries):
            return ExitCode.LEAK
        return ExitCode.NOT_MET if any(query.problems for query in self.queries) else ExitCode.OK

    def first(self, leaks: bool) -> QueryAudit | None:
        """The first query that leaks, or the first with any problem."""
        return next((query for query in self.queries if (query.leaks if leaks else query.problems)), None)

    def counts(self) -> dict[str, int]:
        """How many queries have each kind of problem."""
        return dict(Counter(kind for query in self.queries for kind in dict.fromkeys(p.kind for p in query.problems)))

    def to_dict(self) -> dict[str, Any]:
        """The report as plain data."""
        first = self.first(leaks=self.exit_code is ExitCode.LEAK)
        return {
            "memory": self.memory,
            "agent": self.agent,
            "queries": len(self.queries),
            "leaks": sum(query.leaks for query in self.queries),
            "problems": self.counts(),
            "canaries": self._canaries(),
            "first": None if first is None else first.query_id,
            "audits": [asdict(query) for query in self.queries if query.problems],
        }

    def render(self) -> str:
        """The report for people."""
        out = io.StringIO()
        n_queries = counted(len(self.queries), "query", "queries")
        out.write(f"audit of {self.memory} with {self.agent}: {n_queries}, each replayed four times\n")
        canaries = ", ".join(f"{count} {name}" for name, count in self._canaries().items())
        out.write(f"canaries planted before the cutoff: {canaries or 'none'}\n")
        for kind, count in sorted(self.counts().items()):
            out.write(f"{kind.replace('_', ' ')}: {counted(count, 'query', 'queries')}\n")
        first = self.first(leaks=self.exit_code is ExitCode.LEAK)
        if first is None:
            out.write("no difference: what comes after a cutoff changes nothing\n")
            return out.getvalue()
        verdict = "LEAK" if self.exit_code is ExitCode.LEAK else "not met"
        out.write(f"{verdict}: first at {first.query_id}\n")
        for problem in first.problems:
            out.write(f"  {problem.kind.replace('_', ' ')}: {problem.detail}\n")
        return out.getvalue()

    def _canaries(self) -> dict[str, int]:
        return dict(sorted(Counter(query.canary for query in self.queries).items()))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Job:
    timed: TimedScenario
    chosen: frozenset[int]
    """Which of its queries."""
    settings: ReplaySettings
    memory: str
    agent: str
    seed: int


def audit_source(
    request: Request,
    *,
    sample: int | None,
    n_jobs: int,
    on_query: Callable[[], None] = lambda: None,
    on_planned: Callable[[int], None] = lambda n_queries: None,
) -> AuditReport:
    """Audit the request's memory on its source; `sample` queries drawn by the seed, or all.

    `n_jobs` scenarios at once, in processes; with a model, in threads. `on_planned` hears how many queries there are
    before the first, `on_query` of each that is over.

    Raises:
        InputError: as for a run, or the sample is not positive.
        RunStopped: the limit of requests is reached; what was audited by then is lost.
    """
    if sample is not None and sample < 1:
        raise InputError(f"the sample is {sample}; it must be at least 1")
    prepared = prepare(request)
    chosen = _sampled(prepared.scenarios, sample, request.seed)
    jobs = [
        _Job(
            timed=timed,
            chosen=chosen[timed.scenario.id],
            settings=prepared.settings,
            memory=request.memory,
            agent=request.agent,
            seed=request.seed,
        )
        for timed in prepared.scenarios
    ]
    on_planned(sum(map(len, chosen.values())))
    audits: dict[str, list[QueryAudit]] = {}

    def take(item: tuple[str, QueryAudit]) -> None:
        audits.setdefault(item[0], []).append(item[1])
        on_query()

    if prepared.model is None:
        work_through(_audit, jobs, take, n_processes=n_jobs)
    else:
        with closing(Models(prepared.model)) as models:
            work_in_threads(partial(_audit_with, models), jobs, take, n_threads=n_jobs, stop=models.stop)
    ordered = [audit for timed in prepared.scenarios for audit in audits.get(timed.scenario.id, [])]
    return AuditReport(memory=request.memory, agent=request.agent, queries=tuple(ordered))


def _sampled(scenarios: Sequence[TimedScenario], sample: int | None, seed: int) -> dict[str, frozenset[int]]:
    """The chosen queries' indices by scenario."""
    keys = [(timed.scenario.id, query.index) for timed in scenarios for query in timed.queries]
    if sample is not None and sample < len(keys):
        keys = random.Random(f"{seed}/sample").sample(keys, sample)
    return {
        timed.scenario.id: frozenset(index for scenario_id, index in keys if scenario_id == timed.scenario.id)
        for timed in scenarios
    }


def _audit(job: _Job, take: Callable[[tuple[str, QueryAudit]], None]) -> None:
    for audit in _audits(job, None):
        take((job.timed.scenario.id, audit))


def _audit_with(models: Models, job: _Job, take: Callable[[tuple[str, QueryAudit]], None]) -> None:
    for audit in _audits(job, models.chat(f"audit:{job.memory}:{job.timed.scenario.id}")):
        take((job.timed.scenario.id, audit))


def _audits(job: _Job, chat: ChatModel | None) -> Iterator[QueryAudit]:
    factory = memory_of(job.memory, job.settings)

    def memory_for(scenario: Scenario) -> BackendFactory:
        return factory if chat is None else lambda setup: factory(replace(setup, chat=chat))

    agent = find_agent(job.agent, chat)
    return audit_scenario(job.timed, job.settings, memory_for, agent, seed=job.seed, chosen=job.chosen)

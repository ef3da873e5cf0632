"""The audit of a whole source: which queries, in how many processes, and what is emptied behind them."""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial

from memory.backend import BackendFactory
from memory.chat import ChatModel
from replay.agents.registry import find_agent
from replay.audit import QueryAudit, audit_scenario
from replay.audit_namespaces import AuditNamespaces
from replay.audit_report import AuditReport
from replay.errors import InputError
from replay.jobs import memory_of
from replay.models import Models
from replay.prepare import Request, prepare
from replay.scenario import Scenario, TimedScenario
from replay.settings import ReplaySettings, namespace_of
from replay.workers import work_in_threads, work_through


@dataclass(frozen=True, slots=True, kw_only=True)
class _Job:
    timed: TimedScenario
    chosen: frozenset[int]
    """Which of its queries."""
    settings: ReplaySettings
    memory: str
    agent: str
    seed: int
    namespace: str
    """What the namespaces of this audit have in common."""


def audit_source(
    request: Request,
    *,
    sample: int | None,
    n_jobs: int,
    suffix: str = "",
    on_query: Callable[[], None] = lambda: None,
    on_planned: Callable[[int], None] = lambda n_queries: None,
) -> AuditReport:
    """Audit the request's memory on its source; `sample` queries drawn by the seed, or all.

    `suffix` tells this audit's namespaces from another's; those of a memory that outlives it are emptied behind each
    query. `n_jobs` scenarios at once, in processes; with a model, in threads. `on_planned` hears how many queries there
    are before the first, `on_query` of each that is over.

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
            namespace=namespace_of("audit", suffix),
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
    namespaces = AuditNamespaces(factory if chat is None else lambda setup: factory(replace(setup, chat=chat)))

    def memory_for(scenario: Scenario) -> BackendFactory:
        return namespaces.make

    agent = find_agent(job.agent, chat)
    for audit in audit_scenario(
        job.timed, job.settings, memory_for, agent, seed=job.seed, chosen=job.chosen, namespace=job.namespace
    ):
        # Where a replay failed, the namespace may not have been empty, and not all of it this audit's.
        yield replace(audit, n_left=namespaces.empty(may_call=not audit.has("failure")))

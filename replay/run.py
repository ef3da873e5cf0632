"""A run: a source replayed through one memory and one agent into a run folder, and the published files made from it.

Everything that could be wrong with the request is found before anything is written.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from memory.backend import BackendFactory, Setup
from memory.errors import MemoryPackageError, UnknownBackend
from memory.registry import BUILT_IN as BUILT_IN_MEMORIES
from memory.registry import find_backend
from replay.agents.registry import BUILT_IN as BUILT_IN_AGENTS
from replay.agents.registry import AgentFactory, find_agent
from replay.buckets import Window
from replay.config import RunConfig, VehicleStart, check_policy, check_window, code_digest, pastlane_version
from replay.cutoffs import Policy, settle_cutoffs
from replay.dataset import parse_selection
from replay.errors import InputError
from replay.execute import Job, replay_all
from replay.findings import Finding, Findings
from replay.loaders.formats import load_source
from replay.run_folder import open_run, write_results
from replay.runner import ReplaySettings, namespace_of
from replay.scenario import TimedScenario
from replay.toolbox import DEPTH
from scoring.records import Timing, Turn
from vehicle.catalogue import vocabulary

MAX_DEPTH = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What a user asks for; names are not checked yet."""

    source: str = "demo"
    memory: str = "fulltext"
    agent: str = "lexical"
    cutoff: str = "auto"
    bucket: str = "hour"
    scenarios: str | None = None
    limit: int | None = None
    seed: int = 0
    depth: int = DEPTH
    vehicle: VehicleStart = "factory"
    memory_options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A request that was checked, with its data loaded and its cutoffs settled."""

    config: RunConfig
    settings: ReplaySettings
    scenarios: tuple[TimedScenario, ...]
    findings: tuple[Finding, ...]
    """What reading the source brought up."""

    @property
    def n_queries(self) -> int:
        """How many queries there are in all."""
        return sum(len(timed.queries) for timed in self.scenarios)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """A run that is over."""

    folder: Path
    metric: dict[str, Any]
    """The content of `metric.json`."""
    n_kept: int
    """How many answers were there already."""

    @property
    def leaked(self) -> bool:
        """Whether any hit broke the cutoff."""
        return bool(self.metric["leakage"]["violations"])


def prepare(request: Request) -> Prepared:
    """Check the request and load its data.

    Raises:
        InputError: something in it cannot be used; nothing has been written.
    """
    try:
        memory = find_backend(request.memory)
    except UnknownBackend as exc:
        raise InputError(str(exc)) from exc
    agent = find_agent(request.agent)
    _try_out(request, memory, agent)
    policy: Policy = check_policy(request.cutoff)
    window: Window = check_window(request.bucket)
    if request.limit is not None and request.limit < 1:
        raise InputError(f"the limit is {request.limit}; it must be at least 1")
    if not 0 <= request.seed < 2**63:
        raise InputError(f"the seed is {request.seed}; it must be between 0 and 2**63 - 1")
    if not 1 <= request.depth <= MAX_DEPTH:
        raise InputError(f"the depth is {request.depth}; it must be between 1 and {MAX_DEPTH}")
    findings = Findings(strict=True)
    dataset = load_source(request.source, parse_selection(request.scenarios), findings)
    chosen = (scenario.first_queries(request.limit) for scenario in dataset.scenarios)
    timed = tuple(settle_cutoffs(scenario, policy) for scenario in chosen)
    if not any(scenario.queries for scenario in timed):
        raise InputError(f"{request.source} holds no queries")
    outside = [
        maker
        for name, maker, known in (
            (request.memory, memory, BUILT_IN_MEMORIES),
            (request.agent, agent, BUILT_IN_AGENTS),
        )
        if name not in known
    ]
    config = RunConfig(
        source=request.source,
        data_digest=dataset.digest,
        memory=request.memory,
        memory_options=request.memory_options,
        agent=request.agent,
        cutoff=policy,
        bucket=window,
        scenarios={scenario.scenario.id: len(scenario.queries) for scenario in timed},
        seed=request.seed,
        depth=request.depth,
        vehicle=request.vehicle,
        code_digest=code_digest(*outside) if outside else "",
        version=pastlane_version(),
    )
    settings = ReplaySettings(
        bucket=window,
        depth=request.depth,
        seed=request.seed,
        carry_vehicle=request.vehicle == "carry",
        vocabulary=vocabulary(),
        memory_options=request.memory_options,
    )
    return Prepared(config=config, settings=settings, scenarios=timed, findings=tuple(findings))


def _try_out(request: Request, memory: BackendFactory, agent: AgentFactory) -> None:
    """Make one of each, so that a wrong option or a missing package is told before anything is written.

    An outside memory is not tried: making one may reach out to a service.
    """
    try:
        if request.memory in BUILT_IN_MEMORIES:
            memory(Setup(namespace="trial", options=request.memory_options)).close()
    except MemoryPackageError as exc:
        raise InputError(f"the memory {request.memory!r} cannot be made: {exc}") from exc
    try:
        agent()
    except Exception as exc:
        raise InputError(f"the agent {request.agent!r} cannot be made: {type(exc).__name__}: {exc}") from exc


def run(
    prepared: Prepared, folder: Path, *, n_processes: int = 1, on_turn: Callable[[Turn], None] | None = None
) -> Outcome:
    """Replay into `folder`: a new run, the rest of an unfinished one, or nothing where it is complete.

    `on_turn` hears of each query answered in this call.

    Raises:
        RunFolderError: the folder holds a run of another configuration, or something that is no run.
        ReplayError: a process died.
    """
    config = prepared.config
    with open_run(folder, config) as log:
        answered = log.answered()
        jobs = [
            Job(
                timed=timed,
                settings=prepared.settings,
                memory=config.memory,
                agent=config.agent,
                namespace=namespace_of(str(folder.resolve()), timed.scenario.id),
                answered=frozenset(answered.get(timed.scenario.id, ())),
            )
            for timed in prepared.scenarios
        ]
        jobs = [job for job in jobs if len(job.answered) < len(job.timed.queries)]

        def emit(turn: Turn, timing: Timing) -> None:
            log.append(turn, timing)
            if on_turn is not None:
                on_turn(turn)

        replay_all(jobs, emit, n_processes=n_processes)
        metric = write_results(folder, log, config)
    return Outcome(folder=folder, metric=metric, n_kept=sum(map(len, answered.values())))


def several(request: Request, memories: list[str]) -> list[Prepared]:
    """One checked request for each memory; all are checked before the first is run.

    Raises:
        InputError: as `prepare`.
    """
    return [prepare(replace(request, memory=memory)) for memory in memories]

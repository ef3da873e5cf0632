"""A run: a source replayed through one memory and one agent into a run folder, and the published files made from it.

Everything that could be wrong with the request is found before anything is written.
"""

from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from memory.adapters.table import ADAPTERS
from memory.backend import BackendFactory, Setup
from memory.bounded import CALL_TIMEOUT_S, bounded
from memory.errors import BudgetReached, MemoryPackageError, RunStopped
from memory.registry import BUILT_IN as BUILT_IN_MEMORIES
from memory.registry import find_backend, is_url
from replay.agents.registry import BUILT_IN as BUILT_IN_AGENTS
from replay.agents.registry import OPENAI, AgentFactory, find_agent
from replay.at_source import AtSource, WhenAsked, asked_at_end, survey
from replay.buckets import Window
from replay.config import (
    RunConfig,
    VehicleStart,
    check_policy,
    check_schema_form,
    check_window,
    code_digest,
    own_code_digest,
    pastlane_version,
)
from replay.cutoffs import Policy
from replay.dataset import parse_selection
from replay.errors import InputError
from replay.execute import replay_all
from replay.executors import Executor
from replay.feeding import end_feeding, feeding_file
from replay.findings import Finding, Findings
from replay.jobs import Job
from replay.loaders.formats import load_source
from replay.meter import Meter
from replay.model_use import NobodyToAsk, may_use_model, needs_model, prompts_of
from replay.models import ModelRequest, Models
from replay.points import Points, read_points
from replay.remembering import words_of
from replay.run_folder import TAPE_FILE, open_run, write_results
from replay.runner import ReplaySettings, namespace_of
from replay.scenario import TimedScenario
from replay.times import parse_duration_us
from replay.toolbox import DEPTH
from scoring.records import Timing, Turn
from scoring.runlog import RunLog
from vehicle.catalogue import vocabulary

MAX_DEPTH = 1000
MAX_TIMEOUT_S = 86_400


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What a user asks for; names are not checked yet."""

    source: str = "demo"
    memory: str = "fulltext"
    agent: str = "lexical"
    cutoff: str = "auto"
    delays: str = ""
    bucket: str = "hour"
    scenarios: str | None = None
    limit: int | None = None
    seed: int = 0
    depth: int = DEPTH
    vehicle: VehicleStart = "factory"
    memory_options: Mapping[str, str] = field(default_factory=dict)
    tool_schema: str = "plain"
    remember: bool = False
    index_lag: str = "0"
    watch_updates: bool = False
    reset: bool = False
    memory_timeout_s: float = CALL_TIMEOUT_S
    model: ModelRequest | None = None
    stays_at_source: bool = False
    """Scenarios are read once, to check them, and again where they are replayed, instead of being held."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A request that was checked, with its data loaded and its cutoffs settled."""

    config: RunConfig
    settings: ReplaySettings
    scenarios: tuple[TimedScenario, ...]
    """Empty where they stay at their source."""
    findings: tuple[Finding, ...]
    """What reading the source brought up."""
    at_source: tuple[AtSource, ...] = ()
    model: ModelRequest | None = None
    """The model to ask; None where nothing in the run would."""

    @property
    def n_queries(self) -> int:
        """How many queries there are in all."""
        return sum(timed.n_queries for timed in self.planned)

    @property
    def planned(self) -> tuple[TimedScenario, ...] | tuple[AtSource, ...]:
        """The scenarios, wherever they are."""
        return self.at_source or self.scenarios

    @property
    def query_ids(self) -> list[str]:
        """The ids of all entries, scenario by scenario."""
        return [f"{timed.id}/{query_id}" for timed in self.planned for query_id in timed.query_ids]

    @property
    def asked_at_end(self) -> tuple[int, str]:
        """How many queries are asked when all is known, and of the first of them where it stands and why."""
        found = [(one.n_at_end, one.first_at_end) for one in self.at_source]
        found.extend(asked_at_end(timed.queries) for timed in self.scenarios)
        return sum(n for n, _ in found), next((first for n, first in found if n), "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """A run that is over."""

    folder: Path
    metric: dict[str, Any]
    """The content of `metric.json`."""
    n_kept: int
    """How many answers were there already."""
    stopped: str = ""
    """Why the run ended early, with what it had by then; empty when every query was asked."""
    parts: tuple[Path, ...] = ()
    """The run folders below `folder`, for repeated runs; empty for one run, which is in `folder` itself."""

    @property
    def leaked(self) -> bool:
        """Whether any hit broke the cutoff."""
        return bool(self.metric["leakage"]["violations"])


class Loaded(NamedTuple):
    """The data of a request, with its cutoffs settled."""

    scenarios: tuple[TimedScenario, ...]
    digest: str
    findings: tuple[Finding, ...]
    at_source: tuple[AtSource, ...] = ()


def prepare(request: Request, loaded: Loaded | None = None) -> Prepared:
    """Check the request and load its data, unless it is `loaded` for an equal request but for the memory.

    Raises:
        InputError: something in it cannot be used; nothing has been written.
    """
    try:
        memory = find_backend(request.memory)
    except MemoryPackageError as exc:
        raise InputError(str(exc)) from exc
    chat = None if request.model is None else NobodyToAsk()
    agent = find_agent(request.agent, chat)
    _try_out(request, memory, agent)
    model = _checked_model(request)
    policy_name, points = read_points(request.cutoff, request.delays)
    policy: Policy = check_policy(policy_name)
    if request.remember and not points.only_main:
        raise InputError("a run that remembers asks each query once: no sweep, no delays")
    window: Window = check_window(request.bucket)
    schema_form = check_schema_form(request.tool_schema)
    if request.limit is not None and request.limit < 1:
        raise InputError(f"the limit is {request.limit}; it must be at least 1")
    if not 0 <= request.seed < 2**63:
        raise InputError(f"the seed is {request.seed}; it must be between 0 and 2**63 - 1")
    if not 1 <= request.depth <= MAX_DEPTH:
        raise InputError(f"the depth is {request.depth}; it must be between 1 and {MAX_DEPTH}")
    index_lag_us = parse_duration_us(request.index_lag)
    if not 0 < request.memory_timeout_s <= MAX_TIMEOUT_S:
        raise InputError(
            f"the memory's time is {request.memory_timeout_s:g} s; it must be above 0, at most {MAX_TIMEOUT_S}"
        )
    timed, data_digest, findings, at_source = loaded or _load(request, policy, points)
    outside = [
        maker
        for name, maker, known in (
            (request.memory, memory, BUILT_IN_MEMORIES),
            (request.agent, agent, (*BUILT_IN_AGENTS, OPENAI)),
        )
        if name not in known
    ]
    config = RunConfig(
        source=request.source,
        data_digest=data_digest,
        memory=request.memory,
        memory_options=request.memory_options,
        agent=request.agent,
        cutoff=policy,
        points=points,
        bucket=window,
        scenarios={scenario.id: scenario.n_queries for scenario in at_source or timed},
        seed=request.seed,
        depth=request.depth,
        vehicle=request.vehicle,
        index_lag_us=index_lag_us,
        watch_updates=request.watch_updates,
        model=None if model is None else model.to_dict(),
        prompts=prompts_of(request.memory, request.agent),
        tool_schema=schema_form,
        remember=request.remember,
        code_digest=code_digest(*outside) if outside else "",
        own_code=own_code_digest(),
        version=pastlane_version(),
    )
    settings = ReplaySettings(
        bucket=window,
        depth=request.depth,
        seed=request.seed,
        carry_vehicle=request.vehicle == "carry",
        vocabulary=vocabulary(),
        memory_options=request.memory_options,
        tool_schema=schema_form,
        remember=request.remember,
        index_lag_us=index_lag_us,
        watch_updates=request.watch_updates,
        reset=request.reset,
        call_timeout_s=request.memory_timeout_s,
    )
    return Prepared(
        config=config, settings=settings, scenarios=timed, findings=findings, at_source=at_source, model=model
    )


def _load(request: Request, policy: Policy, points: Points) -> Loaded:
    findings, selection = Findings(strict=True), parse_selection(request.scenarios)
    when = WhenAsked(policy=policy, points=points, limit=request.limit)
    if request.stays_at_source:
        at_source, digest = survey(request.source, selection, when, findings)
        loaded = Loaded((), digest, tuple(findings), at_source)
    else:
        dataset = load_source(request.source, selection, findings)
        timed = tuple(when.settle(scenario) for scenario in dataset.scenarios)
        loaded = Loaded(timed, dataset.digest, tuple(findings))
    if not any(scenario.n_queries for scenario in loaded.at_source or loaded.scenarios):
        raise InputError(f"{request.source} holds no queries")
    return loaded


def _checked_model(request: Request) -> ModelRequest | None:
    """The request's model where the run has a use for it.

    Raises:
        InputError: it cannot be used.
    """
    model = request.model
    if model is None or not may_use_model(request.memory, request.agent):
        return None
    # Opened once without recording: a tape of the user's is not begun before all else was checked.
    Models(model if model.replay is not None else replace(model, record=None)).close()
    return model


def _try_out(request: Request, memory: BackendFactory, agent: AgentFactory) -> None:
    """Make one of each, so that a wrong option or a missing package is told before anything is written.

    An outside memory is not tried here: making one may reach out to a service (`try_outside_memory`).
    """
    try:
        if request.memory in BUILT_IN_MEMORIES:
            chat = NobodyToAsk() if needs_model(request.memory, request.agent) and request.model is not None else None
            memory(Setup(namespace="trial", options=request.memory_options, chat=chat)).close()
    except MemoryPackageError as exc:
        raise InputError(f"the memory {request.memory!r} cannot be made: {exc}") from exc
    try:
        agent()
    except Exception as exc:
        raise InputError(f"the agent {request.agent!r} cannot be made: {type(exc).__name__}: {exc}") from exc


def try_outside_memory(prepared: Prepared) -> None:
    """Nothing, where an adapter or an address answers; other memories are not asked.

    Called before anything is written, so that a wrong key or address does not end as a folder of Failures.

    Raises:
        InputError: it cannot be made or reached, or refuses the key.
    """
    config, settings = prepared.config, prepared.settings
    if config.memory not in ADAPTERS and not is_url(config.memory):
        return
    setup = Setup(namespace="pastlane-trial", options=config.memory_options)
    try:
        memory = bounded(find_backend(config.memory), settings.call_timeout_s)(setup)
        try:
            memory.leftovers()
        finally:
            memory.close()
    except Exception as exc:
        what = str(exc) if isinstance(exc, MemoryPackageError) else f"{type(exc).__name__}: {exc}"
        raise InputError(f"the memory {config.memory!r} cannot be used: {what}") from exc


def run(
    prepared: Prepared,
    folder: Path,
    *,
    n_jobs: int | None = None,
    executor: Executor | None = None,
    meter: Meter | None = None,
    repeat: int = 1,
    on_turn: Callable[[Turn], None] | None = None,
) -> Outcome:
    """Replay into `folder`: a new run, the rest of an unfinished one, or nothing where it is complete.

    `meter` is shared by runs that one budget pays for; `repeat` tells the answers of equal runs apart on one tape.
    `on_turn` hears of each query answered in this call. Where the budget is reached, the outcome is what there is.

    Raises:
        RunFolderError: the folder holds a run of another configuration, or something that is no run.
        ReplayError: a process died.
        RunStopped: the tape does not hold a request, or cannot be written; what there is has been kept.
    """
    config, model = prepared.config, prepared.model
    stopped = ""
    with ExitStack() as stack:
        models: Models | None = None
        if model is not None and (model.record or model.replay):
            models = stack.enter_context(closing(Models(model, meter)))
        log = stack.enter_context(open_run(folder, config))
        jobs, n_kept = _jobs(prepared, folder, log, repeat)
        if model is not None and models is None and jobs:
            # The folder's own tape: whoever goes on with the run does not pay twice for what was answered.
            models = stack.enter_context(closing(Models(replace(model, record=folder / TAPE_FILE), meter)))

        def emit(turn: Turn, timing: Timing) -> None:
            log.append(turn, timing)
            if on_turn is not None:
                on_turn(turn)

        cost_of = None if model is None else model.cost_of()
        try:
            replay_all(jobs, emit, n_jobs=n_jobs, models=models, executor=executor)
        except BudgetReached as exc:
            stopped = str(exc)
        except RunStopped:
            write_results(folder, log, config, cost_of)
            raise
        metric = write_results(folder, log, config, cost_of)
        if not stopped and not metric["failed_entries"]:
            end_feeding(folder)
    return Outcome(folder=folder, metric=metric, n_kept=n_kept, stopped=stopped)


def _jobs(prepared: Prepared, folder: Path, log: RunLog, repeat: int) -> tuple[list[Job], int]:
    """What is still to be replayed, and how many answers there are already."""
    config, model = prepared.config, prepared.model
    answered = log.answered()
    words: dict[str, dict[int, str]] = {}
    if config.remember and answered:
        for turn in log.turns():
            if turn.failure is None:
                words.setdefault(turn.scenario, {})[turn.index] = words_of(turn)
    unfinished = [timed for timed in prepared.planned if len(answered.get(timed.id, ())) < timed.n_queries]
    start = str(log.count_start()) if unfinished else ""
    jobs = [
        Job(
            timed=timed,
            settings=prepared.settings,
            memory=config.memory,
            agent=config.agent,
            namespace=namespace_of(str(folder.resolve()), start, timed.id),
            answered=frozenset(answered.get(timed.id, ())),
            words=words.get(timed.id, {}),
            max_turns=10 if model is None else model.max_turns,
            voice=f"{config.memory}:{timed.id}" + (f"#{repeat}" if repeat > 1 else ""),
            feeding="" if config.memory in BUILT_IN_MEMORIES else str(feeding_file(folder, timed.id)),
        )
        for timed in unfinished
    ]
    return jobs, sum(map(len, answered.values()))


def several(request: Request, memories: list[str]) -> list[Prepared]:
    """One checked request for each memory, over one loading of the data; all are checked before the first is run.

    A memory option whose key begins with one memory's name and a full stop is that memory's alone.

    Raises:
        InputError: as `prepare`.
    """
    prepared: list[Prepared] = []
    loaded: Loaded | None = None
    for memory in memories:
        options = _options_of(memory, memories, request.memory_options)
        one = prepare(replace(request, memory=memory, memory_options=options), loaded)
        loaded = Loaded(one.scenarios, one.config.data_digest, one.findings, one.at_source)
        prepared.append(one)
    return prepared


def _options_of(memory: str, memories: list[str], options: Mapping[str, str]) -> dict[str, str]:
    kept: dict[str, str] = {}
    for key, value in options.items():
        owner = next((name for name in memories if key.startswith(f"{name}.")), None)
        if owner is None:
            kept[key] = value
        elif owner == memory:
            kept[key.removeprefix(f"{owner}.")] = value
    return kept

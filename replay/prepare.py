"""A request for a run: checked, with its data loaded and its cutoffs settled.

Everything that could be wrong with the request is found here, before anything is written.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from memory.bounded import CALL_TIMEOUT_S
from memory.errors import MemoryPackageError
from memory.registry import BUILT_IN as BUILT_IN_MEMORIES
from memory.registry import find_backend
from replay.agents.registry import BUILT_IN as BUILT_IN_AGENTS
from replay.agents.registry import OPENAI, find_agent
from replay.at_source import AtSource, WhenAsked, asked_at_end, survey
from replay.buckets import Window
from replay.config import (
    RunConfig,
    VehicleStart,
    check_policy,
    check_schema_form,
    check_window,
)
from replay.cutoffs import Policy
from replay.dataset import parse_selection
from replay.errors import InputError
from replay.findings import Finding, Findings
from replay.loaders.formats import load_source
from replay.model_use import NobodyToAsk, may_use_model, needs_model, prompts_of
from replay.models import ModelRequest, Models
from replay.outside_code import OutsideCode, read_outside_code
from replay.points import Points, read_points
from replay.scenario import TimedScenario
from replay.settings import ReplaySettings
from replay.times import parse_duration_us
from replay.toolbox import DEPTH
from replay.trying_out import try_agent, try_memory
from replay.version import own_code_digest, pastlane_version
from vehicle.catalogue import vocabulary
from vehicle.tools import SchemaForm

MAX_DEPTH = 1000
MAX_TIMEOUT_S = 86_400

Planned = tuple[TimedScenario, ...] | tuple[AtSource, ...]
"""The scenarios of a run: all of them held, or all of them left at their source."""


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
    planned: Planned
    findings: tuple[Finding, ...]
    """What reading the source brought up."""
    model: ModelRequest | None = None
    """The model to ask; None where nothing in the run would."""
    code_not_covered: tuple[str, ...] = ()
    """Where an outside memory or agent has code that the configuration does not tell apart."""

    @property
    def n_queries(self) -> int:
        """How many queries there are in all."""
        return sum(timed.n_queries for timed in self.planned)

    @property
    def scenarios(self) -> tuple[TimedScenario, ...]:
        """The scenarios as they are replayed; none where they stay at their source."""
        return tuple(one for one in self.planned if isinstance(one, TimedScenario))

    @property
    def at_source(self) -> tuple[AtSource, ...]:
        """The scenarios where they stay at their source; none where they are held."""
        return tuple(one for one in self.planned if isinstance(one, AtSource))

    @property
    def query_ids(self) -> list[str]:
        """The ids of all entries, scenario by scenario."""
        return [f"{timed.id}/{query_id}" for timed in self.planned for query_id in timed.query_ids]

    @property
    def asked_at_end(self) -> tuple[int, str]:
        """How many queries are asked when all is known, and of the first of them where it stands and why."""
        found = [
            (one.n_at_end, one.first_at_end) if isinstance(one, AtSource) else asked_at_end(one.queries)
            for one in self.planned
        ]
        return sum(n for n, _ in found), next((first for n, first in found if n), "")


class Loaded(NamedTuple):
    """The data of a request, with its cutoffs settled."""

    planned: Planned
    digest: str
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Checked:
    """What a request names, found; its numbers are within their bounds."""

    policy: Policy
    points: Points
    window: Window
    schema_form: SchemaForm
    index_lag_us: int
    model: ModelRequest | None


def prepare(request: Request, loaded: Loaded | None = None) -> Prepared:
    """Check the request and load its data, unless it is `loaded` for an equal request but for the memory.

    Raises:
        InputError: something in it cannot be used; nothing has been written.
    """
    outside = _try_out(request)
    code = read_outside_code(outside) if outside else OutsideCode("", ())
    checked = _check(request)
    data = loaded or _load(request, checked.policy, checked.points)
    return Prepared(
        config=_config_of(request, checked, data, code.digest),
        settings=_settings_of(request, checked),
        planned=data.planned,
        findings=data.findings,
        model=checked.model,
        code_not_covered=code.not_covered,
    )


def _try_out(request: Request) -> list[tuple[str, Callable[..., object]]]:
    """Make a memory and an agent once; returns the names of those of the two that are not ours, and what makes them.

    Raises:
        InputError: there is no such memory or agent, or it cannot be made.
    """
    try:
        memory = find_backend(request.memory)
    except MemoryPackageError as exc:
        raise InputError(str(exc)) from exc
    chat = None if request.model is None else NobodyToAsk()
    agent = find_agent(request.agent, chat)
    memory_chat = chat if needs_model(request.memory, request.agent) else None
    try_memory(request.memory, memory, request.memory_options, memory_chat)
    try_agent(request.agent, agent)
    makers = (
        (request.memory, memory, BUILT_IN_MEMORIES),
        (request.agent, agent, (*BUILT_IN_AGENTS, OPENAI)),
    )
    return [(name, maker) for name, maker, ours in makers if name not in ours]


def _check(request: Request) -> _Checked:
    """Everything in the request that is neither memory, agent nor data.

    Raises:
        InputError: something in it cannot be used.
    """
    model = _checked_model(request)
    policy_name, points = read_points(request.cutoff, request.delays)
    policy = check_policy(policy_name)
    if request.remember and not points.only_main:
        raise InputError("a run that remembers asks each query once: no sweep, no delays")
    window = check_window(request.bucket)
    schema_form = check_schema_form(request.tool_schema)
    if request.limit is not None and request.limit < 1:
        raise InputError(f"the limit is {request.limit}; it must be at least 1")
    if not 0 <= request.seed < 2**63:
        raise InputError(f"the seed is {request.seed}; it must be between 0 and 2**63 - 1")
    if not 1 <= request.depth <= MAX_DEPTH:
        raise InputError(f"the depth is {request.depth}; it must be between 1 and {MAX_DEPTH}")
    index_lag_us = parse_duration_us(request.index_lag)
    check_memory_timeout(request.memory_timeout_s)
    return _Checked(
        policy=policy, points=points, window=window, schema_form=schema_form, index_lag_us=index_lag_us, model=model
    )


def check_memory_timeout(timeout_s: float) -> None:
    """Nothing, where a call to a memory may take so long.

    Raises:
        InputError: it may not.
    """
    if not 0 < timeout_s <= MAX_TIMEOUT_S:
        raise InputError(f"the memory's time is {timeout_s:g} s; it must be above 0, at most {MAX_TIMEOUT_S}")


def _config_of(request: Request, checked: _Checked, data: Loaded, outside_code: str) -> RunConfig:
    return RunConfig(
        source=request.source,
        data_digest=data.digest,
        memory=request.memory,
        memory_options=request.memory_options,
        agent=request.agent,
        cutoff=checked.policy,
        points=checked.points,
        bucket=checked.window,
        scenarios={scenario.id: scenario.n_queries for scenario in data.planned},
        seed=request.seed,
        depth=request.depth,
        vehicle=request.vehicle,
        index_lag_us=checked.index_lag_us,
        watch_updates=request.watch_updates,
        model=None if checked.model is None else checked.model.to_dict(),
        prompts=prompts_of(request.memory, request.agent),
        tool_schema=checked.schema_form,
        remember=request.remember,
        code_digest=outside_code,
        own_code=own_code_digest(),
        version=pastlane_version(),
    )


def _settings_of(request: Request, checked: _Checked) -> ReplaySettings:
    return ReplaySettings(
        bucket=checked.window,
        depth=request.depth,
        seed=request.seed,
        carry_vehicle=request.vehicle == "carry",
        vocabulary=vocabulary(),
        memory_options=request.memory_options,
        tool_schema=checked.schema_form,
        remember=request.remember,
        index_lag_us=checked.index_lag_us,
        watch_updates=request.watch_updates,
        reset=request.reset,
        call_timeout_s=request.memory_timeout_s,
    )


def _load(request: Request, policy: Policy, points: Points) -> Loaded:
    findings, selection = Findings(strict=True), parse_selection(request.scenarios)
    when = WhenAsked(policy=policy, points=points, limit=request.limit)
    if request.stays_at_source:
        at_source, digest = survey(request.source, selection, when, findings)
        loaded = Loaded(at_source, digest, tuple(findings))
    else:
        dataset = load_source(request.source, selection, findings)
        timed = tuple(when.settle(scenario) for scenario in dataset.scenarios)
        loaded = Loaded(timed, dataset.digest, tuple(findings))
    if not any(scenario.n_queries for scenario in loaded.planned):
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

"""The contract of a memory as a test suite that the author of a backend runs against their own system.

`check_memory` takes what a user asks for; `check_memory_factory` takes whatever makes memories, and is what the tests
of an adapter call. One check that fails never stops the others.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from memory.backend import BackendFactory, Capabilities, MemoryBackend
from memory.bounded import CALL_TIMEOUT_S
from memory.chat import ChatModel
from memory.errors import BackendFailure, ChatFailure, MemoryPackageError
from memory.raised import is_failure, raised_as
from memory.registry import find_backend
from replay.audit import MemoryFor
from replay.check_reasons import reason_of
from replay.check_report import CheckReport, CheckResult, Verdict
from replay.errors import InputError
from replay.memory_checks.bench import Bench, BenchSettings
from replay.memory_checks.errors import CheckEnded, Leaked, NotApplicable, NotJudged, Skipped
from replay.memory_checks.helpers import helpers_ended
from replay.memory_checks.lines import scenario_of
from replay.memory_checks.suite import GROUPS, Check, n_checks, name_of, promise_of
from replay.model_use import may_use_model
from replay.models import ModelRequest, Models
from replay.prepare import check_memory_timeout

MAX_DETAIL_CHARS = 600
CAN_BE_MADE = "can_be_made"
"""The first check, which is no function of the suite's."""

NO_AGENT = "noop"
"""The agent of these checks, as far as models are concerned: it asks none."""
MAX_HANGS = 3
"""After so many checks in which a call did not return in time, the rest is left out: each would cost as long again."""
MAX_ALIKE = 5
"""After so many checks in a row that the memory itself failed for one reason, the rest is left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRequest:
    """What a user asks for; nothing is checked yet."""

    memory: str
    """A name, an adapter, `package.module:Class` or an address."""
    memory_options: Mapping[str, str] = field(default_factory=dict)
    memory_timeout_s: float = CALL_TIMEOUT_S
    suffix: str = ""
    """Tells this run of the suite from others, for a memory that outlives it; part of every namespace."""
    quick: bool = False
    model: ModelRequest | None = None


def check_memory(
    request: CheckRequest,
    on_result: Callable[[CheckResult], None] = lambda result: None,
    on_check: Callable[[str], None] = lambda name: None,
) -> CheckReport:
    """The report on the request's memory; `on_check` hears of each check as it begins, `on_result` as it ends.

    Processes that are started below this one meanwhile, and not ended by the memory, end with the checks.

    Raises:
        InputError: there is no such memory, it lacks a package, a key or a model, or it does not take its options.
        RunStopped: the model's limit of requests is reached.
    """
    try:
        factory = find_backend(request.memory)
    except MemoryPackageError as exc:
        raise InputError(str(exc)) from exc
    check_memory_timeout(request.memory_timeout_s)
    with ExitStack() as stack:
        stack.enter_context(helpers_ended())
        chat_for: Callable[[str], ChatModel] | None = None
        if request.model is not None and may_use_model(request.memory, NO_AGENT):
            chat_for = stack.enter_context(closing(Models(request.model))).chat
        return check_memory_factory(
            factory,
            name=request.memory,
            options=request.memory_options,
            timeout_s=request.memory_timeout_s,
            suffix=request.suffix,
            quick=request.quick,
            chat_for=chat_for,
            found_by=request.memory,
            on_result=on_result,
            on_check=on_check,
        )


def check_memory_factory(
    factory: BackendFactory,
    *,
    name: str = "memory",
    options: Mapping[str, str] | None = None,
    timeout_s: float = CALL_TIMEOUT_S,
    suffix: str = "",
    quick: bool = False,
    memory_for: MemoryFor | None = None,
    chat_for: Callable[[str], ChatModel] | None = None,
    found_by: str = "",
    on_result: Callable[[CheckResult], None] = lambda result: None,
    on_check: Callable[[str], None] = lambda name: None,
) -> CheckReport:
    """The report on the memories that `factory` makes, each of whose calls is cut off after `timeout_s` seconds.

    `memory_for` makes them instead where it matters which scenario they are made for, as it does for one that leaks;
    `chat_for` gives the model of a namespace. A memory that keeps what it is told needs another `suffix` each time.
    `found_by` is what `--memory` would be given, for the check that makes it in other processes; without it that one is
    skipped. An interrupt ends the checks, and the report has what was found by then.

    Raises:
        InputError: the memory lacks a package, a key or a model, or does not take its options.
    """
    began = time.perf_counter()
    settings = BenchSettings(
        memory_for=memory_for or (lambda scenario: factory),
        name=found_by,
        options=options or {},
        timeout_s=timeout_s,
        suffix=suffix,
        quick=quick,
        chat_for=chat_for,
    )
    bench = Bench(settings)
    results: list[CheckResult] = []
    try:
        for result in _results(bench, on_check):
            results.append(result)
            on_result(result)
    except KeyboardInterrupt:
        bench.clear(may_call=False)
    can_be_made = not results or results[0].verdict == "passed"
    return CheckReport(
        memory=name,
        results=tuple(results),
        capabilities=bench.capabilities,
        n_calls=bench.tally.n_calls,
        seconds=time.perf_counter() - began,
        suffix=suffix,
        left_behind=tuple(bench.left_behind),
        costs=bench.tally.costs(),
        n_retries=bench.tally.n_retries,
        n_looked_for=bench.tally.n_looked_for,
        n_found=bench.tally.n_found,
        n_not_made=n_checks() - len(results) if can_be_made else 0,
    )


def _results(bench: Bench, on_check: Callable[[str], None]) -> Iterator[CheckResult]:
    """Each check as it ends; only the first where the memory cannot be made.

    Raises:
        InputError: it cannot, for want of something that the user has to give.
    """
    on_check(CAN_BE_MADE)
    made = _made(bench)
    yield made
    if made.verdict != "passed":
        return
    n_hangs = 0
    broken: list[str] = []
    """Why the memory itself failed the latest checks in a row."""
    for group, checks in GROUPS.items():
        for check in checks:
            left_out = _left_out(n_hangs, broken)
            if left_out:
                yield _result(group, check, _Ended("skipped", left_out), 0.0)
                continue
            on_check(name_of(check))
            n_late, began = bench.tally.n_late, time.perf_counter()
            bench.tally.check = name_of(check)
            ended = _ended(partial(check, bench))
            n_hangs += ended.verdict == "failed" and bench.tally.n_late > n_late
            broken = [*broken, reason_of(ended.detail)] if ended.is_broken else []
            bench.clear(may_call=not n_hangs)
            yield _result(group, check, ended, time.perf_counter() - began)


def _left_out(n_hangs: int, broken: Sequence[str]) -> str:
    """Why the next check is not made; empty where it is."""
    if n_hangs >= MAX_HANGS:
        return f"calls were late in {n_hangs} checks already"
    if len(broken) >= MAX_ALIKE and len(set(broken[-MAX_ALIKE:])) == 1:
        return f"the memory failed {MAX_ALIKE} checks in a row for one reason; mend that first"
    return ""


def _made(bench: Bench) -> CheckResult:
    """Whether a memory can be made at all; what it says of itself is kept.

    Raises:
        InputError: it cannot, for want of something that the user has to give.
    """
    bench.tally.check = CAN_BE_MADE
    began = time.perf_counter()
    ended = _ended(lambda: _make_one(bench))
    return CheckResult(
        group="start",
        name=CAN_BE_MADE,
        promise="It can be made, and says what it can do.",
        verdict=ended.verdict,
        detail=ended.detail,
        seconds=time.perf_counter() - began,
    )


def _make_one(bench: Bench) -> str:
    memory: MemoryBackend | None = None
    try:
        memory = bench.factory(scenario_of(()))(bench.setup(bench.namespace(CAN_BE_MADE)))
    except (BackendFailure, ChatFailure):
        raise
    except MemoryPackageError as exc:
        raise InputError(f"the memory cannot be made: {exc}") from exc
    try:
        if not isinstance(memory.capabilities, Capabilities):
            raise BackendFailure("start", f"its capabilities are {type(memory.capabilities).__name__}")
        bench.capabilities = memory.capabilities
        if memory.capabilities.served:
            memory.leftovers()  # reached once: a wrong address or key is one line, and not one for each check
    finally:
        with suppress(Exception):  # whether it can be closed is a check of its own
            memory.close()
    return ""


class _Ended(NamedTuple):
    """How a check ended."""

    verdict: Verdict
    detail: str
    is_broken: bool = False
    """The memory itself raised, was late or returned nonsense: no promise was looked at."""
    claim: str = ""
    """The capability that stays untested by it."""


def _result(group: str, check: Check, ended: _Ended, seconds: float) -> CheckResult:
    return CheckResult(
        group=group,
        name=name_of(check),
        promise=promise_of(check),
        verdict=ended.verdict,
        detail=ended.detail,
        seconds=seconds,
        claim=ended.claim,
    )


def _ended(check: Callable[[], str]) -> _Ended:
    """How a check ends, and what there is to say of it, in one line."""
    try:
        return _Ended("passed", check())
    except InputError:
        raise
    except Leaked as exc:
        return _Ended("leak", _line(str(exc)))
    except NotApplicable as exc:
        return _Ended("not applicable", _line(str(exc)))
    except NotJudged as exc:
        return _Ended("not judged", _line(str(exc)), claim=exc.claim)
    except Skipped as exc:
        return _Ended("skipped", _line(str(exc)))
    except CheckEnded as exc:
        return _Ended("failed", _line(str(exc)))
    except MemoryPackageError as exc:
        return _Ended("failed", _line(str(exc)), is_broken=True)
    except BaseException as exc:
        if not is_failure(exc):
            raise
        return _Ended("failed", _line(raised_as(exc)), is_broken=True)


def _line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= MAX_DETAIL_CHARS else line[: MAX_DETAIL_CHARS - 1] + "…"

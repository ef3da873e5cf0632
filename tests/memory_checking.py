"""One check of the contract at a time, on doubles that break one promise each."""

import re
from collections.abc import Callable
from typing import NamedTuple

from memory.backend import BackendFactory, Setup
from memory.errors import BackendFailure
from replay.memory_checks.bench import Bench, BenchSettings
from replay.memory_checks.errors import CheckEnded, Leaked
from replay.memory_checks.suite import Check
from replay.scenario import Scenario


class Ended(NamedTuple):
    """How a check ended: `passed`, or the name of what it raised; and the words, without our own lines."""

    how: str
    detail: str


def checked(
    check: Check,
    factory: BackendFactory,
    *,
    memory_for: Callable[[Scenario], BackendFactory] | None = None,
    timeout_s: float = 10.0,
    quick: bool = False,
) -> Ended:
    """How `check` ends on the memories that `factory` makes."""
    settings = BenchSettings(memory_for=memory_for or (lambda scenario: factory), timeout_s=timeout_s, quick=quick)
    bench = Bench(settings)
    bench.capabilities = factory(Setup(namespace="trial")).capabilities
    try:
        return Ended("passed", check(bench))
    except (CheckEnded, BackendFailure) as exc:
        words = re.sub(r" \(\w+\.py:\d+\)", "", str(exc))
        return Ended("Leaked" if isinstance(exc, Leaked) else type(exc).__name__, words)
    finally:
        bench.clear()

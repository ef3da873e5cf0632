"""Mem0 with the simulated clock in place of the machine's.

Mem0 (2.x, open source) has no parameter for the time: it writes today's date into its extraction prompt and stamps its
records with the machine's clock. The rule: while it works for a replay, every clock that it reads is the replay's. So
its names for the clock and for the builder of that prompt are replaced, once, by ones that look whether a replay is
under way in this thread, and do what Mem0's own do where none is.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo
from types import ModuleType
from typing import Any

from memory.adapters.at_work import known_name
from memory.instants import instant


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedClock:
    """What Mem0 is told of time during one call."""

    now_us: int
    """The simulated now."""
    today: date
    """Its day in the scenario's zone."""
    observed: date
    """The day in that zone on which the messages of the call were said."""


_CLOCK: ContextVar[SimulatedClock | None] = ContextVar("mem0_clock", default=None)


@contextmanager
def simulated(now_us: int, zone: tzinfo, observed_us: int | None = None) -> Iterator[None]:
    """Let Mem0 believe that it is `now_us`, and that what it is given was said at `observed_us` (else now)."""
    today = instant(now_us, zone).date()
    observed = today if observed_us is None else instant(observed_us, zone).date()
    token = _CLOCK.set(SimulatedClock(now_us=now_us, today=today, observed=observed))
    try:
        yield
    finally:
        _CLOCK.reset(token)


class ClockReader(datetime):
    """Mem0's `datetime`: as the library's, and `now` is the simulated instant where there is one."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "ClockReader":
        """The simulated now; the machine's outside of a replay."""
        clock = _CLOCK.get()
        if clock is None:
            return super().now(tz)
        told = instant(clock.now_us, UTC if tz is None else tz)
        return cls.combine(told.date(), told.timetz() if tz is not None else told.time())


def dated(build: Callable[..., str]) -> Callable[..., str]:
    """Mem0's builder of the extraction prompt, given the simulated days as its dates."""

    def built(*args: Any, **named: Any) -> str:
        clock = _CLOCK.get()
        if clock is not None:
            named |= {"current_date": clock.today.isoformat(), "timestamp": clock.observed.isoformat()}
        return build(*args, **named)

    return built


def take_over(main: ModuleType, storage: ModuleType, prompts: ModuleType) -> None:
    """Replace the names in Mem0's modules; doing it again changes nothing.

    Raises:
        BackendFailure: a name is not there: this is another Mem0 than the one that is known to read no other clock.
    """
    builder = "generate_additive_extraction_prompt"
    for module, name in ((main, builder), (main, "datetime"), (storage, "datetime"), (prompts, "datetime")):
        known_name(module, name)
    if main.datetime is ClockReader:
        return
    setattr(main, builder, dated(getattr(main, builder)))
    for module in (main, storage, prompts):
        module.datetime = ClockReader  # type: ignore[attr-defined]

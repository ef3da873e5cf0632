"""The discrete-event clock: simulated microseconds, and a fixed order among what happens at one instant.

simpy breaks ties by priority, then by order of scheduling. An `Alarm` carries its phase as that priority, so that at
any instant buckets are delivered first, then the day ends, then the timeline goes on, whoever was scheduled first.
Where nothing is scheduled up to an instant that the timeline goes on to, the time is moved there without an event.
"""

from collections.abc import Generator
from enum import IntEnum

import simpy

from replay.errors import ClockBroken


class Phase(IntEnum):
    """The order of things at one instant; simpy keeps 0 for the start of processes."""

    DELIVER = 1
    """A bucket whose window ends now."""
    TICK = 2
    """Midnight."""
    TIMELINE = 3
    """The records and queries that stand at this instant."""


class Alarm(simpy.Event):
    """An event that rings after `delay_us`; among alarms of one instant the lower phase rings first."""

    def __init__(self, env: simpy.Environment, delay_us: int, phase: Phase) -> None:
        """Schedule it at once, as simpy's own Timeout does."""
        super().__init__(env)
        self._ok = True
        self._value = None
        env.schedule(self, priority=phase, delay=delay_us)  # type: ignore[arg-type]


Steps = Generator[simpy.Event, None, None]
"""A process: a generator that yields what it waits for."""


class Clock:
    """Simulated time of one scenario; starts at `start_us`."""

    def __init__(self, start_us: int) -> None:
        """Stand at `start_us`, microseconds since the epoch; nothing runs until `run`."""
        self._env = simpy.Environment(initial_time=start_us)
        self._moved_to_us = start_us
        self._error: BaseException | None = None
        self._over = self._env.event()

    @property
    def now_us(self) -> int:
        """The simulated instant, microseconds since the epoch."""
        return max(self._moved_to_us, int(self._env.now))

    def until(self, at_us: int, phase: Phase) -> Alarm:
        """An event that rings at `at_us`, in the order of `phase`; `at_us` may be now.

        Raises:
            ClockBroken: `at_us` has passed.
        """
        if at_us < self.now_us:
            raise ClockBroken(f"{at_us} asked for at {self.now_us}")
        return Alarm(self._env, at_us - int(self._env.now), phase)

    def reach(self, at_us: int, phase: Phase) -> Alarm | None:
        """What the running process has to wait for until it is `at_us`; None where it is `at_us`, or later, already.

        Where nobody else has anything to do up to and including `at_us`, there is nothing to wait for: the time is
        moved on at once. So a long talk costs an event where something comes between two messages, and not one each.
        """
        if self._env.peek() > at_us:
            self._moved_to_us = max(self._moved_to_us, at_us)
            return None
        return None if at_us <= self.now_us else self.until(at_us, phase)

    def start(self, steps: Steps) -> None:
        """Start a process beside the others."""
        self._env.process(self._kept(steps, last=False))

    def run(self, steps: Steps) -> None:
        """Run `steps` and all that was started to the end of `steps`; what is still scheduled then never happens.

        Raises:
            Exception: whatever a process raised, as it was raised. (simpy would build it anew from its `args`.)
        """
        self._env.process(self._kept(steps, last=True))
        self._env.run(until=self._over)
        if self._error is not None:
            raise self._error

    def _kept(self, steps: Steps, *, last: bool) -> Steps:
        try:
            yield from steps
        except BaseException as exc:  # noqa: BLE001 - kept, and raised again by run
            self._error = exc
            last = True
        if last and not self._over.triggered:
            self._over.succeed()

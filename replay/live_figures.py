"""What is known of a run while it goes on, kept up with each Turn: nothing is read twice, and a Turn costs little.

The figures are those that the final table will have, as far as the queries have come; real time is measured, never
asked for.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from replay.errors import RunFolderError
from replay.kept_run import open_kept, parts_of
from scoring.aggregate import Measure, measure_of
from scoring.answer_score import score_answer
from scoring.intervals import LEAST_SCENARIOS
from scoring.records import MAIN, Turn
from scoring.state_metrics import score_states
from scoring.statistics import Interval, interval_of_mean
from scoring.usage import CostOf, PhaseUsage, total_usage
from vehicle.fold import fold
from vehicle.state import State

INTERVAL_EVERY_S = 2.0
"""An interval is worked out at most so often, ..."""
INTERVAL_SHARE = 20
"""... and takes at most one part in so many of the time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The figures at one moment. None where nothing can be told yet."""

    n_done: int
    n_total: int
    n_scenarios_done: int
    n_scenarios: int
    measure: Measure
    """What `rate` is the rate of, by the queries answered so far."""
    rate: float | None
    """Over the queries answered so far, failures left out."""
    interval: Interval | None
    """None for fewer than `LEAST_SCENARIOS` scenarios."""
    n_failures: int
    n_leaks: int
    """Hits that were withheld."""
    per_second: float | None
    """Queries answered by this process in a second of real time."""
    left_s: float | None
    usage: PhaseUsage | None
    """What models took, both phases; None where none was asked."""
    cost_usd: float | None


class LiveFigures:
    """Counts a run's Turns as they come."""

    def __init__(
        self,
        scenarios: Mapping[str, int],
        *,
        n_repeats: int = 1,
        cost_of: CostOf | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """Nothing done yet of so many entries of each scenario, each asked `n_repeats` times; time runs from now."""
        self._left = {scenario: n * n_repeats for scenario, n in scenarios.items()}
        self._n_total = sum(self._left.values())
        self._cost_of = cost_of
        self._clock = clock
        self._began_s = clock()
        self._n_done = self._n_new = self._n_failures = self._n_leaks = 0
        self._right: list[tuple[str, float]] = []
        self._n_driven = 0
        self._interval: Interval | None = None
        self._interval_due_s = 0.0
        self._usage: PhaseUsage | None = None

    def add(self, turn: Turn) -> None:
        """Count a Turn that was just answered."""
        self._n_new += 1
        self._count(turn)
        if self._clock() >= self._interval_due_s:
            self._work_out_interval()

    def add_kept(self, folder: Path) -> None:
        """Count what an earlier process answered of the run in `folder`, where there is an unfinished one.

        A run that is complete is not read: it will be printed again at once. What cannot be read is not counted, for
        whoever goes on with the run will say so.
        """
        try:
            for part in parts_of(folder):
                with open_kept(part, alone=False) as (log, config):
                    answered = log.answered()
                    if sum(map(len, answered.values())) < sum(config.scenarios.values()):
                        for turn in log.turns():
                            if turn.failure is None:
                                self._count(turn)
                    else:
                        for scenario, indices in answered.items():
                            self._done(scenario, len(indices))
        except RunFolderError:
            pass
        self._work_out_interval()

    def passed_s(self) -> float:
        """Seconds of real time since counting began."""
        return self._clock() - self._began_s

    def snapshot(self) -> Snapshot:
        """The figures now; may be asked for from another thread."""
        passed_s = self.passed_s()
        per_second = self._n_new / passed_s if self._n_new and passed_s > 0 else None
        values = self._values
        usage = self._usage
        priced = None if usage is None or self._cost_of is None else self._cost_of(usage)
        return Snapshot(
            n_done=self._n_done,
            n_total=self._n_total,
            n_scenarios_done=sum(left <= 0 for left in self._left.values()),
            n_scenarios=len(self._left),
            measure=measure_of({"with_commands": self._n_driven, "rated": len(values)}),
            rate=sum(value for _, value in values) / len(values) if values else None,
            interval=self._interval,
            n_failures=self._n_failures,
            n_leaks=self._n_leaks,
            per_second=per_second,
            left_s=None if per_second is None else max(0, self._n_total - self._n_done) / per_second,
            usage=usage,
            cost_usd=priced,
        )

    @property
    def _values(self) -> list[tuple[str, float]]:
        return list(self._right)

    def _work_out_interval(self) -> None:
        now_s = self._clock()
        values = self._values
        is_enough = len({scenario for scenario, _ in values}) >= LEAST_SCENARIOS
        self._interval = interval_of_mean(values) if is_enough else None
        took_s = self._clock() - now_s
        self._interval_due_s = now_s + max(INTERVAL_EVERY_S, INTERVAL_SHARE * took_s)

    def _count(self, turn: Turn) -> None:
        self._done(turn.scenario, 1)
        self._n_leaks += len(turn.violations)
        if turn.usage is not None:
            known = [] if self._usage is None else [self._usage]
            self._usage = total_usage([*known, turn.usage.build, turn.usage.ask])
        if turn.failure is not None:
            self._n_failures += 1
        elif turn.point == MAIN and turn.gold.expects_commands:
            self._right.append((turn.scenario, float(is_exact(turn))))
            self._n_driven += 1
        elif turn.point == MAIN and (answer := score_answer(turn)) is not None:
            self._right.append((turn.scenario, float(answer.right)))

    def _done(self, scenario: str, n: int) -> None:
        self._n_done += n
        self._left[scenario] = self._left.get(scenario, 0) - n


def is_exact(turn: Turn) -> bool:
    """Whether both branches end in the same state, as `score_turn` says; its other figures cost more than a glance."""
    base = State(turn.base)
    reference, predicted = fold(turn.reference.events, base), fold(turn.predicted.events, base)
    return score_states(base, reference, predicted).exact_match

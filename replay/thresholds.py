"""Thresholds for continuous integration: a metric that must reach a value, or must not fall against a kept run.

A metric is named as in `metric.json`, with full stops between the levels: `retrieval.evidence_any_at_10=0.9`. A name
that there cannot be is told before anything is run; a name that the run turns out not to have, after.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import orjson

from replay.comparable import obstacles, what_differs
from replay.config import RunConfig, subfolder_of
from replay.errors import InputError, RunFolderError
from replay.kept_run import no_run_in, read_config
from replay.metric_names import bounds_of, check_name, find_value, is_rate
from replay.run_folder import LOG_FILE, REPEAT_FOLDER
from scoring.answers import Judgement, judge_rates
from scoring.sections import whole_metric

UNDER = "exact_match_rate=0.5"
OVER = "failures=0"
DROP = "exact_match_rate=0.02"
"""A threshold of each option, for messages."""
SLACK = 1e-9
"""A mean of floats may miss a round value by a hair; so much is not held against it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """One `METRIC=VALUE`."""

    metric: str
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """The run that a drop is measured against, as its published files tell it."""

    folder: Path
    config: Mapping[str, Any]
    metrics: tuple[Mapping[str, Any], ...]
    """One, or one for each repeat; a metric's value is their mean."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """What a run has to meet."""

    under: tuple[Threshold, ...] = ()
    """The least value of a metric."""
    over: tuple[Threshold, ...] = ()
    """The largest value of a metric."""
    drop: tuple[Threshold, ...] = ()
    """The most that a metric may have fallen."""
    baseline: Path | None = None
    """The folder of the run to measure a drop against, or of a folder for each memory."""

    def check_alone(self, memories: Iterable[str]) -> None:
        """Nothing, where any run of these memories could be held to it; before any data are read.

        Raises:
            InputError: a metric that there cannot be, or that the baseline does not have.
            RunFolderError: a baseline that is not there or cannot be read.
        """
        empty = _metric_of_no_run()
        for threshold in (*self.under, *self.over, *self.drop):
            check_name(empty, threshold.metric)
        if self.baseline is not None:
            for baseline in (read_baseline(self.baseline, memory) for memory in memories):
                for threshold in self.drop:
                    _baseline_value(baseline, threshold.metric)

    def check(self, configs: Iterable[RunConfig]) -> None:
        """Nothing, where these runs can be held to it; before they are run.

        Raises:
            InputError: as `check_alone`, or a baseline that cannot be compared.
        """
        listed = list(configs)
        self.check_alone([config.memory for config in listed])
        for config in listed:
            self._baseline_of(config)

    def missed(self, config: RunConfig, metric: Mapping[str, Any]) -> list[str]:
        """What a run with the content `metric` of `metric.json` did not meet, one line each.

        A metric without a value, such as a MemoryScore without a gold run, is not met.

        Raises:
            InputError: there is no such metric; similar names are listed.
        """
        lines = [*_missed(self.under, metric, is_least=True), *_missed(self.over, metric, is_least=False)]
        baseline = self._baseline_of(config)
        if baseline is not None:
            lines += _missed_drop(self.drop, metric, baseline, what_differs(baseline.config, config.to_dict()))
        return [f"{config.memory}: {line}" for line in lines]

    def _baseline_of(self, config: RunConfig) -> Baseline | None:
        return None if self.baseline is None else load_baseline(self.baseline, config)


def read_gate(
    fail_under: Sequence[str] | None = None,
    fail_over: Sequence[str] | None = None,
    fail_drop: tuple[Path, str] | None = None,
) -> Gate:
    """What the options `--fail-under`, `--fail-over` and `--fail-drop` say; each takes several pairs, with commas.

    Raises:
        InputError: one is no such pair, its value is no number or none that the metric can have, or a drop is below 0.
    """
    under = tuple(_thresholds(fail_under or ()))
    over = tuple(_thresholds(fail_over or (), OVER))
    if fail_drop is None:
        return Gate(under=under, over=over)
    folder, text = fail_drop
    drop = tuple(_thresholds([text], DROP, is_drop=True))
    return Gate(under=under, over=over, drop=drop, baseline=folder)


def parse_threshold(text: str, example: str = UNDER, *, is_drop: bool = False) -> Threshold:
    """`METRIC=VALUE`; the value is a plain number, for a rate between 0 and 1, and only for a difference below 0.

    With `is_drop` it is how far the metric may fall, and never below 0.

    Raises:
        InputError: it is no such pair (`example` is one), the value is no finite number, or the metric never has it.
    """
    name, equals, value = text.strip().rpartition("=")
    metric = name.strip()
    number = _number(value) if equals and metric else math.nan
    if not math.isfinite(number):
        percent = _number(value.strip().removesuffix("%")) if is_rate(metric) else math.nan
        hint = f"; {percent:g}% is {percent / 100:g}" if math.isfinite(percent) else ""
        raise InputError(f"a threshold is METRIC=VALUE, such as {example}, not {text!r}{hint}")
    low, high = bounds_of(metric)
    if is_drop and number < 0:
        may = "the value of a drop is how far the metric may fall: 0 or more"
        raise InputError(f"{metric}={number:g}: {may}, such as {example}")
    if not low <= number <= high and not (is_drop and number <= high - low):
        never = f"never {'falls by ' * is_drop}{number:g}{_hint(number, high)}"
        raise InputError(f"{metric} is {_allowed(low, high)}, and {never}")
    return Threshold(metric=metric, value=number)


def _allowed(low: float, high: float) -> str:
    """What kind of number has these bounds, and which they are."""
    if math.isinf(high):
        return "an amount, 0 or more"
    return "a rate, between 0 and 1" if low == 0 else "a difference of rates, between -1 and 1"


def _hint(number: float, high: float) -> str:
    return f"; {number:g}% is {number / 100:g}" if high < number <= 100 else ""


def _thresholds(texts: Iterable[str], example: str = UNDER, *, is_drop: bool = False) -> Iterator[Threshold]:
    for text in texts:
        parts = text.split(",")
        for before, part in pairwise(parts):
            _refuse_decimal_comma(before, part)
        yield from (parse_threshold(part, example, is_drop=is_drop) for part in parts)


def _refuse_decimal_comma(before: str, part: str) -> None:
    """A number behind a comma that stands behind a number is its other half, as many languages write it."""
    value = before.rpartition("=")[2].strip()
    rest = part.strip()
    if "=" in before and value.lstrip("+-").isdecimal() and rest.removesuffix("%").isdecimal():
        raise InputError(
            f"{before.strip()},{rest}: a comma stands between thresholds; a number has a full stop: {value}.{rest}"
        )


def _number(text: str) -> float:
    """The number; NaN where it is none."""
    try:
        return float(text)
    except ValueError:
        return math.nan


def load_baseline(folder: Path, config: RunConfig) -> Baseline:
    """What a run of `config` is measured against: as `read_baseline`, and it asks the same.

    Raises:
        RunFolderError: as `read_baseline`.
        InputError: the two runs do not ask the same; the reasons are listed.
    """
    baseline = read_baseline(folder, config.memory)
    reasons = obstacles(baseline.config, config.to_dict())
    if reasons:
        raise InputError(f"{folder} (A) and this run (B) cannot be compared: {'; '.join(reasons)}")
    return baseline


def read_baseline(folder: Path, memory: str) -> Baseline:
    """The kept run in `folder`, or in its folder for that memory.

    Only `config.json` and `metric.json` are read, so that these two are all that a repository has to keep.

    Raises:
        RunFolderError: they are not there or cannot be read.
    """
    choices = (folder, folder / subfolder_of(memory))
    parts = [part for choice in choices if (part := _published_in(choice))]
    if not parts:
        begun = (LOG_FILE, "config.json", f"{REPEAT_FOLDER}*/{LOG_FILE}")
        if not any(path for choice in choices for name in begun for path in choice.glob(name)):
            raise no_run_in(folder)
        raise RunFolderError(f"{folder} holds no published run: there is no metric.json; pastlane rescore writes it")
    configs = [read_config(_read(path / "config.json"), path).to_dict() for path in parts[0]]
    return Baseline(folder=folder, config=configs[0], metrics=tuple(_read(path / "metric.json") for path in parts[0]))


def _metric_of_no_run() -> dict[str, Any]:
    """What `metric.json` would hold of a run without queries: the names that every run has, and a judge's."""
    metric = whole_metric([], {}, model="", memory="")
    nobody = Judgement(judge="", prompt_digest="", verdicts={})
    return {
        **metric,
        "answers": {**metric["answers"], "judge": judge_rates([], nobody)},
        "memory_score": None,
        "repeats": None,
    }


def _published_in(folder: Path) -> list[Path]:
    if (folder / "metric.json").is_file():
        return [folder]
    return sorted(path.parent for path in folder.glob(f"{REPEAT_FOLDER}*/metric.json"))


def _read(path: Path) -> dict[str, Any]:
    try:
        content = orjson.loads(path.read_bytes())
    except OSError as exc:
        raise RunFolderError(f"{path}: cannot be read: {exc.strerror or exc}") from exc
    except orjson.JSONDecodeError as exc:
        raise RunFolderError(f"{path}: no JSON: {exc}") from exc
    if not isinstance(content, dict):
        raise RunFolderError(f"{path}: not an object")
    return content


def _missed(thresholds: Iterable[Threshold], metric: Mapping[str, Any], *, is_least: bool) -> Iterator[str]:
    for threshold in thresholds:
        value = find_value(metric, threshold.metric)
        wanted = f"at {'least' if is_least else 'most'} {threshold.value:.6g} is wanted"
        if value is None:
            yield f"{threshold.metric} has no value; {wanted}"
        elif (threshold.value - value if is_least else value - threshold.value) > SLACK:
            yield f"{threshold.metric} is {value:.6g}; {wanted}"


def _missed_drop(
    thresholds: Iterable[Threshold], metric: Mapping[str, Any], baseline: Baseline, differing: Sequence[str]
) -> Iterator[str]:
    """What fell too far, and what else than the memory's own doing it may come from."""
    besides = f" (the kept run, A, and this one, B, differ: {'; '.join(differing)})" if differing else ""
    for threshold in thresholds:
        value, before = find_value(metric, threshold.metric), _baseline_value(baseline, threshold.metric)
        allowed = f"a drop of {threshold.value:.6g} is allowed"
        if value is None or before is None:
            where = "here" if value is None else f"in {baseline.folder}"
            yield f"{threshold.metric} has no value {where}; {allowed}"
        elif before - value > threshold.value + SLACK:
            yield (
                f"{threshold.metric} fell by {before - value:.6g}, from {before:.6g} in {baseline.folder} "
                f"to {value:.6g}; {allowed}{besides}"
            )


def _baseline_value(baseline: Baseline, name: str) -> float | None:
    try:
        values = [find_value(metric, name) for metric in baseline.metrics]
    except InputError as exc:
        raise InputError(f"{baseline.folder}: {exc}; pastlane rescore adds what is new") from exc
    known = [value for value in values if value is not None]
    return math.fsum(known) / len(known) if known else None

"""The short form of `python -m tests.fuzzing`: the same targets, a few inputs each, the same at every run."""

import faulthandler
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from replay.errors import InputError
from replay.importing.mapping import LOG_FORMATS
from replay.loaders.formats import FORMATS
from tests.fuzzing import bounds
from tests.fuzzing.engines import run_random
from tests.fuzzing.finding import Finding, Findings, example, try_out
from tests.fuzzing.mutating import mutated
from tests.fuzzing.table import targets
from tests.fuzzing.target import Target

ROOT = Path(__file__).resolve().parents[1]
BY_HYPOTHESIS, BY_NUMBER = 12, 60


@pytest.fixture(autouse=True)
def _watch() -> Iterator[None]:
    """The watch of the harness, for one test."""
    handler, hook = signal.getsignal(signal.SIGPROF), sys.unraisablehook
    bounds.keep_watch(limit_memory=False)
    yield
    faulthandler.cancel_dump_traceback_later()  # or what an engine armed would end the whole suite, two minutes on
    sys.unraisablehook = hook
    signal.signal(signal.SIGPROF, handler)


def target(run: object, **changes: object) -> Target:
    return Target(name="t", run=run, seeds=(b'{"a": [1, "x"]}',), kind="json", errors=(InputError,), **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", targets())
def test_no_input_breaks_a_target_hangs_it_or_makes_it_grow(name: str) -> None:
    @settings(
        max_examples=BY_HYPOTHESIS, derandomize=True, database=None, deadline=None, phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(st.randoms(use_true_random=False))
    def holds(chance: Random) -> None:
        found = try_out(tried, mutated(chance, tried.seeds, tried.kind), "hypothesis, derandomized")
        assert found is None, found.told()

    tried = targets()[name]
    n_examples = BY_NUMBER if tried.is_parser else BY_NUMBER // 6
    findings: list[Finding] = []
    run_random(tried, n_examples, 1, findings.append)
    assert not findings, findings[0].told()
    holds()


@pytest.mark.parametrize("name", targets())
def test_the_seeds_of_a_target_are_taken_as_they_are(name: str) -> None:
    tried = targets()[name]
    for seed in tried.seeds:
        found = try_out(tried, seed, "")
        assert found is None, found.told()


def test_every_format_of_data_and_of_logs_has_a_target() -> None:
    names = set(targets())
    missing = {name for name in FORMATS if name not in names and f"{name}-history" not in names}
    missing |= {name for name in LOG_FORMATS if name != "parquet" and f"import-{name}" not in names}
    assert missing == set()


def test_an_error_that_nobody_declared_is_found_with_its_place_and_what_repeats_it() -> None:
    def breaks(data: bytes) -> None:
        raise KeyError(data)

    found = try_out(target(breaks), b"x", "do it again")
    assert found is not None
    assert found.where.startswith("KeyError at tests/test_fuzzing.py:")
    assert "do it again" in found.told()


def test_a_declared_error_is_no_finding_unless_it_goes_on_and_on() -> None:
    class Long(InputError):
        def __str__(self) -> str:
            return "x" * 10_000

    def refuses(data: bytes) -> None:
        raise Long if data else InputError("no")

    assert try_out(target(refuses), b"", "") is None
    found = try_out(target(refuses), b"x", "")
    assert found is not None
    assert "10000 characters" in found.where


def test_what_takes_too_long_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def hangs(data: bytes) -> None:
        while True:
            pass

    monkeypatch.setattr(bounds, "CPU_S", 0.05)
    found = try_out(target(hangs), b"", "")
    assert found is not None
    assert found.where.startswith("hang at ")


def test_what_grows_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def grows(data: bytes) -> None:
        peaks.append(peaks[-1] + (65 << 20))

    peaks = [1 << 30]
    monkeypatch.setattr(bounds, "MOST_GROWTH", 64 << 20)
    monkeypatch.setattr(bounds, "peak_bytes", lambda: peaks[-1])
    found = try_out(target(grows), b"", "")
    assert found is not None
    assert found.where.startswith("TooBig at ")


def test_what_is_raised_where_nobody_hears_it_is_a_finding() -> None:
    class Falls:
        def __del__(self) -> None:
            raise ValueError("unheard")

    def drops(data: bytes) -> None:
        Falls()
        raise InputError("no")

    found = try_out(target(drops), b"", "")
    assert found is not None
    assert found.where.startswith("Unheard at ")


def test_equal_faults_are_told_once_and_counted() -> None:
    def breaks(data: bytes) -> None:
        raise KeyError

    findings = Findings()
    for _ in range(3):
        found = try_out(target(breaks), b"", "")
        assert found is not None
        findings.add(found)
    assert list(findings.counts.values()) == [3]


def test_a_seed_and_a_number_name_an_input_whatever_came_before_it() -> None:
    tried = targets()["timeline"]
    later = [example(tried, 7, number) for number in range(5, 9)]
    assert later == [example(tried, 7, number) for number in range(9)][5:]
    assert later != [example(tried, 8, number) for number in range(5, 9)]


def test_mutations_of_json_are_mostly_json_still_so_that_they_get_past_the_reading() -> None:
    tried = targets()["locomo"]
    whole = sum(example(tried, 1, number).startswith(b'[{"sample_id"') for number in range(200))
    assert whole > 60


def test_the_long_form_prints_counts_and_the_seed_and_ends_well_where_nothing_is_found() -> None:
    command = [sys.executable, "-m", "tests.fuzzing", "--examples", "5", "--target", "times", "--seed", "3"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "times: 5 examples" in done.stdout
    assert done.stdout.endswith("0 findings; seed 3\n")

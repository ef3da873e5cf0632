"""Engines: what makes inputs. Each takes a target, how many, and a seed, and hands on what it finds.

| engine | inputs |
| --- | --- |
| `random` | mutated seeds, by a seed and a number: fast, and any one of them can be made again |
| `hypothesis` | the same mutations as choices of hypothesis, which makes a finding as small as it can |
| `atheris` | bytes that follow the branches of the code; needs the extra `fuzz`, and a process of its own |
"""

import subprocess
import sys
from typing import Any, Literal

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st

from tests.fuzzing.bounds import MOST_KEPT, end_if_stuck, held_bytes
from tests.fuzzing.finding import Finding, Report, example, try_out
from tests.fuzzing.mutating import mutated
from tests.fuzzing.target import Target

EngineName = Literal["random", "hypothesis", "atheris"]
WARM = 500
"""After so many inputs caches are full, and a target should hold no more from then on."""


def run_random(target: Target, n_examples: int, seed: int, report: Report, *, first: int = 0) -> None:
    """Try the inputs with the numbers from `first` on."""
    held = 0
    for number in range(first, first + n_examples):
        if number % 64 == 0:
            end_if_stuck()
        repeat = f"python -m tests.fuzzing --target {target.name} --seed {seed} --first {number} --examples 1"
        found = try_out(target, example(target, seed, number), repeat)
        if found is not None:
            report(found)
        if number - first == WARM:
            held = held_bytes()
    kept = held_bytes() - held
    if held and kept > MOST_KEPT:
        where = f"growth: {kept >> 20} MiB held after {n_examples} inputs"
        report(Finding(target=target.name, where=where, story="", data=b"", repeat=f"--seed {seed}"))


def run_hypothesis(target: Target, n_examples: int, seed: int, report: Report) -> None:
    """Try inputs that hypothesis chooses; of what fails, the smallest it can find."""

    @seeded(seed)
    @settings(
        max_examples=n_examples, database=None, deadline=None, derandomize=False, print_blob=False,
        suppress_health_check=list(HealthCheck), phases=(Phase.generate, Phase.shrink), report_multiple_bugs=False,
    )  # fmt: skip
    @given(st.randoms(use_true_random=False))
    def holds(chance: Any) -> None:
        end_if_stuck()
        data = mutated(chance, target.seeds, target.kind)
        found = try_out(
            target, data, f"python -m tests.fuzzing --engine hypothesis --target {target.name} --seed {seed}"
        )
        if found is not None:
            last.append(found)
            raise AssertionError(found.where)

    last: list[Finding] = []
    try:
        holds()
    except AssertionError:
        report(last[-1])


def run_atheris(target: Target, n_examples: int, seed: int) -> int:
    """Try inputs that follow the code, in a process of their own that prints what it finds; how much that is.

    Raises:
        SystemExit: the process could not do so; it has said why.
    """
    command = [sys.executable, "-m", "tests.fuzzing.covered", target.name, str(n_examples), str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        said, told = process.communicate()
    sys.stdout.buffer.write(said)
    if process.returncode:
        raise SystemExit(told.decode("utf-8", "replace")[-2000:])
    return sum(line.startswith(b"FOUND ") for line in said.splitlines())

"""The engine `atheris`, a process of its own for one target: `python -m tests.fuzzing.covered NAME EXAMPLES SEED`.

Inputs follow the branches of the code: what reached a new one is mutated further. The packages are instrumented as they
are imported, so nothing of them may be imported before; libFuzzer ends the process.
"""

import importlib
import random
import sys
from collections.abc import Callable
from typing import Any

PACKAGES = ("memory", "replay", "scoring", "vehicle")
LONGEST = 8192
"""Bytes of an input."""


def main(name: str, n_examples: int, seed: int) -> None:
    """Try so many inputs and print what they bring up.

    Raises:
        SystemExit: atheris is not installed.
    """
    try:
        atheris: Any = importlib.import_module("atheris")
    except ImportError:
        raise SystemExit("the engine atheris needs the extra: pip install 'pastlane[fuzz]'") from None
    with atheris.instrument_imports(include=list(PACKAGES)):
        targets: Any = importlib.import_module("tests.fuzzing.table").targets
    bounds: Any = importlib.import_module("tests.fuzzing.bounds")
    finding: Any = importlib.import_module("tests.fuzzing.finding")
    target = targets()[name]
    findings = finding.Findings()
    bounds.keep_watch(limit_memory=False)

    def one(data: bytes) -> None:
        bounds.end_if_stuck()
        found = finding.try_out(target, data, f"the input itself; --engine atheris --target {name} --seed {seed}")
        if found is not None and findings.add(found):
            sys.stdout.buffer.write(f"FOUND {found.told()}\n".encode("utf-8", "backslashreplace"))
            sys.stdout.flush()

    # Seed 0 would have libFuzzer draw one.
    arguments = [sys.argv[0], f"-runs={n_examples}", f"-seed={seed + 1}", f"-max_len={LONGEST}", "-timeout=120"]
    atheris.Setup([*arguments, "-rss_limit_mb=4096"], one, custom_mutator=_mutator(target))
    atheris.Fuzz()


def _mutator(target: Any) -> Callable[[bytes, int, int], bytes]:
    """Mutations of ours, so that inputs get past the first branches; what was kept is mutated half of the time."""
    mutated: Any = importlib.import_module("tests.fuzzing.mutating").mutated

    def mutate(data: bytes, most_bytes: int, seed: int) -> bytes:
        chance = random.Random(seed)
        seeds = (data,) if data.strip() and chance.random() < 0.5 else target.seeds
        return bytes(mutated(chance, seeds, target.kind)[:most_bytes])

    return mutate


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))

"""The long form: `python -m tests.fuzzing --examples 100000 [--target NAME] [--engine NAME] [--seed N]`.

Prints for each target how many inputs it took, how fast, and every finding with what repeats it. Exits 1 for findings.
"""

import argparse
import os
import sys
from functools import partial

from tests.fuzzing.bounds import keep_watch
from tests.fuzzing.engines import run_atheris, run_hypothesis, run_random
from tests.fuzzing.finding import Finding, Findings
from tests.fuzzing.table import targets


def main() -> int:
    """Run the command line; the exit code."""
    known = targets()
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing", description=__doc__)
    parser.add_argument("--examples", type=int, default=1000, help="how many inputs each target gets")
    parser.add_argument("--target", action="append", help=f"one of {', '.join(known)}; all by default")
    parser.add_argument("--engine", choices=("random", "hypothesis", "atheris"), default="random")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="the number of the first input, to repeat one")
    args = parser.parse_args()
    wanted = args.target or list(known)
    for name in wanted:
        if name not in known:
            parser.error(f"no target is called {name!r}; known: {', '.join(known)}")
    keep_watch(limit_memory=args.engine != "atheris")
    findings = Findings()
    n_atheris = 0
    _say(f"engine {args.engine}, seed {args.seed}, {args.examples} examples a target, {len(wanted)} targets")
    for name in wanted:
        target, before, began_s = known[name], len(findings.kinds) + n_atheris, _spent_s()
        report = partial(_report, findings)
        match args.engine:
            case "hypothesis":
                run_hypothesis(target, args.examples, args.seed, report)
            case "atheris":
                n_atheris += run_atheris(target, args.examples, args.seed)
            case _:
                run_random(target, args.examples, args.seed, report, first=args.first)
        took_s = max(_spent_s() - began_s, 1e-3)
        n_new = len(findings.kinds) + n_atheris - before
        _say(f"{name}: {args.examples} examples, {args.examples / took_s:.0f} a CPU second, {n_new} findings")
    for key, count in findings.counts.items():
        _say(f"{count} times {key}")
    n_findings = len(findings.kinds) + n_atheris
    _say(f"{n_findings} findings; seed {args.seed}")
    return 1 if n_findings else 0


def _spent_s() -> float:
    """Processor time of this process and of those that it waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _report(findings: Findings, finding: Finding) -> None:
    if findings.add(finding):
        _say(f"FOUND {finding.told()}")


def _say(line: str) -> None:
    sys.stdout.buffer.write((line + "\n").encode("utf-8", "backslashreplace"))
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())

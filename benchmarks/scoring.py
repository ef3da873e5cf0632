"""Commands carried out and states scored, next to the plain way: whole cars as nested dictionaries.

`python -m benchmarks.scoring`
"""

import argparse
from collections.abc import Callable, Sequence

from benchmarks.plain_car import plain_score
from benchmarks.random_commands import Pair, random_pairs
from benchmarks.ratios import alternate, print_ratio
from scoring.state_metrics import StateScore, score_states
from vehicle.fold import carry_out
from vehicle.state import FACTORY

OURS = "events and overlays"
PLAIN = "nested dictionaries"


def our_score(pair: Pair) -> StateScore:
    """The pair carried out and scored as a run does it."""
    base = carry_out(FACTORY, pair.setup).state
    return score_states(base, carry_out(base, pair.reference).state, carry_out(base, pair.predicted).state)


def baseline_score(pair: Pair) -> StateScore:
    """The pair carried out and scored the plain way."""
    return plain_score(pair.setup, pair.reference, pair.predicted)


def check_equal(pairs: Sequence[Pair]) -> None:
    """Guarantee that both ways give the same scores, or nothing would be compared.

    Raises:
        AssertionError: they differ; the pair is shown.
    """
    for pair in pairs:
        ours, plain = our_score(pair), baseline_score(pair)
        if ours != plain:
            raise AssertionError(f"{pair}: {ours} and plainly {plain}")


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=500)
    parser.add_argument("--repetitions", type=int, default=9)
    options = parser.parse_args(argv)
    print("scoring: a reference and a prediction carried out and scored, both ways with equal scores")
    for longest in (2, 20):
        pairs = random_pairs(options.pairs, longest=longest)
        check_equal(pairs)
        ways = {PLAIN: _all(baseline_score, pairs), OURS: _all(our_score, pairs)}
        laps = alternate(ways, repetitions=options.repetitions)
        print_ratio(f"  lists of 1 to {longest} commands", laps, PLAIN, OURS, wanted="at least 10, better 20")


def _all(score: Callable[[Pair], StateScore], pairs: Sequence[Pair]) -> Callable[[], object]:
    return lambda: [score(pair) for pair in pairs]


if __name__ == "__main__":
    main()

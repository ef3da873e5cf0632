"""How far the commands that an agent called are the commands that it should have called, whatever they did.

The published measure of VehicleMemBench: a call counts when its name and all its arguments equal a reference call's.
Two ways to the same state are not the same calls; `scoring.state_metrics` judges what became of the car.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from vehicle.commands import Command


@dataclass(frozen=True, slots=True, kw_only=True)
class CallScore:
    """The published figures of one query. The last three are between 0 and 1."""

    tp: int
    """Distinct reference calls that were called."""
    fp: int
    """Predicted calls that are left."""
    fn: int
    """Reference calls that are left, repetitions included."""
    precision: float
    """`tp` per predicted call; 0 where none was made."""
    recall: float
    """`tp` per reference call; 0 where there is none."""
    f1: float
    """Harmonic mean of both."""


def score_calls(reference: Sequence[Command], predicted: Sequence[Command]) -> CallScore:
    """The score of the predicted calls; order does not matter.

    Arguments are equal as JSON values are: 20 and 20.0 are, true and 1 are not. Aliases of a value are other values.
    A call that the reference makes twice can be met once. Without any calls on either side every figure is 0.
    """
    met: list[Command] = []
    for call in reference:
        if not any(_same(call, other) for other in met) and any(_same(call, other) for other in predicted):
            met.append(call)
    tp = len(met)
    precision = tp / len(predicted) if predicted else 0.0
    recall = tp / len(reference) if reference else 0.0
    return CallScore(
        tp=tp,
        fp=len(predicted) - tp,
        fn=len(reference) - tp,
        precision=precision,
        recall=recall,
        f1=2 * precision * recall / (precision + recall) if tp else 0.0,
    )


def _same(a: Command, b: Command) -> bool:
    """Whether name and arguments are equal; values nested too deep to compare are not."""
    if a.name != b.name or a.args.keys() != b.args.keys():
        return False
    try:
        return all(_equal(value, b.args[key]) for key, value in a.args.items())
    except RecursionError:
        return False


def _equal(a: object, b: object) -> bool:
    """Equality of JSON values; Python takes True for 1."""
    match a, b:
        case (list(), list()):
            return len(a) == len(b) and all(map(_equal, a, b))
        case (dict(), dict()):
            return a.keys() == b.keys() and all(_equal(value, b[key]) for key, value in a.items())
        case _:
            return isinstance(a, bool) == isinstance(b, bool) and a == b

"""How far the state that an agent left behind is the state that it should have left.

The published measure of VehicleMemBench: all three states begin as the same one; what the reference changed is what
should have changed, and every other field (the constant labels of the published state included) should have stayed.
Only what differs is looked at, so that a score costs what changed and not the size of the car.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from vehicle.schema import Value
from vehicle.settings import FIELDS, LABEL_LEAVES
from vehicle.state import State, diff

_ALWAYS = frozenset(FIELDS)
"""The fields that every state has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StateScore:
    """The published figures of one query, by their published names. All but the counts are between 0 and 1."""

    TP: int
    """Fields that both changed, whatever the value."""
    FP: int
    """Fields that only the prediction changed."""
    negative_TP: int  # noqa: N815 (published so)
    """Fields and labels that neither changed."""
    negative_FP: int  # noqa: N815
    """Fields that only the reference changed."""
    correctly_changed: int
    """Fields that both changed to the same value."""
    change_accuracy: float
    """`correctly_changed` per field that the reference changed."""
    f1_positive: float
    """Harmonic mean of `acc_positive` and `precision_positive`."""
    f1_negative: float
    """The same for what should have stayed: of `acc_negative` and `negative_TP / (negative_TP + negative_FP)`."""
    acc_positive: float
    """`TP` per field that the reference changed."""
    precision_positive: float
    """`TP` per field that the prediction changed."""
    f1_change: float
    """Harmonic mean of `change_accuracy` and `precision_change`."""
    acc_negative: float
    """`negative_TP` per field and label that existed before and that the reference left alone."""
    precision_change: float
    """`correctly_changed` per field that the prediction changed."""
    exact_match: bool
    """Whether both states are equal in every field."""

    @property
    def is_change_wanted(self) -> bool:
        """Whether the reference changed any field; where it changed none, doing nothing is right."""
        return self.TP + self.negative_FP > 0


def score_states(base: State, reference: State, predicted: State) -> StateScore:
    """The score of `predicted` against `reference`, both of which began as `base`.

    Text is compared without regard to case. Fields that came to exist count as changed, and fields that `base` lacks
    do not count as left alone. Where neither changed anything the changes are perfect (1.0); where only one of them
    changed something they score 0.0.
    """
    should = _changed(base, reference)
    did = _changed(base, predicted)
    added = _added(base, should, did)
    n_true = n_same = 0
    for path, value in should.items():
        if path in did:
            n_true += 1
            n_same += did[path] == value
    n_extra, n_missed = len(did) - n_true, len(should) - n_true
    n_all = base.n_fields + LABEL_LEAVES
    n_still = n_all - (len(should) + n_extra - len(added))
    recall, precision = _rates(n_true, len(should), len(did))
    change_recall, change_precision = _rates(n_same, len(should), len(did))
    # the labels never change, so that no divisor can be zero
    still_recall = n_still / (n_all - len(should) + sum(path in should for path in added))
    still_precision = n_still / (n_still + n_missed)
    return StateScore(
        TP=n_true,
        FP=n_extra,
        negative_TP=n_still,
        negative_FP=n_missed,
        correctly_changed=n_same,
        change_accuracy=change_recall,
        f1_positive=_harmonic(recall, precision),
        f1_negative=_harmonic(still_recall, still_precision),
        acc_positive=recall,
        precision_positive=precision,
        f1_change=_harmonic(change_recall, change_precision),
        acc_negative=still_recall,
        precision_change=change_precision,
        exact_match=n_same == len(should) == len(did),
    )


def _added(base: State, *changes: Mapping[str, Value | None]) -> set[str]:
    """Which of the changed fields `base` lacks."""
    come_later = (path for changed in changes if not _ALWAYS.issuperset(changed) for path in changed.keys() - _ALWAYS)
    return {path for path in come_later if base.get(path) is None}


def _changed(base: State, after: State) -> dict[str, Value | None]:
    """What each changed field became, text in lower case; a change of case alone is none."""
    changed: dict[str, Value | None] = {}
    for path, (old, new) in diff(base, after).items():
        if isinstance(new, str):
            lowered = new.lower()
            if not isinstance(old, str) or old.lower() != lowered:
                changed[path] = lowered
        elif old != new:
            changed[path] = new
    return changed


def same_value(a: Value | None, b: Value | None) -> bool:
    """Whether two values of a field are equal: text without regard to case, and no value is like no other."""
    return _lower(a) == _lower(b)


def _lower(value: Value | None) -> Value | None:
    return value.lower() if isinstance(value, str) else value


def _rates(n_right: int, n_should: int, n_did: int) -> tuple[float, float]:
    """Recall and precision; both 1 where nothing should have been done and nothing was."""
    if not n_should and not n_did:
        return 1.0, 1.0
    return (n_right / n_should if n_should else 0.0), (n_right / n_did if n_did else 0.0)


def _harmonic(a: float, b: float) -> float:
    return 2 * a * b / (a + b) if a + b else 0.0

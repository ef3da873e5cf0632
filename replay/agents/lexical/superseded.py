"""Which values were given up: told again later by who held them, beside another that took their place.

Rule protected: no word of regret is needed. "At 80 the wind caught the lid. 45 is what I want" gives up the 80 because
it was held before and the 45 was not; two cases, each with a value of its own, give up nothing.
"""

from collections.abc import Mapping, Sequence

from replay.agents.lexical.claims import Claim
from replay.agents.lexical.facts import Record
from replay.agents.lexical.patterns import pattern
from replay.agents.lexical.sayings import SettingValue

_TWO_CASES = pattern(
    "when|whenever|if|while|unless|during|otherwise|except|else|but (in|on|at|for)|at (night|work|home|dawn|dusk)|"
    "by day|on \\w+days?|respectively"
)


def superseded(claims: Sequence[Claim]) -> Mapping[int, Claim]:
    """The claims whose value someone gave up later, or in the same record, by number, each with what took its place.

    A record gives up a value where it tells two, one that its owner was told before to hold and one that was not;
    such as hold in a case of their own, or for an occasion, replace nothing.
    """
    by_record: dict[Record, list[Claim]] = {}
    for claim in claims:
        by_record.setdefault(claim.record, []).append(claim)
    found: dict[int, Claim] = {}
    for record, told in by_record.items():
        old = _replaced_in(record, told, claims)
        if old is None:
            continue
        value, owners, new = old
        found.update(
            (i, new) for i, claim in enumerate(claims)
            if claim.value == value and claim.record.when <= record.when and owners & _holders(claim)
        )  # fmt: skip
    return found


def _holders(claim: Claim) -> set[str]:
    """Who wished for the value, and who told of it."""
    return {*claim.owners, claim.record.parts[claim.part].who}


def _replaced_in(
    record: Record, told: Sequence[Claim], claims: Sequence[Claim]
) -> tuple[SettingValue, set[str], Claim] | None:
    """The value that a record gives up, by whom, and for what; None where it gives up none. `told` are its claims."""
    valued = [claim for claim in told if not isinstance(claim.value, bool)]
    values = {claim.value for claim in valued}
    if len(values) != 2 or _TWO_CASES.search(" ".join(dict.fromkeys(claim.sentence for claim in valued))):
        return None
    owners = set.intersection(*(_holders(claim) for claim in valued))
    before = {
        claim.value for claim in claims
        if claim.record.when < record.when and claim.mood != "rejected" and owners & _holders(claim)
    }  # fmt: skip
    held, new = values & before, [claim for claim in valued if claim.value not in before]
    if len(held) != 1 or not new or any(claim.passing or claim.mood == "rejected" for claim in new):
        return None
    if any(claim.usual for claim in valued if claim.value in held):
        return None
    return held.pop(), owners, new[-1]

"""Which values were given up: told again later by who held them, beside another that took their place.

Rule protected: no word of regret is needed. "At 80 the wind caught the lid. 45 is what I want" gives up the 80 because
it was held before and the 45 was not; two cases, each with a value of its own, give up nothing.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from replay.agents.lexical.claims import Claim
from replay.agents.lexical.facts import Record
from replay.agents.lexical.patterns import pattern
from replay.agents.lexical.sayings import SettingValue
from replay.agents.lexical.text import plain, sentences

TWO_CASES = pattern(
    "when|whenever|if|while|unless|during|otherwise|except|else|but (in|on|at|for)|at (night|work|home|dawn|dusk)|"
    "by day|on \\w+days?|respectively"
)
"""With the new value: it holds in a case of its own."""
_ONE_CASE = re.compile(r"(?:when|whenever|if|unless|during|on \w+days?|at night)\b")
"""What the old value's sentence begins with, where it still holds in that case."""
_RETRACTS = re.compile(
    r"\W*(?:(?:oh|ah|um|uh|er|but|well)\W+)*(?:wait|no|nope|sorry|oops|actually|scratch|make (?:that|it)|i mean|"
    r"i meant|correction|hold on|hang on|my mistake|on second thoughts?|rather|misspoke|let me correct)\b"
)
"""What a sentence begins with that takes back what was said just before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _GivenUp:
    """A value that somebody gave up for another."""

    value: SettingValue
    who: str
    by: Claim
    """What took its place."""


def superseded(claims: Sequence[Claim]) -> Mapping[int, Claim]:
    """The claims whose value someone gave up later, or in the same record, by number, each with what took its place.

    A record gives up a value where somebody tells two in it, one held before and one that was not, or takes one back
    for the next; such as hold in a case of their own, or for an occasion, replace nothing.
    """
    by_record: dict[Record, list[Claim]] = {}
    for claim in claims:
        if not isinstance(claim.value, bool):
            by_record.setdefault(claim.record, []).append(claim)
    found: dict[int, Claim] = {}
    for record, told in by_record.items():
        for old in (*_replaced(told, claims), *_retracted(told)):
            found.update(
                (i, old.by) for i, claim in enumerate(claims)
                if claim.value == old.value and claim.record.when <= record.when and old.who in _holders(claim)
            )  # fmt: skip
    return found


def _holders(claim: Claim) -> set[str]:
    """Who wished for the value, and who told of it."""
    return {*claim.owners, claim.record.parts[claim.part].who}


def _replaced(told: Sequence[Claim], claims: Sequence[Claim]) -> Iterator[_GivenUp]:
    """What is given up in one record, whose claims are `told`, since another value stands beside it."""
    for who in dict.fromkeys(who for claim in told for who in _holders(claim)):
        own = [claim for claim in told if who in _holders(claim)]
        values = {claim.value for claim in own}
        if len(values) != 2:
            continue
        before = {
            claim.value for claim in claims
            if claim.record.when < own[0].record.when and claim.mood != "rejected" and who in _holders(claim)
        }  # fmt: skip
        old = [claim for claim in own if claim.value in before]
        new = [claim for claim in own if claim.value not in before]
        if not old or not new or any(claim.usual or _ONE_CASE.match(claim.sentence) for claim in old):
            continue
        if any(
            claim.mood == "rejected" or (claim.passing and not claim.usual) or TWO_CASES.search(claim.sentence)
            for claim in new
        ):
            continue
        yield _GivenUp(value=old[0].value, who=who, by=new[-1])


def _retracted(told: Sequence[Claim]) -> Iterator[_GivenUp]:
    """What is taken back at once: "at 16. Sorry, I meant 60"."""
    for one, other in pairwise(told):
        if one.part != other.part or one.value == other.value or other.mood == "rejected":
            continue
        part = one.record.parts[one.part]
        said = [plain(sentence) for sentence in sentences(part.text)]
        if one.sentence in said and other.sentence in said:
            between = said[said.index(one.sentence) + 1 : said.index(other.sentence) + 1]
            if any(_RETRACTS.match(sentence) for sentence in between):
                yield _GivenUp(value=one.value, who=part.who, by=other)

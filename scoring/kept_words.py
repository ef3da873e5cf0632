"""Whether a memory's own words still say of a gold fact what the message said that they were made from.

The rule: that a hit names the right message tells where to look, and not that anything of it is left. Asked is only for
what the message itself said: a message that leaves the value to its neighbours may be reworded without it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from memory.embedded.words import runs
from scoring.car_words import weigh, word_set
from scoring.statement import Fact, Passage, fact_of, has_number, passages_of, states
from scoring.wording import THINGS, Number, Wording, has_negation, read, without_times

HALF = 0.5
"""The share of the usual words that is enough where the message that a text names speaks for it."""

_ANYBODY = word_set("user driver passenger speaker owner customer person someone somebody")
"""Names of nobody: a memory may call whoever spoke so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Said:
    """What a message says of a fact, and so what must be left of it."""

    fact: Fact
    wording: Wording
    folded: frozenset[str]
    """Its words as they stand there: what it denies, too."""
    numbers: frozenset[Number]
    values: Mapping[str, frozenset[str]]
    car: frozenset[str]
    """The words of the car that it has in common with the fact."""
    words: frozenset[str]
    """The words that it has in common with the fact, or all of its words where there are none."""


def keeps(text: str, fact: str, said: str) -> bool:
    """Whether `text` still says of `fact` what `said` did, the words of a message that states it.

    It does where it holds the message's very words, or states the fact by half of the usual words
    (`scoring.statement.states`), or where a passage of it

    1. holds the numbers and the values of each kind by which the message states the fact (all that it sets, where the
       fact's own stand elsewhere), and sets no number that neither of the two holds;
    2. does not switch to the opposite and, where there is no such value, refuses exactly if the message does;
    3. names nobody but the fact's people as the one who wants it, and a word of the occasion, if the message does;
    4. holds half of the words of the car that message and fact share, or, where they share none, half of the other
       words that they share, or else half of the message's.

    A line that holds as a value what the message only denies (`not 3`) counts for nothing. An empty text
    keeps nothing, and of a message without words of its own only the very words keep anything.
    """
    return _keeps(text, fact, said)


@lru_cache(maxsize=65_536)
def _keeps(text: str, fact: str, said: str) -> bool:
    own = " ".join(runs(said))
    if own and f" {own} " in f" {' '.join(runs(text))} ":
        return True
    wanted = _said(fact, said)
    lines = [line for line in text.split("\n") if not _brings_back(line, wanted)]
    left = "\n".join(lines)
    return states(left, fact, share=HALF) or any(_holds(passage, wanted) for passage in passages_of(left))


@lru_cache(maxsize=4_096)
def _said(fact: str, said: str) -> _Said:
    asked, told = fact_of(fact), read(without_times(said))
    numbers = frozenset(number for number in asked.numbers if has_number(told.numbers, number))
    values = {kind: named & told.values.get(kind, frozenset()) for kind, named in asked.values.items()}
    values = {kind: named for kind, named in values.items() if named}
    if not numbers and not values:  # the fact's value stands in another message; this one's own is what it tells
        numbers = frozenset(n for n in told.assigned or told.numbers if n.unit != THINGS)
        values = dict(told.values)
    return _Said(
        fact=asked,
        wording=told,
        folded=frozenset(runs(said)),
        numbers=numbers,
        values=values,
        car=asked.topic & told.car if asked.is_of_car else frozenset(),
        words=(asked.wording.words & told.words) - asked.named or told.words - asked.named,
    )


def _holds(passage: Passage, said: _Said) -> bool:
    if said.fact.people:
        holders = passage.holders() - _ANYBODY
        if len(holders) > 1 or (holders and holders.isdisjoint(said.fact.named)):
            return False
    held = read(passage.text)
    return _holds_values(held, said) and _agrees(held, said) and _is_about(held, said)


def _holds_values(held: Wording, said: _Said) -> bool:
    if not all(has_number(held.numbers, number) for number in said.numbers):
        return False
    if any(named.isdisjoint(held.values.get(kind, ())) for kind, named in said.values.items()):
        return False
    known = said.fact.all_numbers | said.wording.numbers
    return all(has_number(known, number) for number in held.assigned)


def _brings_back(line: str, said: _Said) -> bool:
    """Whether a line holds a number or value that stands in the message, and that the message does not hold."""
    held = read(without_times(line))
    back = {
        str(int(number.value))
        for number in held.numbers
        if number.unit != THINGS and not has_number(said.wording.numbers, number)
    }
    for kind, named in held.values.items():
        back |= named - said.wording.values.get(kind, frozenset())
    return not back.isdisjoint(said.folded)


def _agrees(held: Wording, said: _Said) -> bool:
    told = said.wording
    if told.switch and held.switch and told.switch != held.switch:
        return False
    if not (said.numbers or said.values):
        # `no heating, ever` refuses for whoever knows the fact, and so does `never heating`
        is_refused = told.is_refusal or (said.fact.wording.is_refusal and has_negation(told.said))
        if is_refused != (held.is_refusal or (is_refused and has_negation(held.said))):
            return False
    for kind, named in told.circumstances.items():
        other = held.circumstances.get(kind)
        if other and other.isdisjoint(named):
            return False
    occasion = said.fact.wording.occasion & told.words
    return not occasion or not occasion.isdisjoint(held.words)


def _is_about(held: Wording, said: _Said) -> bool:
    if said.car:
        return weigh(said.car & held.car) >= HALF * weigh(said.car)
    return bool(said.words) and len(said.words & held.words) >= HALF * len(said.words)

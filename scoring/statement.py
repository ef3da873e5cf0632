"""Whether a text states a gold fact, where no message id can tell.

A fact is the source's narration: "[April 15, 2025] At 9:00 AM, Ada set the seat heating to level 2". A memory has its
own wording of it: "Ada prefers seat heating level 2". What must agree is who, which setting, which value, and on what
occasion; the scene around it need not.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from memory.embedded.words import is_spaceless, runs
from scoring.car_words import attributes, spoken, stem, weigh, weights, word_set
from scoring.wording import THINGS, Number, Wording, number_forms, read, value_forms, without_times

CAR_SHARE = 0.5
"""The least share of what a fact's words of the car tell that a passage must hold."""
WORD_SHARE = 0.6
"""The least share of a fact's words where it names no part of the car."""
PAIR_SHARE = 0.4
"""The same where most of them are pairs of a script without spaces: many are accidents of grammar."""
BARE_SHARE = 0.4
"""The least share of all its words where it names a part of the car, but no value and no switch."""
SHORT = 40
"""A line of at most so many words is a passage by itself; longer ones are read by sentence."""

_QUOTE = re.compile(r"""(?<![^\s(:,])(['"])(?P<said>\S(?:.*?\S)?)\1(?![^\s.,;:!?)])""", re.DOTALL)
_QUICK = re.compile(r"\d+|[^\W\d_]+")
_WORD = re.compile(r"[^\W\d_]+(?:'s\b)?|[.!?:]")
_TELLS = word_set(
    """
    said says told tells set sets put puts drove drives had has have wants likes loves prefers hates dislikes enjoys
    needs uses keeps kept felt found made sat sits sings goes went and would never always usually now also then no
    immediately finally explicitly later himself herself does did is was
    """
)
"""What follows a person's name at the beginning of a sentence, beside words that end in `ed`."""
_NO_NAME = word_set(
    """
    a after again all also an and any as at because before both but by during each every finally for from he her his
    how i if in it its later my no none nobody not on once one our she since so some that the their then there these
    they this those to today unless until we what when whenever where while who with yes you your monday tuesday
    wednesday thursday friday saturday sunday english chinese
    """
)
_HOLDER = re.compile(
    r"\b(?P<name>[^\W\d_a-z][^\W\d_]+)(?:'s)? (?:always |usually |now |also |still |never |really |strongly )?"
    r"(?:prefers?|likes?|liked|wants?|wanted|loves?|loved|sets?|needs?|keeps?|uses?|preferred|adjusted|changed|asked)\b"
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[^\Wa-z_])|\n+")
_CLAUSE = re.compile(r"[,;]\s+|\s+(?:and|but|while|whereas)\s+")
_HEADING = re.compile(r"^[\s#*\-]*[^\W\d_a-z][^\W\d_]*(?: [^\W\d_a-z][^\W\d_]*){0,2}\W*$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """What a gold fact asks of a passage that states it."""

    people: frozenset[str]
    """A word of the name of anybody whose fact it may be; empty where it names nobody."""
    named: frozenset[str]
    """Every word of every name in it."""
    wording: Wording
    numbers: frozenset[Number]
    """The numbers that state its value."""
    all_numbers: frozenset[Number]
    """Every number in it: a passage that sets another one is about something else."""
    values: Mapping[str, frozenset[str]]
    topic: frozenset[str]
    """The words by which it is recognised: those of the car, or else what it quotes, or else all."""
    is_of_car: bool
    is_spaceless: bool
    """Whether most of its topic are pairs of a script without spaces."""
    needles: tuple[frozenset[str], ...]
    """For each number and kind of value the words of which a text that holds it has at least one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A short line, up to three sentences in a row, a sentence or a clause of a text."""

    text: str
    heading: str
    """What it stands under or in."""
    words: frozenset[str]
    said: frozenset[str]
    """Its words, and where it names nobody those of the sentence, line and heading that it stands in."""

    def holders(self) -> set[str]:
        """The first names of those whom it names as the ones who want or set something."""
        found = {match["name"].casefold() for match in _HOLDER.finditer(self.text)}
        return found - _NO_NAME


def states(text: str, fact: str, *, share: float = 1.0) -> bool:
    """Whether a passage of `text` states `fact`; `share` scales how much of the words must be there (not the values).

    A passage is a short line, up to three sentences in a row, a sentence or a clause. It must

    1. name a person whose fact it is (the first named, or one who says or does something), where the fact names any,
       and nobody else as the one who wants it;
    2. hold the numbers that state the fact's value, digits or words, with no other unit, and one of its values of each
       kind (colors, and whatever a command of the car chooses from); what is denied is not held;
    3. not switch to the opposite; where the fact has no value, refuse what it refuses and nothing else;
    4. name no other circumstance of a kind (hour, season, day, side, end, seat) than the fact does, and hold a word of
       the occasion (`when`, `if`, `unless`, `until`) on which the fact holds;
    5. hold half of what the fact's words of the car tell, rare ones counting more, without telling as much of another
       part or only of another attribute (height, heating); or 0.6 of its words where there are none.

    Day and clock time count on neither side. An empty text states nothing, a fact without words is never stated.
    """
    return _states(text, fact, share)


@lru_cache(maxsize=65_536)
def _states(text: str, fact: str, share: float) -> bool:
    wanted = fact_of(fact)
    if not wanted.topic or fact in text:
        return bool(wanted.topic)
    if not _may_hold(_words(text), wanted):
        return False
    return any(
        _holds(passage, wanted, share)
        for line in _lines(text)
        if _may_state(line, wanted, share)
        for passage in _passages(line.text, line.heading)
    )


def passages_of(text: str) -> Iterator[Passage]:
    """Every passage of `text`, without days and clock times, line by line; none of an empty text."""
    return (passage for line in _lines(text) for passage in _passages(line.text, line.heading))


def _may_state(passage: Passage, fact: Fact, share: float) -> bool:
    """Whether a passage names one of the people, and enough else: a quick look before anything is read."""
    if fact.people and fact.people.isdisjoint(passage.said):
        return False
    return _may_hold(passage.words, fact) and _may_be_about(passage.words, fact, share)


def _may_hold(words: frozenset[str], fact: Fact) -> bool:
    """Whether all values of a fact are among `words` in some form."""
    return not any(forms.isdisjoint(words) for forms in fact.needles)


def _may_be_about(words: frozenset[str], fact: Fact, share: float) -> bool:
    stems = {stem(word) for word in words}
    if fact.is_of_car:
        return not stems.isdisjoint(spoken())
    return fact.is_spaceless or len(fact.topic & stems) >= share * WORD_SHARE * len(fact.topic)


def _holds(passage: Passage, fact: Fact, share: float) -> bool:
    if not _may_state(passage, fact, share):
        return False
    if fact.people:
        holders = passage.holders()
        if len(holders) > 1 or (holders and holders.isdisjoint(fact.named)):
            return False
    held = read(passage.text)
    if not all(has_number(fact.all_numbers, number) for number in held.assigned):
        return False
    numbers = frozenset(n for n in held.numbers if n.unit != THINGS) if fact.is_of_car else held.numbers
    if not all(has_number(numbers, number) for number in fact.numbers):
        return False
    if any(named.isdisjoint(held.values.get(kind, ())) for kind, named in fact.values.items()):
        return False
    return not _contradicts(held, fact) and _is_about(held, fact, share)


def has_number(numbers: frozenset[Number], wanted: Number) -> bool:
    """Whether `wanted` is among `numbers`; a number without a unit is the same as one with any."""
    return any(n.value == wanted.value and (n.unit == wanted.unit or not n.unit or not wanted.unit) for n in numbers)


def _contradicts(held: Wording, fact: Fact) -> bool:
    said = fact.wording
    has_value = bool(fact.numbers or fact.values)
    if said.switch and held.switch and said.switch != held.switch:
        return True
    if not has_value and said.is_refusal != held.is_refusal:
        return True
    for kind, named in said.circumstances.items():
        other = held.circumstances.get(kind)
        if other and other.isdisjoint(named):
            return True
    return bool(said.occasion) and said.occasion.isdisjoint(held.words)


def _is_about(held: Wording, fact: Fact, share: float) -> bool:
    if not fact.is_of_car:
        least = PAIR_SHARE if fact.is_spaceless else WORD_SHARE
        return len(fact.topic & held.words) >= share * least * len(fact.topic)
    wanted, named = fact.topic & attributes(), held.car & attributes()
    if wanted and named and wanted.isdisjoint(named):
        return False
    common = weigh(fact.topic & held.car)
    if common < share * CAR_SHARE * weigh(fact.topic) or weigh(held.car - fact.topic) >= max(common, 1e-9):
        return False
    if fact.numbers or fact.values or fact.wording.switch or fact.wording.is_refusal:
        return True
    return len(fact.wording.words & held.words) >= share * BARE_SHARE * len(fact.wording.words)


@lru_cache(maxsize=4_096)
def fact_of(fact: str) -> Fact:
    """What `fact` asks of a passage that states it."""
    text = without_times(fact).strip(" ,:;\n")
    quotes = [match["said"] for match in _QUOTE.finditer(text)]
    narration = _QUOTE.sub(" : ", text)
    people, names = _people(narration)
    nameless = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(names)))})\b") if names else None
    said = " . ".join(quotes)
    whole, told, quoted = (read(nameless.sub(" ", part) if nameless else part) for part in (text, narration, said))
    named = frozenset(word for name in names for run in runs(name) for word in (run, stem(run)))
    # What is told to have been set is the value; what was said about it may name others.
    is_told = bool(told.assigned or told.values)
    numbers = told.assigned if is_told else quoted.assigned or quoted.numbers or told.numbers
    values = told.values if is_told else {} if numbers else quoted.values
    car = whole.car - whole.occasion
    is_of_car = len(car) > 1 or bool(car and (told.assigned or quoted.assigned or values or whole.switch))
    words = quoted.words if len(quoted.words) > 3 else whole.words
    topic = car if is_of_car else words
    return Fact(
        people=people,
        named=named,
        wording=whole,
        numbers=numbers,
        all_numbers=whole.numbers,
        values=values,
        topic=topic,
        is_spaceless=2 * sum(map(is_spaceless, topic)) > len(topic),
        is_of_car=is_of_car,
        needles=(*(number_forms(number.value) for number in numbers), *map(value_forms, values.values())),
    )


def _people(narration: str) -> tuple[frozenset[str], frozenset[str]]:
    """The folded first names of those whose fact it may be, and every word of every name as it is written."""
    words = _WORD.findall(narration)
    owners: list[str] = []
    named: set[str] = set()
    at = 0
    while at < len(words):
        length = _name_length(words, at)
        if not length:
            at += 1
            continue
        name = [word.removesuffix("'s") for word in words[at : at + length]]
        after = words[at + length] if at + length < len(words) else ""
        if not owners or _is_telling(after):
            owners.extend(runs(name[0])[:1])
        named.update(name)
        at += length
    return frozenset(owners), frozenset(named)


def _name_length(words: list[str], at: int) -> int:
    """How many words from `at` on are one name; 0 where there is none.

    A capital at the beginning of a sentence makes a name only before what people do, or where a second one follows.
    """
    length = 0
    while at + length < len(words) and _is_capital(words[at + length]):
        length += 1
        if words[at + length - 1].endswith("'s"):
            break
    begins = at == 0 or words[at - 1] in ".!?:"
    if length == 1 and begins:
        after = words[at + 1] if at + 1 < len(words) else ""
        is_part = stem(words[at].casefold()) in weights()
        if not words[at].endswith("'s") and (is_part or not _is_telling(after)):
            return 0
    return length


def _is_capital(word: str) -> bool:
    plain = word.removesuffix("'s")
    return len(plain) > 1 and plain[0].isupper() and not plain.isupper() and plain.casefold() not in _NO_NAME


def _is_telling(word: str) -> bool:
    return word in _TELLS or (word.endswith("ed") and len(word) > 3)


@lru_cache(maxsize=32_768)
def _words(text: str) -> frozenset[str]:
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return frozenset(_QUICK.findall(plain.casefold()))


@lru_cache(maxsize=32_768)
def _lines(text: str) -> tuple[Passage, ...]:
    """The lines, each under its heading; a short text whose lines go on in small letters is one line."""
    lines = [line for line in without_times(text).split("\n") if line.strip()]
    if len(lines) > 1 and len(text.split()) <= SHORT and not any(line.lstrip()[0].isupper() for line in lines[1:]):
        lines = [" ".join(lines), *lines]
    heading = ""
    found: list[Passage] = []
    for line in lines:
        heading = line if _HEADING.match(line) else heading
        found.append(_passage(line, heading))
    return tuple(found)


@lru_cache(maxsize=32_768)
def _passages(line: str, heading: str) -> tuple[Passage, ...]:
    return tuple(_read_passages(line, heading))


def _read_passages(line: str, heading: str) -> Iterator[Passage]:
    sentences = [part for part in _SENTENCE.split(line) if part.strip()]
    around = f"{heading} {line}"
    if len(line.split()) <= SHORT:
        yield _passage(line, heading)
    else:
        for first in range(len(sentences)):
            yield _passage(" ".join(sentences[first : first + 3]), around)
    for sentence in sentences:
        yield _passage(sentence, around)
        clauses = _CLAUSE.split(sentence)
        for clause in clauses if len(clauses) > 1 else ():
            names_own = _is_capital(clause.strip().partition(" ")[0].rstrip(":,."))
            yield _passage(clause, "" if names_own else f"{heading} {sentence}")


def _passage(text: str, around: str) -> Passage:
    words = _words(text)
    return Passage(text=text, heading=around, words=words, said=words | _words(around) if around else words)

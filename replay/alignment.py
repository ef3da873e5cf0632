"""Evidence by message: which messages state each gold fact of a scenario.

A fact names a day, a clock time, people and words. It is looked for in the session of its instant, else on its day,
else, where it names no day, everywhere; what counts as stating it stands in `replay.statement`. Nothing is learned and
no model is asked: the same scenario gives the same evidence.
"""

import math
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache, partial
from typing import overload

from memory.embedded.words import runs
from memory.instants import to_us
from memory.position import Position, is_visible
from replay.evidence import EvidenceFinder, evidence_moment
from replay.fact_words import content_words, people_in_order, read_fact
from replay.records import Records
from replay.scenario import Query, Scenario
from replay.statement import Line, Wanted, find_statement, weight_said
from replay.times import find_zone
from scoring.records import FactEvidence

DAY, ANYWHERE = 0.6, 0.4
"""What is left of a confidence where only the fact's day was searched, or the whole timeline."""
ANOTHER, UNNAMED = 0.8, 0.6
"""What words count that are not the person's whom the fact names first: another one's it names, or anybody else's."""

MOST_LINES = 10_000
"""How many messages are held with their words, those that were looked at last."""

NOTHING = FactEvidence(message_ids=(), confidence=0.0)


def with_fact_evidence(scenario: Scenario) -> Scenario:
    """The same scenario, the gold of each query with the evidence of each fact in place of any that it had."""
    queries = tuple(
        replace(query, gold=replace(query.gold, fact_evidence=evidence))
        for query, evidence in zip(scenario.queries, align(scenario), strict=True)
    )
    return replace(scenario, queries=queries)


def align(scenario: Scenario) -> tuple[tuple[FactEvidence, ...], ...]:
    """For each query the evidence of each of its gold facts, in their order.

    Where the source names a query's messages, they are its evidence (`Aligner.named`); else a query with a cutoff of
    its own, which no rule set, has none from that cutoff on.
    """
    aligner = Aligner(scenario)
    return tuple(aligner.query(query) for query in scenario.queries)


class Aligner:
    """Finds the messages that state a fact, in one scenario."""

    def __init__(self, scenario: Scenario) -> None:
        """Read every message of the scenario once; nothing is read where no query has a fact."""
        asked = any(query.gold.facts for query in scenario.queries)
        self._records = scenario.timeline.records
        self._indexes = self._records.of_messages() if asked else ()
        self._finder = EvidenceFinder(scenario)
        self._zone = find_zone(scenario.zone)
        self._times = scenario.timeline.message_times_us() if asked else ()
        self._line = lru_cache(MOST_LINES)(partial(_line_of, self._records))
        speakers: set[str] = set()
        self._n_saying = Counter(self._words(speakers))
        self._names = {speaker: runs(speaker) for speaker in sorted(speakers)}
        self._name_words = {word for name in self._names for word in content_words(name)}

    def _words(self, speakers: set[str]) -> Iterator[str]:
        """The words of each line in turn, so that no more than one is held; who speaks is added to `speakers`."""
        for line in map(self._line, self._indexes):
            speakers.add(line.message.speaker)
            yield from line.words

    def query(self, query: Query) -> tuple[FactEvidence, ...]:
        """The evidence of each gold fact of a query."""
        if query.gold.evidence_ids:
            return self.named(query.gold.facts, query.gold.evidence_ids)
        own = query.cutoff if query.cutoff_policy == "explicit" else None  # another is a rule's, written down
        return tuple(self.fact(fact, before=own) for fact in query.gold.facts)

    def fact(self, fact: str, *, before: Position | None = None) -> FactEvidence:
        """The messages that state `fact`, all before the cutoff `before` where one is given.

        No ids and the confidence 0 where no message says enough of it.
        """
        moment = evidence_moment(fact)
        wanted = self._wanted(fact, None if moment is None else to_us(moment.replace(tzinfo=self._zone)))
        for start_us, end_us, certainty in self._places(fact):
            indexes = self._indexes[bisect_left(self._times, start_us) : bisect_right(self._times, end_us)]
            if before is not None:
                indexes = indexes[: self._n_visible(indexes, before)]
            lines: Sequence[Line] = _Lines(self._line, indexes)
            if len(indexes) <= MOST_LINES:
                lines = list(lines)
            statement = find_statement(wanted, lines)
            if statement is not None:
                return _evidence(statement.lines, round(statement.confidence * certainty, 3))
        return NOTHING

    def named(self, facts: Sequence[str], message_ids: Sequence[str]) -> tuple[FactEvidence, ...]:
        """The evidence of `facts` where the source names their messages, but not which message states which fact.

        Each message goes to the fact that says its words best, the first of several; a fact left without takes the
        message that says most of it. The confidence is 1, for that these messages state the facts is the source's
        word. A fact that has no word in common with any of them takes all, with the confidence 1 / number of facts.
        """
        found = sorted(index for i in set(message_ids) if (index := self._records.find(i)) is not None)
        lines = [self._line(index) for index in found] if self._indexes else []
        weights = [self._wanted(fact, None).weights for fact in facts]
        given: list[list[Line]] = [[] for _ in facts]
        for line in lines:
            shares = [weight_said(fact, line) / (sum(fact.values()) or 1.0) for fact in weights]
            if max(shares, default=0.0) > 0:
                given[shares.index(max(shares))].append(line)
        return tuple(self._settled(fact, own, lines, len(facts)) for fact, own in zip(weights, given, strict=True))

    def _settled(self, fact: dict[str, float], own: list[Line], lines: list[Line], n_facts: int) -> FactEvidence:
        if own:
            return _evidence(own, 1.0)
        if not lines:
            return NOTHING
        said = [weight_said(fact, line) for line in lines]
        if max(said) > 0:
            return _evidence([lines[said.index(max(said))]], 1.0)
        return _evidence(lines, round(1 / n_facts, 3))

    def _wanted(self, fact: str, at_us: int | None) -> Wanted:
        words = read_fact(fact)
        people = people_in_order(words.narration, self._names)
        voices = dict.fromkeys(self._names, UNNAMED if people else 1.0)
        voices.update((person, ANOTHER) for meant in people for person in meant)
        voices.update((person, 1.0) for meant in people[:1] for person in meant)
        rarity = {word: self._rarity(word) for word in words.counts if word not in self._name_words}
        return Wanted(fact=words, rarity=rarity, voices=voices, at_us=at_us)

    def _n_visible(self, indexes: Sequence[int], cutoff: Position) -> int:
        return bisect_left(indexes, True, key=lambda index: not is_visible(self._records.position(index), cutoff))

    def _rarity(self, word: str) -> float:
        return math.log(1 + len(self._indexes) / (1 + self._n_saying[word]))

    def _places(self, fact: str) -> Iterable[tuple[int, int, float]]:
        """Where to look for a fact, the most certain place first: first and last instant, and what that leaves."""
        session = self._finder.session_of(fact)
        if session is not None:
            yield session.start_us, session.end_us, 1.0
        day = _day_of(fact)
        if day is not None:
            midnight, next_midnight = (to_us(d.replace(tzinfo=self._zone)) for d in (day, day + timedelta(days=1)))
            yield midnight, next_midnight - 1, DAY
        elif len(self._times):
            yield self._times[0], self._times[-1], ANYWHERE


class _Lines(Sequence[Line]):
    """The lines at some of the timeline's indexes, each made when it is asked for."""

    def __init__(self, line_of: Callable[[int], Line], indexes: Sequence[int]) -> None:
        self._line_of = line_of
        self._indexes = indexes

    def __len__(self) -> int:
        return len(self._indexes)

    @overload
    def __getitem__(self, place: int) -> Line: ...
    @overload
    def __getitem__(self, place: slice) -> "_Lines": ...
    def __getitem__(self, place: int | slice) -> "Line | _Lines":
        if isinstance(place, slice):
            return _Lines(self._line_of, self._indexes[place])
        return self._line_of(self._indexes[place])

    def __iter__(self) -> Iterator[Line]:
        return map(self._line_of, self._indexes)


def _line_of(records: Records, index: int) -> Line:
    message = records.message(index)
    return Line(message=message, words=frozenset(content_words(message.text)))


def _day_of(fact: str) -> datetime | None:
    """The local midnight of the day that a fact names, whether or not it names a clock time."""
    day, closed, _ = fact.partition("]")
    return evidence_moment(f"{day}{closed} At 12:00 AM")


def _evidence(lines: Sequence[Line], confidence: float) -> FactEvidence:
    return FactEvidence(message_ids=tuple(line.message.id for line in lines), confidence=confidence)

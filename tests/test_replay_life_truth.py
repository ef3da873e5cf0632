"""What is measured of a memory's life is the truth, on timelines whose records tell the truth.

The truth is worked out from the records alone: who said what when, what a query's evidence replaced, and what was to
be forgotten. The doubles know which messages a question is about, so that their faults are exact.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from memory.backend import Capabilities, MemoryBackend, Setup
from memory.embedded.widening import is_small
from memory.instants import to_us
from memory.messages import Batch, Forget, Hit, Message
from memory.position import Position
from memory.registry import find_backend
from replay.forgetting import NEAR
from replay.generating import GenerateRequest, Shares
from replay.generating.topics import TOPICS
from replay.generating.wording import OPENINGS
from replay.times import parse_moment
from replay.watching import MOST_PROBES
from scoring.records import ForgetCheck, Turn, UpdateWatch
from scoring.staleness import staleness
from tests import replays
from tests.generated import Generated, Line, generated
from vehicle.catalogue import vocabulary

BEHIND = 10
HALF_AN_HOUR_US = 30 * 60_000_000
SEEDS = (2, 3)


def words_of(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.casefold())


OPENING_WORDS = {
    word for by_length in OPENINGS.values() for of_one in by_length.values() for opening in of_one
    for word in re.findall(r"[a-z]+", opening.lower())
}  # fmt: skip
THING_WORDS = {word for topic in TOPICS for word in words_of(topic.thing)}
SHARES = Shares(distractors=0.8, updates=0.4, corrections=0.15, forgets=0.05)


# ---- the truth, from the records alone


@dataclass(frozen=True, slots=True)
class Said:
    """A message as its record has it, with the id under which memories see it."""

    id: str
    at_us: int
    line: Line

    @property
    def text(self) -> str:
        return str(self.line["text"])

    @property
    def label(self) -> str:
        return str(self.line.get("id", ""))


class Truth:
    """One generated scenario and what is true of it."""

    def __init__(self, story: Generated) -> None:
        self.story = story
        self.queries = story.of("query")
        self.said = [
            Said(message.id, at_us(line["at"]), line)
            for message, line in zip(story.timed.scenario.timeline.messages(), story.of("message"), strict=True)
        ]
        self.place = {one.label: place for place, one in enumerate(self.said) if one.label}
        self.forgets = story.of("forget")

    @property
    def changed(self) -> list[Line]:
        """The queries whose evidence replaced something."""
        return [query for query in self.queries if query["superseded"]]

    def new(self, query: Line) -> int:
        """The place of the evidence among all messages."""
        (label,) = query["evidence"]
        return self.place[label]

    def old(self, query: Line) -> list[int]:
        """The places of what it replaced, oldest first."""
        return [self.place[label] for old in query["superseded"] for label in old["evidence"]]

    def ids(self, query: Line) -> list[str]:
        """The messages that a question is about, oldest first."""
        return [self.said[place].id for place in (*self.old(query), self.new(query))]

    def n_visible(self, query: Line) -> int:
        cutoff_us = at_us(query["cutoff"])
        return sum(one.at_us < cutoff_us for one in self.said)

    def seen_until(self, query: Line, n: int) -> tuple[int, int]:
        """Time and messages from the change to the `n`-th message behind it, or to the last before the query."""
        place = self.new(query)
        n = min(n, self.n_visible(query) - 1 - place)
        return self.said[place + n].at_us - self.said[place].at_us, n

    def bystanders(self, line: Line, gone: set[str]) -> set[int]:
        """The places near those to be forgotten, as far as anything was said by then; `gone` are none."""
        told = sum(one.at_us <= at_us(line["at"]) for one in self.said)
        near = {self.place[label] + step for label in line["messages"] for step in range(-NEAR, NEAR + 1)}
        return {p for p in near & set(range(told)) if self.said[p].label not in gone}

    def check(self, query: Line, line: Line, *, forgot: bool) -> ForgetCheck:
        """What is left of one request at a query, in a memory that finds whatever it holds."""
        cutoff_us = at_us(query["cutoff"])
        gone = {label for other in self.forgets if at_us(other["at"]) < cutoff_us for label in other["messages"]}
        n, n_near = len(line["messages"]), len(self.bystanders(line, gone))
        return ForgetCheck(
            request=self.forgets.index(line),
            since_us=cutoff_us - at_us(line["at"]),
            n_forgotten=n,
            hits_by_id=0 if forgot else n,
            hits_by_content=0 if forgot else n,
            n_bystanders=n_near,
            n_bystanders_left=n_near,
        )

    def checks(self, query: Line, *, forgot: bool) -> tuple[ForgetCheck, ...]:
        """One for each request before a query."""
        before = [line for line in self.forgets if at_us(line["at"]) < at_us(query["cutoff"])]
        return tuple(self.check(query, line, forgot=forgot) for line in before)


def at_us(text: str) -> int:
    return to_us(parse_moment(text))


@lru_cache
def truth_of(seed: int, rate: float = 60.0) -> Truth:
    request = GenerateRequest(messages=500, queries=24, rate=rate, seed=seed, shares=SHARES)
    with TemporaryDirectory() as folder:
        return Truth(generated(Path(folder), request))


# ---- memories whose faults are exact


class KnowsTheStory(MemoryBackend):
    """Finds what a question is about, newest first, and any message by its very words; has no fault."""

    capabilities = Capabilities(forgets=True)
    behind = 0
    """So many of the newest messages are not found yet."""

    def __init__(self, setup: Setup, truth: Truth) -> None:
        self.about: dict[str, set[str]] = {}
        for query in truth.queries:
            self.about.setdefault(query["text"], set()).update(truth.ids(query))
        self.changes = {i for query in truth.changed for i in truth.ids(query)[1:]}
        self.told: list[Message] = []
        self.gone: set[str] = set()

    def ingest(self, batch: Batch) -> None:
        self.told.extend(batch.messages)

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        known = self.told[: max(0, len(self.told) - self.behind)]
        wanted = self.about.get(query, set())
        found = [m for m in reversed(known) if (m.id in wanted or m.text == query) and self.holds(m)]
        return [Hit(text=m.text, score=1.0, message_ids=(m.id,)) for m in found[:limit]]

    def holds(self, message: Message) -> bool:
        return message.id not in self.gone

    def forget(self, request: Forget, now: Position) -> None:
        self.gone.update(request.message_ids)


class TenBehind(KnowsTheStory):
    behind = BEHIND


class Stale(KnowsTheStory):
    """Takes the first value of everything and no later one."""

    def holds(self, message: Message) -> bool:
        return message.id not in self.changes


class ForgetsNothing(KnowsTheStory):
    def forget(self, request: Forget, now: Position) -> None:
        return


@lru_cache
def replayed(truth: Truth, memory: Callable[[Setup, Truth], MemoryBackend]) -> list[Turn]:
    """The Turns by query."""
    story = truth.story.timed
    turns = replays.replayed(story, lambda setup: memory(setup, truth), watch_updates=True, vocabulary=vocabulary())
    assert [turn.failure for turn in turns] == [None] * len(truth.queries)
    return sorted(turns, key=lambda turn: turn.index)


def updates(turns: list[Turn]) -> list[UpdateWatch | None]:
    return [turn.update for turn in turns]


def serves_stale(turns: list[Turn]) -> list[bool]:
    """For each query whether the first hit of the bare question is a superseded message."""
    served: list[bool] = []
    for turn in turns:
        assert turn.bare_search is not None
        top = [i for hit in turn.bare_search.hits[:1] for i in hit.message_ids]
        served.append(any(i in old.message_ids for old in turn.gold.superseded for i in top))
        assert (staleness(turn).first_hit or False) == served[-1]
    return served


def expected(truth: Truth, watch: Callable[[Line], UpdateWatch]) -> list[UpdateWatch | None]:
    return [watch(query) if query["superseded"] else None for query in truth.queries]


# ---- the tests


@pytest.mark.parametrize("seed", SEEDS)
def test_there_is_enough_to_measure(seed: int) -> None:
    truth = truth_of(seed)
    assert len(truth.changed) >= 8
    assert len(truth.forgets) >= 4
    assert {len(query["superseded"]) for query in truth.changed} >= {1, 2}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_memory_without_fault_has_no_lag_serves_nothing_stale_and_keeps_nothing_it_should_forget(seed: int) -> None:
    truth = truth_of(seed)
    turns = replayed(truth, KnowsTheStory)
    assert updates(turns) == expected(truth, lambda query: UpdateWatch(caught_up=True, lag_us=0, n_messages=0))
    assert not any(serves_stale(turns))
    assert [turn.forgetting for turn in turns] == [truth.checks(query, forgot=True) for query in truth.queries]


@pytest.mark.parametrize("seed", SEEDS)
def test_fulltext_takes_every_change_at_once_where_only_words_count(seed: int) -> None:
    truth = truth_of(seed)
    assert all(newer_comes_first(truth, query) for query in truth.changed)
    turns = replayed(truth, fulltext_unspread)
    assert updates(turns) == expected(truth, lambda query: UpdateWatch(caught_up=True, lag_us=0, n_messages=0))
    assert not any(serves_stale(turns))
    assert [turn.forgetting for turn in turns] == [truth.checks(query, forgot=True) for query in truth.queries]


@pytest.mark.parametrize("seed", SEEDS)
def test_fulltext_as_it_is_takes_every_change_at_once_that_stands_alone_in_its_half_hour(seed: int) -> None:
    truth = truth_of(seed, rate=3.0)
    turns = replayed(truth, fulltext)
    alone = [bool(query["superseded"]) and stands_alone(truth, query) for query in truth.queries]
    assert sum(alone) >= 4
    seen = [one for one, is_alone in zip(updates(turns), alone, strict=True) if is_alone]
    assert seen == [UpdateWatch(caught_up=True, lag_us=0, n_messages=0)] * sum(alone)
    assert not any(stale for stale, is_alone in zip(serves_stale(turns), alone, strict=True) if is_alone)


def fulltext(setup: Setup, truth: Truth) -> MemoryBackend:
    return find_backend("fulltext")(setup)


def fulltext_unspread(setup: Setup, truth: Truth) -> MemoryBackend:
    """Without spreading hits over occasions, so that words and time alone decide."""
    return find_backend("fulltext")(replace(setup, options={"decay": "1"}))


def newer_comes_first(truth: Truth, query: Line) -> bool:
    """Whether ranking by words must put the new value before all old ones.

    The statements are of one speaker and one length, and differ in no word that the question has, so that they fit
    equally well, and of equals the newer comes first. (That no word of an opening is related to one of a question is a
    test of its own.)
    """
    new = truth.said[truth.new(query)]
    asked = {word for word in words_of(re.sub(r"\d+:\d\d [AP]M", " ", query["text"])) if not is_small(word)}
    for place in truth.old(query):
        old = truth.said[place]
        differing = set(words_of(new.text)) ^ set(words_of(old.text))
        if len(words_of(new.text)) != len(words_of(old.text)) or old.line["speaker"] != new.line["speaker"]:
            return False
        if differing & asked or not all(word.isdigit() or word in OPENING_WORDS for word in differing):
            return False
    return True


def stands_alone(truth: Truth, query: Line) -> bool:
    """Whether nothing else about the car was said within half an hour of the new value.

    Else a better hit of the same half hour could take from its score. An older value of the same wish cannot: it is no
    better hit.
    """
    own = {truth.new(query), *truth.old(query)}
    at = truth.said[truth.new(query)].at_us
    return not any(
        place not in own and abs(one.at_us - at) <= HALF_AN_HOUR_US and not THING_WORDS.isdisjoint(words_of(one.text))
        for place, one in enumerate(truth.said[: truth.n_visible(query)])
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_a_memory_ten_messages_behind_lags_by_ten_messages_and_is_stale_until_then(seed: int) -> None:
    truth = truth_of(seed)
    turns = replayed(truth, TenBehind)

    def watch(query: Line) -> UpdateWatch:
        lag_us, n = truth.seen_until(query, BEHIND)
        return UpdateWatch(caught_up=n == BEHIND, lag_us=lag_us, n_messages=n)

    assert updates(turns) == expected(truth, watch)
    known = [truth.n_visible(query) - BEHIND for query in truth.queries]
    assert serves_stale(turns) == [
        truth.new(query) >= n and any(place < n for place in truth.old(query))
        for query, n in zip(truth.queries, known, strict=True)
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_memory_that_never_takes_a_change_is_stale_whenever_it_is_asked_about_one(seed: int) -> None:
    truth = truth_of(seed)
    turns = replayed(truth, Stale)

    def watch(query: Line) -> UpdateWatch:
        lag_us, n = truth.seen_until(query, MOST_PROBES - 1)
        return UpdateWatch(caught_up=False, lag_us=lag_us, n_messages=n)

    assert updates(turns) == expected(truth, watch)
    assert serves_stale(turns) == [bool(query["superseded"]) for query in truth.queries]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("memory", "forgot"), [("fulltext", True), ("knows", True), ("forgets nothing", False)])
def test_what_is_left_of_every_request_to_forget_is_the_truth_and_nothing_else_is_lost(
    seed: int, memory: str, forgot: bool
) -> None:
    truth = truth_of(seed)
    turns = replayed(truth, {"fulltext": fulltext, "knows": KnowsTheStory, "forgets nothing": ForgetsNothing}[memory])
    assert [turn.forgetting for turn in turns] == [truth.checks(query, forgot=forgot) for query in truth.queries]


def test_a_question_on_an_occasion_is_answered_by_what_holds_on_it() -> None:
    """Of one person and one setting, the value with the occasion holds there and the one without does elsewhere."""
    seen: Mapping[str, set[str]] = {"with": set(), "without": set()}
    for seed in SEEDS:
        truth = truth_of(seed)
        for query in truth.queries:
            place = re.match(r"At \d+:\d\d [AP]M, (?:coming from|on the way to|after) (the [^,]+),", query["text"])
            evidence = truth.said[truth.new(query)].text
            if query["reasoning_type"] == "conditional_constraint":
                assert place is not None
                assert place[1] in evidence
                seen["with"].add(query["text"])
            elif query["reasoning_type"] == "preference_conflict":
                assert place is None
                assert " at the " not in evidence
                seen["without"].add(query["text"])
    assert all(len(found) >= 5 for found in seen.values())

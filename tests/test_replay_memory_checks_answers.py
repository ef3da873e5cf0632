"""What a memory returns: each double breaks one promise, and the check of that promise says so."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from zoneinfo import ZoneInfo

import pytest

from fixtures.doubles import HonestMemory
from memory.backend import Capabilities, Setup
from memory.messages import Batch, Hit, Message, dated_line, render_message
from memory.position import Position
from replay.memory_checks.answers import (
    _DATE,
    CHECKS,
    answers_with_hits,
    asking_changes_nothing,
    best_hit_comes_first,
    depth_is_equal,
    difference,
    equal_feeding_gives_equal_answers,
    searched_or_says_otherwise,
    starts_empty,
)
from replay.memory_checks.feeding import midnight_loses_nothing
from replay.memory_checks.lines import CHATTER
from replay.memory_checks.subject import Answer
from replay.memory_checks.suite import Check
from tests.memory_checking import Ended, checked


@pytest.mark.parametrize("check", CHECKS)
def test_an_honest_memory_keeps_every_promise(check: Check) -> None:
    assert checked(check, HonestMemory).how == "passed"


class Returns(HonestMemory):
    """Answers each search with the same thing, whatever it is."""

    thing: object = None

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        return self.thing  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("thing", "words"),
    [
        (None, "returned NoneType, not a list of hits"),
        ({"hits": []}, "returned dict, not a list of hits"),
        (["text"], "hit 1 is str, not a Hit"),
        ([Hit(text="", score=1.0)], "hit 1 has no text"),
        ([Hit(text="x", score=float("nan"))], "hit 1 has the score nan"),
        ([Hit(text="x", score=1.0, message_ids=(7,))], "hit 1 has message ids (7,)"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_list_of_hits_is_told_as_such(thing: object, words: str) -> None:
    memory = type("Answers", (Returns,), {"thing": thing})
    ended = checked(answers_with_hits, memory)
    assert ended.how == "BackendFailure"
    assert words in ended.detail


@pytest.mark.parametrize(
    ("hit", "words"),
    [
        (Hit(text="We should water", score=1.0, namespace="another"), "foreign namespace"),
        (Hit(text="We should water", score=1.0, message_ids=("m900000",)), "unknown id"),
        (Hit(text="It will snow in May", score=1.0, message_ids=("m000001",)), "foreign text"),
        (Hit(text="We should water", score=1.0, at_us=2**60), "stamped ahead"),
    ],
)
def test_a_hit_that_nothing_explains_is_a_leak(hit: Hit, words: str) -> None:
    ended = checked(answers_with_hits, type("Answers", (Returns,), {"thing": [hit]}))
    assert ended.how == "Leaked"
    assert ended.detail.startswith(words)


def test_a_memory_that_promises_source_ids_must_give_some() -> None:
    class Nameless(HonestMemory):
        def ranked(self, query: str, messages: Iterable[Message]) -> list[Hit]:
            return [Hit(text=hit.text, score=hit.score) for hit in super().ranked(query, messages)]

    class SaysSo(Nameless):
        capabilities = Capabilities(source_ids=False)

    assert checked(answers_with_hits, Nameless).how == "NotMet"
    assert checked(answers_with_hits, SaysSo).how == "passed"


def shown_as(show: Callable[[Message], str]) -> type[HonestMemory]:
    """A memory whose hits are messages as `show` writes them."""

    class Shown(HonestMemory):
        def ranked(self, query: str, messages: Iterable[Message]) -> list[Hit]:
            shown = {message.id: show(message) for message in messages}
            return [replace(hit, text=shown[hit.message_ids[0]]) for hit in super().ranked(query, messages)]

    return Shown


def test_hits_that_do_not_show_who_spoke_or_when_are_noted_together() -> None:
    full, named, bare = (
        checked(answers_with_hits, shown_as(show))
        for show in (lambda m: dated_line(m, ZoneInfo("UTC")), render_message, lambda m: m.text)
    )
    assert full == Ended("passed", "")
    assert (named.how, bare.how) == ("passed", "passed")
    assert re.fullmatch(
        r"not shown: when in (\d+) of \1 hits; an agent sees nothing of a hit but its text", named.detail
    )
    assert re.match(r"not shown: who spoke in (\d+) of \1 hits, when in \1 of \1 hits; ", bare.detail)


@pytest.mark.parametrize(
    ("shift", "is_noted"),
    [
        (lambda at_us: at_us, False),
        (lambda at_us: at_us - 86_400_000_000, False),
        (lambda at_us: at_us - 86_400_000_001, True),
        (lambda at_us: at_us // 1_000_000, True),
        (lambda at_us: None, False),
    ],
    ids=["as said", "a day before", "more than a day", "in seconds", "none"],
)
def test_stamps_that_are_more_than_a_day_off_are_noted(shift: Callable[[int], int | None], is_noted: bool) -> None:
    class Stamps(HonestMemory):
        def ranked(self, query: str, messages: Iterable[Message]) -> list[Hit]:
            said = {message.id: message for message in messages}
            return [
                replace(hit, at_us=shift(said[hit.message_ids[0]].position.at_us))
                for hit in super().ranked(query, said.values())
            ]

    ended = checked(answers_with_hits, Stamps)
    assert ended.how == "passed"
    assert ("are more than a day off, such as " in ended.detail) == is_noted


@pytest.mark.parametrize(
    "stamp", ["2025-06-02", "2 June 2025", "Jun 2nd", "02.06.2025", "6/2/25", "20250602T120100", "1748865660"]
)
def test_a_day_is_a_day_however_it_is_written(stamp: str) -> None:
    assert _DATE.search(f"[{stamp}] Runa Feld: It rained.")


def test_a_text_with_numbers_alone_has_no_day() -> None:
    assert not _DATE.search("Runa Feld: 25 jungle trees, 2 of 26, level 1748, and the junction")


def test_a_memory_that_is_never_searched_has_nothing_to_check_here() -> None:
    class SaysSo(Returns):
        capabilities = Capabilities(context_only=True)
        thing = ()

    why = "nothing is found by searching; its context has 0 characters"
    assert checked(answers_with_hits, SaysSo) == Ended("NotApplicable", why)
    assert checked(answers_with_hits, type("Answers", (Returns,), {"thing": []})) == Ended("NotJudged", why)
    for check in (best_hit_comes_first, depth_is_equal):
        assert checked(check, SaysSo) == Ended("NotApplicable", "it says that no search finds anything")
        assert checked(check, type("Answers", (Returns,), {"thing": []})).how == "NotJudged"


@pytest.mark.parametrize("check", [asking_changes_nothing, equal_feeding_gives_equal_answers])
def test_two_empty_answers_are_equal_and_prove_nothing(check: Check) -> None:
    empty = type("Answers", (Returns,), {"thing": []})
    assert checked(check, empty) == Ended("NotJudged", "nothing was shown, so that there is nothing to compare")


def test_one_hit_a_list_has_no_order_to_be_judged() -> None:
    class One(HonestMemory):
        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            return super().search(query, limit=1, now=now)

    assert checked(best_hit_comes_first, One) == Ended("NotJudged", "no list is longer than 1 hit")


def test_a_memory_that_finds_nothing_before_midnight_is_told_that_settle_promises_more() -> None:
    class AtNight(HonestMemory):
        capabilities = Capabilities(verbatim=False)

        def __init__(self, setup: Setup) -> None:
            super().__init__(setup)
            self.waiting: list[Message] = []

        def ingest(self, batch: Batch) -> None:
            self.waiting.extend(batch.messages)

        def tick(self, now: Position) -> None:
            self.delivered += self.waiting
            self.waiting = []

    ended = checked(searched_or_says_otherwise, AtNight)
    assert ended == Ended(
        "NotMet",
        "no search found anything, and its context is empty; "
        "both change at midnight, and after `settle` what was told must be found at once",
    )
    late = checked(midnight_loses_nothing, AtNight)
    assert late == Ended("NotMet", "it is found after midnight and was not before, though `settle` had returned")


@pytest.mark.parametrize(
    ("says", "finds", "context", "ended"),
    [
        (False, True, "", Ended("passed", "")),
        (False, True, "All.", Ended("passed", "")),
        (True, False, "All.", Ended("passed", "")),
        (True, False, "", Ended("NotJudged", "it says context_only, and its context is empty")),
        (False, False, "", Ended("NotMet", "no search found anything, and its context is empty")),
        (
            False,
            False,
            "!",
            Ended(
                "NotJudged",
                "no search found anything, and its context has 1 character; context_only would say so",
            ),
        ),
    ],
)
def test_a_memory_is_searched_or_says_that_it_is_not(says: bool, finds: bool, context: str, ended: Ended) -> None:
    class Speaks(HonestMemory):
        capabilities = Capabilities(context_only=says)

        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            return super().search(query, limit=limit, now=now) if finds else []

        def context(self, now: Position) -> str:
            return context

    assert checked(searched_or_says_otherwise, Speaks) == ended


def test_one_hit_of_a_memory_that_says_that_no_search_finds_anything_breaks_its_word() -> None:
    class Speaks(HonestMemory):
        capabilities = Capabilities(context_only=True)

        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            return super().search(query, limit=1, now=now) if query == CHATTER[-1] else []

    ended = checked(searched_or_says_otherwise, Speaks)
    assert ended.how == "NotMet"
    assert ended.detail.startswith(
        f"it says context_only, that no search finds anything; {CHATTER[-1][:40]!r} found 1 hit, and "
    )


def test_a_new_namespace_with_leftovers_or_hits_is_a_leak() -> None:
    class Left(HonestMemory):
        def leftovers(self) -> list[str]:
            return ["from yesterday", "and before"]

    assert checked(starts_empty, Left) == Ended("Leaked", "2 leftovers in a new namespace, such as 'from yesterday'")
    full = type("Answers", (Returns,), {"thing": [Hit(text="from yesterday", score=1.0)]})
    assert checked(starts_empty, full).detail.startswith("not empty: found before anything was delivered")


def test_a_worst_hit_that_comes_first_is_told_with_its_rank() -> None:
    class Upside(HonestMemory):
        def ranked(self, query: str, messages: Iterable[Message]) -> list[Hit]:
            return super().ranked(query, messages)[::-1]

    ended = checked(best_hit_comes_first, Upside)
    assert ended.how == "NotMet"
    assert "at rank" in ended.detail


def test_more_hits_than_asked_for_are_not_equal_depth() -> None:
    class Generous(HonestMemory):
        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            return self.ranked(query, self.delivered)[: limit + 1]

    assert checked(depth_is_equal, Generous) == Ended("NotMet", "2 hits where at most 1 was asked for")


def test_a_best_hit_that_depends_on_the_limit_is_not_equal_depth_and_a_lower_rank_is_only_told() -> None:
    class Reranks(HonestMemory):
        first = 0

        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            hits = self.ranked(query, self.delivered)[:limit]
            return hits[: self.first] + hits[self.first :][::-1]

    class ReranksBelow(Reranks):
        first = 1

    assert checked(depth_is_equal, Reranks).detail == "the best hit at limit 1 is not the best at limit 3"
    ended = checked(depth_is_equal, ReranksBelow)
    assert ended == Ended("passed", "below the best hit, the list at limit 3 is not the beginning of that at 20")


class Counting(HonestMemory):
    """Each answer's scores are higher than the one's before: of this instance, or of all."""

    total = 0
    n = 0

    def score(self, query: str, message: Message) -> float:
        return super().score(query, message) + self.n

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        self.n += 1
        return super().search(query, limit=limit, now=now)


def test_a_memory_that_learns_from_being_asked_is_caught() -> None:
    ended = checked(asking_changes_nothing, Counting)
    assert ended.how == "NotMet"
    assert ended.detail.startswith("the score at rank 1 is ")


class Rolls(HonestMemory):
    """Each instance has scores of its own."""

    made = 0

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        type(self).made += 1
        self.bonus = type(self).made

    def score(self, query: str, message: Message) -> float:
        return super().score(query, message) + self.bonus


class RollsAndRewords(Rolls):
    capabilities = Capabilities(verbatim=False)


def test_two_that_were_told_the_same_and_differ_break_a_promise_unless_they_write_in_their_own_words() -> None:
    assert checked(equal_feeding_gives_equal_answers, Rolls).how == "NotMet"
    assert checked(equal_feeding_gives_equal_answers, RollsAndRewords).how == "NotApplicable"


def test_two_answers_part_where_the_first_difference_is() -> None:
    one = Hit(text="a", score=1.0, message_ids=("m1",))
    assert difference(Answer((one,), "x"), Answer((one,), "y")) == "the context differs: 'x', then 'y'"
    assert difference(Answer((one,), ""), Answer((), "")) == "1 hit, then 0"
    other = Hit(text="a", score=2.0, message_ids=("m1",))
    assert difference(Answer((one,), ""), Answer((other,), "")) == "the score at rank 1 is 1.0, then 2.0"
    named = Hit(text="a", score=1.0, message_ids=("m2",))
    assert (
        difference(Answer((one,), ""), Answer((named,), "")) == "the hit at rank 1 names other messages or another time"
    )

"""Feeding: memories that lose something on the way, and the check that misses it."""

import time
from collections.abc import Iterable

import pytest

from fixtures.doubles import HonestMemory, SlowMemory
from memory.backend import Capabilities, Setup
from memory.messages import Batch, Hit, Message
from memory.position import Position
from replay.memory_checks.feeding import (
    CHECKS,
    all_is_found_in_one_batch,
    all_is_found_one_by_one,
    ids_of_any_shape,
    midnight_loses_nothing,
    one_instant_holds_many,
    settle_is_in_time,
)
from replay.memory_checks.lines import longest_word
from replay.memory_checks.suite import Check
from tests.memory_checking import Ended, checked


@pytest.mark.parametrize("check", CHECKS)
def test_an_honest_memory_loses_nothing(check: Check) -> None:
    assert checked(check, HonestMemory) == Ended("passed", "")


class KeepsTheFirst(HonestMemory):
    """Keeps one message of each batch."""

    def ingest(self, batch: Batch) -> None:
        self.delivered.append(batch.messages[0])


class KeepsTheFirstInItsWords(KeepsTheFirst):
    capabilities = Capabilities(verbatim=False)


def test_messages_lost_in_a_batch_are_missed_only_there() -> None:
    assert checked(all_is_found_one_by_one, KeepsTheFirst).how == "passed"
    ended = checked(all_is_found_in_one_batch, KeepsTheFirst)
    assert ended.how == "NotMet"
    assert ended.detail.startswith("11 of 12 not found by their own words, such as m000002: ")


def test_who_does_not_recall_verbatim_may_drop_messages() -> None:
    ended = checked(all_is_found_in_one_batch, KeepsTheFirstInItsWords)
    assert ended == Ended("NotJudged", "11 of 12 not found, and it does not say that it recalls verbatim")


def test_who_writes_in_other_words_is_found_by_the_longest_word() -> None:
    class Shouts(HonestMemory):
        capabilities = Capabilities(verbatim=False, source_ids=False)

        def ranked(self, query: str, messages: Iterable[Message]) -> list[Hit]:
            hits = super().ranked(query, messages)
            return [Hit(text=longest_word(hit.text).upper(), score=hit.score) for hit in hits]

    assert checked(all_is_found_one_by_one, Shouts).how == "passed"


def test_the_newest_messages_alone_are_not_all() -> None:
    class Window(HonestMemory):
        def ingest(self, batch: Batch) -> None:
            super().ingest(batch)
            del self.delivered[:-8]

    assert checked(all_is_found_one_by_one, Window).detail.startswith("4 of 12 not found")


def test_a_settle_that_gives_up_or_comes_too_late_fails() -> None:
    class Late(HonestMemory):
        def settle(self, timeout_s: float) -> None:
            time.sleep(0.3)

    assert checked(settle_is_in_time, SlowMemory).detail == "settle: TimeoutError: still indexing after 10 s"
    assert checked(settle_is_in_time, Late, timeout_s=0.2).detail.startswith("settle: did not return within 0.2 s")


def test_a_settle_that_returns_before_all_can_be_found_fails() -> None:
    class Behind(HonestMemory):
        """Finds a message once the next one came."""

        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            return self.ranked(query, self.delivered[:-1])[:limit]

    assert checked(settle_is_in_time, Behind).how == "NotMet"


def test_messages_that_replace_others_of_their_instant_are_missed() -> None:
    class OnePerInstant(HonestMemory):
        def ingest(self, batch: Batch) -> None:
            for message in batch.messages:
                instant = message.position.at_us
                self.delivered = [*(m for m in self.delivered if m.position.at_us != instant), message]

    assert checked(one_instant_holds_many, OnePerInstant).how == "NotMet"


def test_one_of_several_equal_texts_is_told_and_is_no_failure() -> None:
    class Unique(HonestMemory):
        def ingest(self, batch: Batch) -> None:
            known = {message.text for message in self.delivered}
            self.delivered.extend(message for message in batch.messages if message.text not in known)

    ended = checked(one_instant_holds_many, Unique)
    assert ended == Ended("passed", "of messages with equal texts, not all are found")


def test_ids_that_come_back_changed_are_a_leak_for_nobody_knows_them() -> None:
    class Slug(HonestMemory):
        def ranked(self, query: str, messages: Iterable[Message]) -> list[Hit]:
            hits = super().ranked(query, messages)
            plain = [tuple(id_.encode("ascii", "replace").decode() for id_ in hit.message_ids) for hit in hits]
            return [Hit(text=h.text, score=h.score, message_ids=ids) for h, ids in zip(hits, plain, strict=True)]

    ended = checked(ids_of_any_shape, Slug)
    assert ended.how == "Leaked"
    assert ended.detail.startswith("unknown id: ?")


def test_ids_that_are_left_out_fail() -> None:
    class Numbered(HonestMemory):
        def ranked(self, query: str, messages: Iterable[Message]) -> list[Hit]:
            hits = super().ranked(query, messages)
            return [
                Hit(text=h.text, score=h.score, message_ids=tuple(i for i in h.message_ids if i.isascii()))
                for h in hits
            ]

    assert checked(ids_of_any_shape, Numbered).detail == "it says that hits name their messages; none names '甲'"


def test_what_midnight_takes_away_is_missed() -> None:
    class DayBook(HonestMemory):
        def tick(self, now: Position) -> None:
            self.delivered = []

    assert checked(midnight_loses_nothing, DayBook).detail.startswith("1 of 1 not found")


def test_a_context_counts_as_found() -> None:
    class Tells(HonestMemory):
        def __init__(self, setup: Setup) -> None:
            super().__init__(setup)
            self.said: list[Message] = []

        def ingest(self, batch: Batch) -> None:
            self.said.extend(batch.messages)

        def context(self, now: Position) -> str:
            return "\n".join(message.text for message in self.said)

    assert checked(all_is_found_one_by_one, Tells).how == "passed"


def test_a_memory_that_lives_in_the_prompt_need_not_name_messages() -> None:
    class InPrompt(HonestMemory):
        capabilities = Capabilities(context_only=True)

        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            return []

        def context(self, now: Position) -> str:
            return "\n".join(message.text for message in self.delivered)

    assert checked(ids_of_any_shape, InPrompt) == Ended("passed", "")

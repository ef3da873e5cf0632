"""Forgetting: too little, too much, or only by id."""

import re
from dataclasses import replace

import pytest

from fixtures.doubles import HonestMemory
from memory.backend import Capabilities, Setup
from memory.embedded.fulltext import FulltextMemory
from memory.messages import Batch, Forget, Hit
from memory.position import Position
from memory.registry import BUILT_IN
from replay.memory_checks.forgetting import (
    CHECKS,
    a_request_that_means_nothing_forgets_nothing,
    asking_changes_no_forgetting,
    named_messages_are_forgotten,
    told_of_in_words_is_forgotten,
)
from replay.memory_checks.suite import Check
from tests.memory_checking import Ended, checked
from tests.replays import Forgets
from tests.scripted_chat import with_demo_model


@pytest.mark.parametrize("check", CHECKS)
def test_a_memory_that_understands_requests_keeps_every_promise(check: Check) -> None:
    assert checked(check, FulltextMemory) == Ended("passed", "")


def test_who_does_not_say_that_it_forgets_is_not_asked_to_but_must_take_the_request() -> None:
    class Refuses(HonestMemory):
        def forget(self, request: Forget, now: Position) -> None:
            raise NotImplementedError("cannot delete")

    why = Ended("NotApplicable", "it does not say that it forgets")
    assert checked(named_messages_are_forgotten, HonestMemory) == why
    assert checked(told_of_in_words_is_forgotten, HonestMemory) == why
    assert checked(a_request_that_means_nothing_forgets_nothing, HonestMemory) == Ended("passed", "")
    assert checked(a_request_that_means_nothing_forgets_nothing, Refuses).detail == (
        "forget: NotImplementedError: cannot delete"
    )


def test_what_was_named_and_is_still_found_fails() -> None:
    class SaysSo(HonestMemory):
        capabilities = Capabilities(forgets=True)

    ended = checked(named_messages_are_forgotten, SaysSo)
    assert ended.how == "NotMet"
    said = r"m000002 was to be forgotten, and is still there: hit 1 of the search '(.*)' is '\1'"
    assert re.fullmatch(said, ended.detail)


def test_what_is_forgotten_in_searches_and_stands_in_the_context_is_told_from_what_is_found() -> None:
    class KeepsALog(HonestMemory):
        capabilities = Capabilities(forgets=True)

        def __init__(self, setup: Setup) -> None:
            super().__init__(setup)
            self.log: list[str] = []

        def ingest(self, batch: Batch) -> None:
            super().ingest(batch)
            self.log.extend(message.text for message in batch.messages)

        def forget(self, request: Forget, now: Position) -> None:
            self.delivered = [message for message in self.delivered if message.id not in request.message_ids]

        def context(self, now: Position) -> str:
            return " ".join(self.log)

    ended = checked(named_messages_are_forgotten, KeepsALog)
    assert ended.detail.startswith("m000002 was to be forgotten, and is still there: '")
    assert ended.detail.endswith("' stands in the context, and no search finds it")


def test_forgetting_by_id_alone_is_told_and_is_no_failure() -> None:
    assert checked(named_messages_are_forgotten, Forgets) == Ended("passed", "")
    ended = checked(told_of_in_words_is_forgotten, Forgets)
    assert ended.how == "NotApplicable"
    assert "only ids are understood" in ended.detail


@pytest.mark.parametrize("check", [check for check in CHECKS if check is not asking_changes_no_forgetting])
def test_forgetting_everything_fails(check: Check) -> None:
    class Wipes(HonestMemory):
        capabilities = Capabilities(forgets=True)

        def forget(self, request: Forget, now: Position) -> None:
            self.delivered = []

    class WipesAndRewords(Wipes):
        capabilities = Capabilities(forgets=True, verbatim=False)

    for wipes in (Wipes, WipesAndRewords):
        ended = checked(check, wipes)
        assert ended.how == "NotMet"
        assert " that were found before the request and not meant are gone, such as m00000" in ended.detail


class KeepsTheNewestOfASubject(Forgets):
    """Keeps of each person and subject the last thing said, in its own words, and names no message."""

    capabilities = Capabilities(forgets=True, verbatim=False, source_ids=False)
    subjects = ("food", "heating", "jazz", "window", "mirror")

    def ingest(self, batch: Batch) -> None:
        for message in batch.messages:
            about = next((one for one in self.subjects if one in message.text), "")
            self.delivered = [kept for kept in self.delivered if not about or about not in kept.text]
            self.delivered += [message] if about else []

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        hits = super().search(query, limit=limit, now=now)
        return [Hit(text=f"Noted: {hit.text.lower()}", score=hit.score) for hit in hits]


def test_a_memory_that_overwrites_is_judged_by_what_it_kept() -> None:
    class KeepsItsWord(KeepsTheNewestOfASubject):
        pass

    class IsDeaf(KeepsTheNewestOfASubject):
        def forget(self, request: Forget, now: Position) -> None:
            return

    kept = Ended("passed", "1 of 6 not found, and not judged")
    assert checked(named_messages_are_forgotten, KeepsItsWord) == kept
    ended = checked(named_messages_are_forgotten, IsDeaf)
    assert ended.how == "NotMet"
    assert ended.detail.startswith("m000002 was to be forgotten, and is still there: hit 1 of the search ")


def test_a_promise_to_forget_is_not_judged_where_nothing_is_found_or_nothing_beside_it() -> None:
    class KeepsOne(KeepsTheNewestOfASubject):
        subjects = ("heating",)

    class KeepsNone(KeepsTheNewestOfASubject):
        subjects = ()

    for memory, n_lost in ((KeepsOne, 5), (KeepsNone, 6)):
        ended = checked(named_messages_are_forgotten, memory)
        assert ended == Ended("NotJudged", f"{n_lost} of 6 not found, and it does not say that it recalls verbatim")


class KeepsTheFirstSentence(Forgets):
    """Keeps only the first sentence of what it was told before its last message, once it was asked."""

    capabilities = Capabilities(forgets=True, verbatim=False)
    reads_when_told = False

    def ingest(self, batch: Batch) -> None:
        super().ingest(batch)
        if self.reads_when_told:
            self.read()

    def read(self) -> None:
        self.delivered = [
            replace(message, text=message.text.split(". ")[0]) if message is not self.delivered[-1] else message
            for message in self.delivered
        ]

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        self.read()
        return super().search(query, limit=limit, now=now)

    def forget(self, request: Forget, now: Position) -> None:
        super().forget(request, now)
        if not request.message_ids:
            word = request.text.rstrip(".").split()[-1]
            self.delivered = [message for message in self.delivered if word not in message.text]


class KeepsItWhenTold(KeepsTheFirstSentence):
    reads_when_told = True


def test_what_was_asked_must_not_change_what_a_request_leaves() -> None:
    ended = checked(asking_changes_no_forgetting, KeepsTheFirstSentence)
    assert ended.how == "NotMet"
    assert ended.detail.startswith("a memory that was asked before a request to forget answers otherwise after it: ")
    assert checked(asking_changes_no_forgetting, KeepsItWhenTold) == Ended("passed", "")


def test_a_memory_that_answers_otherwise_each_time_is_not_judged_by_it() -> None:
    made: list[int] = []

    class WritesAnew(Forgets):
        capabilities = Capabilities(verbatim=False)

        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            made.append(1)
            hits = super().search(query, limit=limit, now=now)
            return [Hit(text=f"take {len(made)}", score=hit.score) for hit in hits]

    assert checked(asking_changes_no_forgetting, WritesAnew).how == "NotJudged"


SHOWS_NOTHING = ("none", "gold", "keyvalue")
"""Of likes alone: one has nothing, one needs a query's facts, and one keeps what is said of the car in its own form."""


@pytest.mark.parametrize("name", BUILT_IN)
def test_no_built_in_memory_forgets_otherwise_for_having_been_asked(name: str) -> None:
    if name in ("semantic", "hybrid"):
        pytest.importorskip("onnxruntime", reason="the extra 'semantic' is not installed")
    factory = with_demo_model(BUILT_IN[name]) if name in ("summary", "keyvalue") else BUILT_IN[name]
    ended = checked(asking_changes_no_forgetting, factory)
    assert ended.how == ("NotJudged" if name in SHOWS_NOTHING else "passed")

"""Forgetting: too little, too much, or only by id."""

import pytest

from fixtures.doubles import HonestMemory
from memory.backend import Capabilities
from memory.embedded.fulltext import FulltextMemory
from memory.messages import Forget
from memory.position import Position
from replay.memory_checks.forgetting import (
    CHECKS,
    a_request_that_means_nothing_forgets_nothing,
    named_messages_are_forgotten,
    told_of_in_words_is_forgotten,
)
from replay.memory_checks.suite import Check
from tests.memory_checking import Ended, checked


class Forgets(HonestMemory):
    """Says that it forgets, and forgets by id."""

    capabilities = Capabilities(forgets=True)

    def forget(self, request: Forget, now: Position) -> None:
        self.delivered = [message for message in self.delivered if message.id not in request.message_ids]


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
    assert ended == Ended("NotMet", "m000002 was to be forgotten, and is still found")


def test_forgetting_by_id_alone_is_told_and_is_no_failure() -> None:
    assert checked(named_messages_are_forgotten, Forgets) == Ended("passed", "")
    ended = checked(told_of_in_words_is_forgotten, Forgets)
    assert ended.how == "NotApplicable"
    assert "only ids are understood" in ended.detail


@pytest.mark.parametrize("check", CHECKS)
def test_forgetting_everything_fails(check: Check) -> None:
    class Wipes(HonestMemory):
        capabilities = Capabilities(forgets=True)

        def forget(self, request: Forget, now: Position) -> None:
            self.delivered = []

    ended = checked(check, Wipes)
    assert ended.how == "NotMet"
    assert " not found by their own words" in ended.detail

"""Isolation: stores that mix up namespaces in one way each, and the check that sees it."""

import threading
from collections.abc import Callable, Iterable

import pytest

from fixtures.doubles import HonestMemory
from memory.backend import BackendFactory, Setup
from memory.messages import Batch, Hit, Message
from memory.position import Position
from replay.memory_checks.isolation import (
    CHECKS,
    ODD_NAMESPACES,
    namesakes_are_apart,
    namespaces_of_any_shape,
    other_namespaces_do_not_count,
    scenarios_are_apart,
    scenarios_at_once,
)
from replay.memory_checks.suite import Check
from tests.memory_checking import Ended, checked


@pytest.mark.parametrize("check", CHECKS)
def test_an_honest_memory_is_isolated(check: Check) -> None:
    assert checked(check, HonestMemory) == Ended("passed", "")


class Shared(HonestMemory):
    """Keeps what it is told in one store for all, under a key; names no source, so that only words can tell."""

    def __init__(self, setup: Setup, stores: dict[str, list[Message]], key_of: Callable[[str], str]) -> None:
        super().__init__(setup)
        self.delivered = stores.setdefault(key_of(setup.namespace), [])

    def ranked(self, query: str, messages: Iterable[Message]) -> list[Hit]:
        return [Hit(text=hit.text, score=hit.score) for hit in super().ranked(query, messages)]


def shared(key_of: Callable[[str], str]) -> BackendFactory:
    stores: dict[str, list[Message]] = {}
    return lambda setup: Shared(setup, stores, key_of)


@pytest.mark.parametrize("check", [scenarios_are_apart, namesakes_are_apart, scenarios_at_once])
def test_one_store_for_all_namespaces_is_a_leak(check: Check) -> None:
    ended = checked(check, shared(lambda namespace: ""))
    assert ended.how == "Leaked"
    assert ", told to 'pastlane-" in ended.detail


def test_a_store_that_names_messages_by_id_alone_is_a_leak_for_ids_are_equal_in_all_scenarios() -> None:
    messages: dict[str, Message] = {}

    class ById(HonestMemory):
        def ingest(self, batch: Batch) -> None:
            messages.update({message.id: message for message in batch.messages})
            self.delivered = list(messages.values())

        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            return self.ranked(query, messages.values())[:limit]

    assert checked(scenarios_are_apart, ById).how == "Leaked"


def test_a_store_of_people_is_a_leak_where_namesakes_meet() -> None:
    by_name: dict[str, list[Message]] = {}

    class ByFirstName(HonestMemory):
        """Files by first name, and searches the files of those who spoke here."""

        def __init__(self, setup: Setup) -> None:
            super().__init__(setup)
            self.names: set[str] = set()

        def ingest(self, batch: Batch) -> None:
            for message in batch.messages:
                name = message.speaker.split()[0]
                self.names.add(name)
                by_name.setdefault(name, []).append(message)

        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            known = [message for name in sorted(self.names) for message in by_name[name]]
            return [Hit(text=hit.text, score=hit.score) for hit in self.ranked(query, known)][:limit]

    assert checked(scenarios_are_apart, ByFirstName).how == "passed"
    assert checked(namesakes_are_apart, ByFirstName).how == "Leaked"


@pytest.mark.parametrize(
    "key_of",
    [
        lambda namespace: namespace[:200],
        str.lower,
        lambda namespace: namespace.encode("ascii", "replace").decode(),
        lambda namespace: namespace.replace(" ", "_"),
        lambda namespace: namespace[:6],
    ],
    ids=["cut off", "folded", "ASCII only", "blanks replaced", "prefix"],
)
def test_names_that_a_store_makes_alike_are_a_leak(key_of: Callable[[str], str]) -> None:
    ended = checked(namespaces_of_any_shape, shared(key_of))
    assert ended.how == "Leaked"


def test_each_namespace_that_is_refused_is_named() -> None:
    class Plain(HonestMemory):
        def __init__(self, setup: Setup) -> None:
            super().__init__(setup)
            if not setup.namespace.isascii():
                raise ValueError(f"bad collection name {setup.namespace!r}")

    ended = checked(namespaces_of_any_shape, Plain)
    assert ended.how == "NotMet"
    assert ended.detail == "start: ValueError: bad collection name '甲' (with '甲', '乙')"


def test_odd_namespaces_differ() -> None:
    assert len(set(ODD_NAMESPACES)) == len(ODD_NAMESPACES)


def test_word_counts_over_all_namespaces_are_a_leak_though_no_word_is_shown() -> None:
    everywhere: list[Message] = []

    class CountsAll(HonestMemory):
        def ingest(self, batch: Batch) -> None:
            super().ingest(batch)
            everywhere.extend(batch.messages)

        def score(self, query: str, message: Message) -> float:
            return super().score(query, message) / (1 + len(everywhere))

    assert checked(scenarios_are_apart, CountsAll).how == "passed"
    ended = checked(other_namespaces_do_not_count, CountsAll)
    assert ended.how == "Leaked"
    assert ended.detail.startswith("another namespace was fed, and here the score at rank 1 is")


def test_where_every_answer_differs_the_influence_of_others_cannot_be_seen() -> None:
    class Counting(HonestMemory):
        n = 0

        def score(self, query: str, message: Message) -> float:
            return super().score(query, message) + self.n

        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            self.n += 1
            return super().search(query, limit=limit, now=now)

    assert checked(other_namespaces_do_not_count, Counting).how == "NotJudged"


def test_a_store_that_mixes_up_threads_is_a_leak_only_when_fed_at_once() -> None:
    stores: dict[str, list[Message]] = {}
    current = {"namespace": ""}
    meeting = threading.Barrier(4)

    class LastOpened(HonestMemory):
        """Writes into the namespace that was opened last."""

        def __init__(self, setup: Setup) -> None:
            super().__init__(setup)
            self.delivered = stores.setdefault(setup.namespace, [])
            current["namespace"] = setup.namespace
            self.meets = True

        def ingest(self, batch: Batch) -> None:
            if self.meets:
                meeting.wait(10)
            self.meets = False
            stores[current["namespace"]].extend(batch.messages)

        def ranked(self, query: str, messages: Iterable[Message]) -> list[Hit]:
            return [Hit(text=hit.text, score=hit.score) for hit in super().ranked(query, messages)]

    assert checked(scenarios_at_once, LastOpened).how in ("Leaked", "NotMet")


def test_a_quick_check_leaves_out_what_is_at_once() -> None:
    assert checked(scenarios_at_once, HonestMemory, quick=True).how == "Skipped"

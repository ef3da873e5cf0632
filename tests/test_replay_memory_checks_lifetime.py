"""What outlives a memory: stores that keep more, or less, than they say."""

import pytest

from fixtures.doubles import HonestMemory
from memory.backend import BackendFactory, Capabilities, Setup
from memory.messages import Message
from replay.memory_checks.lifetime import (
    CHECKS,
    closing_harms_no_other,
    leftovers_are_told,
    reset_empties_the_namespace,
    restart_keeps_what_it_says,
)
from replay.memory_checks.suite import Check
from tests.memory_checking import Ended, checked


class Kept(HonestMemory):
    """A store that is found again by its namespace, says so, and keeps every promise about it."""

    capabilities = Capabilities(survives_restart=True)

    def __init__(self, setup: Setup, stores: dict[str, list[Message]]) -> None:
        super().__init__(setup)
        self.delivered = stores.setdefault(setup.namespace, [])

    def leftovers(self) -> list[str]:
        return [message.text for message in self.delivered[:3]]

    def reset(self) -> None:
        self.delivered.clear()


def kept(kind: type[Kept] = Kept) -> BackendFactory:
    stores: dict[str, list[Message]] = {}
    return lambda setup: kind(setup, stores)


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("factory", [HonestMemory, kept()], ids=["embedded", "kept"])
def test_a_memory_that_does_as_it_says_keeps_every_promise(check: Check, factory: BackendFactory) -> None:
    assert checked(check, factory).how == "passed"


def test_the_report_says_what_survived() -> None:
    assert checked(restart_keeps_what_it_says, HonestMemory).detail == "a second instance starts empty, as it says"
    assert checked(restart_keeps_what_it_says, kept()).detail == "a second instance has what was told, as it says"


def test_keeping_more_or_less_than_was_said_fails() -> None:
    class KeptInSecret(Kept):
        capabilities = Capabilities()

    class Boasts(HonestMemory):
        capabilities = Capabilities(survives_restart=True)

    class Resumes(Kept):
        capabilities = Capabilities(survives_restart=True, resumes=True)

    class KeepsItsIndexInTheProcess(Resumes):
        def __init__(self, setup: Setup, stores: dict[str, list[Message]]) -> None:
            super().__init__(setup, stores)
            self.left, self.delivered = list(self.delivered), self.delivered if not self.delivered else []

        def leftovers(self) -> list[str]:
            return [message.text for message in self.left]

    assert checked(restart_keeps_what_it_says, kept(Resumes)).how == "passed"
    assert "finds nothing" in checked(restart_keeps_what_it_says, kept(KeepsItsIndexInTheProcess)).detail
    assert checked(restart_keeps_what_it_says, kept(KeptInSecret)).how == "NotMet"
    assert checked(restart_keeps_what_it_says, Boasts).how == "NotMet"
    assert checked(leftovers_are_told, kept(KeptInSecret)).detail.endswith("and tells 1 leftover")


def test_a_server_need_not_survive_its_own_end_but_must_tell_a_second_client_of_what_is_there() -> None:
    class Served(Kept):
        capabilities = Capabilities(served=True)

    class TellsNothing(Served):
        def leftovers(self) -> list[str]:
            return []

    assert checked(restart_keeps_what_it_says, kept(Served)).detail.startswith("a second client has what was told")
    assert checked(leftovers_are_told, kept(Served)).how == "passed"
    assert checked(leftovers_are_told, kept(TellsNothing)).how == "NotMet"


def test_a_kept_store_must_tell_of_its_leftovers_and_give_them_up() -> None:
    class TellsNothing(Kept):
        def leftovers(self) -> list[str]:
            return []

    class NeverEmpties(Kept):
        def reset(self) -> None:
            return

    class NeverEmptiesInSecret(TellsNothing):
        def reset(self) -> None:
            return

    assert checked(leftovers_are_told, kept(TellsNothing)).how == "NotMet"
    assert checked(reset_empties_the_namespace, kept(NeverEmpties)).detail.startswith(
        "after `reset`: 1 leftover, such as "
    )
    ended = checked(reset_empties_the_namespace, kept(NeverEmptiesInSecret))
    assert ended == Ended("NotMet", "after `reset` a search still shows what was told before")


def test_a_reset_that_also_drops_what_comes_later_fails() -> None:
    class Broken(Kept):
        def reset(self) -> None:
            super().reset()
            self.delivered = []
            self.ingest = lambda batch: None  # type: ignore[method-assign]

    assert checked(reset_empties_the_namespace, kept(Broken)).how == "NotMet"


def test_a_close_that_raises_or_takes_others_along_fails() -> None:
    everyone: list[HonestMemory] = []

    class ClosesAll(HonestMemory):
        def __init__(self, setup: Setup) -> None:
            super().__init__(setup)
            everyone.append(self)

        def close(self) -> None:
            for memory in everyone:
                memory.delivered = []

    class Raises(HonestMemory):
        def close(self) -> None:
            raise RuntimeError("already closed")

    assert checked(closing_harms_no_other, ClosesAll).detail.startswith("another namespace's memory was closed")
    assert checked(closing_harms_no_other, Raises).detail == "close: RuntimeError: already closed"

"""NoMemory: the least that a memory can give."""

from memory.backend import Setup
from memory.embedded.none import NoMemory
from tests.contract_memory import LATER, filled, find, messages


def test_no_memory_finds_nothing_of_what_it_was_given() -> None:
    memory = filled(NoMemory, messages("seat heating on"))
    assert find(memory, "seat heating on") == []
    assert memory.context(LATER) == ""


def test_no_memory_does_not_claim_to_give_words_back() -> None:
    assert not NoMemory(Setup(namespace="n")).capabilities.verbatim

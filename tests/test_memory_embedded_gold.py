"""GoldMemory: what was handed over, and nothing else."""

from memory.backend import Setup
from memory.embedded.gold import GoldMemory
from tests.contract_memory import LATER, deliver, find, messages


def test_the_context_is_the_facts_handed_over_last_one_a_line() -> None:
    memory = GoldMemory(Setup(namespace="n"))
    memory.hand_over(["seat heating 2", "座椅 3"])
    assert memory.context(LATER) == "seat heating 2\n座椅 3"
    memory.hand_over(["volume 10"])
    assert memory.context(LATER) == "volume 10"
    memory.hand_over([])
    assert memory.context(LATER) == ""


def test_messages_never_reach_the_context_or_a_search() -> None:
    memory = GoldMemory(Setup(namespace="n"))
    deliver(memory, messages("seat heating on"))
    assert memory.context(LATER) == ""
    assert find(memory, "seat") == []


def test_gold_names_no_sources_and_is_not_verbatim() -> None:
    capabilities = GoldMemory(Setup(namespace="n")).capabilities
    assert (capabilities.source_ids, capabilities.verbatim, capabilities.forgets) == (False, False, False)


def test_changing_the_list_afterwards_does_not_change_what_was_handed_over() -> None:
    memory = GoldMemory(Setup(namespace="n"))
    facts = ["volume 10"]
    memory.hand_over(facts)
    facts.append("volume 20")
    assert memory.context(LATER) == "volume 10"

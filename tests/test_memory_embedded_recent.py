"""RecentMemory: the newest messages, whatever is asked."""

import pytest

from memory.embedded.recent import RecentMemory
from memory.messages import Forget
from tests.contract_memory import LATER, filled, find, ids, messages


@pytest.mark.parametrize("query", ["", "one", "unheard of"])
def test_the_newest_come_first_whatever_is_asked(query: str) -> None:
    hits = find(filled(RecentMemory, messages("one", "two", "three")), query, limit=2)
    assert ids(hits) == ["m000003", "m000002"]
    assert [hit.score for hit in hits] == [1.0, 0.5]


def test_when_the_newest_is_forgotten_an_older_one_moves_up() -> None:
    memory = filled(RecentMemory, messages("one", "two", "three"))
    memory.forget(Forget(message_ids=("m000003",), person="", text=""), LATER)
    hits = find(memory, "", limit=2)
    assert [(hit.message_ids, hit.score) for hit in hits] == [(("m000002",), 1.0), (("m000001",), 0.5)]

import pytest

from memory.backend import Setup
from memory.embedded.full import FullMemory
from memory.errors import BadOption
from memory.messages import Forget
from tests.contract_memory import HOSTILE_TEXTS, LATER, deliver, filled, find, message, messages

TALK = messages("one", "two", "three")
LINES = ["[2025-03-04 12:01] Ann: one", "[2025-03-04 12:02] Ann: two", "[2025-03-04 12:03] Ann: three"]
ALL_CHARS = len("\n".join(LINES))


def memory_of(chars: int) -> FullMemory:
    memory = FullMemory(Setup(namespace="full", options={"max_chars": str(chars)}))
    deliver(memory, TALK)
    return memory


def test_every_message_stands_in_the_context_oldest_first_and_nothing_is_searched() -> None:
    memory = filled(FullMemory, TALK)
    assert memory.context(LATER).splitlines() == LINES
    assert find(memory, "one") == []


def test_before_the_first_message_there_is_no_context() -> None:
    assert FullMemory(Setup(namespace="full")).context(LATER) == ""


def test_a_history_that_just_fits_is_not_cut() -> None:
    assert memory_of(ALL_CHARS).context(LATER).splitlines() == LINES


def test_what_does_not_fit_is_cut_from_the_oldest_on_and_the_text_says_so() -> None:
    cut = f"[the 1 oldest of 3 messages were left out to keep to {ALL_CHARS - 1} characters]"
    assert memory_of(ALL_CHARS - 1).context(LATER).splitlines() == [cut, *LINES[1:]]
    assert memory_of(1).context(LATER) == "[the 3 oldest of 3 messages were left out to keep to 1 characters]"


def test_how_much_the_last_context_left_out_can_be_asked() -> None:
    memory = memory_of(ALL_CHARS - 1)
    assert memory.n_left_out == 0
    memory.context(LATER)
    assert memory.n_left_out == 1
    memory.forget(Forget(message_ids=("m000001",), person="", text=""), LATER)
    memory.context(LATER)
    assert memory.n_left_out == 0


def test_what_is_forgotten_is_neither_shown_nor_counted_as_cut() -> None:
    memory = memory_of(ALL_CHARS)
    memory.forget(Forget(message_ids=("m000002",), person="", text=""), LATER)
    memory.forget(Forget(message_ids=("m000002",), person="", text=""), LATER)
    assert memory.context(LATER).splitlines() == [LINES[0], LINES[2]]


def test_any_text_can_be_shown() -> None:
    memory = FullMemory(Setup(namespace="full", options={"max_chars": "1e8"}))
    deliver(memory, messages(*HOSTILE_TEXTS))
    assert memory.context(LATER).endswith("w149999")


def test_a_message_of_several_lines_counts_as_one() -> None:
    memory = FullMemory(Setup(namespace="full", options={"max_chars": "40"}))
    deliver(memory, [message(1, "a"), message(2, "b\nc")])
    assert memory.context(LATER).splitlines()[0].startswith("[the 1 oldest of 2 messages")


@pytest.mark.parametrize("options", [{"max_chars": "0"}, {"max_chars": "many"}, {"chars": "5"}])
def test_options_that_make_no_sense_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(BadOption):
        FullMemory(Setup(namespace="full", options=options))

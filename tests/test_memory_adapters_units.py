import pytest

from memory.adapters.units import content_of, read_unit, units
from memory.errors import BadOption
from memory.messages import Batch
from tests.contract_memory import LATER, message, messages


def bucket(*texts: str) -> Batch:
    return Batch(messages=tuple(messages(*texts)), now=LATER)


def test_each_message_is_a_unit_of_its_own_and_blank_ones_are_none() -> None:
    assert [[m.id for m in unit] for unit in units(bucket("a", " ", "b"), "message")] == [["m000001"], ["m000003"]]


def test_a_bucket_is_one_unit_and_an_empty_one_is_none() -> None:
    assert [[m.id for m in unit] for unit in units(bucket("a", "", "b"), "bucket")] == [["m000001", "m000003"]]
    assert units(bucket(" "), "bucket") == []


def test_messages_alone_are_the_default_and_other_units_are_refused() -> None:
    assert read_unit({}) == "message"
    with pytest.raises(BadOption, match="unit"):
        read_unit({"unit": "day"})


def test_content_names_the_speaker_and_holds_nothing_that_cannot_be_sent() -> None:
    assert content_of(message(1, "warm \ud800")) == "Ann: warm ?"
    assert content_of(message(1, "warm", speaker="")) == "warm"

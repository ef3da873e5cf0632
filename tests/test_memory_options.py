"""Options of embedded memories: nothing is ignored, nothing is out of bounds."""

import math

import pytest

from memory.backend import Setup
from memory.embedded.fulltext import FulltextMemory
from memory.embedded.ledger import LedgerMemory
from memory.errors import BadOption, MissingExtra
from memory.options import check_names, read_choice, read_number


def test_an_unknown_option_is_refused_by_name_and_the_known_ones_are_listed() -> None:
    with pytest.raises(BadOption, match=r"no option is called 'wide'; did you mean widen\? known: decay, widen"):
        check_names({"wide": "1"}, ("widen", "decay"))
    check_names({}, ())


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "nan", "inf", "x", ""])
def test_a_number_out_of_bounds_is_refused(text: str) -> None:
    with pytest.raises(BadOption, match="option 'decay' is"):
        read_number({"decay": text}, "decay", 0.5, above=0, at_most=1)


def test_a_number_at_its_upper_bound_is_taken_and_a_missing_one_is_the_default() -> None:
    assert read_number({"decay": "1"}, "decay", 0.5, above=0, at_most=1) == 1
    assert read_number({}, "decay", math.inf, above=0, at_most=1) == math.inf


def test_a_choice_is_the_first_unless_given_and_none_but_the_listed() -> None:
    assert read_choice({}, "widen", ("yes", "no")) == "yes"
    assert read_choice({"widen": "no"}, "widen", ("yes", "no")) == "no"
    with pytest.raises(BadOption, match="'maybe', not one of yes, no"):
        read_choice({"widen": "maybe"}, "widen", ("yes", "no"))


@pytest.mark.parametrize("factory", [FulltextMemory, LedgerMemory])
def test_a_memory_refuses_an_option_that_it_does_not_have(factory: type[FulltextMemory] | type[LedgerMemory]) -> None:
    with pytest.raises(BadOption, match="speed"):
        factory(Setup(namespace="n", options={"speed": "1"}))


def test_a_missing_extra_says_how_to_get_it() -> None:
    error = MissingExtra("semantic", "semantic", "no module named 'onnxruntime'")
    assert str(error) == (
        "the memory 'semantic' needs more packages (no module named 'onnxruntime'): "
        "pip install '.[semantic]' in the checkout"
    )

from typing import Any

import pytest

from replay.importing.guess_fields import Column
from replay.importing.guess_scores import best_column, wordiness

TIMES = ["2025-03-01T08:00:00Z", "2025-03-01T08:05:00Z"]
SAID = ["It is so cold in here", "Turn the heating up, please"]


def column(path: str, *values: Any, n_rows: int = 2) -> Column:
    return Column(path, list(values), n_rows)


@pytest.mark.parametrize(
    ("field", "right", "others"),
    [
        ("time", column("a", *TIMES), [column("time", *SAID), column("when", TIMES[0])]),
        ("time", column("created_at", *TIMES), [column("updated_at", *TIMES)]),
        ("role", column("x", "user", "assistant"), [column("role", "user", "cat"), column("role", "user")]),
        ("zone", column("tz", "Europe/Lisbon", "UTC"), [column("zone", "nowhere", "UTC"), column("z", "UTC", "UTC")]),
        ("text", column("x", *SAID), [column("text", "yes", "yes")]),
        ("tool_calls", column("calls", [], [{"name": "a", "arguments": {}}]), [column("tool", *SAID)]),
        ("id", column("id", "k1", "k2"), [column("id", "k1", "k1"), column("id", "k1")]),
    ],
)
def test_values_decide_whether_a_column_can_be_meant_and_names_which_of_several(
    field: str, right: Column, others: list[Column]
) -> None:
    assert best_column(field, [*others, right]) is right


def test_none_is_best_where_none_can_be_and_of_equal_ones_the_first_is() -> None:
    assert best_column("time", []) is None
    assert best_column("time", [column("time", *SAID), column("time")]) is None
    first, second = column("a", *TIMES), column("b", *TIMES)
    assert best_column("time", [first, second]) is first


def test_texts_of_several_words_are_said_and_single_or_equal_ones_less_so() -> None:
    # two words and more count 1, one word 0.3, none 0.02; times 0.5 and half the share of different texts
    assert wordiness(SAID) == 1.0
    assert wordiness(["two words", "two words"]) == 0.75
    assert wordiness(["word", "two words"]) == pytest.approx(0.65)
    assert wordiness(["17"]) == 0.02

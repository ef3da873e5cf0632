from hypothesis import given
from hypothesis import strategies as st

from replay.labels import Labels


def test_a_label_has_the_number_that_it_was_given_last() -> None:
    labels = Labels()
    labels.put("a", 1)
    labels.put("b", 2)
    labels.put("a", 3)
    assert [labels.get(name) for name in ("a", "b", "c")] == [3, 2, None]
    assert len(labels) == 2


def test_number_0_is_a_number_and_the_empty_label_is_a_label() -> None:
    labels = Labels()
    assert "" not in labels
    labels.put("", 0)
    assert "" in labels
    assert labels.get("") == 0


def test_a_label_is_new_once_whatever_number_it_is_given() -> None:
    labels = Labels()
    names = [f"id {number}" for number in range(20_000)]
    assert all(map(labels.put, names))
    assert not any(map(labels.put, names))
    assert not labels.put("id 7", 5)
    assert "id 20000" not in labels
    assert labels.put("")
    assert len(labels) == 20_001


def test_labels_are_found_again_after_the_table_has_grown() -> None:
    labels = Labels()
    for number in range(2_000):
        labels.put(f"message {number}", number)
    assert all(labels.get(f"message {number}") == number for number in range(2_000))
    assert "message 2000" not in labels


@given(st.dictionaries(st.text(st.characters(exclude_categories=())), st.integers(0, 2**32 - 1), max_size=30))
def test_any_text_is_a_label(numbers: dict[str, int]) -> None:
    labels = Labels()
    for label, number in numbers.items():
        labels.put(label, number)
    assert {label: labels.get(label) for label in numbers} == numbers


def test_adding_keeps_a_number_that_is_there_and_putting_does_not() -> None:
    labels = Labels()
    assert [labels.add("a", 3), labels.add("a", 4), labels.put("a", 5)] == [True, False, False]
    assert (labels.get("a"), len(labels)) == (5, 1)
    assert (labels.add("a", 6), labels.get("a")) == (False, 5)

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.messages import Message
from memory.position import Position
from replay import columns
from replay.columns import Names, Said, Texts


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columns, "_PLAIN_BYTES", 6)
    monkeypatch.setattr(columns, "_PACKED_BYTES", 4)


def texts_of(*texts: str) -> Texts:
    found = Texts()
    for text in texts:
        found.append(text)
    return found


@pytest.mark.usefixtures("small_blocks")
def test_texts_come_back_from_the_plain_block_the_packed_ones_and_the_open_one() -> None:
    # blocks: ["abc", "defg"] with 7 bytes, ["hijk"], ["", "lmnop"], and ["q"], which is still open
    said = ["abc", "defg", "hijk", "", "lmnop", "q"]
    found = texts_of(*said)
    assert [len(found._blocks), len(found)] == [3, 6]
    assert [found[row] for row in range(6)] == said
    assert [found[row] for row in (4, 0, 5, 3, 2, 1)] == [said[row] for row in (4, 0, 5, 3, 2, 1)]


@pytest.mark.usefixtures("small_blocks")
def test_a_text_is_at_its_own_row_and_at_no_other() -> None:
    found = texts_of("abcdef", "abc", "", "abc d")
    assert [found.is_at(row, "abc") for row in range(4)] == [False, True, False, False]
    assert [found.is_at(row, "") for row in range(4)] == [False, False, True, False]


@given(st.lists(st.text(st.characters(exclude_categories=()), max_size=9), max_size=20))
def test_any_texts_come_back_equal_halves_of_surrogate_pairs_included(said: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(columns, "_PLAIN_BYTES", 10)
        patch.setattr(columns, "_PACKED_BYTES", 10)
        found = texts_of(*said)
        assert [found[row] for row in range(len(found))] == said


def test_more_names_than_a_byte_can_number_are_told_apart() -> None:
    names = Names()
    for number in range(300):
        names.append(f"speaker {number}")
    names.append("speaker 7")
    assert [names[row] for row in (0, 255, 256, 299, 300)] == [
        "speaker 0", "speaker 255", "speaker 256", "speaker 299", "speaker 7",
    ]  # fmt: skip


def test_names_are_all_empty_until_one_is_not() -> None:
    names = Names()
    assert names.are_all_empty
    names.append("")
    assert names.are_all_empty
    names.append("Ada")
    assert not names.are_all_empty


def test_a_second_instant_belongs_to_the_rows_that_have_one() -> None:
    said = Said()
    for occurred_at_us in (None, 7, None, 0, None):
        said.append("Ada", "user", "hello", occurred_at_us)
    messages = [said.message(row, f"m{row}", Position(1, row)) for row in range(5)]
    assert [message.occurred_at_us for message in messages] == [None, 7, None, 0, None]


def test_a_row_is_what_a_message_says_whatever_its_id_and_place() -> None:
    said = Said()
    said.append("Ada", "user", "hello", 7)
    same = Message(id="x", position=Position(9, 9), speaker="Ada", role="user", text="hello", occurred_at_us=7)
    assert said.is_at(0, same)
    for other in ({"speaker": "Ben"}, {"role": "assistant"}, {"text": "hello!"}, {"occurred_at_us": None}):
        content = {"speaker": "Ada", "role": "user", "text": "hello", "occurred_at_us": 7, **other}
        assert not said.is_at(0, Message(id="x", position=Position(9, 9), **content))

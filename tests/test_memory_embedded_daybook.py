import pytest

from memory.embedded.daybook import DayBook, chunks, cut_on_line
from memory.messages import Batch, Forget
from memory.position import Position
from tests.contract_memory import LATER, NOON_US, message, messages

MIDNIGHT = Position(NOON_US + 12 * 3_600_000_000, 0)


def book_of(*texts: str) -> DayBook:
    book = DayBook("UTC")
    book.take(Batch(messages=tuple(messages(*texts)), now=LATER))
    return book


def by_id(*ids: str, person: str = "Ann", text: str = "Forget that.") -> Forget:
    return Forget(message_ids=ids, person=person, text=text)


def test_what_was_said_is_open_until_the_day_is_closed() -> None:
    book = book_of("one", "two")
    assert book.lines() == ["[2025-03-04 12:01] Ann: one", "[2025-03-04 12:02] Ann: two"]
    book.close_day()
    assert book.lines() == []
    book.take(Batch(messages=(message(3, "three"),), now=LATER))
    assert book.lines() == ["[2025-03-04 12:03] Ann: three"]


def test_a_batch_of_nothing_is_no_news() -> None:
    book = book_of("one")
    version = book.version
    book.take(Batch(messages=(), now=LATER))
    assert book.version == version


def test_what_is_forgotten_before_it_was_written_down_leaves_no_trace() -> None:
    book = book_of("my PIN is 1234", "two")
    book.forget(by_id("m000001"), LATER)
    assert book.lines() == ["[2025-03-04 12:02] Ann: two"]


def test_what_is_forgotten_after_it_was_written_down_is_named_for_the_model_to_remove() -> None:
    book = book_of("my PIN is 1234")
    book.close_day()
    book.take(Batch(messages=(message(2, "two"),), now=LATER))
    book.forget(by_id("m000001"), MIDNIGHT)
    note = "[2025-03-05 00:00] (Ann asked that this be forgotten: [2025-03-04 12:01] Ann: my PIN is 1234)"
    assert book.lines() == ["[2025-03-04 12:02] Ann: two", note]


def test_a_request_of_which_nothing_is_known_is_noted_in_its_own_words() -> None:
    book = book_of("one")
    book.forget(Forget(message_ids=(), person="", text="Forget the goose."), MIDNIGHT)
    assert book.lines()[-1] == "[2025-03-05 00:00] (Someone asked that this be forgotten: Forget the goose.)"


def test_every_change_is_another_version() -> None:
    book = book_of("one")
    versions = [book.version]
    book.forget(by_id("m9"), LATER)
    versions.append(book.version)
    book.close_day()
    versions.append(book.version)
    assert len(set(versions)) == 3


def test_the_newest_message_is_known_after_the_day_was_closed() -> None:
    assert DayBook("UTC").newest_us is None
    book = book_of("one", "two")
    book.close_day()
    assert book.newest_us == NOON_US + 120_000_000


def test_midnight_is_the_end_of_the_day_before() -> None:
    assert DayBook("UTC").end_of_day(MIDNIGHT) == "the end of Tuesday, 2025-03-04"


def test_a_long_day_is_cut_between_lines() -> None:
    # with its line end each line counts 4
    assert list(chunks(["aaa", "bbb", "ccc"], 8)) == ["aaa\nbbb", "ccc"]
    assert list(chunks(["aaa", "bbb", "ccc"], 7)) == ["aaa", "bbb", "ccc"]
    assert list(chunks([], 8)) == []


def test_a_line_longer_than_a_piece_stands_alone_and_whole() -> None:
    assert list(chunks(["a", "b" * 20, "c"], 8)) == ["a", "b" * 20, "c"]


@pytest.mark.parametrize(
    ("chars", "kept"),
    [(11, "aaa\nbbb\nccc"), (10, "aaa\nbbb"), (8, "aaa\nbbb"), (7, "aaa\nbbb"), (6, "aaa"), (3, "aaa"), (2, "aa")],
)
def test_a_text_is_cut_on_a_line_and_only_a_first_line_that_is_too_long_within(chars: int, kept: str) -> None:
    assert cut_on_line("aaa\nbbb\nccc", chars) == kept

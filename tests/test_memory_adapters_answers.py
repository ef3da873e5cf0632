import pytest
from pydantic import FiniteFloat, TypeAdapter

from memory.adapters.answers import LastAnswer, Shape, is_missing, rank_score, read_answer, searchable, told
from memory.errors import BackendFailure


class Found(Shape):
    text: str
    score: FiniteFloat


FOUND = TypeAdapter(list[Found])


class Refused(Exception):
    """As the systems' clients raise it: the headers stand in its text."""

    def __init__(self, status_code: int, body: object) -> None:
        super().__init__({"date": "Mon, 30 Nov 2026 00:00:00 GMT"}, status_code, body)
        self.status_code = status_code
        self.body = body


def test_an_answer_of_the_right_shape_is_read_and_what_is_not_needed_is_passed_over() -> None:
    (found,) = read_answer("search", FOUND, '[{"text": "x", "score": 1, "id": "7"}]')
    assert (found.text, found.score) == ("x", 1.0)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "all of it"),
        ("null", "all of it"),
        ("<html>", "all of it"),
        ('[{"score": 1}]', "0.text"),
        ('[{"text": 5, "score": 1}]', "0.text"),
        ('[{"text": "x", "score": NaN}]', "0.score"),
        ('[{"text": "x", "score": "1"}]', "0.score"),
        ('[{"text": "x", "score": 1e999}]', "0.score"),
    ],
)
def test_another_shape_is_a_failure_that_names_the_place(text: str, where: str) -> None:
    with pytest.raises(BackendFailure, match=f"search: the answer has another shape: {where}: "):
        read_answer("search", FOUND, text)


def test_what_is_shown_of_an_answer_holds_no_key_and_is_short() -> None:
    with pytest.raises(BackendFailure) as failure:
        read_answer("search", FOUND, "Bearer s3cret " * 500, "s3cret")
    assert "s3cret" not in str(failure.value)
    assert "Bearer [key]" in str(failure.value)
    assert len(str(failure.value)) < 250


def test_a_status_is_told_with_its_body_without_headers_and_key() -> None:
    trouble = told(Refused(429, {"message": "slow down, s3cret"}), "s3cret")
    assert trouble.outcome == "again"
    assert trouble.reason == "Refused: status 429: {'message': 'slow down, [key]'}"


def test_a_failure_of_ours_stays_what_it_is_and_is_final() -> None:
    trouble = told(BackendFailure("search", "the answer has another shape"))
    assert (trouble.outcome, trouble.reason) == ("final", "the answer has another shape")


def test_what_broke_without_a_status_is_told_as_ever() -> None:
    assert told(TimeoutError("read")).outcome == "unknown"
    assert told(ValueError("x")).reason == "ValueError: x"


def test_only_404_says_that_there_is_nothing_of_that_name() -> None:
    assert is_missing(Refused(404, None))
    assert not is_missing(Refused(410, None))
    assert not is_missing(ValueError("404"))


@pytest.mark.parametrize(
    ("query", "sent"),
    [
        ("seat?", "seat?"),
        ("座椅", "座椅"),
        ("a\0b", "a b"),
        ("a\ud800b", "ab"),
        ("", ""),
        (" \n", ""),
        ("?!", ""),
        ("\0", ""),
        ("\ud800", ""),
        ("😀", ""),
    ],
)
def test_a_query_is_sent_without_what_nobody_takes_and_not_at_all_without_a_word(query: str, sent: str) -> None:
    assert searchable(query) == sent


def test_ranks_make_falling_scores() -> None:
    assert [rank_score(rank) for rank in (1, 2, 4)] == [1.0, 0.5, 0.25]


def test_the_last_answer_is_the_one_that_is_kept() -> None:
    class Heard:
        def __init__(self, text: str) -> None:
            self._text = text
            self.text = "not read yet"

        def read(self) -> bytes:
            self.text = self._text
            return self._text.encode()

    last = LastAnswer()
    assert last.text == ""
    for text in ("one", "two"):
        last(Heard(text))
    assert last.text == "two"


def test_a_status_that_a_client_keeps_to_itself_is_told_all_the_same() -> None:
    hidden = RuntimeError("slow down, s3cret")
    hidden.__cause__ = Refused(429, None)
    trouble = told(hidden, "s3cret")
    assert (trouble.outcome, trouble.reason) == ("again", "RuntimeError: status 429: slow down, [key]")

"""Texts: memories that choke on some, and the report that names which."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from fixtures.doubles import HonestMemory
from memory.messages import Batch, Hit, Message
from memory.position import Position
from replay.memory_checks.suite import Check
from replay.memory_checks.texts import (
    CHECKS,
    ENORMOUS_CHARS,
    ODD_QUERIES,
    ODD_TEXTS,
    enormous_text_is_taken,
    odd_texts_are_taken,
    queries_are_data,
)
from tests.memory_checking import Ended, checked


@pytest.mark.parametrize("check", CHECKS)
def test_an_honest_memory_takes_any_text(check: Check) -> None:
    assert checked(check, HonestMemory) == Ended("passed", "")


def test_the_texts_hold_what_breaks_things() -> None:
    texts, queries = dict(ODD_TEXTS), dict(ODD_QUERIES)
    assert texts["the empty text"] == queries["the empty text"] == ""
    assert "\ud83d" in texts["a lone surrogate"]
    assert "\0" in texts["a NUL byte"]
    assert "\u202e" in texts["right to left"]
    assert len(queries["a huge query"]) > 100_000


def test_each_text_that_is_refused_is_named_and_the_others_are_still_tried() -> None:
    class Strict(HonestMemory):
        def ingest(self, batch: Batch) -> None:
            for message in batch.messages:
                message.text.encode()
                if not message.text:
                    raise ValueError("text is required")
            super().ingest(batch)

    ended = checked(odd_texts_are_taken, Strict)
    assert ended.how == "NotMet"
    one, two = ended.detail.split("; ")
    assert one == "ingest: ValueError: text is required (with the empty text)"
    assert two.startswith("ingest: UnicodeEncodeError: 'utf-8' codec can't encode")
    assert two.endswith(" (with a lone surrogate)")


def test_a_text_that_comes_back_as_another_is_lost_and_no_leak() -> None:
    class Ascii(HonestMemory):
        def ranked(self, query: str, messages: Iterable[Message]) -> list[Hit]:
            hits = super().ranked(query, messages)
            return [replace(hit, text=hit.text.encode("ascii", "replace").decode()) for hit in hits]

    ended = checked(odd_texts_are_taken, Ascii)
    assert ended.how == "NotMet"
    assert "emoji" in ended.detail
    assert "a lone surrogate" not in ended.detail, "what no file can hold may come back as question marks"


def test_what_comes_after_an_odd_text_must_still_be_found() -> None:
    class StopsAtNul(HonestMemory):
        def ingest(self, batch: Batch) -> None:
            if not any("\0" in message.text for message in self.delivered):
                super().ingest(batch)

    assert checked(odd_texts_are_taken, StopsAtNul).detail.startswith(
        "1 of 2 not found by their own words, such as m000014"
    )


def test_a_message_that_is_too_long_fails_where_it_is_refused() -> None:
    class Short(HonestMemory):
        def ingest(self, batch: Batch) -> None:
            if any(len(message.text) >= ENORMOUS_CHARS for message in batch.messages):
                raise ValueError("payload too large")
            super().ingest(batch)

    ended = checked(enormous_text_is_taken, Short)
    assert ended == Ended("BackendFailure", "ingest: ValueError: payload too large")
    assert checked(enormous_text_is_taken, Short, quick=True).how == "Skipped"


def test_a_query_that_is_read_as_syntax_is_named() -> None:
    class Syntax(HonestMemory):
        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            if query.count('"') % 2:
                raise SyntaxError("unterminated string")
            return super().search(query, limit=limit, now=now)

    assert checked(queries_are_data, Syntax) == Ended(
        "NotMet", "search: SyntaxError: unterminated string (with one quote)"
    )


def test_a_query_that_is_carried_out_is_seen_by_what_is_missing_after_it() -> None:
    class Injected(HonestMemory):
        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            if "DROP TABLE" in query:
                self.delivered = []
            return super().search(query, limit=limit, now=now)

    ended = checked(queries_are_data, Injected)
    assert ended.how == "NotMet"
    assert ended.detail.startswith("after these, ")

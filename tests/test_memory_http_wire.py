"""The contract over HTTP as data: instants, keys, and the schemas that a server's author reads."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from memory.backend import Capabilities
from memory.http_wire import (
    CapabilitiesAnswer,
    Now,
    WireHit,
    batch_to_wire,
    capabilities_from_wire,
    http_schemas,
    ingest_key,
    instant_text,
    instant_us,
)
from memory.messages import Batch
from tests.contract_memory import LATER, NOON_US, messages


def test_an_instant_is_written_in_utc_with_microseconds() -> None:
    assert instant_text(NOON_US + 5) == "2025-03-04T12:00:00.000005+00:00"
    assert instant_text(0) == "1970-01-01T00:00:00.000000+00:00"
    assert instant_text(-1) == "1969-12-31T23:59:59.999999+00:00"


@given(st.integers(-62_135_596_800_000_000, 253_402_300_799_999_999))
def test_every_instant_between_the_years_1_and_9999_is_read_as_it_was_written(at_us: int) -> None:
    assert instant_us(Now(at=instant_text(at_us), seq=0).at) == at_us


@pytest.mark.parametrize("text", ["", "2025-03-04", "2025-03-04T12:00:00", "1741089600", "2025-03-04 12:00:00Z", "٢"])
def test_what_is_no_instant_with_an_offset_is_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        Now(at=text, seq=0)


def test_the_key_is_that_of_namespace_first_and_last_message() -> None:
    one, two, three = (Batch(messages=(message,), now=LATER) for message in messages("a", "b", "c"))
    assert ingest_key("x", one) == ingest_key("x", Batch(messages=one.messages, now=one.messages[0].position))
    longer = Batch(messages=(*one.messages, *two.messages), now=LATER)
    assert len({ingest_key("x", batch) for batch in (one, two, three, longer)} | {ingest_key("y", one)}) == 5
    assert batch_to_wire(one, "x", "UTC").key == ingest_key("x", one)


def test_a_server_that_says_nothing_can_what_a_class_can_that_says_nothing() -> None:
    assert capabilities_from_wire(CapabilitiesAnswer()) == Capabilities(served=True)


def test_a_score_may_be_a_whole_number_but_no_text_or_nan() -> None:
    assert WireHit.model_validate_json('{"text": "a", "score": 3}').score == 3.0
    for score in ('"3"', "NaN", "null", "true"):
        with pytest.raises(ValidationError):
            WireHit.model_validate_json(f'{{"text": "a", "score": {score}}}')


def test_the_schemas_name_every_endpoint_and_hold_what_they_refer_to() -> None:
    schemas = http_schemas()
    shown = [(one["method"], one["path"], one["required"]) for one in schemas["endpoints"]]
    assert shown == [
        ("GET", "/capabilities", False),
        ("POST", "/leftovers", False),
        ("DELETE", "/namespace/{namespace}", False),
        ("POST", "/ingest", True),
        ("POST", "/settle", False),
        ("POST", "/search", True),
        ("POST", "/context", False),
        ("POST", "/tick", False),
        ("POST", "/forget", False),
    ]
    for endpoint in schemas["endpoints"]:
        for side in ("request", "answer"):
            if endpoint[side] is not None:
                assert endpoint[side]["$ref"].removeprefix("#/$defs/") in schemas["$defs"]
    hit = schemas["$defs"]["WireHit"]
    assert (hit["required"], hit["additionalProperties"]) == (["text", "score"], False)

"""Events are facts that survive being written and read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vehicle.errors import UnknownEvent
from vehicle.events import CommandRejected, Event, FieldChanged, event_from_json, event_to_json

EVENTS: list[tuple[Event, str]] = [
    (FieldChanged(path="HUD.is_on", value=True), '{"kind":"field_changed","path":"HUD.is_on","value":true}'),
    (FieldChanged(path="HUD.height_level", value=7), '{"kind":"field_changed","path":"HUD.height_level","value":7}'),
    (
        FieldChanged(path="music.favorite_list[0]", value=None),
        '{"kind":"field_changed","path":"music.favorite_list[0]","value":null}',
    ),
    (
        CommandRejected(command="f", args={"a": [1, None, {"b": "家"}]}, reason="no", early=True),
        '{"kind":"command_rejected","command":"f","args":{"a":[1,null,{"b":"\\u5bb6"}]},"reason":"no","early":true}',
    ),
]


@pytest.mark.parametrize(("event", "text"), EVENTS)
def test_an_event_is_one_line_of_ascii_tagged_by_its_kind(event: Event, text: str) -> None:
    assert event_to_json(event) == text
    assert event_from_json(text) == event


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "expected field_changed"),
        ('{"kind":"door_slammed"}', "expected field_changed"),
        ('{"kind":"field_changed","path":"HUD.is_on"}', "expected field_changed"),
        ('{"kind":"field_changed","path":"HUD.is_on","value":1.5}', "expected field_changed"),
        ('{"kind":"field_changed","path":3,"value":1}', "expected field_changed"),
        ('{"kind":"field_changed","path":"HUD.is_on","value":1,"at":2}', "field_changed has no 'at'"),
        ('{"kind":"command_rejected","command":"f","args":[],"reason":"","early":false}', "expected field_changed"),
        ('{"kind":"command_rejected","command":"f","args":{},"reason":"","early":0}', "expected field_changed"),
    ],
)
def test_a_record_that_is_no_event_is_an_error_that_names_the_kinds(text: str, problem: str) -> None:
    with pytest.raises(UnknownEvent, match=problem):
        event_from_json(text)


@given(
    st.builds(
        CommandRejected,
        command=st.text(),
        args=st.dictionaries(st.text(), st.text(st.characters(exclude_categories=())) | st.integers() | st.booleans()),
        reason=st.text(),
        early=st.booleans(),
    )
)
def test_every_rejection_is_read_back_equal(event: CommandRejected) -> None:
    text = event_to_json(event)
    assert text.isascii()
    assert "\n" not in text
    assert event_from_json(text) == event

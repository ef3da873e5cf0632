"""Events as text and as plain data."""

from replay.event_words import event_dict, event_text, value_text
from vehicle.events import CommandRejected, FieldChanged


def test_a_change_is_field_and_value_as_json_writes_it() -> None:
    assert event_text(FieldChanged(path="radio.volume", value=30)) == "radio.volume = 30"
    assert event_text(FieldChanged(path="radio.is_on", value=True)) == "radio.is_on = true"
    assert event_text(FieldChanged(path="light.ambient.color", value="红")) == 'light.ambient.color = "红"'
    assert value_text(None) == "-"


def test_a_refusal_is_the_call_and_the_reason() -> None:
    event = CommandRejected(command="f", args={"a": 1}, reason="too much", early=True)
    assert event_text(event) == "refused f(a=1): too much (after it had changed something)"
    assert event_dict(event) == {
        "kind": "command_rejected", "command": "f", "args": {"a": 1}, "reason": "too much", "early": True,
    }  # fmt: skip


def test_no_control_character_reaches_a_terminal() -> None:
    assert "\x1b" not in event_text(CommandRejected(command="f\x1b", args={"\x1b": "\x1b"}, reason="\x1b"))
    assert "\ud800" not in event_text(FieldChanged(path="radio.volume", value="\ud800"))

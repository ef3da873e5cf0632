"""The state comes from the events alone."""

from typing import Any, cast

import pytest

from vehicle.commands import Command
from vehicle.errors import UnknownEvent, UnknownField
from vehicle.events import CommandRejected, Event, FieldChanged
from vehicle.fold import CarriedOut, carry_out, evolve, fold
from vehicle.state import FACTORY, State


def test_no_events_are_the_start_itself() -> None:
    start = State({"HUD.is_on": True})
    assert fold((), start) is start
    assert fold(()) is FACTORY


def test_each_event_is_done_in_its_order() -> None:
    events = [FieldChanged(path="HUD.height_level", value=value) for value in (7, 8, 5, 6)]
    assert fold(events) == State({"HUD.height_level": 6})
    assert fold(events[:3]) == FACTORY


def test_folding_is_evolving_event_by_event() -> None:
    events: list[Event] = [
        FieldChanged(path="music.favorite_list[0]", value="A"),
        CommandRejected(command="f", reason="no"),
        FieldChanged(path="trunk.is_on", value=True),
        FieldChanged(path="music.favorite_list[0]", value=None),
    ]
    state = FACTORY
    for event in events:
        state = evolve(state, event)
    assert state == fold(events) == State({"trunk.is_on": True})


def test_a_rejection_changes_nothing() -> None:
    assert evolve(FACTORY, CommandRejected(command="f", reason="no")) is FACTORY


def test_no_rule_of_the_car_is_looked_at_again() -> None:
    assert evolve(FACTORY, FieldChanged(path="fuelPort.is_open", value=True)).value("fuelPort.is_open") is True


def test_what_is_not_known_is_an_error() -> None:
    with pytest.raises(UnknownEvent, match="expected FieldChanged or CommandRejected, found dict"):
        fold([cast(Any, {"kind": "door_slammed"})])
    with pytest.raises(UnknownField, match=r"no field 'trunk.lid'"):
        evolve(FACTORY, FieldChanged(path="trunk.lid", value=True))
    with pytest.raises(UnknownField, match="always exists"):
        evolve(FACTORY, FieldChanged(path="trunk.is_on", value=None))


def test_a_rejected_command_is_passed_over_and_the_rest_goes_on() -> None:
    done = carry_out(
        FACTORY,
        [
            Command(name="carcontrol_HUD_set_height_level", args={"level": 99}),
            Command(name="carcontrol_trunk_switch", args={"switch": True}),
            Command(name="carcontrol_trunk_switch", args={"switch": True}),
        ],
    )
    reason = "level was 99, allowed: a whole number, 1 to 10"
    assert done == CarriedOut(
        accepted=(False, True, True),
        events=(
            FieldChanged(path="HUD.is_on", value=True),
            CommandRejected(command="carcontrol_HUD_set_height_level", args={"level": 99}, reason=reason, early=True),
            FieldChanged(path="trunk.is_on", value=True),
        ),
        state=State({"HUD.is_on": True, "trunk.is_on": True}),
    )


def test_no_commands_leave_the_state_as_it_is() -> None:
    assert carry_out(FACTORY, []) == CarriedOut(accepted=(), events=(), state=FACTORY)

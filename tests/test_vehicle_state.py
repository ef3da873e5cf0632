"""A state is the factory with changes on top; only what differs is kept."""

import pytest

from vehicle.catalogue import FIELDS
from vehicle.errors import UnknownField
from vehicle.state import FACTORY, State, diff


def test_the_factory_state_has_every_field_at_its_factory_value() -> None:
    assert dict(FACTORY.items()) == dict(FIELDS)
    assert FACTORY.changes() == {}
    assert FACTORY.n_fields == 215


def test_a_value_that_equals_the_factory_is_no_change() -> None:
    state = FACTORY.with_values([("HUD.is_on", True), ("HUD.is_on", False)])
    assert state.changes() == {}
    assert state == FACTORY
    assert hash(state) == hash(FACTORY)


def test_the_values_of_a_state_are_its_changes_on_top_of_the_factory() -> None:
    state = State({"HUD.height_level": 7})
    assert state.value("HUD.height_level") == 7
    assert state.value("HUD.brightness_level") == 5
    assert state.value("HUD.is_on") is False


def test_a_state_never_changes() -> None:
    state = State({"HUD.height_level": 7})
    state.with_values([("HUD.height_level", 8)])
    state.changes()["HUD.height_level"] = 9
    assert state.value("HUD.height_level") == 7


def test_a_field_that_comes_later_exists_only_while_it_has_a_value() -> None:
    state = State({"music.favorite_list[0]": "Lantern"})
    assert state.get("music.favorite_list[0]") == "Lantern"
    assert state.n_fields == 216
    assert dict(state.items()) == dict(FIELDS) | {"music.favorite_list[0]": "Lantern"}
    gone = state.with_values([("music.favorite_list[0]", None)])
    assert gone.get("music.favorite_list[0]") is None
    assert gone == FACTORY


def test_an_unknown_field_is_an_error_that_lists_those_of_its_module() -> None:
    with pytest.raises(UnknownField, match=r"no field 'trunk.lid' in this state; trunk has trunk.is_on, trunk.open"):
        FACTORY.value("trunk.lid")
    with pytest.raises(UnknownField, match=r"modules are HUD, "):
        State({"engine.is_on": True})
    with pytest.raises(UnknownField):
        FACTORY.value("radio.current_station.name")


def test_a_factory_field_cannot_be_taken_away() -> None:
    with pytest.raises(UnknownField, match="always exists"):
        FACTORY.with_values([("HUD.is_on", None)])


def test_a_difference_names_each_field_with_both_values() -> None:
    a = State({"HUD.is_on": True, "trunk.open_degree": 5, "radio.current_station.name": "News FM"})
    b = State({"HUD.is_on": True, "trunk.open_degree": 6, "radio.volume": 10})
    assert diff(a, b) == {
        "trunk.open_degree": (5, 6),
        "radio.volume": (50, 10),
        "radio.current_station.name": ("News FM", None),
    }
    assert diff(b, a)["radio.current_station.name"] == (None, "News FM")


def test_equal_states_have_no_difference() -> None:
    assert diff(State({"HUD.is_on": True}), State({"HUD.is_on": True})) == {}
    assert diff(FACTORY, FACTORY) == {}


def test_a_state_is_shown_by_what_differs_from_the_factory() -> None:
    assert repr(FACTORY) == "State()"
    assert repr(State({"HUD.is_on": True})) == "State({'HUD.is_on': True})"
    assert FACTORY != "State()"


def test_a_number_is_not_the_boolean_that_python_takes_it_for() -> None:
    assert State({"fuelPort.is_locked": 1}).changes() == {"fuelPort.is_locked": 1}
    assert State({"HUD.is_on": 0}).changes() == {"HUD.is_on": 0}

"""Every rule of the car: what a command changes, what it is refused for, and what it wakes all the same."""

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vehicle.catalogue import COMMANDS
from vehicle.commands import Command
from vehicle.decide import decide, decide_each
from vehicle.events import CommandRejected, FieldChanged, event_from_json, event_to_json
from vehicle.fold import carry_out, fold
from vehicle.state import FACTORY, State


def changed(state: State, short_name: str, **args: Any) -> dict[str, Any]:
    """What an accepted command changes in this state."""
    events = decide(state, Command(name=f"carcontrol_{short_name}", args=args))
    assert all(isinstance(event, FieldChanged) for event in events), events
    return {event.path: event.value for event in events if isinstance(event, FieldChanged)}


def refused(state: State, short_name: str, **args: Any) -> tuple[str, dict[str, Any]]:
    """Why a command is refused in this state, and what it changed before."""
    *early, last = decide(state, Command(name=f"carcontrol_{short_name}", args=args))
    assert isinstance(last, CommandRejected)
    assert last.early is bool(early)
    return last.reason, {event.path: event.value for event in early if isinstance(event, FieldChanged)}


# ---- changes ------------------------------------------------------------------------------------------------------


def test_a_command_changes_only_what_differs() -> None:
    assert changed(FACTORY, "HUD_switch", switch=True) == {"HUD.is_on": True}
    assert changed(FACTORY, "HUD_switch", switch=False) == {}
    assert changed(State({"HUD.is_on": True}), "HUD_set_height_level", level=6) == {"HUD.height_level": 6}


def test_a_level_switches_its_device_on() -> None:
    assert changed(FACTORY, "seat_set_heating_level", seat="driver", level=1) == {"seat.driver.heating_mode": True}
    assert changed(FACTORY, "wiper_set_speed", wiper="后", speed=3) == {"wiper.rear.is_on": True, "wiper.rear.speed": 3}


def test_a_position_addresses_its_places_in_the_cars_order() -> None:
    events = decide(FACTORY, Command(name="carcontrol_window_set_open", args={"window": "rear", "is_open": True}))
    assert events == (
        FieldChanged(path="window.rear_left.is_open", value=True),
        FieldChanged(path="window.rear_right.is_open", value=True),
    )


def test_a_value_that_already_stands_at_one_place_is_an_event_at_the_others_only() -> None:
    state = State({"footPedal.driver.is_on": True})
    assert changed(state, "footPedal_set_switch", position="all", switch=True) == {"footPedal.passenger.is_on": True}


def test_how_far_the_front_trunk_is_open_says_whether_it_is_open() -> None:
    assert changed(FACTORY, "frontTrunk_set_open_degree", degree=1) == {
        "frontTrunk.open_degree": 1, "frontTrunk.is_on": True,
    }  # fmt: skip
    opened = State({"frontTrunk.open_degree": 1, "frontTrunk.is_on": True})
    assert changed(opened, "frontTrunk_set_open_degree", degree=0) == {
        "frontTrunk.open_degree": 0, "frontTrunk.is_on": False,
    }  # fmt: skip


def test_the_front_trunk_stays_shut_when_the_degree_is_refused() -> None:
    assert refused(FACTORY, "frontTrunk_set_open_degree", degree=101)[1] == {}


def test_how_far_the_trunk_is_open_says_whether_it_is_open() -> None:
    assert changed(FACTORY, "trunk_set_open_degree", degree=100) == {"trunk.is_on": True, "trunk.open_degree": 100}
    assert changed(State({"trunk.is_on": True}), "trunk_set_open_degree", degree=0) == {"trunk.is_on": False}


def test_the_sunroof_unlocks_to_open_and_locks_when_it_closes() -> None:
    locked = State({"sunroof.is_locked": True})
    assert changed(locked, "sunroof_set_open_degree", degree=5) == {
        "sunroof.is_locked": False, "sunroof.open_degree": 5,
    }  # fmt: skip
    assert changed(FACTORY, "sunroof_set_open_degree", degree=0) == {"sunroof.is_locked": True}


def test_how_far_a_window_is_open_says_whether_it_is_open() -> None:
    assert changed(FACTORY, "window_set_open_degree", window="", degree=30) == {
        "window.driver.open_degree": 30, "window.driver.is_open": True,
    }  # fmt: skip
    opened = State({"window.driver.open_degree": 30, "window.driver.is_open": True})
    assert changed(opened, "window_set_open_degree", window=None, degree=0) == {
        "window.driver.open_degree": 0, "window.driver.is_open": False,
    }  # fmt: skip


def test_how_far_a_sunshade_is_open_says_whether_it_is_open() -> None:
    assert changed(FACTORY, "sunshade_set_open_degree", sunshade="rear", degree="最小") == {
        "sunshade.rear.open_degree": "min", "sunshade.rear.is_open": True,
    }  # fmt: skip
    opened = State({"sunshade.rear.open_degree": "min", "sunshade.rear.is_open": True})
    assert changed(opened, "sunshade_set_open_degree", sunshade="rear", degree="关闭") == {
        "sunshade.rear.open_degree": "close", "sunshade.rear.is_open": False,
    }  # fmt: skip


def test_both_sunshades_close_on_lock_whichever_is_named() -> None:
    both = {"sunshade.front.auto_close_on_lock": True, "sunshade.rear.auto_close_on_lock": True}
    assert changed(FACTORY, "sunshade_set_auto_close_on_lock", sunshade="rear", enabled=True) == both
    assert changed(FACTORY, "sunshade_set_auto_close_on_lock", sunshade=None, enabled=True) == both
    assert refused(FACTORY, "sunshade_set_auto_close_on_lock", sunshade="left", enabled=True)[1] == {}


# ---- navigation and media -----------------------------------------------------------------------------------------

GOING = State({
    "navigation.is_on": True,
    "navigation.current_destination.name": "harbour",
    "navigation.current_destination.route_preference": "no_toll",
    "navigation.current_destination.is_navigating": True,
})  # fmt: skip
AT_EASE = {
    "navigation.current_destination.name": "",
    "navigation.current_destination.route_preference": "fastest",
    "navigation.current_destination.is_navigating": False,
}


def test_a_destination_switches_the_navigation_on() -> None:
    assert changed(FACTORY, "navigation_navigate_to", destination=" harbour ", route_preference="避免收费") == dict(
        GOING.changes()
    )


def test_a_route_that_is_left_out_is_the_fastest() -> None:
    for route in ({}, {"route_preference": None}, {"route_preference": ""}):
        assert changed(GOING, "navigation_navigate_to", destination="harbour", **route) == {
            "navigation.current_destination.route_preference": "fastest"
        }


def test_a_blank_destination_changes_nothing_and_a_wrong_route_wakes_the_navigation() -> None:
    for destination in (None, "", "  ", 7):
        assert refused(FACTORY, "navigation_navigate_to", destination=destination, route_preference="x")[1] == {}
    assert refused(FACTORY, "navigation_navigate_to", destination="harbour", route_preference="最远")[1] == {
        "navigation.is_on": True
    }


def test_switching_the_navigation_off_forgets_the_destination_and_on_keeps_it() -> None:
    assert changed(GOING, "navigation_switch", switch=False) == {"navigation.is_on": False, **AT_EASE}
    assert changed(GOING, "navigation_switch", switch=True) == {}


def test_stopping_forgets_the_destination_and_leaves_the_navigation_on() -> None:
    assert changed(GOING, "navigation_stop") == AT_EASE
    assert changed(FACTORY, "navigation_stop") == {}


def test_switching_the_video_off_stops_it() -> None:
    playing = State({"video.is_on": True, "video.current_video.name": "Tides", "video.current_video.is_playing": True})
    assert changed(FACTORY, "video_play_video", video_name="\tTides ") == playing.changes()
    assert changed(playing, "video_switch", switch=False) == {
        "video.is_on": False, "video.current_video.name": "", "video.current_video.is_playing": False,
    }  # fmt: skip
    assert refused(FACTORY, "video_play_video", video_name=" ")[1] == {}


@pytest.mark.parametrize(
    ("args", "name", "frequency"),
    [
        ({"name": "News FM"}, "News FM", "98.7MHz"),
        ({"frequency": "103.2MHz"}, "Music FM", "103.2MHz"),
        ({"name": "Music FM", "frequency": "98.7MHz"}, "News FM", "98.7MHz"),
        ({"name": "News FM", "frequency": "103.2MHz"}, "News FM", "98.7MHz"),
        ({"name": "Pier", "frequency": "103.2MHz"}, "Music FM", "103.2MHz"),
        ({"name": "news fm"}, "news fm", ""),
        ({"name": " News FM"}, " News FM", ""),
        ({"frequency": "98.7"}, "", "98.7"),
        ({"name": "   "}, "   ", ""),
        ({"name": "Pier", "frequency": None}, "Pier", ""),
    ],
)
def test_a_station_is_the_first_preset_that_matches_or_what_was_given(
    args: dict[str, Any], name: str, frequency: str
) -> None:
    assert changed(FACTORY, "radio_play_station", **args) == {
        "radio.is_on": True, "radio.current_station.name": name, "radio.current_station.frequency": frequency,
    }  # fmt: skip


@pytest.mark.parametrize("args", [{}, {"name": ""}, {"name": None, "frequency": ""}, {"name": 98.7}])
def test_the_radio_wakes_even_without_a_station(args: dict[str, Any]) -> None:
    assert refused(FACTORY, "radio_play_station", **args)[1] == {"radio.is_on": True}


def test_a_song_replaces_the_one_before_it_and_its_artist() -> None:
    state = State({"music.is_on": True, "music.current_song.name": "One", "music.current_song.artist": "A"})
    assert changed(state, "music_play_song", song_name=" Two ") == {
        "music.current_song.name": "Two", "music.current_song.artist": "",
    }  # fmt: skip
    assert changed(FACTORY, "music_play_song", song_name="Two", artist=" B ") == {
        "music.is_on": True, "music.current_song.name": "Two", "music.current_song.artist": "B",
    }  # fmt: skip
    assert refused(FACTORY, "music_play_song", song_name="  ", artist="B")[1] == {}


def play(*steps: str) -> State:
    """The state after songs played (`Name`), made favourites (`+`) and no longer (`-`)."""
    commands = [
        Command(name="carcontrol_music_set_favorite", args={"favorite": step == "+"})
        if step in "+-"
        else Command(name="carcontrol_music_play_song", args={"song_name": step})
        for step in steps
    ]
    done = carry_out(FACTORY, commands)
    assert all(done.accepted)
    return done.state


def favorites(state: State) -> list[Any]:
    return [value for path, value in sorted(state.changes().items()) if path.startswith("music.favorite_list")]


def test_favourites_keep_the_order_in_which_they_were_added_and_each_song_once() -> None:
    state = play("A", "+", "B", "+", "A", "+")
    assert favorites(state) == ["A", "B"]
    assert state.value("music.current_song.is_favorited") is True


def test_a_favourite_that_is_taken_off_leaves_no_gap() -> None:
    state = play("A", "+", "B", "+", "C", "+", "A", "-")
    assert favorites(state) == ["B", "C"]
    assert state.get("music.favorite_list[2]") is None
    assert state.value("music.current_song.is_favorited") is False


def test_the_last_favourite_that_is_taken_off_takes_the_list_with_it() -> None:
    assert favorites(play("A", "+", "-")) == []
    assert play("A", "+", "-") == play("A")


def test_taking_off_what_is_no_favourite_changes_nothing() -> None:
    assert changed(play("A", "+", "B"), "music_set_favorite", favorite=False) == {}


def test_a_song_that_is_a_favourite_is_played_as_one_unless_it_was_given_with_blanks() -> None:
    state = play("A", "+", "B")
    assert changed(state, "music_play_song", song_name="A")["music.current_song.is_favorited"] is True
    assert "music.current_song.is_favorited" not in changed(state, "music_play_song", song_name=" A ")


def test_without_a_song_there_is_no_favourite_but_the_music_wakes() -> None:
    for favorite in (True, False):
        reason, early = refused(FACTORY, "music_set_favorite", favorite=favorite)
        assert reason == "no song is being played, play one first"
        assert early == {"music.is_on": True}


# ---- refusals -----------------------------------------------------------------------------------------------------


def test_a_locked_fuel_port_does_not_open_but_closes() -> None:
    assert refused(FACTORY, "fuelPort_set_open", open_state=True) == (
        "the fuel port is locked: unlock it first", {},
    )  # fmt: skip
    assert changed(FACTORY, "fuelPort_set_open", open_state=False) == {}
    assert changed(State({"fuelPort.is_locked": False}), "fuelPort_set_open", open_state=True) == {
        "fuelPort.is_open": True
    }


def test_no_door_opens_when_one_that_is_meant_is_locked() -> None:
    state = State({"door.rear_left.is_locked": True})
    assert refused(state, "door_set_open", door="all", is_open=True)[1] == {}
    assert changed(state, "door_set_open", door="rear_right", is_open=True) == {"door.rear_right.is_open": True}
    assert changed(state, "door_set_open", door="all", is_open=False) == {}


@pytest.mark.parametrize("level", [0, 11, 5.5, "5", None, True, math.nan])
def test_a_refused_level_wakes_the_device(level: object) -> None:
    assert refused(FACTORY, "HUD_set_height_level", level=level)[1] == {"HUD.is_on": True}


def test_a_refusal_is_early_only_if_something_really_woke() -> None:
    assert refused(State({"HUD.is_on": True}), "HUD_set_height_level", level=0)[1] == {}


@pytest.mark.parametrize(
    ("degree", "wakes"),
    [
        (101, True), (0.5, True), (100.0, True), (math.inf, True), (10**4000, True),
        (-1, False), (0.0, False), (-0.5, False), (math.nan, False), ("50", False), (None, False), (True, False),
        ([1], False),
    ],
)  # fmt: skip
def test_a_refused_degree_wakes_the_trunk_and_the_sunroof_when_it_is_a_number_above_zero(
    degree: object, wakes: bool
) -> None:
    assert refused(FACTORY, "trunk_set_open_degree", degree=degree)[1] == ({"trunk.is_on": True} if wakes else {})
    locked = State({"sunroof.is_locked": True})
    early = {"sunroof.is_locked": False} if wakes else {}
    assert refused(locked, "sunroof_set_open_degree", degree=degree)[1] == early


@pytest.mark.parametrize(
    ("command", "args"),
    [
        ("seat_set_heating_level", {"seat": "", "level": 2}),
        ("seat_set_heating_level", {"seat": "driver", "level": 9}),
        ("airConditioner_set_temperature", {"zone": "driver", "temperature": 36}),
        ("rearviewMirror_set_power", {"side": None, "is_on": True}),
        ("light_set_reading_light_brightness", {"light": "all", "brightness": 0}),
        ("navigation_set_traffic_display", {"enabled": "false"}),
        ("music_set_lyrics_display", {"enabled": 1}),
    ],
)
def test_a_command_that_wakes_nothing_early_changes_nothing_when_it_is_refused(
    command: str, args: dict[str, Any]
) -> None:
    assert refused(FACTORY, command, **args)[1] == {}


def test_missing_and_unexpected_arguments_are_refused_before_anything_wakes() -> None:
    assert refused(FACTORY, "HUD_set_height_level") == ("missing level, allowed: level", {})
    assert refused(FACTORY, "HUD_set_height_level", level=5, extra=1) == ('unexpected "extra", allowed: level', {})
    assert refused(FACTORY, "radio_play_station", extra=1)[0] == (
        'unexpected "extra", allowed: name (optional), frequency (optional)'
    )
    assert refused(FACTORY, "navigation_stop", now=True)[0] == 'unexpected "now", allowed: no arguments'


def test_an_unknown_command_is_refused_with_those_that_are_known() -> None:
    reason, early = refused(FACTORY, "trunk_open", degree=3)
    assert reason == (
        'no command "carcontrol_trunk_open"; commands are carcontrol_trunk_switch, carcontrol_trunk_set_open_degree'
    )
    assert early == {}
    assert refused(FACTORY, "boot_open")[0].startswith('no command "carcontrol_boot_open"; modules are HUD, ')


def test_a_rejection_keeps_the_arguments_as_far_as_json_carries_them() -> None:
    (event,) = decide(FACTORY, Command(name="nonsense", args={"a": math.nan, "b": [10**30], "c": {1}}))
    assert event == CommandRejected(
        command="nonsense",
        args={"a": "<nan>", "b": ["<integer of 100 bits>"], "c": "<set>"},
        reason=event.reason if isinstance(event, CommandRejected) else "",
    )


# ---- promises -----------------------------------------------------------------------------------------------------

_DEEP: list[object] = []
for _ in range(300):
    _DEEP = [_DEEP]
HOSTILE = st.sampled_from(
    ["", " ", "\ud800", "家", "driver", "all", "1080p", 0, 1, -1, 50, 10**4000, 0.5, math.nan, math.inf, True, False,
     None, [], [1], {}, {"a": 1}, {1, 2}, (), b"x", object(), _DEEP]
)  # fmt: skip


@st.composite
def commands(draw: st.DrawFn) -> Command:
    """Any command with arguments of its own, right and wrong ones."""
    row = COMMANDS[draw(st.sampled_from(sorted(COMMANDS)))]
    args: dict[str, Any] = {}
    for parameter in row.parameters:
        words = [*parameter.values, "driver", "all", "both", "front", "Tides"]
        plausible = st.sampled_from(words) | st.integers(0, 12)
        if draw(st.integers(0, 9)):
            args[parameter.name] = draw(st.booleans() if parameter.kind == "boolean" else plausible | HOSTILE)
    return Command(name=row.name, args=args)


@given(
    name=st.sampled_from([*COMMANDS, "", "carcontrol_", "\ud800", "x" * 10_000]) | HOSTILE, args=HOSTILE, more=HOSTILE
)
@settings(deadline=None)
def test_whatever_a_model_makes_up_is_events_that_can_be_stored(name: Any, args: Any, more: Any) -> None:
    row = COMMANDS.get(name) if isinstance(name, str) else None
    named = {parameter.name: args for parameter in row.parameters} if row else {"x": args, 7: more}
    for given_args in (args, named):
        for event in decide(FACTORY, Command(name=name, args=given_args)):
            assert event_from_json(event_to_json(event)) == event


@given(st.lists(commands(), max_size=12))
@settings(deadline=None)
def test_every_change_is_one_from_the_state_as_it_then_is(some: list[Command]) -> None:
    state = FACTORY
    for event in carry_out(FACTORY, some).events:
        if isinstance(event, FieldChanged):
            assert state.get(event.path) != event.value
        state = fold((event,), state)


@given(st.lists(commands(), max_size=12))
@settings(deadline=None)
def test_deciding_each_is_deciding_one_after_another(some: list[Command]) -> None:
    state, one_by_one = FACTORY, []
    for command in some:
        one_by_one.append(decide(state, command))
        state = fold(one_by_one[-1], state)
    assert decide_each(FACTORY, some) == one_by_one


@given(st.lists(commands(), max_size=6), commands())
@settings(deadline=None)
def test_carrying_out_a_command_again_at_once_changes_nothing(some: list[Command], command: Command) -> None:
    state = carry_out(FACTORY, [*some, command]).state
    assert carry_out(state, [command]).state == state


def test_deciding_does_not_touch_the_state() -> None:
    state = State({"HUD.is_on": True})
    decide(state, Command(name="carcontrol_HUD_switch", args={"switch": False}))
    assert state == State({"HUD.is_on": True})

"""What the question makes of a remembered value, free names, and places."""

import pytest

from replay.agents.lexical.choose import choose
from replay.agents.lexical.claims import claims_of
from replay.agents.lexical.facts import read_context
from replay.agents.lexical.given import own_value
from replay.agents.lexical.lexicon import BY_KEY
from replay.agents.lexical.names import named_request
from replay.agents.lexical.plan import Step, step_for
from replay.agents.lexical.recall import query_for
from replay.agents.lexical.scene import read_scene
from replay.agents.lexical.values import Shift, between, shift_of, shifted

PEOPLE = ("Maya Stone", "Omar Reyes")


@pytest.mark.parametrize(
    ("request_", "shift"),
    [
        ("my usual level", Shift()),
        ("one notch brighter than usual", Shift(add=1)),
        ("a bit higher, please", Shift(add=1)),
        ("slightly lower", Shift(add=-1)),
        ("three units higher than saved", Shift(add=3)),
        ("make it 10 levels brighter", Shift(add=10)),
        ("raise it by 4", Shift(add=4)),
        ("it may exceed what you have on record by 3", Shift(add=3)),
        ("5 lower than what I have on the phone", Shift(add=-5)),
        ("my daytime value minus 5", Shift(add=-5)),
        ("lower it to 5", Shift()),
        ("the same, but take 5 off", Shift(add=-5)),
        ("knock another 2 levels off", Shift(add=-2)),
        ("take 5 of them off the roof", Shift()),
        ("radio at my level plus 6, the rain swallows half of it", Shift(add=6)),
        ("my usual minus 3, twice i have had to squint", Shift(add=-3)),
        ("double of last time", Shift(factor=2.0)),
        ("half of what it was", Shift(factor=0.5)),
        ("it is a bit warm outside", Shift()),
        ("nudge it up one", Shift(add=1)),
        ("ease it down three", Shift(add=-3)),
        ("go five under my normal", Shift(add=-5)),
        ("a couple of steps higher", Shift(add=2)),
        ("a single step down from there", Shift(add=-1)),
        ("raise it one from my usual", Shift(add=1)),
        ("back it off by two", Shift(add=-2)),
        ("two of us are up to mischief", Shift()),
        ("one small notch above what i had", Shift(add=1)),
        ("as loud as your novels, or i'll lose half of it", Shift()),
        ("", Shift()),
    ],
)
def test_a_request_shifts_what_is_remembered(request_: str, shift: Shift) -> None:
    assert shift_of(BY_KEY["seat.headrest"], request_) == shift


def test_zooming_in_is_more_and_out_is_less() -> None:
    assert shift_of(BY_KEY["navigation.zoom"], "zoom out one level") == Shift(add=-1)
    assert shift_of(BY_KEY["navigation.zoom"], "zoom in two levels") == Shift(add=2)


def test_a_shifted_value_stays_within_limits_and_words_stay() -> None:
    hud = BY_KEY["hud.brightness"]
    assert [shifted(hud, value, Shift(add=3)) for value in (1, 7, 8, 10)] == [4, 10, 10, 10]
    assert shifted(hud, 7, Shift(factor=0.5)) == 3
    assert shifted(hud, True, Shift(add=3)) is True
    assert shifted(BY_KEY["light.ambient"], "blue", Shift(add=3)) == "blue"


def test_a_request_may_give_the_value_itself() -> None:
    scene = read_scene("Maya told the car: 'Play it at 1080p.'", PEOPLE)
    assert own_value(BY_KEY["video.quality"], scene) == "1080p"


def test_a_value_that_is_complained_of_is_not_asked_for() -> None:
    scene = read_scene("Maya told the car: 'I can't stand this blue.'", PEOPLE)
    assert own_value(BY_KEY["light.ambient"], scene) is None


def step(key: str, value: int | bool | str, question: str, *lines: str) -> Step:
    claims = claims_of(BY_KEY[key], read_context("\n".join(lines), PEOPLE))
    return step_for(BY_KEY[key], value, read_scene(question, PEOPLE), claims)


def test_a_seat_is_that_of_who_asks_and_else_the_drivers() -> None:
    riding = "Maya was in the passenger seat while Omar drove. Maya said: 'I am cold.'"
    assert step("seat.heating", 2, riding).args == {"seat": "passenger", "level": 2}
    assert step("seat.heating", 2, "Maya said: 'I am cold.'").args == {"seat": "driver", "level": 2}


def test_a_switch_of_a_setting_with_levels_is_its_own_command() -> None:
    assert step("seat.heating", True, "Maya said: 'I am cold.'").name == "carcontrol_seat_set_heating_mode"
    assert step("window.degree", False, "Maya spoke.") == Step(
        name="carcontrol_window_set_open", args={"window": "all", "is_open": False}, reason="window.degree at all"
    )


def test_a_window_is_the_one_that_is_named() -> None:
    question = "Maya told the car: 'Open the rear windows.'"
    assert step("window.degree", 20, question).args == {"window": "rear", "degree": 20}


def test_a_mirror_is_the_side_that_request_or_record_names() -> None:
    record = "Maya set the left mirror height to 40."
    assert step("mirror.height", 40, "Maya said: 'The right mirror.'", record).args["side"] == "right"
    assert step("mirror.height", 40, "Maya said: 'The mirror.'", record).args["side"] == "left"
    assert step("mirror.height", 40, "Maya said: 'Both mirrors.'", record).args["side"] == "both"
    assert step("mirror.height", 40, "Maya said: 'The mirror.'").args["side"] == "both"


def test_air_is_for_the_cabin_and_its_direction_for_one_seat() -> None:
    assert step("ac.temperature", 21, "Omar drove Maya. Omar said: 'My degrees.'").args["zone"] == "all"
    assert step("ac.direction", "feet", "Omar drove Maya. Omar said: 'My vents.'").args["zone"] == "driver"


def names(question: str, *lines: str) -> list[tuple[str, dict[str, str]]]:
    named = named_request(read_scene(question, PEOPLE), read_context("\n".join(lines), PEOPLE), ())
    return [(named.command, named.args)] if named else []


def test_a_destination_stands_in_the_request_or_in_a_record() -> None:
    assert names("Omar told the car: 'Navigate to Green Lane 5.'") == [
        ("navigation_navigate_to", {"destination": "Green Lane 5"})
    ]
    record = "[May 2, 2025] At 9:00 AM, Maya told Omar: 'Let us meet at Linden Park.'"
    assert names("Omar told the car: 'Navigate to the place Maya mentioned.'", record) == [
        ("navigation_navigate_to", {"destination": "Linden Park"})
    ]


def test_a_place_that_was_given_up_is_not_gone_to() -> None:
    record = "Maya told Omar: 'The class is at Harbor Hall instead of Linden Park.'"
    assert names("Maya told the car: 'Navigate to my class.'", record)[0][1] == {"destination": "Harbor Hall"}


def test_songs_videos_and_stations_are_named() -> None:
    assert names("Maya told the car: 'Play Blue Rain by The Pines.'") == [
        ("music_play_song", {"song_name": "Blue Rain", "artist": "The Pines"})
    ]
    assert names("Maya told the car: 'Play my gym playlist.'") == [("music_play_song", {"song_name": "gym playlist"})]
    assert names("Maya parked to watch a cooking tutorial. She told the car: 'Play the video.'") == [
        ("video_play_video", {"video_name": "cooking tutorial"})
    ]
    assert names("Maya told the car: 'Tune in to News FM.'") == [("radio_play_station", {"name": "News FM"})]


def test_most_questions_name_nothing() -> None:
    assert names("Maya told the car: 'I need to get to my meeting, warm my seat.'") == []


def test_a_setting_is_searched_by_its_own_words() -> None:
    assert query_for(BY_KEY["navigation.voice"]) == "navigation voice mode detailed simple mute"


def test_the_middle_of_two_peoples_values_may_be_asked_for() -> None:
    hud = BY_KEY["hud.brightness"]
    records = read_context("Maya set the HUD brightness to 3.\nOmar set the HUD brightness to 8.", PEOPLE)
    choices = choose(hud, claims_of(hud, records), read_scene("Maya spoke.", PEOPLE), records)
    assert between(hud, "the average of our levels", choices) == 5
    assert between(hud, "halfway between mine and his", choices[:1]) is None
    assert between(hud, "my level", choices) is None


def test_a_destination_may_have_a_name_of_ones_own() -> None:
    record = "Maya told Omar: 'I call the Old Mill House 'base' when I work there.'"
    assert names("Maya told the car: 'Navigate to base.'", record)[0][1] == {"destination": "Old Mill House"}


def test_a_station_may_be_told_by_its_frequency() -> None:
    record = "Maya told Omar: 'I found a jazz station, 98.5, and like it.'"
    assert names("Maya told the car: 'Play my jazz station.'", record)[0][1] == {"frequency": "98.5"}


def test_a_place_that_a_later_record_leaves_is_not_gone_to() -> None:
    first = "[May 1, 2025] At 9:00 AM, Maya told Omar: 'The choir sings at Harbor Hall.'"
    later = "[May 8, 2025] At 9:00 AM, Maya told Omar: 'No heating at Harbor Hall, the choir is at Linden Park.'"
    assert names("Maya told the car: 'To the choir, please.'", first, later)[0][1] == {"destination": "Linden Park"}


def test_back_to_a_setting_is_no_destination() -> None:
    assert names("Maya told the car: 'To my usual seat heating.'") == []


def test_the_artist_of_a_song_may_stand_in_a_record() -> None:
    record = "Maya said: 'Play Blue Rain.' Maya said: 'No, the one by Ida Lund.'"
    assert names("Maya told the car: 'Play Blue Rain.'", record) == [
        ("music_play_song", {"song_name": "Blue Rain", "artist": "Ida Lund"})
    ]


def test_a_song_may_be_meant_by_what_it_was_played_for() -> None:
    record = "Maya told the car: 'Play Blue Rain by Ida Lund.' It was the song of the regatta."
    assert names("Maya told the car: 'Play the song of the regatta.'", record) == [
        ("music_play_song", {"song_name": "Blue Rain", "artist": "Ida Lund"})
    ]


def test_a_kind_of_route_is_named_or_pointed_at() -> None:
    lane = {"destination": "Green Lane 5"}
    plainly = "Maya told the car: 'Navigate to Green Lane 5 without highways.'"
    assert names(plainly)[0][1] == lane | {"route_preference": "no_highway"}
    record = "[May 2, 2025] At 9:00 AM, Maya told Omar: 'I never pay a toll.'"
    asked = "Maya told the car: 'Navigate to Green Lane 5 by my kind of road.'"
    assert names(asked, record)[0][1] == lane | {"route_preference": "no_toll"}


def test_a_route_that_was_told_for_a_while_comes_after_what_is_always_wanted() -> None:
    always = "[May 2, 2025] At 9:00 AM, Maya told Omar: 'I never pay a toll.'"
    a_while = "[May 9, 2025] At 9:00 AM, Maya told Omar: 'Until the trailer is gone I avoid the highway.'"
    asked = "Maya told the car: 'Navigate to Green Lane 5 by my kind of road.'"
    assert names(asked, always, a_while)[0][1]["route_preference"] == "no_toll"
    assert names(asked, a_while)[0][1]["route_preference"] == "no_highway"


def test_a_fire_station_is_not_tuned_in_to() -> None:
    record = "[May 2, 2025] At 9:00 AM, Maya listened to the radio by the fire station."
    assert names("Maya told the car: 'Turn on the radio.'", record) == []


def test_further_in_is_more_zoom() -> None:
    assert shift_of(BY_KEY["navigation.zoom"], "my zoom, but one further in") == Shift(add=1)
    assert shift_of(BY_KEY["navigation.zoom"], "my zoom, but one further out") == Shift(add=-1)


def test_a_place_that_a_record_corrects_is_the_last_one() -> None:
    line = "Maya told the car: 'Child lock on all windows.' Then she said: 'No, only for the rear windows.'"
    found = step("window.child_lock", True, "Maya told the car: 'Child lock, please.'", line)
    assert found.args["window"] == "rear"


def test_air_for_both_is_for_the_whole_cabin() -> None:
    found = step("ac.mode", "dehumidify", "Maya was driving Omar. She asked the car to set the AC mode for both of us.")
    assert found.args["zone"] == "all"


def test_a_route_that_was_told_with_the_place_goes_with_it() -> None:
    line = "[May 1, 2025] At 9:00 AM, Maya told Omar: 'To my aunt in Westfield we take the fastest route.'"
    assert names("At 9:00 AM, Maya told the car: 'Navigate to my aunt.'", line) == [
        ("navigation_navigate_to", {"destination": "Westfield", "route_preference": "fastest"}),
    ]


def test_a_place_may_be_named_where_it_was_gone_to() -> None:
    line = "[May 1, 2025] At 9:00 AM, Maya drove to a farm, Green Acres. She told Omar: 'I call it Paradise.'"
    assert names("At 9:00 AM, Maya told the car: 'To Paradise.'", line) == [
        ("navigation_navigate_to", {"destination": "Green Acres"}),
    ]


def test_closer_is_more_for_a_map_only() -> None:
    assert shift_of(BY_KEY["navigation.zoom"], "one step closer than that") == Shift(add=1)
    assert shift_of(BY_KEY["seat.horizontal"], "one step closer than that") == Shift(add=-1)


def test_half_of_something_else_is_no_half_of_the_value() -> None:
    assert shift_of(BY_KEY["navigation.zoom"], "i see half of town") == Shift()
    assert shift_of(BY_KEY["navigation.zoom"], "half of what it was") == Shift(factor=0.5)


@pytest.mark.parametrize(
    ("question", "facts", "args"),
    [
        (
            "Omar told the car: 'Take Maya... take us there, where she paints.'",
            "[May 1, 2025] At 9:00 AM, Maya told Omar that her easels stand in the Brick Loft.",
            {"destination": "Brick Loft"},
        ),
        (
            "Maya told the car: 'Take us to the Grand Chapel there, you know how.'",
            "[May 1, 2025] At 9:00 AM, Maya told Omar: 'Hello.'",
            {"destination": "Grand Chapel"},
        ),
        (
            "Maya told the car: 'To the kennel, the right one.'",
            "[May 1, 2025] At 9:00 AM, Maya told Omar that the kennel is at 12 Elm Lane. "
            "'Sorry, it's 21 Fir Lane,' she said.",
            {"destination": "21 Fir Lane"},
        ),
        (
            "Maya told the car: 'My station on the radio.'",
            "[May 1, 2025] At 9:00 AM, Maya told the car to play 89.9. 'Sorry, I meant 98.9,' she said.",
            {"frequency": "98.9"},
        ),
    ],
)
def test_a_name_is_taken_from_the_record_that_fits(question: str, facts: str, args: dict[str, str]) -> None:
    scene = read_scene(question, PEOPLE, {"Maya Stone": "she", "Omar Reyes": "he"})
    named = named_request(scene, read_context(facts, PEOPLE), ())
    assert named is not None
    assert named.args == args


@pytest.mark.parametrize(
    ("request_", "shift"),
    [
        ("my sound level, and add 10", Shift(add=10)),
        ("my sound level, and knock off 5", Shift(add=-5)),
        ("3 notches fainter than usual", Shift(add=-3)),
        ("a nudge toastier than usual", Shift(add=1)),
        ("marginally milder", Shift(add=-1)),
    ],
)
def test_a_step_is_told_by_any_comparative_and_by_a_verb_before_it(request_: str, shift: Shift) -> None:
    assert shift_of(BY_KEY["music.volume"], request_) == shift


@pytest.mark.parametrize(
    ("question", "facts", "args"),
    [
        (
            "Maya told the car: 'Put my station on.'",
            "At 9:00 AM, Maya told Omar: 'I wake up with it.' She tuned the radio to Rhythm 24.",
            {"name": "Rhythm 24"},
        ),
        ("Maya told the car: 'Off to the Riverside Hall.'", "", {"destination": "Riverside Hall"}),
        (
            "Maya told the car: 'Play what calms me down.'",
            "At 9:00 AM, Maya told Omar: 'This calms me down.' She played Valse de la Mer on repeat.",
            {"song_name": "Valse de la Mer"},
        ),
    ],
)
def test_names_are_told_in_more_ways_than_one(question: str, facts: str, args: dict[str, str]) -> None:
    scene = read_scene(question, PEOPLE)
    named = named_request(scene, read_context(facts, PEOPLE), ())
    assert named is not None
    assert named.args == args


@pytest.mark.parametrize(
    ("asked", "value"),
    [
        ("Maya: Set the driver seat heating to level three.", 3),
        ("Put the volume of the radio at twenty-two.", 22),
        ("Put the volume of the radio at 22.", 22),
        ("Put the volume of the radio at two hundred.", None),
    ],
)
def test_a_number_that_a_request_gives_may_stand_in_words(asked: str, value: int | None) -> None:
    key = "radio.volume" if "radio" in asked else "seat.heating"
    assert own_value(BY_KEY[key], read_scene(asked, PEOPLE)) == value


def test_when_a_video_is_to_be_played_is_no_part_of_its_title() -> None:
    question = "Maya parked to watch a tutorial. Maya told the car: 'You can start the tutorial right away now.'"
    named = named_request(read_scene(question, PEOPLE), (), ())
    assert named is not None
    assert named.args == {"video_name": "tutorial"}


@pytest.mark.parametrize(
    ("key", "question", "place"),
    [
        ("ac.direction", "Maya drove. Maya told the car: 'Air to the feet everywhere.'", "all"),
        ("mirror.horizontal", "Maya drove. Maya told the car: 'Move the mirror on the left.'", "left"),
    ],
)
def test_a_place_is_named_behind_its_device_too(key: str, question: str, place: str) -> None:
    value = "feet" if key == "ac.direction" else 30
    assert place in step_for(BY_KEY[key], value, read_scene(question, PEOPLE), ()).args.values()

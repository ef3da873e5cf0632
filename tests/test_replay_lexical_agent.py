"""What the lexical agent does with its tools, whatever the words."""

import sys
from collections.abc import Callable

import pytest

from memory.messages import Hit, Question
from memory.position import Position
from replay.agents.lexical import LexicalAgent
from replay.agents.lexical.facts import READ_AT_MOST
from tests.lexical_tools import FakeToolbox

PEOPLE = ("Maya Stone", "Omar Reyes", "Lena Fox")


def ask(text: str, tools: FakeToolbox) -> list[str]:
    decisions = LexicalAgent().answer(Question(text=text, now=Position(0, 0), zone="UTC", people=PEOPLE), tools)
    return [decision.step for decision in decisions]


def calls(tools: FakeToolbox) -> list[tuple[str, dict[str, object]]]:
    return [(command.name.removeprefix("carcontrol_"), dict(command.args)) for command in tools.commands]


FACT = "[May 3, 2025] At 9:00 AM, Lena told Omar: 'I like the HUD brightness at 7.' She set the HUD brightness to 7."


def test_a_memory_with_a_context_that_finds_nothing_is_asked_the_bare_question_alone() -> None:
    tools = FakeToolbox(context=FACT)
    ask("At 9:00 AM, Lena drove alone. She told the car: 'HUD brightness as I like it.'", tools)
    assert tools.queries == ["At 9:00 AM, Lena drove alone. She told the car: 'HUD brightness as I like it.'"]
    assert calls(tools) == [("HUD_set_brightness_level", {"level": 7})]


def test_a_memory_that_is_its_context_alone_is_not_searched() -> None:
    tools = FakeToolbox(context=FACT, context_only=True)
    ask("At 9:00 AM, Lena drove alone. She told the car: 'HUD brightness as I like it.'", tools)
    assert tools.queries == []
    assert calls(tools) == [("HUD_set_brightness_level", {"level": 7})]


def test_what_only_a_search_finds_counts_beside_a_context() -> None:
    told = "[May 3, 2025] At 9:00 AM, Lena told Omar that it rained."
    hit = Hit(text="[2025-05-04 09:00] Lena Fox: The HUD brightness at 4, that is just how I like it.", score=1.0)
    tools = FakeToolbox(context=told, hits=(hit,))
    ask("At 9:00 AM, Lena drove alone. She told the car: 'HUD brightness as I like it.'", tools)
    assert len(tools.queries) > 1
    assert calls(tools) == [("HUD_set_brightness_level", {"level": 4})]


def test_what_only_a_context_tells_counts_beside_what_is_found() -> None:
    hit = Hit(text="[2025-05-04 09:00] Lena Fox: The HUD is lovely.", score=1.0)
    tools = FakeToolbox(context=FACT, hits=(hit,))
    ask("At 9:00 AM, Lena drove alone. She told the car: 'HUD brightness as I like it.'", tools)
    assert calls(tools) == [("HUD_set_brightness_level", {"level": 7})]


def test_without_a_context_the_bare_question_is_searched_first() -> None:
    tools = FakeToolbox()
    ask("At 9:00 AM, Lena drove alone. She told the car: 'HUD brightness as I like it.'", tools)
    assert tools.queries[0] == "At 9:00 AM, Lena drove alone. She told the car: 'HUD brightness as I like it.'"
    assert len(tools.queries) > 1


def test_hits_are_read_as_lines_of_a_chat() -> None:
    tools = FakeToolbox(
        hits=(
            Hit(text="[2025-05-03 09:00] Lena Fox: Setting the HUD brightness to 7, just how I like it.", score=2.0),
            Hit(text="[2025-05-04 09:00] Omar Reyes: I turned the HUD brightness down to 2.", score=1.0),
        )
    )
    ask("At 9:00 AM, Lena drove alone. She told the car: 'HUD brightness as I like it.'", tools)
    assert calls(tools) == [("HUD_set_brightness_level", {"level": 7})]


def test_the_tools_of_a_module_are_listed_before_its_first_command() -> None:
    tools = FakeToolbox(context=FACT)
    ask("At 9:00 AM, Lena drove alone. She told the car: 'HUD brightness as I like it.'", tools)
    assert tools.listed == ["HUD"]


def test_every_command_comes_with_the_choice_of_setting_and_value() -> None:
    tools = FakeToolbox(context=FACT)
    steps = ask("At 9:00 AM, Lena drove alone. She told the car: 'My HUD brightness, please.'", tools)
    assert steps == ["scene", "setting", "value", "command"]


def test_nothing_is_called_where_nothing_is_known_and_the_reason_is_given() -> None:
    tools = FakeToolbox()
    assert ask("At 9:00 AM, Lena drove alone. She told the car: 'Good morning!'", tools) == ["scene", "nothing"]
    assert tools.commands == []


def test_an_empty_question_calls_nothing() -> None:
    tools = FakeToolbox(context="")
    assert ask("", tools)[-1] == "nothing"
    assert tools.commands == []


def test_the_same_question_gives_the_same_calls_and_reasons() -> None:
    question = Question(
        text="At 9:00 AM, Lena drove Omar. She told the car: 'HUD brightness for me, one notch up.'",
        now=Position(0, 0), zone="UTC", people=PEOPLE,
    )  # fmt: skip
    first, second = FakeToolbox(context=FACT), FakeToolbox(context=FACT)
    assert LexicalAgent().answer(question, first) == LexicalAgent().answer(question, second)
    assert calls(first) == calls(second) == [("HUD_set_brightness_level", {"level": 8})]


def test_two_wishes_of_one_breath_are_both_fulfilled() -> None:
    tools = FakeToolbox(
        context=(
            "[May 3, 2025] At 9:00 AM, Maya told Omar: "
            "'In the tunnel I want the windows closed and the air on recirculation.'"
        )
    )
    ask("At 9:00 AM, Omar drove Maya into the tunnel. Maya said: 'You know my rule for the tunnel.'", tools)
    assert {name for name, _ in calls(tools)} == {"window_set_open", "airConditioner_set_circulation"}


def test_a_destination_and_a_remembered_setting_are_both_set() -> None:
    tools = FakeToolbox(
        context="[May 3, 2025] At 9:00 AM, Omar told Maya: 'In strange towns I want the detailed navigation voice.'"
    )
    ask("Omar told the car: 'Navigate to Port Elwood, and with the navigation voice for strange towns.'", tools)
    assert sorted(calls(tools)) == [
        ("navigation_navigate_to", {"destination": "Port Elwood"}),
        ("navigation_set_voice_mode", {"mode": "detailed"}),
    ]


def test_hostile_text_is_only_text() -> None:
    tools = FakeToolbox(hits=(Hit(text="]][[ : '' \x00 \ud800 (((", score=1.0), Hit(text="", score=0.5)))
    assert ask("'''\"\" (*|?)[ \ud800 \x00 At 99:99 PM", tools)[0] == "scene"


def test_what_is_asked_for_plainly_is_done_without_a_memory() -> None:
    tools = FakeToolbox()
    ask("Omar told the car: 'Turn off the fog lights.'", tools)
    assert calls(tools) == [("light_set_fog_light", {"enabled": False})]


def test_the_tools_of_a_module_are_listed_by_its_name_once() -> None:
    tools = FakeToolbox(context="[May 3, 2025] At 9:00 AM, Omar set the music volume to 30 and the music to shuffle.")
    ask("Omar told the car: 'Music volume and play mode like last time.'", tools)
    assert len(tools.commands) == 2
    assert tools.listed == ["music"]


def counted(work: Callable[[], object]) -> tuple[object, int]:
    """What comes of it, and how many functions are called meanwhile, those of the interpreter included."""
    n = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal n
        n += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        outcome = work()
    finally:
        sys.setprofile(before)
    return outcome, n


@pytest.mark.parametrize("chunk", ["the seat heating at 3, and ", "1 2 3 4 ", "'", "Anna told Ben: 'no' "])
def test_of_very_long_text_only_the_beginning_is_read(chunk: str) -> None:
    def read_all(n_chars: int) -> list[object]:
        long = chunk * (n_chars // len(chunk))
        hit = Hit(text=f"[2025-03-01 08:00] Omar: {long}", score=1.0)
        done: list[object] = []
        for tools in (FakeToolbox(context=long), FakeToolbox(hits=(hit,))):
            done += ask("Omar told the car: 'Set my seat heating like last time.'", tools), ask(long, tools)
            done.append(tools.commands)
        return done

    done, n_steps = counted(lambda: read_all(2 * READ_AT_MOST))
    done_at_length, n_steps_at_length = counted(lambda: read_all(2_000_000))
    assert done_at_length == done
    assert n_steps_at_length <= n_steps  # fewer, where something is remembered of the first time


def test_what_stands_behind_the_limit_of_a_line_is_not_known() -> None:
    fact = "[May 3, 2025] At 9:00 AM, Omar told the car:" + " " * READ_AT_MOST + "'Music volume 44.'"
    tools = FakeToolbox(context=fact)
    ask("Omar told the car: 'My music volume, please.'", tools)
    assert tools.commands == []


def test_all_that_was_set_in_one_go_is_set_again() -> None:
    tools = FakeToolbox(
        context=(
            "[May 3, 2025] At 9:00 AM, Lena told Omar: 'For the ferry I take the map in 2d and the zoom at 3.' "
            "She set both.\n[May 5, 2025] At 9:00 AM, Omar drove with the zoom at 8."
        )
    )
    ask("At 9:00 AM, Lena drove onto the ferry. She told the car: 'The map for the crossing, both parts.'", tools)
    assert sorted(calls(tools)) == [
        ("navigation_set_map_view", {"view": "2d"}),
        ("navigation_set_map_zoom", {"zoom": 3}),
    ]


def test_people_who_are_not_listed_are_known_from_what_they_do() -> None:
    tools = FakeToolbox(
        context=(
            "[May 3, 2025] At 9:00 AM, Ravi set the music volume to 20.\n"
            "[May 5, 2025] At 9:00 AM, Hilde set the music volume to 60."
        )
    )
    text = "At 9:00 AM, Ravi was driving. He told the car: 'My music volume.'"
    LexicalAgent().answer(Question(text=text, now=Position(0, 0), zone="UTC", people=()), tools)
    assert calls(tools) == [("music_set_volume", {"volume": 20})]


TUGBOAT = (
    "[May 3, 2025] At 9:00 AM, Lena told Omar: 'Only this keeps the children quiet.' She played the video Red Tugboat."
)
RALLY = "[May 9, 2025] At 9:00 AM, Omar played the video Northern Rally on the way to work."
WALTZ = "[May 3, 2025] At 9:00 AM, Omar told Lena: 'They played it at our wedding.' He played Paper Waltz by The Larks."


@pytest.mark.parametrize(
    ("request_", "command"),
    [
        ("Play what keeps the children quiet.", ("video_play_video", {"video_name": "Red Tugboat"})),
        ("Put on the one that keeps children quiet.", ("video_play_video", {"video_name": "Red Tugboat"})),
        ("Play what I had on the way to work.", ("video_play_video", {"video_name": "Northern Rally"})),
        (
            "Play our song, the one of the wedding.",
            ("music_play_song", {"song_name": "Paper Waltz", "artist": "The Larks"}),
        ),
    ],
)
def test_what_was_played_before_may_be_pointed_at(request_: str, command: tuple[str, dict[str, object]]) -> None:
    tools = FakeToolbox(context=f"{TUGBOAT}\n{RALLY}\n{WALTZ}")
    ask(f"At 5:00 PM, Omar drove Lena. Omar told the car: '{request_}'", tools)
    assert calls(tools) == [command]


def test_nothing_is_played_where_nothing_is_told_to_have_been() -> None:
    tools = FakeToolbox(context=FACT)
    ask("At 5:00 PM, Omar drove Lena. Omar told the car: 'Play what keeps them quiet.'", tools)
    assert not [name for name, _ in calls(tools) if "play" in name]


def test_a_route_is_the_one_told_of_what_the_scene_is_like() -> None:
    alone = "[May 9, 2025] At 9:00 AM, Omar drove alone and navigated to the stables by the fastest route."
    towing = "[May 3, 2025] At 9:00 AM, Omar said: 'With the trailer, to the stables without highways.'"
    tools = FakeToolbox(context=f"{alone}\n{towing}")
    ask("At 8:00 AM, Omar hitched up the trailer. Omar told the car: 'To the stables.'", tools)
    assert calls(tools) == [("navigation_navigate_to", {"destination": "stables", "route_preference": "no_highway"})]


def test_what_is_asked_for_plainly_holds_against_what_is_remembered() -> None:
    off = "[May 3, 2025] At 9:00 AM, Lena disabled auto-brightness of the center display until the sensor was repaired."
    tools = FakeToolbox(context=off)
    ask("At 9:00 AM, Lena drove alone. She told the car: 'The center screen can look after itself again.'", tools)
    assert calls(tools) == [("centerInformationDisplay_set_auto_brightness", {"enabled": True})]


def test_switches_of_several_devices_that_were_set_in_one_breath_are_set_together() -> None:
    said = "Lena said: 'In fog, fog light on, high beam off.' She enabled the fog light and disabled the high beam."
    tools = FakeToolbox(context=f"[May 3, 2025] At 9:00 AM, {said}")
    ask("At 9:00 AM, Lena drove alone in thick fog. She told the car: 'The usual for this.'", tools)
    assert sorted(calls(tools)) == [
        ("light_set_fog_light", {"enabled": True}),
        ("light_set_high_beam", {"enabled": False}),
    ]


KNOWN = """\
[March 3, 2025] At 9:00 AM, Lena Fox set her seat heating to 1.
[March 4, 2025] At 9:00 AM, Lena Fox set the AC temperature to 21.
[March 5, 2025] At 9:00 AM, Lena Fox set the radio volume to 30.
[March 6, 2025] At 9:00 AM, Lena Fox turned on the fog light."""
HEAT = "seat_set_heating_level"


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("Seat heating on 2 from now on.", [(HEAT, {"seat": "driver", "level": 2})]),
        ("I like my seat heating on level 2 from now on.", [(HEAT, {"seat": "driver", "level": 2})]),
        ("Heat my seat on 2.", [(HEAT, {"seat": "driver", "level": 2})]),
        ("My seat heating, please.", [(HEAT, {"seat": "driver", "level": 1})]),
        ("19 degrees, please.", [("airConditioner_set_temperature", {"zone": "all", "temperature": 19})]),
        ("Two degrees cooler, please.", [("airConditioner_set_temperature", {"zone": "all", "temperature": 19})]),
        ("The radio volume of April 12, please.", [("radio_set_volume", {"volume": 30})]),
        ("Fog light off from now on.", [("light_set_fog_light", {"enabled": False})]),
    ],
)
def test_a_value_that_the_question_gives_goes_before_what_is_remembered(said: str, wanted: object) -> None:
    for question in (f"Lena: {said}", f"At 9:00 AM, Lena drove alone. She told the car: '{said}'"):
        tools = FakeToolbox(context=KNOWN)
        ask(question, tools)
        assert calls(tools) == wanted


def test_a_setting_that_is_given_a_value_needs_no_record() -> None:
    tools = FakeToolbox(context=KNOWN)
    ask("Lena: Open the sunroof halfway.", tools)
    assert calls(tools) == [("sunroof_set_open_degree", {"degree": 50})]


def test_two_settings_may_each_be_given_a_value() -> None:
    tools = FakeToolbox(context=KNOWN)
    ask("Lena: Set the temperature to 24 and the seat heating to 3.", tools)
    assert sorted(calls(tools)) == [
        ("airConditioner_set_temperature", {"zone": "all", "temperature": 24}),
        (HEAT, {"seat": "driver", "level": 3}),
    ]


def test_what_is_switched_is_no_value_of_another_part_of_the_car() -> None:
    tools = FakeToolbox(context=KNOWN)
    ask("Lena: Seat heating!", tools)
    assert calls(tools) == [(HEAT, {"seat": "driver", "level": 1})]


def test_one_number_of_a_sentence_is_the_value_of_one_setting() -> None:
    context = "[May 1, 2025] At 9:00 AM, Maya said: 'I sit taller now, the HUD hides.' She raised it to level 5."
    question = "At 9:00 AM, Maya drove. She told the car: 'The HUD height that suits the way I sit in this seat.'"
    tools = FakeToolbox(context, context_only=True)
    ask(question, tools)
    assert [command.name for command in tools.commands] == ["carcontrol_HUD_set_height_level"]


@pytest.mark.parametrize(
    "hit",
    [
        "Ada likes her seat heating on 2 (2025-01-19T09:14:00Z)",
        "Ada likes her seat heating on 2, told on 2025-01-01",
        "{'speaker': 'Ada', 'text': 'I always have my seat heating on 2.', 'time': '2025-01-19T09:14:00Z'}",
    ],
)
def test_the_day_behind_a_fact_is_no_value(hit: str) -> None:
    tools = FakeToolbox(hits=(Hit(text=hit, score=1.0),))
    question = Question(text="Ada: My seat heating, please.", now=Position(0, 0), zone="UTC", people=("Ada",))
    LexicalAgent().answer(question, tools)
    assert [command.args["level"] for command in tools.commands] == [2]


def asked_with(question: str, *facts: str) -> list[tuple[str, dict[str, object]]]:
    tools = FakeToolbox(context="\n".join(facts))
    ask(question, tools)
    return calls(tools)


def test_the_side_that_was_told_to_be_wrong_is_not_set() -> None:
    first = "[May 3, 2025] At 9:00 AM, Lena parked in the alley and set the left mirror to fold when she locks."
    then = "[May 4, 2025] At 9:00 AM, Lena said: 'I was wrong about the left. Both mirrors have to fold when I lock.'"
    question = "At 9:00 AM, Lena parked in the alley. She told the car: 'Ears in when I lock.'"
    assert asked_with(question, first, then) == [
        ("rearviewMirror_set_auto_fold_on_lock", {"side": "both", "enabled": True})
    ]


def test_a_seat_that_will_not_do_is_not_meant() -> None:
    fact = "[May 3, 2025] At 9:00 AM, Lena folds the rear right seat flat for her cello, the rear left will not do."
    question = "At 9:00 AM, Lena brought her cello. She told the car: 'Fold the seat for the cello.'"
    assert asked_with(question, fact) == [("seat_set_folded", {"seat": "rear_right", "folded": True})]


def test_air_that_was_set_for_the_front_is_set_for_the_front() -> None:
    fact = "[May 3, 2025] At 9:00 AM, Lena put the AC mode on defog for the front zones."
    assert asked_with("At 9:00 AM, Lena told the car: 'AC mode as I had it.'", fact) == [
        ("airConditioner_set_mode", {"zone": "front", "mode": "defog"})
    ]


def test_a_seat_is_meant_whatever_is_not_so_about_it() -> None:
    fact = "[May 3, 2025] At 9:00 AM, Lena found that the passenger window was not open and set it to 30."
    question = "At 9:00 AM, Lena drove alone. She told the car: 'The window as I had it.'"
    assert asked_with(question, fact) == [("window_set_open_degree", {"window": "passenger", "degree": 30})]


def test_what_is_named_after_somebody_keeps_the_whole_name() -> None:
    question = "At 9:00 AM, Omar told the car: 'Navigate to the Lena Fox Library.'"
    fact = "[May 3, 2025] At 9:00 AM, Omar drove."
    assert asked_with(question, fact) == [("navigation_navigate_to", {"destination": "Lena Fox Library"})]

"""When it is, who sits where, whose wishes count, and under which circumstances."""

import pytest

from replay.agents.lexical.conditions import by_clock, conditions, opposed, time_of_day
from replay.agents.lexical.people import relatives
from replay.agents.lexical.pronouns import pronouns
from replay.agents.lexical.scene import Scene, read_scene

PEOPLE = ("Maya Stone", "Omar Reyes", "Lena Fox")


def scene(text: str) -> Scene:
    return read_scene(text, PEOPLE)


def test_the_driver_drives_and_the_one_driven_sits_beside() -> None:
    assert scene("At 9:00 AM, Omar drove Maya to town.").places == {"Omar Reyes": "driver", "Maya Stone": "passenger"}


def test_the_back_seat_is_told() -> None:
    assert scene("Lena sat in the back while Omar drove.").places == {"Lena Fox": "rear", "Omar Reyes": "driver"}


def test_no_seat_is_made_up() -> None:
    assert scene("Lena arrived late.").places in ({}, {"Lena Fox": "driver"})
    assert scene("Lena told the car: 'Hello.'").seat == ""


def test_my_is_the_speakers_wish() -> None:
    assert scene("Omar drove Maya. Maya told Omar: 'My usual light, please.'").owner == "Maya Stone"


def test_your_is_the_wish_of_the_one_addressed() -> None:
    assert scene("Omar drove Maya. Maya told Omar: 'Let's have your usual light.'").owner == "Omar Reyes"


def test_your_in_a_complaint_is_not() -> None:
    assert scene("Omar drove Maya. Omar told Maya: 'I can't see with your setting.'").owner == "Omar Reyes"


@pytest.mark.parametrize("blame", ["Maya has been here.", "Maya has had it again.", "Maya drove last night."])
def test_who_only_had_the_car_before_wishes_for_nothing(blame: str) -> None:
    assert scene(f"Omar drove Lena. Omar said: '{blame} Lower, please.'").owner == "Omar Reyes"


def test_a_named_owner_counts_most() -> None:
    assert scene("Omar drove Maya. Omar told the car: 'Set Maya's temperature.'").owner == "Maya Stone"


def test_her_favourite_is_that_of_the_other_one() -> None:
    assert scene("Omar drove Maya. Omar told the car: 'Set her favorite color.'").owner == "Maya Stone"


def test_the_passengers_preference_is_the_passengers() -> None:
    assert scene("Omar drove Lena. Omar told the car: 'Use the passenger's preference.'").owner == "Lena Fox"


def test_who_only_passes_a_request_on_counts_least() -> None:
    found = scene("Omar drove Lena. Lena said: 'I am freezing.' Omar asked the car to help.")
    assert found.owner == "Lena Fox"
    assert 0.0 < found.wishes["Omar Reyes"] < 1.0


def test_a_value_may_be_anothers_while_the_seat_is_the_speakers() -> None:
    found = scene("Maya was in the passenger seat while Omar drove. Maya told the car: 'As bright as Omar had it.'")
    assert (found.owner, found.whom, found.seat) == ("Omar Reyes", "Maya Stone", "passenger")


def test_an_empty_question_gives_an_empty_scene() -> None:
    found = scene("")
    assert (found.owner, found.seat, found.request, found.conditions, found.hour) == ("", "", "", frozenset(), "")


@pytest.mark.parametrize(
    ("minute", "found"),
    [(None, ""), (0, "night"), (6 * 60 - 1, "night"), (6 * 60, "day"), (19 * 60 - 1, "day"), (19 * 60, "night")],
)
def test_night_is_from_seven_to_six(minute: int | None, found: str) -> None:
    assert time_of_day(minute) == found


def test_the_clock_tells_the_time_of_day_only_where_the_words_do_not() -> None:
    assert by_clock(12 * 60, frozenset()) == "day"
    assert by_clock(12 * 60, frozenset({"night"})) == ""


def test_circumstances_are_named_by_many_words() -> None:
    assert {"rain", "night"} <= conditions("a thunderstorm at night")
    assert "rain" in conditions("thunder, and lightning all around")
    assert conditions("what a racket in here") == {"loud"}
    assert conditions("") == frozenset()


def test_a_circumstance_that_is_left_behind_does_not_hold() -> None:
    assert "highway" in conditions("we are on the highway")
    assert "highway" not in conditions("we left the highway")


def test_opposites_contradict_unless_one_side_names_both() -> None:
    assert opposed({"night"}, {"day"}) == 1
    assert opposed({"night", "day"}, {"day"}) == 0
    assert opposed(set(), {"day"}) == 0


def test_days_that_the_request_names_are_known() -> None:
    assert scene("Omar told the car: 'Back to what I had on April 1.'").days == {"04-01"}


def test_what_is_over_or_left_behind_is_refused() -> None:
    assert "tow" in scene("Maya said: 'Farewell, towing! My mirrors, please.'").refused
    assert "exam" in scene("Maya got in. The exam weeks were over. She said: 'My radio volume.'").refused
    assert scene("Maya said: 'My radio volume.'").refused == frozenset()


def test_what_someone_always_does_is_their_wish() -> None:
    assert scene("Maya was driving Omar. 'The zoom level you always use,' she said.").owner == "Omar Reyes"
    assert scene("Maya drove Omar. She told the car: 'Her vents where he usually wants them.'").owner == "Omar Reyes"


def test_his_own_way_is_not_another_mans() -> None:
    assert scene("Omar drove Maya. He asked the car to show the clock his way.").owner == "Omar Reyes"
    assert scene("Maya drove Omar. She asked the car to show the clock his way.").owner == "Omar Reyes"


def test_what_someone_asks_for_may_be_told_as_anothers_own() -> None:
    found = read_scene(
        "Omar drove Maya. Omar asked the car for her temperature.", ("Maya Stone", "Omar Reyes"),
        {"Maya Stone": "she"},
    )  # fmt: skip
    assert found.owner == "Maya Stone"


def test_who_sits_is_told_in_a_clause_of_its_own() -> None:
    found = scene("Maya drove Omar, who sat in the rear left seat. Omar said: 'My light.'")
    assert found.places["Omar Reyes"] == "rear_left"


def test_what_is_yours_is_not_wished_for_where_it_is_only_spoken_of() -> None:
    blows = "Omar drove Maya. Maya told Omar: 'Your fan blows my papers away. My level, please.'"
    assert scene(blows).owner == "Maya Stone"
    assert scene("Omar drove Maya. Maya told Omar: 'Five is yours, not mine.'").owner == "Maya Stone"


def test_her_things_are_those_of_the_other_one() -> None:
    assert scene("Omar drove Maya. Omar told the car: 'Her bees will be on in a minute.'").owner == "Maya Stone"


def test_what_was_agreed_with_someone_is_their_wish() -> None:
    assert scene("Omar told the car: 'As agreed with Maya.'").owner == "Maya Stone"


def test_a_relation_is_the_person_who_bears_the_name() -> None:
    kin = relatives(PEOPLE, "her sister Lena sat in the back")
    assert kin == {"sister": "Lena Fox"}
    sister = read_scene("Maya told the car: 'The light for my sister.'", PEOPLE, kin=kin)
    assert sister.wish_of("Lena Fox") == 1.0


def test_a_voice_from_the_back_is_not_the_drivers() -> None:
    found = scene("Omar was driving Maya. From the back came a voice: 'I'm freezing!'")
    assert found.owner == "Maya Stone"


def test_of_two_who_drive_together_nobody_is_made_the_driver() -> None:
    assert scene("At 9:00 AM, Maya and Omar drove home.").places == {}


def test_the_side_of_the_back_is_told_behind_it_too() -> None:
    assert scene("Maya got in the back on the left.").places == {"Maya Stone": "rear_left"}


def test_a_recalled_occasion_is_known() -> None:
    assert scene("Maya told the car: 'The roof like on the grape day.'").event_stems >= {"grap"}
    assert scene("Maya told the car: 'The glow from the night of the meteors.'").event_stems >= {"meteor"}
    assert scene("Maya told the car: 'The roof, please.'").event_stems == frozenset()


@pytest.mark.parametrize(
    ("text", "there", "missing"),
    [
        ("the sun had just gone down.", "night", "glare"),
        ("the light is fading.", "night", "day"),
        ("the sun sank behind the hills.", "night", "day"),
        ("the sun was in my eyes.", "glare", "night"),
        ("she enabled the child lock.", "", "child"),
        ("he switched the fog light on.", "", "fog"),
        ("the reading lamp is on.", "", "read"),
        ("her seat is heated.", "", "hot"),
        ("thick grey swallowed the road.", "fog", "night"),
        ("a tight garage.", "narrow", "wide"),
        ("shut tight.", "", "narrow"),
        ("a wide open lot.", "wide", "narrow"),
    ],
)
def test_a_circumstance_is_what_is_meant_and_no_part_of_the_car(text: str, there: str, missing: str) -> None:
    found = conditions(text)
    assert missing not in found
    assert not there or there in found


def test_two_who_do_different_things_are_told_apart() -> None:
    places = scene("At 1:00 PM, Omar was driving and Maya sat next to him.").places
    assert places == {"Omar Reyes": "driver", "Maya Stone": "passenger"}


def test_who_is_made_comfortable_is_who_it_is_for() -> None:
    assert scene("Omar drove Maya. Omar told the car to make her comfortable.").owner == "Maya Stone"
    assert scene("Omar drove Maya. Omar told the car: 'My screen, a bit lower for her sake.'").owner == "Omar Reyes"


def test_what_one_is_to_mind_is_there_and_not_refused() -> None:
    assert scene("Omar told the car: 'Open the trunk, mind the pipe.'").refused == frozenset()
    assert "pip" in scene("Omar told the car: 'Open the trunk, mind the pipe.'").stems


@pytest.mark.parametrize(
    "question",
    [
        "Omar drove Maya. Omar told Maya: 'You had the car yesterday. My screen, please.'",
        "Omar drove Maya. Omar told Maya: 'My fan, only 3 lower because of your papers.' She nodded.",
        "Omar drove Maya. He told the car: 'My volume, but Maya wants to follow it too, so add 10.'",
    ],
)
def test_another_who_is_only_the_reason_is_not_whose_wish_counts(question: str) -> None:
    assert scene(question).owner == "Omar Reyes"


def test_what_is_asked_for_as_her_own_is_hers_and_after_anothers_words_the_others() -> None:
    called = {"Maya Stone": "she", "Omar Reyes": "he", "Lena Fox": "she"}
    own = (
        "Maya sat down with Omar next to her. She told him: 'You drove last.' "
        "She asked the car to restore her HUD height."
    )
    other = "Maya drove Lena. Lena said: 'Recline, as before.' Maya asked the car to recline her seat."
    assert read_scene(own, PEOPLE, called).owner == "Maya Stone"
    assert read_scene(other, PEOPLE, called).owner == "Lena Fox"


def test_a_state_of_the_windows_is_a_circumstance_where_something_else_is_asked_for() -> None:
    assert "window" not in scene("Omar said: 'Turn the radio to what was right with the windows down.'").request
    assert "window" in scene("Omar said: 'I want to drive with the windows down.'").request


def test_wide_awake_and_asleep_contradict_each_other() -> None:
    assert opposed(conditions("the baby is wide awake"), conditions("she is fast asleep")) == 1
    assert conditions("this keeps me awake") == conditions("so tired")


@pytest.mark.parametrize(
    ("text", "asker"),
    [
        ("Maya: Set the seat heating to level 3.", "Maya Stone"),
        ("Omar Reyes: My seat to three, please.", "Omar Reyes"),
        ("Set the seat heating to level 3.", ""),
        ("My seat as always.", ""),
    ],
)
def test_a_question_that_is_nothing_but_what_someone_says_is_a_request(text: str, asker: str) -> None:
    asked = scene(text)
    assert (asked.asker, asked.request.strip()) == (asker, text.split(": ")[-1].lower())
    assert dict(asked.wishes) == ({asker: 1.0} if asker else {})


def test_a_question_that_tells_of_somebody_is_no_such_request() -> None:
    assert scene("At 8:00 AM, Omar drove Maya home and it rained.").asker == "Omar Reyes"
    assert scene("At 8:00 AM, Omar drove Maya home and it rained.").request == ""


def test_who_is_told_not_to_be_there_is_no_circumstance() -> None:
    assert "elder" in conditions("my uncle is with us")
    assert "elder" not in conditions("my uncle isn't with us today")


@pytest.mark.parametrize(
    ("text", "there"),
    [
        ("it is 38 degrees c", {"hot"}),
        ("only 3 degrees celsius out there", {"cold"}),
        ("the seat at 38 degrees", set()),
    ],
)
def test_a_temperature_that_nobody_sets_is_the_weathers(text: str, there: set[str]) -> None:
    assert conditions(text) & {"hot", "cold"} == there


def test_the_person_beside_me_is_the_other_one() -> None:
    question = "Omar was driving Maya. Omar told the car: 'Give us the light that the person beside me likes.'"
    assert read_scene(question, PEOPLE).owner == "Maya Stone"


def test_your_nose_is_no_wish_of_yours() -> None:
    question = "Omar was driving Maya. Omar said: 'Hold your nose, here comes the tannery.'"
    assert read_scene(question, PEOPLE).owner == "Omar Reyes"


@pytest.mark.parametrize("verb", ["bade", "begged", "urged", "prompted", "implored"])
def test_a_told_request_is_asked_for_by_many_verbs(verb: str) -> None:
    assert "ambient light" in scene(f"Omar {verb} the car to dim the ambient light.").request


def test_who_only_had_the_car_before_is_not_meant_by_a_pronoun() -> None:
    text = "Omar was driving Maya. Lena had used the car the day before. Omar told the car: 'The way she likes it.'"
    assert scene(text).owner == "Maya Stone"


def test_who_has_had_theirs_on_is_blamed() -> None:
    text = "Omar was driving Maya. Omar told Maya: 'You have had your color on again. Sort the dials out for me.'"
    assert scene(text).owner == "Omar Reyes"


def test_a_month_is_pointed_at() -> None:
    assert scene("Omar told the car: 'Where I had it on that cold March morning.'").months == {"03"}


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Omar drove while Maya, next to him, hunted a fault in her code. 'Light,' she told him.", "Maya Stone"),
        ("Maya took Omar to a man who knew his work. She looked left. 'Omar,' she sighed, 'more light.'", "Maya Stone"),
    ],
)
def test_what_is_told_by_the_way_tells_who_she_is(text: str, asks: str) -> None:
    assert read_scene(text, PEOPLE, pronouns(text, PEOPLE)).asker == asks

"""Values that records give a setting, how they are meant, and whose they are."""

from dataclasses import replace

import pytest

from replay.agents.lexical.claims import Claim, asked_state, claims_of
from replay.agents.lexical.facts import read_context
from replay.agents.lexical.kinship import relation
from replay.agents.lexical.lexicon import BY_KEY
from replay.agents.lexical.sayings import sayings, steps

PEOPLE = ("Maya Stone", "Omar Reyes")


def claims(key: str, *lines: str) -> tuple[Claim, ...]:
    return claims_of(BY_KEY[key], read_context("\n".join(lines), PEOPLE))


def values(key: str, sentence: str) -> list[tuple[object, str]]:
    return [(saying.value, saying.mood) for saying in sayings(BY_KEY[key], sentence, told=True)]


@pytest.mark.parametrize(
    ("key", "sentence", "found"),
    [
        ("hud.brightness", "he set the hud to 7", [(7, "wanted")]),
        ("hud.brightness", "8 is far too bright for my eyes", [(8, "rejected")]),
        ("hud.brightness", "it was lowered from 9 to 4", [(9, "told"), (4, "wanted")]),
        ("hud.brightness", "he set it to 70", []),
        ("light.ambient", "the yellow dazzles me on this road", [("yellow", "rejected")]),
        ("light.ambient", "under purple light i have ideas", [("purple", "wanted")]),
        ("panel.theme", "for me the instrument panel belongs on the map theme", [("map", "wanted")]),
        ("mirror.fold", "he switched auto fold off", [(False, "wanted")]),
        ("mirror.fold", "a truck nearly took off one of my mirrors", []),
        ("hud.brightness", "so one it is on the hud", [(1, "wanted")]),
        ("hud.brightness", "the hud on one of these days", []),
        ("hud.brightness", "i have the hud on one now", [(1, "wanted")]),
        ("hud.brightness", "the hud at brightness one, please", [(1, "wanted")]),
        ("hud.brightness", "for the hud the bright one, please", []),
        ("hud.brightness", "the hud as bright as it'll possibly go", [(10, "wanted")]),
        ("seat.leg_support", "the leg support is thirty lower now", []),
        ("hud.brightness", "turn the hud to maximum", [(10, "wanted")]),
        ("hud.brightness", "he drove for 5 minutes to site 7", []),
        ("ac.temperature", "it was 33 degrees outside", []),
        ("ac.temperature", "he set it to 21 degrees", [(21, "wanted")]),
        ("trunk.degree", "she opened the trunk halfway", [(50, "wanted")]),
        ("light.ambient", "green is too dark, set it to white", [("green", "rejected"), ("white", "wanted")]),
        ("navigation.view", "he switched the map to north_up".replace("_", " "), [("north_up", "wanted")]),
        ("ac.direction", "he set the air direction to feet and window", [("feet_window", "wanted")]),
        ("ac.direction", "never blow the air on my face, set it to feet", [("face", "rejected"), ("feet", "wanted")]),
        ("mirror.heating", "she turned the mirror heating on", [(True, "wanted")]),
        ("mirror.heating", "don't turn on the mirror heating", [(False, "wanted")]),
        ("seat.massage", "he switched the massage off", [(False, "wanted")]),
        ("music.volume", "good morning", []),
        ("ac.temperature", "cool it down, it feels like a kiln with 31 degrees c outside", []),
        ("ac.temperature", "a record heatwave of 31 degrees, it is like an oven", []),
        ("ac.temperature", "it is hot outside, set the ac to 19 degrees", [(19, "wanted")]),
        ("hud.brightness", "hud level 4 is useless in this sun", [(4, "rejected")]),
        ("navigation.view", "this map is too flat", [("2d", "rejected")]),
        ("panel.color", "green panel lights - feels like home", [("green", "wanted")]),
        ("ac.direction", "my toes are like ice, send the air to the feet", [("feet", "wanted")]),
        (
            "ac.direction",
            "the air on my face is too dry, point it to the feet",
            [("face", "rejected"), ("feet", "wanted")],
        ),
        ("seat.folded", "a heads up: the back seat should be folded down", [(True, "wanted")]),
        ("seat.folded", "the seat is up", [(False, "wanted")]),
        ("wheel.heating", "she prefers her steering wheel warm", [(True, "wanted")]),
        ("seat.heating", "she loves her seat toasty", [(True, "wanted")]),
        ("pedal.power", "i stand on the steps in turn", []),
        ("center.auto_brightness", "the screen can look after itself", [(True, "wanted")]),
        ("ac.fan", "the fan stays on two, she said", [(2, "wanted")]),
        ("ac.fan", "the fan - two, please", [(2, "wanted")]),
        ("ac.fan", "two sisters sat by the fan", []),
        ("ac.fan", "on two occasions the fan broke down", []),
        ("wheel.heating", "the wheel stays at 6 until half past eight", [(6, "wanted")]),
        ("radio.volume", "this radio was built in '78", []),
        ("door.warning", "the open door warning is to be on for every door", [(True, "wanted")]),
        ("door.warning", "the open door warning goes off when we load", [(False, "wanted")]),
        ("trunk.degree", "the trunk must open no further than 60", [(60, "wanted")]),
        ("hud.height", "7 had been far too high on the hud", [(7, "rejected")]),
        ("overhead.brightness", "4 had given her father a headache", [(4, "rejected")]),
    ],
)
def test_a_sentence_gives_values(key: str, sentence: str, found: list[tuple[object, str]]) -> None:
    assert values(key, sentence) == found


def test_a_step_is_no_value() -> None:
    assert values("seat.leg_support", "she lowered the leg support by 40") == []
    assert list(steps("she lowered the leg support by 40")) == [-40]
    assert list(steps("he raised it by 5")) == [5]


def test_a_step_is_taken_from_what_held_before() -> None:
    found = claims(
        "seat.leg_support",
        "[May 5, 2025] At 9:00 AM, Maya lowered the leg support by 40.",
        "[May 1, 2025] At 9:00 AM, Omar set the leg support to 78.",
    )
    assert [(claim.value, set(claim.owners)) for claim in found] == [(78, {"Omar Reyes"}), (38, {"Maya Stone"})]


def test_a_step_from_nothing_is_no_claim() -> None:
    assert claims("seat.leg_support", "[May 5, 2025] At 9:00 AM, Maya lowered the leg support by 40.") == ()


def test_a_value_is_the_wish_of_who_asked_rather_than_of_who_set_it() -> None:
    (claim,) = claims(
        "light.ambient", "Maya told Omar: 'I need more light to read.' Omar set the ambient light to white."
    )
    assert claim.owners == {"Maya Stone": 1.0, "Omar Reyes": 0.5}


def test_a_relatives_liking_is_the_relatives() -> None:
    (claim,) = claims("light.ambient", "Maya told Omar: 'My aunt prefers green for the ambient light.'")
    assert claim.owners["aunt"] > claim.owners["Maya Stone"]


def test_what_the_car_sets_is_the_last_askers() -> None:
    (claim,) = claims(
        "hud.brightness",
        "Omar told the car: 'I can hardly read the HUD, it is too dark.' The car set the HUD brightness to 9.",
    )
    assert claim.owners == {"Omar Reyes": 1.0}


def test_a_protest_rejects_the_value_before_it() -> None:
    found = claims("seat.massage", "Omar set the massage to level 3. Omar said: 'Ouch, no!' He set it to level 1.")
    assert [(claim.value, claim.mood, claim.last) for claim in found] == [(3, "rejected", False), (1, "wanted", True)]


@pytest.mark.parametrize(
    "line",
    [
        "Omar set the wheel heating to 8, found it like a stove and lowered it to 5.",
        "Omar tried the wheel heating at 8, which tired him, and settled on 5.",
        "Omar set the wheel heating to 8. After a mile he turned it to 5.",
    ],
)
def test_a_value_that_is_given_up_in_the_same_breath_does_not_hold(line: str) -> None:
    found = claims("wheel.heating", line)
    assert [(claim.value, claim.mood, claim.last) for claim in found] == [(8, "rejected", False), (5, "wanted", True)]


@pytest.mark.parametrize(
    "line",
    [
        "Omar set the wheel heating to 8 at home, and whenever Maya drove along he turned it to 5.",
        "Omar usually has the wheel heating at 8. He turned it to 5.",
        "Omar keeps the wheel heating at 8. He turned it to 5.",
        "Omar set the wheel heating to 8. Maya turned it to 5.",
        "Maya told Omar: 'In frost I set the wheel heating to 8, in drizzle to 5.'",
    ],
)
def test_two_cases_habits_and_two_people_keep_a_value_each(line: str) -> None:
    assert [claim.mood for claim in claims("wheel.heating", line)] == ["wanted", "wanted"]


def test_a_habit_makes_another_value_of_the_record_passing() -> None:
    usual, now = claims("ac.temperature", "Omar said: 'I usually have it at 22.' He set the AC to 18.")
    assert (usual.value, usual.usual, usual.passing) == (22, True, False)
    assert (now.value, now.usual, now.passing) == (18, False, True)


def test_a_switch_that_comes_with_a_level_is_no_claim_of_its_own() -> None:
    found = claims("seat.heating", "Omar turned on the seat heating and set it to level 2.")
    assert [claim.value for claim in found] == [2]


def test_no_records_give_no_claims() -> None:
    assert claims("hud.brightness") == ()


def test_a_request_asks_for_on_or_off_only_where_it_says_one_of_them() -> None:
    heating = BY_KEY["mirror.heating"]
    assert asked_state(heating, "turn on the mirror heating") is True
    assert asked_state(heating, "turn off the mirror heating") is False
    assert asked_state(heating, "the mirror heating") is None
    assert asked_state(heating, "turn it on") is None


def test_a_bound_is_no_wish() -> None:
    assert [(c.value, c.mood) for c in claims("music.volume", "Maya told Omar: 'Music below 20, so 19 it is.'")] == [
        (20, "rejected"), (19, "wanted"),
    ]  # fmt: skip


def test_what_somebody_is_told_to_have_said_is_not_set_by_it() -> None:
    line = "Maya put the HUD brightness on 9. She told Omar that with 3 she could only guess."
    assert [(c.value, c.mood) for c in claims("hud.brightness", line)] == [(9, "wanted"), (3, "told")]


def test_a_value_that_is_regretted_is_rejected() -> None:
    assert values("ac.fan", "i set the fan to 10 like a fool") == [(10, "rejected")]


def test_a_clause_on_another_part_of_the_car_gives_no_value() -> None:
    found = claims("sunshade.degree", "Maya told Omar: 'To sleep I want the window shut, the front shade low.'")
    assert [claim.value for claim in found] == ["low"]


def test_a_state_that_is_only_described_is_not_asked_for() -> None:
    assert asked_state(BY_KEY["window.degree"], "louder, the windows are open") is None
    assert asked_state(BY_KEY["window.degree"], "open the windows") is True


def test_on_and_off_count_in_the_sentence_that_names_the_setting() -> None:
    request = "they wanted to see the film. he told the car to turn on the ceiling screen."
    assert asked_state(BY_KEY["video.power"], request) is None
    assert asked_state(BY_KEY["overhead.power"], request) is True


@pytest.mark.parametrize(
    ("key", "sentence", "found"),
    [
        ("music.volume", "with guests the music does not go over 35", [(35, "wanted")]),
        ("music.volume", "40 at most", [(40, "wanted")]),
        ("music.volume", "nothing above 12", [(12, "wanted")]),
        ("music.volume", "over 50 it hurts", [(50, "rejected")]),
        ("seat.headrest", "27.", [(27, "wanted")]),
        ("seat.headrest", "in this one i'm a 27", [(27, "wanted")]),
        ("seat.headrest", "27 was right all along", [(27, "wanted")]),
        ("seat.headrest", "27 from now on", [(27, "wanted")]),
        ("seat.headrest", "i'm horrified by 90", [(90, "rejected")]),
        ("center.time_format", "12h, that i can read", [("12h", "wanted")]),
    ],
)
def test_what_is_said_in_passing_is_meant_where_it_is_praised_or_a_limit(
    key: str, sentence: str, found: list[tuple[object, str]]
) -> None:
    assert [(saying.value, saying.mood) for saying in sayings(BY_KEY[key], sentence, told=False)] == found


def test_the_air_outside_is_no_temperature_of_the_car() -> None:
    assert values("ac.temperature", "it was 24 degrees and sunny") == []
    assert values("ac.temperature", "she drove home at 24 degrees") == [(24, "wanted")]


def test_a_value_whose_harm_is_told_gives_way_to_the_next() -> None:
    line = "[May 1, 2025] At 9:00 AM, Omar opened the trunk to 90 and scratched the beam. He took 60 then."
    assert [(claim.value, claim.mood) for claim in claims("trunk.degree", line)] == [(90, "rejected"), (60, "wanted")]


def test_a_number_beside_another_setting_is_not_taken_for_this_one() -> None:
    line = "[May 1, 2025] At 9:00 AM, Maya adjusted the headrest to 57."
    assert claims("seat.backrest", line) == ()


def test_what_someone_is_told_to_have_said_is_theirs_though_another_acts_in_it() -> None:
    line = "[May 1, 2025] At 9:00 AM, Maya told Omar that he must put the front sunshade on max."
    assert [dict(claim.owners) for claim in claims("sunshade.degree", line)] == [{"Maya Stone": 1.0}]


def test_what_someone_does_in_the_telling_is_their_habit() -> None:
    line = "[May 1, 2025] At 9:00 AM, Maya keeps the backrest at 20."
    assert [claim.usual for claim in claims("seat.backrest", line)] == [True]


@pytest.mark.parametrize(
    ("told", "shared"),
    [
        ("In the low garage at the mill never open the trunk more than 50 there.", True),
        ("When the dog is in the back, the trunk must not go past 50.", True),
        ("If it snows, don't open the trunk past 50.", True),
        ("The trunk must always stop at 50.", False),
        ("When it snows, I never open the trunk past 50.", False),
        ("The trunk at 50 looks good.", False),
    ],
)
def test_a_rule_for_a_circumstance_is_kept_by_who_is_told_it(told: str, shared: bool) -> None:
    found = claims("trunk.degree", f"[May 3, 2025] At 9:00 AM, Maya told Omar: '{told}' She set the trunk to 50.")
    assert ("Omar Reyes" in found[-1].owners) is shared
    assert found[-1].owners["Maya Stone"] == 1.0


@pytest.mark.parametrize(
    ("key", "found"), [("sunshade.degree", []), ("sunshade.open", []), ("sunshade.auto_close", [True])]
)
def test_a_word_within_the_phrase_for_another_setting_is_no_value(key: str, found: list[object]) -> None:
    line = "[May 3, 2025] At 9:00 AM, Maya enabled auto close on lock for the sunshades."
    assert [claim.value for claim in claims(key, line)] == found


@pytest.mark.parametrize(
    "liking",
    [
        "adores green", "swears by green", "is fond of green", "is used to green", "has always been happy with green",
        "can't sleep without green", "really goes for green", "insists on green", "opts for green",
    ],
)  # fmt: skip
@pytest.mark.parametrize("kin", ["aunt", "stepson", "mother-in-law", "co-worker", "flatmate"])
def test_a_relatives_liking_is_theirs_by_whatever_verb(kin: str, liking: str) -> None:
    (claim,) = claims("light.ambient", f"Maya told Omar: 'My {kin} {liking} for the ambient light.'")
    assert claim.owners[relation(kin)] > claim.owners["Maya Stone"]


def test_in_a_chat_what_another_likes_by_name_is_the_others() -> None:
    (claim,) = claims("seat.backrest", "[2025-05-01 09:00] Maya Stone: Omar adores his backrest at 30.")
    assert claim.owners == {"Omar": 1.0, "Maya Stone": 0.4}


def test_a_value_that_did_harm_and_was_not_replaced_is_regretted() -> None:
    found = claims(
        "trunk.degree",
        "[May 1, 2025] At 9:00 AM, Maya told the car: 'Trunk to 100.' The lid banged into the beam. She said: 'Damn.'",
        "[May 2, 2025] At 9:00 AM, Maya set the trunk to 60.",
    )
    assert [(claim.value, claim.regretted) for claim in found] == [(100, True), (60, False)]


def test_a_number_that_belongs_to_a_name_is_no_value() -> None:
    assert claims("radio.volume", "Maya told Omar: 'On the radio I listen to Meadow 24.'") == ()
    assert [claim.value for claim in claims("ac.fan", "Maya told Omar: 'The car, please: set the Fan 3.'")] == [3]


@pytest.mark.parametrize(
    ("key", "sentence", "found"),
    [
        ("sunroof.degree", "she opened the sunroof three quarters", [(75, "wanted")]),
        ("trunk.degree", "he opened the trunk all the way", [(100, "wanted")]),
        ("hud.brightness", "he turned the hud as low as it goes", [(1, "wanted")]),
        ("hud.brightness", "hud level 8 gives me a headache", [(8, "rejected")]),
        ("hud.brightness", "i can't bear it at 8, this hud", [(8, "rejected")]),
        ("music.volume", "the music at 30 feels just right", [(30, "wanted")]),
        ("ac.circulation", "block the outside air", [("inside", "wanted")]),
        ("music.mode", "the album over and over again", [("list_loop", "wanted")]),
        ("wiper.speed", "he keeps the rear wiper running", [(True, "wanted")]),
        ("wheel.view", "that was a false economy", []),
        ("window.auto_close", "she told the car not to close the windows by itself", [(False, "wanted")]),
        ("front_trunk.degree", "the front trunk stays shut", [(False, "wanted")]),
    ],
)
def test_a_sentence_gives_values_in_other_words(key: str, sentence: str, found: list[tuple[object, str]]) -> None:
    assert values(key, sentence) == found


def talk(key: str, *lines: str) -> tuple[Claim, ...]:
    """The claims of one talk, its lines joined as they are when the memory gives them one by one."""
    records = read_context("\n".join(f"[2025-05-01 09:00] {line}" for line in lines), PEOPLE)
    parts = tuple(part for record in records for part in record.parts)
    return claims_of(BY_KEY[key], [replace(records[0], text=" ".join(record.text for record in records), parts=parts)])


@pytest.mark.parametrize(
    ("sentence", "found"), [("thirty lower", [-30]), ("ten degrees higher", [10]), ("a 30, low", [])]
)
def test_a_number_before_a_comparative_is_a_step(sentence: str, found: list[int]) -> None:
    assert list(steps(f"the leg support is {sentence}")) == found


def test_a_line_goes_on_about_what_its_speaker_named_last_whatever_others_name() -> None:
    found = talk(
        "wheel.heating",
        "Maya Stone: Steering wheel heating to 7, please.",
        "Omar Reyes: I only hope the navigation finds that bakery.",
        "Maya Stone: Take it down to 4.",
    )
    assert [claim.value for claim in found if "Maya Stone" in claim.owners] == [7, 4]


def test_each_speaker_of_a_chat_has_a_last_value() -> None:
    found = talk("hud.brightness", "Maya Stone: The hud at 7, then at 8.", "Omar Reyes: The hud at 3 for me.")
    assert [(claim.value, claim.last) for claim in found] == [(7, False), (8, True), (3, True)]


def test_a_value_that_a_speaker_ends_with_is_last_wherever_they_say_it() -> None:
    found = talk("hud.brightness", "Maya Stone: The hud at 4.", "Maya Stone: With 4 on the hud I can read.")
    assert [(claim.value, claim.last) for claim in found] == [(4, True), (4, True)]


def test_in_a_chat_only_who_gives_another_value_protests_against_the_first() -> None:
    lines = (
        "Maya Stone: Set the hud to 7.",
        "Omar Reyes: No trouble at all.",
        "Maya Stone: The hud stays at 5 at night.",
    )
    assert [claim.mood for claim in talk("hud.brightness", *lines)] == ["wanted", "wanted"]
    retort = ("Maya Stone: Set the hud to 7.", "Omar Reyes: No, set the hud to 5!")
    assert [claim.mood for claim in talk("hud.brightness", *retort)] == ["rejected", "wanted"]


@pytest.mark.parametrize(
    ("line", "owners"),
    [
        ("I drove with Omar again. He likes the hud at 9.", {"Omar": 1.0, "Maya Stone": 0.4}),
        ("My uncle is short of sight. He has the hud at 9.", {"uncle": 1.0, "Maya Stone": 0.4}),
        ("I drove with Omar again. I like the hud at 9.", {"Maya Stone": 1.0}),
    ],
)
def test_in_a_chat_what_a_pronoun_likes_is_the_wish_of_who_was_named_before(
    line: str, owners: dict[str, float]
) -> None:
    (claim,) = claims("hud.brightness", f"[2025-05-01 09:00] Maya Stone: {line}")
    assert claim.owners == owners


def test_a_value_for_tonight_is_told_for_an_occasion() -> None:
    (claim,) = claims("hud.brightness", "[2025-05-01 09:00] Maya Stone: Tonight the hud goes to 9.")
    assert claim.passing


@pytest.mark.parametrize(
    ("while_", "is_passing"),
    [
        ("while he was ill", True),
        ("while they are renting this car", True),
        ("while there is snow on the road", True),
        ("while he was driving", False),
        ("while they were parked", False),
        ("while she drove home", False),
    ],
)
def test_what_is_done_while_driving_is_meant_to_last_and_what_holds_while_something_else_does_is_not(
    while_: str, is_passing: bool
) -> None:
    (claim,) = claims("hud.brightness", f"[May 1, 2025] At 9:00 AM, Maya Stone set the hud to 9 {while_}.")
    assert claim.passing == is_passing


def test_of_a_text_full_of_values_only_the_first_are_weighed() -> None:
    crowded = "Maya Stone: Set the hud to " + ". Set the hud to ".join(str(1 + i % 9) for i in range(200)) + "."
    assert len(talk("hud.brightness", crowded)) == 24
    lines = (f"[May {1 + i % 28}, 2025] At 9:00 AM, Maya set the HUD brightness to {1 + i % 9}." for i in range(150))
    assert len(claims("hud.brightness", *lines)) == 100


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("ac.temperature", "Maya drove on the hottest day of the year, 34°C."),
        ("navigation.volume", "Maya asked the navigation to take her to 14 Baker Row."),
        ("seat.foot_support", "Maya told Omar that the seat was no fit for a brother who is six foot six."),
    ],
)
def test_the_weathers_a_houses_and_a_bodys_numbers_are_no_values(key: str, line: str) -> None:
    assert claims(key, f"[May 3, 2025] At 9:00 AM, {line}") == ()


def test_a_surname_is_no_color() -> None:
    records = read_context("[May 3, 2025] At 9:00 AM, Maya took Ida Green home in red light.", (*PEOPLE, "Ida Green"))
    assert [claim.value for claim in claims_of(BY_KEY["light.ambient"], records)] == ["red"]


def test_a_common_word_is_a_value_where_something_is_put_to_it() -> None:
    (claim,) = claims("navigation.voice", "[May 3, 2025] At 9:00 AM, Omar said: 'Voice guidance to simple.'")
    assert claim.value == "simple"


def test_without_it_is_off() -> None:
    (claim,) = claims("mirror.fold", "[May 3, 2025] At 9:00 AM, Omar said of the mirrors: 'No folding until spring.'")
    assert claim.value is False


def test_of_two_values_in_one_sentence_the_usual_one_is_usual() -> None:
    line = "[May 3, 2025] At 9:00 AM, Omar said he usually keeps the AC at 21, and had set it to 26 for his cold."
    assert [(claim.value, claim.usual) for claim in claims("ac.temperature", line)] == [(21, True), (26, False)]

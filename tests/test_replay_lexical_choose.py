"""Which remembered value holds now."""

import pytest

from replay.agents.lexical.choose import Choice, choose
from replay.agents.lexical.claims import claims_of
from replay.agents.lexical.facts import read_context
from replay.agents.lexical.lexicon import BY_KEY
from replay.agents.lexical.scene import read_scene
from replay.agents.lexical.senses import calls_for
from replay.agents.lexical.settings import candidates

PEOPLE = ("Maya Stone", "Omar Reyes")


def best(key: str, question: str, *lines: str) -> Choice | None:
    records = read_context("\n".join(lines), PEOPLE)
    choices = choose(BY_KEY[key], claims_of(BY_KEY[key], records), read_scene(question, PEOPLE), records)
    return choices[0] if choices else None


def value(key: str, question: str, *lines: str) -> object:
    choice = best(key, question, *lines)
    return choice.claim.value if choice else None


MAYA = "[May 1, 2025] At 9:00 AM, Maya set the HUD brightness to 3."
OMAR = "[May 2, 2025] At 9:00 AM, Omar set the HUD brightness to 8."


def test_the_wish_of_who_it_is_for_counts_before_the_newest() -> None:
    assert value("hud.brightness", "Maya told the car: 'My HUD brightness.'", MAYA, OMAR) == 3


def test_among_equals_the_newest_counts() -> None:
    newer = "[May 9, 2025] At 9:00 AM, Maya set the HUD brightness to 5."
    assert value("hud.brightness", "Maya told the car: 'HUD brightness!'", newer, MAYA) == 5


def test_the_circumstances_count_before_the_newest() -> None:
    rain = "[May 1, 2025] At 9:00 AM, Omar said: 'In this storm I need the navigation volume at 80.'"
    sun = "[May 2, 2025] At 9:00 AM, Omar said: 'The navigation volume at 40 will do.'"
    assert value("navigation.volume", "Omar drove through a thunderstorm. He said: 'Navigation!'", rain, sun) == 80


def test_the_usual_is_not_what_was_set_for_an_occasion() -> None:
    usual = "[May 1, 2025] At 9:00 AM, Omar said: 'I usually keep the AC at 21.'"
    fever = "[May 2, 2025] At 9:00 AM, Omar said: 'I have a fever.' He set the AC to 26."
    assert value("ac.temperature", "Omar told the car: 'My usual temperature.'", fever, usual) == 21


def test_a_rejected_value_is_never_chosen() -> None:
    assert best("hud.brightness", "Omar drove.", "Omar said: 'HUD brightness 8 is too glaring.'") is None


def test_without_claims_nothing_is_chosen() -> None:
    assert best("hud.brightness", "Omar drove.") is None


def test_a_choice_says_why() -> None:
    choice = best("hud.brightness", "Maya told the car: 'My HUD brightness.'", MAYA, OMAR)
    assert choice is not None
    assert choice.why.startswith("the wish of who it is for (+4.0)")


def test_a_complaint_calls_for_more_or_less() -> None:
    values: frozenset[bool | int | str] = frozenset({2, 9})
    assert calls_for(BY_KEY["hud.brightness"], 2, values, "too bright")
    assert calls_for(BY_KEY["hud.brightness"], 9, values, "i can't see it")
    assert not calls_for(BY_KEY["hud.brightness"], 9, values, "too bright, i can't see")
    assert not calls_for(BY_KEY["hud.brightness"], 9, frozenset({9}), "too dim")


def test_a_smell_calls_for_inside_air() -> None:
    assert calls_for(BY_KEY["ac.circulation"], "inside", frozenset({"inside", "outside"}), "what a smell")


def test_the_setting_that_the_question_names_comes_first() -> None:
    records = read_context("\n".join([OMAR, "[May 2, 2025] At 9:00 AM, Omar set the HUD height to 4."]), PEOPLE)
    found = candidates(read_scene("Omar told the car: 'HUD height as ever.'", PEOPLE), records)
    assert found[0].setting.key == "hud.height"


def test_a_question_without_words_of_the_car_takes_the_records_setting() -> None:
    records = read_context(MAYA, PEOPLE)
    found = candidates(read_scene("Maya told the car: 'Back to mine.'", PEOPLE), records)
    assert found[0].setting.key == "hud.brightness"


def test_nothing_said_and_nothing_known_gives_no_candidates() -> None:
    assert candidates(read_scene("", PEOPLE), ()) == ()


def test_a_condition_counts_for_the_value_of_its_own_clause() -> None:
    fact = "[May 1, 2025] At 9:00 AM, Maya said: 'In town I want the map zoom at 9, in the country at 4.'"
    assert value("navigation.zoom", "Maya drove through the fields. Maya said: 'The zoom, please.'", fact) == 4
    assert value("navigation.zoom", "Maya drove between the houses of the city. Maya said: 'The zoom.'", fact) == 9


def test_a_name_of_ones_own_counts_before_whose_wish_it_is() -> None:
    cave = "[May 1, 2025] At 9:00 AM, Omar said: 'HUD brightness 1, I call it the cave.'"
    assert value("hud.brightness", "Maya told the car: 'HUD like the cave.'", cave, MAYA) == 1


def test_the_former_value_may_be_asked_for() -> None:
    newer = "[May 9, 2025] At 9:00 AM, Maya set the HUD brightness to 5."
    assert value("hud.brightness", "Maya told the car: 'My old HUD brightness level.'", newer, MAYA) == 3


def test_what_is_refused_by_name_is_not_chosen() -> None:
    auto = "[May 2, 2025] At 9:00 AM, Maya set the AC mode to auto."
    swing = "[May 1, 2025] At 9:00 AM, Maya set the AC mode to swing."
    assert value("ac.mode", "Maya told the car: 'The AC mode, but not auto.'", auto, swing) == "swing"


def test_a_change_of_mind_is_the_new_usual() -> None:
    old = "[May 1, 2025] At 9:00 AM, Maya said: 'My usual HUD brightness is 3.'"
    new = "[May 9, 2025] At 9:00 AM, Maya said: 'HUD brightness 6 from now on.'"
    assert value("hud.brightness", "Maya told the car: 'My usual HUD brightness.'", old, new) == 6


def test_the_value_for_otherwise_holds_where_the_other_circumstance_does_not() -> None:
    line = "[May 1, 2025] At 8:00 AM, Lena told Omar: 'On the school run I want the map voice at 5, otherwise 30.'"
    there = "At 8:00 AM, Lena drove to the office. She told the car: 'Navigation volume, please.'"
    school = "At 8:00 AM, Lena did the school run. She told the car: 'Navigation volume, please.'"
    assert value("navigation.volume", there, line) == 30
    assert value("navigation.volume", school, line) == 5


def test_what_a_clause_goes_without_speaks_against_it() -> None:
    line = "[May 1, 2025] At 8:00 AM, Lena told Omar: 'Steering wheel heating at 3 without gloves, at 1 with gloves.'"
    question = "At 8:00 AM, Lena drove in thick gloves. She told the car: 'Steering wheel heating, please.'"
    assert value("wheel.heating", question, line) == 1


BASE = "[May 1, 2025] At 9:00 AM, Maya had the backrest at 20."
EXCEPTION = "[May 9, 2025] At 9:00 AM, with a sore hip Maya had the backrest at 60."


def test_a_later_fact_without_a_value_ends_an_exception() -> None:
    end = "[May 20, 2025] At 9:00 AM, Maya told Omar that the hip doctor had let her go."
    assert value("seat.backrest", "Maya told the car: 'Lean me back.'", BASE, EXCEPTION, end) == 20


def test_a_later_fact_that_says_it_goes_on_does_not() -> None:
    goes_on = "[May 20, 2025] At 9:00 AM, Maya told Omar that the hip still needs weeks."
    assert value("seat.backrest", "Maya told the car: 'Lean me back.'", BASE, EXCEPTION, goes_on) == 60


def test_the_question_itself_may_end_an_exception() -> None:
    assert value("seat.backrest", "Maya told the car: 'My hip is healed. Lean me back.'", BASE, EXCEPTION) == 20


def test_a_value_that_was_told_without_what_is_here_does_not_fit() -> None:
    with_it = "[May 1, 2025] At 9:00 AM, with the pillow Maya set the HUD height to 7."
    without = "[May 9, 2025] At 9:00 AM, Maya left the pillow at home and set the HUD height to 4."
    assert value("hud.height", "Maya sat on the pillow. She told the car: 'HUD!'", with_it, without) == 7


def test_a_recalled_occasion_counts_before_whose_wish_it_was() -> None:
    lake = "[May 1, 2025] At 9:00 PM, driving to the lake, Omar set the ambient light to red."
    work = "[May 9, 2025] At 9:00 PM, Maya set the ambient light to white."
    question = "Maya told the car: 'Light like on the way to the water.'"
    assert value("light.ambient", question, lake, work) == "red"


def test_a_value_that_the_request_refuses_by_name_is_not_taken() -> None:
    red = "[May 1, 2025] At 9:00 PM, Maya set the ambient light to red."
    blue = "[May 9, 2025] At 9:00 PM, Maya set the ambient light to blue."
    assert value("light.ambient", "Maya told the car: 'Ambient light, but not blue.'", red, blue) == "red"


def test_of_two_told_values_that_one_holds_whose_clause_fits_though_told_apart() -> None:
    rule = "[May 1, 2025] At 9:00 AM, Maya told Omar that in the sun the screen needs 9; in the shade it gets 4."
    assert value("center.brightness", "Maya parked in the blazing sun. She told the car: 'Screen.'", rule) == 9


@pytest.mark.parametrize(
    ("clock", "near"), [("7:45 AM", True), ("7:46 AM", False), ("6:15 AM", True), ("6:14 AM", False)]
)
def test_within_three_quarters_of_an_hour_it_is_the_same_time_of_the_day(clock: str, near: bool) -> None:
    told = "[May 1, 2025] At 7:00 AM, Maya set the HUD brightness to 3."
    choice = best("hud.brightness", f"At {clock}, Maya told the car: 'HUD brightness.'", told)
    assert choice is not None
    assert ("at the same time of the day" in choice.why) is near


def test_the_time_of_the_day_goes_round_at_midnight() -> None:
    night = "[May 1, 2025] At 11:50 PM, Maya set the HUD brightness to 3."
    choice = best("hud.brightness", "At 12:10 AM, Maya told the car: 'HUD brightness.'", night)
    assert choice is not None
    assert "at the same time of the day" in choice.why


def test_a_value_for_the_seat_beside_is_not_for_who_drives() -> None:
    driver = "[May 1, 2025] At 9:00 AM, Maya set the driver's backrest angle to 35."
    beside = "[May 2, 2025] At 9:00 AM, Maya said: 'When I'm the passenger I like the backrest at 70.'"
    assert value("seat.backrest", "Maya drove Omar. Maya told the car: 'My backrest.'", driver, beside) == 35
    assert value("seat.backrest", "Omar drove Maya. Maya told the car: 'My backrest.'", driver, beside) == 70


def test_the_name_of_a_child_lock_puts_no_child_on_board() -> None:
    child = "[May 1, 2025] At 9:00 AM, Maya told Omar: 'With the kids in the back, on.' She enabled the child lock."
    grown = "[May 2, 2025] At 9:00 AM, Maya drove a colleague and disabled the child lock of the windows."
    question = "Maya drove her toddler. She told the car: 'Back windows, please.'"
    assert value("window.child_lock", question, grown, child) is True


def test_what_was_regretted_at_once_gives_way_to_what_was_set_later_even_where_the_mishap_is_recalled() -> None:
    first = "[May 1, 2025] At 9:00 AM, Omar told the car: 'Trunk to 100.' The lid hit the beam. He said: 'Damn it.'"
    later = "[May 2, 2025] At 9:00 AM, Omar told the car: 'Trunk, 65 is the limit.' The car opened the trunk to 65."
    assert (
        value("trunk.degree", "Omar told the car: 'The trunk as I set it after the thing with the beam.'", first, later)
        == 65
    )


def test_a_value_set_because_of_someone_is_partly_that_persons_wish() -> None:
    hers = "[May 1, 2025] At 9:00 AM, Omar told Lena: 'Blue light makes Maya smile.' He set the ambient light to blue."
    his = "[May 2, 2025] At 9:00 AM, Omar set the ambient light to red."
    assert value("light.ambient", "Lena drove Maya. Maya said: 'My ambient light.'", hers, his) == "blue"


def test_where_nothing_is_told_to_be_usual_the_newest_is() -> None:
    lines = (
        "[May 2, 2025] At 8:00 AM, Maya set the headrest to 30.",
        "[May 9, 2025] At 8:00 AM, Maya set the headrest to 45.",
    )
    question = "At 8:00 AM, Maya drove. She told the car: 'My headrest as usual.'"
    assert value("seat.headrest", question, *lines) == 45
    usual = "[May 1, 2025] At 8:00 AM, Maya set the headrest to 20, as she always does."
    assert value("seat.headrest", question, usual, *lines) == 20


def test_who_is_in_the_car_counts_before_who_is_not() -> None:
    lines = (
        "[May 1, 2025] At 9:00 AM, Maya set the HUD brightness to 3.",
        "[May 2, 2025] At 9:00 AM, Lena set the HUD brightness to 8.",
    )
    records = read_context("\n".join(lines), (*PEOPLE, "Lena Fox"))
    question = "At 9:00 AM, Maya was driving Omar. Omar said: 'I can't stand this HUD.'"
    scene = read_scene(question, (*PEOPLE, "Lena Fox"))
    setting = BY_KEY["hud.brightness"]
    assert choose(setting, claims_of(setting, records), scene, records)[0].claim.value == 3


def test_a_value_that_was_given_up_and_rejected_pays_for_it_once() -> None:
    lines = (
        "[May 1, 2025] At 9:00 AM, Maya set the headrest to 30.",
        "[May 3, 2025] At 9:00 AM, Maya found 30 too low and set the headrest to 45.",
    )
    records = read_context("\n".join(lines), PEOPLE)
    setting = BY_KEY["seat.headrest"]
    scene = read_scene("At 9:00 AM, Maya drove. She told the car: 'Headrest, please.'", PEOPLE)
    old = next(c for c in choose(setting, claims_of(setting, records), scene, records) if c.claim.value == 30)
    assert "given up later" in old.why
    assert "rejected by the same person" not in old.why


def test_of_what_one_record_tells_its_end_counts() -> None:
    records = read_context("[May 2, 2025] At 9:00 AM, Omar saw a HUD brightness of 8. It went down to 3.", PEOPLE)
    scene = read_scene("Omar told the car: 'HUD brightness!'", PEOPLE)
    found = choose(BY_KEY["hud.brightness"], claims_of(BY_KEY["hud.brightness"], records), scene, records)
    assert [choice.claim.value for choice in found] == [3, 8]
    assert "its record ends with another (-1.0)" in found[1].why


def test_someone_elses_occasion_counts_less_where_the_own_usual_is_asked_for() -> None:
    hers = "[May 2, 2025] At 9:00 AM, Maya took the reading light to 5 for her novel."
    own = "[May 1, 2025] At 9:00 AM, Omar set the reading light to 8."
    question = "At 9:00 AM, Omar told the car: 'The reading light as I always like it for a novel.'"
    assert value("light.reading", question, hers, own) == 8


def test_who_had_it_wrong_has_changed_their_mind() -> None:
    old = "[May 1, 2025] At 9:00 AM, Omar set the HUD brightness to 8 by the kiosk."
    new = "[May 2, 2025] At 9:00 AM, Omar told Maya he had it backwards: the HUD brightness is right at 3."
    assert value("hud.brightness", "Omar came to the kiosk. He told the car: 'HUD brightness!'", old, new) == 3


def test_a_person_who_went_is_no_word_that_is_refused() -> None:
    line = "[May 1, 2025] At 9:00 AM, Omar set the HUD brightness to 8."
    choice = best("hud.brightness", "Omar Reyes was off by himself. Omar told the car: 'HUD brightness!'", line)
    assert choice is not None
    assert "refused" not in choice.why

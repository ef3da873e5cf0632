"""Each pair is a fact and a memory's wording of it, or of something that is close and not the same."""

import pytest

from scoring.statement import states

HEAT = "[April 15, 2025] At 9:00 AM, Ada set the seat heating to level 2."
COLOR = (
    "[March 2, 2025] At 8:10 PM, Milo told Ada: 'Blue is too cold for me, I want it warmer.' Milo set "
    "the ambient light to orange."
)
VOLUME = (
    "[May 3, 2025] At 7:05 AM, Ada told the car: 'When I have a client on the phone, keep the navigation volume at 12.'"
)
SEAT = (
    "[June 1, 2025] At 6:30 PM, Milo drove Ada to the opera. He told her: 'My back hurts, 70 was too "
    "low.' He raised the seat height to 85."
)
AUTO = "[July 9, 2025] At 9:45 PM, Nora Quist turned on the automatic brightness of the instrument panel."
NEVER = "[July 9, 2025] At 9:45 PM, Nora Quist told the car that she never wants seat massage when she drives."
AIR = "[March 15, 2025] At 9:02 AM, Ada asked for 26 degrees on her side, wherever she sits."
CIRCULATION = (
    "[June 2, 2025] At 8:00 AM, Milo told Ada: 'Near the tannery I always switch the air circulation to "
    "inside, it smells.'"
)
LOOP = (
    "[March 1, 2025] At 9:00 AM, Nora was driving Milo. Nora told the car: 'Put my song on repeat.' The "
    "car set the music play mode to single loop."
)
READING = "[April 5, 2025] At 7:30 PM, Ada adjusted the reading light to 5, saying '8 is too glaring for me.'"
NIGHT = (
    "[March 5, 2025] At 11:54 PM, Nora wanted the instrument panel brightness at 1 at night and at 5 during the day."
)
PET = "[May 20, 2025] At 3:00 PM, Milo said that he adopted a three-legged greyhound named Biscuit."
MIRROR = "[May 1, 2025] At 8:00 AM, Ada set the left mirror's horizontal position to 40."
MASSAGE = "[March 11, 2025] At 6:01 PM, Nora had the driver's seat massage set to level 3."
CHINESE = "[2025-03-05] 小林把氛围灯设为青色"

STATED = [
    (HEAT, "Ada prefers seat heating level 2"),
    (HEAT, "Ada likes her heated seat at level two."),
    (HEAT, "[2025-04-15 09:00] Ada: Seat heating on two for me, please, level 2 is perfect."),
    (HEAT, "Ada, seat heating: 2 (since 2025-04-15)"),
    (HEAT, "Ada's seat heater: from level 3 to level 2"),
    (HEAT, "Milo:\n- ambient light orange\n\nAda:\n- seat warmer level 2\n- window open"),
    (HEAT, "Ada prefers seat heating level 2, the HUD brightness at 5 and the radio off."),
    (HEAT, "Bo prefers seat heating level 3, Ada prefers seat heating level 2"),
    (COLOR, "Milo prefers orange ambient lighting."),
    (COLOR, "Milo does not want blue but orange as the ambient light"),
    (COLOR, "Milo changed the mood lighting to orange"),
    (VOLUME, "When Ada is on the phone with clients she wants the navigation volume at 12"),
    (VOLUME, "Ada: nav volume twelve during phone calls"),
    (SEAT, "Milo's seat height is 85"),
    (SEAT, "Milo raised the seat to a height of eighty-five because of his back (70 was too low)"),
    (AUTO, "Nora wants auto-brightness on the dashboard enabled"),
    (AUTO, "Nora keeps the dashboard's automatic brightness on"),
    (NEVER, "Nora doesn't want any seat massage"),
    (NEVER, "Nora dislikes massage seats"),
    (AIR, "Ada wants 26 °C on her side"),
    (AIR, "Ada's side: twenty-six degrees"),
    (CIRCULATION, "Milo puts the air circulation on inside near the tannery"),
    (LOOP, "Nora listens to her music in single loop play mode"),
    (READING, "Ada finds a reading light of 8 too bright and wants 5"),
    (READING, "Reading lamp brightness 5 for Ada"),
    (NIGHT, "Nora: instrument panel brightness 1 at night, 5 by day"),
    (PET, "Milo has a greyhound with 3 legs called Biscuit that he adopted"),
    (MIRROR, "Ada wants the left side mirror at horizontal position 40"),
    (MASSAGE, "Nora likes the massage of the driver seat at level 3"),
    (CHINESE, "小林的氛围灯是青色"),
]
NOT_STATED = [
    (HEAT, "Ada prefers seat heating level 3"),
    (HEAT, "Bo prefers seat heating level 2"),
    (HEAT, "Bo told everybody that Ada knows he wants seat heating off"),
    (HEAT, "Ada prefers seat ventilation level 2"),
    (HEAT, "Ada prefers steering wheel heating level 2"),
    (HEAT, "Ada no longer wants seat heating level 2"),
    (HEAT, "Ada wants seat heating level 3 instead of 2"),
    (HEAT, "Ada changed the seat heating from 2 to 3"),
    (HEAT, "Ada likes seat heating"),
    (HEAT, "Seat heating level 2"),
    (HEAT, "On April 2, 2025 at 2:00 PM Ada spoke of the seat heating"),
    (HEAT, "Ada has two cats and a heated pool"),
    (HEAT, "Ada: seat heating 3\nBo: seat heating 2"),
    (HEAT, "Ada prefers seat heating level 3, Bo prefers seat heating level 2"),
    (COLOR, "Milo prefers blue ambient light"),
    (COLOR, "Ada prefers orange ambient light"),
    (COLOR, "Milo does not want orange ambient light"),
    (COLOR, "Milo set the instrument panel color to orange"),
    (COLOR, "Milo likes ambient light"),
    (VOLUME, "Ada wants the navigation volume at 12 when it rains"),
    (VOLUME, "When Ada is on the phone with clients she wants the navigation volume at 20"),
    (VOLUME, "When Ada is on the phone with clients she wants the radio volume at 12"),
    (SEAT, "Milo's seat height is 70"),
    (SEAT, "Milo's headrest height is 85"),
    (AUTO, "Nora turned the automatic brightness of the instrument panel off"),
    (AUTO, "Nora doesn't want automatic instrument panel brightness enabled"),
    (NEVER, "Nora loves seat massage"),
    (NEVER, "Nora always wants the seat massage on"),
    (NEVER, "Nora never wants seat heating"),
    (AIR, "Ada wants 26 percent on her side"),
    (AIR, "Ada wants 22 degrees on her side"),
    (CIRCULATION, "Milo switches the air circulation to outside near the tannery"),
    (LOOP, "Nora listens to her music in shuffle play mode"),
    (READING, "Ada likes the reading light at 8"),
    (READING, "Ada wants ambient light 5"),
    (NIGHT, "Nora wants the instrument panel brightness at 5"),
    (PET, "Milo adopted a cat named Biscuit"),
    (PET, "Nora adopted a three-legged greyhound named Biscuit"),
    (MIRROR, "Ada wants the right side mirror at horizontal position 40"),
    (MASSAGE, "Nora likes the massage of the passenger seat at level 3"),
    (CHINESE, "小林的座椅加热是二档"),
]


@pytest.mark.parametrize(("fact", "text"), STATED)
def test_a_memory_may_word_a_fact_in_its_own_way(fact: str, text: str) -> None:
    assert states(text, fact)


@pytest.mark.parametrize(("fact", "text"), NOT_STATED)
def test_what_is_close_to_a_fact_is_not_the_fact(fact: str, text: str) -> None:
    assert not states(text, fact)


@pytest.mark.parametrize("fact", [HEAT, COLOR, VOLUME, SEAT, AUTO, NEVER, AIR, CIRCULATION, LOOP, READING, NIGHT, PET])
def test_a_fact_states_itself_and_nothing_states_it_by_being_empty(fact: str) -> None:
    assert states(fact, fact)
    assert not states("", fact)
    assert not states(" \n", fact)


def test_a_fact_without_words_is_never_stated() -> None:
    assert not states("Ada prefers seat heating level 2", "")
    assert not states("Ada prefers seat heating level 2", "[April 15, 2025] At 9:00 AM, she did.")

"""Each pair is a fact and a memory's wording of it, or of something that is close and not the same."""

import pytest

from scoring.statement import states

HEAT = "[April 15, 2025] At 9:00 AM, Ada set the seat heating to level 2."
COLOR = (
    "[March 2, 2025] At 8:10 PM, Milo told Ada: 'That icy blue makes me shiver, something warmer.' Milo set "
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
READING = "[April 5, 2025] At 7:30 PM, Ada put the reading light at 5, saying '8 hurts my eyes.'"
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


MORE_STATED = [
    (
        "[May 2, 2025] At 7:00 AM, Rosa told Ivo: 'The steering wheel is freezing, put its heating on "
        "level 4.' Ivo set it.",
        "Rosa wants the heated steering wheel at level 4 when it's cold",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Rosa told the car: 'Open the sunroof to 30 percent when I am stuck in traffic.'",
        "In traffic jams Rosa likes the sunroof 30% open",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Ivo muted the navigation voice while driving alone.",
        "Ivo prefers the navigation voice muted",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Ivo drove Rosa. He told her: 'I want the map North Up, I know this "
        "town.' He changed the map view.",
        "Ivo prefers map view north up",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Rosa set the display language to English for her cousin.",
        "Rosa's cousin needs the screen language English",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Rosa set the air conditioner temperature to 21.",
        "Rosa keeps the AC at 21°C",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Rosa set the air conditioner temperature to 21.",
        "Rosa's preferred cabin temperature is twenty-one degrees",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Ivo turned off the fog lights because of the glare.",
        "Ivo had the fog lights switched off due to glare",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Ivo said: 'Radio volume at 15 is enough for the news.'",
        "Ivo listens to the radio at volume 15",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Rosa asked for massage level 3 on her seat after her training.",
        "After training Rosa enjoys a seat massage, level 3",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Rosa said that her daughter Pia gets car sick in the back.",
        "Pia, Rosa's daughter, gets car sick in the back seat",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Ivo told the car to shuffle his music.",
        "Ivo wants music on shuffle",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Ivo set the HUD height to 7, then said 'no, 6' and set it to 6.",
        "Ivo: HUD height 6",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Rosa set the backrest angle to 100.",
        "Rosa reclines her seat back to 100",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Rosa wanted both rear windows closed when the dog is with them.",
        "With the dog on board Rosa keeps the rear windows closed",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Ivo told Rosa: 'Video quality at 720p, we have little data.'",
        "Ivo limits video resolution to 720p",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Rosa preferred a red instrument panel.",
        "Rosa likes the dashboard colour red",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Ivo asked for fan speed 2 from now on.",
        "Ivo, fan: 2",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Rosa lowered the center display brightness to 20 at night.",
        "Rosa, central screen brightness at night: 20",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Otto drove Lena and set the trunk opening to 60 because of the low garage.",
        "Otto opens the trunk only to 60 in the low garage",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Lena set the wiper speed to 3 in heavy rain.",
        "In heavy rain Lena runs the wipers at speed 3",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Otto said: 'Purple ambient light reminds me of the opera.' He set it to purple.",
        "Otto's ambient light is purple, it reminds him of the opera",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Lena turned the steering wheel heating on at level 5.",
        "Lena, steering wheel heating: on, 5",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Lena asked for the traffic display to be hidden.",
        "Lena does not want to see the traffic display",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Otto wanted music volume 25 when alone and 10 with passengers.",
        "Otto wants the music at volume 25 alone, 10 with passengers",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Lena: 'Please avoid highways, I get nervous.' The car set the route "
        "preference to no highway.",
        "Lena prefers routes without highways",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Otto locked the rear windows with the child lock because of his nephew.",
        "Otto turned the window child lock on for his nephew",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Otto lowered his headrest to 15.",
        "Otto: headrest height 15",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Lena set the driver's seat ventilation to speed 1.",
        "Lena likes weak seat ventilation, speed one",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Otto told the car to blow air at feet and window in winter.",
        "In winter Otto wants the air on feet and window",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Lena bought a red kayak in Tallinn.",
        "Lena owns a red kayak which she bought in Tallinn",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Otto switched the reading light off so that Lena could sleep.",
        "Otto switched off the reading light so that Lena could sleep",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Lena moved the map zoom to 8 before the exit.",
        "Lena likes map zoom 8 before exits",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Otto set the fan speed from 4 down to 2.",
        "Otto prefers AC fan speed 2",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Lena disabled the door open warning.",
        "Lena wants the door warning disabled",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Otto told Lena: 'Make it cyan, my football club is cyan.' Lena set "
        "the ambient light to cyan.",
        "Otto likes cyan ambient light, his club's color",
    ),
]
MORE_NOT_STATED = [
    (
        "[May 2, 2025] At 7:00 AM, Rosa told Ivo: 'The steering wheel is freezing, put its heating on "
        "level 4.' Ivo set it.",
        "Rosa wants seat heating level 4",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Rosa told the car: 'Open the sunroof to 30 percent when I am stuck in traffic.'",
        "Rosa likes the window 30% open in traffic",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Ivo muted the navigation voice while driving alone.",
        "Ivo prefers detailed navigation voice",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Ivo drove Rosa. He told her: 'I want the map North Up, I know this "
        "town.' He changed the map view.",
        "Ivo prefers the map heading up",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Rosa set the display language to English for her cousin.",
        "Rosa set the display language to Chinese",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Rosa set the air conditioner temperature to 21.",
        "Rosa keeps the AC fan at 2",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Rosa set the air conditioner temperature to 21.",
        "Ivo's preferred cabin temperature is twenty-one degrees",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Ivo turned off the fog lights because of the glare.",
        "Ivo turned on the fog lights",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Ivo said: 'Radio volume at 15 is enough for the news.'",
        "Ivo listens to music at volume 15",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Rosa asked for massage level 3 on her seat after her training.",
        "Rosa likes massage level 1",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Rosa said that her daughter Pia gets car sick in the back.",
        "Rosa's daughter Pia loves violins",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Ivo told the car to shuffle his music.",
        "Ivo wants music on single loop",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Ivo set the HUD height to 7, then said 'no, 6' and set it to 6.",
        "Ivo: HUD brightness 6",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Rosa set the backrest angle to 100.",
        "Rosa set the cushion angle to 100",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Rosa wanted both rear windows closed when the dog is with them.",
        "Rosa wants the front windows closed when the dog is with them",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Ivo told Rosa: 'Video quality at 720p, we have little data.'",
        "Ivo limits video resolution to 480p",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Ivo asked for fan speed 2 from now on.",
        "Ivo, wiper speed: 2",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Ivo chose the scenic route without tolls.",
        "Ivo takes the fastest route with tolls",
    ),
    (
        "[June 9, 2025] At 6:00 PM, Rosa lowered the center display brightness to 20 at night.",
        "Rosa, central screen brightness in the morning: 20",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Lena told the car: 'My knees hurt, move the seat back, horizontal "
        "position 20.' The car moved it.",
        "Lena needs her seat at vertical position 20 because of her knees",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Otto drove Lena and set the trunk opening to 60 because of the low garage.",
        "Otto opens the front trunk to 60",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Lena set the wiper speed to 3 in heavy rain.",
        "In heavy rain Lena runs the wipers at speed 1",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Otto said: 'Purple ambient light reminds me of the opera.' He set it to purple.",
        "Otto's instrument panel is purple",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Lena turned the steering wheel heating on at level 5.",
        "Lena, seat heating: on, 5",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Otto told Lena that he is allergic to peanuts.",
        "Otto is allergic to cats",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Lena asked for the traffic display to be hidden.",
        "Lena likes to see the traffic display",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Otto wanted music volume 25 when alone and 10 with passengers.",
        "Otto wants the music at volume 10",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Lena: 'Please avoid highways, I get nervous.' The car set the route "
        "preference to no highway.",
        "Lena takes the fastest route over highways",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Otto locked the rear windows with the child lock because of his nephew.",
        "Otto turned the window child lock off",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Lena changed the center display time format to 24h.",
        "Lena prefers the 12-hour clock on the centre display",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Otto lowered his headrest to 15.",
        "Otto: backrest 15",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Lena set the driver's seat ventilation to speed 1.",
        "Lena likes seat heating level 1",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Otto told the car to blow air at feet and window in winter.",
        "In winter Otto wants the air on his face",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Lena bought a red kayak in Tallinn.",
        "Lena bought a red bicycle in Riga",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Otto switched the reading light off so that Lena could sleep.",
        "Otto switched on the reading light for Lena",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Lena moved the map zoom to 8 before the exit.",
        "Lena likes navigation volume 8",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Otto set the fan speed from 4 down to 2.",
        "Otto prefers AC fan speed 4",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Lena disabled the door open warning.",
        "Lena wants the door warning enabled",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Otto told Lena: 'Make it cyan, my football club is cyan.' Lena set "
        "the ambient light to cyan.",
        "Otto does not like cyan ambient light",
    ),
]
BEYOND = [
    (
        "[June 9, 2025] At 6:00 PM, Ivo chose the scenic route without tolls.",
        "Ivo avoids tolls",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Lena told the car: 'My knees hurt, move the seat back, horizontal "
        "position 20.' The car moved it.",
        "Lena needs her seat at horizontal position 20 because of her knees",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Otto told Lena that he is allergic to peanuts.",
        "Otto has a peanut allergy",
    ),
    (
        "[May 2, 2025] At 7:00 AM, Lena changed the center display time format to 24h.",
        "Lena prefers the 24-hour clock on the centre display",
    ),
]
"""What the matcher does not see: another construction of the word, a synonym that the car's vocabulary lacks."""


@pytest.mark.parametrize(("fact", "text"), STATED + MORE_STATED)
def test_a_memory_may_word_a_fact_in_its_own_way(fact: str, text: str) -> None:
    assert states(text, fact)


@pytest.mark.parametrize(("fact", "text"), NOT_STATED + MORE_NOT_STATED)
def test_what_is_close_to_a_fact_is_not_the_fact(fact: str, text: str) -> None:
    assert not states(text, fact)


@pytest.mark.parametrize("fact", [HEAT, COLOR, VOLUME, SEAT, AUTO, NEVER, AIR, CIRCULATION, LOOP, READING, NIGHT, PET])
def test_a_fact_states_itself_and_nothing_states_it_by_being_empty(fact: str) -> None:
    assert states(fact, fact)
    assert not states("", fact)
    assert not states(" \n", fact)


@pytest.mark.parametrize(("fact", "text"), BEYOND)
def test_a_fact_in_words_of_another_root_or_construction_is_missed(fact: str, text: str) -> None:
    assert not states(text, fact)


def test_words_that_only_stand_side_by_side_are_taken_for_the_fact() -> None:
    assert states(
        "Rosa has a red coat and looks at the instrument panel", "[June 9, 2025] Rosa wanted a red instrument panel."
    )


def test_a_share_scales_how_much_of_the_words_must_be_there_and_never_the_values() -> None:
    fact = "[May 20, 2025] At 3:00 PM, Milo adopted a greyhound named Biscuit in Porto."
    assert not states("Milo has a greyhound, Biscuit", fact)
    assert states("Milo has a greyhound, Biscuit", fact, share=0.5)
    assert not states("Ada prefers seat heating level 3", HEAT, share=0.1)


def test_a_fact_without_words_is_never_stated() -> None:
    assert not states("Ada prefers seat heating level 2", "")
    assert not states("Ada prefers seat heating level 2", "[April 15, 2025] At 9:00 AM, she did.")

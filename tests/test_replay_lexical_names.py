"""Free names: what they look like, when they are asked for, and which of those that are told is meant."""

import pytest

from replay.agents.lexical.facts import read_context
from replay.agents.lexical.name_claims import name_claims
from replay.agents.lexical.name_kinds import PLACE, SONG, STATION, VIDEO, NameKind
from replay.agents.lexical.named import names_in
from replay.agents.lexical.names import named_request
from replay.agents.lexical.routes import route_for
from replay.agents.lexical.scene import read_scene
from replay.agents.lexical.settings import candidates

PEOPLE = ("Vera Lund", "Hugo Brandt")
NAMES = frozenset({"Vera", "Lund", "Hugo", "Brandt"})


def named(kind: NameKind, text: str) -> list[str]:
    return [name.text for name in names_in(text, kind.heads, NAMES, places=kind is PLACE)]


def meant(question: str, *facts: str) -> dict[str, str] | None:
    scene, records = read_scene(question, PEOPLE), read_context("\n".join(facts), PEOPLE)
    found = named_request(scene, records, candidates(scene, records))
    return found.args if found else None


@pytest.mark.parametrize(
    ("kind", "text", "found"),
    [
        (PLACE, "Then we met at Tallow Wharf, and left.", ["Tallow Wharf"]),
        (PLACE, "It is in the Court of Appeal in the suburbs now.", ["Court of Appeal in the suburbs"]),
        (PLACE, "She lives at 12 Quarry Lane.", ["12 Quarry Lane"]),
        (PLACE, "We go to the St. Anne's Chapel at 5 PM on Monday.", ["St. Anne's Chapel"]),
        (PLACE, "The dentist is behind the old mill near Dunham.", ["old mill near Dunham"]),
        (PLACE, "Let's see my usual station.", []),
        (PLACE, "I told Hugo Brandt and Vera about it.", []),
        (PLACE, "On Tuesday I'm free.", []),
        (STATION, "I like 98.5 and Radio Meridian.", ["98.5", "Radio Meridian"]),
        (STATION, "She wants the local news station.", ["local news station"]),
        (STATION, "At 7:30 AM it was 12:45.", []),
        (SONG, "He plays A Winter in Trieste and my gym playlist.", ["A Winter in Trieste", "gym playlist"]),
        (SONG, "Put on Paper Kites, please.", ["Paper Kites"]),
        (VIDEO, "Show us the raw footage.", ["raw footage"]),
        (VIDEO, "Show us the video.", []),
        (VIDEO, "", []),
    ],
)
def test_a_name_ends_with_what_belongs_to_it(kind: NameKind, text: str, found: list[str]) -> None:
    assert named(kind, text) == found


def test_a_name_that_stands_inside_a_longer_one_means_the_same() -> None:
    facts = "Vera told Hugo: 'The recital is in the Orpheum Hall.'\nHugo told Vera: 'I like the Orpheum.'"
    claims = name_claims(PLACE, read_context(facts, PEOPLE), NAMES, asked=True)
    assert {claim.value for claim in claims} == {"Orpheum Hall"}


def test_a_name_of_another_kind_and_a_value_of_the_car_are_not_read() -> None:
    facts = "Vera played the video Red Kite. She set the map to North Up. Hugo heard Tin Soldier by Ida Moss."
    records = read_context(facts, PEOPLE)
    assert [claim.value for claim in name_claims(SONG, records, NAMES, asked=True)] == ["Tin Soldier"]
    assert [claim.value for claim in name_claims(VIDEO, records, NAMES, asked=True)][:1] == ["Red Kite"]


@pytest.mark.parametrize(
    ("request_", "args"),
    [
        ("Off to Pebble Lake Campground!", {"destination": "Pebble Lake Campground"}),
        ("Next stop is the Copper Kettle Inn.", {"destination": "Copper Kettle Inn"}),
        ("We're expected at Holm Abbey by noon.", {"destination": "Holm Abbey"}),
        ("To the stables, please.", {"destination": "stables"}),
        ("Tune in to Harbor Sound.", {"name": "Harbor Sound"}),
        ("Play Tin Soldier by Ida Moss.", {"song_name": "Tin Soldier", "artist": "Ida Moss"}),
        ("Play Holst's Grand Waltz.", {"song_name": "Grand Waltz", "artist": "Holst"}),
        ("Watch Alpine Railways, the series.", {"video_name": "Alpine Railways"}),
        ("Take me home.", None),
        ("It was fun at Tallow Wharf.", None),
        ("Warm my seat, I come from Tallow Wharf.", None),
    ],
)
def test_a_name_in_the_request_is_taken_where_it_is_asked_for(request_: str, args: dict[str, str] | None) -> None:
    assert meant(f"At 9:00 AM, Vera told the car: '{request_}'") == args


CLINIC = "[May 2, 2025] At 9:00 AM, Vera told Hugo: 'My eye doctor sits in the Mercer Clinic.'"


@pytest.mark.parametrize(
    ("later", "right"),
    [
        (
            "Vera told Hugo: 'No, Mercer Clinic is the tax man. The eye doctor is in the Bellevue Arcade.'",
            "Bellevue Arcade",
        ),
        ("Vera told Hugo: 'She left the Mercer Clinic, I go to the Bellevue Arcade from now on.'", "Bellevue Arcade"),
        ("Hugo told Vera: 'Wrong, your eye doctor is in the Bellevue Arcade.'", "Bellevue Arcade"),
        ("Hugo told Vera: 'I buy my shoes in the Bellevue Arcade.'", "Mercer Clinic"),
    ],
)
def test_a_name_that_took_the_place_of_another_holds(later: str, right: str) -> None:
    fact = f"[May 9, 2025] At 9:00 AM, {later}"
    assert meant("At 8:00 AM, Vera told the car: 'Time for my eye doctor.'", CLINIC, fact) == {"destination": right}


def test_whom_the_request_names_as_told_or_telling_counts() -> None:
    mine = "[May 2, 2025] At 9:00 AM, Vera told Hugo: 'The rink is on Canal Street.'"
    other = "[May 4, 2025] At 9:00 AM, Vera told her mother: 'The rink is on Tannery Row.'"
    asked = "At 8:00 AM, Vera told the car: 'Take me to the rink that I told Hugo about.'"
    assert meant(asked, mine, other) == {"destination": "Canal Street"}


def test_a_name_of_ones_own_stands_for_what_is_called_so() -> None:
    fact = "[May 2, 2025] At 9:00 AM, Vera told Hugo: 'When I say the Duke, I mean my audiobook, Memoirs of a Heron.'"
    assert meant("At 8:00 AM, Vera told the car: 'On with the Duke.'", fact) == {"song_name": "Memoirs of a Heron"}


def test_a_part_of_a_name_and_what_it_is_tell_which_of_two_is_meant() -> None:
    facts = (
        "[May 2, 2025] At 9:00 AM, Hugo told Vera about the podcast Bones of the City, which is about ruins.",
        "[May 4, 2025] At 9:00 AM, Hugo told Vera about the podcast Bones and Botany, which is about plants.",
    )
    asked = "At 8:00 AM, Vera told the car: 'Play that Bones podcast about plants.'"
    assert meant(asked, *facts) == {"song_name": "Bones and Botany"}


def test_what_is_told_to_be_watched_is_played_where_the_request_has_no_name() -> None:
    assert meant("Hugo stopped to see a welding tutorial. He told the car: 'Start it now.'") == {
        "video_name": "welding tutorial"
    }


def test_where_facts_are_about_a_setting_a_name_in_passing_is_not_asked_for() -> None:
    fact = "[May 2, 2025] At 9:00 AM, on the way to Tallow Wharf, Vera set the seat heating to level 2."
    assert meant("At 8:00 AM, Vera was on her way to Tallow Wharf. She said: 'I am freezing again.'", fact) is None


def test_talk_needs_to_be_told_in_so_many_words() -> None:
    line = "[2025-05-02 09:00] Vera Lund: The Mercer Clinic is where my eye doctor sits."
    assert meant("Vera told the car: 'What a morning, my eye itches.'", line) is None
    assert meant("Vera told the car: 'Take me to the clinic of my eye doctor.'", line) == {
        "destination": "Mercer Clinic"
    }


@pytest.mark.parametrize(
    ("request_", "route"),
    [
        ("To Holm Abbey by the shortest way.", "shortest"),
        ("To Holm Abbey, and mind the trailer when you pick the route.", "no_highway"),
        ("To Holm Abbey by the way I like without a trailer.", "fastest"),
        ("To Holm Abbey.", ""),
    ],
)
def test_a_kind_of_road_is_named_or_chosen_as_any_value(request_: str, route: str) -> None:
    facts = (
        "[May 2, 2025] At 9:00 AM, Vera told Hugo: 'With the trailer I stay off the motorway.'\n"
        "[May 4, 2025] At 9:00 AM, Vera told Hugo: 'Without the trailer it is the fastest route for me.'"
    )
    scene = read_scene(f"At 8:00 AM, Vera told the car: '{request_}'", PEOPLE)
    assert route_for("Holm Abbey", scene, read_context(facts, PEOPLE)) == route


def test_nothing_is_named_where_nothing_is_said() -> None:
    assert meant("") is None

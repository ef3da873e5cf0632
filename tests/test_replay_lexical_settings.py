"""Which setting a question is taken to be about, told from where the values were found."""

from dataclasses import replace

import pytest

from memory.messages import Hit
from replay.agents.lexical.facts import Record, read_hits
from replay.agents.lexical.scene import read_scene
from replay.agents.lexical.settings import Candidate, _Scarce, candidates

PEOPLE = ("Maya Stone", "Omar Reyes")


def lines(*texts: str) -> tuple[Record, ...]:
    return read_hits(tuple(Hit(text=text, score=1.0) for text in texts), PEOPLE, "UTC")


def likeliest(question: str, *texts: str) -> str:
    return with_values(question, *texts)[0].setting.key


def with_values(question: str, *texts: str) -> list[Candidate]:
    scene = read_scene(question, PEOPLE)
    return [candidate for candidate in candidates(scene, lines(*texts)) if candidate.choices]


HUD = "[2025-05-03 09:00] Omar Reyes: I set the HUD brightness to 4."
TRUNK = "[2025-05-04 09:00] Omar Reyes: I set the trunk to open 40 percent."
VAGUE = "Omar drove alone. Omar told the car: 'The same again, please.'"


def known(key: str, question: str, *texts: str) -> float:
    return next(candidate.known for candidate in with_values(question, *texts) if candidate.setting.key == key)


def test_a_setting_gains_by_being_found_first() -> None:
    radio = "[2025-05-03 09:00] Omar Reyes: I set the radio volume to 20."
    music = "[2025-05-04 09:00] Omar Reyes: I set the music volume to 30."
    assert known("radio.volume", VAGUE, radio, music) > known("radio.volume", VAGUE, music, radio)
    assert known("music.volume", VAGUE, music, radio) > known("music.volume", VAGUE, radio, music)


def test_the_clock_time_with_which_a_scene_begins_is_not_about_clocks() -> None:
    told = "Omar drove alone. Omar told the car: 'It is far too bright for me.'"
    timed = f"At 10:00 PM, {told}"
    assert candidates(read_scene(timed, PEOPLE), lines(HUD))[0].setting.key == "hud.brightness"
    plainly, by_clock = (
        {c.setting.key: c.asked for c in candidates(read_scene(text, PEOPLE), lines(HUD))} for text in (told, timed)
    )
    assert all(by_clock[key] == pytest.approx(plainly[key], abs=0.5) for key in by_clock.keys() & plainly.keys())


def test_a_record_that_is_like_the_setting_outweighs_one_that_has_its_words_by_chance() -> None:
    chance = "[2025-05-03 09:00] Omar Reyes: Fresh perspectives open doors, my mentor told me at the museum."
    meant = "[2025-05-04 09:00] Omar Reyes: My seat heating goes to 2, I'm shivering."
    assert likeliest(VAGUE, chance, meant) == "seat.heating"


def test_what_is_found_later_is_meant_where_only_it_was_said_by_the_one_who_asks() -> None:
    assert likeliest(VAGUE, HUD.replace("Omar Reyes", "Maya Stone"), TRUNK) == "trunk.degree"


def test_a_word_that_is_no_word_of_the_car_tells_which_setting_is_meant() -> None:
    question = "Omar drove alone. Omar told the car: 'I have the accordion with me, the same again.'"
    assert likeliest(question, HUD, TRUNK.replace(" percent", " percent for the accordion")) == "trunk.degree"


def test_a_rare_word_tells_more_than_one_that_many_lines_share() -> None:
    question = "Omar drove alone. Omar told the car: 'Another rehearsal with the accordion.'"
    often = [f"[2025-04-{day:02} 09:00] Maya Stone: What a rehearsal that was." for day in range(1, 9)]
    hud = HUD.replace("to 4", "to 4 for the rehearsal")
    trunk = TRUNK.replace(" percent", " percent for the accordion")
    assert likeliest(question, hud, trunk, *often) == "trunk.degree"


def test_where_the_question_names_a_setting_beyond_doubt_no_other_place_outweighs_it() -> None:
    question = "Omar drove alone. Omar told the car: 'Open the trunk as always.'"
    assert likeliest(question, HUD.replace("to 4", "to 4 as always"), TRUNK) == "trunk.degree"


def test_a_bare_value_counts_for_the_setting_that_the_question_hints_at() -> None:
    question = "Omar drove alone behind a lorry. Omar told the car: 'Wipers, as ever behind a lorry.'"
    found = with_values(question, "[2025-05-03 09:00] Omar Reyes: Behind a lorry it is five. Noted.")
    assert (found[0].setting.key, found[0].choices[0].claim.value) == ("wiper.speed", 5)


def test_a_bare_value_of_another_person_counts_less_than_ones_own() -> None:
    question = "Omar drove alone behind a lorry. Omar told the car: 'Wipers, as ever behind a lorry.'"
    theirs = "[2025-05-04 09:00] Maya Stone: Behind a lorry it is four. Noted."
    own = "[2025-05-03 09:00] Omar Reyes: Behind a lorry it is five. Noted."
    assert with_values(question, theirs, own)[0].choices[0].claim.value == 5


def test_a_bare_value_in_a_line_that_shares_no_word_with_the_question_counts_for_nothing() -> None:
    question = "Omar drove alone behind a lorry. Omar told the car: 'Wipers, as ever behind a lorry.'"
    assert with_values(question, "[2025-05-03 09:00] Omar Reyes: We were five at the wedding. Noted.") == []


def test_two_messages_of_one_hit_both_count_for_the_place_of_their_setting() -> None:
    mine = "[2025-05-03 09:00] Omar Reyes: I set the HUD brightness to 4."
    hers = "[2025-05-04 09:00] Maya Stone: I set the HUD brightness to 6."
    radio = "[2025-05-05 09:00] Omar Reyes: I set the radio volume to 20."
    assert known("hud.brightness", VAGUE, f"{mine}\n{hers}", radio) >= known("hud.brightness", VAGUE, mine, radio)


def test_without_records_and_names_nothing_is_meant() -> None:
    assert candidates(read_scene("", PEOPLE), ()) == ()


def test_what_words_are_worth_is_the_same_in_whichever_order_a_set_gives_them() -> None:
    words = [f"word{chr(ord('a') + n) * 3}" for n in range(12)]
    records = lines(*(f"[2025-05-03 09:{n:02}] Maya Stone: {' '.join(words[n % 7 :])}" for n in range(20)))
    scene = read_scene(f"Omar told the car: '{' '.join(words)}'", PEOPLE)
    stems = sorted(scene.stems)
    orders = [stems[n:] + stems[:n] for n in range(len(stems))]
    shares = {
        _Scarce(replace(scene, stems=order), records).share(frozenset(stems[::2]))  # type: ignore[arg-type]
        for order in orders
    }
    assert len(stems) >= 12
    assert len(shares) == 1

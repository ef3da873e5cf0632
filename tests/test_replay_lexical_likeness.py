"""Sentences are like the settings that people mean by them, learnt and not listed."""

import math
from importlib.resources import files

import orjson
import pytest

from fixtures.said import said
from fixtures.said.learning import digest, learn
from replay.agents.lexical.lexicon import BY_KEY
from replay.agents.lexical.likeness import FILE_NAME, NOTHING, likely, shares, terms, weights
from replay.agents.lexical.speech import LIKENESS, LIKENESS_TOLD, heard_of, meaning, quiet, strength

PARAPHRASES = (
    ("seat.headrest", "my neck is stiff from looking up, a crick in my neck"),
    ("wheel.heating", "my fingers are numb with cold"),
    ("seat.ventilation", "my shirt sticks to my back"),
    ("navigation.camera", "another speeding ticket"),
    ("video.quality", "the faces are grainy and blurry"),
    ("window.child_lock", "little fingers are at the switches"),
    ("wiper.speed", "i can't see through all this rain on the glass"),
    ("hud.height", "i have to crane my neck, the readout on the windshield floats way above my eyes"),
    ("hud.brightness", "the projected figures are burning my eyes"),
    ("center.brightness", "the tablet in the middle is like a torch"),
    ("center.auto_brightness", "the touchscreen should stop adjusting itself"),
    ("panel.brightness", "the gauges are too harsh"),
    ("panel.behavior", "stop the flashing of the instrument cluster"),
    ("trunk.degree", "pop the tailgate"),
    ("fuel.open", "we are at the gas station, pop the fuel door"),
    ("mirror.tilt", "the mirrors should dip when i reverse"),
    ("mirror.heating", "the mirrors are covered in droplets"),
    ("sunroof.degree", "slide the roof back a little"),
    ("navigation.voice", "spell out every turn for me"),
    ("navigation.volume", "the directions are too quiet"),
    ("navigation.traffic", "show me where the jams are"),
    ("seat.heating", "my backside is frozen"),
    ("seat.massage", "my shoulders are all in knots"),
    ("seat.ventilation", "my back is soaked"),
    ("seat.horizontal", "my knees are hitting the dashboard"),
    ("seat.vertical", "i can't see over the hood"),
    ("seat.leg_support", "my calves are going numb"),
    ("seat.foot_support", "my feet are dangling"),
    ("seat.headrest", "nothing supports my head"),
    ("seat.folded", "i have to fit a mattress in"),
    ("ac.temperature", "it's sweltering in here"),
    ("ac.direction", "there is a draft in my eyes"),
    ("ac.mode", "clear the mist off the windshield"),
    ("ac.circulation", "there's a truck in front belching soot"),
    ("pedal.power", "my grandmother has trouble to climb in"),
    ("video.quality", "the film is choppy"),
    ("video.fullscreen", "the movie is a postage stamp"),
    ("window.auto_close", "the windows should close when i lock the car"),
    ("window.child_lock", "the toddler plays with the window buttons"),
    ("door.warning", "the chime of the door is driving me crazy"),
    ("sunshade.degree", "the sun is burning down on our heads"),
    ("wiper.speed", "the windshield is covered in water"),
    ("music.mode", "mix up the album"),
    ("music.lyrics", "let me see the words"),
    ("wheel.heating", "i can't feel my fingers"),
    ("light.ambient", "a calming blue"),
    ("light.reading", "it is too dark to read my magazine"),
    ("light.hazard", "we have a flat tire"),
)
"""None of them stands among the sentences that were learnt."""
OTHER_TALK = (
    "how was your weekend?",
    "my sister got the job she wanted",
    "pizza or noodles tonight?",
    "the dentist moved me to friday",
    "did you feed the rabbits before we left?",
    "i still owe your brother for the tickets",
    "he failed his exam by two points",
    "we could stop at my aunt's for cake",
    "the contract has to be signed by noon",
    "nobody told me the school was closed",
    "she is training for the marathon again",
    "whose umbrella is that?",
    "my boss wants the report rewritten",
)
"""Nor does any of these."""


def places() -> list[int]:
    """At which place each paraphrase has its setting, 1 the likeliest."""
    found = [(key, heard_of(quiet(text), LIKENESS)) for key, text in PARAPHRASES]
    return [1 + sum(n > heard.get(key, 0.0) for n in heard.values()) for key, heard in found]


def test_the_paraphrases_were_not_learnt() -> None:
    assert {*OTHER_TALK, *(text for _, text in PARAPHRASES)}.isdisjoint(sentence.lower() for _, sentence in said())


def test_three_of_four_paraphrases_mean_their_setting_most() -> None:
    assert sum(place == 1 for place in places()) / len(PARAPHRASES) >= 0.75


def test_nine_of_ten_paraphrases_have_their_setting_among_the_first_five() -> None:
    assert sum(place <= 5 for place in places()) / len(PARAPHRASES) >= 0.9


def test_what_is_read_was_learnt_from_the_sentences() -> None:
    kept = files("replay.agents.lexical").joinpath(FILE_NAME).read_bytes()
    assert orjson.loads(kept)["digest"] == digest(said())


def test_the_digest_tells_sentences_apart_and_not_their_order() -> None:
    some = [("a", "red"), ("b", "blue")]
    assert digest(some) == digest(reversed(some)) != digest([("b", "red"), ("a", "blue")])


def test_every_setting_has_sentences_and_nothing_else_has() -> None:
    assert {key for key, _ in said()} == {*BY_KEY, NOTHING}


def test_no_sentence_stands_twice() -> None:
    sentences = [sentence.lower() for _, sentence in said()]
    assert len(sentences) == len(set(sentences)) == 37_897


def test_the_order_of_the_sentences_changes_nothing() -> None:
    some = list(said())[::60]
    assert learn(some) == learn(reversed(some))


def test_terms_are_stems_and_then_each_two_side_by_side_and_all_numbers_are_one() -> None:
    assert terms("It was 21 degrees") == ["it", "was", "#", "degre", "it was", "was #", "# degre"]


def test_a_term_told_of_one_setting_alone_speaks_for_it_and_as_much_against_the_other() -> None:
    table = orjson.loads(learn([("b", "Red!"), ("a", "Blue?")]))
    assert table["keys"] == ["a", "b"]
    rarity, (zero, against, one, speaks_for) = table["terms"]["red"]
    assert rarity == 141  # 1 + ln(3/2), in hundredths
    assert (zero, one) == (0, 1)
    assert speaks_for == -against
    # the first round alone moves it by 3.0 times the half that is wrong
    assert 145 <= speaks_for <= 450


def test_a_term_told_of_all_settings_alike_speaks_for_none() -> None:
    table = orjson.loads(learn([(key, f"make {key} softer") for key in ("red", "blue", "green")]))
    shared, own = (dict(pairs(table["terms"][term][1])) for term in ("softer", "red"))
    mine = table["keys"].index("red")
    assert own[mine] > 2 * abs(shared.get(mine, 0))


def pairs(turns: list[int]) -> list[tuple[int, int]]:
    return list(zip(turns[::2], turns[1::2], strict=True))


def test_a_pair_of_words_is_learnt_from_three_sentences_on() -> None:
    twice = [("a", "red light"), ("b", "the red light")]
    assert "red light" not in orjson.loads(learn(twice))["terms"]
    assert "red light" in orjson.loads(learn([*twice, ("b", "a red light")]))["terms"]


def test_the_weights_of_a_text_have_length_one_and_rare_terms_weigh_more() -> None:
    found = weights(["a", "a", "b", "unseen"], {"a": 1.0, "b": 2.0})
    twice = 1.0 + math.log(2)
    assert found["a"] / found["b"] == pytest.approx(twice / 2.0)
    assert found["a"] ** 2 + found["b"] ** 2 == pytest.approx(1.0)
    assert "unseen" not in found


@pytest.mark.parametrize("text", ["", "zzyzx qqq", "?!", "好的", "\ud800"])
def test_a_text_of_words_that_were_never_seen_is_like_nothing(text: str) -> None:
    assert likely(text) == {}


def test_three_of_four_lines_of_other_talk_are_likest_to_no_setting() -> None:
    likest = [max(found, key=found.__getitem__) for found in map(shares, OTHER_TALK)]
    assert likest.count(NOTHING) / len(OTHER_TALK) >= 0.75


def test_shares_are_between_the_least_and_one_and_never_more_than_one_together() -> None:
    shares = likely("it is so cold that i can see my breath").values()
    assert all(0.05 <= n <= 1.0 for n in shares)
    assert 0.0 < sum(shares) <= 1.0


def test_likeness_adds_to_what_is_named_and_counts_less_in_told_facts() -> None:
    setting, text = BY_KEY["seat.massage"], "my shoulders are all in knots"
    assert strength(setting, text) == 0.0
    assert meaning(setting, text) == LIKENESS * likely(text)["seat.massage"]
    assert heard_of(text, LIKENESS_TOLD)["seat.massage"] == LIKENESS_TOLD * likely(text)["seat.massage"]

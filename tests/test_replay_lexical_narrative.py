"""Who says and does what in a narrated text."""

from replay.agents.lexical.narrative import Part, read
from replay.agents.lexical.people import CAR, aliases, everyone, mentions
from replay.agents.lexical.pronouns import pronouns

PEOPLE = ("Maya Stone", "Omar Reyes", "Lena Reyes")


def said(text: str) -> list[tuple[str, str, str]]:
    return [(part.who, part.to, part.text) for part in read(text, PEOPLE) if part.kind == "said"]


def told(text: str) -> list[tuple[str, str]]:
    return [(part.who, part.text) for part in read(text, PEOPLE) if part.kind == "told"]


def test_a_shared_part_of_two_names_stands_for_nobody() -> None:
    assert "reyes" not in aliases(PEOPLE)
    assert aliases(PEOPLE)["omar"] == "Omar Reyes"
    assert aliases(PEOPLE)["stone"] == "Maya Stone"


def test_a_single_name_is_the_person_who_bears_it() -> None:
    assert aliases(("Maya", "Maya Stone"))["maya"] == "Maya Stone"


def test_people_relatives_the_car_and_pronouns_are_mentioned() -> None:
    found = mentions("Omar told the car that her niece likes Maya's light", PEOPLE)
    assert [(m.who, m.possessive) for m in found] == [
        ("Omar Reyes", False), (CAR, False), ("her", False), ("niece", False), ("Maya Stone", True),
    ]  # fmt: skip


def test_words_in_quotes_belong_to_their_speaker() -> None:
    assert said("Omar drove Maya. Maya told Omar: 'I'm cold.'") == [("Maya Stone", "Omar Reyes", "I'm cold.")]


def test_a_pronoun_speaks_for_the_subject_before_it() -> None:
    assert said("Maya drove Omar home. She said: 'Too loud.'") == [("Maya Stone", "", "Too loud.")]


def test_she_is_the_last_subject_however_the_names_sound() -> None:
    people = ("Ingrid Vance", "Paola Vance")
    said_by = [
        part.who for part in read("Ingrid drove Paola home. She said: 'Too loud.'", people) if part.kind == "said"
    ]
    assert said_by == ["Ingrid Vance"]


def test_he_is_rather_not_one_who_is_called_as_women_are() -> None:
    people = ("Paola Vance", "Viktor Hale")
    said_by = [
        part.who for part in read("Paola drove Viktor home. He said: 'Too loud.'", people) if part.kind == "said"
    ]
    assert said_by == ["Viktor Hale"]


def test_who_is_called_by_name_at_the_end_does_not_speak() -> None:
    text = "Omar drove home with Maya, who was asleep. He said: 'We are there, Omar.'"
    assert said(text) == [("Maya Stone", "Omar Reyes", "We are there, Omar.")]


def test_what_is_put_in_between_names_nobody_who_speaks() -> None:
    (part,) = read("Omar, driving Maya, said he keeps the fan at 4.", PEOPLE)
    assert part.who == "Omar Reyes"


def test_the_car_is_spoken_to() -> None:
    assert said("Lena told the car: 'Lights on.'") == [("Lena Reyes", CAR, "Lights on.")]


def test_a_quoted_value_stays_in_the_telling() -> None:
    assert told("Maya set the theme to 'map' again.") == [("Maya Stone", "Maya set the theme to 'map' again.")]


def test_a_quotation_within_a_quotation_does_not_end_it() -> None:
    assert said("Maya said: 'I like the 'map' theme best.'") == [("Maya Stone", "", "I like the 'map' theme best.")]


def test_an_unclosed_quotation_runs_to_the_end() -> None:
    assert said("Omar said: 'Warmer, please") == [("Omar Reyes", "", "Warmer, please")]


def test_an_apostrophe_opens_nothing() -> None:
    assert said("Maya's friends' car isn't here.") == []


def test_what_the_car_does_is_told_of_the_car() -> None:
    assert told("Omar asked for heat. The car set it to 3.")[-1] == (CAR, "The car set it to 3.")


def test_an_empty_text_has_no_parts() -> None:
    assert read("", PEOPLE) == ()


def test_without_people_nobody_is_named() -> None:
    assert read("Omar said: 'Hello there.'", ()) == (
        Part(kind="told", who="", to="", text="Omar said:"),
        Part(kind="said", who="", to="", text="Hello there."),
    )


def test_who_speaks_may_be_told_behind_the_words() -> None:
    assert said("Maya drove Omar. 'Too loud,' said Omar.") == [("Omar Reyes", "", "Too loud,")]


def test_a_known_pronoun_means_the_one_who_is_called_so() -> None:
    text = "Maya drove Omar. He said: 'Too loud.'"
    called = pronouns("Omar took his coat. Maya found her keys.", PEOPLE)
    assert (called["Omar Reyes"], called["Maya Stone"]) == ("he", "she")
    assert [part.who for part in read(text, PEOPLE, called) if part.kind == "said"] == ["Omar Reyes"]


def test_a_pronoun_means_nobody_whom_its_sentence_names() -> None:
    assert said("Lena rode along while Maya drove. She told Maya: 'Too loud.'")[0][:2] == ("Lena Reyes", "Maya Stone")


def test_who_is_called_by_name_does_not_speak() -> None:
    assert said("Omar was driving Maya. From the back came: 'Omar, too loud.'")[0][:2] == ("Maya Stone", "Omar Reyes")


def test_a_name_behind_by_does_not_become_the_subject() -> None:
    assert said("Maya got in. The radio had been turned off by Omar. She said: 'On.'")[0][0] == "Maya Stone"


def test_everyone_who_acts_is_found_and_no_pronoun_is_a_name() -> None:
    assert everyone(("She", "Maya"), "Ravi told Maya that Sunrise is near. The sunrise came.") == ("Maya", "Ravi")


def test_no_text_names_nobody_more() -> None:
    assert everyone((), "") == ()


def test_a_second_verb_has_the_subject_of_the_first() -> None:
    assert told("Maya drove Omar and turned the music up.") == [
        ("Maya Stone", "Maya drove Omar and turned the music up."),
    ]
    assert said("Maya drove Omar and asked: 'Warm enough?'") == [("Maya Stone", "", "Warm enough?")]


def test_who_is_given_something_is_not_the_one_who_gives() -> None:
    assert pronouns("Maya raised the seat for him.", PEOPLE).get("Maya Stone") is None
    assert pronouns("Maya told her.", PEOPLE).get("Maya Stone") is None
    assert pronouns("Maya raised her seat.", PEOPLE)["Maya Stone"] == "she"


def test_what_is_put_in_between_does_not_take_the_verb_from_its_subject() -> None:
    assert told("Maya, riding beside Omar, set it to 2.")[0][0] == "Maya Stone"


def test_who_owns_what_a_sentence_is_about_is_its_subject() -> None:
    assert told("Maya's seat was at 30.")[0][0] == "Maya Stone"


def test_a_pronoun_that_was_taken_for_one_is_not_taken_for_the_other_next() -> None:
    text = "Omar drove Maya. He reached for the knob, she slapped his hand: 'Mine!'"
    assert said(text)[0][0] == "Maya Stone"


def test_a_pronoun_beside_someone_means_the_other_one() -> None:
    assert pronouns("Omar was driving, Maya next to him.", PEOPLE)["Omar Reyes"] == "he"


def test_a_relation_before_its_bearers_name_is_the_same_person() -> None:
    assert [m.who for m in mentions("her son Omar slept", PEOPLE)] == ["her", "Omar Reyes"]

import json
from pathlib import Path

import pytest

from scoring.answer_words import abstains, contains, equals, locomo_score, token_f1

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}


def test_f1_compares_stems_as_multisets() -> None:
    # rye, bread, rye against rye, breads: two in common, five in all.
    assert token_f1("Rye bread, rye!", "the rye breads") == 2 * 2 / 5
    assert token_f1("He walked", "walking") == 2 * 1 / 3


@pytest.mark.parametrize(("answer", "reference"), [("", "x"), ("x", ""), ("", ""), ("the", "a"), ("x", "y")])
def test_without_a_word_in_common_f1_is_zero(answer: str, reference: str) -> None:
    assert token_f1(answer, reference) == 0.0


def test_commas_inside_numbers_and_the_words_a_an_the_and_do_not_matter() -> None:
    assert token_f1("1,000 and a day", "1000 the day") == 1.0


def test_multi_hop_takes_the_best_part_of_the_answer_for_each_part_of_the_reference() -> None:
    # red boat: 1; green lamp against lamp: 2 * 1 / 3.
    assert locomo_score("multi-hop", "lamp, red boat", "red boat, green lamp") == pytest.approx((1 + 2 / 3) / 2)
    assert locomo_score("multi-hop", "", "red boat") == 0.0


def test_open_domain_looks_at_the_reference_up_to_its_first_semicolon() -> None:
    assert locomo_score("open-domain", "Likely yes", "Likely yes; she said so; twice") == 1.0
    assert locomo_score("single-hop", "Likely yes", "Likely yes; she said so; twice") < 1.0


@pytest.mark.parametrize(
    ("answer", "score"),
    [("No information available.", 1.0), ("It was NOT MENTIONED, I think", 1.0), ("I do not know", 0.0), ("", 0.0)],
)
def test_an_adversarial_question_wants_one_of_two_phrases(answer: str, score: float) -> None:
    assert locomo_score("adversarial", answer, "whatever") == score


def test_equal_is_the_same_words_in_the_same_order() -> None:
    assert equals("The Red boat.", "red boat")
    assert not equals("boat red", "red boat")
    assert not equals("", "")
    assert equals("赤い舟。", "赤い舟")


def test_the_reference_must_stand_in_the_answer_side_by_side() -> None:
    assert contains("It was the red boat, I think", "a red boat")
    assert not contains("a boat that is red", "red boat")
    assert not contains("10 boats", "1")
    assert not contains("anything", "")
    assert not contains("", "x")


@pytest.mark.parametrize(
    "answer",
    [
        "No information available.",
        "You have not mentioned your cat.",
        "I don’t know.",
        "I cannot determine that from what was said",
        "There isn't enough information; not enough information, really.",
        "Unknown",
        "Her shoe size was never mentioned. She has red shoes.",
    ],
)
def test_an_answer_abstains_where_its_first_sentence_says_that_nobody_knows(answer: str) -> None:
    assert abstains(answer)


@pytest.mark.parametrize("answer", ["", "Pixel", "Pixel. I do not know more.", "The information desk", "I told you"])
def test_other_answers_do_not_abstain(answer: str) -> None:
    assert not abstains(answer)


def test_the_recorded_scores_of_locomo_are_met(shared: Path) -> None:
    path = shared / "vectors" / "locomo_answer_f1.jsonl"
    if not path.is_file():
        pytest.skip(f"the recorded scores are not at {path}")
    recorded = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(recorded) == 600
    for one in recorded:
        score = locomo_score(CATEGORIES[one["category"]], one["prediction"], str(one["answer"]))
        assert score == pytest.approx(one["score"], abs=1e-9), one


@pytest.mark.parametrize(
    ("answer", "reference"),
    [
        ("1,500 miles", "1500"),
        ("It cost $1500.00.", "$1,500"),
        ("At 8:00 AM.", "8:00 am"),
        ("3.5 km", "3.5"),
        ("-5.", "5"),
    ],
)
def test_a_number_is_one_word_however_it_is_written(answer: str, reference: str) -> None:
    assert contains(answer, reference)


@pytest.mark.parametrize(
    ("answer", "reference"),
    [("13.5 km", "5"), ("13.5 km", "3.5"), ("1,500", "500"), ("18:00", "8:00"), ("10:30", "30")],
)
def test_a_part_of_a_number_is_another_number(answer: str, reference: str) -> None:
    assert not contains(answer, reference)


@pytest.mark.parametrize(
    "answer",
    [
        "You didn't mention your cousin's name.",
        "I don't have any information about that.",
        "I do not have enough details.",
        "It is not possible to tell from what was said.",
        "Nobody knows.",
        "I'm not sure.",
    ],
)
def test_an_answer_in_other_usual_words_abstains(answer: str) -> None:
    assert abstains(answer)


@pytest.mark.parametrize(
    "answer", ["They do not know each other.", "She can't find her keys.", "It doesn't have a roof."]
)
def test_what_somebody_else_does_not_know_is_an_answer(answer: str) -> None:
    assert not abstains(answer)


@pytest.mark.parametrize(
    ("answer", "reference", "is_right"),
    [
        ("Vitamin D", "vitamin A", False),
        ("She takes vitamin A.", "vitamin A", True),
        ("the vitamin a doctor named", "vitamin A", True),
        ("It was a red boat", "the red boat", True),
        ("the red and the blue one", "red and blue", True),
        ("A", "A", True),
        ("It is a dog", "A", False),
        ("\N{THUMBS UP SIGN} ", "\N{THUMBS UP SIGN}", True),
        ("no \N{THUMBS UP SIGN}", "\N{THUMBS UP SIGN}", False),
    ],
)
def test_an_article_that_a_text_ends_in_is_a_word_of_it(answer: str, reference: str, is_right: bool) -> None:
    assert contains(answer, reference) is is_right


@pytest.mark.parametrize("answer", ["7:30pm", "7:30 p.m.", "At 7:30 P.M. sharp"])
def test_a_half_of_the_day_may_be_written_in_any_way(answer: str) -> None:
    assert contains(answer, "7:30 PM")
    assert not contains(answer, "7:30 AM")


def test_a_fraction_without_a_whole_and_full_width_digits_are_numbers_too() -> None:
    assert not contains(".5 km", "5")
    assert equals(".5 km", "0.5 km")
    assert not contains("\uff11\uff13\uff0e\uff15", "5")
    assert equals("\uff11\uff13\uff0e\uff15", "13.5")


@pytest.mark.parametrize(
    "answer",
    [
        "Dr. Lee never mentioned it.",
        "Sorry. I don't know.",
        "I'm very sorry, I really don't remember.",
        "**Unknown**",
        "Answer: unknown",
        "N/A",
        "I have no idea.",
        "No one knows.",
        "She didn't say.",
        "There is no way to know.",
    ],
)
def test_regrets_and_marks_before_it_and_titles_within_it_leave_an_abstention_one(answer: str) -> None:
    assert abstains(answer)


@pytest.mark.parametrize(
    "answer", ["Sorry. It was Paris.", "Unknown to her, he left.", "She didn't say no.", "Mr. Lee"]
)
def test_a_regret_or_an_unknown_thing_alone_is_no_abstention(answer: str) -> None:
    assert not abstains(answer)

"""What is said about what was said before, and nothing else."""

import pytest

from memory.embedded.ledger_remarks import MOST_WORDS, Remark, read_remark
from memory.embedded.ledger_words import TAKES_BACK, TAKING_BACK_CUES
from memory.embedded.words import runs
from tests.contract_memory import HOSTILE_TEXTS


def remark(text: str) -> Remark | None:
    return read_remark(runs(text), text)


@pytest.mark.parametrize(
    "text",
    [
        "Never mind.",
        "Nevermind",
        "Scrap that, please.",
        "Forget it, back to normal.",
        "Oh, forget what I said.",
        "Undo that.",
        "Actually, leave it as it was.",
        "Sorry, I changed my mind.",
        "Never mind, Bo.",
        "Computer, scrap that!",
    ],
)
def test_a_withdrawal_takes_back_and_says_nothing_else(text: str) -> None:
    assert remark(text) == Remark(change="withdraws", value="")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("No, make it 2 instead.", "2"),
        ("No no, make it two", "2"),
        ("No, twenty-one.", "21"),
        ("No, make it one.", "1"),
        ("Actually 2", "2"),
        ("Too strong, down to 2.", "2"),
        ("That's too warm, please set it to 20 degrees", "20"),
        ("No, level 3, Bo.", "3"),
        ("No, blue.", "blue"),
        ("No, turn it off.", "off"),
        ("No, turn it on.", "on"),
    ],
)
def test_a_correction_objects_and_gives_one_value(text: str, value: str) -> None:
    assert remark(text) == Remark(change="corrects", value=value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Never mind the rain.",
        "Cancel the dinner.",
        "Never mind?",
        "Never again.",
        "I will be back.",
        "No.",
        "No, too hot.",
        "Make it 2.",
        "Dinner for 2 instead",
        "Actually two of us went.",
        "Actually, 9:30.",
        "No, 2 or 3.",
        "No, that one.",
        "No, go on.",
        "No, make it 2?",
        "Scrap that" + ", please" * (MOST_WORDS - 1),
        "Scrap that." + "." * 120,
    ],
)
def test_what_says_more_or_less_is_no_remark(text: str) -> None:
    assert remark(text) is None


def test_the_longest_remark_has_as_many_words_as_are_allowed() -> None:
    assert remark("Scrap that" + ", please" * (MOST_WORDS - 2)) is not None


@pytest.mark.parametrize("text", ["never mind", "cancel my", "scrap it", "take that back", "keep it how it was"])
def test_every_withdrawal_has_a_word_that_is_looked_for_first(text: str) -> None:
    assert TAKES_BACK.fullmatch(text)
    assert not TAKING_BACK_CUES.isdisjoint(text.split())


def test_any_text_can_be_read_as_a_remark() -> None:
    for text in HOSTILE_TEXTS:
        assert remark(text) is None


@pytest.mark.parametrize(
    ("text", "change", "value"),
    [
        ("Scratch that, please.", "withdraws", ""),
        ("Oops, I meant 2.", "corrects", "2"),
        ("Wait, make it 2.", "corrects", "2"),
        ("Nah, turquoise.", "corrects", "turquoise"),
    ],
)
def test_a_remark_may_object_in_other_words(text: str, change: str, value: str) -> None:
    remark = read_remark(runs(text), text)
    assert remark is not None
    assert (remark.change, remark.value) == (change, value)

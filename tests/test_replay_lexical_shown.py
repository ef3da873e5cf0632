"""Whichever frame a memory puts around a message's words, the same is read."""

import json

import pytest

from memory.messages import Hit
from replay.agents.lexical.facts import read_hits
from replay.agents.lexical.shown import Shown, shown

PEOPLE = ("Ada Moss", "Ben Lind")
NOON_US = 1_746_273_600_000_000
"""2025-05-03 12:00 UTC."""
WORDS = "Make it three, please."
READ = Shown(text=WORDS, speaker="Ada Moss", spoken=True, day="2025-05-03", minute=14 * 60)


@pytest.mark.parametrize(
    "text",
    [
        f"[2025-05-03 14:00] Ada Moss: {WORDS}",
        f"[2025-05-03T14:00:59+02:00] Ada Moss: {WORDS}",
        f"(2025-05-03 14:00) Ada Moss: {WORDS}",
        f"2025-05-03 14:00 Ada Moss: {WORDS}",
        f"2025-05-03T12:00:00Z - Ada Moss: {WORDS}",
        f"2025-05-03 14:00 Ada Moss (user) said: {WORDS}",
        json.dumps({"speaker": "Ada Moss", "text": WORDS, "at": "2025-05-03T14:00"}),
        json.dumps({"at": "2025-05-03T12:00:00+00:00", "content": WORDS, "role": "user", "by": "Ada Moss"}),
    ],
)
def test_a_message_is_read_alike_in_every_frame(text: str) -> None:
    assert shown(text, PEOPLE, None, "Europe/Berlin") == (READ,)


def test_the_hits_own_time_holds_where_its_text_tells_none() -> None:
    assert shown(f"Ada Moss: {WORDS}", PEOPLE, NOON_US, "Europe/Berlin") == (READ,)


def test_a_text_of_several_messages_is_several_of_one_rank() -> None:
    text = "[2025-05-03 14:00] Ada Moss: Warmer?\n[2025-05-03 14:01] Ben Lind: Yes, two."
    records = read_hits([Hit(text="Nothing.", score=2.0), Hit(text=text, score=1.0)], PEOPLE, "UTC")
    assert [(record.rank, record.text, record.minute) for record in records[1:]] == [
        (1, "Warmer?", 840),
        (1, "Yes, two.", 841),
    ]


def test_lines_without_a_frame_stay_one_text() -> None:
    assert len(shown("[2025-05-03 14:00] Ada Moss: Warmer?\nOr not: two.", PEOPLE, None, "UTC")) == 1


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("I like it at three.", True),
        ("Could you close my window?", True),
        ("Ada likes it at three.", False),
        ("Ada told Ben: 'I like it at three.'", False),
        ("{broken", False),
        ("", False),
    ],
)
def test_words_without_a_speaker_are_spoken_where_they_speak_of_i_or_you(text: str, spoken: bool) -> None:
    (one,) = shown(text, PEOPLE, None, "UTC")
    assert (one.spoken, one.speaker, one.day, one.minute, one.text) == (spoken, "", "", None, text)


def test_an_object_without_texts_is_read_as_nothing() -> None:
    assert shown("{}", PEOPLE, None, "UTC") == (Shown(text=""),)
    assert shown('{"a": 1}', PEOPLE, None, "UTC") == (Shown(text=""),)


def test_a_time_that_is_none_is_part_of_the_words() -> None:
    (one,) = shown("2025-99-99 14:00 Ada Moss: Warmer.", PEOPLE, None, "UTC")
    assert one.text == "Warmer."

"""Whichever frame a memory puts around a message's words, the same is read."""

import json
from dataclasses import replace

import pytest

from memory.messages import Hit
from replay.agents.lexical.facts import read_context, read_hits
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


@pytest.mark.parametrize(
    "speaker", ["user:42", "Ada: the first", "Moss, Ada", "Ada (of the choir)", "A" * 61, "Note", "आदित्य", "مُنى"]
)
@pytest.mark.parametrize("frame", ["{}: ", "[2025-05-03 14:00] {}: ", "2025-05-03 14:00 {} (user) said: "])
@pytest.mark.parametrize("words", [WORDS, "Ben Lind: Make it two.", "Note: it was too warm."])
def test_a_name_that_is_known_ends_where_it_ends_whatever_is_in_it(speaker: str, frame: str, words: str) -> None:
    (one,) = shown(frame.format(speaker) + words, ("Ben Lind", speaker, speaker[:3]), None, "UTC")
    assert (one.speaker, one.text, one.spoken) == (speaker, words, True)


def test_lines_of_known_people_are_several_messages_whatever_is_in_a_name() -> None:
    text = "user:42: Warmer?\nUSER:7 said: Yes, two."
    assert [(one.speaker, one.text) for one in shown(text, ("user:42", "user:7"), None, "UTC")] == [
        ("user:42", "Warmer?"),
        ("USER:7", "Yes, two."),
    ]
    assert len(shown(text, ("user:42",), None, "UTC")) == 1


def test_the_hits_own_time_holds_where_its_text_tells_none() -> None:
    assert shown(f"Ada Moss: {WORDS}", PEOPLE, NOON_US, "Europe/Berlin") == (READ,)


@pytest.mark.parametrize("offset", ["T12:00Z", "T12:00:00+00:00", "T07:00-05:00", " 12:00:00Z"])
@pytest.mark.parametrize("frame", ["[{}]", "({})", "{}"])
def test_an_offset_counts_in_every_frame_and_in_a_context(frame: str, offset: str) -> None:
    line = f"{frame.format(f'2025-05-03{offset}')} Ada Moss: {WORDS}"
    assert shown(line, PEOPLE, None, "Europe/Berlin") == (READ,)
    (record,) = read_context(f"[2025-05-03{offset}] Ada Moss: {WORDS}", PEOPLE, {}, "Europe/Berlin")
    assert (record.day, record.minute) == (READ.day, READ.minute)


@pytest.mark.parametrize("frame", ["[{}]", "({})", "{}"])
def test_two_clock_times_are_no_time_and_its_offset(frame: str) -> None:
    line = f"{frame.format('2025-05-03 14:00-14:30')} Ada Moss: {WORDS}"
    assert shown(line, PEOPLE, None, "Europe/Berlin") == (READ,)


@pytest.mark.parametrize(
    ("text", "at_us"),
    [
        ("0001-01-01T00:00:00Z Ada Moss: Warmer.", None),
        ("[9999-12-31T23:59:59-05:00] Ada Moss: Warmer.", None),
        ('{"at": "0001-01-01T00:00:00Z", "by": "Ada Moss", "text": "Warmer."}', None),
        ("Ada Moss: Warmer.", 2**63 - 1),
        ("Ada Moss: Warmer.", -(2**63)),
    ],
)
def test_an_instant_that_no_calendar_has_here_breaks_nothing(text: str, at_us: int | None) -> None:
    (one,) = shown(text, PEOPLE, at_us, "America/New_York")
    assert (one.speaker.split()[0], one.text) == ("Ada", "Warmer.")


@pytest.mark.parametrize(
    ("fields", "at_us", "minute"),
    [
        ({"id": "20250101", "at": "2025-05-03T12:00Z"}, None, 14 * 60),
        ({"id": "20250101", "date": "2025-05-03"}, None, None),
        ({"date": "2025-05-03"}, NOON_US, 14 * 60),
    ],
)
def test_a_day_alone_is_no_midnight_and_an_id_no_day(
    fields: dict[str, str], at_us: int | None, minute: int | None
) -> None:
    text = json.dumps({**fields, "speaker": "Ada Moss", "text": WORDS})
    assert shown(text, PEOPLE, at_us, "Europe/Berlin") == (replace(READ, minute=minute),)


def test_a_text_of_several_messages_is_several_of_one_rank() -> None:
    text = "[2025-05-03 14:00] Ada Moss: Warmer?\n[2025-05-03 14:01] Ben Lind: Yes, two."
    records = read_hits([Hit(text="Nothing.", score=2.0), Hit(text=text, score=1.0)], PEOPLE, "UTC")
    assert [(record.rank, record.text, record.minute) for record in records[1:]] == [
        (1, "Warmer?", 840),
        (1, "Yes, two.", 841),
    ]


def test_of_hits_that_show_hundreds_of_messages_the_first_are_read() -> None:
    hits = [Hit(text="Ada Moss: Seat to three.\n" * n, score=1.0) for n in (1, 150, 150, 150)]
    assert [record.rank for record in read_hits(hits, PEOPLE, "UTC")] == [0, *[1] * 150, *[2] * 149]


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


def test_a_long_object_is_taken_apart_before_its_words_are_cut() -> None:
    text = json.dumps({"note": "x" * 5_000, "speaker": "Ada Moss", "text": WORDS + " and so on" * 1_000})
    (record,) = read_hits([Hit(text=text, score=1.0)], PEOPLE, "UTC")
    assert record.parts[0].who == "Ada Moss"
    assert record.text.startswith(WORDS)
    assert len(record.text) == 4_000


MESSAGE = {"speaker": "Ada Moss", "text": WORDS, "at": "2025-05-03T14:00"}


@pytest.mark.parametrize(
    "held",
    [
        [MESSAGE],
        {"memory": MESSAGE},
        {"id": "x7", "score": 0.5, "memory": MESSAGE},
        {"results": [MESSAGE], "total": 1},
        [{"message": {"data": MESSAGE}}],
    ],
)
def test_a_message_within_lists_and_objects_is_read_as_if_it_stood_alone(held: object) -> None:
    assert shown(json.dumps(held), PEOPLE, None, "Europe/Berlin") == (READ,)
    assert shown(json.dumps(held, indent=1), PEOPLE, None, "Europe/Berlin") == (READ,)


def test_a_list_is_as_many_messages_as_it_holds() -> None:
    others = [MESSAGE, {**MESSAGE, "speaker": "Ben Lind"}]
    assert shown(json.dumps(others), PEOPLE, None, "Europe/Berlin") == (READ, replace(READ, speaker="Ben Lind"))
    many = json.dumps([MESSAGE] * 100)
    assert len(read_hits((Hit(text=many, score=1.0),), PEOPLE, "Europe/Berlin")) == 100


def test_an_object_with_words_of_its_own_is_one_message_whatever_it_holds() -> None:
    text = json.dumps({**MESSAGE, "answers_to": {"speaker": "Ben Lind", "text": "How warm?"}})
    assert shown(text, PEOPLE, None, "Europe/Berlin") == (READ,)
    assert [one.text for one in shown('{"note": "warm", "about": {"x": "y"}}', PEOPLE, None, "UTC")] == ["warm"]


@pytest.mark.parametrize("text", ['[{}, "warm"]', "[{broken", "[{}]"])
def test_a_list_without_a_message_is_read_as_it_stands(text: str) -> None:
    assert shown(text, PEOPLE, None, "UTC") == (Shown(text=text),)


def test_what_is_nested_too_deep_is_no_message() -> None:
    assert shown('{"a":' * 400 + json.dumps(MESSAGE) + "}" * 400, PEOPLE, None, "UTC") == (Shown(text=""),)

"""Contexts and hits are read alike."""

import pytest

from memory.messages import Hit
from replay.agents.lexical.facts import days_in, minute_of, months_in, read_context, read_hits
from replay.agents.lexical.surnames import by_first_name

PEOPLE = ("Maya Stone", "Omar Reyes")


def test_a_line_of_a_context_has_a_day_and_a_time() -> None:
    (record,) = read_context("[May 3, 2025] At 7:30 PM, Maya drove alone.", PEOPLE)
    assert (record.day, record.minute, record.spoken, record.rank) == ("2025-05-03", 19 * 60 + 30, False, 0)
    assert record.text == "At 7:30 PM, Maya drove alone."


def test_blank_lines_are_left_out_and_an_undated_line_is_kept() -> None:
    records = read_context("\n\nMaya likes blue.\n \n", PEOPLE)
    assert [(record.day, record.minute) for record in records] == [("", None)]


def test_an_empty_context_has_no_records() -> None:
    assert read_context("", PEOPLE) == ()


def test_a_stamped_line_is_what_its_speaker_said() -> None:
    hit = Hit(text="[2025-05-03 19:30] Maya Stone: Lights on: all of them.", score=1.0)
    (record,) = read_hits([hit], PEOPLE, "UTC")
    assert (record.day, record.minute, record.spoken) == ("2025-05-03", 19 * 60 + 30, True)
    assert [(part.kind, part.who, part.text) for part in record.parts] == [
        ("said", "Maya Stone", "Lights on: all of them.")
    ]


def test_a_context_of_chat_lines_is_read_as_chat() -> None:
    (record,) = read_context("[2025-05-03 19:30] Omar Reyes: Warmer.", PEOPLE)
    assert (record.spoken, record.parts[0].who) == (True, "Omar Reyes")


def test_a_hit_without_a_stamp_takes_the_backends_instant_in_the_zone() -> None:
    noon_utc = 1_746_273_600_000_000  # 2025-05-03 12:00 UTC
    (record,) = read_hits([Hit(text="Omar Reyes: Warmer.", score=1.0, at_us=noon_utc)], PEOPLE, "Europe/Berlin")
    assert (record.day, record.minute) == ("2025-05-03", 14 * 60)


def test_the_time_of_day_is_the_words_before_the_clocks() -> None:
    by_clock, by_words = read_context(
        "[May 3, 2025] At 9:00 PM, Maya drove.\n[May 3, 2025] At 9:00 PM, Maya spoke of the daylight.", PEOPLE
    )
    assert (by_clock.hour, by_words.hour) == ("night", "")


@pytest.mark.parametrize(
    ("text", "minute"), [("At 12:00 AM, x", 0), ("at 12:05 PM", 725), ("At 11:59 PM", 1439), ("noon", None), ("", None)]
)
def test_clock_times_are_minutes_of_the_day(text: str, minute: int | None) -> None:
    assert minute_of(text) == minute


def test_days_are_read_in_both_orders() -> None:
    assert days_in("on april 1 and the 2nd of may") == {"04-01", "05-02"}
    assert days_in("in april") == frozenset()


def test_months_that_are_pointed_back_at_are_known_but_not_dates() -> None:
    assert months_in("that morning in march") == {"03"}
    assert months_in("in march 5") == frozenset()


@pytest.mark.parametrize(
    ("text", "months"),
    [
        ("the way you did in spring", {"03", "04", "05"}),
        ("like last summer", {"06", "07", "08"}),
        ("as in the autumn", {"09", "10", "11"}),
        ("the setting of early winter, from winter", {"12", "01", "02"}),
        ("as in april", {"04"}),
        ("a spring in my seat", set()),
        ("", set()),
    ],
)
def test_a_season_points_back_at_its_three_months(text: str, months: set[str]) -> None:
    assert months_in(text) == months


def test_a_surname_that_means_more_is_cut_and_what_is_theirs_keeps_it() -> None:
    people = ("Ida Green", "Omar Snow", "Lena Holm")
    text = "Ida Green drove Omar Snow and Lena Holm to the Ida Green Hall, past Omar Snow's farm."
    cut = "Ida drove Omar and Lena Holm to the Ida Green Hall, past Omar Snow's farm."
    assert by_first_name(text, people) == cut

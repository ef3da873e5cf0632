"""How the memory is asked, and how what it gives is put together."""

from memory.messages import Hit, Question
from memory.position import Position
from replay.agents.lexical.choose import choose
from replay.agents.lexical.claims import claims_of, loose_claims
from replay.agents.lexical.facts import MOST_RECORDS, Record, read_hits
from replay.agents.lexical.lexicon import BY_KEY
from replay.agents.lexical.recall import recall
from replay.agents.lexical.scene import read_scene
from tests.lexical_tools import FakeToolbox

PEOPLE = ("Maya Stone", "Omar Reyes")
TEXT = "Omar drove alone. Omar told the car: 'My HUD brightness.'"


def recalled(tools: FakeToolbox) -> tuple[Record, ...]:
    question = Question(text=TEXT, now=Position(0, 0), zone="UTC", people=PEOPLE)
    return recall(question, read_scene(TEXT, PEOPLE), tools)


def hits(*texts: str) -> tuple[Hit, ...]:
    return tuple(Hit(text=text, score=1.0) for text in texts)


def test_searches_go_from_the_question_to_the_request_to_the_settings() -> None:
    tools = FakeToolbox()
    recalled(tools)
    assert tools.queries[:3] == [TEXT, "omar told the car: my hud brightness.", "HUD brightness level"]


def test_an_empty_memory_gives_no_records() -> None:
    assert recalled(FakeToolbox()) == ()


def test_lines_of_one_talk_are_read_together_in_the_order_spoken() -> None:
    tools = FakeToolbox(
        hits=hits(
            "[2025-05-03 09:02] Omar Reyes: There, 4 it is.",
            "[2025-05-03 09:00] Omar Reyes: The HUD is too bright.",
            "[2025-05-03 09:08] Maya Stone: Nice HUD.",
        )
    )
    assert [record.text for record in recalled(tools)] == ["The HUD is too bright. There, 4 it is.", "Nice HUD."]


def test_a_long_context_is_narrowed_to_what_fits_with_the_lines_around_it() -> None:
    small_talk = [f"[2025-04-{day:02} 09:00] Maya Stone: What a nice day number {day}." for day in range(1, 29)]
    chat = [line.replace("2025-04", f"2025-0{month}") for month in (2, 3, 4) for line in small_talk]
    told = ["[2025-05-03 09:00] Omar Reyes: The HUD is too bright.", "[2025-05-03 09:01] Maya Stone: Go on, then."]
    records = recalled(FakeToolbox(context="\n".join([*chat, *told])))
    assert records[0].text == "The HUD is too bright. Go on, then."
    assert len(records) < len(chat)


def test_a_line_that_names_nothing_counts_only_for_a_setting_that_is_asked_for() -> None:
    records = read_hits(hits("[2025-05-03 09:00] Omar Reyes: My level is 2."), PEOPLE, "UTC")
    massage = BY_KEY["seat.massage"]
    assert claims_of(massage, records) == ()
    (claim,) = loose_claims(massage, records, "Omar Reyes", beyond_doubt=True)
    assert claim.value == 2
    assert loose_claims(massage, records, "Omar Reyes", beyond_doubt=False) == ()
    assert loose_claims(massage, records, "Maya Stone", beyond_doubt=True) == ()


def test_what_is_said_within_five_minutes_is_one_talk() -> None:
    later = "[2025-05-03 09:0{}] Omar Reyes: Too strong, 2 it is."
    first = "[2025-05-03 09:00] Omar Reyes: The HUD at 6."
    assert len(recalled(FakeToolbox(hits=hits(first, later.format(5))))) == 1
    assert len(recalled(FakeToolbox(hits=hits(first, later.format(6))))) == 2


def test_the_last_search_is_for_what_people_say_when_they_set_something_without_naming_it() -> None:
    tools = FakeToolbox()
    recalled(tools)
    assert tools.queries[-1].startswith("Omar Reyes prefer there better")


def test_a_question_that_names_nobody_has_no_search_in_a_name() -> None:
    tools = FakeToolbox()
    question = Question(text="HUD brightness!", now=Position(0, 0), zone="UTC", people=PEOPLE)
    recall(question, read_scene(question.text, PEOPLE), tools)
    assert not any("prefer there better" in query for query in tools.queries)


def test_a_line_that_names_nothing_goes_on_about_what_the_line_before_it_names() -> None:
    records = recalled(
        FakeToolbox(
            hits=hits(
                "[2025-05-03 09:00] Omar Reyes: My posture is bad, so the mirror shows the sky.",
                "[2025-05-03 09:01] Omar Reyes: There, set to 82. And how was your long week with all those visitors?",
            )
        )
    )
    assert [claim.value for claim in claims_of(BY_KEY["mirror.height"], records)] == [82]
    assert claims_of(BY_KEY["seat.vertical"], records) == ()


def test_a_line_that_names_another_part_of_the_car_is_not_about_the_one_before() -> None:
    records = recalled(
        FakeToolbox(
            hits=hits(
                "[2025-05-03 09:00] Omar Reyes: The seat is low.",
                "[2025-05-03 09:01] Omar Reyes: And the mirror, set that to 82.",
            )
        )
    )
    assert claims_of(BY_KEY["seat.vertical"], records) == ()


def test_where_no_line_before_names_anything_the_next_that_does_is_meant() -> None:
    records = recalled(
        FakeToolbox(
            hits=hits(
                "[2025-05-03 09:00] Omar Reyes: Make it 7.",
                "[2025-05-03 09:01] Omar Reyes: The HUD brightness, I mean.",
            )
        )
    )
    assert [claim.value for claim in claims_of(BY_KEY["hud.brightness"], records)] == [7]


def test_context_and_hits_are_read_together_each_in_its_own_order() -> None:
    context = "[2025-05-03 09:00] Omar Reyes: The HUD at 6.\n[2025-05-05 09:00] Omar Reyes: The HUD at 5."
    found = hits("[2025-05-07 09:00] Omar Reyes: The HUD at 4.", "[2025-05-09 09:00] Omar Reyes: The HUD at 3.")
    records = recalled(FakeToolbox(context=context, hits=found))
    assert [(record.text[-2], record.rank) for record in records] == [("6", 0), ("4", 0), ("5", 1), ("3", 1)]


def test_a_message_that_is_shown_and_found_is_one_record_with_its_better_rank() -> None:
    line = "[2025-05-05 09:00] Omar Reyes: The HUD at 5."
    context = f"[2025-05-03 09:00] Omar Reyes: The HUD at 6.\n{line}"
    for found in (hits(line), hits("[2025-05-07 09:00] Omar Reyes: The HUD at 4.", line)):
        same = [record for record in recalled(FakeToolbox(context=context, hits=found)) if "5" in record.text]
        assert [record.rank for record in same] == [0 if len(found) == 1 else 1]


def test_a_context_alone_is_read_as_it_stands() -> None:
    context = "[2025-05-03 09:00] Omar Reyes: The HUD at 6.\n[2025-05-03 09:01] Omar Reyes: Nice."
    tools = FakeToolbox(context=context)
    assert [record.text for record in recalled(tools)] == ["The HUD at 6.", "Nice."]
    assert tools.queries == [TEXT]


def test_a_context_of_blank_lines_is_none() -> None:
    tools = FakeToolbox(context="\n \n")
    assert recalled(tools) == ()
    assert len(tools.queries) > 1


def test_of_context_and_hits_together_no_more_records_are_read_than_of_hits_alone() -> None:
    talk = [f"[2025-05-{day:02} {hour:02}:00] Omar Reyes: The HUD at {hour % 9 + 1}." for day in range(1, 29)
            for hour in range(0, 24, 2)]  # fmt: skip
    shown = "\n".join(
        f"[June 1, 2025] At 9:00 AM, Omar set the HUD brightness to {n % 9 + 1}, try {n}." for n in range(50)
    )
    together = ["\n".join(talk[i : i + 20]) for i in range(0, len(talk), 20)]
    assert len(recalled(FakeToolbox(context=shown, hits=hits(*together)))) == MOST_RECORDS == 300


def test_equal_records_are_one_in_a_set_and_others_are_not() -> None:
    one, same, other = (
        read_hits(hits(text), PEOPLE, "UTC")[0] for text in ("Omar Reyes: 4.", "Omar Reyes: 4.", "Omar Reyes: 5.")
    )
    assert len({one, same, other}) == 2


def test_in_a_longer_talk_only_the_lines_around_a_value_tell_its_circumstances() -> None:
    def why(*lines: str) -> str:
        records = recalled(FakeToolbox(hits=hits(*lines)))
        scene = read_scene("Omar drove alone in heavy rain. Omar told the car: 'My HUD brightness.'", PEOPLE)
        setting = BY_KEY["hud.brightness"]
        return choose(setting, claims_of(setting, records), scene, records)[0].why

    rain = "[2025-05-03 09:01] Maya Stone: The rain is getting heavier."
    other = "[2025-05-03 09:02] Maya Stone: And the report is due at noon."
    value = "[2025-05-03 09:03] Omar Reyes: HUD brightness to 4 for me."
    end = "[2025-05-03 09:04] Maya Stone: Who had breakfast?"
    assert "the same circumstances: rain" in why(other, rain.replace("01", "02"), value)
    assert "the same circumstances" not in why(rain, other, value, end)

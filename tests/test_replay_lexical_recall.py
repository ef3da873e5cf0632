"""How the memory is asked, and how what it gives is put together."""

from memory.messages import Hit, Question
from memory.position import Position
from replay.agents.lexical.claims import claims_of, loose_claims
from replay.agents.lexical.facts import Record, read_hits
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
            "[2025-05-03 09:06] Maya Stone: Nice HUD.",
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
    records = read_hits(hits("[2025-05-03 09:00] Omar Reyes: Level 2 is enough for me."), PEOPLE, "UTC")
    massage = BY_KEY["seat.massage"]
    assert claims_of(massage, records) == ()
    (claim,) = loose_claims(massage, records, "Omar Reyes", beyond_doubt=True)
    assert claim.value == 2
    assert loose_claims(massage, records, "Omar Reyes", beyond_doubt=False) == ()
    assert loose_claims(massage, records, "Maya Stone", beyond_doubt=True) == ()

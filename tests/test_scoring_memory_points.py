from typing import Any

import pytest

from memory.guard import SearchRecord
from memory.messages import Hit
from memory.position import Position
from scoring.memory_points import holds, points_section, states_point
from scoring.records import Failure, Gold, Superseded, Turn
from scoring.render_answers import render_answers
from tests.test_scoring_runlog import turn

POINT = "Nadia Brook lives in Bergen"
HELD = ("Nadia Brook: I live in Bergen now.", "m9")
OLD = ("Nadia Brook: I live in Oslo.", "m1")
OTHER = ("Nadia Brook: It rains.", "m5")


def searched(kind: str, *hits: tuple[str, str], index: int = 0, **changes: Any) -> Turn:
    found = tuple(Hit(text=text, score=1.0, message_ids=(name,)) for text, name in hits)
    probe = SearchRecord(query=POINT, limit=20, now=Position(9, 0), hits=found)
    gold = Gold(
        commands=(),
        expects_commands=False,
        reasoning_type=kind,
        evidence_ids=("m9",),
        superseded=(Superseded(message_ids=("m1",)),) if kind.startswith("update/") else (),
    )
    return turn(index, query=POINT, gold=gold, tool_calls=(), **{"probe": probe, **changes})


BROKEN: dict[str, Any] = {"failure": Failure(stage="search", message="gone"), "probe": None}


def points(*turns: Turn) -> dict[str, Any]:
    section = points_section(turns)
    assert section is not None
    return section


@pytest.mark.parametrize(
    ("text", "is_stated"),
    [
        ("Nadia Brook: I live in Bergen now.", True),
        ("User lives in Bergen", True),
        ("I live in Oslo.", False),  # another name
        ("Bergen is rainy.", False),  # one word of two
        ("", False),
    ],
)
def test_a_text_states_a_point_by_its_words_and_every_name(text: str, is_stated: bool) -> None:
    assert states_point(text, POINT) is is_stated


def test_every_number_of_a_point_must_be_there_and_a_share_of_its_words() -> None:
    point = "Nadia runs 10 kilometres along the river every morning"
    assert states_point("She is running 10 kilometres along it each morning", point)  # 5 of 7
    assert not states_point("She runs 5 kilometres along the river every morning", point)
    assert not states_point("She runs 10 kilometres", point)  # 3 of 7
    assert states_point("nadia brook", "Nadia Brook")
    assert not states_point("Nadia", "Nadia Brook")


def test_a_point_is_held_where_one_of_the_first_ten_hits_states_it() -> None:
    assert holds(searched("extraction/Event", OTHER, HELD)) is True
    assert holds(searched("extraction/Event", *[OTHER] * 9, HELD)) is True
    assert holds(searched("extraction/Event", *[OTHER] * 10, HELD)) is False
    assert holds(searched("extraction/Event")) is False
    assert holds(searched("extraction/Event", HELD, probe=None)) is None


def test_recall_is_over_all_points_and_over_those_whose_search_worked() -> None:
    turns = (
        searched("extraction/Event", HELD),
        searched("extraction/Persona", OTHER),
        searched("extraction/Persona", **BROKEN),
    )
    found = points(*turns)["extraction"]
    assert (found["points"], found["valid"], found["recall_all"], found["recall_valid"]) == (3, 2, 1 / 3, 1 / 2)
    assert found["by_type"]["Persona"] == {"points": 2, "valid": 1, "recall_all": 0.0, "recall_valid": 0.0}


def test_interference_is_right_where_it_is_not_held() -> None:
    found = points(searched("interference", OTHER), searched("interference", HELD), searched("interference", **BROKEN))
    assert found["interference"] == {"points": 3, "valid": 2, "kept_out_all": 1 / 3, "kept_out_valid": 1 / 2}
    assert found["extraction"] is None
    assert found["update"] is None


def test_an_update_is_correct_outdated_or_omitted() -> None:
    found = points(
        searched("update/Event", HELD, OLD),
        searched("update/Event", OLD),
        searched("update/Event", OTHER),
        searched("update/Event", **BROKEN),
    )["update"]
    assert (found["points"], found["valid"]) == (4, 3)
    assert [found[f"{name}_all"] for name in ("correct", "outdated", "omission")] == [1 / 4] * 3
    assert [found[f"{name}_valid"] for name in ("correct", "outdated", "omission")] == [1 / 3] * 3


def test_other_queries_are_no_points() -> None:
    assert points_section([turn(), searched("update"), searched("Dynamic Update")]) is None
    assert points_section([]) is None


def test_the_lines_name_both_denominators() -> None:
    figures = {
        "answers": None,
        "abstention": None,
        "locomo": None,
        "judge": None,
        "points": points(searched("update/Event", HELD)),
    }
    shown = render_answers(figures)
    assert shown == (
        "update: 1 point, correct 100.0% (100.0% of the valid), outdated 0.0% (0.0% of\n"
        "  the valid), omission 0.0% (0.0% of the valid)\n"
    )

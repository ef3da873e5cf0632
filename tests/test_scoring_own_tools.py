from typing import Any

from scoring.aggregate import score_turns
from scoring.own_tools import own_tools_section
from scoring.records import Branch, Failure, Gold, Turn
from scoring.render_own_tools import own_tools_lines
from tests.test_scoring_runlog import turn
from vehicle.commands import Command

LIGHTS = Command(name="kitchen_lights", args={"level": 30})
KETTLE = Command(name="kettle", args={})


def asked(wanted: tuple[Command, ...], called: tuple[Command, ...], **changes: Any) -> Turn:
    """A query whose calls are no commands of the car, and what was called."""
    rejected = Branch(commands=called, accepted=(False,) * len(called), events=())
    gold = Gold(commands=wanted, reasoning_type="x", expects_commands=False)
    return turn(**{"gold": gold, "predicted": rejected, **changes})


def section(*turns: Turn) -> Any:
    """That of these answers."""
    return own_tools_section(score_turns(turns))


def test_calls_are_equal_by_name_and_arguments_whatever_the_car_says_to_them() -> None:
    found = section(
        asked((LIGHTS, KETTLE), (KETTLE, LIGHTS)),
        asked((LIGHTS, KETTLE), (LIGHTS,)),
        asked((LIGHTS,), (Command(name="kitchen_lights", args={"level": 31}),)),
    )
    assert (found["queries"], found["answered"]) == (3, 3)
    assert found["precision"] == (1 + 1 + 0) / 3
    assert found["recall"] == (1 + 1 / 2 + 0) / 3
    assert found["f1"] == (1 + 2 / 3 + 0) / 3
    assert found["exact_rate"] == found["exact_rate_all"] == 1 / 3


def test_a_call_too_many_is_not_exact() -> None:
    assert section(asked((LIGHTS,), (LIGHTS, KETTLE)))["exact_rate"] == 0.0
    assert section(asked((LIGHTS,), (LIGHTS,)))["exact_rate"] == 1.0


def test_a_failure_is_left_out_of_the_means_and_counts_as_wrong_in_exact_rate_all() -> None:
    broken = asked((LIGHTS,), (), failure=Failure(stage="agent", message="gone"))
    found = section(asked((LIGHTS,), (LIGHTS,)), broken)
    assert (found["queries"], found["answered"], found["exact_rate"], found["exact_rate_all"]) == (2, 1, 1.0, 0.5)
    found = section(broken)
    assert (found["f1"], found["exact_rate"], found["exact_rate_all"]) == (None, None, 0.0)


def test_queries_of_the_car_of_words_and_of_other_points_have_no_part_in_it() -> None:
    words = Gold(commands=(), reasoning_type="x", expects_commands=False, answer="30")
    assert section(turn(), turn(gold=words), asked((LIGHTS,), (LIGHTS,), point="end")) is None
    assert section() is None


def test_the_line_below_the_tables_names_the_runs_where_there_are_several() -> None:
    found = section(asked((LIGHTS,), (LIGHTS,)), asked((LIGHTS,), ()))
    head = "tools that the car does not have, in 2 queries, by name and arguments: "
    assert own_tools_lines([("", {"own_tools": found})]) == [f"{head}call F1 50.0%, all calls equal 50.0%"]
    empty = {**found, "f1": None, "exact_rate": None}
    rows = [("a", {"own_tools": found}), ("b", {"own_tools": empty}), ("c", {"own_tools": None}), ("d", {})]
    assert own_tools_lines(rows) == [f"{head}a call F1 50.0%, all calls equal 50.0%; b no answer"]
    assert own_tools_lines(rows[2:]) == []


def test_the_line_tells_of_how_many_the_rates_are_where_queries_failed() -> None:
    broken = asked((LIGHTS,), (), failure=Failure(stage="agent", message="gone"))
    (line,) = own_tools_lines([("", {"own_tools": section(asked((LIGHTS,), (LIGHTS,)), broken)})])
    told = "call F1 100.0%, all calls equal 100.0% of the 1 answered, 50.0% where failures count as wrong"
    assert line == f"tools that the car does not have, in 2 queries, by name and arguments: {told}"

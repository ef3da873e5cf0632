from scoring.intervals import intervals_section
from tests.answers import answer, answers


def test_no_queries_and_one_scenario_have_no_intervals() -> None:
    for scored in ([], answers({"1/0": True, "1/1": False})):
        section = intervals_section(scored)
        assert section["exact_match_rate"] is None
        assert section["state_f1_change"] is None
    assert intervals_section([])["scenarios"] == 0
    assert intervals_section([])["by_reasoning_type"] == {}


def test_two_scenarios_by_hand_overall_and_by_reasoning_type() -> None:
    right, wrong = answer("1/0", True, kind="a"), answer("2/0", False, kind="a")
    section = intervals_section([right, wrong, answer("2/1", True, kind="b")])
    # scenario 1 alone is all right, scenario 2 alone half right
    assert section["scenarios"] == 2
    assert section["exact_match_rate"] == {"low": 0.5, "high": 1.0}
    assert section["by_reasoning_type"]["a"]["exact_match_rate"] == {"low": 0.0, "high": 1.0}
    assert section["by_reasoning_type"]["b"]["exact_match_rate"] is None


def test_failures_are_left_out_of_the_one_rate_and_wrong_in_the_other() -> None:
    section = intervals_section(answers({"1/0": True, "1/1": None, "2/0": True}))
    assert section["exact_match_rate"] == {"low": 1.0, "high": 1.0}
    assert section["exact_match_rate_all"] == {"low": 0.5, "high": 1.0}


def test_a_scenario_that_only_failed_is_none_that_could_be_drawn() -> None:
    section = intervals_section(answers({"1/0": True, "2/0": None}))
    assert section["exact_match_rate"] is None
    assert section["exact_match_rate_all"] == {"low": 0.0, "high": 1.0}


def test_only_the_point_main_counts() -> None:
    scored = [*answers({"1/0": True, "2/0": True}), *answers({"1/0": False, "2/0": True}, point="end")]
    assert intervals_section(scored)["exact_match_rate"] == {"low": 1.0, "high": 1.0}

from dataclasses import replace

from scoring.figures import by_query
from scoring.leak_delta import leak_delta_between, leak_delta_section
from scoring.records import MAIN, Superseded
from scoring.render_statistics import render_leak_delta
from tests.answers import answer, answers


def test_a_run_that_never_asks_at_the_end_has_no_leak_delta() -> None:
    assert leak_delta_section([]) == {}
    assert leak_delta_section(answers({"1/0": True})) == {}
    assert render_leak_delta({}) == ""


def test_the_end_minus_the_evidence_by_hand() -> None:
    scored = [
        *answers({"1/0": False, "1/1": True, "2/0": False}, kind="a"),
        *answers({"2/1": True}, kind="b"),
        *answers({"1/0": True, "1/1": True, "2/0": True}, kind="a", point="end"),
        *answers({"2/1": False}, kind="b", point="end"),
    ]
    section = leak_delta_section(scored)
    # 2 of 4 at the evidence, 3 of 4 at the end; scenario 1 alone gains 1/2, scenario 2 alone nothing
    assert (section["queries"], section["left_out"]) == (4, 0)
    assert (section["at_evidence"], section["at_end"], section["difference"]) == (0.5, 0.75, 0.25)
    assert (section["low"], section["high"]) == (0.0, 0.5)
    a, b = section["by_reasoning_type"]["a"], section["by_reasoning_type"]["b"]
    assert (a["queries"], a["at_evidence"], a["at_end"]) == (3, 1 / 3, 1.0)
    assert (b["queries"], b["difference"], b["low"], b["high"]) == (1, -1.0, None, None)


def test_without_an_answer_to_both_a_query_is_left_out() -> None:
    scored = [
        *answers({"1/0": True, "1/1": None, "1/2": True, "1/3": False}),
        *answers({"1/0": True, "1/1": True, "1/2": None}, point="end"),
    ]
    section = leak_delta_section(scored)
    assert (section["queries"], section["left_out"], section["difference"]) == (1, 3, 0.0)


def test_a_query_asked_at_the_end_anyway_is_left_out() -> None:
    scored = [answer("1/0", True, cutoff_policy="end"), answer("1/0", True, point="end", cutoff_policy="end")]
    section = leak_delta_section(scored)
    assert (section["queries"], section["left_out"]) == (0, 1)
    assert "left out: 1 query " in render_leak_delta(section)
    many = {**section, "left_out": 1000}
    assert all(len(line) <= 80 for shown in (section, many) for line in render_leak_delta(shown).splitlines())


def test_two_runs_give_it_as_well_as_one() -> None:
    early = answers({"1/0": False, "2/0": True})
    late = answers({"2/0": True, "1/0": True})
    section = leak_delta_between(by_query(early, MAIN), by_query(late, MAIN))
    assert (section["queries"], section["difference"]) == (2, 0.5)


def test_the_table_has_a_row_for_each_type_and_one_for_all() -> None:
    scored = [*answers({"1/0": False, "2/0": True}), *answers({"1/0": True, "2/0": True}, point="end")]
    shown = render_leak_delta(leak_delta_section(scored))
    assert [line.split() for line in shown.splitlines() if line.startswith(("state", "all"))] == [
        ["state_shift", "2", "50.0%", "100.0%", "+50.0%", "+0.0", "to", "+100.0"],
        ["all", "2", "50.0%", "100.0%", "+50.0%", "+0.0", "to", "+100.0"],
    ]
    assert all(len(line) <= 80 for line in shown.splitlines())


def test_a_query_that_expects_no_commands_has_no_part_in_it() -> None:
    said_only = replace(answer("1/0", True).turn.gold, expects_commands=False)
    scored = [answer("1/0", True, point=point, gold=said_only) for point in (MAIN, "end")]
    section = leak_delta_section(scored)
    assert (section["queries"], section["left_out"], section["by_reasoning_type"]) == (0, 0, {})


def test_a_query_whose_evidence_another_says_was_replaced_is_left_out_in_its_own_scenario_alone() -> None:
    first = replace(answer("1/0", True).turn.gold, evidence_ids=("m1",))
    second = replace(first, evidence_ids=("m2",), superseded=(Superseded(message_ids=("m1",)),))
    early = [answer("1/0", True, gold=first), answer("1/1", True, gold=second), answer("2/0", True, gold=first)]
    late = [answer("1/0", False, gold=first), answer("1/1", True, gold=second), answer("2/0", True, gold=first)]
    section = leak_delta_between(by_query(early, MAIN), by_query(late, MAIN))
    assert (section["queries"], section["left_out"], section["difference"]) == (2, 1, 0.0)
    assert "later talk that changes it counts against the end" in render_leak_delta(section)

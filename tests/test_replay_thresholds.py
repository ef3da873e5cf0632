from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest

from replay.config import RunConfig
from replay.errors import InputError, RunFolderError
from replay.metric_names import USUAL, find_value, is_rate, names_of
from replay.prepare import Request, prepare
from replay.run import run
from replay.thresholds import Gate, Threshold, parse_threshold, read_gate

CONFIG = RunConfig(
    source="demo",
    data_digest="0123456789abcdef",
    memory="org/own",
    memory_options={},
    agent="lexical",
    cutoff="auto",
    bucket="hour",
    scenarios={"1": 10},
    seed=0,
    depth=20,
    vehicle="factory",
    code_digest="",
    version="1",
)
METRIC: dict[str, Any] = {
    "exact_match_rate": 0.8,
    "failures": 0,
    "memory_type": "own",
    "memory_score": None,
    "usage": None,
    "retrieval": {"queries": 5, "evidence_any_at_10": 0.9},
    "by_vehicle_module": {"seat.rear": {"count": 3, "exact_match_rate": 0.5}, "seat": {"count": 1}},
    "is_odd": True,
}


def kept(folder: Path, config: RunConfig = CONFIG, **metric: Any) -> Path:
    """The two published files that a baseline consists of."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_bytes(orjson.dumps(config.to_dict()))
    (folder / "metric.json").write_bytes(orjson.dumps({**METRIC, **metric}))
    return folder


@pytest.fixture(scope="module")
def demo_metric(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Any]:
    """The metrics of a sweep over five queries, whose numbers have most of the names that there are."""
    request = Request(limit=5, cutoff="sweep:after-each,end", watch_updates=True)
    return run(prepare(request), tmp_path_factory.mktemp("demo") / "run").metric


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("exact_match_rate=0.5", "exact_match_rate", 0.5),
        (" a.b = 1e-3 ", "a.b", 0.001),
        ("leak_delta.difference=-0.1", "leak_delta.difference", -0.1),
        ("leak_delta.by_reasoning_type.shift.low=-0.1", "leak_delta.by_reasoning_type.shift.low", -0.1),
        ("injection.twins.attempt.high=-0.1", "injection.twins.attempt.high", -0.1),
        ("odd=name=1", "odd=name", 1.0),
    ],
)
def test_a_threshold_is_a_name_and_a_number(text: str, name: str, value: float) -> None:
    assert parse_threshold(text) == Threshold(metric=name, value=value)


@pytest.mark.parametrize("text", ["", "=", "=1", "a", "a=", "a=b", "a=nan", "a=inf", "a=5%"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="METRIC=VALUE"):
        parse_threshold(text)


def test_a_comma_within_a_number_is_told_as_such() -> None:
    for text in ("exact_match_rate=0,8", "failures=0,exact_match_rate=0,8", "exact_match_rate=0, 8"):
        with pytest.raises(InputError, match=r"^exact_match_rate=0,8: a comma stands between .* full stop: 0\.8$"):
            read_gate([text])
    with pytest.raises(InputError, match="METRIC=VALUE"):
        read_gate(["a=0,b"])


def test_a_percentage_is_told_as_a_fraction() -> None:
    with pytest.raises(InputError, match=r"not 'exact_match_rate=60%'; 60% is 0\.6$"):
        parse_threshold("exact_match_rate=60%")


def test_an_amount_is_never_below_0() -> None:
    for text in ("mem_token=-1", "failures=-0.5"):
        with pytest.raises(InputError, match=r"is an amount, 0 or more, and never -\d"):
            read_gate(fail_over=[text])
    assert parse_threshold("failures=0").value == 0
    with pytest.raises(InputError, match=r"^leak_delta\.queries is an amount, 0 or more, and never -3$"):
        parse_threshold("leak_delta.queries=-3")


def test_each_option_shows_an_example_of_its_own() -> None:
    with pytest.raises(InputError, match=r"such as exact_match_rate=0\.5, "):
        read_gate(["x"])
    with pytest.raises(InputError, match="such as failures=0, "):
        read_gate(fail_over=["x"])
    with pytest.raises(InputError, match=r"such as exact_match_rate=0\.02, "):
        read_gate(fail_drop=(Path("x"), "x"))


def test_several_thresholds_stand_with_commas_and_a_drop_is_not_negative() -> None:
    gate = read_gate(["a=1,b=2", "c=3"], fail_drop=(Path("x"), "d=0,e=0.5"))
    assert [threshold.metric for threshold in gate.under] == ["a", "b", "c"]
    assert ([threshold.value for threshold in gate.drop], gate.baseline) == ([0.0, 0.5], Path("x"))
    assert read_gate() == Gate()
    for below in ("leak_delta.difference=-0.1", "exact_match_rate=-0.1", "mem_token=-5"):
        with pytest.raises(InputError) as caught:
            read_gate(fail_drop=(Path("x"), below))
        assert str(caught.value) == (
            f"{below}: the value of a drop is how far the metric may fall: 0 or more, such as exact_match_rate=0.02"
        )


def test_a_difference_of_rates_is_between_minus_1_and_1_and_falls_by_2_at_most() -> None:
    for text in ("leak_delta.difference=-1", "leak_delta.difference=1"):
        parse_threshold(text)
    for text in ("leak_delta.difference=-1.1", "leak_delta.difference=30"):
        with pytest.raises(InputError, match="is a difference of rates, between -1 and 1, and never "):
            parse_threshold(text)
    assert read_gate(fail_drop=(Path("x"), "leak_delta.low=2")).drop[0].value == 2
    with pytest.raises(InputError, match=r"^leak_delta\.low is a difference of rates, .* falls by 2\.5; 2\.5% is "):
        read_gate(fail_drop=(Path("x"), "leak_delta.low=2.5"))


def test_a_dotted_name_leads_to_a_number_also_through_names_with_full_stops() -> None:
    assert find_value(METRIC, "retrieval.evidence_any_at_10") == 0.9
    assert find_value(METRIC, "by_vehicle_module.seat.rear.exact_match_rate") == 0.5
    assert find_value(METRIC, "by_vehicle_module.seat.count") == 1
    assert find_value(METRIC, "failures") == 0


def test_the_rates_of_answers_in_words_may_go_without_the_level_that_repeats_their_section() -> None:
    metric = {**METRIC, "answers": {"queries": 3, "answers": {"accuracy_all": 0.5, "f1": 0.25, "valid": 2}}}
    for name, value in (("accuracy_all", 0.5), ("f1", 0.25)):
        assert find_value(metric, f"answers.{name}") == find_value(metric, f"answers.answers.{name}") == value
    assert find_value(metric, "answers.queries") == 3
    assert find_value({**METRIC, "answers": {"answers": None}}, "answers.accuracy_all") is None
    with pytest.raises(InputError, match=r"no metric is called 'answers\.accuracy'"):
        find_value(metric, "answers.accuracy")


def test_they_are_known_before_a_run_and_others_are_not() -> None:
    for name in ("answers.accuracy_all", "answers.answers.accuracy_all", "right_rate"):
        Gate(under=(Threshold(metric=name, value=0.5),)).check([])
    with pytest.raises(InputError, match=r"no metric is called 'answers\.accuracy'"):
        Gate(under=(Threshold(metric="answers.accuracy", value=0.5),)).check([])


def test_what_is_there_without_a_value_is_none() -> None:
    assert find_value(METRIC, "memory_score") is None
    assert find_value(METRIC, "usage.total.cost_usd") is None


def test_a_name_that_is_near_is_asked_and_the_usual_ones_are_told() -> None:
    with pytest.raises(InputError) as caught:
        find_value(METRIC, "exact_math_rate")
    assert "; did you mean exact_match_rate? similar: exact_match_rate; all stand in " in str(caught.value)
    assert str(caught.value).endswith(f"metric.json, such as {', '.join(USUAL)}")


def test_the_usual_names_are_those_of_numbers_that_every_run_has() -> None:
    Gate(under=tuple(Threshold(metric=name, value=0) for name in USUAL)).check([])


@pytest.mark.parametrize(
    ("name", "similar"),
    [
        ("exact_match", "exact_match_rate"),
        ("retrieval.evidence_any_at_1O", "retrieval.evidence_any_at_10"),
        ("evidence_any_at_10", "retrieval.evidence_any_at_10"),
        ("retrieval", "retrieval.queries"),
        ("memory_type", "memory_score"),
        ("is_odd", "exact_match_rate"),
        ("exact_match_rate.low", "exact_match_rate"),
        ("", "exact_match_rate"),
    ],
)
def test_a_name_without_a_number_is_refused_with_similar_ones(name: str, similar: str) -> None:
    with pytest.raises(InputError, match="no metric is called") as caught:
        find_value(METRIC, name)
    assert similar in str(caught.value)


def test_the_names_are_those_of_numbers_and_of_what_has_no_value() -> None:
    assert list(names_of({"a": 1, "b": {"c": None, "d": "text", "e": [1]}, "f": True})) == ["a", "b.c"]


@pytest.mark.parametrize(
    ("wanted", "is_met"),
    [("exact_match_rate=0.8", True), ("exact_match_rate=0.79", True), ("exact_match_rate=0.801", False)],
)
def test_a_value_must_reach_its_threshold_and_equal_is_enough(wanted: str, is_met: bool) -> None:
    assert (read_gate([wanted]).missed(CONFIG, METRIC) == []) == is_met


def test_a_missed_threshold_is_a_line_with_memory_value_and_threshold() -> None:
    gate = read_gate(["exact_match_rate=0.9,memory_score=0.5"])
    assert gate.missed(CONFIG, METRIC) == [
        "org/own: exact_match_rate is 0.8; at least 0.9 is wanted",
        "org/own: memory_score has no value; at least 0.5 is wanted",
    ]


@pytest.mark.parametrize(
    ("wanted", "is_met"), [("failures=0", True), ("retrieval.queries=5", True), ("retrieval.queries=4.99", False)]
)
def test_a_value_must_not_be_above_its_bound_and_equal_is_enough(wanted: str, is_met: bool) -> None:
    assert (read_gate(fail_over=[wanted]).missed(CONFIG, METRIC) == []) == is_met


def test_what_is_above_or_below_is_a_line_each() -> None:
    gate = read_gate(["exact_match_rate=0.9"], ["retrieval.queries=4,memory_score=2"])
    assert gate.missed(CONFIG, METRIC) == [
        "org/own: exact_match_rate is 0.8; at least 0.9 is wanted",
        "org/own: retrieval.queries is 5; at most 4 is wanted",
        "org/own: memory_score has no value; at most 2 is wanted",
    ]
    with pytest.raises(InputError, match="no metric is called"):
        read_gate(fail_over=["retrieval.querys=4"]).check([])


@pytest.mark.parametrize("text", ["exact_match_rate=60", "state_f1_change=1.01", "x.rate.low=2"])
def test_a_value_that_a_rate_never_has_is_refused(text: str) -> None:
    for given in ({"fail_under": [text]}, {"fail_over": [text]}, {"fail_drop": (Path("x"), text)}):
        with pytest.raises(InputError, match="is a rate, between 0 and 1, and never"):
            read_gate(**given)
    with pytest.raises(InputError, match=r"is a rate, between 0 and 1, and never -0\.1$"):
        read_gate(["a.recall.10=-0.1"])


def test_percentages_are_told_as_what_was_meant_and_the_ends_of_a_rate_are_values() -> None:
    with pytest.raises(InputError, match=r"exact_match_rate is a rate, between 0 and 1, and never 60; 60% is 0\.6$"):
        parse_threshold("exact_match_rate=60")
    for text in ("exact_match_rate=0", "exact_match_rate=1", "mem_token=2500", "cutoff_policies.evidence=26"):
        parse_threshold(text)


def test_what_is_called_a_rate_is_one_in_the_metrics_of_a_run(demo_metric: Mapping[str, Any]) -> None:
    rates = [name for name in names_of(demo_metric) if is_rate(name)]
    assert set(USUAL) < set(rates)
    assert {"retrieval.evidence_any_at_10", "points.end.retrieval.evidence_all_at_10"} < set(rates)
    life = (f"life.forgetting.{name}" for name in ("residual_by_id", "residual_by_content", "collateral_loss"))
    ranks = (f"retrieval.question.messages.{name}" for name in ("ndcg.10", "all_found.10", "reciprocal_rank"))
    assert {*life, *ranks} < set(rates)
    values = [find_value(demo_metric, name) for name in rates]
    assert all(0 <= value <= 1 for value in values if value is not None)
    assert not any(map(is_rate, ("mem_token", "timing.search_ms_median", "leak_delta.difference", "memory_score", "")))


def test_a_mean_that_misses_by_a_hair_of_binary_is_met(tmp_path: Path) -> None:
    third = {**METRIC, "exact_match_rate": 0.1 + 0.2 - 1e-12}
    assert read_gate(["exact_match_rate=0.3"]).missed(CONFIG, third) == []
    folder = kept(tmp_path / "base")  # 0.8 - 0.7 is 0.10000000000000009
    fallen = {**METRIC, "exact_match_rate": 0.7}
    assert read_gate(fail_drop=(folder, "exact_match_rate=0.1")).missed(CONFIG, fallen) == []
    above = {**METRIC, "mem_token": 2500 + 1e-10}
    assert read_gate(fail_over=["mem_token=2500"]).missed(CONFIG, above) == []


def test_a_fall_by_more_than_allowed_is_a_line_and_a_rise_is_none(tmp_path: Path) -> None:
    gate = read_gate(fail_drop=(kept(tmp_path / "base"), "exact_match_rate=0.05,retrieval.evidence_any_at_10=0"))
    gate.check([CONFIG])
    assert gate.missed(CONFIG, {**METRIC, "exact_match_rate": 0.9}) == []
    assert gate.missed(CONFIG, {**METRIC, "exact_match_rate": 0.7}) == [
        f"org/own: exact_match_rate fell by 0.1, from 0.8 in {tmp_path / 'base'} to 0.7; a drop of 0.05 is allowed"
    ]


def test_a_fall_says_what_else_than_the_memory_was_otherwise(tmp_path: Path) -> None:
    gate = read_gate(fail_drop=(kept(tmp_path / "base"), "exact_match_rate=0.05"))
    (line,) = gate.missed(replace(CONFIG, version="2", seed=7), {**METRIC, "exact_match_rate": 0.7})
    differing = "seed: 0 in A, 7 in B; another version of Pastlane answered"
    assert line.endswith(f" (the kept run, A, and this one, B, differ: {differing})")


def test_a_metric_without_a_value_on_either_side_is_not_met(tmp_path: Path) -> None:
    gate = read_gate(fail_drop=(kept(tmp_path / "base"), "memory_score=0.1"))
    assert "no value here" in gate.missed(CONFIG, METRIC)[0]
    assert f"no value in {tmp_path / 'base'}" in gate.missed(CONFIG, {**METRIC, "memory_score": 1.0})[0]


NOTHING_ASKED: dict[str, Any] = {
    "with_commands": 0,
    "answered_with_commands": 0,
    "exact_match_rate": 0.0,
    "exact_match_rate_all": 0.0,
    "retrieval": {
        "queries": 0,
        "evidence_any_at_10": 0.0,
        "question": {"lists": 2, "hits": 9.0, "messages": {"lists": 0}},
    },
}
"""What the file of a run holds whose queries want words and name no evidence."""


def test_a_mean_over_nothing_has_no_value_and_is_not_met_whatever_is_wanted(tmp_path: Path) -> None:
    names = ("exact_match_rate_all", "retrieval.evidence_any_at_10", "retrieval.question.messages.recall.10")
    for name in names:
        assert find_value(NOTHING_ASKED, name) is None
        (line,) = read_gate([f"{name}=0"]).missed(CONFIG, NOTHING_ASKED)
        assert line == f"org/own: {name} has no value; at least 0 is wanted"
        (line,) = read_gate(fail_over=[f"{name}=1"]).missed(CONFIG, NOTHING_ASKED)
        assert line == f"org/own: {name} has no value; at most 1 is wanted"
    folder = kept(tmp_path / "base", **NOTHING_ASKED)
    for name in names:
        (line,) = read_gate(fail_drop=(folder, f"{name}=1")).missed(CONFIG, NOTHING_ASKED)
        assert line == f"org/own: {name} has no value here; a drop of 1 is allowed"
    asked = {**METRIC, "with_commands": 1, "exact_match_rate_all": 0.0}
    (line,) = read_gate(fail_drop=(folder, "exact_match_rate_all=1")).missed(CONFIG, asked)
    assert line == f"org/own: exact_match_rate_all has no value in {folder}; a drop of 1 is allowed"


def test_an_empty_level_of_retrieval_still_has_its_count_and_no_other_names() -> None:
    assert find_value(NOTHING_ASKED, "retrieval.question.messages.lists") == 0
    with pytest.raises(InputError, match="no metric is called"):
        find_value(NOTHING_ASKED, "retrieval.question.messages.recal.10")


def test_a_baseline_may_hold_a_folder_for_each_memory_or_repeats_whose_mean_counts(tmp_path: Path) -> None:
    kept(tmp_path / "several" / "org_own")
    assert read_gate(fail_drop=(tmp_path / "several", "exact_match_rate=0")).missed(CONFIG, METRIC) == []
    kept(tmp_path / "repeated" / "repeat-1", exact_match_rate=0.8)
    kept(tmp_path / "repeated" / "repeat-2", exact_match_rate=1.0)
    (line,) = read_gate(fail_drop=(tmp_path / "repeated", "exact_match_rate=0")).missed(CONFIG, METRIC)
    assert "fell by 0.1, from 0.9" in line


def test_a_baseline_is_checked_before_anything_is_run(tmp_path: Path) -> None:
    with pytest.raises(RunFolderError, match="nowhere: there is no such folder"):
        read_gate(fail_drop=(tmp_path / "nowhere", "exact_match_rate=0")).check([CONFIG])
    with pytest.raises(RunFolderError, match=r"holds no run: there is no run\.db$"):
        read_gate(fail_drop=(tmp_path, "exact_match_rate=0")).check([CONFIG])
    (tmp_path / "begun").mkdir()
    (tmp_path / "begun" / "run.db").touch()
    with pytest.raises(RunFolderError, match=r"no metric\.json; pastlane rescore writes it"):
        read_gate(fail_drop=(tmp_path / "begun", "exact_match_rate=0")).check([CONFIG])
    with pytest.raises(RunFolderError, match=r"there are runs in .*/begun$"):
        read_gate(fail_drop=(tmp_path, "exact_match_rate=0")).check([CONFIG])
    base = kept(tmp_path / "base")
    (base / "metric.json").write_bytes(orjson.dumps({"failures": 0}))
    with pytest.raises(InputError, match="rescore adds what is new"):
        read_gate(fail_drop=(base, "exact_match_rate=0")).check([CONFIG])
    (base / "metric.json").write_bytes(b"[")
    with pytest.raises(RunFolderError, match="no JSON"):
        read_gate(fail_drop=(base, "exact_match_rate=0")).check([CONFIG])
    (base / "config.json").unlink()
    with pytest.raises(RunFolderError, match=r"config\.json"):
        read_gate(fail_drop=(base, "exact_match_rate=0")).check([CONFIG])


def test_a_baseline_that_asked_something_else_is_refused(tmp_path: Path) -> None:
    config = RunConfig(**{**{name: getattr(CONFIG, name) for name in CONFIG.__slots__}, "depth": 50})
    base = kept(tmp_path / "base", config)
    with pytest.raises(InputError, match="depth: 50 in A, 20 in B"):
        read_gate(fail_drop=(base, "exact_match_rate=0")).check([CONFIG])


@pytest.mark.parametrize(
    "name",
    [
        "exact_match_rate",
        "retrieval.evidence_any_at_10",
        "retrieval.question.messages.recall.10",
        "timing.search_ms_median",
        "memory_score",
        "repeats.mean",
        "usage.total.cost_usd",
        "intervals.exact_match_rate.low",
        "by_reasoning_type.state_shift.exact_match_rate",
        "points.end.exact_match_rate",
        "leak_delta.difference",
        "answers.judge.correct_all",
    ],
)
def test_names_that_a_run_may_have_pass_beforehand(name: str) -> None:
    Gate(under=(Threshold(metric=name, value=0.0),)).check([CONFIG])


@pytest.mark.parametrize(
    "name", ["exact_match", "retrieval.evidence_any_at_1O", "memory_type", "leakage", "answers.judge.corect_all"]
)
def test_names_that_no_run_has_are_told_beforehand(name: str) -> None:
    with pytest.raises(InputError, match="no metric is called"):
        Gate(under=(Threshold(metric=name, value=0.0),)).check([CONFIG])

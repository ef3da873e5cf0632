import math

import pytest

from scoring.repeats import memory_score, pass_all_of, pass_any_of, summarize_repeats


def test_two_of_four_right_by_hand() -> None:
    # of the 6 pairs of repeats 1 is all right, 5 hold a right one
    assert (pass_all_of(4, 2, 1), pass_any_of(4, 2, 1)) == (0.5, 0.5)
    assert pass_all_of(4, 2, 2) == pytest.approx(1 / 6)
    assert pass_any_of(4, 2, 2) == pytest.approx(5 / 6)
    assert (pass_all_of(4, 2, 3), pass_any_of(4, 2, 3)) == (0.0, 1.0)


def test_always_and_never_right_are_one_and_zero_for_every_k() -> None:
    for k in (1, 2, 3):
        assert (pass_all_of(3, 3, k), pass_any_of(3, 3, k)) == (1.0, 1.0)
        assert (pass_all_of(3, 0, k), pass_any_of(3, 0, k)) == (0.0, 0.0)


@pytest.mark.parametrize(("n", "c", "k"), [(3, 4, 1), (3, -1, 1), (3, 1, 4), (3, 1, 0), (0, 0, 1)])
def test_impossible_counts_are_refused(n: int, c: int, k: int) -> None:
    with pytest.raises(ValueError, match="right"):
        pass_all_of(n, c, k)
    with pytest.raises(ValueError, match="right"):
        pass_any_of(n, c, k)


def test_three_repeats_of_two_queries_by_hand() -> None:
    found = summarize_repeats([{"1/0": True, "1/1": True}, {"1/0": True, "1/1": False}, {"1/0": True, "1/1": False}])
    assert found.n_repeats == 3
    assert found.right_rates == (1.0, 0.5, 0.5)
    assert found.mean == pytest.approx(2 / 3)
    # deviations from 2/3: 1/3, -1/6, -1/6; their squares add up to 1/6, divided by 2
    assert found.deviation == pytest.approx(math.sqrt(1 / 12))
    second = found.queries["1/1"]
    assert (second.n_valid, second.n_right) == (3, 1)
    assert second.mean == pytest.approx(1 / 3)
    # 1, 0, 0 around 1/3: 4/9 + 1/9 + 1/9 = 2/3, divided by 2
    assert second.deviation == pytest.approx(math.sqrt(1 / 3))
    assert second.pass_any == {1: pytest.approx(1 / 3), 2: pytest.approx(2 / 3), 3: 1.0}
    assert found.pass_all == {1: pytest.approx(2 / 3), 2: 0.5, 3: 0.5}
    assert found.pass_any == {1: pytest.approx(2 / 3), 2: pytest.approx(5 / 6), 3: 1.0}


def test_a_failure_is_no_repeat_and_no_wrong_answer() -> None:
    found = summarize_repeats([{"a": True, "b": None}, {"a": None, "b": None}])
    assert found.right_rates == (1.0, 0.0)
    assert (found.mean, found.deviation) == (1.0, 0.0)
    assert (found.queries["a"].n_valid, found.queries["a"].pass_all) == (1, {1: 1.0})
    assert (found.queries["b"].n_valid, found.queries["b"].mean, found.queries["b"].pass_any) == (0, 0.0, {})
    assert found.pass_all == {1: 1.0}


def test_nothing_and_one_repeat_have_no_deviation() -> None:
    nothing = summarize_repeats([])
    assert (nothing.mean, nothing.deviation, nothing.pass_all, dict(nothing.queries)) == (0.0, 0.0, {}, {})
    one = summarize_repeats([{"a": False}])
    assert (one.mean, one.deviation, one.pass_any) == (0.0, 0.0, {1: 0.0})


def test_memory_score_is_the_share_of_what_gold_reaches() -> None:
    assert memory_score(0.3, 0.6) == 0.5
    assert memory_score(0.8, 0.4) == 2.0
    assert memory_score(0.0, 0.4) == 0.0
    assert memory_score(0.3, 0.0) is None

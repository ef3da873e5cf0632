from fractions import Fraction
from math import comb
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.statistics import (
    Interval,
    interval_of_mean,
    mcnemar_p,
    paired_difference,
    percentile_bounds,
    wilson_interval,
)


@pytest.mark.parametrize(
    ("n", "low", "high"),
    [
        (1, 1, 1),
        (39, 1, 39),  # 40 * 0.025 = 1
        (78, 1, 78),  # 79 * 0.025 = 1.975
        (79, 2, 78),  # 80 * 0.025 = 2
        (2000, 50, 1951),  # 2001 * 0.025 = 50.025
    ],
)
def test_the_bounds_are_the_kth_smallest_and_the_kth_largest(n: int, low: int, high: int) -> None:
    shuffled = list(range(1, n + 1))
    Random(5).shuffle(shuffled)
    assert percentile_bounds(map(float, shuffled)) == Interval(low=low, high=high)


@pytest.mark.parametrize(("values", "level"), [([], 0.95), ([1.0], 0.0), ([1.0], 1.0)])
def test_bounds_of_nothing_or_at_no_level_are_refused(values: list[float], level: float) -> None:
    with pytest.raises(ValueError, match="at least one"):
        percentile_bounds(values, level)


def test_two_clusters_by_hand() -> None:
    # drawn twice the one, one each, twice the other: 0, 3/4, 1 with chances 1/4, 1/2, 1/4
    values = [("a", 0.0), ("b", 1.0), ("b", 1.0), ("b", 1.0)]
    assert interval_of_mean(values) == Interval(low=0.0, high=1.0)
    # at the level 0.4 the bounds are the 30th and the 70th percentile, which are both 3/4
    assert interval_of_mean(values, level=0.4) == Interval(low=0.75, high=0.75)


def test_ten_clusters_of_which_one_is_right_by_the_binomial() -> None:
    # how often the right one is drawn in ten draws: never with 0.9^10 = 0.349, at most 3 times with 0.987
    values = [(str(number), float(number == 0)) for number in range(10)]
    assert sum(comb(10, k) * 0.1**k * 0.9 ** (10 - k) for k in range(3)) < 0.975
    assert sum(comb(10, k) * 0.1**k * 0.9 ** (10 - k) for k in range(4)) > 0.975
    assert interval_of_mean(values) == Interval(low=0.0, high=0.3)


def test_queries_of_one_scenario_are_drawn_together() -> None:
    apart = [(str(number), float(number % 2)) for number in range(40)]
    together = [(str(number % 2), value) for number, (_, value) in enumerate(apart)]
    assert interval_of_mean(together) == Interval(low=0.0, high=1.0)
    narrow = interval_of_mean(apart)
    assert narrow is not None
    assert 0.3 < narrow.low < 0.5 < narrow.high < 0.7


def test_one_cluster_and_no_values_have_no_interval() -> None:
    assert interval_of_mean([]) is None
    assert interval_of_mean([("a", 0.0), ("a", 1.0)]) is None


def test_equal_values_have_an_interval_of_no_width_whatever_the_sizes() -> None:
    assert interval_of_mean([("a", 0.1), ("b", 0.1), ("b", 0.1)]) == Interval(low=0.1, high=0.1)


def test_the_same_seed_gives_the_same_interval_and_the_names_of_clusters_do_not_count() -> None:
    values = [(str(number % 7), (number * 37 % 11) / 11) for number in range(50)]
    renamed = [(f"s{cluster}", value) for cluster, value in values]
    assert interval_of_mean(values) == interval_of_mean(renamed)
    assert interval_of_mean(values, seed=1) != interval_of_mean(values, seed=2)


def test_the_draws_are_those_of_every_python_version() -> None:
    # Random(0).random() gives 0.844, 0.758, 0.421, ...: of three clusters, the third, the third and the second
    only = interval_of_mean([("a", 0.0), ("b", 1.0), ("c", 2.0)], n_resamples=1)
    assert only == Interval(low=5 / 3, high=5 / 3)


def test_a_difference_is_b_minus_a_on_the_pairs() -> None:
    # differences 1, 0, -1, 1: their mean is 1/4
    pairs = [("a", 0.0, 1.0), ("a", 1.0, 1.0), ("b", 1.0, 0.0), ("b", 0.0, 1.0)]
    found = paired_difference(pairs)
    assert (found.n_pairs, found.mean_a, found.mean_b, found.difference) == (4, 0.5, 0.75, 0.25)
    # cluster a alone gives 1/2, cluster b alone 0
    assert found.interval == Interval(low=0.0, high=0.5)


def test_no_pairs_differ_by_nothing_and_nothing_is_known() -> None:
    found = paired_difference([])
    assert (found.n_pairs, found.mean_a, found.mean_b, found.difference, found.interval) == (0, 0.0, 0.0, 0.0, None)


@pytest.mark.parametrize(
    ("gained", "lost", "p"),
    [
        (0, 0, 1.0),
        (1, 0, 1.0),  # 2 * 1/2
        (0, 5, 2 / 32),
        (1, 7, 18 / 256),  # 2 * (1 + 8) / 2^8
        (2, 8, 112 / 1024),  # 2 * (1 + 10 + 45) / 2^10
        (4, 4, 1.0),  # more than one half on either side
        (3, 4, 1.0),  # 2 * (1 + 7 + 21 + 35) / 2^7
    ],
)
def test_mcnemar_by_hand(gained: int, lost: int, p: float) -> None:
    assert mcnemar_p(gained, lost) == p
    assert mcnemar_p(lost, gained) == p


def test_many_changes_one_way_give_a_small_p_and_no_error() -> None:
    assert mcnemar_p(5000, 0) == 0.0
    assert 0 < mcnemar_p(400, 200) < 1e-15


def test_a_negative_count_is_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        mcnemar_p(-1, 3)


@given(st.integers(0, 60), st.integers(0, 60))
def test_mcnemar_is_the_sum_of_binomials(gained: int, lost: int) -> None:
    n = gained + lost
    tail = sum(comb(n, i) for i in range(min(gained, lost) + 1))
    assert mcnemar_p(gained, lost) == float(min(Fraction(1), Fraction(2 * tail, 2**n)))


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.floats(0, 1)), min_size=1, max_size=30))
def test_an_interval_lies_between_the_least_and_the_greatest_value(values: list[tuple[str, float]]) -> None:
    found = interval_of_mean(values, n_resamples=100)
    if found is not None:
        least, greatest = min(value for _, value in values), max(value for _, value in values)
        assert least - 1e-12 <= found.low <= found.high <= greatest + 1e-12


@pytest.mark.parametrize(
    ("n_hits", "n", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (1, 1, 0.2065, 1.0)],
)
def test_the_score_interval_of_a_share_keeps_its_width_at_the_ends(
    n_hits: int, n: int, low: float, high: float
) -> None:
    found = wilson_interval(n_hits, n)
    assert found is not None
    assert (found.low, found.high) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


def test_a_share_of_no_case_has_no_interval_and_more_hits_than_cases_are_refused() -> None:
    assert wilson_interval(0, 0) is None
    for n_hits, n in ((2, 1), (-1, 1)):
        with pytest.raises(ValueError, match="no share"):
            wilson_interval(n_hits, n)
    with pytest.raises(ValueError, match="level 1"):
        wilson_interval(1, 2, level=1.0)

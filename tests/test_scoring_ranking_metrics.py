import json
import math
from pathlib import Path

import pytest

from scoring.ranking_metrics import (
    all_at,
    gains,
    hit_at,
    ndcg_at,
    ndcg_longmemeval,
    precision_at,
    recall_at,
    reciprocal_rank,
    session_depth,
)

VECTORS = Path(__file__).resolve().parents[2] / "shared" / "vectors" / "longmemeval_retrieval.jsonl"
RANKING = ["a", "x", "b", "y", "c"]
RELEVANT = {"b", "c", "d"}


def test_recall_is_the_share_of_what_is_relevant() -> None:
    assert [recall_at(RANKING, RELEVANT, k) for k in (1, 2, 3, 5, 50)] == [0, 0, 1 / 3, 2 / 3, 2 / 3]


def test_precision_is_over_k_also_where_the_ranking_is_shorter() -> None:
    assert [precision_at(RANKING, RELEVANT, k) for k in (1, 3, 5, 10)] == [0, 1 / 3, 2 / 5, 2 / 10]


def test_a_hit_is_any_and_all_is_all() -> None:
    assert [hit_at(RANKING, RELEVANT, k) for k in (2, 3, 9)] == [False, True, True]
    assert [all_at(RANKING, {"b", "c"}, k) for k in (3, 4, 5)] == [False, False, True]
    assert not all_at(RANKING, RELEVANT, 50)


def test_the_reciprocal_rank_is_that_of_the_first_relevant_id() -> None:
    assert reciprocal_rank(RANKING, RELEVANT) == 1 / 3
    assert reciprocal_rank(RANKING, {"a", "c"}) == 1.0
    assert reciprocal_rank(RANKING, {"z"}) == 0.0


def test_ndcg_discounts_every_rank_and_knows_what_was_not_found() -> None:
    ideal = 1 + 1 / math.log2(3) + 1 / 2
    assert ndcg_at(RANKING, RELEVANT, 3) == pytest.approx((1 / 2) / ideal)
    assert ndcg_at(RANKING, RELEVANT, 5) == pytest.approx((1 / 2 + 1 / math.log2(6)) / ideal)
    assert ndcg_at(["b", "c", "d"], RELEVANT, 10) == pytest.approx(1.0)
    assert ndcg_at(["x", "b"], {"b"}, 2) == pytest.approx(1 / math.log2(3))
    assert ndcg_at(RANKING, RELEVANT, 1) == 0.0


def test_the_published_variant_does_not_discount_the_second_rank() -> None:
    assert ndcg_longmemeval(["x", "b"], {"b"}, 2) == 1.0
    assert ndcg_longmemeval(["x", "y", "b"], {"b"}, 3) == pytest.approx(1 / math.log2(3))
    assert ndcg_longmemeval(["x", "b"], {"b", "never found"}, 2) == 1.0
    assert ndcg_longmemeval(["x", "y", "b"], {"b"}, 2) == 0.0


def test_an_id_that_comes_again_is_not_relevant_again() -> None:
    assert gains(["b", "b", "c"], RELEVANT) == [True, False, True]
    assert precision_at(["b", "b"], {"b"}, 2) == 1 / 2
    assert recall_at(["b", "b"], {"b", "c"}, 2) == 1 / 2
    assert ndcg_at(["b", "b"], {"b", "c"}, 2) == pytest.approx(1 / (1 + 1 / math.log2(3)))


def test_where_nothing_is_relevant_or_nothing_was_found_everything_is_0() -> None:
    for ranking, relevant in ((RANKING, set[str]()), ([], RELEVANT), ([], set())):
        assert recall_at(ranking, relevant, 5) == precision_at(ranking, relevant, 5) == 0.0
        assert ndcg_at(ranking, relevant, 5) == ndcg_longmemeval(ranking, relevant, 5) == 0.0
        assert reciprocal_rank(ranking, relevant) == 0.0
        assert not hit_at(ranking, relevant, 5)
        assert not all_at(ranking, relevant, 5)


def test_a_beginning_is_as_long_as_it_takes_to_meet_k_sessions() -> None:
    assert [session_depth(["s", "s", "t", "t", "u"], k) for k in (1, 2, 3, 4)] == [1, 3, 5, 5]
    assert session_depth([], 3) == 0


@pytest.mark.skipif(not VECTORS.is_file(), reason="the recorded rankings are not part of this repository")
def test_the_recorded_rankings_of_longmemeval_are_scored_alike_to_1e_9() -> None:
    with VECTORS.open(encoding="utf-8") as lines:
        cases = [json.loads(line) for line in lines]
    assert len(cases) == 400
    for case in cases:
        ranking, gold = case["ranking"], case["gold"]
        sessions = [item.rpartition("_")[0] for item in ranking]
        gold_sessions = {item.rpartition("_")[0] for item in gold}
        for k in (1, 3, 5, 10, 30, 50):
            depth = session_depth(sessions, k)
            for want, items, relevant, n in (
                (case["turn"][str(k)], ranking, gold, k),
                (case["session"][str(k)], sessions, gold_sessions, depth),
            ):
                assert hit_at(items, relevant, n) == bool(want["recall_any"])
                assert all_at(items, relevant, n) == bool(want["recall_all"])
                assert abs(ndcg_longmemeval(items, relevant, n) - want["ndcg"]) <= 1e-9

import json
import math
from pathlib import Path

import pytest

from scoring.ranking_metrics import found_ranks, ndcg, ndcg_longmemeval, session_depth

VECTORS = Path(__file__).resolve().parents[2] / "shared" / "vectors" / "longmemeval_retrieval.jsonl"


def test_an_id_that_comes_again_is_relevant_again_only_where_that_is_asked_for() -> None:
    assert found_ranks(["a", "x", "b", "y", "c"], {"b", "c", "d"}) == [3, 5]
    assert found_ranks(["b", "b", "c"], {"b", "c"}) == [1, 3]
    assert found_ranks(["b", "b", "c"], {"b", "c"}, again=True) == [1, 2, 3]
    assert found_ranks([], {"b"}) == found_ranks(["b"], set()) == []


def test_ndcg_discounts_every_rank_and_knows_what_was_not_found() -> None:
    ideal = 1 + 1 / math.log2(3) + 1 / 2
    assert ndcg([3, 5], 3, 3) == pytest.approx((1 / 2) / ideal)
    assert ndcg([3, 5], 3, 5) == pytest.approx((1 / 2 + 1 / math.log2(6)) / ideal)
    assert ndcg([1, 2, 3], 3, 10) == pytest.approx(1.0)
    assert ndcg([2], 1, 2) == pytest.approx(1 / math.log2(3))
    assert ndcg([3, 5], 3, 1) == ndcg([], 3, 5) == ndcg([], 0, 5) == 0.0


def test_the_published_variant_does_not_discount_the_second_rank_and_misses_nothing() -> None:
    assert ndcg_longmemeval([2], 2) == 1.0
    assert ndcg_longmemeval([3], 3) == pytest.approx(1 / math.log2(3))
    assert ndcg_longmemeval([3], 2) == ndcg_longmemeval([], 5) == 0.0


def test_a_beginning_is_as_long_as_it_takes_to_meet_k_sessions() -> None:
    assert [session_depth(["s", "s", "t", "t", "u"], k) for k in (1, 2, 3, 4)] == [1, 3, 5, 5]
    assert session_depth([], 3) == 0


@pytest.mark.skipif(not VECTORS.is_file(), reason="the recorded rankings are not part of this repository")
def test_the_recorded_rankings_of_longmemeval_are_scored_alike_to_1e_9() -> None:
    with VECTORS.open(encoding="utf-8") as lines:
        cases = [json.loads(line) for line in lines]
    assert len(cases) == 400
    for case in cases:
        ranking, gold = case["ranking"], set(case["gold"])
        sessions = [item.rpartition("_")[0] for item in ranking]
        gold_sessions = {item.rpartition("_")[0] for item in gold}
        for k in (1, 3, 5, 10, 30, 50):
            depth = session_depth(sessions, k)
            for want, items, relevant, n in (
                (case["turn"][str(k)], ranking, gold, k),
                (case["session"][str(k)], sessions, gold_sessions, depth),
            ):
                n_found = sum(rank <= n for rank in found_ranks(items, relevant))
                assert (n_found > 0) == bool(want["recall_any"])
                assert (n_found == len(relevant) > 0) == bool(want["recall_all"])
                assert abs(ndcg_longmemeval(found_ranks(items, relevant, again=True), n) - want["ndcg"]) <= 1e-9

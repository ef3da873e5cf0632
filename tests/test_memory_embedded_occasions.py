"""Spreading hits over occasions: half of a score for each better neighbour."""

from collections.abc import Iterator

import pytest

from memory.embedded.occasions import OCCASION_US, Candidate, spread, spread_ranked

MINUTE_US = 60_000_000


def at(row: int, minutes: int, score: float) -> Candidate:
    return Candidate(row=row, at_us=minutes * MINUTE_US, score=score)


def test_each_better_hit_of_the_same_occasion_halves_a_score() -> None:
    assert spread([at(1, 0, 8.0), at(2, 5, 6.0), at(3, 10, 4.0)]) == [(1, 8.0), (2, 3.0), (3, 1.0)]


def test_a_hit_of_another_occasion_overtakes_a_neighbour_of_the_best() -> None:
    assert spread([at(1, 0, 8.0), at(2, 5, 7.0), at(3, 500, 4.0)]) == [(1, 8.0), (3, 4.0), (2, 3.5)]


@pytest.mark.parametrize(("apart_us", "score"), [(OCCASION_US - 1, 1.0), (OCCASION_US, 1.0), (OCCASION_US + 1, 2.0)])
def test_half_an_hour_apart_is_still_the_same_occasion(apart_us: int, score: float) -> None:
    later = Candidate(row=2, at_us=apart_us, score=2.0)
    assert dict(spread([at(1, 0, 3.0), later]))[2] == score


def test_a_worse_hit_takes_nothing_from_a_better_one() -> None:
    alone = dict(spread([at(1, 0, 3.0)]))
    assert dict(spread([at(1, 0, 3.0), at(2, 0, 2.0)]))[1] == alone[1]


def test_of_equal_scores_the_newer_message_comes_first_and_keeps_its_score() -> None:
    assert spread([at(1, 0, 2.0), at(2, 0, 2.0)]) == [(2, 2.0), (1, 1.0)]


def test_a_decay_of_one_only_sorts() -> None:
    assert spread([at(1, 0, 2.0), at(2, 0, 3.0)], decay=1) == [(2, 3.0), (1, 2.0)]


def test_no_candidates_give_no_hits() -> None:
    assert spread([]) == []


def test_a_limit_gives_the_beginning_of_the_same_list() -> None:
    ranked = [at(row, minute * 7 % 90, 9.0 - row / 4) for row, minute in zip(range(20), range(0, 200, 10), strict=True)]
    whole = spread(ranked)
    assert all(spread_ranked(ranked, limit=limit) == whole[:limit] for limit in range(1, 25))


def test_of_equal_scores_at_the_limit_the_newer_one_is_kept() -> None:
    ranked = [at(3, 0, 4.0), at(1, 5, 4.0), at(2, 500, 2.0)]  # the second becomes 2.0, too
    assert spread_ranked(ranked, limit=2) == [(3, 4.0), (2, 2.0)]


def test_candidates_that_cannot_be_among_the_first_are_not_asked_for() -> None:
    asked: list[int] = []

    def ranked() -> Iterator[Candidate]:
        for one in (at(1, 0, 8.0), at(2, 5, 7.0), at(3, 500, 3.0), at(4, 900, 2.0)):
            asked.append(one.row)
            yield one

    assert spread_ranked(ranked(), limit=2) == [(1, 8.0), (2, 3.5)]
    assert asked == [1, 2, 3]

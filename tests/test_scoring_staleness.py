from dataclasses import replace
from typing import Any

import pytest

from memory.messages import Hit
from scoring.records import Failure, Superseded, Turn
from scoring.staleness import Staleness, stale_rates, staleness
from tests.diagnosis_cases import HUD_ON, NOW, RADIO_ON, Case, branch, heat, hits, search, volume

OLD = Superseded(message_ids=("m1",), commands=(volume(10),))
OLDER = Superseded(message_ids=("m0",), commands=(volume(5),))


def turn(*did: Any, found: tuple[Hit, ...] = (), old: tuple[Superseded, ...] = (OLD,), **changes: Any) -> Turn:
    """The volume was 10 by `m1` and is 30 by `m2`; `found` is what the bare question brings."""
    whole = Case(name="", cause="", did=did, question=found).turn()
    gold = replace(whole.gold, superseded=old, evidence_ids=("m1", "m2"), fact_evidence=())
    return replace(whole, **{"gold": gold, **changes})


def served(one: Turn) -> tuple[bool | None, bool | None, float | None]:
    seen = staleness(one)
    return seen.answer, seen.first_hit, seen.first_hits


def test_an_answer_is_stale_where_the_car_ends_as_an_old_value_would_have_it() -> None:
    assert staleness(turn(volume(10))).answer is True
    assert staleness(turn(volume(5), old=(OLDER, OLD))).answer is True
    for did in ((volume(30),), (volume(20),), (volume(10), HUD_ON), (volume(10), volume(30)), ()):
        assert staleness(turn(*did)).answer is False


def test_an_old_value_that_is_right_again_is_not_stale_and_tells_nothing_alone() -> None:
    again = Superseded(message_ids=("m0",), commands=(volume(30),))
    assert staleness(turn(volume(30), old=(again,))).answer is None
    assert staleness(turn(volume(30), old=(again, OLD))).answer is False
    assert staleness(turn(volume(10), old=(again, OLD))).answer is True


def test_doing_nothing_is_not_stale_even_where_the_car_stood_so() -> None:
    stood = {"radio.is_on": True, "radio.volume": 10}
    whole = turn(base=stood, reference=branch((volume(30),), stood), predicted=branch((), stood))
    assert staleness(whole).answer is False
    assert staleness(replace(whole, predicted=branch((RADIO_ON,), stood))).answer is True


def test_an_old_value_without_commands_tells_nothing_of_answers() -> None:
    bare = Superseded(message_ids=("m1",))
    assert served(turn(volume(10), old=(bare,), found=hits("m1"))) == (None, True, 1.0)


@pytest.mark.parametrize(
    ("ids", "first", "share"),
    [
        ((), False, 0.0),
        (("m1",), True, 1.0),
        (("m2", "m1"), False, 0.5),
        (("m1", "m2", "m7", "m8"), True, 0.25),
        (("m7", "m7", "m7", "m7", "m1"), False, 0.2),
        (("m7", "m7", "m7", "m7", "m7", "m1"), False, 0.0),
    ],
)
def test_a_first_hit_is_stale_where_it_names_the_old_message(ids: tuple[str, ...], first: bool, share: float) -> None:
    assert served(turn(volume(30), found=hits(*ids)))[1:] == (first, share)


def test_a_hit_that_names_old_and_new_is_not_stale() -> None:
    both = Hit(text="10, now 30", score=1.0, message_ids=("m1", "m2"))
    assert served(turn(volume(30), found=(both, *hits("m1"))))[1:] == (False, 0.5)


def test_hits_without_messages_tell_nothing() -> None:
    own = (Hit(text="volume 10", score=1.0),)
    assert served(turn(volume(10), found=own)) == (True, None, None)
    assert served(turn(volume(10), names_sources=False)) == (True, None, None)
    assert served(turn(volume(10), probe=None)) == (True, None, None)


def test_a_failure_and_a_query_about_no_change_tell_nothing() -> None:
    nothing = Staleness(answer=None, first_hit=None, first_hits=None)
    assert staleness(turn(volume(10), failure=Failure(stage="agent", message="x"))) == nothing
    assert staleness(turn(volume(10), old=())) == nothing


def test_rates_are_over_the_turns_that_tell() -> None:
    turns = [
        turn(volume(10), found=hits("m1", "m2")),
        turn(volume(30), found=hits("m2", "m1", "m7", "m8")),
        turn(heat("driver", 1)),
        turn(volume(10), names_sources=False),
        turn(volume(10), old=()),
    ]
    assert stale_rates(turns) == {
        "answers": 4,
        "stale_answers": 2,
        "stale_answer_rate": 0.5,
        "searches": 3,
        "stale_first_hits": 1,
        "stale_first_hit_rate": 1 / 3,
        "stale_share_at_5": (0.5 + 0.25 + 0.0) / 3,
    }
    assert stale_rates([]) == {
        "answers": 0,
        "stale_answers": 0,
        "stale_answer_rate": None,
        "searches": 0,
        "stale_first_hits": 0,
        "stale_first_hit_rate": None,
        "stale_share_at_5": None,
    }


def test_the_bare_question_counts_whoever_asked_it() -> None:
    asked = turn(volume(10), found=hits("m1"))
    assert asked.probe == search(hits("m1"), asked.query)
    assert asked.cutoff == NOW
    assert staleness(asked).first_hit is True

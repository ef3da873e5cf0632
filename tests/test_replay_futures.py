import random

from memory.position import Position, cutoff_at, is_visible
from replay.futures import make_canary, past_of, with_canary_before, with_other_future
from replay.scenario import Scenario
from tests.scenes import said, scenario_of, timeline_of

CUTOFF = cutoff_at(100)


def scene() -> Scenario:
    drafts = (said(10, "one"), said(99, "two"), said(100, "three, at the cutoff"), said(200, "four"))
    return scenario_of(timeline_of(*drafts))


def test_another_future_leaves_the_past_as_it_is_and_changes_all_the_rest() -> None:
    rng = random.Random(1)
    canary = make_canary(rng)
    other = with_other_future(scene(), CUTOFF, canary, rng)
    assert past_of(other, CUTOFF) == past_of(scene(), CUTOFF)
    ahead = [m for m in other.timeline.messages() if not is_visible(m.position, CUTOFF)]
    assert ahead[0].position.at_us == 100
    assert canary.text in (ahead[0].text, ahead[-1].text)
    assert len(ahead) != 2
    positions = [record.position for record in other.timeline.records]
    assert positions == sorted(set(positions))


def test_newcomers_who_share_a_first_name_speak_in_the_other_future() -> None:
    rng = random.Random(2)
    other = with_other_future(scene(), CUTOFF, make_canary(rng), rng)
    speakers = {message.speaker for message in other.timeline.messages()}
    assert any(name.startswith("Ada ") for name in speakers)


def test_equal_seeds_give_equal_futures() -> None:
    def texts(seed: int) -> list[str]:
        rng = random.Random(seed)
        return [m.text for m in with_other_future(scene(), CUTOFF, make_canary(rng), rng).timeline.messages()]

    assert texts(3) == texts(3) != texts(4)


def test_the_control_canary_is_the_last_visible_message() -> None:
    canary = make_canary(random.Random(1))
    planted = with_canary_before(scene(), Position(100, 4), canary)
    *_, last = planted.timeline.messages()
    assert (last.text, last.position.at_us) == (canary.text, 99)
    assert is_visible(last.position, CUTOFF)


def test_a_scenario_without_any_past_still_has_other_futures() -> None:
    rng = random.Random(1)
    empty = scenario_of(timeline_of())
    other = with_other_future(empty, cutoff_at(5), make_canary(rng), rng)
    assert other.timeline.n_visible(cutoff_at(5)) == 0
    assert other.timeline.n_messages >= 3

import pytest

from replay.clock import Clock, Phase, Steps
from replay.errors import ClockBroken


def test_at_one_instant_buckets_come_before_midnight_and_midnight_before_the_timeline_whoever_was_first() -> None:
    clock, heard = Clock(0), list[str]()

    def wait(name: str, phase: Phase) -> Steps:
        yield clock.until(100, phase)
        heard.append(name)

    def late() -> Steps:
        yield clock.until(99, Phase.TIMELINE)
        clock.start(wait("bucket", Phase.DELIVER))

    clock.start(wait("tick", Phase.TICK))
    clock.start(late())

    def timeline() -> Steps:
        yield clock.until(100, Phase.TIMELINE)
        heard.append("timeline")

    clock.run(timeline())
    assert heard == ["bucket", "tick", "timeline"]


def test_an_error_comes_out_as_it_was_raised_even_if_its_arguments_are_keywords() -> None:
    class Picky(Exception):
        def __init__(self, *, reason: str) -> None:
            self.reason = reason

    clock = Clock(0)

    def fail() -> Steps:
        yield clock.until(5, Phase.TICK)
        raise Picky(reason="just so")

    def forever() -> Steps:
        while True:
            yield clock.until(clock.now_us + 1, Phase.TIMELINE)

    clock.start(fail())
    with pytest.raises(Picky) as caught:
        clock.run(forever())
    assert caught.value.reason == "just so"


def test_what_is_scheduled_behind_the_end_never_happens() -> None:
    clock, heard = Clock(0), list[int]()

    def ticks() -> Steps:
        while True:
            yield clock.until(clock.now_us + 10, Phase.TICK)
            heard.append(clock.now_us)

    def main() -> Steps:
        yield clock.until(25, Phase.TIMELINE)

    clock.start(ticks())
    clock.run(main())
    assert heard == [10, 20]


def test_the_past_cannot_be_waited_for() -> None:
    clock = Clock(50)
    with pytest.raises(ClockBroken):
        clock.until(49, Phase.TICK)


def test_now_stays_a_whole_number_of_microseconds_far_from_1970() -> None:
    clock = Clock(10**17)

    def main() -> Steps:
        yield clock.until(10**17 + 1, Phase.TIMELINE)
        assert clock.now_us == 10**17 + 1

    clock.run(main())

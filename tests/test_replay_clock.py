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


def test_an_instant_at_which_nobody_else_has_anything_to_do_is_reached_without_waiting() -> None:
    clock = Clock(0)
    reached: list[tuple[int, bool]] = []

    def reach(at_us: int) -> Steps:
        alarm = clock.reach(at_us, Phase.TIMELINE)
        if alarm is not None:
            yield alarm
        reached.append((clock.now_us, alarm is None))

    def midnight() -> Steps:
        yield clock.until(100, Phase.TICK)

    def timeline() -> Steps:
        yield clock.until(1, Phase.TIMELINE)  # the other process has begun
        for at_us in (50, 99, 100, 100, 101, 7):
            yield from reach(at_us)

    clock.start(midnight())
    clock.run(timeline())
    assert reached == [(50, True), (99, True), (100, False), (100, True), (101, True), (101, True)]


def test_what_is_started_where_the_time_was_moved_on_to_begins_there_and_before_what_follows() -> None:
    clock, heard = Clock(0), list[tuple[str, int]]()

    def bucket() -> Steps:
        heard.append(("opened", clock.now_us))
        yield clock.until(60, Phase.DELIVER)
        heard.append(("delivered", clock.now_us))

    def timeline() -> Steps:
        assert clock.reach(40, Phase.TIMELINE) is None
        clock.start(bucket())
        for at_us in (59, 60):
            alarm = clock.reach(at_us, Phase.TIMELINE)
            if alarm is not None:
                yield alarm
            heard.append(("said", clock.now_us))

    clock.run(timeline())
    assert heard == [("opened", 40), ("said", 59), ("delivered", 60), ("said", 60)]


def test_no_instant_before_one_that_was_moved_on_to_can_be_waited_for() -> None:
    clock = Clock(0)

    def main() -> Steps:
        assert clock.reach(40, Phase.TIMELINE) is None
        with pytest.raises(ClockBroken):
            clock.until(39, Phase.TICK)
        yield clock.until(40, Phase.TICK)
        assert clock.now_us == 40

    clock.run(main())

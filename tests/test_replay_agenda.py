from memory.messages import Message
from memory.position import Position
from replay.agenda import agenda, turn_of
from replay.scenario import TimedQuery
from replay.timeline import CommandDraft, ForgetDraft
from tests.scenes import query_at, said, scenario_of, timed, timeline_of, us
from vehicle.commands import Command

DRAFTS = (
    said("2025-03-01 08:00", "one"),
    CommandDraft(at_us=us("2025-03-01 08:05"), person="Ada", command=Command(name="carcontrol_radio_switch", args={})),
    ForgetDraft(at_us=us("2025-03-01 08:06"), person="Ada", labels=(), text=""),
    said("2025-03-01 08:20", "two"),
)


def turns(*cutoffs: str, lag_us: int = 0) -> list[tuple[str, str]]:
    """The time of each turn, and what has it: a kind of record, or the number of a query."""
    queries = [query_at(index, f"2025-03-01 {cutoff}") for index, cutoff in enumerate(cutoffs)]
    scene = timed(scenario_of(timeline_of(*DRAFTS), queries))
    found = agenda(scene.scenario.timeline.records, scene.in_time_order(), lag_us)
    return [
        (
            f"{(turn.at_us - us('2025-03-01 08:00')) // 60_000_000}",
            str(one.index) if isinstance(one, TimedQuery) else name,
        )
        for turn, one in found
        for name in [type(one).__name__]
    ]


def test_what_stands_before_a_cutoff_has_its_turn_before_the_query_and_what_stands_at_it_does_not() -> None:
    assert turns("08:05", "08:30") == [
        ("0", "Message"),
        ("5", "0"),
        ("5", "LoggedCommand"),
        ("6", "ForgetAsked"),
        ("20", "Message"),
        ("30", "1"),
    ]


def test_what_lies_behind_the_last_query_has_no_turn_and_without_queries_nothing_has() -> None:
    assert turns("08:01") == [("0", "Message"), ("1", "0")]
    assert turns("07:00") == [("-60", "0")]
    assert turns() == []


def test_queries_of_one_cutoff_keep_their_order_with_nothing_in_between() -> None:
    assert turns("08:05", "08:05") == [("0", "Message"), ("5", "0"), ("5", "1")]


def test_a_lag_delays_messages_and_requests_to_forget_and_neither_commands_nor_queries() -> None:
    # with 10 minutes the message of 08:00 has its turn at 08:10, the request of 08:06 at 08:16, that of 08:20 at 08:30
    assert turns("08:05", "08:16", "08:30", lag_us=600_000_000) == [
        ("5", "0"),
        ("5", "LoggedCommand"),
        ("10", "Message"),
        ("16", "1"),
        ("16", "ForgetAsked"),
        ("30", "2"),
    ]


def test_the_turn_of_a_message_keeps_its_running_number_under_a_lag() -> None:
    (message,) = timeline_of(said("2025-03-01 08:00")).records
    assert isinstance(message, Message)
    assert turn_of(message, 60_000_000) == Position(message.position.at_us + 60_000_000, message.position.seq)
    assert turn_of(message, 0) == message.position

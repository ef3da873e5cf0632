import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.position import Position, cutoff_at, is_visible
from replay.timeline import CommandDraft, ForgetAsked, ForgetDraft, MessageDraft, TimelineBuilder, build_timeline
from tests.scenes import said, timeline_of
from vehicle.commands import Command


def test_records_of_one_instant_keep_the_order_of_the_source() -> None:
    texts = [message.text for message in timeline_of(said(5, "a"), said(5, "b"), said(5, "c")).messages()]
    assert texts == ["a", "b", "c"]


def test_what_is_out_of_order_is_sorted_stably_and_counted() -> None:
    numbered = build_timeline([said(5, "late"), said(3, "early"), said(3, "early too"), said(5, "last")])
    assert [message.text for message in numbered.timeline.messages()] == ["early", "early too", "late", "last"]
    assert numbered.n_moved == 2


def test_ids_say_nothing_but_the_place() -> None:
    draft = MessageDraft(at_us=1, speaker="Ada", role="user", text="x", label="answer_17")
    numbered = build_timeline([draft])
    assert [message.id for message in numbered.timeline.messages()] == ["m000001"]
    assert numbered.ids["answer_17"] == "m000001"


def test_a_request_to_forget_names_messages_by_their_opaque_ids() -> None:
    draft = MessageDraft(at_us=1, speaker="Ada", role="user", text="x", label="k1")
    asked = ForgetDraft(at_us=2, person="Ada", labels=("k1",), text="forget it")
    record = build_timeline([draft, asked]).timeline.records[1]
    assert isinstance(record, ForgetAsked)
    assert record.request.message_ids == ("m000001",)


@given(st.lists(st.integers(0, 6)), st.integers(0, 7), st.integers(0, 12))
def test_the_number_of_visible_messages_is_that_of_the_time_rule(times: list[int], at_us: int, seq: int) -> None:
    timeline = timeline_of(*(said(t) for t in times))
    for cutoff in (cutoff_at(at_us), Position(at_us, seq)):
        assert timeline.n_visible(cutoff) == sum(is_visible(m.position, cutoff) for m in timeline.messages())


def test_a_label_that_no_message_has_is_in_no_builder_and_has_no_id() -> None:
    builder = TimelineBuilder()
    builder.add(MessageDraft(at_us=1, speaker="Ada", role="user", text="x", label="k1"))
    assert "k1" in builder
    assert "k2" not in builder
    ids = builder.build().ids
    assert "k2" not in ids
    with pytest.raises(KeyError, match="k2"):
        ids["k2"]


def test_a_request_to_forget_what_nobody_said_is_an_error() -> None:
    with pytest.raises(KeyError, match="k9"):
        build_timeline([said(1), ForgetDraft(at_us=2, person="Ada", labels=("k9",), text="forget it")])


def test_sessions_have_the_numbers_of_their_messages_after_sorting() -> None:
    drafts = [
        MessageDraft(at_us=at_us, speaker="Ada", role="user", text="x", session=session)
        for at_us, session in ((30, "b"), (10, "a"), (20, "b"), (40, ""))
    ]
    assert [list(numbers) for numbers in build_timeline(drafts).sessions] == [[1], [2, 3]]
    assert build_timeline([said(1), said(2)]).sessions == ()


def test_only_messages_count_as_visible_and_requests_to_forget_are_listed_in_order() -> None:
    request = ForgetDraft(at_us=20, person="Ada", labels=(), text="forget")
    command = CommandDraft(at_us=10, person="Ada", command=Command(name="carcontrol_radio_switch", args={}))
    timeline = timeline_of(command, said(10), request, said(20), request)
    assert (timeline.n_messages, list(timeline.message_times_us())) == (2, [10, 20])
    assert [timeline.n_visible(cutoff_at(at_us)) for at_us in (10, 11, 20, 21)] == [0, 1, 1, 2]
    assert [asked.position for asked in timeline.forgets()] == [Position(20, 3), Position(20, 5)]
    assert timeline.n_visible(cutoff_at(21), lag_us=5) == 1

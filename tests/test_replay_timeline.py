from hypothesis import given
from hypothesis import strategies as st

from memory.position import Position, cutoff_at, is_visible
from replay.timeline import ForgetAsked, ForgetDraft, MessageDraft, build_timeline
from tests.scenes import said, timeline_of


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
    assert numbered.ids == {"answer_17": "m000001"}


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

import pickle

import pytest

from benchmarks.synthetic import Size, make_scenario
from memory.messages import Forget, Message
from memory.position import Position
from memory.registry import find_backend
from replay import records as records_module
from replay import runner
from replay.agents.lexical import LexicalAgent
from replay.records import ForgetAsked, LoggedCommand, Record, Records
from replay.runner import ScenarioReplay
from replay.settings import ReplaySettings
from replay.timeline import CommandDraft, Draft, ForgetDraft, MessageDraft, build_timeline
from scoring.records import Turn
from vehicle.commands import Command

HEAT = Command(name="carcontrol_radio_switch", args={"switch": True})


def message(at_us: int, seq: int, text: str = "hello", message_id: str = "") -> Message:
    place = Position(at_us, seq)
    return Message(id=message_id or f"m{seq:06d}", position=place, speaker="Ada", role="user", text=text)


def mixed() -> list[Record]:
    return [
        message(10, 1, "first"),
        LoggedCommand(position=Position(10, 2), person="Ada", command=HEAT),
        message(20, 3, "second"),
        ForgetAsked(position=Position(30, 4), request=Forget(message_ids=("m000001",), person="Ada", text="no")),
        message(30, 5, "third"),
    ]


@pytest.fixture(params=["kept", "made anew"])
def long_or_short(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "made anew":
        monkeypatch.setattr(records_module, "FEW", 0)


@pytest.mark.usefixtures("long_or_short")
def test_records_come_back_equal_by_walking_by_index_and_by_slice() -> None:
    given = mixed()
    found = Records.of(given)
    assert list(found) == list(found) == given
    assert [found[i] for i in range(5)] == given
    assert [found[i] for i in range(-5, 0)] == given
    assert list(found[1:4]) == given[1:4]
    assert list(found[::-2]) == given[::-2]
    assert len(found) == 5


@pytest.mark.parametrize("index", [5, -6])
def test_there_is_no_record_beyond_the_ends(index: int) -> None:
    with pytest.raises(IndexError, match="of 5"):
        Records.of(mixed())[index]


def test_messages_are_found_by_id_and_other_records_are_not() -> None:
    found = Records.of(mixed())
    assert [found.find(f"m00000{seq}") for seq in range(7)] == [None, 0, None, 2, None, 4, None]


@pytest.mark.parametrize("name", ["", "m", "m1", "m0000001", "x000001", "m00000１", "m-00001", "m" + "9" * 5000])
def test_what_only_looks_like_an_id_is_none(name: str) -> None:
    assert Records.of(mixed()).find(name) is None


@pytest.mark.usefixtures("long_or_short")
def test_ids_and_numbers_of_their_own_are_kept_and_found() -> None:
    given = [message(10, 4, message_id="a"), message(20, 7), message(20, 9, message_id="b")]
    found = Records.of(given)
    assert list(found) == given
    assert [found.find(name) for name in ("a", "m000007", "b", "m000009", "m000001")] == [0, 1, 2, None, None]


def test_records_are_equal_to_records_with_equal_items_and_to_nothing_else() -> None:
    assert Records.of(mixed()) == Records.of(mixed())
    assert Records.of(mixed()) != Records.of(mixed()[:4])
    assert Records.of(mixed()) != Records.of([message(10, 1, "another"), *mixed()[1:]])
    assert Records.of([]) != []


@pytest.mark.usefixtures("long_or_short")
def test_records_sent_to_another_process_are_equal() -> None:
    own = Records.of([message(10, 4, message_id="a"), message(20, 7)])
    list(own)
    for found in (Records.of(mixed()), own):
        again = pickle.loads(pickle.dumps(found))
        assert again == found
        assert [again.find(record.id) for record in again if isinstance(record, Message)] == [
            found.find(record.id) for record in found if isinstance(record, Message)
        ]


def test_a_message_is_at_its_place_only_with_its_own_position_and_words() -> None:
    found = Records.of(mixed())
    assert found.is_at(2, message(20, 3, "second"))
    assert not found.is_at(2, message(21, 3, "second"))
    assert not found.is_at(2, message(20, 3, "second "))


def test_the_indexes_and_times_of_messages_leave_other_records_out() -> None:
    found = Records.of(mixed())
    assert list(found.of_messages()) == [0, 2, 4]
    assert list(found.times_us()) == [10, 20, 30]
    assert list(Records.of([]).of_messages()) == list(Records.of([]).times_us()) == []


@pytest.mark.usefixtures("long_or_short")
def test_what_the_source_had_out_of_order_is_the_same_however_it_is_asked_for() -> None:
    drafts: list[Draft] = [
        MessageDraft(at_us=30, speaker="Ada", role="user", text="late", label="x"),
        CommandDraft(at_us=20, person="Ben", command=HEAT),
        MessageDraft(at_us=10, speaker="Ben", role="assistant", text="early", label="y", occurred_at_us=3),
        ForgetDraft(at_us=40, person="Ada", labels=("x", "y"), text="forget it"),
    ]
    numbered = build_timeline(drafts)
    found = numbered.timeline.records
    early = Message(
        id="m000001", position=Position(10, 1), speaker="Ben", role="assistant", text="early", occurred_at_us=3
    )
    late = message(30, 3, "late")
    assert list(found) == [
        early,
        LoggedCommand(position=Position(20, 2), person="Ben", command=HEAT),
        late,
        ForgetAsked(
            position=Position(40, 4), request=Forget(message_ids=("m000003", "m000001"), person="Ada", text="forget it")
        ),
    ]
    assert (numbered.ids["x"], numbered.ids["y"], numbered.n_moved) == ("m000003", "m000001", 2)
    assert (found.find("m000001"), found.find("m000003")) == (0, 2)
    assert found.is_at(2, late)
    assert numbered.timeline.message("m000003") == late
    assert numbered.timeline.message("m000002") is None


@pytest.mark.parametrize("lag_us", [0, 7_200_000_000])
def test_a_long_timeline_replays_to_the_turns_of_a_short_one(monkeypatch: pytest.MonkeyPatch, lag_us: int) -> None:
    def turns() -> list[Turn]:
        timed = make_scenario("1", Size(messages=90, queries=3, session=15))
        found: list[Turn] = []
        replay = ScenarioReplay(
            timed, ReplaySettings(index_lag_us=lag_us), find_backend("fulltext"), LexicalAgent, namespace="n"
        )
        replay.run(lambda turn, timing: found.append(turn))
        return found

    short = turns()
    monkeypatch.setattr(records_module, "FEW", 0)
    monkeypatch.setattr(runner, "FEW", 0)
    assert turns() == short
    assert any(hit for turn in short for search in turn.searches for hit in search.hits)

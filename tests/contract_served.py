"""What every adapter of a served system keeps; a test module subclasses `ServedContract` and says what is its own."""

import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest

from memory.adapters import calling
from memory.adapters.adapter import Adapter
from memory.backend import BackendFactory, MemoryBackend, Setup
from memory.bounded import bounded
from memory.errors import BackendFailure, BadOption, MissingSecret
from memory.guard import Guard
from memory.messages import Batch, Forget, Message, Question
from memory.position import just_after
from replay.agents.agent import Decision, Toolbox
from replay.runner import ReplaySettings, ScenarioReplay
from scoring.records import Timing, Turn
from tests.contract_memory import HOSTILE_TEXTS, LATER, NOON_US, deliver, find, ids, message, messages
from tests.imitation_served import Answer, Asked, Imitation, Trouble, running
from tests.scenes import query_at, said, scenario_of, timed, timeline_of

KEY = "key-marked-41f7-9be0"
NAMESPACE = "pastlane-1f3a"
HTML = Answer(body=b"<html><body>Welcome to nginx!</body></html>", headers={"Content-Type": "text/html"})
HISTORY = messages("the seat heating is on", "the window is open", "warm the seat please")
N_ATTEMPTS = 5


class AsksOnce:
    """Searches for the question and does nothing else."""

    def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
        tools.search_memory(question.text, 20)
        return ()


class ServedContract:
    """The tests; what is annotated here without a value is the subclass's to say."""

    make: BackendFactory
    imitation: type[Imitation]
    adapter: Adapter
    key_env: str
    says_namespace = True
    no_text: bytes
    """A found list whose first item has no text."""
    nan_score: bytes
    """One whose first item has the score NaN."""
    other_shapes: tuple[bytes, ...] = (b"null", b"[1]", b'{"error": "of a kind that comes with 200"}', b"", b"{")

    @pytest.fixture(autouse=True)
    def _surroundings(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        """Short pauses, a key, and no connection to anywhere but this machine."""
        monkeypatch.setattr(calling, "FIRST_PAUSE_S", 0.01)
        monkeypatch.setattr(calling, "LONGEST_PAUSE_S", 0.02)
        monkeypatch.setenv(self.key_env, KEY)
        elsewhere: list[Any] = []
        connect = socket.socket.connect

        def watched(this: socket.socket, address: Any) -> None:
            if this.family in (socket.AF_INET, socket.AF_INET6) and address[0] not in ("127.0.0.1", "::1"):
                elsewhere.append(address)
                raise ConnectionRefusedError(f"a test wants to connect to {address}")
            connect(this, address)

        monkeypatch.setattr(socket.socket, "connect", watched)
        self.made: list[MemoryBackend] = []
        yield
        for memory in self.made:
            memory.close()
        assert elsewhere == []

    @pytest.fixture
    def system(self) -> Iterator[Imitation]:
        with running(self.imitation()) as imitation:
            yield imitation

    def memory(
        self, system: Imitation, namespace: str = NAMESPACE, zone: str = "Europe/Berlin", **options: str
    ) -> MemoryBackend:
        memory = type(self).make(Setup(namespace=namespace, zone=zone, options={"url": system.url, **options}))
        self.made.append(memory)
        return memory

    def fed(self, system: Imitation, history: list[Message] | None = None, **options: str) -> MemoryBackend:
        memory = self.memory(system, **options)
        for one in HISTORY if history is None else history:
            deliver(memory, [one])
        return memory

    def test_each_message_is_stored_once_in_order_as_speaker_and_text(self, system: Imitation) -> None:
        self.fed(system)
        assert system.stored() == [f"Ann: {one.text}" for one in HISTORY]

    def test_a_bucket_of_several_messages_is_stored_in_order(self, system: Imitation) -> None:
        deliver(self.memory(system), HISTORY)
        assert system.stored() == [f"Ann: {one.text}" for one in HISTORY]

    def test_hits_name_their_messages_in_the_systems_order(self, system: Imitation) -> None:
        memory = self.fed(system)
        hits = find(memory, "warm seat")
        assert ids(hits) == ["m000003", "m000001"]
        assert hits[0].score > hits[1].score
        assert find(memory, "warm seat", 1) == hits[:1]
        assert {hit.namespace for hit in hits} == ({NAMESPACE} if self.says_namespace else {""})

    def test_what_shares_no_word_is_no_hit_and_an_empty_answer_no_failure(self, system: Imitation) -> None:
        assert find(self.fed(system), "bicycle") == []

    def test_nothing_is_found_before_the_first_message(self, system: Imitation) -> None:
        memory = self.memory(system)
        assert memory.leftovers() == []
        assert find(memory, "seat") == []

    def test_the_guard_finds_nothing_to_object_to(self, system: Imitation) -> None:
        guard = Guard(self.memory(system), "Europe/Berlin", namespace=NAMESPACE)
        for one in HISTORY:
            guard.ingest(Batch(messages=(one,), now=just_after(one.position)))
        guard.settle(5)
        record = guard.search("warm the seat", limit=5, now=just_after(HISTORY[-1].position))
        assert [hit.message_ids for hit in record.hits] == [("m000003",), ("m000001",), ("m000002",)]
        assert (record.violations, record.unverifiable) == ((), 0)

    def test_a_replay_asks_at_each_cutoff_and_no_query_fails(self, system: Imitation) -> None:
        timeline = timeline_of(
            said("2025-03-01 08:10", "the seat heating is on"), said("2025-03-02 09:00", "the seat heating is off")
        )
        queries = [query_at(n, f"2025-03-0{n} 12:00", "seat heating?") for n in (1, 2)]
        turns: list[Turn] = []

        def keep(turn: Turn, timing: Timing) -> None:
            turns.append(turn)

        def make(setup: Setup) -> MemoryBackend:
            return type(self).make(Setup(namespace=setup.namespace, zone=setup.zone, options={"url": system.url}))

        scene = timed(scenario_of(timeline, queries))
        ScenarioReplay(scene, ReplaySettings(), bounded(make, 20), AsksOnce, namespace="test").run(keep)
        assert [turn.failure for turn in turns] == [None, None]
        assert [len(turn.searches[0].hits) for turn in turns] == [1, 2]
        assert all(not turn.leftovers and not turn.searches[0].violations for turn in turns)

    def test_the_raw_answer_is_kept_without_the_key(self, system: Imitation) -> None:
        memory = self.fed(system, messages(f"the seat code is {KEY}"))
        find(memory, "seat code")
        assert "the seat code is [key]" in memory.raw_answer
        find(memory, "")
        assert memory.raw_answer == ""

    def test_the_key_is_sent_in_the_header(self, system: Imitation) -> None:
        self.fed(system)
        assert all(asked.headers["authorization"].endswith(f" {KEY}") for asked in system.asked)
        assert all(KEY not in f"{asked.path}{asked.query}{asked.value}" for asked in system.asked)

    def test_any_query_is_data(self, system: Imitation) -> None:
        memory = self.fed(system)
        for text in HOSTILE_TEXTS:
            assert isinstance(find(memory, text), list)

    def test_a_message_without_any_text_is_not_sent(self, system: Imitation) -> None:
        memory = self.fed(system, [message(1, ""), message(2, " \n", speaker="")])
        memory.ingest(Batch(messages=(), now=just_after(HISTORY[-1].position)))
        assert system.n_asked(system.is_write) == 0

    def test_after_429_it_waits_as_long_as_it_is_asked_to_and_stores_once(self, system: Imitation) -> None:
        busy = Answer(status=429, value={"message": "slow down"}, headers={"Retry-After": "0.3"})
        system.troubles.append(Trouble(on=system.is_write, answer=busy))
        began = time.monotonic()
        self.fed(system, HISTORY[:1])
        assert time.monotonic() - began >= 0.3
        assert (system.n_asked(system.is_write), system.stored()) == (2, ["Ann: the seat heating is on"])

    def test_a_wait_of_more_than_a_minute_is_a_failure(self, system: Imitation) -> None:
        busy = Answer(status=429, value={"message": "slow down"}, headers={"Retry-After": "3600"})
        system.troubles.append(Trouble(on=system.is_write, answer=busy))
        with pytest.raises(BackendFailure, match="429"):
            self.fed(system)
        assert system.n_asked(system.is_write) == 1

    @pytest.mark.parametrize("status", [500, 502, 503])
    def test_an_error_of_the_server_is_tried_again_a_bounded_number_of_times(
        self, system: Imitation, status: int
    ) -> None:
        broken = Answer(status=status, value={"message": "out of order"})
        system.troubles.append(Trouble(on=system.is_write, answer=broken, times=99))
        with pytest.raises(BackendFailure, match=f"{status}.*5 attempts"):
            self.fed(system)
        assert (system.n_asked(system.is_write), system.stored()) == (N_ATTEMPTS, [])

    def test_one_error_of_the_server_is_got_over(self, system: Imitation) -> None:
        system.troubles.append(Trouble(on=system.is_write, answer=Answer(status=503, value={}), times=1))
        system.troubles.append(Trouble(on=system.is_search, answer=Answer(status=500, value={}), times=2))
        assert len(find(self.fed(system), "window")) == 1

    def test_a_refused_key_is_tried_once_and_not_shown(self, system: Imitation) -> None:
        system.key = "another"
        memory = self.memory(system)
        with pytest.raises(BackendFailure, match="401") as failure:
            memory.leftovers()
        assert len(system.asked) == 1
        assert KEY not in str(failure.value)

    def test_a_message_that_was_stored_and_never_answered_is_not_stored_again(self, system: Imitation) -> None:
        system.troubles.append(Trouble(on=system.is_write, delay_s=0.6, carried_out=True))
        memory = self.fed(system, timeout_s="0.3")
        assert system.stored() == [f"Ann: {one.text}" for one in HISTORY]
        assert ids(find(memory, "heating")) == ["m000001"]

    def test_nor_is_one_that_a_gateway_gave_up_on(self, system: Imitation) -> None:
        gave_up = Answer(status=504, value={"message": "gateway time-out"})
        system.troubles.append(Trouble(on=system.is_write, answer=gave_up, carried_out=True))
        memory = self.fed(system)
        assert system.stored() == [f"Ann: {one.text}" for one in HISTORY]
        assert ids(find(memory, "heating")) == ["m000001"]

    def test_a_message_that_was_lost_on_the_way_is_sent_again(self, system: Imitation) -> None:
        system.troubles.append(Trouble(on=system.is_write, answer=Answer(status=504, value={})))
        self.fed(system)
        assert system.stored() == [f"Ann: {one.text}" for one in HISTORY]

    def test_a_search_that_hangs_is_a_failure(self, system: Imitation) -> None:
        memory = self.fed(system, timeout_s="0.2")
        system.troubles.append(Trouble(on=system.is_search, delay_s=0.5, times=99))
        with pytest.raises(BackendFailure, match=r"search: .*5 attempts"):
            find(memory, "seat")

    def test_an_address_where_nothing_listens_is_a_failure(self, system: Imitation) -> None:
        with socket.socket() as closed:
            closed.bind(("127.0.0.1", 0))
            memory = self.memory(system, url=f"http://127.0.0.1:{closed.getsockname()[1]}")
            with pytest.raises(BackendFailure, match=r"start: .*5 attempts"):
                memory.leftovers()

    @pytest.mark.parametrize("url", ["", "no address", "ftp://127.0.0.1/x"])
    def test_an_address_that_is_none_is_refused(self, system: Imitation, url: str) -> None:
        with pytest.raises(BadOption, match="url"):
            self.memory(system, url=url)

    def test_a_page_for_people_is_no_answer(self, system: Imitation) -> None:
        memory = self.fed(system)
        system.troubles.append(Trouble(on=lambda asked: True, answer=HTML, times=99))
        with pytest.raises(BackendFailure, match=r"search: .{10,220}$"):
            find(memory, "seat")
        with pytest.raises(BackendFailure, match=r"ingest: .{10,220}$"):
            deliver(memory, [message(9, "one more")])

    def test_an_answer_of_another_shape_is_a_failure_and_never_an_empty_list(self, system: Imitation) -> None:
        memory = self.fed(system)
        for body in (*self.other_shapes, self.no_text, self.nan_score):
            system.troubles.append(Trouble(on=system.is_search, answer=Answer(body=body)))
            with pytest.raises(BackendFailure, match=r"search: .{10,220}$"):
                find(memory, "seat")
        assert len(find(memory, "seat")) == 2

    def test_what_an_earlier_run_left_is_named_until_it_is_reset(self, system: Imitation) -> None:
        self.fed(system)
        again = self.memory(system)
        assert "Ann: the seat heating is on" in [text.partition(" (")[0] for text in again.leftovers()]
        again.reset()
        assert again.leftovers() == []
        deliver(again, HISTORY[:1])
        assert ids(find(again, "seat")) == ["m000001"]

    def test_a_reset_of_nothing_is_none(self, system: Imitation) -> None:
        memory = self.memory(system)
        memory.reset()
        assert memory.leftovers() == []

    def test_namespaces_know_nothing_of_each_other(self, system: Imitation) -> None:
        one, other = self.memory(system, NAMESPACE), self.memory(system, f"{NAMESPACE}0")
        deliver(one, HISTORY[:1])
        assert other.leftovers() == []
        deliver(other, HISTORY[1:2])
        assert ids(find(one, "the seat window")) == ["m000001"]
        other.reset()
        assert ids(find(one, "the seat window")) == ["m000001"]

    def test_what_is_forgotten_is_not_found_and_forgetting_it_again_is_nothing(self, system: Imitation) -> None:
        memory = self.fed(system)
        request = Forget(message_ids=("m000001", "m000077"), person="Ann", text="forget that")
        for _ in range(2):
            memory.forget(request, LATER)
            memory.settle(5)
        assert ids(find(memory, "seat")) == ["m000003"]
        assert system.stored() == ["Ann: the window is open", "Ann: warm the seat please"]

    def test_a_request_in_words_forgets_what_that_person_said_with_these_words(self, system: Imitation) -> None:
        theirs = message(4, "the seat heating is off", speaker="Ben")
        memory = self.fed(system, [*HISTORY, theirs])
        memory.forget(Forget(message_ids=(), person="Ann", text="please forget the heating"), LATER)
        assert sorted(system.stored()) == [
            "Ann: the window is open",
            "Ann: warm the seat please",
            "Ben: the seat heating is off",
        ]
        memory.forget(Forget(message_ids=(), person="", text="forget it"), LATER)
        assert len(system.stored()) == 3

    def test_all_that_a_person_said_is_forgotten_however_much_it_is(self, system: Imitation) -> None:
        many = [message(n, f"the seat is warm {n}", speaker="Ben" if n == 77 else "Ann") for n in range(1, 231)]
        memory = self.memory(system)
        deliver(memory, many)
        memory.forget(Forget(message_ids=(), person="Ann", text="forget everything that I said"), LATER)
        assert system.stored() == ["Ben: the seat is warm 77"]

    def test_forgetting_before_the_first_message_is_nothing(self, system: Imitation) -> None:
        self.memory(system).forget(Forget(message_ids=("m000001",), person="Ann", text=""), LATER)
        assert system.asked == []

    def test_settling_waits_for_the_system(self, system: Imitation) -> None:
        if not self.adapter.capabilities.waits:
            pytest.skip("what was ingested can be found when ingest returns")
        system.n_polls = 4  # type: ignore[attr-defined]
        assert len(find(self.fed(system, HISTORY[:1]), "seat")) == 1
        system.n_polls = 10**6  # type: ignore[attr-defined]
        memory = self.memory(system, "pastlane-slow")
        memory.ingest(Batch(messages=(HISTORY[0],), now=just_after(HISTORY[0].position)))
        with pytest.raises(TimeoutError, match="still"):
            memory.settle(0.2)

    def test_an_unknown_option_is_refused_by_name(self, system: Imitation) -> None:
        with pytest.raises(BadOption, match=r"'ulr'.*known: .*url"):
            self.memory(system, ulr="x")
        with pytest.raises(BadOption, match="timeout_s"):
            self.memory(system, timeout_s="0")

    def test_an_empty_variable_is_named(self, system: Imitation) -> None:
        with pytest.raises(MissingSecret, match="NO_SUCH_VARIABLE"):
            self.memory(system, key_env="NO_SUCH_VARIABLE")

    def test_nothing_that_is_sent_carries_the_wall_clock(self, system: Imitation) -> None:
        memory = self.fed(system)
        memory.search("seat", limit=5, now=just_after(HISTORY[-1].position))
        today = time.strftime("%Y-%m-%d")
        assert all(today not in f"{asked.value}{asked.query}" for asked in system.asked)

    def test_closing_leaves_what_is_stored(self, system: Imitation) -> None:
        self.fed(system)
        self.made.pop().close()
        assert len(system.stored()) == len(HISTORY)

    def test_the_table_names_the_class_and_what_it_can_do(self, system: Imitation) -> None:
        memory = self.memory(system)
        assert self.adapter.target == f"{type(memory).__module__}:{type(memory).__name__}"
        assert memory.capabilities == self.adapter.capabilities
        assert {"url", "key_env", "timeout_s"} <= set(self.adapter.options)


def first_written(system: Imitation) -> Asked:
    """The first request that stored something."""
    return next(filter(system.is_write, system.asked))


__all__ = ["HISTORY", "KEY", "LATER", "NAMESPACE", "NOON_US", "ServedContract", "first_written"]

"""What every adapter of a served system keeps; a test module subclasses `ServedContract` and says what is its own."""

import json
import math
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memory.adapters import calling
from memory.adapters.adapter import Adapter
from memory.backend import MemoryBackend, Setup
from memory.bounded import bounded
from memory.errors import BackendFailure, BadOption, MissingSecret
from memory.guard import Guard
from memory.messages import Batch, Forget, Hit, Message
from memory.position import just_after
from memory.registry import import_callable
from replay.check_memory import check_memory_factory
from replay.prepare import Request, prepare
from replay.run import run
from replay.runner import ScenarioReplay
from replay.settings import ReplaySettings
from scoring.records import Timing, Turn
from tests.contract_memory import HOSTILE_TEXTS, LATER, deliver, find, ids, message, messages
from tests.imitation_served import HTML, Answer, Asked, Imitation, running
from tests.quick_certificates import read_once
from tests.replays import AsksOnce
from tests.scenes import query_at, said, scenario_of, timed, timeline_of

KEY = "key-marked-41f7-9be0"
NAMESPACE = "pastlane-1f3a"
ZONE = "Europe/Berlin"
"""One hour ahead of UTC at noon of these tests."""
HISTORY = messages("the seat heating is on", "the window is open", "warm the seat please")
QUICK_S = "0.4"
"""A time-out for tests that wait for one."""
TOO_LATE_S = 0.7
GAVE_UP = Answer(status=504, value={"message": "gateway time-out"})


def batch(*told: Message) -> Batch:
    """What is delivered right after its last message."""
    return Batch(messages=told, now=just_after(told[-1].position))


class ServedContract:
    """The tests; what is annotated here without a value is the subclass's to say."""

    adapter: Adapter
    imitation: type[Imitation]
    key_env: str
    """The variable that holds the key unless another one is named."""
    needs_key = True
    says_namespace = True
    told_as = "Ann: {}"
    """How what Ann said is stored."""
    tells_leftover_texts = True
    needs_score = True
    finds_what_was_not_answered = True
    """Whether a write that was carried out and never answered is got over; else it is a failure."""
    sends_again_what_was_lost = True
    """Whether a write that was not carried out and never answered is sent again; else it is a failure."""
    other_shapes: tuple[object, ...] = (None, [1], {}, {"error": "of a kind that comes with 200"})
    """What no search answers."""

    def found(self, text: object, score: object) -> Any:
        """An answer to a search with one hit; what is None is left out."""
        raise NotImplementedError

    @pytest.fixture(autouse=True)
    def _surroundings(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        """A key, short pauses, and no connection to anywhere but this machine."""
        monkeypatch.setattr(calling, "FIRST_PAUSE_S", 0.01)
        monkeypatch.setattr(calling, "LONGEST_PAUSE_S", 0.02)
        read_once(monkeypatch)
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
        self.pauses: list[float] = []
        """Those that were asked for between attempts; none is taken."""
        yield
        for memory in self.made:
            memory.close()
        assert elsewhere == []

    @pytest.fixture
    def system(self) -> Iterator[Imitation]:
        with running(self.imitation()) as imitation:
            imitation.key = KEY
            yield imitation

    def memory(self, system: Imitation, namespace: str = NAMESPACE, zone: str = ZONE, **options: str) -> MemoryBackend:
        setup = Setup(namespace=namespace, zone=zone, options={"url": system.url, **options})
        memory: MemoryBackend = import_callable(self.adapter.target)(setup)
        memory._caller._sleep = self.pauses.append  # type: ignore[attr-defined]
        self.made.append(memory)
        return memory

    def fed(self, system: Imitation, history: list[Message] | None = None, **options: str) -> MemoryBackend:
        memory = self.memory(system, **options)
        for one in HISTORY if history is None else history:
            deliver(memory, [one])
        return memory

    def guarded(self, system: Imitation) -> Guard:
        """A guard whose memory was told the history."""
        guard = Guard(self.memory(system), ZONE, namespace=NAMESPACE)
        for one in HISTORY:
            guard.ingest(batch(one))
        guard.settle(5)
        return guard

    def violations(self, system: Imitation, value: object) -> list[str]:
        """What the guard says of a search that is answered so; nothing is shown of it."""
        guard = self.guarded(system)
        system.misbehave(system.is_search, Answer(value=value))
        record = guard.search("seat", limit=5, now=just_after(HISTORY[-1].position))
        assert record.hits == ()
        return [violation.kind for violation in record.violations]

    def told(self, *history: Message) -> list[str]:
        return [self.told_as.format(one.text) for one in history]

    def named(self, hits: list[Hit]) -> list[str]:
        """The messages that hits name, or whose words they show where the system names none."""
        if self.adapter.capabilities.source_ids:
            return ids(hits)
        assert all(hit.message_ids == () for hit in hits)
        return [next(one.id for one in HISTORY if one.text in hit.text) for hit in hits]

    # The table

    def test_the_table_names_the_class_and_what_it_can_do(self, system: Imitation) -> None:
        memory = self.memory(system)
        assert self.adapter.target == f"{type(memory).__module__}:{type(memory).__name__}"
        assert memory.capabilities == self.adapter.capabilities
        assert {"url", "key_env", "timeout_s"} <= set(self.adapter.options)

    def test_every_option_is_documented(self) -> None:
        kind = import_callable(self.adapter.target)
        documentation = f"{kind.__doc__}{sys.modules[kind.__module__].__doc__}"
        assert [option for option in self.adapter.options if f"`{option}`" not in documentation] == []

    # What is stored, and how it is found

    def test_each_message_is_stored_once_in_order(self, system: Imitation) -> None:
        self.fed(system)
        assert system.stored() == self.told(*HISTORY)

    def test_a_bucket_of_several_messages_is_stored_in_order(self, system: Imitation) -> None:
        deliver(self.memory(system), HISTORY)
        assert system.stored() == self.told(*HISTORY)

    def test_a_message_without_any_text_is_not_sent(self, system: Imitation) -> None:
        memory = self.fed(system, [message(1, ""), message(2, " \n", speaker="")])
        memory.ingest(Batch(messages=(), now=LATER))
        assert system.n_asked(system.is_write) == 0

    def test_hits_name_their_messages_in_the_systems_order(self, system: Imitation) -> None:
        memory = self.fed(system)
        hits = find(memory, "warm seat")
        assert self.named(hits) == ["m000003", "m000001"]
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
        record = self.guarded(system).search("warm the seat", limit=5, now=just_after(HISTORY[-1].position))
        assert self.named(list(record.hits)) == ["m000003", "m000001", "m000002"]
        assert record.violations == ()
        assert record.unverifiable == (0 if self.adapter.capabilities.source_ids else 3)

    def test_a_replay_asks_at_each_cutoff_and_no_query_fails(self, system: Imitation) -> None:
        timeline = timeline_of(
            said("2025-03-01 08:10", "the seat heating is on"), said("2025-03-02 09:00", "the seat heating is off")
        )
        queries = [query_at(n, f"2025-03-0{n} 12:00", "seat heating?") for n in (1, 2)]
        turns: list[Turn] = []

        def keep(turn: Turn, timing: Timing) -> None:
            turns.append(turn)

        def make(setup: Setup) -> MemoryBackend:
            return self.memory(system, setup.namespace, setup.zone)

        scene = timed(scenario_of(timeline, queries))
        ScenarioReplay(scene, ReplaySettings(), bounded(make, 20), AsksOnce, namespace="test").run(keep)
        assert [turn.failure for turn in turns] == [None, None]
        assert [len(turn.searches[0].hits) for turn in turns] == [1, 2]
        assert all(not turn.leftovers and not turn.searches[0].violations for turn in turns)

    def test_the_demo_runs_through(self, system: Imitation, tmp_path: Path) -> None:
        request = Request(memory=self.adapter.target, limit=1, memory_options={"url": system.url})
        outcome = run(prepare(request), tmp_path / "run")
        assert outcome.metric["failures"] == 0
        assert outcome.metric["leakage"]["violations"] == 0
        assert system.stored()

    def test_it_keeps_the_contract_of_all_memories(self, system: Imitation) -> None:
        kind = import_callable(self.adapter.target)
        report = check_memory_factory(kind, options={"url": system.url}, timeout_s=30)
        assert report.exit_code == 0, report.render()
        left_out = [result.name for result in report.results if result.verdict != "passed"]
        # what a server works with is not made anew in another process
        assert left_out == ["hash_order_changes_nothing"] or not self.adapter.capabilities.forgets, report.render()

    def test_the_raw_answer_is_kept_without_the_key(self, system: Imitation) -> None:
        memory = self.fed(system, messages(f"the seat code is {KEY}"))
        find(memory, "seat code")
        assert "the seat code is [key]" in memory.raw_answer
        find(memory, "")
        assert memory.raw_answer == ""

    def test_any_text_is_data(self, system: Imitation) -> None:
        texts = [text for text in HOSTILE_TEXTS if len(text) < 1000] + ["a&b=c#d?e%20f+g", "https://example.org/x"]
        memory = self.memory(system)
        deliver(memory, [message(number, text) for number, text in enumerate(texts, 1)])
        for text in (*texts, "x" * 1_000_000):
            assert isinstance(find(memory, text, 3), list)
        assert len(system.stored()) == sum(bool(text.strip()) for text in texts)

    def test_a_question_without_a_word_or_for_no_hit_is_not_sent(self, system: Imitation) -> None:
        memory = self.fed(system)
        n_asked = len(system.asked)
        for text in ("", " \n", "?!"):
            assert find(memory, text) == []
        assert find(memory, "seat", 0) == []
        assert len(system.asked) == n_asked

    def test_nothing_that_is_sent_carries_the_wall_clock(self, system: Imitation) -> None:
        memory = self.fed(system)
        memory.search("seat", limit=5, now=just_after(HISTORY[-1].position))
        today = time.strftime("%Y-%m-%d")
        assert all(today not in f"{asked.value}{asked.query}" for asked in system.asked)

    def test_closing_leaves_what_is_stored(self, system: Imitation) -> None:
        self.fed(system)
        self.made.pop().close()
        assert system.stored() == self.told(*HISTORY)

    # Settling

    def test_settling_waits_as_the_system_reports(self, system: Imitation) -> None:
        self._skip_unless_it_waits()
        system.n_polls = 4
        memory = self.memory(system)
        memory.ingest(batch(HISTORY[0]))
        assert find(memory, "seat") == []
        memory.settle(5)
        assert len(find(memory, "seat")) == 1
        assert system.n_asked(system.is_poll) >= 4

    def test_settling_that_takes_too_long_is_a_time_out(self, system: Imitation) -> None:
        self._skip_unless_it_waits()
        system.n_polls = 10**6
        memory = self.memory(system)
        memory.ingest(batch(HISTORY[0]))
        with pytest.raises(TimeoutError, match=r"after 0\.1 s"):
            memory.settle(0.1)

    def test_what_the_system_could_not_process_is_a_failure(self, system: Imitation) -> None:
        self._skip_unless_it_waits()
        system.ends_as = system.failed
        memory = self.memory(system)
        memory.ingest(batch(HISTORY[0]))
        with pytest.raises(BackendFailure, match=r"settle: .*(?i:failed)"):
            memory.settle(5)

    def _skip_unless_it_waits(self) -> None:
        if not self.adapter.capabilities.waits:
            pytest.skip("what was ingested can be found when ingest returns")

    # Attempts

    def test_after_429_it_waits_as_long_as_it_is_asked_to_and_stores_once(self, system: Imitation) -> None:
        busy = Answer(status=429, value={"message": "slow down"}, headers={"Retry-After": "7"})
        system.misbehave(system.is_write, busy)
        self.fed(system, HISTORY[:1])
        assert self.pauses == [7.0]
        assert (system.n_asked(system.is_write), system.stored()) == (2, self.told(HISTORY[0]))

    def test_a_wait_that_nobody_has_the_patience_for_is_a_failure(self, system: Imitation) -> None:
        busy = Answer(status=429, value={"message": "slow down"}, headers={"Retry-After": "90"})
        system.misbehave(system.is_write, busy)
        with pytest.raises(BackendFailure, match="429"):
            self.fed(system)
        assert (system.n_asked(system.is_write), self.pauses) == (1, [])

    @pytest.mark.parametrize("status", [500, 502, 503])
    def test_a_server_that_stays_broken_is_asked_five_times(self, system: Imitation, status: int) -> None:
        memory = self.fed(system, HISTORY[:1])
        broken = Answer(status=status, value={"message": "out of order"})
        system.asked.clear()
        for which in (system.is_write, system.is_search):
            system.misbehave(which, broken, times=99)
        with pytest.raises(BackendFailure, match=f"ingest: .*{status}.*5 attempts"):
            memory.ingest(batch(HISTORY[1]))
        with pytest.raises(BackendFailure, match=f"search: .*{status}.*5 attempts"):
            find(memory, "seat")
        assert (system.n_asked(system.is_write), system.n_asked(system.is_search)) == (5, 5)
        assert system.stored() == self.told(HISTORY[0])

    def test_one_error_of_the_server_is_got_over(self, system: Imitation) -> None:
        system.misbehave(system.is_write, Answer(status=503, value={}))
        system.misbehave(system.is_search, Answer(status=500, value={}), times=2)
        memory = self.fed(system)
        assert (len(find(memory, "window")), memory.n_retries) == (1, 3)

    @pytest.mark.parametrize("how", ["late", "given up"])
    def test_what_was_carried_out_and_never_answered_is_stored_once(self, system: Imitation, how: str) -> None:
        if how == "late":
            system.misbehave(system.is_write, delay_s=TOO_LATE_S)
        else:
            system.misbehave(system.is_write, GAVE_UP, carried_out=True)
        if self.finds_what_was_not_answered:
            memory = self.fed(system, timeout_s=QUICK_S)
            assert system.stored() == self.told(*HISTORY)
            assert self.named(find(memory, "heating")) == ["m000001"]
        else:
            with pytest.raises(BackendFailure, match="ingest: "):
                self.fed(system, timeout_s=QUICK_S)
            assert (system.n_asked(system.is_write), system.stored()) == (1, self.told(HISTORY[0]))

    @pytest.mark.parametrize("how", ["late", "given up"])
    def test_what_was_lost_on_the_way_is_sent_again_or_a_failure(self, system: Imitation, how: str) -> None:
        delay_s = TOO_LATE_S if how == "late" else 0
        system.misbehave(system.is_write, GAVE_UP, delay_s=delay_s)
        if self.sends_again_what_was_lost:
            self.fed(system, timeout_s=QUICK_S)
            assert system.stored() == self.told(*HISTORY)
        else:
            with pytest.raises(BackendFailure, match=r"ingest: .*not sent again"):
                self.fed(system, timeout_s=QUICK_S)
            assert (system.n_asked(system.is_write), system.stored()) == (1, [])

    def test_a_search_that_hangs_is_tried_again_and_then_a_failure(
        self, system: Imitation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        memory = self.fed(system, timeout_s=QUICK_S)
        monkeypatch.setattr(calling, "ATTEMPTS", 2)
        system.misbehave(system.is_search, delay_s=TOO_LATE_S, times=2)
        with pytest.raises(BackendFailure, match=r"search: .*2 attempts"):
            find(memory, "window")
        assert self.named(find(memory, "window")) == ["m000002"]

    def test_its_patience_is_reckoned_with_its_own_time_out(self, system: Imitation) -> None:
        assert self.memory(system, timeout_s="7")._caller._attempt_s == 7.0  # type: ignore[attr-defined]

    # Another server, another key, another address

    def test_a_refused_key_is_tried_once_and_not_shown(self, system: Imitation) -> None:
        system.key = "another"
        with pytest.raises(BackendFailure, match=r"start: .*401") as failure:
            self.memory(system).leftovers()
        assert len(system.asked) == 1
        assert KEY not in str(failure.value)

    def test_the_key_is_sent_in_the_header_and_nowhere_else(self, system: Imitation) -> None:
        self.fed(system)
        assert {asked.headers["authorization"] for asked in system.asked} == {f"{system.scheme}{KEY}"}
        assert all(KEY not in f"{asked.path}{asked.query}{asked.value}" for asked in system.asked)

    def test_a_missing_key_is_told_by_its_variable_unless_none_is_needed(
        self, system: Imitation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with pytest.raises(MissingSecret, match="NO_SUCH_VARIABLE"):
            self.memory(system, key_env="NO_SUCH_VARIABLE")
        monkeypatch.delenv(self.key_env)
        if self.needs_key:
            with pytest.raises(MissingSecret, match=self.key_env):
                self.memory(system)
        else:
            system.key = ""
            assert len(find(self.fed(system), "window")) == 1
            assert all("authorization" not in asked.headers for asked in system.asked)

    def test_an_address_where_nothing_listens_is_a_failure(self, system: Imitation) -> None:
        with socket.socket() as closed:
            closed.bind(("127.0.0.1", 0))
            url = f"http://127.0.0.1:{closed.getsockname()[1]}"
            with pytest.raises(BackendFailure, match=r"start: .*5 attempts"):
                self.memory(system, url=url).leftovers()

    def test_another_server_at_the_address_is_a_failure(self, system: Imitation) -> None:
        system.misbehave(lambda asked: True, HTML, times=99)
        with pytest.raises(BackendFailure, match=r"start: .{10,220}$"):
            self.memory(system).leftovers()

    @pytest.mark.parametrize(
        "options",
        [{"ulr": "x"}, {"timeout_s": "0"}, {"url": ""}, {"url": "no address"}, {"url": "ftp://127.0.0.1/x"}],
    )
    def test_an_option_that_is_unknown_or_cannot_be_used_is_refused_by_name(
        self, system: Imitation, options: dict[str, str]
    ) -> None:
        with pytest.raises(BadOption, match=f"'{next(iter(options))}'"):
            self.memory(system, **options)
        assert system.asked == []

    # Answers of another shape

    def test_a_search_that_is_answered_in_another_shape_is_a_failure_and_no_empty_list(self, system: Imitation) -> None:
        memory = self.fed(system)
        text = "the seat is warm"
        bodies = [
            b"",
            b"{",
            *(json.dumps(value).encode() for value in self.other_shapes),
            *(json.dumps(self.found(text, score)).encode() for text, score in ((None, 0.5), ("", 0.5))),
            json.dumps(self.found(text, math.nan)).encode(),
        ]
        if self.needs_score:
            bodies.append(json.dumps(self.found(text, None)).encode())
        for answer in (HTML, *(Answer(body=body) for body in bodies)):
            system.asked.clear()
            system.misbehave(system.is_search, answer)
            with pytest.raises(BackendFailure, match=r"search: .{10,280}$"):
                find(memory, "seat")
            assert len(system.asked) == 1
        system.misbehave(system.is_search, Answer(value=self.found(text, 0.5)))
        assert [hit.text.partition(" (")[0] for hit in find(memory, "seat")] == [text]

    @pytest.mark.parametrize("answer", [HTML, Answer(), Answer(value=[]), Answer(value={})], ids=repr)
    def test_a_write_that_is_answered_in_another_shape_is_a_failure_and_not_sent_again(
        self, system: Imitation, answer: Answer
    ) -> None:
        memory = self.memory(system)
        system.misbehave(system.is_write, answer)
        with pytest.raises(BackendFailure, match=r"ingest: .{10,280}$"):
            memory.ingest(batch(HISTORY[0]))
        assert system.n_asked(system.is_write) == 1

    # Namespaces, leftovers, forgetting

    def test_what_an_earlier_run_left_is_named_until_it_is_reset(self, system: Imitation) -> None:
        self.fed(system)
        again = self.memory(system)
        left = [text.partition(" (")[0] for text in again.leftovers()]
        assert left
        assert not self.tells_leftover_texts or self.told_as.format(HISTORY[0].text) in left
        again.reset()
        assert again.leftovers() == []
        deliver(again, HISTORY[:1])
        assert self.named(find(again, "seat")) == ["m000001"]

    def test_a_reset_of_nothing_is_none(self, system: Imitation) -> None:
        memory = self.memory(system)
        memory.reset()
        assert memory.leftovers() == []

    def test_namespaces_know_nothing_of_each_other(self, system: Imitation) -> None:
        one, other = self.memory(system, NAMESPACE), self.memory(system, f"{NAMESPACE}0")
        deliver(one, HISTORY[:1])
        assert other.leftovers() == []
        deliver(other, HISTORY[1:2])
        assert self.named(find(one, "the seat window")) == ["m000001"]
        other.reset()
        assert self.named(find(one, "the seat window")) == ["m000001"]

    def test_what_is_forgotten_is_not_found_and_forgetting_it_again_is_nothing(self, system: Imitation) -> None:
        memory = self.fed(system)
        request = Forget(message_ids=("m000001", "m000077"), person="Ann", text="forget that")
        for _ in range(2):
            memory.forget(request, LATER)
            memory.settle(5)
        if not self.adapter.capabilities.forgets:
            assert self.named(find(memory, "seat")) == ["m000001", "m000003"]
            return
        assert self.named(find(memory, "seat")) == ["m000003"]
        assert system.stored() == self.told(*HISTORY[1:])

    def test_a_request_in_words_forgets_what_that_person_said_with_these_words(self, system: Imitation) -> None:
        self._skip_unless_it_forgets()
        memory = self.fed(system, [*HISTORY, message(4, "the seat heating is off", speaker="Ben")])
        memory.forget(Forget(message_ids=(), person="Ann", text="please forget the heating"), LATER)
        left = ["Ann: the window is open", "Ann: warm the seat please", "Ben: the seat heating is off"]
        assert sorted(system.stored()) == left
        memory.forget(Forget(message_ids=(), person="", text="forget it"), LATER)
        assert sorted(system.stored()) == left

    def test_all_that_a_person_said_is_forgotten_however_much_it_is(self, system: Imitation) -> None:
        self._skip_unless_it_forgets()
        many = [message(n, f"the seat is warm {n}", speaker="Ben" if n == 77 else "Ann") for n in range(1, 231)]
        memory = self.memory(system)
        deliver(memory, many)
        memory.forget(Forget(message_ids=(), person="Ann", text="forget everything that I said"), LATER)
        assert system.stored() == ["Ben: the seat is warm 77"]

    def test_forgetting_before_the_first_message_changes_nothing(self, system: Imitation) -> None:
        memory = self.memory(system)
        memory.forget(Forget(message_ids=("m000001",), person="Ann", text=""), LATER)
        deliver(memory, HISTORY[:1])
        assert system.stored() == self.told(HISTORY[0])

    def _skip_unless_it_forgets(self) -> None:
        if not self.adapter.capabilities.forgets:
            pytest.skip("it does not say that it forgets")


def first_written(system: Imitation) -> Asked:
    """The first request that stored something."""
    return system.picked(system.is_write)[0]

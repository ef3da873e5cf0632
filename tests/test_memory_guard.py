import math
from dataclasses import replace
from typing import Any, cast

import pytest

from fixtures.doubles import HonestMemory
from memory.backend import Capabilities, MemoryBackend, Setup
from memory.errors import BackendFailure, GuardBroken
from memory.guard import Guard
from memory.messages import Batch, Forget, Hit, Message
from memory.position import Position, cutoff_at, just_after

NOW = cutoff_at(1000)


def message(at_us: int, seq: int, text: str = "the seat is warm") -> Message:
    return Message(id=f"m{seq}", position=Position(at_us, seq), speaker="Ada", role="user", text=text)


class SlyText(str):
    def splitlines(self, keepends: bool = False) -> list[str]:
        return []


class Answers(MemoryBackend):
    """Answers every search with the same thing."""

    def __init__(self, answer: Any, *, verbatim: bool = True) -> None:
        self.answer = answer
        self.capabilities = Capabilities(verbatim=verbatim)

    def ingest(self, batch: Batch) -> None:
        pass

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        found: list[Hit] = self.answer
        return found


def guard_over(answer: Any, *, verbatim: bool = True) -> Guard:
    guard = Guard(Answers(answer, verbatim=verbatim))
    guard.ingest(Batch(messages=(message(10, 1), message(20, 2, "cold\nfeet")), now=cutoff_at(30)))
    return guard


class _NoOrder(int):
    def __ge__(self, other: int) -> bool:
        raise RuntimeError("nobody compares me")


@pytest.mark.parametrize(
    ("told", "counted"),
    [(3, 3), (0, 0), (True, 0), ("3", 0), (None, 0), (-1, 0), (2**63 - 1, 2**63 - 1), (2**63, 0), (_NoOrder(3), 3)],
)
def test_what_a_memory_counts_of_itself_is_a_number_that_a_log_can_hold_or_nothing(told: Any, counted: int) -> None:
    memory = Answers([])
    memory.n_retries = memory.n_left_out = told
    memory.stored_bytes = lambda: told  # type: ignore[method-assign]
    guard = Guard(memory)
    assert (guard.n_retries(), guard.n_left_out(), guard.stored_bytes() or 0) == (counted, counted, counted)


def hit(text: str = "the seat is warm", ids: tuple[str, ...] = ("m1",), **more: Any) -> Hit:
    return Hit(text=text, score=more.pop("score", 1.0), message_ids=ids, **more)


def test_a_batch_that_holds_a_message_at_or_after_its_own_instant_is_refused() -> None:
    guard = Guard(HonestMemory(Setup(namespace="n")))
    with pytest.raises(GuardBroken):
        guard.ingest(Batch(messages=(message(10, 1),), now=cutoff_at(10)))
    guard.ingest(Batch(messages=(message(11, 2),), now=just_after(Position(11, 2))))


def test_messages_out_of_order_or_twice_are_refused() -> None:
    guard = Guard(HonestMemory(Setup(namespace="n")))
    guard.ingest(Batch(messages=(message(10, 2),), now=NOW))
    with pytest.raises(GuardBroken, match="after"):
        guard.ingest(Batch(messages=(message(10, 1),), now=NOW))
    with pytest.raises(GuardBroken):
        guard.ingest(Batch(messages=(message(10, 2),), now=NOW))


def test_an_id_is_delivered_once_even_where_the_second_stands_later_and_says_something_else() -> None:
    guard = Guard(HonestMemory(Setup(namespace="n")))
    again = replace(message(20, 1, "the seat is cold"), position=Position(20, 2))
    with pytest.raises(GuardBroken, match=r"^m1 delivered twice$"):
        guard.ingest(Batch(messages=(message(10, 1), again), now=NOW))
    guard = Guard(HonestMemory(Setup(namespace="n")))
    guard.ingest(Batch(messages=(message(10, 1),), now=NOW))
    with pytest.raises(GuardBroken, match=r"^m1 delivered twice$"):
        guard.ingest(Batch(messages=(again,), now=NOW))
    assert guard.n_delivered == 1


def test_time_does_not_go_back_between_calls() -> None:
    guard = guard_over([])
    guard.search("x", limit=5, now=cutoff_at(50))
    with pytest.raises(GuardBroken, match="time went back"):
        guard.search("x", limit=5, now=cutoff_at(49))


def test_a_hit_that_names_an_undelivered_message_is_withheld_and_recorded() -> None:
    record = guard_over([hit(ids=("m9",)), hit()]).search("x", limit=5, now=NOW)
    assert [violation.kind for violation in record.violations] == ["unknown_id"]
    assert [h.message_ids for h in record.hits] == [("m1",)]


def test_a_verbatim_backend_may_not_put_other_words_under_an_id() -> None:
    record = guard_over([hit("the seat is cold")]).search("x", limit=5, now=NOW)
    assert [violation.kind for violation in record.violations] == ["foreign_text"]
    assert record.hits == ()


@pytest.mark.parametrize(
    "text",
    [
        "the seat is warm",
        "Ada: the seat is warm",
        "[1970-01-01 00:00] Ada: the seat is warm",
        "[1970-01-01 00:00] the seat is warm",
        "the seat is warm\n\nAda: the seat is warm",
    ],
)
def test_a_verbatim_text_may_have_the_speaker_and_the_messages_own_stamp_in_front(text: str) -> None:
    assert guard_over([hit(text)]).search("x", limit=5, now=NOW).violations == ()


@pytest.mark.parametrize(
    "text",
    [
        "[anything at all] Ada: the seat is warm",
        "[anything at all] ",
        "[1970-01-02 00:00] Ada: the seat is warm",
        "Ben: the seat is warm",
        "seat is",
        "t\nh\ne",
        "the seat is warm\u2028and cold",
    ],
)
def test_nothing_can_be_smuggled_in_beside_a_messages_own_words(text: str) -> None:
    assert [v.kind for v in guard_over([hit(text)]).search("x", limit=5, now=NOW).violations] == ["foreign_text"]


def test_a_piece_of_a_text_is_its_own_when_it_is_long_enough_to_be_one() -> None:
    guard = Guard(Answers([hit("seventeen letters"), hit("seventeen")]))
    guard.ingest(Batch(messages=(message(10, 1, "well, seventeen letters, I think"),), now=NOW))
    record = guard.search("x", limit=5, now=NOW)
    assert [h.text for h in record.hits] == ["seventeen letters"]


def test_a_backend_that_changes_its_messages_changes_nothing_for_the_guard() -> None:
    class Rewrites(HonestMemory):
        def ingest(self, batch: Batch) -> None:
            for each in batch.messages:
                object.__setattr__(each, "text", "from tomorrow")
            super().ingest(batch)

    original = message(10, 1)
    guard = Guard(Rewrites(Setup(namespace="n")))
    guard.ingest(Batch(messages=(original,), now=NOW))
    assert original.text == "the seat is warm"
    assert len(guard.search("tomorrow", limit=5, now=NOW).violations) == 1


class _ReadLate(Hit):
    def __getattribute__(self, name: str) -> Any:
        if name == "text":
            raise ConnectionError("the cursor is closed")
        return super().__getattribute__(name)


class _LateIds(list[Any]):
    def __iter__(self) -> Any:
        raise SystemExit(3)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ([_ReadLate(text="so", score=1.0)], "ConnectionError: the cursor is closed (test_memory_guard.py:"),
        ([hit(ids=cast("Any", _LateIds()))], "SystemExit: 3 (test_memory_guard.py:"),
        (_LateIds(), "SystemExit: 3 (test_memory_guard.py:"),
    ],
)
def test_a_hit_that_fails_only_when_it_is_read_is_a_failure_of_the_search(answer: Any, said: str) -> None:
    with pytest.raises(BackendFailure) as told:
        guard_over(answer).search("x", limit=5, now=NOW)
    assert str(told.value).startswith(f"search: {said}")


def test_a_context_is_plain_text_whatever_class_of_text_the_backend_returns() -> None:
    memory = Answers([])
    memory.context = lambda now: SlyText("x\ny")  # type: ignore[method-assign]
    assert Guard(memory).context(NOW).splitlines() == ["x", "y"]


def test_a_backend_that_changes_a_hit_once_it_was_checked_changes_nothing() -> None:
    returned = hit()
    record = guard_over([returned]).search("x", limit=5, now=NOW)
    object.__setattr__(returned, "text", "from tomorrow")
    assert [found.text for found in record.hits] == ["the seat is warm"]


def test_each_field_of_a_hit_is_read_once_so_that_what_is_checked_is_what_is_kept() -> None:
    class Turning(Hit):
        n_read = 0

        @property
        def text(self) -> str:
            type(self).n_read += 1
            return "the seat is warm" if type(self).n_read == 1 else "the seat will be cold"

        def __init__(self) -> None:
            for name, value in {"score": 1.0, "message_ids": ("m1",), "at_us": None, "namespace": ""}.items():
                object.__setattr__(self, name, value)

    record = guard_over([Turning()]).search("x", limit=5, now=NOW)
    assert [one.text for one in record.hits] == ["the seat is warm"]
    assert Turning.n_read == 1


def test_a_backend_that_changes_a_request_to_forget_changes_its_own_alone() -> None:
    class Overwrites(HonestMemory):
        def forget(self, request: Forget, now: Position) -> None:
            object.__setattr__(request, "person", "nobody")

    request = Forget(message_ids=("m1",), person="Ada", text="forget that")
    Guard(Overwrites(Setup(namespace="n"))).forget(request, cutoff_at(1))
    assert request.person == "Ada"


def test_a_message_shown_whole_explains_its_own_lines_and_no_further_one() -> None:
    whole = hit("[1970-01-01 00:00] Ada: cold\nfeet", ids=("m2",))
    more = hit(f"{whole.text}\nfrom tomorrow", ids=("m2",))
    record = guard_over([whole, more]).search("x", limit=5, now=NOW)
    assert (record.hits, [violation.hit for violation in record.violations]) == ((whole,), [more])


def test_stamps_are_right_however_many_of_them_were_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memory.provenance._MOST_STAMPS", 2)
    minute_us = 60_000_000
    guard = Guard(Answers([hit(f"[1970-01-01 00:0{n}] Ada: warm", ids=(f"m{n}",)) for n in (1, 2, 3, 1)]))
    guard.ingest(
        Batch(messages=tuple(message(n * minute_us, n, "warm") for n in (1, 2, 3)), now=cutoff_at(9 * minute_us))
    )
    assert len(guard.search("x", limit=5, now=cutoff_at(9 * minute_us)).hits) == 4


def test_a_hit_with_more_in_it_than_a_hit_becomes_a_plain_one() -> None:
    class Fat(Hit):
        secret = "tomorrow"

    (plain,) = (
        guard_over([Fat(text="the seat is warm", score=1, message_ids=("m1",))]).search("x", limit=5, now=NOW).hits
    )
    assert type(plain) is Hit


def test_a_backend_without_capabilities_is_a_failure_at_the_start() -> None:
    class Bare:
        capabilities = "many"

    with pytest.raises(BackendFailure, match="start"):
        Guard(Bare())  # type: ignore[arg-type]


def test_a_text_of_several_lines_is_checked_line_by_line_against_all_its_messages() -> None:
    good = hit("Ada: the seat is warm\ncold\nfeet", ids=("m1", "m2"))
    bad = hit("Ada: the seat is warm\nhot feet", ids=("m1", "m2"))
    record = guard_over([good, bad]).search("x", limit=5, now=NOW)
    assert record.hits == (good,)
    assert len(record.violations) == 1


def test_a_backend_that_is_not_verbatim_may_use_its_own_words() -> None:
    assert guard_over([hit("Ada likes warmth")], verbatim=False).search("x", limit=5, now=NOW).violations == ()


@pytest.mark.parametrize(("at_us", "is_ahead"), [(999, False), (1000, True), (1001, True), (None, False)])
def test_a_hit_stamped_at_or_after_the_cutoff_is_a_violation(at_us: int | None, is_ahead: bool) -> None:
    record = guard_over([hit(at_us=at_us)]).search("x", limit=5, now=NOW)
    assert [violation.kind for violation in record.violations] == (["stamped_ahead"] if is_ahead else [])


def test_hits_without_ids_are_counted_as_unverifiable() -> None:
    record = guard_over([hit(ids=()), hit()]).search("x", limit=5, now=NOW)
    assert (len(record.hits), record.unverifiable) == (2, 1)


def test_every_backend_is_cut_at_the_same_depth_and_violations_below_it_count_still() -> None:
    record = guard_over([hit(), hit(), hit(ids=("m7",))]).search("x", limit=1, now=NOW)
    assert (len(record.hits), len(record.violations)) == (1, 1)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (None, "NoneType"),
        ("text", "str"),
        ({"text": "x"}, "dict"),
        (["text"], "hit 1 is str"),
        ([Hit(text="", score=1.0)], "no text"),
        ([Hit(text="x", score=math.nan)], "nan"),
        ([Hit(text="x", score=math.inf)], "inf"),
        ([Hit(text="x", score=True)], "True"),
        ([Hit(text="x", score="9")], "'9'"),  # type: ignore[arg-type]
        ([Hit(text="x", score=1.0, message_ids="m1")], "m1"),  # type: ignore[arg-type]
        ([Hit(text="x", score=1.0, message_ids=(1,))], "ids"),  # type: ignore[arg-type]
        ([Hit(text="x", score=1.0, message_ids=None)], "None"),  # type: ignore[arg-type]
        ([Hit(text="x", score=10**400)], "score"),
        ([Hit(text="x", score=1.0, at_us=10**30)], "timestamp"),
        ([Hit(text="x", score=1.0, at_us=1.5)], "timestamp"),  # type: ignore[arg-type]
        ([Hit(text=SlyText("x"), score=1.0)], "a text that is SlyText, not str"),
    ],
)
def test_what_is_no_list_of_hits_is_a_failure_and_no_empty_answer(answer: Any, said: str) -> None:
    with pytest.raises(BackendFailure, match=said) as caught:
        guard_over(answer).search("x", limit=5, now=NOW)
    assert caught.value.stage == "search"


def test_whatever_a_backend_raises_becomes_a_failure_that_names_the_call() -> None:
    class Broken(HonestMemory):
        def ingest(self, batch: Batch) -> None:
            raise KeyError("gone")

    with pytest.raises(BackendFailure, match=r"ingest: KeyError: 'gone'"):
        Guard(Broken(Setup(namespace="n"))).ingest(Batch(messages=(message(1, 1),), now=NOW))


def test_a_settle_that_took_longer_than_allowed_is_a_failure_even_if_it_returned() -> None:
    guard = guard_over([])
    guard.settle(60)
    with pytest.raises(BackendFailure, match="settle"):
        guard.settle(-1)


def test_whatever_is_found_before_anything_was_delivered_is_a_violation() -> None:
    guard = Guard(Answers([hit(ids=()), hit()]))
    record = guard.search("x", limit=5, now=NOW)
    assert [violation.kind for violation in record.violations] == ["not_empty", "not_empty"]
    assert record.hits == ()


def test_a_backend_that_ends_the_process_fails_instead() -> None:
    class Quits(HonestMemory):
        def ingest(self, batch: Batch) -> None:
            raise SystemExit(0)

    with pytest.raises(BackendFailure, match="SystemExit"):
        Guard(Quits(Setup(namespace="n"))).ingest(Batch(messages=(message(1, 1),), now=NOW))


@pytest.mark.parametrize(
    ("text", "kinds"), [("so ? it is, said the driver", []), ("so ! it is, said the driver", ["foreign_text"])]
)
def test_what_no_file_can_hold_may_come_back_as_question_marks(text: str, kinds: list[str]) -> None:
    guard = Guard(Answers([hit(text)]))
    guard.ingest(Batch(messages=(message(10, 1, "so \ud83d it is, said the driver"),), now=NOW))
    record = guard.search("so", limit=5, now=NOW)
    assert [violation.kind for violation in record.violations] == kinds


def test_a_hit_that_says_another_namespace_is_a_violation_and_one_that_says_its_own_is_kept() -> None:
    found = [hit(namespace="mine"), hit(namespace="theirs"), hit()]
    guard = Guard(Answers(found), namespace="mine")
    guard.ingest(Batch(messages=(message(10, 1),), now=NOW))
    record = guard.search("seat", limit=5, now=NOW)
    assert [violation.kind for violation in record.violations] == ["foreign_namespace"]
    assert record.hits == (hit(), hit())


def test_what_a_system_answered_is_kept_beside_the_record() -> None:
    backend = Answers([hit()])
    backend.raw_answer = '{"memories": 1}'
    guard = Guard(backend)
    guard.ingest(Batch(messages=(message(10, 1),), now=NOW))
    guard.search("seat", limit=5, now=NOW)
    assert guard.raw_answers == ['{"memories": 1}']


@pytest.mark.parametrize(
    ("says", "how"),
    [
        (Capabilities(), "Capabilities(verbatim=False)"),
        (Capabilities(forgets=True), "Capabilities(verbatim=False)"),
        (Capabilities(served=True), '"verbatim": false at GET /capabilities'),
    ],
)
def test_other_words_come_with_what_the_memory_could_say_of_itself_and_where(says: Capabilities, how: str) -> None:
    backend = Answers([hit("the seat is cold")])
    backend.capabilities = says
    guard = Guard(backend)
    guard.ingest(Batch(messages=(message(10, 1),), now=cutoff_at(30)))
    (violation,) = guard.search("x", limit=5, now=NOW).violations
    words, advice = "not the words of m1: 'the seat is cold'", f"if it rewords by design, say {how}"
    assert violation.detail == f"{words}; {advice}; if not, do instances share a store?"


def test_a_message_that_was_not_delivered_is_named_with_what_may_be_the_cause() -> None:
    (violation,) = guard_over([hit(ids=("m9",))]).search("x", limit=5, now=NOW).violations
    assert violation.detail == (
        "m9 was not delivered; an id that was made up, or that of a store which other instances share?"
    )


@pytest.mark.parametrize(
    ("ahead_us", "said"),
    [
        (0, "stamped 0 µs after now"),
        (1, "stamped 1 µs after now"),
        (86_400_000_000 - 1, "stamped 23 h 59 min after now"),
        (86_400_000_000, "stamped 1 day after now; a real clock instead of the simulated now?"),
        (47_181_019_296_970, "stamped 546 days 1 h after now; a real clock instead of the simulated now?"),
    ],
)
def test_how_far_ahead_a_stamp_is_stands_in_days_and_hours(ahead_us: int, said: str) -> None:
    (violation,) = guard_over([hit(at_us=NOW.at_us + ahead_us)]).search("x", limit=5, now=NOW).violations
    assert violation.detail == said


def test_what_is_found_before_anything_was_delivered_may_be_an_earlier_runs() -> None:
    (violation,) = Guard(Answers([hit()])).search("x", limit=5, now=NOW).violations
    assert violation.detail == (
        "found before anything was delivered: 'the seat is warm'; "
        "left by an earlier run, or shared with another instance? A memory keeps one store a namespace; "
        "what is left, --reset of run (into a new --out) and of audit empties, where the memory can"
    )

"""Other processes: each double is made anew by its name, where the order of a set is another one."""

from pathlib import Path

import pytest

from memory.backend import Capabilities
from memory.errors import BackendFailure
from memory.registry import find_backend
from replay.memory_checks import processes
from replay.memory_checks.bench import Bench, BenchSettings
from replay.memory_checks.errors import CheckEnded, NotApplicable, NotMet, Skipped
from replay.memory_checks.processes import CAUSE, QUERIES, Told, answers_to, hash_order_changes_nothing
from replay.memory_checks.subject import Answer
from tests.scripted_chat import DemoChat

MODULE = """
import os
from fixtures.doubles import HonestMemory

class Sums(HonestMemory):
    def score(self, query, message):
        words = set(query.split()) & set(message.text.split())
        return sum(1 / (3 + len(word) + ord(word[0])) for word in words)

class Sorts(HonestMemory):
    def score(self, query, message):
        words = sorted(set(query.split()) & set(message.text.split()))
        return sum(1 / (3 + len(word) + ord(word[0])) for word in words)

class Numbers(HonestMemory):
    def score(self, query, message):
        return 1.0 + os.getpid() / 1e9

class Dies(HonestMemory):
    def ingest(self, batch):
        print("no room", flush=True)
        os._exit(7)

class Raises(HonestMemory):
    def context(self, now):
        raise OSError("index corrupted")
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "doubles_by_name.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return "doubles_by_name"


def bench_of(name: str, *, quick: bool = False, says: Capabilities | None = None, chats: bool = False) -> Bench:
    bench = Bench(
        BenchSettings(
            memory_for=lambda scenario: find_backend("none"),
            name=name,
            quick=quick,
            timeout_s=10.0,
            chat_for=(lambda namespace: DemoChat()) if chats else None,
        )
    )
    bench.capabilities = says or Capabilities()
    return bench


def ended_of(name: str, *, says: Capabilities | None = None) -> CheckEnded | BackendFailure:
    with pytest.raises((CheckEnded, BackendFailure)) as ended:
        hash_order_changes_nothing(bench_of(name, says=says))
    assert isinstance(ended.value, (CheckEnded, BackendFailure))
    return ended.value


def test_a_sum_in_the_order_of_a_set_differs_and_the_usual_cause_is_told(module: str) -> None:
    ended = ended_of(f"{module}:Sums")
    assert type(ended) is NotMet
    assert str(ended).startswith("with PYTHONHASHSEED=1 and =")
    assert "the score at rank " in str(ended)
    assert str(ended).endswith(CAUSE)


def test_the_same_sum_over_a_sorted_set_is_alike_everywhere(module: str) -> None:
    assert hash_order_changes_nothing(bench_of(f"{module}:Sorts")) == ""


def test_what_differs_with_one_hash_order_is_put_to_other_causes(module: str) -> None:
    ended = ended_of(f"{module}:Numbers")
    assert type(ended) is NotMet
    assert "in two processes of one hash order, " in str(ended)
    assert "usual causes: it reads a clock, draws by chance" in str(ended)


def test_where_nothing_is_the_same_twice_a_memory_of_own_words_breaks_no_promise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    numbers = iter(range(100))

    def answers(*_: object) -> list[Answer]:
        return [Answer((), str(next(numbers))) for _ in QUERIES]

    monkeypatch.setattr(processes, "_answers", answers)
    assert type(ended_of("recent", says=Capabilities(verbatim=False))) is NotApplicable
    assert type(ended_of("recent")) is NotMet


def test_a_process_that_ends_early_is_told_with_its_last_words(module: str) -> None:
    ended = ended_of(f"{module}:Dies")
    assert str(ended) == "another process: ended with 7: no room"


def test_what_a_memory_raises_there_is_told_as_here(module: str) -> None:
    ended = ended_of(f"{module}:Raises")
    assert str(ended).startswith("context: OSError: index corrupted (doubles_by_name.py:")


def test_only_a_memory_that_can_be_made_by_name_is_made_in_other_processes() -> None:
    for bench, kind in (
        (bench_of(""), Skipped),
        (bench_of("recent", quick=True), Skipped),
        (bench_of("http://127.0.0.1:1"), NotApplicable),
        (bench_of("mem0"), NotApplicable),
        (bench_of("recent", says=Capabilities(served=True)), NotApplicable),
        (bench_of("recent", chats=True), NotApplicable),
    ):
        with pytest.raises(kind):
            hash_order_changes_nothing(bench)


def test_a_process_tells_one_talk_and_is_asked_each_query(module: str) -> None:
    answers = answers_to(Told(f"{module}:Sorts", {}, "a1", "first", 10.0))
    assert len(answers) == len(QUERIES)
    assert all(answer.hits for answer in answers)
    assert answers == answers_to(Told(f"{module}:Sorts", {}, "a1", "second", 10.0))


def test_a_built_in_memory_does_not_depend_on_the_order_of_a_set() -> None:
    assert hash_order_changes_nothing(bench_of("ledger")) == ""

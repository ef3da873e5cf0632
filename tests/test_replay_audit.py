from dataclasses import replace

import pytest

from fixtures.doubles import LEAKS, HonestMemory, KeepsAnEarlierRun, Leftovers, SlowMemory, leaking
from memory.backend import BackendFactory, Setup
from memory.guard import SearchRecord
from memory.messages import Hit, Message
from memory.position import Position, cutoff_at
from memory.provenance import Violation
from memory.registry import BUILT_IN, find_backend
from replay.audit import MemoryFor, ProblemKind, QueryAudit, _search_difference, audit_scenario
from replay.scenario import Scenario
from replay.settings import ReplaySettings
from tests.replays import AsksOnce
from tests.scenes import query_at, said, scenario_of, timed, timeline_of

HOUR_US = 3_600_000_000

LINES = (
    "the seat heating is fine at level two",
    "please keep the cabin light low at night",
    "we should buy bread on the way home",
    "the seat is too warm now, one level less",
    "there was a heron on the bridge again",
    "set the seat heating to three from now on, I insist",
    "the cabin light may be brighter than I said",
    "nobody has seen the blue umbrella since Tuesday",
)


def scene() -> Scenario:
    drafts = [said(n * HOUR_US, text) for n, text in enumerate(LINES, start=1)]
    queries = [
        query_at(0, cutoff_at(3 * HOUR_US), "what about the seat heating and the light"),
        query_at(1, cutoff_at(5 * HOUR_US), "seat heating level from now on"),
    ]
    return scenario_of(timeline_of(*drafts), queries)


def audited(memory_for: MemoryFor) -> list[QueryAudit]:
    return list(audit_scenario(timed(scene()), ReplaySettings(), memory_for, AsksOnce, seed=1))


def always(factory: BackendFactory) -> MemoryFor:
    return lambda scenario: factory


def kinds(audits: list[QueryAudit]) -> set[ProblemKind]:
    return {problem.kind for audit in audits for problem in audit.problems}


CAUGHT_BY: dict[str, ProblemKind] = {
    "returns_what_is_ahead": "violation",
    "peeks_at_statistics": "differs",
    "future_under_past_id": "violation",
    "future_without_id": "future_text",
    "rewords_the_future": "differs",
    "future_in_context": "future_text",
    "knows_how_much_is_ahead": "differs",
    "stamped_ahead": "violation",
}
"""What catches each kind of leak first; the guard finds violations in every run, the rest is the audit's."""


@pytest.mark.parametrize("kind", LEAKS)
def test_every_kind_of_leak_is_caught(kind: str) -> None:
    audits = audited(lambda scenario: leaking(kind, scenario.timeline.messages()))
    assert CAUGHT_BY[kind] in kinds(audits[:1])


def test_a_store_that_was_not_empty_is_caught() -> None:
    leftovers = Leftovers()
    audits = audited(always(lambda setup: KeepsAnEarlierRun(setup, leftovers)))
    assert "violation" in kinds(audits[:1])


def test_a_store_that_is_never_empty_is_not_said_to_change_by_being_asked() -> None:
    class NeverEmpty(HonestMemory):
        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            return super().search(query, limit=limit, now=now) or [Hit(text="From before.", score=1.0)]

    assert kinds(audited(always(NeverEmpty))) == {"violation"}


def test_an_honest_memory_passes_and_its_canary_is_found() -> None:
    audits = audited(always(HonestMemory))
    assert [audit.query_id for audit in audits] == ["scene/0", "scene/1"]
    assert kinds(audits) == set()
    assert [audit.canary for audit in audits] == ["found", "found"]


@pytest.mark.parametrize("name", sorted(BUILT_IN.keys() - {"summary", "keyvalue"}))
def test_every_memory_that_needs_no_model_passes(name: str) -> None:
    if name in ("semantic", "hybrid"):
        pytest.importorskip("onnxruntime", reason="the extra 'semantic' is not installed")
    audits = audited(always(find_backend(name)))
    assert kinds(audits) == set()
    assert {audit.canary for audit in audits} <= {"found", "not applicable"}


def test_a_memory_that_says_it_recalls_verbatim_and_finds_no_canary_is_blind() -> None:
    class Forgetful(HonestMemory):
        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            return []

    assert kinds(audited(always(Forgetful))) == {"blind"}


def test_a_memory_that_answers_differently_each_time_is_not_deterministic_and_no_leak() -> None:
    class Rolling(HonestMemory):
        n = 0

        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            Rolling.n += 1
            hits = super().search(query, limit=limit, now=now)
            return [Hit(text=h.text, score=h.score + Rolling.n, message_ids=h.message_ids) for h in hits]

    audits = audited(always(Rolling))
    assert kinds(audits) == {"not_deterministic"}
    ends = {problem.detail.rpartition("; ")[2] for audit in audits for problem in audit.problems}
    assert ends == {"usual causes: it reads a clock, draws by chance, or shares state between instances"}


def test_a_memory_that_being_asked_changes_is_told_apart_from_one_that_is_not_deterministic() -> None:
    class Learns(HonestMemory):
        def __init__(self, setup: Setup) -> None:
            super().__init__(setup)
            self.n_asked = 0

        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            self.n_asked += 1
            hits = super().search(query, limit=limit, now=now)
            return [Hit(text=h.text, score=h.score + self.n_asked, message_ids=h.message_ids) for h in hits]

    first, second = audited(always(Learns))
    assert kinds([first]) == set()
    assert kinds([second]) == {"asking_changes"}


def test_canaries_and_provenance_still_judge_a_memory_that_is_not_deterministic() -> None:
    class RollingLeak(HonestMemory):
        n = 0

        def __init__(self, setup: Setup, scenario: Scenario) -> None:
            super().__init__(setup)
            self.everything = list(scenario.timeline.messages())

        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            RollingLeak.n += 1
            hits = self.ranked(query, self.everything)
            return [Hit(text=h.text, score=h.score + RollingLeak.n) for h in hits][:limit]

    audits = audited(lambda scenario: lambda setup: RollingLeak(setup, scenario))
    assert {"not_deterministic", "canary"} <= kinds(audits[:1])


def test_a_failure_is_reported_and_is_no_leak() -> None:
    audits = audited(always(SlowMemory))
    assert [[problem.kind for problem in audit.problems] for audit in audits] == [["failure"], ["failure"]]
    assert {audit.canary for audit in audits} == {"not judged"}
    assert not any(audit.shows for audit in audits)


def test_a_replay_that_failed_is_told_once_and_compared_with_nothing() -> None:
    made: list[str] = []

    class FailsSecond(HonestMemory):
        def __init__(self, setup: Setup) -> None:
            super().__init__(setup)
            made.append(setup.namespace)

        def leftovers(self) -> list[str]:
            return ["from before"] if len(made) % 4 in (2, 3) else []

    audits = audited(always(FailsSecond))
    assert [[problem.kind for problem in audit.problems] for audit in audits] == [["failure"], ["failure"]]
    assert audits[0].problems[0].detail.startswith(f"start: namespace {made[1]} is not empty: 1 found, ")
    assert {audit.canary for audit in audits} == {"found"}


class Races(HonestMemory):
    """Its scores depend on how many were made, as those of a memory that still indexes depend on its thread."""

    n_made = 0
    faster: frozenset[int] = frozenset()
    """Which of the instances, from 1, were done indexing."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        type(self).n_made += 1
        self.is_faster = self.n_made in self.faster

    def score(self, query: str, message: Message) -> float:
        return super().score(query, message) + self.is_faster


@pytest.mark.parametrize(
    ("faster", "kind"),
    [
        ({3}, "not_deterministic"),  # the other future alone, and not again
        ({1, 2}, "not_deterministic"),  # the unchanged past, but not the third time
        ({2}, "not_deterministic"),  # the second replay, asked as before, is not so again
        ({2, 6}, "asking_changes"),
        ({3, 6}, "differs"),
    ],
)
def test_two_records_that_differ_are_both_made_again_before_it_counts(faster: set[int], kind: ProblemKind) -> None:
    memory = type("Races", (Races,), {"faster": frozenset(faster)})
    first, _ = audited(always(memory))
    assert kinds([first]) == {kind}


def test_only_the_chosen_queries_are_audited() -> None:
    audits = audit_scenario(
        timed(scene()), ReplaySettings(), always(HonestMemory), AsksOnce, seed=1, chosen=frozenset({1})
    )
    assert [audit.query_id for audit in audits] == ["scene/1"]


def test_searches_whose_hits_were_all_withheld_differ_in_what_was_withheld() -> None:
    def search(*texts: str) -> SearchRecord:
        hits = [Hit(text=text, score=1.0) for text in texts]
        withheld = tuple(Violation(kind="unknown_id", detail="x", hit=hit) for hit in hits)
        return SearchRecord(query="q", limit=5, now=cutoff_at(1), hits=(), violations=withheld)

    assert _search_difference(search("a"), search("b")) == "of the withheld hits, rank 1 is 'a', then 'b'"
    assert _search_difference(search("a"), search()) == "of the withheld hits, 1 hit, then 0"
    other = replace(search("a"), hits=(Hit(text="c", score=1.0),))
    assert _search_difference(search("a"), other) == "0 hits, then 1"
    judged = replace(search("a"), unverifiable=1)
    assert _search_difference(search("a"), judged) == "the same hits, which the guard judges otherwise"

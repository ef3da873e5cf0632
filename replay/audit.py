"""The audit: proves P1 to P3 for a backend, query by query, by running each again with another future.

For each query: twice unchanged, the second time with the queries before it asked, too (do these differ, the backend is
not deterministic or is changed by being asked, and only canaries and provenance judge it); once with everything at and
after the cutoff replaced and canaries planted there; once with a canary planted just before the cutoff, which must be
found by a backend that recalls verbatim, or the audit could not see a leak.
The whole records are compared, scores of hits included; a replay that failed is told as a failure and compared with
nothing. Where two records differ, both are made once more, so that no race is taken for a leak.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from memory.backend import BackendFactory
from memory.guard import SearchRecord
from memory.messages import Hit, Question
from memory.position import is_visible
from replay.agents.agent import MAX_TOP_K, Agent, Decision, Toolbox
from replay.agents.registry import AgentFactory
from replay.check_reasons import reason_of
from replay.futures import Canary, make_canary, with_canary_before, with_other_future
from replay.hit_differences import USUAL_CAUSES, hits_difference, texts_difference
from replay.runner import ScenarioReplay
from replay.scenario import Scenario, TimedQuery, TimedScenario
from replay.settings import ReplaySettings, namespace_of
from scoring.codec import turn_to_json
from scoring.records import Timing, Turn

MemoryFor = Callable[[Scenario], BackendFactory]
"""What builds the memory for a replay of this very scenario; most backends ignore it, a leaking one would not."""

ProblemKind = Literal[
    "violation", "canary", "future_text", "differs", "not_deterministic", "asking_changes", "blind", "failure"
]

MIN_TELLING_CHARS = 16
"""A future text shorter than this may well be said twice, and proves nothing."""

CanaryFate = Literal["found", "missed", "not applicable", "not judged"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing that a query's audit found."""

    kind: ProblemKind
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryAudit:
    """What the audit of one query found."""

    query_id: str
    problems: tuple[Problem, ...]
    canary: CanaryFate
    """The positive control; not judged where its replay failed."""

    shows: bool
    """Whether anything was shown in any of its replays, hits that were withheld included."""
    n_left: int = 0
    """How many namespaces of a memory that outlives the audit could not be emptied behind it."""

    def has(self, kind: ProblemKind) -> bool:
        """Whether a problem of this kind was found."""
        return any(problem.kind == kind for problem in self.problems)


class _Probing:
    """An agent that first lets another answer, then searches for the canary. The probe is cut off the Turn again."""

    def __init__(self, agent: Agent, probe: str) -> None:
        self._agent = agent
        self._probe = probe

    def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
        decisions = self._agent.answer(question, tools)
        tools.search_memory(self._probe, MAX_TOP_K)
        return decisions


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    """A Turn without the probe, and what the probe found."""

    turn: Turn
    probe_hits: tuple[Hit, ...]
    n_violations: int
    first_violation: str
    verbatim: bool
    """Whether the backend says that it recalls verbatim."""

    @property
    def failure(self) -> str:
        """Why there was no answer, in words; empty where there was one."""
        failure = self.turn.failure
        return "" if failure is None else f"{failure.stage}: {failure.message}"

    def shows(self) -> bool:
        """Whether anything was shown, or withheld."""
        found = any(search.hits or search.violations for search in self.turn.searches)
        return bool(found or self.probe_hits or self.turn.context or self.n_violations)

    @property
    def texts(self) -> list[str]:
        """All that the backend gave back."""
        searched = (hit.text for search in self.turn.searches for hit in search.hits)
        return [self.turn.context, *(hit.text for hit in self.probe_hits), *searched]

    def record(self) -> bytes:
        """What must depend neither on the future nor on who was asked before.

        How much future there is, is no part of it, and neither is what was left by an earlier run: the first of those
        asked is told that.
        """
        update = None if self.turn.update is None else replace(self.turn.update, n_messages=0)
        turn = replace(self.turn, hidden_messages=0, update=update, leftovers=())
        return turn_to_json(turn) + repr(self.probe_hits).encode("utf-8", "replace")


def audit_scenario(
    timed: TimedScenario,
    settings: ReplaySettings,
    memory_for: MemoryFor,
    agent: AgentFactory,
    *,
    seed: int,
    chosen: frozenset[int] | None = None,
    namespace: str = "audit",
) -> Iterator[QueryAudit]:
    """The audit of the scenario's queries whose index is in `chosen` (None: all), in the order of time."""
    for entry in timed.in_time_order():
        if chosen is not None and entry.index not in chosen:
            continue
        rng = random.Random(f"{seed}/{timed.scenario.id}/{entry.index}")
        auditor = _QueryAuditor(timed, entry, settings, memory_for, agent, make_canary(rng), namespace)
        yield auditor.audit(rng)


class _QueryAuditor:
    """Replays one query four times."""

    def __init__(
        self,
        timed: TimedScenario,
        entry: TimedQuery,
        settings: ReplaySettings,
        memory_for: MemoryFor,
        agent: AgentFactory,
        canary: Canary,
        namespace: str,
    ) -> None:
        self._timed = timed
        self._entry = entry
        self._settings = settings
        self._memory_for = memory_for
        self._agent = agent
        self._canary = canary
        self._namespace = namespace

    def audit(self, rng: random.Random) -> QueryAudit:
        scenario, cutoff, lag_us = self._timed.scenario, self._entry.cutoff, self._settings.index_lag_us
        first = self._answer(scenario, "first")
        again = self._answer(scenario, "again", ask_earlier=True)
        otherwise = with_other_future(scenario, cutoff, self._canary, rng, lag_us)
        other = self._answer(otherwise, "other")
        control, canary = self._control(with_canary_before(scenario, cutoff, self._canary, lag_us))
        problems = _failures(first, again, other, control)
        problems.extend(
            Problem(kind="violation", detail=answer.first_violation)
            for answer in (first, again, other)
            if answer.n_violations
        )
        token = repr(self._canary.token)
        if self._shows_canary(other):
            problems.append(Problem(kind="canary", detail=f"{token}, planted after the cutoff, was found"))
        problems.extend(self._future_texts(first))
        if not (first.failure or again.failure):
            if first.record() != again.record():
                problems.extend(self._unsteady(scenario, first, again))
            elif not other.failure and first.record() != other.record():
                problems.extend(self._differs(scenario, otherwise, first, other))
        if canary == "missed":
            problems.append(Problem(kind="blind", detail=f"{token}, planted before the cutoff, was not found"))
        return QueryAudit(
            query_id=f"{scenario.id}/{self._entry.id}",
            problems=tuple(dict.fromkeys(problems)),
            canary=canary,
            shows=any(answer.shows() for answer in (first, again, other, control)),
        )

    def _unsteady(self, scenario: Scenario, first: _Answer, again: _Answer) -> list[Problem]:
        """Why two replays of the same past differ: each made once more, asked as it was, tells."""
        third = self._answer(scenario, "third")
        if first.record() != third.record():
            return _unlike(first, third)
        fourth = self._answer(scenario, "again again", ask_earlier=True)
        if again.record() != fourth.record():
            return _unlike(again, fourth)
        return [Problem(kind="asking_changes", detail=_first_difference(first, again))]

    def _differs(self, scenario: Scenario, otherwise: Scenario, first: _Answer, other: _Answer) -> list[Problem]:
        """Why another future brought another record: it does so again, or equal replays differ as well."""
        third, fourth = self._answer(scenario, "third"), self._answer(otherwise, "other again")
        for one, same in ((first, third), (other, fourth)):
            if one.record() != same.record():
                return _unlike(one, same)
        return [Problem(kind="differs", detail=_first_difference(first, other))]

    def _answer(self, scenario: Scenario, run: str, *, ask_earlier: bool = False) -> _Answer:
        """The query asked alone, unless `ask_earlier`; those before it are stops on the way, as in a run."""
        asked = self._entry.index
        last = (self._entry.cutoff, asked)
        queries = tuple(q for q in self._timed.in_time_order() if (q.cutoff, q.index) <= last)
        turns: list[Turn] = []

        def keep(turn: Turn, timing: Timing) -> None:
            turns.append(turn)

        replay = ScenarioReplay(
            TimedScenario(scenario=scenario, queries=queries),
            self._settings,
            self._memory_for(scenario),
            lambda: _Probing(self._agent(), self._canary.text),
            namespace=namespace_of(self._namespace, scenario.id, str(asked), run),
            answered=frozenset() if ask_earlier else frozenset(q.index for q in queries) - {asked},
        )
        replay.run(keep)
        turn = next(turn for turn in turns if turn.index == asked)
        violations = [f"{violation.kind.replace('_', ' ')}: {violation.detail}" for violation in turn.violations]
        probe_hits: tuple[Hit, ...] = ()
        if turn.searches and turn.failure is None:
            probe_hits = turn.searches[-1].hits
            turn = replace(turn, tool_calls=turn.tool_calls[:-1])
        return _Answer(
            turn=turn,
            probe_hits=probe_hits,
            n_violations=len(violations),
            first_violation=violations[0] if violations else "",
            verbatim=replay.capabilities.verbatim,
        )

    def _control(self, scenario: Scenario) -> tuple[_Answer, CanaryFate]:
        answer = self._answer(scenario, "control")
        if answer.failure:
            return answer, "not judged"
        if self._shows_canary(answer):
            return answer, "found"
        return answer, "missed" if answer.verbatim else "not applicable"

    def _shows_canary(self, answer: _Answer) -> bool:
        return any(self._canary.token in text for text in answer.texts)

    def _future_texts(self, answer: _Answer) -> Iterator[Problem]:
        """Texts that only the future holds, in what was found: caught even where a hit names no message."""
        past: set[str] = set()
        future: set[str] = set()
        for message in self._timed.scenario.timeline.messages():
            is_past = is_visible(message.position, self._entry.cutoff, self._settings.index_lag_us)
            (past if is_past else future).add(message.text)
        telling = [text for text in future - past if len(text) >= MIN_TELLING_CHARS]
        found = answer.texts
        for text in telling:
            if any(text in shown for shown in found) and not any(text in said for said in past):
                yield Problem(kind="future_text", detail=f"only said after the cutoff: {text[:80]!r}")
                return


def _failures(*answers: _Answer) -> list[Problem]:
    """Why there were no answers, each reason once, however the replays' namespaces are called."""
    reasons = {reason_of(answer.failure): answer.failure for answer in reversed(answers) if answer.failure}
    return [Problem(kind="failure", detail=detail) for detail in reversed(reasons.values())]


def _unlike(one: _Answer, same: _Answer) -> list[Problem]:
    """Two equal replays differ, or the second failed."""
    if same.failure:
        return _failures(same)
    detail = f"{_first_difference(one, same)}; {USUAL_CAUSES}"
    return [Problem(kind="not_deterministic", detail=detail)]


def _first_difference(a: _Answer, b: _Answer) -> str:
    """Where two records of one query part, in words."""
    if a.turn.context != b.turn.context:
        return f"the context differs: {texts_difference(a.turn.context, b.turn.context)}"
    for number, (one, two) in enumerate(zip(a.turn.searches, b.turn.searches, strict=False), start=1):
        if one != two:
            return f"search {number} ({one.query[:40]!r}): {_search_difference(one, two)}"
    if a.turn.tool_calls != b.turn.tool_calls:
        return "the agent's calls differ"
    if a.probe_hits != b.probe_hits:
        return f"a probing search: {hits_difference(a.probe_hits, b.probe_hits)}"
    return "the record differs"


def _search_difference(one: SearchRecord, two: SearchRecord) -> str:
    """Where two records of one search part; hits that were withheld differ even where those that are shown do not."""
    if one.hits != two.hits:
        return hits_difference(one.hits, two.hits)
    withheld = [[violation.hit for violation in search.violations] for search in (one, two)]
    if withheld[0] != withheld[1]:
        return f"of the withheld hits, {hits_difference(*withheld)}"
    return "the same hits, which the guard judges otherwise"

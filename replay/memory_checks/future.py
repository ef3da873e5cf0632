"""The cutoff: nothing after it is shown, nothing after it changes anything, and what stands just before it is found.

These are the audit's own words: the audit of a small scenario is made once, and each check reads one thing from it.
"""

from collections.abc import Sequence

from memory.instants import MINUTE_US
from memory.messages import Question
from memory.position import cutoff_at
from replay.agents.agent import Decision, Toolbox
from replay.audit import ProblemKind, QueryAudit, audit_scenario
from replay.memory_checks.bench import Bench
from replay.memory_checks.errors import CheckEnded, Leaked, NotJudged, NotMet
from replay.memory_checks.lines import NOON_US, line, scenario_of
from replay.scenario import Query, TimedQuery, TimedScenario
from replay.settings import ReplaySettings
from replay.toolbox import DEPTH
from scoring.records import Gold, Origin
from vehicle.catalogue import vocabulary

SAID = (
    ("Runa Feld", 0, "The seat heating on level two is just right for me."),
    ("Idris Holm", 20, "For me the reading light should stay dim after dark."),
    ("Runa Feld", 55, "Let us stop for bread before the bakery closes."),
    ("Idris Holm", 130, "My seat is too warm now, one level less please."),
    ("Runa Feld", 185, "The herons are back on the little island."),
    ("Runa Feld", 250, "From now on I want the seat heating on level three."),
    ("Idris Holm", 310, "The reading light may be brighter than I said before."),
    ("Runa Feld", 370, "Nobody has seen my green umbrella since the market."),
)
"""Who says what, and how many minutes after the first."""
ASKED = ((180, "What did we say about the seat heating and the reading light?"), (300, "Which seat heating level now?"))
"""When, in minutes after the first message, and what. Both stand before messages that share words with them."""
OTHER_WORDS = ("light", "umbrella bakery herons")


class Asks:
    """Searches for the question and for a few words more, and does nothing in the car."""

    def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
        """Only search."""
        for query in (question.text, *OTHER_WORDS):
            tools.search_memory(query, DEPTH)
        return ()


def nothing_later_is_shown(bench: Bench) -> str:
    """Nothing that is said, or planted, after a cutoff is shown at it."""
    _end_on(bench, ("violation", "canary", "future_text"), Leaked)
    _end_on(bench, ("failure",), NotMet)
    _must_have_shown(bench)
    return ""


def another_future_changes_nothing(bench: Bench) -> str:
    """With another future the answers are the same, scores included."""
    is_steady = not any(audit.has("not_deterministic") for audit in _audits(bench))
    if is_steady:
        _end_on(bench, ("differs",), Leaked)
    _end_on(bench, ("asking_changes", "failure"), NotMet)
    _end_on(bench, ("not_deterministic",), NotMet if bench.capabilities.verbatim else NotJudged)
    _must_have_shown(bench)
    return ""


def what_stands_just_before_is_found(bench: Bench) -> str:
    """What is planted a microsecond before a cutoff is found at it."""
    _end_on(bench, ("blind", "failure"), NotMet)
    if any(audit.canary == "not applicable" for audit in _audits(bench)):
        raise NotJudged("it does not say that it recalls verbatim, and did not")
    return ""


def _must_have_shown(bench: Bench) -> None:
    if not any(audit.shows for audit in _audits(bench)):
        raise NotJudged("nothing was shown, of the past or of the future")


def _end_on(bench: Bench, kinds: Sequence[ProblemKind], ended: type[CheckEnded]) -> None:
    """Nothing, where the audit found no problem of these kinds.

    Raises:
        CheckEnded: it found one; of the kind `ended`, with the first of each kind in the audit's words.
    """
    found: dict[ProblemKind, str] = {}
    for problem in (problem for audit in _audits(bench) for problem in audit.problems):
        if problem.kind in kinds:
            found.setdefault(problem.kind, problem.detail)
    if "failure" in found:
        found = {"failure": found["failure"]}  # what else was seen of an answer that failed follows from that
    if found:
        raise ended("; ".join(_told(kind, detail) for kind, detail in found.items()))


def _told(kind: ProblemKind, detail: str) -> str:
    """A problem in words; what the memory raised, and what the guard withheld, as in every other check."""
    return detail if kind in ("failure", "violation") else f"{kind.replace('_', ' ')}: {detail}"


def _audits(bench: Bench) -> tuple[QueryAudit, ...]:
    """The audit of the small scenario, made when it is first wanted."""
    if bench.audits is None:
        replay_settings = ReplaySettings(
            vocabulary=vocabulary(),
            memory_options=bench.settings.options,
            settle_timeout_s=bench.settle_s,
            call_timeout_s=bench.settings.timeout_s,
        )
        bench.audits = tuple(
            audit_scenario(
                timed_scenario(),
                replay_settings,
                bench.factory,
                Asks,
                seed=0,
                chosen=frozenset({0}) if bench.settings.quick else None,
                namespace=bench.namespace("future"),
            )
        )
    return bench.audits


def timed_scenario() -> TimedScenario:
    """The small scenario: eight messages, two questions on the way."""
    messages = [
        line(number, text, speaker=speaker, minute=minute) for number, (speaker, minute, text) in enumerate(SAID, 1)
    ]
    queries = [
        Query(
            index=index,
            text=text,
            gold=Gold(commands=(), reasoning_type="state_shift"),
            origin=Origin(source_file="check-memory", event_index=index),
            cutoff=cutoff_at(NOON_US + minute * MINUTE_US),
        )
        for index, (minute, text) in enumerate(ASKED)
    ]
    timed = tuple(
        TimedQuery(query=query, cutoff=query.cutoff, policy="explicit") for query in queries if query.cutoff is not None
    )
    return TimedScenario(scenario=scenario_of(messages, queries), queries=timed)


CHECKS = (nothing_later_is_shown, another_future_changes_nothing, what_stands_just_before_is_found)

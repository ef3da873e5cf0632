"""What a run asks of its source, or a source of an agent, and does not get: why a figure is empty, or all wrong."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from replay.gold_beside import GOLD
from replay.scenario import TimedQuery, TimedScenario
from replay.toolbox import DEPTH
from replay.watching import UpdateWatcher
from scoring.plain_text import counted
from scoring.records import BEFORE_EVIDENCE, MAIN, Gold


def nothing_to_compare(scenarios: Iterable[TimedScenario]) -> str:
    """How many queries have nothing that an answer is compared with, and the first of them; empty for none."""
    queries = list(_at_main(scenarios))
    bare = [name for name, timed in queries if _is_bare(timed.query.gold)]
    if not bare:
        return ""
    of = f"{len(bare)} of {counted(len(queries), 'query', 'queries')} {'has' if len(bare) == 1 else 'have'}"
    return f"{of} nothing to be compared with: neither commands nor an answer nor evidence (first {bare[0]})"


def calls_of_own_tools(scenarios: Iterable[TimedScenario]) -> str:
    """How many queries name calls that are not the car's, the first, and what becomes of them; empty for none."""
    queries = [(name, timed.query.gold) for name, timed in _at_main(scenarios)]
    own = [name for name, gold in queries if gold.commands and not gold.expects_commands]
    if not own:
        return ""
    of = f"{len(own)} of {counted(len(queries), 'query', 'queries')} {'names' if len(own) == 1 else 'name'}"
    return (
        f"{of} calls that the car does not have (first {own[0]}): "
        "compared by name and arguments alone, and an agent is told of the car's commands only"
    )


def nothing_for_gold(scenarios: Iterable[TimedScenario]) -> str:
    """How many queries the memory `gold` has nothing to hand out for, and what that means; empty for none.

    Where it is right that nobody knows, or that nothing is done, there is nothing to hand out, and nothing is missing.
    """
    queries = list(_at_main(scenarios))
    bare = [name for name, timed in queries if not (_is_told(timed.query.gold) or _is_nothing_right(timed.query.gold))]
    if not bare:
        return ""
    of = f"{len(bare)} of {counted(len(queries), 'query', 'queries')}"
    return (
        f"memory {GOLD}: neither facts nor evidence in {of} (first {bare[0]}); "
        "it has nothing to hand out there, and is no upper bound"
    )


def asked_too_early(scenarios: Iterable[TimedScenario]) -> str:
    """How many queries are asked before messages that the source names as their evidence; empty for none.

    Those whose cutoff policy puts them there on purpose are not counted.
    """
    queries = list(_at_main(scenarios))
    early = [
        name
        for name, timed in queries
        if timed.policy != BEFORE_EVIDENCE and not timed.visible_ids.issuperset(timed.query.gold.evidence_ids)
    ]
    if not early:
        return ""
    of = f"{len(early)} of {counted(len(queries), 'query', 'queries')} {'is' if len(early) == 1 else 'are'}"
    return (
        f"{of} asked before messages that the source names as evidence (first {early[0]}); "
        "no memory can hold these by then"
    )


def nothing_to_watch(scenarios: Iterable[TimedScenario]) -> str:
    """That no query says by messages what its evidence replaced, so that no update is watched; empty where one does."""
    for scenario in scenarios:
        watcher = UpdateWatcher(scenario.scenario.timeline, DEPTH)
        for timed in scenario.queries:
            watcher.add(timed)
        if watcher.n_watches:
            return ""
    return "--watch-updates: nothing to watch: no query says which messages its evidence superseded"


def nothing_in_words(metric: Mapping[str, Any], agent: str) -> str:
    """That the agent said nothing in a run whose queries want an answer in words and no commands; else empty.

    Empty as well where no query was answered at all, and where it is right for each that nobody knows: `exact` is over
    the others.
    """
    words = metric["answers"]["answers"]
    if metric["with_commands"] or words is None or words["exact"] is None or words["unanswered"] < words["valid"]:
        return ""
    asked = counted(words["valid"], "query", "queries")
    rated = "where an answer in words is what is rated"
    return f"agent {agent}: it said nothing in {asked}, {rated}; --agent quote gives one"


def _is_bare(gold: Gold) -> bool:
    something = gold.expects_commands or gold.commands or gold.answer is not None or _has_evidence(gold)
    return not something


def _has_evidence(gold: Gold) -> bool:
    return bool(gold.evidence_ids or gold.facts or gold.preference or gold.unwanted or gold.maintenance)


def _is_told(gold: Gold) -> bool:
    return bool(gold.facts or gold.evidence_ids)


def _is_nothing_right(gold: Gold) -> bool:
    return not gold.commands if gold.expects_commands else gold.answer is not None and not gold.answer.strip()


def _at_main(scenarios: Iterable[TimedScenario]) -> Iterator[tuple[str, TimedQuery]]:
    for scenario in scenarios:
        for timed in scenario.queries:
            if timed.point == MAIN:
                yield f"{scenario.id}/{timed.query.origin.event_index}", timed

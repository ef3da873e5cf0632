"""What a run asks of its source and the source does not have, so that an empty figure says why it is empty."""

from collections.abc import Iterable, Iterator

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

"""The queries of a source that few figures are about, or none, so that a table without numbers says why it has none."""

from collections.abc import Iterable, Iterator

from replay.scenario import TimedScenario
from scoring.plain_text import counted
from scoring.records import MAIN, Gold


def nothing_to_compare(scenarios: Iterable[TimedScenario]) -> str:
    """How many queries have nothing that an answer is compared with, and the first of them; empty for none."""
    queries = list(_at_main(scenarios))
    bare = [name for name, gold in queries if _is_bare(gold)]
    if not bare:
        return ""
    of = f"{len(bare)} of {counted(len(queries), 'query', 'queries')} {'has' if len(bare) == 1 else 'have'}"
    return f"{of} nothing to be compared with: neither commands nor an answer nor evidence (first {bare[0]})"


def calls_of_own_tools(scenarios: Iterable[TimedScenario]) -> str:
    """How many queries name calls that are not the car's, the first, and what becomes of them; empty for none."""
    queries = list(_at_main(scenarios))
    own = [name for name, gold in queries if gold.commands and not gold.expects_commands]
    if not own:
        return ""
    of = f"{len(own)} of {counted(len(queries), 'query', 'queries')} {'names' if len(own) == 1 else 'name'}"
    return (
        f"{of} calls that the car does not have (first {own[0]}): "
        "compared by name and arguments alone, and an agent is told of the car's commands only"
    )


def _is_bare(gold: Gold) -> bool:
    something = gold.expects_commands or gold.commands or gold.answer is not None or _has_evidence(gold)
    return not something


def _has_evidence(gold: Gold) -> bool:
    return bool(gold.evidence_ids or gold.facts or gold.preference or gold.unwanted or gold.maintenance)


def _at_main(scenarios: Iterable[TimedScenario]) -> Iterator[tuple[str, Gold]]:
    for scenario in scenarios:
        for timed in scenario.queries:
            if timed.point == MAIN:
                yield f"{scenario.id}/{timed.query.origin.event_index}", timed.query.gold

"""A kept run, scored by today's code, one record a query, the repeats of a repeated run after one another."""

from dataclasses import dataclass

from replay.kept_run import KeptRun
from scoring.aggregate import ScoredTurn
from scoring.query_rows import Cells, query_row
from scoring.records import Timing
from scoring.usage import CostOf


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptQuery:
    """One query of a run, and what it took."""

    scored: ScoredTurn
    timing: Timing
    repeat: int
    """From 1."""
    cost_of: CostOf | None
    """What tokens cost by the files of its run; None where they do not tell."""

    def row(self) -> Cells:
        """The query as a row of a table."""
        return query_row(self.scored, self.timing, repeat=self.repeat, cost_of=self.cost_of)


def queries_of(run: KeptRun) -> list[KeptQuery]:
    """The queries of a run that were asked, in the order of its configuration."""
    queries: list[KeptQuery] = []
    for repeat, part in enumerate(run.parts, start=1):
        cost_of = part.cost_of()
        queries += [
            KeptQuery(
                scored=item,
                timing=part.timings[item.turn.scenario, item.turn.index],
                repeat=repeat,
                cost_of=cost_of,
            )
            for item in part.scored
        ]
    return queries

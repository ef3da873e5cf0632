"""A kept run, scored by today's code, one record a query, the repeats of a repeated run after one another."""

from dataclasses import dataclass
from pathlib import Path

from replay.config import RunConfig
from replay.kept_run import parts_of
from replay.known_costs import cost_of_published
from replay.reading import open_to_read
from replay.run_folder import scored_turns
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


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptQueries:
    """All queries of a run that were asked, and the configuration."""

    config: RunConfig
    queries: tuple[KeptQuery, ...]
    n_repeats: int


def read_queries(folder: Path) -> KeptQueries:
    """The queries of the run in `folder`, in the order of its configuration; a run may go on writing it.

    Raises:
        RunFolderError: there is no run, or it cannot be read.
    """
    queries: list[KeptQuery] = []
    configs: list[RunConfig] = []
    parts = parts_of(folder)
    for repeat, part in enumerate(parts, start=1):
        with open_to_read(part) as (log, config):
            # the durations last: of a run that goes on they know at least the queries that were read
            scored = scored_turns(log, config)
            timings = log.timings()
        cost_of = None if config.model is None else cost_of_published(part)
        queries += [
            KeptQuery(scored=item, timing=timings[item.turn.scenario, item.turn.index], repeat=repeat, cost_of=cost_of)
            for item in scored
        ]
        configs.append(config)
    return KeptQueries(config=configs[0], queries=tuple(queries), n_repeats=len(parts))

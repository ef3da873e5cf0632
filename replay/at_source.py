"""Scenarios that stay at their source: whoever replays one loads it there, so that no process has to hold them all.

The rule: what is replayed is what was read when the run was prepared. A scenario is known by its fingerprint, over its
people, its records and its queries with their settled cutoffs; where another one is found, nothing is replayed.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import NamedTuple

from replay.alignment import with_fact_evidence
from replay.cutoffs import Policy, settle_cutoffs
from replay.dataset import Selection, natural_key
from replay.errors import InputError, NotAtSource
from replay.findings import Findings
from replay.loaders.formats import load_source, visit_source
from replay.points import Points
from replay.scenario import Scenario, TimedQuery, TimedScenario


@dataclass(frozen=True, slots=True, kw_only=True)
class WhenAsked:
    """How the cutoffs of a scenario's queries are settled."""

    policy: Policy
    points: Points
    limit: int | None
    """How many queries of the scenario are asked; None for all."""

    def settle(self, scenario: Scenario) -> TimedScenario:
        """The scenario with the evidence of its gold facts and a cutoff for each query and point.

        Raises:
            InputError: the policy cannot be applied to a query.
        """
        return settle_cutoffs(with_fact_evidence(scenario.first_queries(self.limit)), self.policy, self.points)


@dataclass(frozen=True, slots=True, kw_only=True)
class AtSource:
    """What is kept of a scenario that stays where it is."""

    source: str
    """From where it is loaded, with an absolute path."""
    id: str
    when: WhenAsked
    fingerprint: str
    n_messages: int
    query_ids: tuple[str, ...]
    n_at_end: int
    first_at_end: str
    """As `asked_at_end` tells."""

    @property
    def n_queries(self) -> int:
        """How many entries there are to ask."""
        return len(self.query_ids)

    def load(self) -> TimedScenario:
        """The scenario, ready to be replayed.

        Raises:
            NotAtSource: it cannot be read here, or is another one here.
        """
        try:
            dataset = load_source(self.source, Selection(ids=(self.id,)), Findings(strict=True))
            timed = self.when.settle(dataset.scenarios[0])
        except InputError as exc:
            raise NotAtSource(f"scenario {self.id} cannot be loaded: {exc}") from exc
        if fingerprint(timed) != self.fingerprint:
            raise NotAtSource(f"scenario {self.id} of {self.source} is another one here than where the run was begun")
        return timed


class Surveyed(NamedTuple):
    """A source that was read once, and left where it is."""

    scenarios: tuple[AtSource, ...]
    """In the natural order of their ids."""
    digest: str
    """As of a data set that was loaded."""


def survey(source: str, selection: Selection, when: WhenAsked, findings: Findings) -> Surveyed:
    """The selected scenarios of a source, each read once and dropped; timelines one at a time.

    Raises:
        InputError: the source cannot be read, or the policy cannot be applied to a query.
    """
    seen: list[AtSource] = []
    shared: dict[tuple[str, ...], tuple[str, ...]] = {}  # most scenarios have queries of the same ids

    def visit(where: str, scenario: Scenario) -> None:
        timed = when.settle(scenario)
        ids = timed.query_ids
        n_at_end, first_at_end = asked_at_end(timed.queries)
        seen.append(
            AtSource(
                source=where,
                id=timed.id,
                when=when,
                fingerprint=fingerprint(timed),
                n_messages=timed.n_messages,
                query_ids=shared.setdefault(ids, ids),
                n_at_end=n_at_end,
                first_at_end=first_at_end,
            )
        )

    digest = visit_source(source, selection, findings, visit)
    return Surveyed(tuple(sorted(seen, key=lambda one: natural_key(one.id))), digest)


def fingerprint(timed: TimedScenario) -> str:
    """Sixteen hex digits of all that a replay of the scenario depends on; equal ones give equal digits anywhere."""
    sha = hashlib.sha256()
    scenario = timed.scenario
    for name in (field.name for field in fields(scenario) if field.name not in ("timeline", "queries")):
        sha.update(f"{name}={getattr(scenario, name)!r}\n".encode("utf-8", "surrogatepass"))
    for part in (scenario.timeline.records, timed.queries):
        for item in part:
            sha.update(f"{item!r}\n".encode("utf-8", "surrogatepass"))
        sha.update(b"\0")
    return sha.hexdigest()[:16]


def asked_at_end(queries: Sequence[TimedQuery]) -> tuple[int, str]:
    """How many queries are asked when all is known; where the first of them stands, and why no rule set it earlier.

    (0, "") where there is none.
    """
    at_end = [timed for timed in queries if timed.policy == "end"]
    if not at_end:
        return 0, ""
    origin = at_end[0].query.origin
    return len(at_end), f"{origin.source_file} {origin.event_index}: {at_end[0].reason}"

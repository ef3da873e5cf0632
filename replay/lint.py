"""What is wrong with a data set, found before it costs money.

Reading the source brings its own findings; here are those that need the car or the sessions.
"""

from replay.dataset import Selection
from replay.evidence import EvidenceFinder, clock_time, evidence_moment
from replay.findings import Findings
from replay.lint_evidence import EvidenceTally, lint_evidence
from replay.loaders.formats import load_source
from replay.scenario import Query, Scenario
from scoring.plain_text import counted
from vehicle.commands import format_call
from vehicle.events import CommandRejected
from vehicle.fold import carry_out
from vehicle.state import FACTORY

UNTYPED = ("unspecified", "recorded_command", "asked_every_so_often")
"""What queries are called that nobody sorted: those of our own timelines and of imported logs."""
REASONING_TYPES = (
    "preference_conflict",
    "conditional_constraint",
    "coreference_resolution",
    "state_shift",
    "error_correction",
)


def lint_source(source: str, selection: Selection, evidence: EvidenceTally | None = None) -> Findings:
    """Everything found in `source`, in the order of its files.

    Where `evidence` is given, the gold facts are aligned with messages too, and counted in it.

    Raises:
        InputError: there is nothing to look at.
    """
    findings = Findings(strict=False)
    for scenario in load_source(source, selection, findings).scenarios:
        lint_scenario(scenario, findings)
        if evidence is not None:
            lint_evidence(scenario, findings, evidence)
    return findings


def lint_scenario(scenario: Scenario, findings: Findings) -> None:
    """Look at the queries of one scenario."""
    finder = EvidenceFinder(scenario)
    for query in scenario.queries:
        item = f"{scenario.id}/{query.origin.event_index}"
        _lint_cutoff(query, item, finder, findings)
        if not query.gold.expects_commands:
            continue
        _lint_reference(query, item, findings)
        if query.gold.reasoning_type not in (*REASONING_TYPES, *UNTYPED):
            message = f"{query.gold.reasoning_type!r} is none of {', '.join(REASONING_TYPES)}"
            findings.add("unknown_reasoning_type", "warning", query.origin.source_file, item, message)


def _lint_reference(query: Query, item: str, findings: Findings) -> None:
    file = query.origin.source_file
    done = carry_out(FACTORY, query.gold.commands)
    rejected = [event for event in done.events if isinstance(event, CommandRejected)]
    nothing = "" if done.state != FACTORY else "; the reference changes nothing, so that doing nothing is right"
    refused = iter(rejected)
    for command, accepted in zip(query.gold.commands, done.accepted, strict=True):
        if not accepted:
            message = f"the car rejects {format_call(command)}: {next(refused).reason}{nothing}"
            findings.add("broken_reference", "error", file, item, message)
    if query.gold.commands and not rejected and done.state == FACTORY:
        calls = ", ".join(format_call(command) for command in query.gold.commands)
        message = f"{calls}: changes nothing from the factory state, so that doing nothing is right"
        findings.add("unchanging_reference", "warning", file, item, message)


def _lint_cutoff(query: Query, item: str, finder: EvidenceFinder, findings: Findings) -> None:
    """A query that carries its cutoff, or is asked at the end, needs neither a clock time nor dated facts."""
    file = query.origin.source_file
    explicit = query.cutoff is not None or not query.gold.expects_commands
    if not explicit and not query.gold.facts and not query.gold.evidence_ids:
        findings.add("no_evidence", "warning", file, item, "no cutoff and no gold facts: asked at the end")
    ahead = [i for i in query.gold.evidence_ids if query.cutoff is not None and not finder.is_known(i, query.cutoff)]
    if ahead:
        named = counted(len(query.gold.evidence_ids), "message")
        message = f"evidence that is said at or after its cutoff: {len(ahead)} of {named}"
        findings.add("evidence_ahead", "error", file, item, message)
    if not explicit and clock_time(query.text) is None:
        message = f'names no clock time, such as "At 10:00 AM": {query.text[:60]!r}'
        findings.add("no_clock_time", "error", file, item, message)
    for fact in query.gold.facts:
        if evidence_moment(fact) is None:
            message = f"a gold fact names no day and clock time: {fact[:60]!r}"
            findings.add("unreadable_evidence", "note" if explicit else "error", file, item, message)
        elif finder.session_of(fact) is None:
            message = f"no session holds or touches the hour of the gold fact {fact[:60]!r}"
            findings.add("unmatched_evidence", "warning" if explicit else "error", file, item, message)

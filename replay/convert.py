"""Any source as timelines in JSON Lines, which replay to the same records.

The rule: a query keeps its origin and gets its cutoff, as the policy settled it, written down. Instants are exact to
the microsecond, with the offset of the scenario's zone; queries stand behind the records, in the order of the source,
and behind them what a store is judged by and no replay asks. Sessions that the source names get names of ours.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import UTC
from pathlib import Path
from typing import Any, assert_never
from zoneinfo import ZoneInfo

from memory.instants import instant
from memory.messages import Message
from replay.cutoffs import Policy, settle_cutoffs
from replay.dataset import Selection
from replay.errors import InputError
from replay.findings import Findings
from replay.loaders.formats import load_source
from replay.loaders.timeline_files import ENDING, check_may_replace, file_name
from replay.scenario import Scenario, TimedQuery
from replay.timeline import ForgetAsked, LoggedCommand, Record
from replay.times import find_zone
from replay.whole_files import write_lines
from scoring.codec import to_json
from scoring.plain_text import counted
from scoring.records import Gold
from vehicle.commands import Command, plain_value

_FIRST_EVEN_YEAR = 1973
"""Before, some zones had offsets of odd seconds, which ISO 8601 has no form for; instants are then given in UTC."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Converted:
    """What was written."""

    files: tuple[str, ...]
    n_messages: int
    n_queries: int
    """What a store is judged by included."""

    def render(self) -> str:
        """One line of text."""
        where = self.files[0] if len(self.files) == 1 else f"{len(self.files)} files, {self.files[0]} the first"
        return f"{counted(self.n_messages, 'message')} and {counted(self.n_queries, 'query', 'queries')} in {where}\n"


def convert(source: str, out: Path, selection: Selection, findings: Findings, policy: Policy = "auto") -> Converted:
    """Write each scenario of `source` to a file of the folder `out`; one scenario may go to a file `out` itself.

    `out` is a file where its name ends with `.jsonl`.

    Raises:
        InputError: the source cannot be read, has several scenarios for one file, or something else is in the way.
        CannotWrite: the disk does not take it.
    """
    scenarios = load_source(source, selection, findings).scenarios
    is_file = out.suffix.lower() == ENDING and not out.is_dir()
    if not scenarios:
        raise InputError(f"{source}: there is no scenario to convert")
    if is_file and len(scenarios) > 1:
        raise InputError(f"{out}: {len(scenarios)} scenarios need a folder, one file each")
    if any(file.suffix == ENDING for file in _files_beside(source, out.parent if is_file else out)):
        raise InputError(f"{out}: the timelines would stand among the files of their source; another folder is wanted")
    taken: set[str] = set()
    paths = [out if is_file else out / file_name(scenario.id, taken) for scenario in scenarios]
    for path in paths:
        check_may_replace(path)
    for scenario, path in zip(scenarios, paths, strict=True):
        write_lines(path, (to_json(line) + b"\n" for line in timeline_lines(scenario, policy)))
    return Converted(
        files=tuple(map(str, paths)),
        n_messages=sum(scenario.timeline.n_messages for scenario in scenarios),
        n_queries=sum(len(scenario.queries) + len(scenario.maintenance) for scenario in scenarios),
    )


def _files_beside(source: str, folder: Path) -> Iterator[Path]:
    """The files of a source that is this very folder; none where it is another, or a single file."""
    _, _, path = source.partition(":")
    if path and Path(path).is_dir() and Path(path).resolve() == folder.resolve():
        yield from Path(path).iterdir()


def timeline_lines(scenario: Scenario, policy: Policy = "auto") -> Iterator[dict[str, Any]]:
    """The records of a scenario as they stand in a timeline file.

    Raises:
        InputError: the policy cannot be applied to a query.
    """
    zone = find_zone(scenario.zone)
    yield {"record": "scenario", "id": scenario.id, "zone": scenario.zone, "people": list(scenario.people)}
    sessions = {number: f"s{index}" for index, those in enumerate(scenario.sessions, start=1) for number in those}
    for record in scenario.timeline.records:
        yield _record_line(record, zone, sessions.get(record.position.seq, ""))
    for timed in settle_cutoffs(scenario, policy).queries:
        yield _query_line(timed, zone)
    for timed in settle_cutoffs(replace(scenario, queries=scenario.maintenance), policy).queries:
        yield {**_query_line(timed, zone), "ask": False}


def written_at(at_us: int, zone: ZoneInfo) -> str:
    """An instant as ISO 8601, exact, with the offset of `zone` where that has whole minutes for sure."""
    moment = instant(at_us)
    return moment.astimezone(zone if moment.year >= _FIRST_EVEN_YEAR else UTC).isoformat()


def _record_line(record: Record, zone: ZoneInfo, session: str) -> dict[str, Any]:
    match record:
        case Message():
            line: dict[str, Any] = {
                "record": "message",
                "at": written_at(record.position.at_us, zone),
                "speaker": record.speaker,
                "role": record.role,
                "text": record.text,
                "id": record.id,
            }
            if session:
                line["session"] = session
            if record.occurred_at_us is not None:
                line["occurred_at"] = written_at(record.occurred_at_us, zone)
            return line
        case LoggedCommand():
            at = written_at(record.position.at_us, zone)
            return {"record": "command", "at": at, "person": record.person, **_call(record.command)}
        case ForgetAsked():
            return {
                "record": "forget",
                "at": written_at(record.position.at_us, zone),
                "person": record.request.person,
                "messages": list(record.request.message_ids),
                "text": record.request.text,
            }
        case _:
            assert_never(record)


def _query_line(timed: TimedQuery, zone: ZoneInfo) -> dict[str, Any]:
    query, gold = timed.query, timed.query.gold
    line: dict[str, Any] = {"record": "query", "cutoff": written_at(timed.cutoff.at_us, zone)}
    if timed.cutoff.seq:
        line["cutoff_seq"] = timed.cutoff.seq
    if timed.policy != "explicit":
        line["cutoff_policy"] = timed.policy
    line |= {"text": query.text, "reasoning_type": gold.reasoning_type}
    line |= _expected(gold)
    line["origin"] = {"source_file": query.origin.source_file, "event_index": query.origin.event_index}
    return line


def _expected(gold: Gold) -> dict[str, Any]:
    """What is expected; what is not has no field, and commands that are not are null."""
    found: dict[str, Any] = {"commands": None}
    if gold.expects_commands or gold.commands:
        found["commands"] = [_call(command) for command in gold.commands]
    if gold.commands and not gold.expects_commands:
        found["state"] = False
    if gold.facts:
        found["facts"] = list(gold.facts)
    if gold.evidence_ids:
        found["evidence"] = list(gold.evidence_ids)
    if gold.among is not None:
        found["among"] = gold.among
    if gold.answer is not None:
        found["answer"] = gold.answer
    if gold.preference is not None:
        found["preference"] = asdict(gold.preference)
    if gold.maintenance is not None:
        found["maintenance"] = gold.maintenance
    if gold.superseded:
        found["superseded"] = [
            {"evidence": list(old.message_ids), "commands": [_call(command) for command in old.commands]}
            for old in gold.superseded
        ]
    if gold.unwanted is not None:
        found["unwanted"] = {
            "kind": gold.unwanted.kind,
            "commands": [_call(command) for command in gold.unwanted.commands],
            "messages": list(gold.unwanted.message_ids),
            "twin": gold.unwanted.twin,
        }
    return found


def _call(command: Command) -> dict[str, Any]:
    return {"name": command.name, "args": plain_value(dict(command.args))}

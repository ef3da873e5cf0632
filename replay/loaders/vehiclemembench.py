"""The loader for VehicleMemBench (arXiv 2603.23840): `history/history_N.txt` and `qa_data/qa_N.json`.

A history has one message a line, `[YYYY-MM-DD HH:MM] Speaker Name: text`, with no zone (UTC is assumed) and in the
order of speech. A qa file has the queries, their gold facts and the reference calls as text.
"""

import re
from pathlib import Path
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from pydantic import ValidationError

from memory.faults import first_fault
from replay.dataset import Dataset, Selection, SourceDigest
from replay.errors import InputError
from replay.findings import Findings
from replay.loaders.files import read_json, read_text
from replay.loaders.notes import FileNotes
from replay.scenario import Query, Scenario
from replay.strict import Strict
from replay.timeline import MessageDraft, build_timeline
from replay.times import MixedZones, MomentReader, UnreadableTime
from scoring.records import Gold, Origin
from vehicle.commands import Command, parse_call
from vehicle.errors import CommandSyntaxError

ZONE = "UTC"
_QA_FILE = re.compile(r"qa_(\d+)\.json")
_HISTORY_FILE = re.compile(r"history_(\d+)\.txt")


class _Item(Strict):
    gold_memory: str
    reasoning_type: str
    query: str
    new_answer: list[str]


class _QaFile(Strict):
    related_to_vehicle_preference: list[Any]


_ModelT = TypeVar("_ModelT", bound=Strict)


def load_vehiclemembench(path: Path, selection: Selection, findings: Findings) -> Dataset:
    """The scenarios under `path`: a checkout of the benchmark, its `benchmark/` folder, or any folder like that one.

    Raises:
        InputError: it is no such folder, a qa file has no history, or (strict) something cannot be read.
    """
    folder = _benchmark_folder(path)
    qa_files = _numbered(folder / "qa_data", _QA_FILE)
    histories = _numbered(folder / "history", _HISTORY_FILE)
    for number in sorted(histories.keys() - qa_files.keys(), key=int):
        findings.add("history_without_queries", "warning", histories[number].name, "", "no qa file asks about it")
    digest = SourceDigest()
    scenarios: list[Scenario] = []
    for number in selection.pick(qa_files):
        if number not in histories:
            message = f"history/history_{number}.txt is missing"
            findings.unreadable("missing_history", str(qa_files[number]), "", message)
            continue
        drafts = _read_history(histories[number], digest, findings)
        queries = _read_queries(qa_files[number], number, digest, findings)
        scenarios.append(
            Scenario(
                id=number,
                zone=ZONE,
                people=(),
                timeline=build_timeline(drafts).timeline,
                queries=tuple(queries),
            )
        )
    return Dataset(scenarios=tuple(scenarios), digest=digest.hex())


def _benchmark_folder(path: Path) -> Path:
    for folder in (path, path / "benchmark"):
        if (folder / "qa_data").is_dir() and (folder / "history").is_dir():
            return folder
    wanted = "it has no history/ and qa_data/, nor a benchmark/ with them"
    raise InputError(f"{path}: not a VehicleMemBench folder: {wanted}")


def _numbered(folder: Path, pattern: re.Pattern[str]) -> dict[str, Path]:
    found = ((pattern.fullmatch(path.name), path) for path in folder.iterdir())
    return {match[1]: path for match, path in found if match is not None}


def _read_history(path: Path, digest: SourceDigest, findings: Findings) -> list[MessageDraft]:
    reader = MomentReader(ZoneInfo(ZONE))
    notes = FileNotes(path.name, findings)
    drafts: list[MessageDraft] = []
    for number, raw in enumerate((read_text(path, digest, findings) or "").split("\n"), start=1):
        line = raw.rstrip("\r")
        item = f"line {number}"
        draft = _read_line(line, reader, path.name, item, findings) if line.strip() else None
        if draft is not None:
            notes.look_at(draft, item)
            drafts.append(draft)
    notes.finish(reader.n_naive, ZONE)
    return drafts


def _read_line(line: str, reader: MomentReader, file: str, item: str, findings: Findings) -> MessageDraft | None:
    stamp, closed, rest = line[1:].partition("] ")
    speaker, colon, text = rest.partition(": ")
    if not line.startswith("[") or not closed or not colon:
        wanted = "[YYYY-MM-DD HH:MM] Speaker: text"
        findings.unreadable("unreadable_line", file, item, f"not of the form {wanted!r}: {line[:80]!r}")
        return None
    try:
        at_us = reader.read_us(stamp)
    except UnreadableTime as exc:
        findings.unreadable("unreadable_timestamp", file, item, str(exc))
        return None
    except MixedZones as exc:
        findings.unreadable("mixed_zones", file, item, str(exc))
        return None
    return MessageDraft(at_us=at_us, speaker=speaker, role="user", text=text)


def _read_queries(path: Path, number: str, digest: SourceDigest, findings: Findings) -> list[Query]:
    content = read_json(path, digest, findings)
    items = _validated(_QaFile, content, path.name, "", findings) if content is not None else None
    queries: list[Query] = []
    for index, entry in enumerate(items.related_to_vehicle_preference if items else []):
        where = f"{number}/{index}"
        item = _validated(_Item, entry, path.name, where, findings)
        commands = _read_answer(item.new_answer, path.name, where, findings) if item else None
        if item is None or commands is None:
            continue
        facts = tuple(line.strip() for line in item.gold_memory.split("\n") if line.strip())
        if not commands:
            findings.add(
                "no_reference", "error", path.name, where, "new_answer is empty, so that doing nothing is right"
            )
        gold = Gold(commands=commands, reasoning_type=item.reasoning_type, facts=facts)
        origin = Origin(source_file=path.name, event_index=index)
        queries.append(Query(index=index, text=item.query, gold=gold, origin=origin))
    return queries


def _validated(model: type[_ModelT], content: object, file: str, item: str, findings: Findings) -> _ModelT | None:
    try:
        return model.model_validate(content)
    except ValidationError as exc:
        findings.unreadable("unreadable_query" if item else "unreadable_file", file, item, first_fault(exc))
        return None


def _read_answer(calls: list[str], file: str, item: str, findings: Findings) -> tuple[Command, ...] | None:
    commands: list[Command] = []
    for call in calls:
        try:
            commands.append(parse_call(call))
        except CommandSyntaxError as exc:
            findings.unreadable("unreadable_query", file, item, f"new_answer holds no call: {exc}")
            return None
    return tuple(commands)

"""Small logs for the tests of the import."""

import json
from pathlib import Path
from typing import Any

from replay.dataset import Selection
from replay.findings import Findings
from replay.importing.importer import ImportRequest, import_log
from replay.importing.mapping import parse_map
from replay.importing.report import ImportReport
from replay.loaders.timeline_jsonl import load_timeline
from replay.scenario import Scenario

COLUMNS = {"time": "at", "speaker": "who", "role": "role", "text": "text", "tool_calls": "calls"}
MAP: dict[str, Any] = {"columns": COLUMNS}


def row(at: str, text: str | None = "hello", who: str = "Ada", role: str = "user", **more: Any) -> dict[str, Any]:
    return {"at": at, "who": who, "role": role, "text": text, **more}


def car(at: str, text: str | None = None, *calls: Any) -> dict[str, Any]:
    return row(at, text, "car", "assistant", calls=list(calls))


def call(name: str, /, **args: Any) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name, "arguments": json.dumps(args)}}


def write_log(folder: Path, *rows: Any, name: str = "log.jsonl") -> Path:
    path = folder / name
    text = json.dumps(list(rows)) if name.endswith(".json") else "".join(json.dumps(item) + "\n" for item in rows)
    path.write_text(text, encoding="utf-8")
    return path


def imported(log: Path, map_: dict[str, Any] | None = None, **options: Any) -> ImportReport:
    out = options.pop("out", log.parent / "out.jsonl")
    checked = parse_map(MAP if map_ is None else map_, "map.toml")
    return import_log(ImportRequest(log=log, map=checked, out=out, **options))


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def loaded(path: Path) -> Scenario:
    (scenario,) = load_timeline(path, Selection(), Findings(strict=True)).scenarios
    return scenario


def texts(scenario: Scenario) -> list[str]:
    return [message.text for message in scenario.timeline.messages()]

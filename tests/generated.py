"""Generated timelines, loaded, with what their records say of themselves, for tests."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from replay.cutoffs import settle_cutoffs
from replay.dataset import Selection
from replay.findings import Findings
from replay.generating import GenerateRequest, generate, write_timelines
from replay.loaders.timeline_jsonl import load_timeline
from replay.scenario import TimedScenario

Line = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Generated:
    """One scenario as its records tell it, and as the loader reads it."""

    lines: tuple[Line, ...]
    timed: TimedScenario

    def of(self, record: str) -> list[Line]:
        """Its records of one kind, in the order of the file."""
        return [line for line in self.lines if line["record"] == record]


def generated(folder: Path, request: GenerateRequest) -> Generated:
    """The one scenario of a request, written into `folder` and read again; whatever is odd about it is an error."""
    (file,) = write_timelines(request, folder / "story.jsonl")
    findings = Findings(strict=True)
    (scenario,) = load_timeline(file, Selection(), findings).scenarios
    assert list(findings) == []
    lines = tuple(orjson.loads(line) for line in file.read_bytes().splitlines())
    return Generated(lines=lines, timed=settle_cutoffs(scenario, "auto"))


def lines_of(request: GenerateRequest, record: str = "") -> list[Line]:
    """The records of the first scenario, of one kind or of all."""
    return [line for line in generate(request) if record in ("", line["record"])]


def texts(lines: Sequence[Line]) -> list[str]:
    """What the records say."""
    return [str(line["text"]) for line in lines]

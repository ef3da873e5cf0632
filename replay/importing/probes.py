"""Queries for a log: drawn from its own commands, asked every so often, or read from a second file.

A command's query: the question is the last message of a person before it in the same conversation; it is asked just
before that message became known, so that the message itself is withheld; the reference is what was carried out between
it and the next message of a person. That the message and the commands are known afterwards needs nothing: they stand in
the timeline.
"""

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import orjson
from pydantic import ValidationError

from memory.nesting import is_nested_deeper
from replay.errors import InputError
from replay.importing.map_errors import said_of
from replay.importing.problems import Problems
from replay.importing.readers import check_file, read_lines
from replay.importing.tool_calls import RecordedCall
from replay.importing.write import TimelineFile
from replay.loaders.timeline_records import QueryRecord

MOST_OPEN = 10_000
"""So many conversations may wait for further commands; the one that was quiet for longest is closed."""
MOST_PERIODIC = 1_000_000
"""A question that would be asked more often in one timeline has a mistake in how often."""
ONE_OF_SEVERAL = (
    "queries drawn from the last of several messages in a row: the others may be what was asked, and are known by then"
)
FAILED = "commands that failed, by the results of their tools: in no query, and in the timeline as if carried out"
DRAWN = "recorded_command"
ASKED = "asked_every_so_often"
"""What the queries' `reasoning_type` says."""


@dataclass(slots=True)
class _Exchange:
    """A question, and what was carried out since."""

    file: TimelineFile | None
    """Its timeline; None for a message without words, which nobody can be asked."""
    label: str
    question: str
    at: datetime
    calls: list[RecordedCall] = field(default_factory=list)
    refused: list[RecordedCall] = field(default_factory=list)
    """Those of them that the car refuses for their arguments."""
    is_in_doubt: bool = False
    """Whether one of them failed, and nothing says which."""
    is_answered: bool = False
    """Whether the assistant said something, or something was carried out."""
    is_one_of_several: bool = False
    """Whether the message before it in the conversation was a person's that nothing had answered."""


class CommandProbes:
    """Makes a query of each question that was followed by commands."""

    def __init__(self, problems: Problems, source_file: str, *, name_speaker: bool) -> None:
        """Count what cannot be asked in `problems`; queries say that they come from `source_file`."""
        self._notes = problems.notes
        self._source_file = source_file
        self._name_speaker = name_speaker
        self._open: OrderedDict[tuple[str, str], _Exchange] = OrderedDict()
        self._has_answers = False
        """Whether the log has answers of the assistant, so that a message without one tells something."""
        self._n_of_several = 0
        self.n_drawn = 0
        """How many queries were written."""

    def heard(
        self, key: tuple[str, str], file: TimelineFile, label: str, speaker: str, text: str, at: datetime
    ) -> None:
        """A person's message stands in the timeline `file`; the exchange before it is over."""
        before = self._open.pop(key, None)
        self._close(before)
        question = f"{speaker}: {text}" if self._name_speaker and speaker else text
        exchange = _Exchange(file, label, question, at)
        exchange.is_one_of_several = before is not None and not before.is_answered
        self._open[key] = exchange
        if len(self._open) > MOST_OPEN:
            self._close(self._open.popitem(last=False)[1])

    def heard_nothing(self, key: tuple[str, str], at: datetime) -> None:
        """A person's message had no words: what is carried out now does not answer the one before."""
        self._close(self._open.pop(key, None))
        self._open[key] = _Exchange(None, "", "", at)

    def answered(self, key: tuple[str, str]) -> None:
        """The assistant said something in the conversation."""
        self._has_answers = True
        exchange = self._open.get(key)
        if exchange is not None:
            exchange.is_answered = True

    def carried_out(self, key: tuple[str, str], call: RecordedCall, at: datetime, *, is_refused: bool = False) -> None:
        """A command was carried out; one that is older than the message before it in the log does not answer that.

        `is_refused` says that the car would refuse it for its arguments: then it cannot be a reference.
        """
        exchange = self._open.get(key)
        if exchange is None:
            self._notes["commands that no message of a person went before"] += 1
        elif not exchange.question.strip():
            self._notes["commands whose question is empty"] += 1
        elif at < exchange.at:
            self._notes["commands older than the message before them in the log: is it sorted? No query of theirs"] += 1
        else:
            exchange.calls.append(call)
            if is_refused:
                exchange.refused.append(call)
            exchange.is_answered = True

    def failed(self, key: tuple[str, str], ids: frozenset[str]) -> None:
        """Calls of the conversation failed, those of these `ids` as far as any are named: they are no reference."""
        exchange = self._open.get(key)
        if exchange is None or not exchange.calls:
            return
        left = [call for call in exchange.calls if call.id not in ids]
        if not ids or len(left) == len(exchange.calls):
            exchange.is_in_doubt = True
            return
        self._notes[FAILED] += len(exchange.calls) - len(left)
        exchange.calls = left
        exchange.refused = [call for call in exchange.refused if call.id not in ids]

    def finish(self) -> None:
        """The log is over."""
        while self._open:
            self._close(self._open.popitem(last=False)[1])
        if self._has_answers and self._n_of_several:
            self._notes[ONE_OF_SEVERAL] = self._n_of_several

    def _close(self, exchange: _Exchange | None) -> None:
        if exchange is None or exchange.file is None or not exchange.calls:
            return
        if exchange.is_in_doubt:
            self._notes["queries left out: the result of a tool says that a call of theirs failed, and not which"] += 1
            return
        if exchange.refused:
            self._notes["queries left out: the car does not take a command that they would be compared with"] += 1
            return
        self._n_of_several += exchange.is_one_of_several
        record: dict[str, Any] = {
            "before": exchange.label,
            "text": exchange.question,
            "reasoning_type": DRAWN,
            "commands": [{"name": call.command.name, "args": dict(call.command.args)} for call in exchange.calls],
        }
        if not all(call.is_known for call in exchange.calls):
            record["state"] = False
            self._notes["queries with tools that the car does not have: asked, and in no score of states or calls"] += 1
        exchange.file.query(record, self._source_file)
        self.n_drawn += 1


def check_number(first: datetime, latest: datetime, every_us: int) -> None:
    """Nothing, where a question each `every_us` is asked `MOST_PERIODIC` times or fewer.

    Raises:
        InputError: it would be asked more often.
    """
    count = (latest.astimezone(UTC) - first.astimezone(UTC)) // timedelta(microseconds=every_us)
    if count > MOST_PERIODIC:
        raise InputError(f"the question would be asked {count} times; {MOST_PERIODIC} are the most")


def periodic_queries(first: datetime, latest: datetime, every_us: int, text: str) -> Iterator[dict[str, Any]]:
    """The same question each `every_us` after `first`, as long as the log lasts; nothing is expected of its answers.

    The steps are of UTC: where clocks are put on or back, the time of day of the questions moves with them.
    """
    step = timedelta(microseconds=every_us)
    end = latest.astimezone(UTC)
    at = first.astimezone(UTC) + step
    while at <= end:
        yield {"cutoff": at.astimezone(first.tzinfo), "text": text, "reasoning_type": ASKED, "commands": None}
        at += step


def read_queries(path: Path, problems: Problems) -> Iterator[tuple[int, str, dict[str, Any], QueryRecord]]:
    """The queries of a second file: the line, the scenario that it may name, the record as given, and as checked.

    The file is JSON Lines of a timeline's `query` records; `record` may be left out, and `scenario` says which
    timeline is meant where the log makes several.

    Raises:
        InputError: the file is empty, or more of it is bad than is allowed.
    """
    check_file(path, problems, is_text=True)
    for number, row in read_lines(path, problems):
        if not isinstance(number, int):
            raise InputError(f"{path}: {number}")
        if not isinstance(row, Mapping):
            problems.bad(number, "", "an object is wanted")
            continue
        if is_nested_deeper(row):
            problems.bad(number, "", "nested too deep")
            continue
        given = {"record": "query", **row}
        scenario = given.pop("scenario", "")
        if not isinstance(scenario, str):
            problems.bad(number, "scenario", "a name is wanted")
            continue
        try:
            record = QueryRecord.model_validate_json(orjson.dumps(given))
        except TypeError:
            problems.bad(number, "", "nested too deep")
            continue
        except ValidationError as exc:
            problems.bad(number, "", said_of(QueryRecord, exc))
            continue
        yield number, scenario, given, record

"""Queries of a second file on their way into timelines: each in its own, with the names that messages have there."""

from datetime import datetime
from pathlib import Path
from typing import Any

from memory.instants import to_us
from replay.importing.message_ids import FIRST, MessageIds, SaidAt
from replay.importing.moments import Moments
from replay.importing.probes import read_queries
from replay.importing.problems import BadField, Problems
from replay.importing.pseudonyms import Pseudonyms
from replay.importing.write import Timelines
from replay.loaders.timeline_records import QueryRecord
from replay.times import find_zone


class AddedQueries:
    """Writes the queries of one file; used once, when all messages are written."""

    def __init__(
        self,
        timelines: Timelines,
        ids: MessageIds,
        pseudonyms: Pseudonyms | None,
        *,
        source_file: str,
        is_split: bool,
    ) -> None:
        """`is_split` says that each query has to name its timeline; a naive cutoff is read in the zone of that."""
        self._timelines = timelines
        self._ids = ids
        self._pseudonyms = pseudonyms
        self._source_file = source_file
        self._is_split = is_split
        self.n_in_words = 0
        """How many queries want an answer in words, and no commands."""
        self.n_carried_out = 0
        """How many want commands."""

    def write(self, path: Path, problems: Problems) -> None:
        """Write all of the file; `problems` are those of this file.

        Raises:
            InputError: the file is empty, or more of it is bad than is allowed.
        """
        for number, scenario, given, record in read_queries(path, problems):
            try:
                self._add(scenario, given, record)
            except BadField as exc:
                problems.bad(number, exc.field, exc.message)

    def _add(self, scenario: str, given: dict[str, Any], record: QueryRecord) -> None:
        hidden = self._pseudonyms
        name = scenario if hidden is None or not scenario else hidden.label(scenario)
        if name and name not in self._timelines:
            raise BadField("scenario", f"the log has no {scenario!r}")
        if not name and self._is_split:
            raise BadField("scenario", "the log makes a timeline for each scenario; one must be named")
        file = self._timelines.of(name) if name else self._timelines.files[0]
        plain = {key: value for key, value in given.items() if key not in ("record", "origin")}
        if record.cutoff is not None:
            plain["cutoff"] = Moments("iso", find_zone(file.zone)).read(record.cutoff, "cutoff")
        if hidden is not None:
            plain = {key: value if key == "cutoff" else hidden.value(value) for key, value in plain.items()}
        self._name_messages(scenario, given, plain, self._asked_at(scenario, record.before, plain.get("cutoff")))
        file.query(plain, record.origin.source_file if record.origin and hidden is None else self._source_file)
        self.n_in_words += record.answer is not None and not record.expects_commands
        self.n_carried_out += record.expects_commands

    def _asked_at(self, scenario: str, before: str | None, cutoff: datetime | None) -> SaidAt | None:
        """Where the query stands among the messages; None where it says nothing of that."""
        if before:
            return self._ids.said_at(scenario, self._ids.find(scenario, before, "before", FIRST))
        return None if cutoff is None else SaidAt(to_us(cutoff), 0)

    def _name_messages(
        self, scenario: str, given: dict[str, Any], plain: dict[str, Any], asked_at: SaidAt | None
    ) -> None:
        """Put into the query the names under which the messages that it names stand in the timeline.

        Of a message that was edited it is the text that was known at `asked_at`; a query that is asked before such a
        message is asked before its first text.
        """
        hidden = self._pseudonyms

        def name(label: str, field: str) -> str:
            written = self._ids.find(scenario, label, field, FIRST if field == "before" else asked_at)
            return written if hidden is None else hidden.label(written)

        if given.get("before"):
            plain["before"] = name(given["before"], "before")
        if given.get("evidence"):
            plain["evidence"] = [name(label, "evidence") for label in given["evidence"]]
        if given.get("superseded"):
            plain["superseded"] = [
                {**hidden_old, "evidence": [name(label, "superseded") for label in old["evidence"]]}
                for old, hidden_old in zip(given["superseded"], plain["superseded"], strict=True)
            ]
        if given.get("unwanted"):
            messages = [name(label, "unwanted") for label in given["unwanted"].get("messages", ())]
            plain["unwanted"] = {**plain["unwanted"], "messages": messages}

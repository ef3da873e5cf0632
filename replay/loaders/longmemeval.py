"""The loader for LongMemEval (arXiv 2410.10813): a JSON array of questions, each with a history of its own.

Every question is a scenario. Only sessions are dated, so each turn of a session stands at that instant, in the order of
the file. The cutoff is the question's own date: what the file has after it stays hidden. The ids of sessions and the
flag `has_answer` are labels; they end here, as the evidence, and nothing that is replayed carries them.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal
from zoneinfo import ZoneInfo

from pydantic import Field

from memory.position import Position, cutoff_at, is_visible
from replay.dataset import Dataset, Selection, SourceDigest
from replay.errors import InputError
from replay.findings import Findings
from replay.loaders.checked import Checker, ForeignRecord, arrays_of
from replay.loaders.notes import FileNotes
from replay.loaders.written_dates import iso_of_slashed
from replay.scenario import Query, Scenario
from replay.timeline import MessageDraft, build_timeline
from replay.times import MomentReader, UnreadableTime
from scoring.plain_text import counted
from scoring.records import Gold, Origin

ZONE = "UTC"
ABSTENTION = "_abs"
"""How the id of a question ends that the history does not answer."""
QUESTION_TYPES = (
    "single-session-user",
    "single-session-assistant",
    "single-session-preference",
    "multi-session",
    "temporal-reasoning",
    "knowledge-update",
)


class _Item(ForeignRecord):
    question_id: str = Field(min_length=1)
    question_type: str
    question: str
    answer: str | int | float
    question_date: str
    haystack_dates: list[str]
    haystack_session_ids: list[str]
    haystack_sessions: list[list[Any]]
    answer_session_ids: list[str]


class _Turn(ForeignRecord):
    role: Literal["user", "assistant"]
    content: str
    has_answer: bool = False


def load_longmemeval(path: Path, selection: Selection, findings: Findings) -> Dataset:
    """The questions of a `.json` file, or of every such file in a folder, each a scenario with the question's id.

    Raises:
        InputError: there is no such file, two questions share an id, or (strict) something cannot be read.
    """
    digest = SourceDigest()
    checker = Checker(findings)
    items: dict[str, tuple[str, int, object]] = {}
    for file, entries in arrays_of(path, "question", digest, findings):
        for number, entry in enumerate(entries):
            name = entry.get("question_id") if isinstance(entry, dict) else None
            if not isinstance(name, str):
                findings.unreadable("unreadable_query", file.name, f"question {number}", "question_id: no text")
                continue
            if name in items:
                raise InputError(f"{file}: there are two questions with the question_id {name!r}")
            items[name] = (file.name, number, entry)
    read = (_HistoryReader(*items[name], checker).read() for name in selection.pick(items))
    return Dataset(scenarios=tuple(one for one in read if one is not None), digest=digest.hex())


class _HistoryReader:
    """Reads one question and the history that it is asked of."""

    def __init__(self, file: str, number: int, entry: object, checker: Checker) -> None:
        self._source = file
        self._number = number
        self._entry = entry
        self._file = f"{file}: question {number}"
        self._checker = checker
        self._findings = checker.findings
        self._notes = FileNotes(self._file, checker.findings)
        self._warn, self._note = self._notes.warn, self._notes.note
        self._moments = MomentReader(ZoneInfo(ZONE))
        self._flagged: list[str] = []
        self._of_session: dict[str, list[str]] = {}
        """The labels of the messages of each session, by the session's id."""

    def read(self) -> Scenario | None:
        item = self._checker.record(_Item, self._entry, self._source, f"question {self._number}", "unreadable_query")
        if item is None or not self._is_parallel(item):
            return None
        try:
            asked = cutoff_at(self._moments.read_us(iso_of_slashed(item.question_date)))
        except UnreadableTime as exc:
            self._findings.unreadable("unreadable_timestamp", self._file, "question_date", str(exc))
            return None
        if item.question_type not in QUESTION_TYPES:
            message = f"{item.question_type!r} is none of {', '.join(QUESTION_TYPES)}"
            self._warn("unknown_reasoning_type", "question_type", message)
        drafts = list(self._turns(item, asked))
        self._notes.finish(self._moments.n_naive, ZONE)
        numbered = build_timeline(drafts)
        known = {draft.label for draft in drafts if is_visible(Position(draft.at_us, 0), asked)}
        evidence = [label for label in self._evidence(item) if label in known]
        gold = Gold(
            commands=(),
            expects_commands=False,
            reasoning_type=item.question_type,
            evidence_ids=tuple(sorted(numbered.ids[label] for label in evidence)),
            answer="" if item.question_id.endswith(ABSTENTION) else self._notes.answer(str(item.answer), "answer"),
        )
        query = Query(
            index=0,
            text=item.question,
            gold=gold,
            origin=Origin(source_file=self._source, event_index=self._number),
            cutoff=asked,
        )
        return Scenario(
            id=item.question_id,
            zone=ZONE,
            people=(),
            timeline=numbered.timeline,
            queries=(query,),
            sessions=numbered.sessions,
        )

    def _is_parallel(self, item: _Item) -> bool:
        lengths = [len(item.haystack_dates), len(item.haystack_session_ids), len(item.haystack_sessions)]
        if len(set(lengths)) > 1:
            dates, ids, sessions = map(counted, lengths, ("date", "id", "session"))
            message = f"{dates}, {ids} and {sessions}: as many of each are wanted"
            self._findings.unreadable("unreadable_query", self._file, "haystack", message)
        return len(set(lengths)) == 1

    def _turns(self, item: _Item, asked: Position) -> Iterator[MessageDraft]:
        sessions = zip(item.haystack_dates, item.haystack_session_ids, item.haystack_sessions, strict=True)
        for place, (date, name, turns) in enumerate(sessions):
            where = f"session {place}"
            try:
                at_us = self._moments.read_us(iso_of_slashed(date))
            except UnreadableTime as exc:
                self._findings.unreadable("unreadable_timestamp", self._file, where, str(exc))
                continue
            if name in self._of_session:
                self._note("duplicate_line", where, "another session has the same id; both are kept")
            labels = self._of_session.setdefault(name, [])
            is_late = not is_visible(Position(at_us, 0), asked)
            self._look_at_session(turns, is_late, name in item.answer_session_ids, where)
            for index, content in enumerate(turns):
                turn = self._checker.record(_Turn, content, self._file, f"{where}/{index}")
                if turn is None:
                    continue
                label = f"{place}/{index}"
                labels.append(label)
                if turn.has_answer:
                    self._flagged.append(label)
                draft = MessageDraft(
                    at_us=at_us,
                    speaker=turn.role.title(),
                    role=turn.role,
                    text=turn.content,
                    label=label,
                    session=str(place),
                )
                self._notes.look_at(draft, label)
                yield draft

    def _look_at_session(self, turns: list[Any], is_late: bool, is_answer: bool, where: str) -> None:
        if not turns:
            self._warn("empty_session", where, "has no turns")
        elif isinstance(turns[0], dict) and turns[0].get("role") == "assistant":
            self._note("unsorted_line", where, "begins with the assistant; read as it is")
        if is_late:
            lost = "; it is said to hold the answer, which then counts as no evidence" if is_answer else ""
            self._warn("unsorted_line", where, f"is not before the question's date, so that it stays hidden{lost}")

    def _evidence(self, item: _Item) -> list[str]:
        """The flagged turns, or else all those of the answer's sessions; none where the history has no answer."""
        for name in item.answer_session_ids:
            if name not in self._of_session:
                self._warn("unmatched_evidence", "answer_session_ids", "names a session that the history does not have")
        if item.question_id.endswith(ABSTENTION):
            return []
        if self._flagged:
            return self._flagged
        self._note("no_evidence", "", "no turn is flagged; all turns of the answer's sessions count as evidence")
        return [label for name in dict.fromkeys(item.answer_session_ids) for label in self._of_session.get(name, ())]

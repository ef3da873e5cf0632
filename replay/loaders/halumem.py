"""The loaders for HaluMem (arXiv 2511.03506): JSON Lines, one user a line, each a scenario with dated turns.

It is online by nature: a session's questions and memory points belong to the instant at which the session is over, so
they carry that cutoff. There are two views of one file. `halumem` asks the questions, for an agent to answer.
`halumem-points` asks nothing of an agent: each memory point is searched for with its own words, in order to see what
was extracted, what was updated, and what was kept that nobody had said. Generated sessions of the long version are
heard and not asked about. Of `persona_info` the name alone is used, for the speaker.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal
from zoneinfo import ZoneInfo

from pydantic import Field

from memory.position import Position, cutoff_at, is_visible
from replay.dataset import Dataset, Selection, SourceDigest
from replay.errors import InputError
from replay.findings import Findings
from replay.loaders.checked import Checker, ForeignRecord, lines_of
from replay.loaders.notes import FileNotes
from replay.loaders.written_dates import iso_of_month_first
from replay.scenario import Query, Scenario
from replay.timeline import MessageDraft, build_timeline
from replay.times import MomentReader, UnreadableTime
from scoring.memory_points import EXTRACTION, INTERFERENCE, UPDATE
from scoring.records import Gold, Origin, Superseded

ZONE = "UTC"
UNANSWERABLE = "Memory Boundary"
"""The type of the questions that go beyond what was said."""
View = Literal["questions", "points"]

_NAME = re.compile(r"\bName:\s*([^;\n]+)")


class _User(ForeignRecord):
    uuid: str = Field(min_length=1)
    persona_info: Any = None
    sessions: list[Any]
    token_cost: Any = None
    total_dialogue_token_length: Any = None
    total_question_count: Any = None


class _Session(ForeignRecord):
    start_time: str
    end_time: str
    dialogue: list[Any]
    memory_points: list[Any] = Field(default_factory=list)
    questions: list[Any] = Field(default_factory=list)
    is_generated_qa_session: bool = False
    dialogue_token_length: Any = None


class _Turn(ForeignRecord):
    role: Literal["user", "assistant"]
    content: str
    timestamp: str
    dialogue_turn: Any = None


class _Point(ForeignRecord):
    memory_content: str
    memory_type: str
    memory_source: str = ""
    is_update: Literal["True", "False"] | bool
    """A word in the published files."""
    original_memories: list[str] = Field(default_factory=list)
    index: Any = None
    importance: Any = None
    timestamp: Any = None


class _Evidence(ForeignRecord):
    memory_content: str
    memory_type: Any = None


class _Question(ForeignRecord):
    question: str
    answer: str | int | float
    evidence: list[Any] = Field(default_factory=list)
    difficulty: Any = None
    question_type: str


@dataclass(slots=True, kw_only=True)
class _Heard:
    """One session as far as it was read."""

    place: int
    cutoff_us: int
    """The first instant at which it is over."""
    labels: tuple[str, ...]
    points: list[_Point] = field(default_factory=list)
    questions: list[tuple[str, _Question]] = field(default_factory=list)
    """With where each stands in the file."""


def load_halumem(path: Path, selection: Selection, findings: Findings) -> Dataset:
    """The users of a `.jsonl` file, or of every such file in a folder, with the questions.

    Raises:
        InputError: there is no such file, two users share a uuid, or (strict) something cannot be read.
    """
    return _load(path, selection, findings, "questions")


def load_halumem_points(path: Path, selection: Selection, findings: Findings) -> Dataset:
    """The same users with a query for each memory point, whose text is the point's own words.

    Raises:
        InputError: as `load_halumem`.
    """
    return _load(path, selection, findings, "points")


def _load(path: Path, selection: Selection, findings: Findings, view: View) -> Dataset:
    digest = SourceDigest()
    checker = Checker(findings)
    users: dict[str, tuple[str, _User]] = {}
    is_empty = True
    for file, number, line in lines_of(path, digest, findings):
        is_empty = False
        where = f"{file}: line {number}"
        user = checker.line(_User, line, file, f"line {number}")
        if user is not None and user.uuid in users:
            raise InputError(f"{where}: there are two users with the uuid {user.uuid!r}")
        if user is not None:
            users[user.uuid] = (where, user)
    if is_empty and not any(finding.kind == "unreadable_file" for finding in findings):
        raise InputError(f"{path}: there is no user in it")
    picked = selection.pick(users)
    scenarios = tuple(_UserReader(*users[name], checker).read(view) for name in picked)
    return Dataset(scenarios=scenarios, digest=digest.hex())


class _UserReader:
    """Reads the sessions of one user, then what is asked of them."""

    def __init__(self, where: str, user: _User, checker: Checker) -> None:
        self._file = where
        self._source = where.partition(": ")[0]
        self._user = user
        self._checker = checker
        self._findings = checker.findings
        self._notes = FileNotes(where, checker.findings)
        self._warn, self._note = self._notes.warn, self._notes.note
        self._moments = MomentReader(ZoneInfo(ZONE))
        named = _NAME.search(user.persona_info) if isinstance(user.persona_info, str) else None
        self._speaker = named[1].strip() if named else "User"
        self._drafts: list[MessageDraft] = []

    def read(self, view: View) -> Scenario:
        sessions = [heard for i, content in enumerate(self._user.sessions) if (heard := self._session(i, content))]
        self._notes.finish(self._moments.n_naive, ZONE)
        self._look_for_overlaps(sessions)
        numbered = build_timeline(self._drafts)
        ids = {heard.place: tuple(sorted(numbered.ids[label] for label in heard.labels)) for heard in sessions}
        golds = self._questions(sessions, ids) if view == "questions" else self._points(sessions, ids)
        queries = tuple(
            Query(
                index=index,
                text=text,
                gold=gold,
                origin=Origin(source_file=self._source, event_index=index),
                cutoff=cutoff_at(cutoff_us),
            )
            for index, (text, gold, cutoff_us) in enumerate(golds)
        )
        return Scenario(
            id=self._user.uuid,
            zone=ZONE,
            people=() if self._speaker == "User" else (self._speaker,),
            timeline=numbered.timeline,
            queries=queries,
            sessions=numbered.sessions,
        )

    def _session(self, place: int, content: object) -> _Heard | None:
        where = f"session {place}"
        session = self._checker.record(_Session, content, self._file, where)
        if session is None:
            return None
        try:
            self._moments.read_us(iso_of_month_first(session.start_time))
            end_us = self._moments.read_us(iso_of_month_first(session.end_time))
        except UnreadableTime as exc:
            self._findings.unreadable("unreadable_timestamp", self._file, where, str(exc))
            return None
        if not session.dialogue:
            self._warn("empty_session", where, "has no turns")
        drafts = [draft for i, turn in enumerate(session.dialogue) if (draft := self._turn(turn, place, i))]
        self._drafts.extend(drafts)
        last_us = max((draft.at_us for draft in drafts), default=end_us)
        if last_us > end_us:
            self._warn("unsorted_line", where, "a turn is after the session's end; it is over with its last turn")
        heard = _Heard(place=place, cutoff_us=max(end_us, last_us) + 1, labels=tuple(draft.label for draft in drafts))
        if session.is_generated_qa_session:
            if session.memory_points or session.questions:
                self._note("unreadable_query", where, "is generated; its points and questions are not asked")
            return heard
        for number, entry in enumerate(session.memory_points):
            point = self._checker.record(_Point, entry, self._file, f"{where}: point {number}", "unreadable_query")
            if point is not None:
                heard.points.append(point)
        for number, entry in enumerate(session.questions):
            item = f"{where}: question {number}"
            question = self._checker.record(_Question, entry, self._file, item, "unreadable_query")
            if question is not None:
                heard.questions.append((item, question))
        return heard

    def _turn(self, content: object, place: int, number: int) -> MessageDraft | None:
        label = f"{place}/{number}"
        turn = self._checker.record(_Turn, content, self._file, label)
        if turn is None:
            return None
        try:
            at_us = self._moments.read_us(iso_of_month_first(turn.timestamp))
        except UnreadableTime as exc:
            self._findings.unreadable("unreadable_timestamp", self._file, label, str(exc))
            return None
        speaker = self._speaker if turn.role == "user" else "Assistant"
        draft = MessageDraft(
            at_us=at_us, speaker=speaker, role=turn.role, text=turn.content, label=label, session=str(place)
        )
        self._notes.look_at(draft, label)
        return draft

    def _look_for_overlaps(self, sessions: Sequence[_Heard]) -> None:
        """A query after one session must not be able to know of the next; where it can, that is told."""
        at_us = {draft.label: draft.at_us for draft in self._drafts}
        for earlier, later in pairwise(sessions):
            cutoff = cutoff_at(earlier.cutoff_us)
            if any(is_visible(Position(at_us[label], 0), cutoff) for label in later.labels):
                message = f"begins before session {earlier.place} is over, so that what is asked then can know of it"
                self._warn("unsorted_line", f"session {later.place}", message)

    def _questions(
        self, sessions: Sequence[_Heard], ids: Mapping[int, tuple[str, ...]]
    ) -> Iterator[tuple[str, Gold, int]]:
        stated: dict[str, int] = {}
        for heard in sessions:
            stated.update({point.memory_content: heard.place for point in heard.points})
            for item, question in heard.questions:
                entries = [self._checker.record(_Evidence, e, self._file, item) for e in question.evidence]
                facts = tuple(entry.memory_content for entry in entries if entry is not None)
                for fact in facts:
                    if fact not in stated:
                        self._warn("unmatched_evidence", item, f"no session so far has the point {fact[:60]!r}")
                places = sorted({stated[fact] for fact in facts if fact in stated})
                is_open = question.question_type == UNANSWERABLE and not facts
                gold = Gold(
                    commands=(),
                    expects_commands=False,
                    reasoning_type=question.question_type,
                    facts=facts,
                    evidence_ids=_ordered(ids, places),
                    answer="" if is_open else self._notes.answer(str(question.answer), item),
                )
                yield question.question, gold, heard.cutoff_us

    def _points(
        self, sessions: Sequence[_Heard], ids: Mapping[int, tuple[str, ...]]
    ) -> Iterator[tuple[str, Gold, int]]:
        stated: dict[str, int] = {}
        for heard in sessions:
            for point in heard.points:
                yield point.memory_content, self._gold_of(point, heard, stated, ids), heard.cutoff_us
            stated.update({point.memory_content: heard.place for point in heard.points})

    def _gold_of(
        self, point: _Point, heard: _Heard, stated: Mapping[str, int], ids: Mapping[int, tuple[str, ...]]
    ) -> Gold:
        if point.memory_source == INTERFERENCE:
            return Gold(commands=(), expects_commands=False, reasoning_type=INTERFERENCE)
        is_update = point.is_update in ("True", True)
        if is_update and not point.original_memories:
            is_update = False
            where = f"session {heard.place}"
            self._note("no_evidence", where, f"an update without the old value: {point.memory_content[:60]!r}")
        # What an earlier session stated and this one did not; of one session nobody could tell the two apart.
        old = {stated[text] for text in point.original_memories if text in stated} - {heard.place}
        return Gold(
            commands=(),
            expects_commands=False,
            reasoning_type=f"{UPDATE if is_update else EXTRACTION}/{point.memory_type}",
            facts=(point.memory_content,),
            evidence_ids=ids[heard.place],
            superseded=tuple(Superseded(message_ids=ids[place]) for place in sorted(old) if is_update and ids[place]),
        )


def _ordered(ids: Mapping[int, tuple[str, ...]], places: Sequence[int]) -> tuple[str, ...]:
    return tuple(sorted(i for place in places for i in ids[place]))

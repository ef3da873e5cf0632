"""The loader for LoCoMo (arXiv 2402.17753): one JSON array of conversations between two people, with questions.

Only sessions are dated (`1:56 pm on 8 May, 2023`), so every turn of a session stands at that instant, in the order of
the file; sessions are ordered by their number as a number. Questions have no time: they carry no cutoff and are asked
after the last session. What a photo shows is appended to the words that came with it, marked as a photo.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from pydantic import Field

from replay.dataset import Dataset, Selection, SourceDigest
from replay.errors import InputError
from replay.findings import Findings
from replay.loaders.checked import Checker, ForeignRecord, arrays_of
from replay.loaders.notes import FileNotes
from replay.loaders.written_dates import iso_of_spoken
from replay.scenario import Query, Scenario
from replay.timeline import MessageDraft, OpaqueIds, build_timeline
from replay.times import MomentReader, UnreadableTime
from scoring.plain_text import counted
from scoring.records import Gold, Origin

ZONE = "UTC"
CATEGORIES: Mapping[int, str] = {
    1: "multi-hop",
    2: "temporal",
    3: "open-domain",
    4: "single-hop",
    5: "adversarial",
}
"""What the numbers stand for, in the authors' words."""
ADVERSARIAL = 5

_SESSION = re.compile(r"session_(\d{1,9})", re.ASCII)
_DATE = re.compile(r"session_(\d{1,9})_date_time", re.ASCII)
_TURN_ID = re.compile(r"D(\d{1,9}):(\d{1,9})", re.ASCII)


class _Sample(ForeignRecord):
    sample_id: str = Field(min_length=1)
    qa: list[Any]
    conversation: dict[str, Any]
    event_summary: Any = None
    observation: Any = None
    session_summary: Any = None


class _Turn(ForeignRecord):
    speaker: str
    dia_id: str
    text: str
    blip_caption: str | None = None
    img_url: Any = None
    query: Any = None
    again: Any = Field(default=None, alias="re-download")


class _Question(ForeignRecord):
    question: str
    answer: str | int | float | None = None
    evidence: list[str] = Field(default_factory=list)
    category: int
    adversarial_answer: Any = None


def load_locomo(path: Path, selection: Selection, findings: Findings) -> Dataset:
    """The conversations of a `.json` file, or of every such file in a folder, each a scenario.

    Raises:
        InputError: there is no such file, two conversations share an id, or (strict) something cannot be read.
    """
    digest = SourceDigest()
    checker = Checker(findings)
    samples: dict[str, tuple[str, _Sample]] = {}
    for file, entries in arrays_of(path, "conversation", digest, findings):
        for number, entry in enumerate(entries):
            sample = checker.record(_Sample, entry, file.name, f"conversation {number}")
            if sample is not None and sample.sample_id in samples:
                raise InputError(f"{file}: there are two conversations with the sample_id {sample.sample_id!r}")
            if sample is not None:
                samples[sample.sample_id] = (file.name, sample)
    picked = selection.pick(samples)
    scenarios = tuple(_ConversationReader(*samples[name], checker).read() for name in picked)
    return Dataset(scenarios=scenarios, digest=digest.hex())


class _ConversationReader:
    """Reads one conversation and its questions."""

    def __init__(self, file: str, sample: _Sample, checker: Checker) -> None:
        self._source = file
        self._file = f"{file}: {sample.sample_id}"
        self._sample = sample
        self._checker = checker
        self._findings = checker.findings
        self._notes = FileNotes(self._file, checker.findings)
        self._warn, self._note = self._notes.warn, self._notes.note
        self._moments = MomentReader(ZoneInfo(ZONE))
        self._labels: set[str] = set()

    def read(self) -> Scenario:
        numbered = build_timeline(list(self._turns()))
        self._notes.finish(self._moments.n_naive, ZONE)
        questions = list(self._questions(numbered.ids))
        if questions:
            name = counted(len(questions), "question names", "questions name")
            message = f"{name} no time; without another policy asked after the last session"
            self._note("no_clock_time", "", message)
        people = (self._sample.conversation.get(key) for key in ("speaker_a", "speaker_b"))
        return Scenario(
            id=self._sample.sample_id,
            zone=ZONE,
            people=tuple(name for name in people if isinstance(name, str) and name),
            timeline=numbered.timeline,
            queries=tuple(questions),
            sessions=numbered.sessions,
        )

    def _turns(self) -> Iterator[MessageDraft]:
        sessions, dates = self._numbered(_SESSION), self._numbered(_DATE)
        known = {"speaker_a", "speaker_b", *sessions.values(), *dates.values()}
        unknown = sorted(self._sample.conversation.keys() - known)
        if unknown:
            self._warn("unreadable_line", "conversation", f"fields that are not known, left out: {', '.join(unknown)}")
        for number in sorted(sessions.keys() | dates.keys()):
            key = f"session_{number}"
            turns = self._sample.conversation.get(sessions.get(number, key), [])
            if not isinstance(turns, list):
                self._findings.unreadable("unreadable_line", self._file, key, "a list of turns is wanted")
            elif not turns:
                self._warn("empty_session", key, "is dated and has no content")
            else:
                yield from self._session(key, turns, self._sample.conversation.get(dates.get(number, "")))

    def _numbered(self, pattern: re.Pattern[str]) -> dict[int, str]:
        """The keys of the conversation that match, by their number: 2 comes before 10."""
        found = ((pattern.fullmatch(key), key) for key in self._sample.conversation)
        return {int(match[1]): key for match, key in found if match is not None}

    def _session(self, key: str, turns: list[Any], date: object) -> Iterator[MessageDraft]:
        try:
            if not isinstance(date, str):
                raise UnreadableTime(f"{key}_date_time is missing, or no text")
            at_us = self._moments.read_us(iso_of_spoken(date))
        except UnreadableTime as exc:
            self._findings.unreadable("unreadable_timestamp", self._file, key, str(exc))
            return
        for place, content in enumerate(turns):
            turn = self._checker.record(_Turn, content, self._file, f"{key}/{place}")
            if turn is None:
                continue
            label = _spelled(turn.dia_id) or turn.dia_id
            if label in self._labels:
                self._warn("duplicate_line", turn.dia_id, "a second turn has this dia_id; evidence means the first")
                label = ""
            self._labels.add(label)
            draft = MessageDraft(
                at_us=at_us, speaker=turn.speaker, role="user", text=_words(turn), label=label, session=key
            )
            self._notes.look_at(draft, turn.dia_id)
            yield draft

    def _questions(self, ids: OpaqueIds) -> Iterator[Query]:
        index = 0
        for number, content in enumerate(self._sample.qa):
            item = f"question {number}"
            question = self._checker.record(_Question, content, self._file, item, "unreadable_query")
            if question is None:
                continue
            category = CATEGORIES.get(question.category)
            if category is None:
                self._warn("unknown_reasoning_type", item, f"the category {question.category} is none of 1 to 5")
            gold = Gold(
                commands=(),
                expects_commands=False,
                reasoning_type=category or f"category {question.category}",
                evidence_ids=self._evidence(question, item, ids),
                answer=self._answer(question, item),
            )
            origin = Origin(source_file=self._source, event_index=number)
            yield Query(index=index, text=question.question, gold=gold, origin=origin)
            index += 1

    def _answer(self, question: _Question, item: str) -> str | None:
        """The gold answer; empty for an adversarial question, whose right answer is that nobody knows."""
        given = None if question.answer is None else str(question.answer)
        if question.category == ADVERSARIAL:
            if given:
                self._note("unreadable_query", item, f"adversarial, yet it has an answer, not scored: {given[:60]!r}")
            return ""
        if given is None:
            self._warn("unreadable_query", item, "it has no answer, so that none is scored")
            return None
        return self._notes.answer(given, item)

    def _evidence(self, question: _Question, item: str, ids: OpaqueIds) -> tuple[str, ...]:
        """The ids of the evidence in position order; what does not resolve is told, and the rest kept."""
        found: set[str] = set()
        for written in question.evidence:
            parts = [part for part in re.split(r"[;,\s]+", written) if part]
            if len(parts) > 1:
                self._note("unreadable_evidence", item, f"the evidence {written[:60]!r} is taken as {len(parts)} turns")
            for part in parts or [written]:
                label = _spelled(part)
                if label in ids:
                    found.add(ids[label])
                else:
                    self._warn("unmatched_evidence", item, f"the evidence {part[:60]!r} is no turn of the conversation")
        if not question.evidence:
            self._note("no_evidence", item, "it names no evidence")
        return tuple(sorted(found))


def _spelled(written: str) -> str:
    """A turn's id in one spelling, `D30:5` for `D30:05`; empty where it is none."""
    found = _TURN_ID.fullmatch(written.strip())
    return f"D{int(found[1])}:{int(found[2])}" if found else ""


def _words(turn: _Turn) -> str:
    caption = (turn.blip_caption or "").strip()
    return " ".join(part for part in (turn.text, f"[photo: {caption}]" if caption else "") if part)

"""What is odd about the messages of one file, though they can be read: the same for every format."""

from dataclasses import dataclass

from replay.findings import Findings, Kind
from replay.labels import Labels
from replay.timeline import Draft, MessageDraft
from scoring.plain_text import counted


@dataclass(slots=True, kw_only=True)
class _Span:
    """From where to where a session that the source names goes: instant, and place in the file."""

    item: str
    """Where its first message stands in the file."""
    first: tuple[int, int]
    last: tuple[int, int]


class FileNotes:
    """Looks at the records of one file in the order of the source."""

    def __init__(self, file: str, findings: Findings) -> None:
        """Report to `findings` under the name `file`."""
        self._file = file
        self._findings = findings
        self._seen = Labels()
        self._latest_us: int | None = None
        self._n_messages = 0
        self._sessions: dict[str, _Span] = {}

    def warn(self, kind: Kind, item: str, message: str) -> None:
        """Warn of anything else in the file."""
        self._findings.add(kind, "warning", self._file, item, message)

    def note(self, kind: Kind, item: str, message: str) -> None:
        """Note anything else in the file."""
        self._findings.add(kind, "note", self._file, item, message)

    def answer(self, text: str, item: str) -> str:
        """The right answer of a question that can be answered; an empty one is told, since it means something else."""
        if not text.strip():
            message = "its answer is empty, so that it is right to say that nobody knows"
            self._findings.add("no_reference", "error", self._file, item, message)
        return text

    def look_at(self, draft: Draft, item: str) -> None:
        """Note what is odd about the next record."""
        if self._latest_us is not None and draft.at_us < self._latest_us:
            self.warn("unsorted_line", item, "is earlier than a line before it; sorted")
        self._latest_us = draft.at_us if self._latest_us is None else max(self._latest_us, draft.at_us)
        if isinstance(draft, MessageDraft):
            self._look_at_message(draft, item)

    def finish(self, n_naive: int, zone: str, n_twice: int = 0, first_twice: str = "") -> None:
        """Note what is odd about the file as a whole; `n_twice` timestamps are shown twice by the zone's clocks."""
        if n_naive:
            message = f"{counted(n_naive, 'timestamp has', 'timestamps have')} no offset; read in {zone}"
            self._findings.add("naive_timestamp", "note", self._file, "", message)
        if n_twice:
            stand = counted(n_twice, "timestamp stands", "timestamps stand")
            message = (
                f"{stand} in an hour that the clocks of {zone} show twice (first {first_twice}); read as the first"
            )
            self.warn("ambiguous_timestamp", "", message)
        if not self._n_messages and not self._findings.has_error(self._file):
            self.warn("empty_session", "", "there are no messages")
        self._look_for_overlaps()

    def _look_at_message(self, draft: MessageDraft, item: str) -> None:
        self._n_messages += 1
        if not draft.text.strip():
            self.warn("empty_message", item, f"{draft.speaker} says nothing")
        if not self._seen.put(f"{draft.at_us}\0{draft.speaker}\0{draft.text}"):
            self.warn("duplicate_line", item, f"the same was said at the same time before: {draft.text[:60]!r}")
        if draft.session:
            place = (draft.at_us, self._n_messages)
            span = self._sessions.setdefault(draft.session, _Span(item=item, first=place, last=place))
            span.first, span.last = min(span.first, place), max(span.last, place)

    def _look_for_overlaps(self) -> None:
        """Tell once of each session that goes on, or comes back, after another began."""
        told: set[str] = set()
        open_name = ""
        for name, span in sorted(self._sessions.items(), key=lambda one: one[1].first):
            before = self._sessions.get(open_name)
            if before is not None and span.first < before.last and open_name not in told:
                told.add(open_name)
                self.warn("unsorted_line", span.item, f"session {name!r} begins before session {open_name!r} is over")
            if before is None or span.last > before.last:
                open_name = name

"""What is odd about the messages of one file, though they can be read: the same for every format."""

from replay.findings import Findings, Kind
from replay.timeline import Draft, MessageDraft


class FileNotes:
    """Looks at the records of one file in the order of the source."""

    def __init__(self, file: str, findings: Findings) -> None:
        """Report to `findings` under the name `file`."""
        self._file = file
        self._findings = findings
        self._seen: set[tuple[int, str, str]] = set()
        self._latest_us: int | None = None
        self._n_messages = 0

    def look_at(self, draft: Draft, item: str) -> None:
        """Note what is odd about the next record."""
        if self._latest_us is not None and draft.at_us < self._latest_us:
            self._warn("unsorted_line", item, "is earlier than a line before it; sorted")
        self._latest_us = draft.at_us if self._latest_us is None else max(self._latest_us, draft.at_us)
        if isinstance(draft, MessageDraft):
            self._look_at_message(draft, item)

    def finish(self, n_naive: int, zone: str) -> None:
        """Note what is odd about the file as a whole."""
        if n_naive:
            message = f"{n_naive} timestamps have no offset; read in {zone}"
            self._findings.add("naive_timestamp", "note", self._file, "", message)
        if not self._n_messages:
            self._warn("empty_session", "", "there are no messages")

    def _look_at_message(self, draft: MessageDraft, item: str) -> None:
        self._n_messages += 1
        if not draft.text.strip():
            self._warn("empty_message", item, f"{draft.speaker} says nothing")
        said = (draft.at_us, draft.speaker, draft.text)
        if said in self._seen:
            self._warn("duplicate_line", item, f"the same was said at the same time before: {draft.text[:60]!r}")
        self._seen.add(said)

    def _warn(self, kind: Kind, item: str, message: str) -> None:
        self._findings.add(kind, "warning", self._file, item, message)

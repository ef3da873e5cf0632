"""From a row to the messages in it, read: the row is one, or an exchange holds several (`chat_completions`).

The rule: whoever looks at a log before it is imported sees the messages that the import will.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from replay.importing.chat_completions import Exchanges, Said
from replay.importing.mapping import ImportMap
from replay.importing.moments import Moments
from replay.importing.problems import BadField, Problems, Where
from replay.importing.rows import Entry, Failure, RowReader


class MessageReader:
    """Reads the messages of rows by a settled map; the rows come in the order of the log."""

    def __init__(self, map_: ImportMap, moments: Moments, problems: Problems) -> None:
        """Count what is left out in `problems`."""
        self.requests = RowReader(map_.for_requests(), moments, problems)
        self._replies = RowReader(map_.for_replies(), moments, problems)
        self.said = Exchanges(map_, problems).said

    def read(self, said: Said) -> Entry | None:
        """What the message says; None where its role is one that is left out.

        Raises:
            BadField: a field that is needed is not there, or holds something else.
        """
        return (self._replies if said.is_reply else self.requests).read(said.message, said.outer)

    def failure(self, said: Said) -> Failure | None:
        """What a message that `read` leaves out says of calls that failed; None where it says so of none."""
        return self.requests.failure(said.message, said.outer)

    def entries(self, where: Where, row: Any) -> Iterator[Entry]:
        """What the row's messages say, one by one; those that are left out or cannot be read are passed over."""
        with suppress(BadField, RecursionError):
            for said in self.said(where, row):
                with suppress(BadField):
                    entry = self.read(said)
                    if entry is not None:
                        yield entry

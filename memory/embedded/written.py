"""What memories have in common that a model writes at the end of each day.

The rule: what is stored changes at midnight and at no other time. A question in the middle of a day is answered from a
throw-away copy that was brought up to date, which is gone afterwards.
"""

from abc import abstractmethod
from typing import Generic, TypeVar

from memory.backend import MemoryBackend, Setup
from memory.chat import ChatModel
from memory.embedded.daybook import DayBook
from memory.errors import MissingChatModel
from memory.messages import Batch, Forget
from memory.options import check_names
from memory.position import Position

S = TypeVar("S")


class WrittenMemory(MemoryBackend, Generic[S]):
    """A memory that is one thing, rewritten by a model."""

    def __init__(self, setup: Setup, name: str, stored: S) -> None:
        """A memory called `name` that is `stored` at first.

        Raises:
            MissingChatModel: the setup brings no model.
            BadOption: there are options; these memories have none.
        """
        if setup.chat is None:
            raise MissingChatModel(name)
        check_names(setup.options, ())
        self._chat: ChatModel = setup.chat
        self._book = DayBook(setup.zone)
        self._stored = stored
        self._passing: tuple[int, Position, S] | None = None
        """The last throw-away copy, with the version of the book and the instant that it was made for."""

    @abstractmethod
    def rewritten(self, lines: list[str], moment: str) -> S:
        """What the model makes of what is stored, which stays as it is, and of what was said since.

        Raises:
            ChatFailure: it did not do it.
        """
        ...

    def as_of(self, now: Position) -> S:
        """What is stored, brought up to `now` where anything was said since; all questions of one instant see the same.

        Raises:
            ChatFailure: the model did not do it.
        """
        lines = self._book.lines()
        if not lines:
            return self._stored
        if self._passing is None or self._passing[:2] != (self._book.version, now):
            self._passing = (self._book.version, now, self.rewritten(lines, self._book.moment(now)))
        return self._passing[2]

    def ingest(self, batch: Batch) -> None:
        """Only collect."""
        self._book.take(batch)

    def tick(self, now: Position) -> None:
        """Have it rewritten where anything was said; kept as it was where the model fails.

        Raises:
            ChatFailure: the model did not do it.
        """
        lines = self._book.lines()
        if lines:
            self._stored = self.rewritten(lines, self._book.end_of_day(now))
        self._book.close_day()

    def forget(self, request: Forget, now: Position) -> None:
        """Drop it from what is not written down yet; for what is, the model is told the next time."""
        self._book.forget(request, now)

    def close(self) -> None:
        """Remove the day's messages."""
        self._book.close()

"""The memory that is one bounded text: a model rewrites it at the end of each day, from the text and the day's talk.

The rule: the stored text changes at midnight and at no other time. A question in the middle of a day is answered from
a throw-away rewrite, which knows what was said so far that day and is gone afterwards.
"""

from memory.backend import Capabilities, MemoryBackend, Setup
from memory.chat import ChatMessage, ChatModel, ChatRequest
from memory.embedded.daybook import DayBook, chunks, cut_on_line
from memory.errors import ChatFailure, MissingChatModel
from memory.messages import Batch, Forget, Hit
from memory.options import check_names
from memory.position import Position
from memory.prompting import Prompt, read_prompt

MAX_CHARS = 8192
"""A longer text is cut on a line; the prompt asks for 2,000 words (both as published, arXiv 2603.23840)."""


class SummaryMemory(MemoryBackend):
    """Puts the text into the prompt; nothing is searched."""

    capabilities = Capabilities(source_ids=False, verbatim=False, context_only=True)

    def __init__(self, setup: Setup) -> None:
        """An empty text.

        Raises:
            MissingChatModel: the setup brings no model.
            BadOption: there are options; this memory has none.
        """
        if setup.chat is None:
            raise MissingChatModel("summary")
        check_names(setup.options, ())
        self._chat: ChatModel = setup.chat
        self._book = DayBook(setup.zone)
        self._text = ""
        self._passing: tuple[int, Position, str] | None = None
        """The last throw-away text, with the version of the book and the instant that it was made for."""

    def ingest(self, batch: Batch) -> None:
        """Only collect."""
        self._book.take(batch)

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """Always the empty list: everything is in `context`."""
        return []

    def context(self, now: Position) -> str:
        """The text, brought up to `now` where something was said since it was stored.

        Raises:
            ChatFailure: the model did not write it.
        """
        lines = self._book.lines()
        if not lines:
            return self._text
        if self._passing is None or self._passing[:2] != (self._book.version, now):
            text = self._rewritten(lines, self._book.moment(now))
            self._passing = (self._book.version, now, text)
        return self._passing[2]

    def tick(self, now: Position) -> None:
        """Have the text rewritten where anything was said; kept as it was where the model fails.

        Raises:
            ChatFailure: the model did not write it.
        """
        lines = self._book.lines()
        if lines:
            self._text = self._rewritten(lines, self._book.end_of_day(now))
        self._book.close_day()

    def forget(self, request: Forget, now: Position) -> None:
        """Drop it from what is not written down yet; for what is, the model is told at the next rewrite."""
        self._book.forget(request, now)

    def stored_bytes(self) -> int:
        """The size of its database and of the summary."""
        return self._book.n_bytes() + len(self._text.encode("utf-8", "replace"))

    def close(self) -> None:
        """Remove the day's messages."""
        self._book.close()

    def _rewritten(self, lines: list[str], moment: str) -> str:
        text = self._text
        for said in chunks(lines):
            asked = _prompt("summary_day").fill(now=moment, summary=text, said=said)
            messages = (
                ChatMessage(role="system", text=_prompt("summary").text.rstrip("\n")),
                ChatMessage(role="user", text=asked.rstrip("\n")),
            )
            reply = self._chat.complete(ChatRequest(messages=messages), "build")
            text = reply.text.strip()
            if reply.finish == "length" and "\n" in text:
                text = text[: text.rfind("\n")].rstrip()  # the last line is not whole
            if not text:
                raise ChatFailure("the model wrote an empty summary")
            text = cut_on_line(text, MAX_CHARS)
        return text


def summary_prompts() -> list[Prompt]:
    """Every prompt of this memory."""
    return [_prompt("summary"), _prompt("summary_day")]


def _prompt(name: str) -> Prompt:
    return read_prompt("memory", name)

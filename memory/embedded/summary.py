"""The memory that is one bounded text: a model rewrites it at the end of each day, from the text and the day's talk."""

from memory.backend import Capabilities, Setup
from memory.chat import ChatMessage, ChatRequest
from memory.embedded.daybook import chunks, cut_on_line
from memory.embedded.written import WrittenMemory
from memory.errors import ChatFailure
from memory.messages import Hit
from memory.position import Position
from memory.prompting import Prompt, read_prompt

MAX_CHARS = 8192
"""A longer text is cut on a line; the prompt asks for 2,000 words (both as published, arXiv 2603.23840)."""


class SummaryMemory(WrittenMemory[str]):
    """Puts the text into the prompt; nothing is searched."""

    capabilities = Capabilities(source_ids=False, verbatim=False, context_only=True)

    def __init__(self, setup: Setup) -> None:
        """An empty text.

        Raises:
            MissingChatModel: the setup brings no model.
            BadOption: there are options; this memory has none.
        """
        super().__init__(setup, "summary", "")

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """Always the empty list: everything is in `context`."""
        return []

    def context(self, now: Position) -> str:
        """The text, brought up to `now` where something was said since it was stored.

        Raises:
            ChatFailure: the model did not write it.
        """
        return self.as_of(now)

    def stored_bytes(self) -> int:
        """The size of its database and of the summary."""
        return self._book.n_bytes() + len(self._stored.encode("utf-8", "replace"))

    def rewritten(self, lines: list[str], moment: str) -> str:
        """The text that the model writes in place of the stored one, a piece of talk at a time."""
        text = self._stored
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

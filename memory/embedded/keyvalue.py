"""The memory that is a list of entries: a model adds, changes and removes them at the end of each day, with tools."""

from collections.abc import Mapping
from typing import Any

from memory.arguments import is_complete, read_arguments
from memory.backend import Capabilities, Setup
from memory.chat import ChatMessage, ChatRequest, RequestedCall
from memory.embedded.daybook import chunks
from memory.embedded.entries import Entries
from memory.embedded.errors import BadEntry
from memory.embedded.written import WrittenMemory
from memory.errors import ChatFailure, MalformedArguments
from memory.messages import Hit
from memory.position import Position
from memory.prompting import Prompt, read_prompt

MAX_ROUNDS = 12
"""How often the model is asked for one piece of talk; what it did until then stays."""
_SHOWN_ENTRIES = 20
_ADDED, _CHANGED, _REMOVED = "added", "changed", "removed"
_WRITTEN = frozenset({_ADDED, _CHANGED, _REMOVED})


class KeyValueMemory(WrittenMemory[Entries]):
    """Finds entries by their words; an empty query lists all keys."""

    capabilities = Capabilities(source_ids=False, verbatim=False)

    def __init__(self, setup: Setup) -> None:
        """No entries.

        Raises:
            MissingChatModel: the setup brings no model.
            BadOption: there are options; this memory has none.
        """
        super().__init__(setup, "keyvalue", Entries())

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """Up to `limit` entries, best first; all searches of one instant see the same copy.

        Raises:
            ChatFailure: the model did not bring the copy up to date.
        """
        if limit <= 0:
            return []
        return self.as_of(now).hits(query, limit)

    def stored_bytes(self) -> int:
        """The size of its database and of the entries."""
        return self._book.n_bytes() + self._stored.n_bytes()

    def rewritten(self, lines: list[str], moment: str) -> Entries:
        """A copy of the entries on which the model has worked."""
        entries = self._stored.copy()
        for said in chunks(lines):
            asked = _prompt("keyvalue_day").fill(now=moment, n_entries=str(len(entries)), said=said)
            self._work(entries, asked.rstrip("\n"))
        return entries

    def _work(self, entries: Entries, asked: str) -> None:
        messages = [
            ChatMessage(role="system", text=_prompt("keyvalue").text.rstrip("\n")),
            ChatMessage(role="user", text=asked),
        ]
        has_written = False
        for _ in range(MAX_ROUNDS):
            reply = self._chat.complete(ChatRequest(messages=tuple(messages), tools=STORE_TOOLS), "build")
            if reply.finish == "length" and not any(map(is_complete, reply.calls)):
                raise ChatFailure("the model's answer was cut before a call was whole; max_tokens may be too small")
            if not reply.calls:
                if not reply.text.strip() and not has_written:
                    raise ChatFailure("the model's answer was empty before it wrote anything")
                return
            answers = [self._answer(entries, call) for call in reply.calls]
            has_written = has_written or any(answer in _WRITTEN for answer in answers)
            messages.append(ChatMessage(role="assistant", text=reply.text, calls=reply.calls))
            messages.extend(
                ChatMessage(role="tool", text=answer, call_id=call.id)
                for answer, call in zip(answers, reply.calls, strict=True)
            )

    def _answer(self, entries: Entries, call: RequestedCall) -> str:
        """Carry out one call; what is wrong with it is the answer. One of `_WRITTEN` where an entry changed."""
        try:
            arguments = read_arguments(call)
            match call.name:
                case "list_entries":
                    return entries.listing()
                case "search_entries":
                    found = entries.search(_text(arguments, "query"))
                    return "\n".join(entry.line for _, entry in found[:_SHOWN_ENTRIES]) or "nothing found"
                case "set_entry":
                    is_new = entries.set(_text(arguments, "key"), _text(arguments, "value"), self._book.newest_us)
                    return _ADDED if is_new else _CHANGED
                case "remove_entry":
                    entries.remove(_text(arguments, "key"))
                    return _REMOVED
                case _:
                    return f"error: there is no tool {call.name!r}"
        except (MalformedArguments, BadEntry) as exc:
            return f"error: {exc}"


def keyvalue_prompts() -> list[Prompt]:
    """Every prompt of this memory."""
    return [_prompt("keyvalue"), _prompt("keyvalue_day")]


def _text(arguments: Mapping[str, Any], name: str) -> str:
    value = arguments.get(name)
    if not isinstance(value, str):
        raise BadEntry(f"{name!r} must be given as text")
    return value


def _prompt(name: str) -> Prompt:
    return read_prompt("memory", name)


def _tool(name: str, description: str, **texts: str) -> Mapping[str, Any]:
    properties = {text: {"type": "string", "description": what} for text, what in texts.items()}
    parameters = {"type": "object", "properties": properties, "required": list(texts)}
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}


STORE_TOOLS: tuple[Mapping[str, Any], ...] = (
    _tool("list_entries", "Gives the keys of all entries."),
    _tool("search_entries", "Gives the entries that hold these words, best first.", query="The words."),
    _tool("set_entry", "Adds an entry, or changes the one of that key.", key="The key.", value="What to remember."),
    _tool("remove_entry", "Removes an entry.", key="The key of the entry."),
)
"""What the model works on the entries with."""

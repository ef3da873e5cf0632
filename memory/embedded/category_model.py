"""Reading and keeping preferences with a model, by function calls within the bounded schema.

The rule: a category that is not in the schema cannot be written, whatever the model says; what it says wrongly is told
to it once, and after that left out.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from memory.arguments import read_arguments
from memory.chat import ChatMessage, ChatModel, ChatRequest, RequestedCall
from memory.embedded.category_keeping import Decision, Entry, Preference
from memory.embedded.category_schema import Schema
from memory.embedded.errors import BadEntry
from memory.errors import ChatFailure, MalformedArguments
from memory.messages import Message, render_message
from memory.prompting import Prompt, read_prompt

_ROUNDS = 2
"""How often the model is asked: what was wrong is told to it once."""
_APPEND = "- append_preference: it is something else, and both hold side by side."
_SEVERAL = "Several may hold at a time."
_ONE = "Only one holds at a time."


class ModelReader:
    """Reads with one function whose categories are those of the schema."""

    def __init__(self, chat: ChatModel) -> None:
        """Ask `chat`."""
        self._chat = chat

    def read(self, messages: Sequence[Message], schema: Schema) -> list[Preference]:
        """See `memory.embedded.category_reading.Reader`; no request where nobody but the car spoke.

        Raises:
            ChatFailure: the model gave no answer, or twice none that can be read.
        """
        said = [message for message in messages if message.role != "assistant" and message.text.strip()]
        if not said or not schema.details:
            return []
        asked = [
            ChatMessage(role="system", text=_prompt("category_read").fill(categories=_listed(schema)).rstrip("\n")),
            ChatMessage(role="user", text="\n".join(map(_shown, messages))),
        ]
        trouble = ""
        for _ in range(_ROUNDS):
            reply = self._chat.complete(ChatRequest(messages=tuple(asked), tools=(_write_tool(schema),)), "build")
            if not reply.calls:
                trouble = "no call of write_preferences"
                asked += [
                    ChatMessage(role="assistant", text=reply.text),
                    ChatMessage(role="user", text="Please answer with one call of write_preferences."),
                ]
                continue
            try:
                return [one for call in reply.calls for one in _preferences(call, said, schema)]
            except (BadEntry, MalformedArguments) as exc:
                trouble = str(exc)
                answers = (ChatMessage(role="tool", text=f"error: {exc}", call_id=call.id) for call in reply.calls)
                asked += [ChatMessage(role="assistant", text=reply.text, calls=reply.calls), *answers]
        raise ChatFailure(f"the model wrote no preferences that can be read: {trouble}")


class ModelKeeper:
    """Lets the model choose among the maintenance functions; nothing is asked where there is nothing to compare."""

    def __init__(self, chat: ChatModel) -> None:
        """Ask `chat`."""
        self._chat = chat

    def decide(self, existing: Sequence[Entry], new: Preference) -> Decision:
        """See `memory.embedded.category_keeping.Keeper`.

        Raises:
            ChatFailure: the model gave no answer, or twice none that can be carried out.
        """
        if not existing:
            return Decision(action="insert")
        several = new.detail.holds == "several"
        text = _prompt("category_keep").fill(
            append=_APPEND if several else "",
            category=new.detail.name,
            holds=_SEVERAL if several else _ONE,
            existing="\n".join(
                f"{place}. {entry.now.wish} ({entry.now.text})" for place, entry in enumerate(existing, 1)
            ),
            heard=f"{new.wish} ({new.text})",
        )
        asked = [ChatMessage(role="user", text=text.rstrip("\n"))]
        trouble = ""
        tools = (_PASS, _UPDATE, _APPEND_TOOL) if several else (_PASS, _UPDATE)
        for _ in range(_ROUNDS):
            reply = self._chat.complete(ChatRequest(messages=tuple(asked), tools=tools), "build")
            try:
                if len(reply.calls) != 1:
                    raise BadEntry(f"{len(reply.calls)} calls; exactly one is wanted")
                return _decision(reply.calls[0], existing, several=several)
            except (BadEntry, MalformedArguments) as exc:
                trouble = str(exc)
                answers = [ChatMessage(role="tool", text=f"error: {exc}", call_id=call.id) for call in reply.calls]
                asked += [ChatMessage(role="assistant", text=reply.text, calls=reply.calls), *answers]
                if not answers:
                    asked.append(ChatMessage(role="user", text="Please answer with one call."))
        raise ChatFailure(f"the model chose nothing that can be done: {trouble}")


def category_prompts() -> list[Prompt]:
    """Every prompt of the memory `category`."""
    return [_prompt("category_read"), _prompt("category_keep")]


def _preferences(call: RequestedCall, said: Sequence[Message], schema: Schema) -> list[Preference]:
    if call.name != "write_preferences":
        raise BadEntry(f"there is no function {call.name!r}")
    items = read_arguments(call).get("preferences")
    if not isinstance(items, list):
        raise BadEntry("'preferences' must be a list")
    return [_preference(item, said, schema) for item in items]


def _preference(item: object, said: Sequence[Message], schema: Schema) -> Preference:
    if not isinstance(item, dict):
        raise BadEntry("each preference must be an object")
    detail = schema.find(_text(item, "category"))
    if detail is None:
        raise BadEntry(f"there is no category {_text(item, 'category')!r}")
    is_wanted = item.get("wanted", True)
    if not isinstance(is_wanted, bool):
        raise BadEntry("'wanted' must be true or false")
    sentence = _text(item, "sentence")
    source = [message for message in said if sentence in message.text] or list(said)
    return Preference(
        person=source[-1].speaker,
        detail=detail,
        attribute=" ".join(_text(item, "attribute").split()),
        is_wanted=is_wanted,
        message_ids=tuple(message.id for message in source),
        text=" ".join(sentence.split()),
        at_us=source[-1].position.at_us,
    )


def _decision(call: RequestedCall, existing: Sequence[Entry], *, several: bool) -> Decision:
    if call.name == "append_preference" and several:
        return Decision(action="append")
    if call.name not in ("pass_preference", "update_preference"):
        raise BadEntry(f"there is no function {call.name!r} here")
    place = read_arguments(call).get("item", 1)
    if type(place) is not int or not 1 <= place <= len(existing):
        raise BadEntry(f"'item' must be a number from 1 to {len(existing)}")
    return Decision(action="pass" if call.name == "pass_preference" else "update", target=existing[place - 1].number)


def _text(item: Mapping[str, Any], name: str) -> str:
    value = item.get(name)
    if not isinstance(value, str) or not value.strip():
        raise BadEntry(f"{name!r} must be given as text")
    return value.strip()


def _shown(message: Message) -> str:
    return f"(the car) {message.text}" if message.role == "assistant" else render_message(message)


def _listed(schema: Schema) -> str:
    return "\n".join(f"- {d.name} ({d.main}; {d.sub}): {', '.join(d.attributes)}" for d in schema)


def _prompt(name: str) -> Prompt:
    return read_prompt("memory", name)


def _tool(name: str, description: str, properties: Mapping[str, Any]) -> Mapping[str, Any]:
    parameters = {"type": "object", "properties": properties, "required": list(properties)}
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}


def _write_tool(schema: Schema) -> Mapping[str, Any]:
    names = [detail.name for detail in schema]
    item = {
        "type": "object",
        "properties": {
            "category": {"type": "string", "enum": names},
            "attribute": {"type": "string", "description": "What is preferred, in a few words."},
            "wanted": {"type": "boolean", "description": "False where it is to be avoided, or no longer wanted."},
            "sentence": {"type": "string", "description": "The person's own sentence that reveals it."},
        },
        "required": ["category", "attribute", "sentence"],
    }
    return _tool(
        "write_preferences",
        "Writes down lasting preferences of the people in the car; what fits no category is left out.",
        {"preferences": {"type": "array", "items": item}},
    )


_ITEM = {"item": {"type": "integer", "description": "The number of the item in the list."}}
_PASS = _tool("pass_preference", "The list says this already: nothing changes.", _ITEM)
_UPDATE = _tool("update_preference", "What was heard takes the place of this item.", _ITEM)
_APPEND_TOOL = _tool("append_preference", "What was heard is added to the list.", {})

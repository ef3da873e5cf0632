"""Requests and replies as JSON values: what is sent, and what is recorded.

The rule: what is written can always be read. Halves of surrogate pairs, which no JSON can hold, become question marks.
"""

from typing import Any

import orjson

from memory.chat import ChatMessage, ChatReply, ChatRequest, RequestedCall, TokenCount
from memory.messages import writable


def message_to_wire(message: ChatMessage) -> dict[str, Any]:
    """A message in the form of the chat completions interface."""
    wire: dict[str, Any] = {"role": message.role, "content": writable(message.text)}
    match message.role:
        case "assistant" if message.calls:
            wire["tool_calls"] = [
                {
                    "id": writable(call.id),
                    "type": "function",
                    "function": {"name": writable(call.name), "arguments": writable(call.arguments)},
                }
                for call in message.calls
            ]
        case "tool":
            wire["tool_call_id"] = writable(message.call_id)
        case _:
            pass
    return wire


def request_to_wire(request: ChatRequest) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The messages and the tools of a request, in order."""
    return [message_to_wire(message) for message in request.messages], [dict(tool) for tool in request.tools]


def reply_to_json(reply: ChatReply) -> dict[str, Any]:
    """A reply as JSON values, all of it but `taped`."""
    return {
        "text": writable(reply.text),
        "calls": [
            {"id": writable(call.id), "name": writable(call.name), "arguments": writable(call.arguments)}
            for call in reply.calls
        ],
        "tokens": tokens_to_json(reply.tokens),
        "finish": reply.finish,
        "n_attempts": reply.n_attempts,
        "latency_ms": reply.latency_ms,
    }


def tokens_to_json(tokens: TokenCount | None) -> dict[str, int] | None:
    """The fields of a count; None for None."""
    if tokens is None:
        return None
    return {"prompt": tokens.prompt, "completion": tokens.completion, "cached": tokens.cached}


def reply_from_json(value: dict[str, Any]) -> ChatReply:
    """The reply that `reply_to_json` wrote, as one that was taped.

    Raises:
        KeyError, TypeError: it is none.
    """
    tokens = value["tokens"]
    return ChatReply(
        text=value["text"],
        calls=tuple(RequestedCall(**call) for call in value["calls"]),
        tokens=None if tokens is None else TokenCount(**tokens),
        finish=value["finish"],
        n_attempts=value["n_attempts"],
        latency_ms=value["latency_ms"],
        taped=True,
    )


def canonical(value: object) -> bytes:
    """JSON with sorted keys: equal values give equal bytes."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)

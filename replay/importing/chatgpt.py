"""ChatGPT's `conversations.json`: each conversation is a tree of messages, of which one branch was kept.

The rule: only the branch that ends in `current_node` was said in the end; answers that were asked for again and left
are no part of it.
"""

from collections.abc import Iterator
from typing import Any

from replay.importing.problems import Problems, kind_of

_TEXTS = ("text", "multimodal_text")


class _Broken(ValueError):
    """A conversation that is no tree; says why."""


def read_chatgpt(conversations: Iterator[tuple[str, Any]], problems: Problems) -> Iterator[tuple[str, Any]]:
    """A row `time`, `role`, `text`, `conversation`, `id` for each message of the branch, in order.

    What holds no words of anybody (empty roots, hidden notes, code that ran) is left out and counted.
    """
    for where, conversation in conversations:
        if not isinstance(conversation, dict) or not isinstance(conversation.get("mapping"), dict):
            problems.bad(where, "mapping", f"{kind_of(conversation)} without a mapping of messages")
            continue
        name = str(conversation.get("conversation_id") or conversation.get("id") or where)
        try:
            nodes = _branch(conversation)
        except _Broken as exc:
            problems.bad(where, "mapping", str(exc))
            continue
        last = conversation.get("current_node")
        if last and (not isinstance(last, str) or last not in conversation["mapping"]):
            problems.notes["conversations whose current_node is unknown: their last branch was taken"] += 1
        if not nodes:
            problems.notes["conversations without messages"] += 1
        for number, node in enumerate(nodes, start=1):
            row = _row(node, name, problems)
            if row is not None:
                yield f"{where}, message {number}", row


def _branch(conversation: dict[str, Any]) -> list[dict[str, Any]]:
    """From the root to the current node; the last children where no current node is named.

    Raises:
        _Broken: a node that another one names is not there, is no object, or comes again above itself.
    """
    mapping = conversation["mapping"]
    at = conversation.get("current_node")
    if not isinstance(at, str) or at not in mapping:
        at = _last_leaf(mapping)
    branch: list[dict[str, Any]] = []
    seen: set[str] = set()
    while at is not None:
        node = _node(mapping, at, seen)
        branch.append(node)
        at = node.get("parent")
    return branch[::-1]


def _last_leaf(mapping: dict[str, Any]) -> str | None:
    at = next((name for name, node in mapping.items() if isinstance(node, dict) and not node.get("parent")), None)
    seen: set[str] = set()
    while at is not None:
        children = _node(mapping, at, seen).get("children")
        if not isinstance(children, list) or not children:
            break
        at = children[-1]
    return at


def _node(mapping: dict[str, Any], name: object, seen: set[str]) -> dict[str, Any]:
    """The node of this name, which was not `seen` yet and then is."""
    if not isinstance(name, str) or name not in mapping:
        raise _Broken(f"a message names another one, {str(name)[:60]!r}, that the conversation does not have")
    node = mapping[name]
    if not isinstance(node, dict):
        raise _Broken(f"{name[:60]!r} is {kind_of(node)}; an object is wanted")
    if name in seen:
        raise _Broken(f"the message {name[:60]!r} stands above itself")
    seen.add(name)
    return node


def _row(node: dict[str, Any], conversation: str, problems: Problems) -> dict[str, Any] | None:
    message = node.get("message")
    if not isinstance(message, dict):
        return None
    content = message.get("content")
    kind = content.get("content_type") if isinstance(content, dict) else None
    metadata = message.get("metadata")
    if isinstance(metadata, dict) and metadata.get("is_visually_hidden_from_conversation"):
        problems.notes["hidden messages left out"] += 1
        return None
    author = message.get("author")
    role = author.get("role") if isinstance(author, dict) else None
    if role in ("user", "assistant") and kind not in _TEXTS:
        problems.notes[f"messages of the kind {kind} left out"] += 1
        return None
    parts = content.get("parts") if isinstance(content, dict) else None
    if parts in ([], [""]):
        problems.notes["empty messages left out"] += 1
        return None
    return {
        "time": message.get("create_time"),
        "role": role,
        "text": parts,
        "conversation": conversation,
        "id": message.get("id") or node.get("id"),
    }

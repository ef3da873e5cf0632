"""ChatGPT's `conversations.json`: each conversation is a tree of messages, of which one branch was kept.

The rule: only the branch that ends in `current_node` was said in the end; answers that were asked for again and left
are no part of it.
"""

from collections.abc import Iterator
from typing import Any

from replay.importing.problems import Problems, kind_of

_TEXTS = ("text", "multimodal_text")


def read_chatgpt(conversations: Iterator[tuple[str, Any]], problems: Problems) -> Iterator[tuple[str, Any]]:
    """A row `time`, `role`, `text`, `conversation`, `id` for each message of the branch, in order.

    What holds no words of anybody (empty roots, hidden notes, code that ran) is left out and counted.
    """
    for where, conversation in conversations:
        if not isinstance(conversation, dict) or not isinstance(conversation.get("mapping"), dict):
            problems.bad(where, "mapping", f"{kind_of(conversation)} without a mapping of messages")
            continue
        name = str(conversation.get("conversation_id") or conversation.get("id") or where)
        nodes = _branch(conversation)
        if not nodes:
            problems.notes["conversations without messages"] += 1
        for number, node in enumerate(nodes, start=1):
            row = _row(node, name, problems)
            if row is not None:
                yield f"{where}, message {number}", row


def _branch(conversation: dict[str, Any]) -> list[dict[str, Any]]:
    """From the root to the current node; the last children where no current node is named."""
    mapping = conversation["mapping"]
    at = conversation.get("current_node")
    if at not in mapping:
        at = _last_leaf(mapping)
    branch: list[dict[str, Any]] = []
    seen: set[str] = set()
    while isinstance(at, str) and at in mapping and at not in seen:
        seen.add(at)
        node = mapping[at]
        if not isinstance(node, dict):
            break
        branch.append(node)
        at = node.get("parent")
    return branch[::-1]


def _last_leaf(mapping: dict[str, Any]) -> str | None:
    at = next((name for name, node in mapping.items() if isinstance(node, dict) and not node.get("parent")), None)
    seen: set[str] = set()
    while at is not None and at not in seen:
        seen.add(at)
        children = (mapping.get(at) or {}).get("children") or []
        at_next = children[-1] if children else None
        if at_next is None:
            return at
        at = at_next
    return at


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

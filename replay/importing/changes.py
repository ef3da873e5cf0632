"""What a row does to a message: says it, edits one that was said before, or deletes that.

The rule: a log that keeps edits and deletions as rows has them under the id of the message. What was deleted is to be
forgotten from then on; what was edited is forgotten, too, and its new text is a message of the time of the edit.
"""

from collections.abc import Mapping
from typing import Any, Literal, TypeGuard

from replay.importing.fields import MISSING
from replay.importing.nearest import words_of
from replay.importing.problems import BadField, shown

Change = Literal["new", "edit", "delete"]
ChangeMeaning = Literal["new", "edit", "delete", "skip"]

_WORDS: Mapping[Change, frozenset[str]] = {
    "delete": frozenset(
        ("delete", "deleted", "deletion", "remove", "removed", "revoke", "revoked", "unsend", "unsent", "redacted")
    ),
    "edit": frozenset(("edit", "edited", "update", "updated", "modify", "modified", "change", "changed", "replace")),
    "new": frozenset(
        ("message", "new", "create", "created", "send", "sent", "post", "posted", "insert", "add", "added", "said")
    ),
}
"""By the words of a value, the first that fits: `message_changed` is an edit."""
UNKNOWN = "rows that edit or delete a message which the log does not have before them"


def change_of(value: Any, meanings: Mapping[str, ChangeMeaning]) -> ChangeMeaning:
    """What a value of the column means, by the map and else by its words; nothing in it is a message.

    Raises:
        BadField: neither says it.
    """
    if value in (MISSING, None, ""):
        return meanings.get("", "new")
    if isinstance(value, str):
        if value in meanings:
            return meanings[value]
        words = set(words_of(value))
        for change, known in _WORDS.items():
            if not words.isdisjoint(known):
                return change
    raise BadField("change", f"{shown(value)} is no message, edit or deletion; [changes] may say what it is")


def are_changes(values: list[Any]) -> bool:
    """Whether all of the values have words of changes, and some those of edits or deletions."""
    known = [_usual(value) for value in values]
    return None not in known and not {"edit", "delete"}.isdisjoint(known)


def is_change(meaning: str) -> TypeGuard[Change]:
    """Whether it does something to a message that was said before."""
    return meaning in ("edit", "delete")


def _usual(value: Any) -> str | None:
    try:
        return change_of(value, {}) if isinstance(value, str) else None
    except BadField:
        return None

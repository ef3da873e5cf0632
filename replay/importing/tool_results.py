"""What a tool answered to a call, where that says that the call failed.

The rule: only a result's own sign counts (`is_error`, an `error` in its JSON, `success` that is false, a status such as
`failed`, a text that begins with `Error:`); what else stands in it does not matter.
"""

from typing import Any

from replay.importing.fields import unpacked

ROLES = frozenset(("tool", "function"))
_IDS = ("tool_call_id", "tool_use_id", "call_id")
_ERRORS = ("error", "errors", "is_error", "isError")
_SIGNS = ("success", "ok")
_FAILED = frozenset(("error", "failed", "failure", "rejected", "refused"))


def failed_calls(message: Any, content: Any, *, is_result: bool) -> frozenset[str] | None:
    """The ids of the calls that the message says failed, as far as it names them; None where it says so of none.

    `content` is what the message says; `is_result` tells that its role is a tool's, else its parts may be results.
    """
    parts = [part for part in content if isinstance(part, dict)] if isinstance(content, list) else []
    results = [part for part in parts if part.get("type") == "tool_result"]
    failed = [part for part in results if _says_so(part) or _is_error(part.get("content"))]
    if is_result and not results and isinstance(message, dict) and (_says_so(message) or _is_error(content)):
        failed = [message]
    if not failed:
        return None
    ids = (next((one[name] for name in _IDS if isinstance(one.get(name), str)), "") for one in failed)
    return frozenset(filter(None, ids))


def _is_error(content: Any) -> bool:
    if isinstance(content, list):
        return any(_is_error(part.get("text")) for part in content if isinstance(part, dict))
    if not isinstance(content, str):
        return isinstance(content, dict) and _says_so(content)
    found = unpacked(content)
    return _says_so(found) if isinstance(found, dict) else content.lstrip()[:6].casefold() == "error:"


def _says_so(found: dict[str, Any]) -> bool:
    status = found.get("status")
    return (
        any(found.get(name) not in (None, False, "", [], {}) for name in _ERRORS)
        or any(found.get(name) is False for name in _SIGNS)
        or (isinstance(status, str) and status.casefold() in _FAILED)
    )

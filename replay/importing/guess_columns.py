"""Which fields of a log are what, told from its first rows.

The rule: values decide and names help. A column of times has times in nearly all its rows; a column of roles has
nothing but roles; a reply has a form of replies; of what is left the longest text is what was said.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from replay.importing.fields import MISSING, getter
from replay.importing.guess_fields import HINTS, Column, all_columns, all_paths, is_messages, is_object, items_of
from replay.importing.mapping import USUAL_ROLES
from replay.importing.moments import guess_time_format, parser_of, read_zone
from replay.importing.problems import BadField
from replay.importing.replies import is_reply
from replay.times import UnreadableTime

_MOST_ROLES = 8
_NEARLY_ALL = 0.9
_WIDEST = 60


def propose_columns(rows: list[Any]) -> dict[str, str]:
    """The columns of a map, with the path of each; what no field seems to be is left out."""
    found: dict[str, str] = {}
    outer = all_columns(rows)
    inner = outer
    lists = _lists_of(outer)
    is_chat = lists is not None or any(isinstance(row, list) for row in rows)
    if is_chat:
        lists = lists or "messages"
        found["messages"] = lists
        inner = all_columns([item for row in rows for item in items_of(row, lists)])
    taken: set[str] = {found.get("messages", "")}
    reply = _reply_of(rows, outer, is_chat=is_chat)
    if reply:
        found["reply"] = reply
        outer = {path: column for path, column in outer.items() if not _is_at_or_below(path, reply)}
        inner = inner if is_chat else outer
    for field, where in (("time", inner), ("role", inner), ("zone", outer), ("tool_calls", inner), ("text", inner)):
        places = [where, outer] if field == "time" and is_chat else [where]
        for place in places:
            best = _best(field, [column for path, column in place.items() if path not in taken])
            if best is not None:
                found[field] = best.path
                taken.add(best.path)
                break
    for field, where in (("occurred_at", inner), ("conversation", outer), ("speaker", inner), ("id", inner)):
        best = _best(field, [column for path, column in where.items() if path not in taken])
        if best is not None:
            found[field] = best.path
            taken.add(best.path)
    if is_chat and reply and "tool_calls" not in found:
        calls = _best("outer_calls", [column for path, column in outer.items() if path not in taken])
        found |= {} if calls is None else {"tool_calls": calls.path}
    if is_chat and "speaker" not in found:
        asker = _best("asker", [column for path, column in outer.items() if path not in taken])
        found |= {} if asker is None else {"speaker": asker.path}
    return found


def _lists_of(outer: Mapping[str, Column]) -> str | None:
    """Where the lists of messages stand: under a name of such, or the first; replies only if there are no others."""
    places = [path for path, column in outer.items() if any(map(is_messages, column.values))]
    return max(places, key=lambda path: _of_requests(path, outer), default=None)


def _of_requests(path: str, outer: Mapping[str, Column]) -> int:
    column = outer[path]
    return column.hint("messages") - any(word in path.casefold() for word in HINTS["reply"])


def _is_at_or_below(path: str, above: str) -> bool:
    return path == above or path.startswith(f"{above}.")


def _reply_of(rows: list[Any], outer: Mapping[str, Column], *, is_chat: bool) -> str:
    """Where the replies stand: in one of their forms, the nearest to the top; or as text of such a name; or nowhere.

    Text counts beside lists of messages, and beside a column that is called after a question.
    """
    paths = {path: None for row in rows if isinstance(row, dict) for path in all_paths(row, "", 1)}
    for path in sorted(paths, key=lambda path: path.count(".")):
        values = [value for value in map(getter(path), filter(is_object, rows)) if value not in (MISSING, None, "", [])]
        n_replies = sum(map(is_reply, values))
        is_list = any(map(is_messages, values)) and not Column(path, [], 1).hint("reply")
        if values and n_replies >= _NEARLY_ALL * len(values) and not is_list:
            return path
    asks = is_chat or any(column.texts and column.hint("prompt") for column in outer.values())
    texts = [column for column in outer.values() if column.texts and len(column.texts) == len(column.values)]
    best = max(texts, key=lambda column: column.hint("reply"), default=None)
    return best.path if best is not None and asks and best.hint("reply") else ""


def _best(field: str, columns: Sequence[Column]) -> Column | None:
    """The column that is likeliest what `field` means; None where none could be. Ties: the first."""
    scored = [(_score(field, column), column) for column in columns]
    best = max(scored, key=lambda pair: pair[0], default=(0.0, None))
    return best[1] if best[0] > 0 else None


def _score(field: str, column: Column) -> float:
    hint, texts = column.hint(field), column.texts
    if not column.values:
        return 0.0
    match field:
        case "time":
            fits = _is_time(column.values) and column.share >= _NEARLY_ALL
            numbers_need_a_name = bool(texts) or hint > 0
            later = any(word in column.path.casefold() for word in ("update", "edit", "modif", "occur", "happen"))
            return (1.0 + hint - 2 * later) if fits and numbers_need_a_name else 0.0
        case "occurred_at":
            return float(hint) if hint and _is_time(column.values) else 0.0
        case "zone":
            return 1.0 + hint if texts and hint and all(map(_is_zone, set(texts))) else 0.0
        case "role":
            kinds = {text.strip().casefold() for text in texts}
            known = kinds <= USUAL_ROLES.keys() and len(texts) == len(column.values) and len(kinds) <= _MOST_ROLES
            return 1.0 + hint if known and column.share >= _NEARLY_ALL else 0.0
        case "tool_calls":
            lists = sum(isinstance(value, list | dict) for value in column.values)
            return hint + lists / len(column.values) if hint else 0.0
        case "outer_calls":
            return float(hint) if hint and all(isinstance(value, list) for value in column.values) else 0.0
        case "text":
            if len(texts) < len(column.values) / 2:
                parts = all(isinstance(value, list | str) for value in column.values)
                return float(hint + (column.path == "parts")) if parts else 0.0
            hint += column.hint("prompt")
            mean = sum(map(len, texts)) / len(texts)
            spaced = sum(" " in text.strip() or len(text) > _WIDEST for text in texts) / len(texts)
            return min(mean, 200) / 200 + spaced + 2 * hint
        case "conversation":
            return float(hint) if hint and _is_plain(column.values) else 0.0
        case "speaker" | "asker":
            short = texts and sum(map(len, texts)) / len(texts) < _WIDEST
            return float(hint) if hint and short and len(texts) == len(column.values) else 0.0
        case "id":
            if not hint or not _is_plain(column.values):
                return 0.0
            unique = len({str(value) for value in column.values}) == len(column.values) and column.share == 1.0
            return float(hint) if unique else 0.0
        case _:
            return 0.0


def _is_time(values: Sequence[Any]) -> bool:
    try:
        parse = parser_of(guess_time_format(values[0], ""))
    except BadField:
        return False
    n_read = 0
    for value in values:
        try:
            parse(value)
        except (UnreadableTime, ValueError, OverflowError, TypeError):
            continue
        n_read += 1
    return n_read >= _NEARLY_ALL * len(values)


def _is_zone(name: str) -> bool:
    try:
        read_zone(name)
    except BadField:
        return False
    return True


def _is_plain(values: Sequence[Any]) -> bool:
    return all(isinstance(value, str | int) and not isinstance(value, bool) for value in values)

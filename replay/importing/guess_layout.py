"""Where the first rows of a log have their messages: in themselves, in lists that they hold, or beside a reply."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from replay.importing.fields import MISSING, getter
from replay.importing.guess_fields import (
    HINTS,
    Column,
    all_columns,
    all_paths,
    is_calls,
    is_messages,
    is_object,
    items_of,
    lists_below,
    rows_of_lists,
)
from replay.importing.guess_scores import best_column, wordiness
from replay.importing.guess_times import NEARLY_ALL
from replay.importing.nested_lists import is_long
from replay.importing.replies import SIGNS, is_reply

_SAID = 0.4
"""Texts that are less like what people say are names and labels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Where a log has its fields: in its rows, and in the messages of which these hold lists."""

    rows: list[Any]
    items: Sequence[Any]
    """The messages; the rows, where these hold no lists of any."""
    everything: Mapping[str, Column]
    """All fields of the rows."""
    outer: Mapping[str, Column]
    """Those that are no part of a reply."""
    inner: Mapping[str, Column]
    """The fields of the messages."""
    lists: str
    """Where the lists of messages stand; empty where rows hold none."""
    reply: str
    """Where the replies to them stand; empty where they do not."""


def layout_of(rows: list[Any], given: Mapping[str, str]) -> Layout:
    """The layout that the rows have; what is `given` is so."""
    outer = all_columns(rows)
    lists = given.get("messages") or _lists_of(outer) or _lists_within(rows, outer)
    if lists and is_long(lists):
        rows = rows_of_lists(rows, lists)
        outer = all_columns(rows)
    everything = inner = outer
    items: Sequence[Any] = rows
    is_chat = lists is not None or any(isinstance(row, list) for row in rows)
    if is_chat:
        lists = lists or "messages"
        items = [item for row in rows for item in items_of(row, lists)]
        inner = all_columns(items)
    reply = given.get("reply") or _reply_of(rows, outer, lists, is_chat=is_chat)
    if reply:
        outer = {path: column for path, column in outer.items() if not is_at_or_below(path, reply)}
        inner = inner if is_chat else outer
    return Layout(
        rows=rows, items=items, everything=everything, outer=outer, inner=inner, lists=lists or "", reply=reply
    )


def is_at_or_below(path: str, above: str) -> bool:
    """Whether one path is the other, or leads on from it."""
    return path == above or path.startswith(f"{above}.")


def _lists_of(outer: Mapping[str, Column]) -> str | None:
    """Where the lists of messages stand: under a name of such, or the first; replies only if there are no others."""
    places = [path for path, column in outer.items() if any(map(is_messages, column.values))]
    return max(places, key=lambda path: _of_requests(path, outer), default=None)


def _lists_within(rows: Sequence[Any], outer: Mapping[str, Column]) -> str | None:
    """Where lists of things stand, in lists of others, too, that have a time and are said; None where rows have both.

    Of several the one with the most in it; ties: the first.
    """
    columns = list(outer.values())
    time, text = best_column("time", columns), best_column("text", columns)
    if time is not None and text is not None and (not text.texts or wordiness(text.texts) >= _SAID):
        return None
    best, n_best = None, 0
    for path, items in lists_below(rows):
        inside = list(all_columns(items).values())
        said = best_column("text", inside)
        is_named = Column(path, [], 1).hint("messages") > 0
        is_timed = best_column("time", inside) is not None or (time is not None and is_named)
        if said is not None and is_timed and not all(map(is_calls, items)) and len(items) > n_best:
            best, n_best = path, len(items)
    return best


def _of_requests(path: str, outer: Mapping[str, Column]) -> int:
    column = outer[path]
    return column.hint("messages") - any(word in path.casefold() for word in HINTS["reply"])


def _reply_of(rows: list[Any], outer: Mapping[str, Column], lists: str | None, *, is_chat: bool) -> str:
    """Where the replies stand: in one of their forms, the nearest to the top; or as text of such a name; or nowhere.

    Text counts beside lists of messages, and beside a column that is called after a question.
    """
    paths = {path: None for row in rows if isinstance(row, dict) for path in all_paths(row, "", 1)}
    for path in sorted(filter(lambda path: path != lists, paths), key=lambda path: path.count(".")):
        values = [value for value in map(getter(path), filter(is_object, rows)) if value not in (MISSING, None, "", [])]
        is_named = is_chat or Column(path, [], 1).hint("reply") > 0
        n_replies = sum(is_reply(value) and (is_named or _is_signed(value)) for value in values)
        is_list = any(map(is_messages, values)) and not Column(path, [], 1).hint("reply")
        if values and n_replies >= NEARLY_ALL * len(values) and not is_list:
            return path
    asks = is_chat or any(column.texts and column.hint("prompt") for column in outer.values())
    texts = [column for column in outer.values() if column.texts and len(column.texts) == len(column.values)]
    best = max(texts, key=lambda column: column.hint("reply"), default=None)
    return best.path if best is not None and asks and best.hint("reply") else ""


def _is_signed(value: Any) -> bool:
    """Whether it has more of a reply than some text below a usual name: a message may have that, too."""
    return not isinstance(value, dict) or not SIGNS.isdisjoint(value)

"""Which fields of a log are what, told from its first rows.

The rule: values decide and names help. A column of times has times in nearly all its rows; a column of roles has
nothing but roles; a reply has a form of replies; of what is left the longest text is what was said.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from replay.importing.changes import are_changes
from replay.importing.date_patterns import Told
from replay.importing.fields import MISSING, getter, unpacked
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
from replay.importing.guess_people import ids_of_names, look_like_names, propose_people
from replay.importing.guess_scores import SAID, best_column, wordiness
from replay.importing.guess_sides import Sides, meanings_of, role_among, sides_by_words, sides_in
from replay.importing.guess_times import (
    NEARLY_ALL,
    named_format,
    propose_day_and_hour,
    stands_at_midnight,
    told_of,
)
from replay.importing.mapping import USUAL_ROLES
from replay.importing.nested_lists import is_long
from replay.importing.replies import SIGNS, is_reply

_SOME = 0.5
"""Times that fewer messages of lists have than this are something else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Which fields are what, as far as the rows tell it."""

    columns: dict[str, str]
    """The columns of a map, with the path of each; what no field seems to be is left out."""
    unused: tuple[Column, ...]
    """The fields with something in them that no column of the map is."""
    told: Told | None = None
    """How the times are written, where that is no format with a name."""
    roles: Sides | None = None
    """The column of roles, where its values are no usual ones and the rows tell what they mean."""
    assistant: str = ""
    """The speaker who is the assistant, where no column has roles and the rows tell it."""


def propose_columns(rows: list[Any], given: Mapping[str, str]) -> Proposal:
    """What the fields of the first rows are; what is `given` is so."""
    found: dict[str, str] = {}
    outer = everything = all_columns(rows)
    lists = given.get("messages") or _lists_of(outer) or _lists_within(rows, outer)
    if lists and is_long(lists):
        rows = rows_of_lists(rows, lists)
        outer = everything = all_columns(rows)
    inner = outer
    is_chat = lists is not None or any(isinstance(row, list) for row in rows)
    items: Sequence[Any] = rows
    if is_chat:
        lists = lists or "messages"
        found["messages"] = lists
        items = [item for row in rows for item in items_of(row, lists)]
        inner = all_columns(items)
    taken: set[str] = {*given.values(), found.get("messages", "")}
    reply = given.get("reply") or _reply_of(rows, outer, lists, is_chat=is_chat)
    if reply:
        found["reply"] = reply
        outer = {path: column for path, column in outer.items() if not _is_at_or_below(path, reply)}
        inner = inner if is_chat else outer
    for field, path in _times(given, taken, (items, inner), (rows, outer), (rows, everything)).items():
        found[field] = path
        taken.add(path)
    if is_chat and not {"time", "date", "row_time"} & given.keys():
        found |= _times_in_lists(found, inner, everything)
        taken.update(found[field] for field in ("time", "row_time") if field in found)
    for field, places in (
        ("role", (inner,)),
        ("zone", (outer,)),
        ("tool_calls", (inner,)),
        ("text", (inner,)),
        ("occurred_at", (inner,)),
        ("conversation", (outer,)),
    ):
        for place in places if field not in given else ():
            best = best_column(field, [column for path, column in place.items() if path not in taken])
            if best is not None:
                found[field] = best.path
                taken.add(best.path)
                break
    found |= given
    if "tool_calls" not in found:
        calls = _calls_of(items, taken)
        found |= {"tool_calls": calls} if calls else {}
        taken.add(calls)
    left = [column for path, column in inner.items() if path not in taken or path == found.get("speaker")]
    sides = [] if "role" in found else sides_in(items, left, found.get("tool_calls", ""))
    roles = role_among(sides, inner) or (None if sides or "role" in found else sides_by_words(left))
    if roles is not None:
        found["role"] = roles.path
        taken.add(roles.path)
    if not {"speaker", "person"} & given.keys():
        left = [column for path, column in inner.items() if path not in taken]
        people = propose_people(items, left, found.get("role", ""), meanings_of(roles))
        names = [one.path for one in sides if one != roles and look_like_names(inner[one.path])]
        found |= people or dict(zip(("speaker",), names, strict=False))
        if "speaker" in found and "person" not in found:
            person = ids_of_names(items, found["speaker"], [one for one in left if one.path != found["speaker"]])
            found |= {"person": person} if person else {}
        taken.update(found[field] for field in ("speaker", "person") if field in found)
    named = [one.assistant for one in sides if "role" not in found and one.path == found.get("speaker")]
    if "id" not in given:
        label = best_column("id", [column for path, column in inner.items() if path not in taken])
        found |= {} if label is None else {"id": label.path}
    if not {"change", "id"} & found.keys():
        found |= _changes_of([column for path, column in inner.items() if path not in taken])
    if is_chat and reply and "tool_calls" not in found:
        beside = best_column("outer_calls", [column for path, column in outer.items() if path not in taken])
        found |= {} if beside is None else {"tool_calls": beside.path}
    if is_chat and not {"speaker", "person"} & found.keys():
        asker = best_column("asker", [column for path, column in outer.items() if path not in taken])
        found |= {} if asker is None else {"speaker": asker.path}
    if found.get("occurred_at") not in (None, given.get("occurred_at")) and not _alike(found, everything, inner):
        del found["occurred_at"]
    used = set(found.values())
    unused = [
        column
        for place in ((outer, inner) if is_chat else (outer,))
        for path, column in place.items()
        if column.values and not any(_is_at_or_below(path, name) or _is_at_or_below(name, path) for name in used)
    ]
    of_times = items if found.get("time") in inner else rows
    return Proposal(
        columns=found,
        unused=tuple(unused),
        told=told_of(found, of_times, inner, everything),
        roles=roles,
        assistant=next(iter(named), ""),
    )


def _times(
    given: Mapping[str, str], taken: set[str], *places: tuple[Sequence[Any], Mapping[str, Column]]
) -> dict[str, str]:
    """The column `time`, with `date` where the days stand apart; of several places, rows and columns, the first."""
    free = [
        (rows, {path: column for path, column in columns.items() if path not in taken - _of_times(given)})
        for rows, columns in places
    ]
    best: Column | None = None
    if not {"time", "date"} & given.keys():
        best = next((one for _, columns in free if (one := best_column("time", list(columns.values())))), None)
    if best is None or stands_at_midnight(best):
        apart = (propose_day_and_hour(rows, columns, given) for rows, columns in free)
        found = next(filter(None, apart), {})
        if found:
            return found
    return {} if best is None else {"time": best.path}


def _changes_of(columns: Sequence[Column]) -> dict[str, str]:
    """The columns `change` and `id` of a log in which rows edit or delete messages; empty where none do."""
    change = next((column for column in columns if column.share == 1.0 and are_changes(column.values)), None)
    if change is None:
        return {}
    repeated = [
        Column(column.path, list(dict.fromkeys(column.values)), len(dict.fromkeys(column.values)))
        for column in columns
        if column.share == 1.0 and all(isinstance(value, str | int) for value in column.values)
    ]
    label = best_column("id", [column for column in repeated if column.n_rows < change.n_rows])
    return {} if label is None else {"id": label.path, "change": change.path}


def _times_in_lists(
    found: Mapping[str, str], inner: Mapping[str, Column], outer: Mapping[str, Column]
) -> dict[str, str]:
    """The columns `time` and `row_time`, where some messages of lists have a time and the others have their row's."""
    if "date" in found or "time" not in found:
        return {}
    in_lists = [
        Column(path, column.values, len(column.values)) for path, column in inner.items() if column.share >= _SOME
    ]
    own, of_row = best_column("time", in_lists), best_column("time", list(outer.values()))
    if own is None or of_row is None or own.path == of_row.path or inner[own.path].share == 1.0:
        return {}
    if named_format(own.values) is None or named_format(own.values) != named_format(of_row.values):
        return {}  # a map has one format for both
    return {"time": own.path, "row_time": of_row.path}


def _of_times(given: Mapping[str, str]) -> set[str]:
    return {given[field] for field in ("time", "date") if field in given}


def _alike(found: Mapping[str, str], *places: Mapping[str, Column]) -> bool:
    """Whether the instants that rows are about are written as their times are: a map has one format for both."""
    written = [
        named_format(place[path].values)
        for path in (found.get("time", ""), found["occurred_at"])
        for place in places
        if path in place and place[path].values
    ]
    return len(set(written)) <= 1


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
    if time is not None and text is not None and (not text.texts or wordiness(text.texts) >= SAID):
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


def _is_at_or_below(path: str, above: str) -> bool:
    return path == above or path.startswith(f"{above}.")


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
        if any(map(_is_of_a_person, values)):
            continue
        if values and n_replies >= NEARLY_ALL * len(values) and not is_list:
            return path
    asks = is_chat or any(column.texts and column.hint("prompt") for column in outer.values())
    texts = [column for column in outer.values() if column.texts and len(column.texts) == len(column.values)]
    best = max(texts, key=lambda column: column.hint("reply"), default=None)
    return best.path if best is not None and asks and best.hint("reply") else ""


def _calls_of(rows: Sequence[Any], taken: set[str]) -> str:
    """Where calls stand under a name that tells nothing: everything there has the form of calls; or nowhere."""
    paths = {path: None for row in rows if isinstance(row, dict) for path in all_paths(row, "", 1)}
    for path in sorted(paths, key=lambda path: path.count(".")):
        if any(_is_at_or_below(path, name) or _is_at_or_below(name, path) for name in taken if name):
            continue
        values = [value for value in map(getter(path), filter(is_object, rows)) if value not in (MISSING, None, "")]
        if any(map(is_calls, values)) and all(is_calls(value) or value in ([], "[]", {}, "{}") for value in values):
            return path
    return ""


def _is_of_a_person(value: Any) -> bool:
    """Whether it is a message of a person: then what stands there are the messages, of both sides, and no replies."""
    found = unpacked(value) if isinstance(value, str) else value
    role = found.get("role") if isinstance(found, dict) else None
    return isinstance(role, str) and USUAL_ROLES.get(role.strip().casefold()) == "user"


def _is_signed(value: Any) -> bool:
    """Whether it has more of a reply than some text below a usual name: a message may have that, too."""
    return not isinstance(value, dict) or not SIGNS.isdisjoint(value)

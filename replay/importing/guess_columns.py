"""Which fields of a log are what, told from its first rows.

The rule: values decide and names help. A column of times has times in nearly all its rows; a column of roles has
nothing but roles; a reply has a form of replies; of what is left the longest text is what was said.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from replay.importing.changes import are_changes
from replay.importing.date_patterns import Told
from replay.importing.fields import MISSING, getter
from replay.importing.guess_fields import Column, all_paths, is_calls, is_object
from replay.importing.guess_layout import Layout, is_at_or_below, layout_of
from replay.importing.guess_people import ids_of_names, look_like_names, propose_people
from replay.importing.guess_scores import best_column
from replay.importing.guess_sides import Sides, meanings_of, role_among, sides_by_words, sides_in
from replay.importing.guess_times import named_format, propose_day_and_hour, stands_at_midnight, told_of

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


class _Telling:
    """The columns that are told so far; a field that is `taken` is no other column as well."""

    def __init__(self, given: Mapping[str, str], layout: Layout) -> None:
        of_layout = {"messages": layout.lists, "reply": layout.reply}
        self.columns = {name: path for name, path in of_layout.items() if path}
        self.taken = {*given.values(), layout.lists}

    def take(self, field: str, path: str) -> None:
        self.columns[field] = path
        self.taken.add(path)

    def free(self, place: Mapping[str, Column]) -> list[Column]:
        return [column for path, column in place.items() if path not in self.taken]

    def best(self, hint: str, place: Mapping[str, Column]) -> str:
        """The free field that is most like what a column of that name holds; empty where none is."""
        best = best_column(hint, self.free(place))
        return "" if best is None else best.path


def propose_columns(rows: list[Any], given: Mapping[str, str]) -> Proposal:
    """What the fields of the first rows are; what is `given` is so."""
    layout = layout_of(rows, given)
    told = _Telling(given, layout)
    _tell_fields(told, layout, given)
    roles, assistant = _tell_sides(told, layout, given)
    _tell_what_stands_beside(told, layout, given)
    columns = told.columns
    of_times = layout.items if columns.get("time") in layout.inner else layout.rows
    return Proposal(
        columns=columns,
        unused=_unused(columns, layout),
        told=told_of(columns, of_times, layout.inner, layout.everything),
        roles=roles,
        assistant=assistant,
    )


def _tell_fields(told: _Telling, layout: Layout, given: Mapping[str, str]) -> None:
    """The columns of which each field tells by itself whether it is one."""
    inner, outer = layout.inner, layout.outer
    places = (layout.items, inner), (layout.rows, outer), (layout.rows, layout.everything)
    for field, path in _times(given, told.taken, *places).items():
        told.take(field, path)
    if layout.lists and not {"time", "date", "row_time"} & given.keys():
        for field, path in _times_in_lists(told.columns, inner, layout.everything).items():
            told.take(field, path)
    for field, place in (
        ("role", inner),
        ("zone", outer),
        ("tool_calls", inner),
        ("text", inner),
        ("occurred_at", inner),
        ("conversation", outer),
    ):
        if field not in given and (path := told.best(field, place)):
            told.take(field, path)
    told.columns |= given
    if "tool_calls" not in told.columns and (path := _calls_of(layout.items, told.taken)):
        told.take("tool_calls", path)


def _tell_sides(told: _Telling, layout: Layout, given: Mapping[str, str]) -> tuple[Sides | None, str]:
    """Who speaks, and for whom; returns roles whose words the rows explain, and which speaker is the assistant."""
    columns, items, inner = told.columns, layout.items, layout.inner
    left = [column for path, column in inner.items() if path not in told.taken or path == columns.get("speaker")]
    sides = [] if "role" in columns else sides_in(items, left, columns.get("tool_calls", ""))
    roles = role_among(sides, inner) or (None if sides or "role" in columns else sides_by_words(left))
    if roles is not None:
        told.take("role", roles.path)
    if not {"speaker", "person"} & given.keys():
        free = told.free(inner)
        people = propose_people(items, free, columns.get("role", ""), meanings_of(roles))
        names = [one.path for one in sides if one != roles and look_like_names(inner[one.path])]
        for field, path in (people or dict(zip(("speaker",), names, strict=False))).items():
            told.take(field, path)
        if "speaker" in columns and "person" not in columns:
            others = [one for one in free if one.path != columns["speaker"]]
            if person := ids_of_names(items, columns["speaker"], others):
                told.take("person", person)
    named = [one.assistant for one in sides if "role" not in columns and one.path == columns.get("speaker")]
    return roles, next(iter(named), "")


def _tell_what_stands_beside(told: _Telling, layout: Layout, given: Mapping[str, str]) -> None:
    """The columns that are told once the others are: ids, and what rows with lists say of all their messages."""
    columns, inner, outer = told.columns, layout.inner, layout.outer
    if "id" not in given and (path := told.best("id", inner)):
        columns["id"] = path
    if not {"change", "id"} & columns.keys():
        columns |= _changes_of(told.free(inner))
    if layout.lists and layout.reply and "tool_calls" not in columns and (path := told.best("outer_calls", outer)):
        columns["tool_calls"] = path
    if layout.lists and not {"speaker", "person"} & columns.keys() and (path := told.best("asker", outer)):
        columns["speaker"] = path
    about = columns.get("occurred_at")
    if about not in (None, given.get("occurred_at")) and not _alike(columns, layout.everything, inner):
        del columns["occurred_at"]


def _unused(columns: Mapping[str, str], layout: Layout) -> tuple[Column, ...]:
    """The fields with something in them that no column is, nor holds, nor is a part of."""
    used = set(columns.values())
    return tuple(
        column
        for place in ((layout.outer, layout.inner) if layout.lists else (layout.outer,))
        for path, column in place.items()
        if column.values and not any(is_at_or_below(path, name) or is_at_or_below(name, path) for name in used)
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
    """The columns `change` and `id` of a log in which rows edit or delete messages; empty where none do.

    A row with nothing in the column `change` says a message, as it does in the import.
    """
    change = next((column for column in columns if are_changes(column.values)), None)
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


def _calls_of(rows: Sequence[Any], taken: set[str]) -> str:
    """Where calls stand under a name that tells nothing: everything there has the form of calls; or nowhere."""
    paths = {path: None for row in rows if isinstance(row, dict) for path in all_paths(row, "", 1)}
    for path in sorted(paths, key=lambda path: path.count(".")):
        if any(is_at_or_below(path, name) or is_at_or_below(name, path) for name in taken if name):
            continue
        values = [value for value in map(getter(path), filter(is_object, rows)) if value not in (MISSING, None, "")]
        if any(map(is_calls, values)) and all(is_calls(value) or value in ([], "[]", {}, "{}") for value in values):
            return path
    return ""

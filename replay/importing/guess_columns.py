"""Which fields of a log are what, told from its first rows.

The rule: values decide and names help. A column of times has times in nearly all its rows; a column of roles has
nothing but roles; a reply has a form of replies; of what is left the longest text is what was said.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

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
from replay.importing.guess_people import is_name_of_a_person, look_like_names, propose_people
from replay.importing.guess_sides import Sides, meanings_of, role_among, sides_in
from replay.importing.guess_times import (
    NEARLY_ALL,
    can_be_told,
    is_time,
    named_format,
    propose_day_and_hour,
    stands_at_midnight,
    told_of,
)
from replay.importing.mapping import USUAL_ROLES
from replay.importing.moments import read_zone
from replay.importing.name_forms import WIDE
from replay.importing.nested_lists import is_long
from replay.importing.problems import BadField
from replay.importing.replies import SIGNS, is_reply
from replay.importing.tool_calls import ToolTable

_MOST_ROLES = 8
_LONGEST_NAME = 60
_SAID = 0.4
"""Texts that are less like what people say are names and labels."""
_LONGEST_TEXT = 200
"""Texts are no likelier to be what was said for being longer."""


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
    for field, places in (
        ("role", (inner,)),
        ("zone", (outer,)),
        ("tool_calls", (inner,)),
        ("text", (inner,)),
        ("occurred_at", (inner,)),
        ("conversation", (outer,)),
    ):
        for place in places if field not in given else ():
            best = _best(field, [column for path, column in place.items() if path not in taken])
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
    roles = role_among(sides, inner)
    if roles is not None:
        found["role"] = roles.path
        taken.add(roles.path)
    if not {"speaker", "person"} & given.keys():
        left = [column for path, column in inner.items() if path not in taken]
        people = propose_people(items, left, found.get("role", ""), meanings_of(roles))
        names = [one.path for one in sides if one != roles and look_like_names(inner[one.path])]
        found |= people or dict(zip(("speaker",), names, strict=False))
        taken.update(found[field] for field in ("speaker", "person") if field in found)
    named = [one.assistant for one in sides if "role" not in found and one.path == found.get("speaker")]
    if "id" not in given:
        label = _best("id", [column for path, column in inner.items() if path not in taken])
        found |= {} if label is None else {"id": label.path}
    if is_chat and reply and "tool_calls" not in found:
        beside = _best("outer_calls", [column for path, column in outer.items() if path not in taken])
        found |= {} if beside is None else {"tool_calls": beside.path}
    if is_chat and not {"speaker", "person"} & found.keys():
        asker = _best("asker", [column for path, column in outer.items() if path not in taken])
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
        best = next((one for _, columns in free if (one := _best("time", list(columns.values())))), None)
    if best is None or stands_at_midnight(best):
        apart = (propose_day_and_hour(rows, columns, given) for rows, columns in free)
        found = next(filter(None, apart), {})
        if found:
            return found
    return {} if best is None else {"time": best.path}


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
    time, text = _best("time", columns), _best("text", columns)
    if time is not None and text is not None and (not text.texts or _wordiness(text.texts) >= _SAID):
        return None
    best, n_best = None, 0
    for path, items in lists_below(rows):
        inside = list(all_columns(items).values())
        said = _best("text", inside)
        is_timed = _best("time", inside) is not None or (time is not None and Column(path, [], 1).hint("messages") > 0)
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
        if values and n_replies >= NEARLY_ALL * len(values) and not is_list:
            return path
    asks = is_chat or any(column.texts and column.hint("prompt") for column in outer.values())
    texts = [column for column in outer.values() if column.texts and len(column.texts) == len(column.values)]
    best = max(texts, key=lambda column: column.hint("reply"), default=None)
    return best.path if best is not None and asks and best.hint("reply") else ""


def _are_calls(values: Sequence[Any]) -> bool:
    """Whether nearly all of the values can be read as calls, in whatever form; an empty list can."""
    table = ToolTable({})
    n_read = 0
    for value in values:
        try:
            table.read(value, "")
        except BadField:
            continue
        n_read += 1
    return n_read >= NEARLY_ALL * len(values)


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


def _is_signed(value: Any) -> bool:
    """Whether it has more of a reply than some text below a usual name: a message may have that, too."""
    return not isinstance(value, dict) or not SIGNS.isdisjoint(value)


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
            above = 0 if hint or not column.hint_above("time") else 0.5
            if column.share < NEARLY_ALL or not (texts or hint or above):  # numbers need a name
                return 0.0
            if not can_be_told(column.values):
                return 0.0
            later = any(word in column.path.casefold() for word in ("update", "edit", "modif", "occur", "happen"))
            return 1.0 + hint + above - 2 * later - 0.5 * (not is_time(column.values))
        case "occurred_at":
            return float(hint) if hint and is_time(column.values) else 0.0
        case "zone":
            return 1.0 + hint if texts and hint and all(map(_is_zone, set(texts))) else 0.0
        case "role":
            kinds = {text.strip().casefold() for text in texts}
            known = kinds <= USUAL_ROLES.keys() and len(texts) == len(column.values) and len(kinds) <= _MOST_ROLES
            return 1.0 + hint if known and column.share >= NEARLY_ALL else 0.0
        case "tool_calls":
            lists = sum(isinstance(value, list | dict) for value in column.values)
            return hint + lists / len(column.values) if hint and _are_calls(column.values) else 0.0
        case "outer_calls":
            return float(hint) if hint and all(isinstance(value, list) for value in column.values) else 0.0
        case "text":
            if len(texts) < len(column.values) / 2:
                parts = all(isinstance(value, list | str) for value in column.values)
                is_named = column.path.rpartition(".")[2] == "parts"
                return float(hint + is_named) if parts else 0.0
            hint += column.hint("prompt")
            mean = min(sum(map(len, texts)) / len(texts), _LONGEST_TEXT) / _LONGEST_TEXT
            return column.share * _wordiness(texts) * (1 + mean + 2 * hint)
        case "conversation":
            return float(hint) if hint and _is_plain(column.values) else 0.0
        case "asker":
            hint += 2 * is_name_of_a_person(column.path)
            short = texts and sum(map(len, texts)) / len(texts) < _LONGEST_NAME
            return float(hint) if hint and short and len(texts) == len(column.values) else 0.0
        case "id":
            if not hint or not _is_plain(column.values):
                return 0.0
            unique = len({str(value) for value in column.values}) == len(column.values) and column.share == 1.0
            return float(hint) if unique else 0.0
        case _:
            return 0.0


def _wordiness(texts: Sequence[str]) -> float:
    """How much the texts are like what people say, from near 0 to 1: several words each, and hardly ever the same."""
    said = sum(map(_words_said, texts)) / len(texts)
    return said * (0.5 + 0.5 * len(set(texts)) / len(texts))


def _words_said(text: str) -> float:
    text = text.strip()
    if unpacked(text) is not None:
        return 0.0
    if WIDE.search(text):
        return 1.0
    n_words = sum(word.strip(".,;:!?()'\"").isalpha() for word in text.split())
    return 1.0 if n_words > 1 else 0.3 if n_words else 0.02


def _is_zone(name: str) -> bool:
    try:
        read_zone(name)
    except BadField:
        return False
    return True


def _is_plain(values: Sequence[Any]) -> bool:
    return all(isinstance(value, str | int) and not isinstance(value, bool) for value in values)

"""Which column names who speaks, and which one only says whose conversation it is.

The rule: a name that stands both in rows of persons and in rows of the assistant says who the person is, and not
who speaks.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from replay.importing.fields import MISSING, getter
from replay.importing.guess_fields import HINTS, Column, is_object
from replay.importing.nearest import words_of

_LONGEST_NAME = 60
_NO_NAMES = frozenset(
    (
        *("tool", "function", "command", "event", "type", "kind", "role", "version", "count", "file", "host", "app"),
        *("device", "model", "product", "service", "car", "vehicle", "brand", "company", "campaign", "city"),
    )
)
"""Of a column called so the names are not those of people."""
_OF_THE_ASSISTANT = frozenset(("agent", "assistant", "bot", "operator", "advisor", "rep", "representative"))
_WITH_NAME = frozenset(
    (*HINTS["speaker"], *_OF_THE_ASSISTANT, "first", "last", "full", "display", "given", "screen", "real", "short")
)
"""What `name` may stand with, or below, where it is that of a person."""
_OF_IDS = frozenset(("id", "ids", "uid", "uuid", "nr", "no", "num", "number", "nummer", "numero", "número"))
_FEW = 0.5
_HARDLY_ANY = 5
"""In so few rows nobody need speak twice."""


def propose_people(
    rows: Sequence[Any], columns: Sequence[Column], role: str, meanings: Mapping[str, str]
) -> dict[str, str]:
    """The columns `speaker` and `person`, as far as there are any.

    `role` is where the rows' roles stand, or empty; `meanings` says what each means, in small letters.
    """
    scored = sorted(((_score(column), -place, column) for place, column in enumerate(columns)), reverse=True)
    likely = [column for score, _, column in scored if score > 0]
    if not role:
        return {"speaker": likely[0].path} if likely else {}
    said, answered = _sides(rows, role, meanings)
    full: list[str] = []
    of_persons: list[str] = []
    shared: list[str] = []
    of_the_assistant: list[str] = []
    for column in likely:
        persons, assistants = _names(said, column.path), _names(answered, column.path)
        if not persons:
            of_the_assistant.append(column.path)
        elif not assistants:
            of_persons.append(column.path)
        elif not persons & assistants:
            full.append(column.path)
        elif not _OF_THE_ASSISTANT & set(words_of(column.path)):
            shared.append(column.path)
    if full:
        return {"speaker": full[0]}
    if of_persons and not of_the_assistant:
        return {"speaker": of_persons[0]}
    found = {"speaker": of_the_assistant[0]} if of_the_assistant else {}
    person = next(iter((*shared, *of_persons)), "")
    return {**found, "person": person} if person else found


def ids_of_names(rows: Sequence[Any], speaker: str, columns: Sequence[Column]) -> str:
    """The column of ids by which several people have one name of the column `speaker`; empty where none tells so.

    It is called after people and ids, has each id again and again, and each with one name alone.
    """
    name_of = getter(speaker)
    for column in columns:
        words = words_of(column.path.rpartition(".")[2])
        of_people = not {*HINTS["speaker"], *HINTS["asker"]}.isdisjoint(words)
        if not of_people or _OF_IDS.isdisjoint(words) or len(set(map(str, column.values))) > _FEW * len(column.values):
            continue
        get, names, ids = getter(column.path), dict[str, set[str]](), dict[str, set[str]]()
        for row in filter(is_object, rows):
            name, label = name_of(row), get(row)
            if isinstance(name, str) and name and label not in (MISSING, None, "") and isinstance(label, str | int):
                names.setdefault(str(label), set()).add(name)
                ids.setdefault(name, set()).add(str(label))
        if any(len(each) > 1 for each in ids.values()) and all(len(each) == 1 for each in names.values()):
            return column.path
    return ""


def look_like_names(column: Column) -> bool:
    """Whether the values may be names of people: short, with a capital, letters alone, and often the same."""
    texts = column.texts
    return (
        len(texts) == len(column.values) > 1
        and all(
            len(text) < _LONGEST_NAME and text[:1].isupper() and text.replace(" ", "").replace("-", "").isalpha()
            for text in texts
        )
        and len(set(texts)) <= max(1, _FEW * len(texts))
    )


def may_be_names(column: Column) -> bool:
    """Whether the values look like names, or would if there were more rows."""
    few = Column(column.path, column.values * 2, column.n_rows * 2)
    return look_like_names(few if len(column.values) <= _HARDLY_ANY else column)


def is_name_of_a_person(path: str) -> bool:
    """Whether it is the name of what holds it, and that is somebody who may ask: `user.name`."""
    above, _, own = path.rpartition(".")
    words, holder = set(words_of(own)), set(words_of(above.rpartition(".")[2]))
    return (
        "name" in words
        and _WITH_NAME.issuperset(words)
        and not holder.isdisjoint(HINTS["asker"])
        and _NO_NAMES.isdisjoint(holder)
    )


def _score(column: Column) -> float:
    """How likely the column names people; names of columns tell it, and values only that they cannot."""
    words = words_of(column.path)
    own = words_of(column.path.rpartition(".")[2])
    hinted = [word for word in own if word in HINTS["speaker"] or word in _OF_THE_ASSISTANT]
    if set(hinted) == {"name"} and not _WITH_NAME.issuperset(words_of(".".join(column.path.split(".")[-2:]))):
        return 0.0
    hint = len(hinted)
    if not hint or not column.values or _NO_NAMES & set(words):
        return 0.0
    is_id = not _OF_IDS.isdisjoint(own)
    fits: Callable[[Any], bool] = lambda value: isinstance(value, str) or (is_id and type(value) is int)  # noqa: E731
    if not all(map(fits, column.values)):
        return 0.0
    mean = sum(len(str(value)) for value in column.values) / len(column.values)
    if mean >= _LONGEST_NAME:
        return 0.0
    return hint - 0.6 * is_id - 0.3 * bool(_OF_THE_ASSISTANT & set(own))


def _sides(rows: Sequence[Any], role: str, meanings: Mapping[str, str]) -> tuple[list[Any], list[Any]]:
    """The rows of persons, and those of the assistant."""
    of_role = getter(role)
    sides: Mapping[str, list[Any]] = {"user": [], "assistant": [], "skip": []}
    for row in rows:
        given = of_role(row) if isinstance(row, dict) else None
        if isinstance(given, str):
            sides[meanings.get(given.strip().casefold(), "skip")].append(row)
    return sides["user"], sides["assistant"]


def _names(rows: Sequence[Any], path: str) -> set[str]:
    get = getter(path)
    return {str(value) for value in map(get, rows) if value not in (MISSING, None, "") and isinstance(value, str | int)}

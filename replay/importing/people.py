"""Who speaks in a log: for stand-ins all names, for queries whether there are several people.

Both are found in a reading of the log for this alone, before anything is written.
"""

from collections.abc import Iterator
from pathlib import Path

from replay.errors import InputError
from replay.importing.chat_completions import Exchanges
from replay.importing.fields import MISSING, bare_name, getter
from replay.importing.mapping import ImportMap
from replay.importing.message_reader import MessageReader
from replay.importing.problems import BadField, Problems
from replay.importing.readers import read_rows

MOST_NAMES = 20_000
"""Of more speakers than this names are not replaced: a log has so many only where a column is the wrong one."""


def all_names(log: Path, map_: ImportMap) -> Iterator[str]:
    """Everybody's name: those that the map lists, and all in the columns of speakers and persons.

    Raises:
        InputError: there are far too many speakers.
    """
    yield from map_.pseudonyms.names
    yield from (map_.speakers.user, map_.speakers.assistant, *map_.speakers.assistants)
    paths = [path for path in (map_.columns.speaker, map_.columns.person) if path]
    if not paths:
        return
    getters = [getter(path) for path in paths]
    seen: set[str] = set()
    problems = Problems(log.name)
    exchanges = Exchanges(_without_conversations(map_), problems)
    for where, row in read_rows(log, map_, problems):
        try:
            rows = [row, *(said.message for said in exchanges.said(where, row))]
        except (BadField, RecursionError):
            continue
        for item in rows:
            for name in [get(item) if isinstance(item, dict) else MISSING for get in getters]:
                if isinstance(name, str) and (name := bare_name(name)) not in seen:
                    seen.add(name)
                    yield name
        if len(seen) > MOST_NAMES:
            raise InputError(f"{log}: more than {MOST_NAMES} speakers: is the column {paths[0]!r} the right one?")


def count_people(log: Path, map_: ImportMap) -> int:
    """How many differently named people say something in the log; 2 stands for more.

    Rows of the assistant, rows that are left out and rows that are bad do not count.
    """
    if not map_.columns.speaker and not map_.columns.person:
        return 1 if map_.speakers.user else 0
    problems = Problems(log.name)
    moments = map_.moments()
    messages = MessageReader(_without_conversations(map_), moments, problems)
    people: set[str] = set()
    columns = map_.columns
    getters = [getter(path) for path in (columns.speaker, columns.person, columns.role) if path]
    known: set[tuple[object, ...]] = set()  # who was looked at need not be read again
    for where, row in read_rows(log, map_, problems):
        key: tuple[object, ...] = ()
        if not columns.messages and not columns.reply and type(row) is dict:
            key = tuple([get(row) for get in getters])
            if all(type(value) is str or value is None or value is MISSING for value in key):
                if key in known:
                    continue
            else:
                key = ()
        for entry in messages.entries(where, row):
            if entry.text is None:
                continue
            if key and len(known) < MOST_NAMES:
                known.add(key)
            if entry.role == "user" and entry.speaker:
                people.add(entry.speaker)
        if len(people) > 1:
            break
    return len(people)


def _without_conversations(map_: ImportMap) -> ImportMap:
    """What was sent again need not be told apart here, so no conversation is remembered."""
    return map_.model_copy(update={"columns": map_.columns.model_copy(update={"conversation": ""})})

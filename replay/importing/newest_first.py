"""A log whose rows stand newest first, read from its end: each message before what followed it.

The rule: a log is turned round where no row of it is newer than the one before, and some are older; one row out of
place, and it is read as it stands. Rows of one instant turn round with the others. Nothing but their places waits in
memory: the rows themselves wait in a file that has no name and is gone with the process.
"""

import json
from array import array
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import islice, pairwise
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO

from replay.errors import CannotWrite, InputError
from replay.importing.mapping import ImportMap
from replay.importing.problems import TOO_DEEP, BadField, Problems
from replay.importing.readers import Row, read_rows
from replay.importing.row_times import RowTimes

N_LOOKED_AT = 200
"""Of a log that does not begin newest first no more rows are read than these."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """How the rows of a log stand."""

    is_newest_first: bool
    """Whether it is to be read from its end."""
    n_ties: int = 0
    """How many rows have the instant of the row before."""


def order_of(log: Path, map_: ImportMap) -> Order:
    """How the rows of the log stand; those whose time cannot be read do not count.

    A log that cannot be read is not said to stand newest first: whoever reads it next is told why.
    """
    try:
        return _order(log, map_)
    except InputError:
        return Order(is_newest_first=False)


def _order(log: Path, map_: ImportMap) -> Order:
    with closing(_instants(log, map_)) as instants:
        head = list(islice(instants, N_LOOKED_AT))
    if not head or head[-1] >= head[0] or any(a < b for a, b in pairwise(head)):
        return Order(is_newest_first=False)
    n_ties = 0
    with closing(_instants(log, map_)) as instants:
        for earlier_row, row in pairwise(instants):
            if earlier_row < row:
                return Order(is_newest_first=False)
            n_ties += earlier_row == row
    return Order(is_newest_first=True, n_ties=n_ties)


def rows_from_the_end(log: Path, map_: ImportMap, problems: Problems, beside: Path) -> Iterator[Row]:
    """The rows of the log, the last one first; those that cannot be read go to `problems` before.

    They wait on the disk of the nearest folder above `beside`. What JSON has no word for, such as a date, comes back as
    text.

    Raises:
        CannotWrite: the disk does not take them.
        InputError: as `read_rows`.
    """
    folder = next(one for one in beside.absolute().parents if one.is_dir())
    rows = read_rows(log, map_, problems)
    try:
        with TemporaryFile(dir=folder) as file:
            ends = _put_down(rows, file, problems)
            for end, begin in pairwise(reversed(ends)):
                file.seek(begin)
                where, row = json.loads(file.read(end - begin))
                yield where, row
    except OSError as exc:
        raise CannotWrite(f"{folder}: rows that are to be turned round cannot wait there: {exc.strerror}") from exc


def _put_down(rows: Iterator[Row], file: BinaryIO, problems: Problems) -> "array[int]":
    """Write the rows; returns where each begins, and behind them where the last one ends."""
    ends = array("Q", [0])
    for where, row in rows:
        try:
            text = json.dumps([where, row], default=_plain).encode()
        except RecursionError:
            problems.bad(where, "", TOO_DEEP)
            continue
        file.write(text)
        ends.append(ends[-1] + len(text))
    return ends


def _plain(value: object) -> str:
    return value.isoformat() if isinstance(value, (datetime, date, time)) else str(value)


def _instants(log: Path, map_: ImportMap) -> Generator[datetime, None, None]:
    problems = Problems(log.name)
    moments = map_.moments(timedelta, is_newest_first=True)
    times = RowTimes(map_.columns, moments)
    for _, row in read_rows(log, map_, problems):
        try:
            if isinstance(row, dict):
                yield times.read(row, None, times.zone(row))
        except (BadField, RecursionError):
            continue

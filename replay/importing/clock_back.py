"""How far the rows of a log go back in time where no clock explains it: what a step back in an hour shown twice means.

The rule: a log that is sorted elsewhere, or nearly, is sorted in the hour that a clock shows twice as well. So a row
there that would go further back than any row of the log does elsewhere was written after the clock was put back.
"""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from replay.importing.mapping import ImportMap
from replay.importing.message_reader import MessageReader
from replay.importing.problems import Problems
from replay.importing.readers import read_rows


def furthest_back(log: Path, map_: ImportMap) -> timedelta:
    """How much older than one before it a row of the log is at most; rows of an hour shown twice do not count.

    Nothing for a log that is sorted. The log is read for this alone; rows that cannot be read do not count.

    Raises:
        InputError: the file cannot be read.
    """
    problems = Problems(log.name)
    moments = map_.moments()
    messages = MessageReader(map_, moments, problems)
    latest = datetime.min.replace(tzinfo=UTC)
    back = timedelta()
    for where, row in read_rows(log, map_, problems):
        for entry in messages.entries(where, row):
            if moments.is_twice:
                continue
            if entry.at < latest:
                back = max(back, latest - entry.at)
            else:
                latest = entry.at
    return back

"""Requests to forget that wait until the log is over, since a message that they name may stand further down.

The rule: a request goes into the timeline where it stood in the log, so that what is of one instant keeps its order.
"""

from datetime import datetime
from typing import NamedTuple

from replay.importing.forgets import ForgetReader, Meant
from replay.importing.write import Place, TimelineFile


class _Held(NamedTuple):
    place: Place
    at: datetime
    meant: Meant


class HeldForgets:
    """The requests of one import that name ids which were nobody's when they were read."""

    def __init__(self) -> None:
        """None yet."""
        self._held: dict[TimelineFile, list[_Held]] = {}

    def hold(self, file: TimelineFile, at: datetime, meant: Meant) -> None:
        """Keep the place where `file` is now for the request."""
        self._held.setdefault(file, []).append(_Held(file.place(at), at, meant))

    def write(self, reader: ForgetReader) -> None:
        """Write into their files those that mean something now; to be called once, when the log is over.

        Raises:
            CannotWrite: the disk does not take it.
        """
        for file, held in self._held.items():
            requests = [(one.place, one.at, reader.settled(one.meant)) for one in held]
            file.insert([(place, at, request.command) for place, at, request in requests if request is not None])

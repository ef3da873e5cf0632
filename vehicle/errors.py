"""Errors of the vehicle package.

VehicleError
├── CommandSyntaxError     a call's text is not in the published syntax
├── UnknownField           a path names no setting of the car
├── UnknownEvent           a record is not an event of the vehicle log
├── UnknownModule          a name is none of the car's modules
├── LogPositionError       a log has no such position
├── LogInstantError        an instant is no integer of up to 64 bits
└── StreamExists           a fork was to get the name of a log that is there already

A command that the car refuses is no error: it is the event `CommandRejected`.
"""

MOST_CHARS = 2000
"""Longer messages are cut: names from outside may be of any length, and a person reads one line."""


class VehicleError(Exception):
    """Base of this package's errors."""

    def __str__(self) -> str:
        """The message, cut to `MOST_CHARS`."""
        said = super().__str__()
        return said if len(said) <= MOST_CHARS else f"{said[: MOST_CHARS - 3]}..."


class CommandSyntaxError(VehicleError):
    """A call's text cannot be read; `args` are (text, column, problem)."""

    def __init__(self, text: str, column: int, problem: str) -> None:
        """Keep the text, the column counted from 1, and what was found there."""
        super().__init__(text, column, problem)
        self.text = text
        self.column = column
        self.problem = problem

    def __str__(self) -> str:
        """The problem, its column and the beginning of the text."""
        shown = self.text if len(self.text) <= 120 else self.text[:117] + "..."
        return f"{self.problem} at column {self.column} of {shown!a}"


class UnknownField(VehicleError):
    """A path names no setting of the car; the message lists those of its module."""


class UnknownEvent(VehicleError):
    """A record is not an event of the vehicle log; the message names the known kinds."""


class UnknownModule(VehicleError):
    """A name is none of the car's modules; the message lists them."""


class LogPositionError(VehicleError):
    """A log has no such position; the message gives its length."""


class LogInstantError(VehicleError):
    """An instant is no integer of up to 64 bits; the message shows what was found."""


class StreamExists(VehicleError):
    """A fork was to get the name of a log that is there already; the message gives the name."""

"""What the process ends with."""

from enum import IntEnum


class ExitCode(IntEnum):
    """The exit codes of every command."""

    OK = 0
    NOT_MET = 1
    """A check or threshold was not met, or there were failures."""
    BAD_INPUT = 2
    LEAK = 3
    INTERRUPTED = 130

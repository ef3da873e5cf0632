"""Errors of the replay.

ReplayError
├── InputError          bad input or usage: one line that names file, line and what was found; exit 2
│   └── RunFolderError  the output folder holds something else
├── CannotWrite         a result cannot be written where it should go; exit 1
└── ClockBroken         an event was scheduled in the past: a bug of ours
"""


class ReplayError(Exception):
    """Base of this package's errors."""


class InputError(ReplayError):
    """What the user gave cannot be used; the message is one clear line."""


class RunFolderError(InputError):
    """The output folder holds a run of another configuration, or something that is no run."""


class CannotWrite(ReplayError):
    """A result cannot be written where it should go."""


class ClockBroken(ReplayError):
    """Something asked for an instant that has already passed."""

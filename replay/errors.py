"""Errors of the replay.

ReplayError
├── InputError          bad input or usage: one line that names file, line and what was found; exit 2
│   └── RunFolderError  the output folder holds something else
├── CannotWrite         a result cannot be written where it should go; exit 1
├── NotAtSource         a scenario cannot be loaded here as it was read elsewhere
└── ClockBroken         an event was scheduled in the past: a bug of ours

no Exception, since whoever guards against a memory's or an agent's failures must not take them for one:

memory.errors.Ending
├── FeedAnew            a memory cannot go on with what it was told before
└── RunStopped
    └── NoLongerWanted  nobody takes the Turns any more: what is under way stops at the next one
"""

from memory.errors import Ending, RunStopped

MOST_CHARS = 2000
"""Longer messages are cut: what a file holds may be of any length, and a person reads one line."""


class ReplayError(Exception):
    """Base of this package's errors."""

    def __str__(self) -> str:
        """The message, cut to `MOST_CHARS`."""
        said = super().__str__()
        return said if len(said) <= MOST_CHARS else f"{said[: MOST_CHARS - 3]}..."


class InputError(ReplayError):
    """What the user gave cannot be used; the message is one clear line."""


class RunFolderError(InputError):
    """The output folder holds a run of another configuration, or something that is no run."""


class CannotWrite(ReplayError):
    """A result cannot be written where it should go."""


class NotAtSource(ReplayError):
    """A scenario is not to be loaded here, or is another one here; the message says which, and why."""


class ClockBroken(ReplayError):
    """Something asked for an instant that has already passed."""


class NoLongerWanted(RunStopped):
    """Whoever wanted the Turns has ended: what is under way stops at the next one."""


class FeedAnew(Ending):
    """A memory that was fed before cannot be gone on with; the message says why."""

"""Errors of the memory package.

MemoryPackageError
├── BackendFailure      the backend raised, hung or answered nonsense: a Failure of the query, never a score
├── GuardBroken         the replay itself broke the contract: a bug of ours
└── UnknownBackend      no memory of that name
"""


class MemoryPackageError(Exception):
    """Base of this package's errors."""


class BackendFailure(MemoryPackageError):
    """A backend raised or broke its contract; `args` are (stage, message)."""

    def __init__(self, stage: str, message: str) -> None:
        """Say in which call it happened, and what."""
        super().__init__(stage, message)
        self.stage = stage
        self.message = message

    def __str__(self) -> str:
        """`stage: message`."""
        return f"{self.stage}: {self.message}"


class GuardBroken(MemoryPackageError):
    """The replay delivered out of order or asked in the past."""


class UnknownBackend(MemoryPackageError):
    """No memory of that name; the message lists the known ones."""

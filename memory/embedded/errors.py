"""What can be wrong with how an embedded memory was asked for.

MemoryPackageError
├── BadEntry        an entry of key and value that cannot be kept or is not there
├── BadOption       an option that the memory does not have, or a value that it does not take
└── MissingExtra    the memory needs packages that are not installed
"""

from memory.errors import MemoryPackageError


class BadEntry(MemoryPackageError):
    """An entry cannot be kept, or is not there; the message says what is allowed."""


class BadOption(MemoryPackageError):
    """An option of `Setup.options` is unknown or has a value that is not allowed; the message says what is."""


class MissingExtra(MemoryPackageError):
    """A memory needs packages of an extra; `args` are (memory, extra, detail)."""

    def __init__(self, memory: str, extra: str, detail: str) -> None:
        """Name the memory, the extra that brings what is missing, and what that is."""
        super().__init__(memory, extra, detail)
        self.memory = memory
        self.extra = extra
        self.detail = detail

    def __str__(self) -> str:
        """What is missing and the command that installs it."""
        return f"the memory {self.memory!r} needs more packages ({self.detail}): pip install 'pastlane[{self.extra}]'"

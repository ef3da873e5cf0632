"""What can be wrong inside an embedded memory.

MemoryPackageError
└── BadEntry        an entry of key and value that cannot be kept or is not there
"""

from memory.errors import MemoryPackageError


class BadEntry(MemoryPackageError):
    """An entry cannot be kept, or is not there; the message says what is allowed."""

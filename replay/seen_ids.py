"""Which ids a log has had, in 12 to 24 bytes each, however long the log is.

The rule: an id is kept as 64 bits of a digest. Of ten million different ids two are taken for one with a chance of
about one in 400,000.
"""

import hashlib
from array import array

_FIRST_SIZE = 1 << 12


class SeenIds:
    """A set of texts that can only grow."""

    def __init__(self) -> None:
        """Nothing was seen."""
        self._slots = array("Q", bytes(8 * _FIRST_SIZE))
        self._n = 0

    def add(self, name: str) -> bool:
        """Keep `name`; whether it is new."""
        key = _key(name)
        slot = self._slot(key)
        if self._slots[slot]:
            return False
        self._slots[slot] = key
        self._n += 1
        if self._n * 3 > len(self._slots) * 2:
            self._grow()
        return True

    def __contains__(self, name: str) -> bool:
        """Whether `name` was added."""
        return bool(self._slots[self._slot(_key(name))])

    def _slot(self, key: int) -> int:
        """Where `key` stands, or the free place where it would."""
        slots, mask = self._slots, len(self._slots) - 1
        slot = key & mask
        while slots[slot] and slots[slot] != key:
            slot = (slot + 1) & mask
        return slot

    def _grow(self) -> None:
        old = self._slots
        self._slots = array("Q", bytes(16 * len(old)))
        for key in old:
            if key:
                self._slots[self._slot(key)] = key


def _key(name: str) -> int:
    digest = hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "little") or 1

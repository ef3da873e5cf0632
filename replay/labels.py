"""Which labels there are, and their numbers, in about 20 to 30 bytes each, however long the labels are.

The rule: a label is kept as 64 bits of a digest. Of ten million different labels two are taken for one with a chance of
about one in 400,000.
"""

import hashlib
from array import array

_FIRST_SIZE = 1 << 8


class Labels:
    """From label to number, or, for who gives them none, a set of labels that can only grow."""

    __slots__ = ("_keys", "_numbers", "_slots")

    def __init__(self) -> None:
        """No labels."""
        self._keys = array("Q")
        self._numbers = array("I")
        self._slots = array("I", bytes(4 * _FIRST_SIZE))
        """A table with open places: 0 is free, else one more than the place of a key. At most two thirds are taken."""

    def __len__(self) -> int:
        """How many labels there are."""
        return len(self._keys)

    def put(self, label: str, number: int = 0) -> bool:
        """Give the label this number, which has 32 bits, in place of any that it had; whether the label is new."""
        return self._give(label, number, keeps=False)

    def add(self, label: str, number: int = 0) -> bool:
        """Give the label this number unless it has one, which then stays; whether the label is new."""
        return self._give(label, number, keeps=True)

    def _give(self, label: str, number: int, *, keeps: bool) -> bool:
        key = _key(label)
        slot = self._slot(key)
        if entry := self._slots[slot]:
            if not keeps:
                self._numbers[entry - 1] = number
            return False
        self._keys.append(key)
        self._numbers.append(number)
        self._slots[slot] = len(self._keys)
        if len(self._keys) * 3 > len(self._slots) * 2:
            self._grow()
        return True

    def get(self, label: str) -> int | None:
        """The label's number; None where it has none."""
        entry = self._slots[self._slot(_key(label))]
        return self._numbers[entry - 1] if entry else None

    def __contains__(self, label: str) -> bool:
        """Whether the label has a number."""
        return self.get(label) is not None

    def _slot(self, key: int) -> int:
        """Where `key` stands, or the free place where it would."""
        slots, keys, mask = self._slots, self._keys, len(self._slots) - 1
        slot = key & mask
        while (entry := slots[slot]) and keys[entry - 1] != key:
            slot = (slot + 1) & mask
        return slot

    def _grow(self) -> None:
        self._slots = array("I", bytes(8 * len(self._slots)))
        for entry, key in enumerate(self._keys, start=1):
            self._slots[self._slot(key)] = entry


def _key(label: str) -> int:
    digest = hashlib.blake2b(label.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "little")

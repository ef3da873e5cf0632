"""Vectors in memory, compared one by one.

The rule: a cosine is added up within one row, in one order, however many rows there are; a matrix product may add up
otherwise as rows come and go, and the last bit of a score would tell of other messages.
"""

import importlib
from collections.abc import Iterable
from typing import Any

from memory.embedded.embedder import DIMENSIONS
from memory.embedded.occasions import Candidate

_FIRST_ROOM = 256


class Vectors:
    """The vectors of messages by row; numpy must be installed."""

    def __init__(self) -> None:
        """None yet."""
        self._numpy: Any = importlib.import_module("numpy")
        self._matrix: Any = self._numpy.zeros((_FIRST_ROOM, DIMENSIONS), dtype=self._numpy.float32)
        self._rows: list[int] = []
        self._at_us: list[int] = []

    def add(self, row: int, at_us: int, vector: Any) -> None:
        """Keep the vector, of length 1, of the message in `row`."""
        used = len(self._rows)
        if used == len(self._matrix):
            self._matrix = self._numpy.concatenate([self._matrix, self._numpy.zeros_like(self._matrix)])
        self._matrix[used] = vector
        self._rows.append(row)
        self._at_us.append(at_us)

    def near(self, vector: Any) -> list[Candidate]:
        """Every row with its cosine to `vector`, of length 1, moved into 0 to 1; opposites (0) are left out."""
        products = (self._matrix[: len(self._rows)] * vector).sum(axis=1, dtype=self._numpy.float64)
        scores = ((1 + products) / 2).tolist()
        found = zip(self._rows, self._at_us, scores, strict=True)
        return [Candidate(row, at_us, score) for row, at_us, score in found if score > 0]

    def n_bytes(self) -> int:
        """The size of the vectors kept."""
        return len(self._rows) * int(self._matrix.itemsize) * DIMENSIONS

    def remove(self, rows: Iterable[int]) -> None:
        """Drop the vectors of these rows; those that there are none of do not matter."""
        gone = set(rows)
        kept = [index for index, row in enumerate(self._rows) if row not in gone]
        if len(kept) == len(self._rows):
            return
        matrix = self._numpy.zeros_like(self._matrix)
        matrix[: len(kept)] = self._matrix[kept]
        self._matrix = matrix
        self._rows = [self._rows[index] for index in kept]
        self._at_us = [self._at_us[index] for index in kept]

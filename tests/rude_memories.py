"""Memories that break the contract in one way each, named on the command line as `tests.rude_memories:...`."""

import math
import threading
from typing import Any

from fixtures.doubles import HonestMemory
from memory.messages import Hit
from memory.position import Position

HELD = threading.Event()


class Hangs(HonestMemory):
    """Never returns from a search, until the test lets it."""

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        HELD.wait(60)
        return []


class ReturnsNoList(HonestMemory):
    def search(self, query: str, *, limit: int, now: Position) -> Any:
        return {"hits": []} if self.delivered else []


class HasNoText(HonestMemory):
    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        return [Hit(text="", score=1.0)] if self.delivered else []


class ScoresNaN(HonestMemory):
    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        return [Hit(text="so", score=math.nan)] if self.delivered else []


class FromNextDoor(HonestMemory):
    """Shows something that it says belongs to another namespace."""

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        there = [Hit(text="theirs", score=9.0, namespace="next-door")] if self.delivered else []
        return there + super().search(query, limit=limit, now=now)


class FailsLate(HonestMemory):
    """Finds nothing any more once one query was asked."""

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        self.instants = {*getattr(self, "instants", ()), now.at_us}
        if len(self.instants) > 2:  # the look for what is left there, and the first query
            raise OSError("the index is gone")
        return super().search(query, limit=limit, now=now)


class NotEmpty(HonestMemory):
    """Says itself that its namespace holds something of an earlier run, until it is emptied."""

    def __init__(self, setup: Any) -> None:
        super().__init__(setup)
        self.old = ["the seat of last year", "the light of last year"]

    def leftovers(self) -> list[str]:
        return self.old

    def reset(self) -> None:
        self.old = []

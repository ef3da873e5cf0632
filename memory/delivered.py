"""The messages delivered to one memory so far, by id, kept apart from what the memory holds.

The rule: a message is kept once. What whoever feeds a memory holds anyway, unchanging, is only marked here.
"""

from typing import Protocol

from memory.messages import Message


class Archive(Protocol):
    """Messages that do not change, each at a place of its own, counted from 0 without great gaps."""

    def find(self, message_id: str) -> int | None:
        """The place of the message with that id; None where there is none."""
        ...

    def is_at(self, place: int, message: Message) -> bool:
        """Whether the message of that place is equal to `message`, their ids aside."""
        ...

    def message(self, place: int) -> Message:
        """The message of that place."""
        ...


class Delivered:
    """What was delivered, by id."""

    def __init__(self, archive: Archive | None = None) -> None:
        """Nothing; messages that are found equal in `archive` will not be kept again."""
        self._archive = archive
        self._is_marked = bytearray()
        """By the place in the archive, as far as anything was marked."""
        self._kept: dict[str, Message] = {}
        self._n_marked = 0

    def __len__(self) -> int:
        """How many messages were delivered."""
        return len(self._kept) + self._n_marked

    def __contains__(self, message_id: str) -> bool:
        """Whether the message was delivered."""
        return message_id in self._kept or self._marked(message_id) is not None

    def add(self, message: Message) -> None:
        """Remember a message whose id is not there yet."""
        place = None if self._archive is None else self._archive.find(message.id)
        if self._archive is None or place is None or not self._archive.is_at(place, message):
            self._kept[message.id] = message
            return
        missing = place + 1 - len(self._is_marked)
        if missing > 0:
            self._is_marked.extend(bytes(missing))
        self._is_marked[place] = True
        self._n_marked += 1

    def get(self, message_id: str) -> Message | None:
        """The message as it was delivered; None where it was not."""
        if message_id in self._kept:
            return self._kept[message_id]
        place = self._marked(message_id)
        return None if self._archive is None or place is None else self._archive.message(place)

    def _marked(self, message_id: str) -> int | None:
        """The place of a message that is marked as delivered."""
        place = None if self._archive is None else self._archive.find(message_id)
        if place is None or place >= len(self._is_marked) or not self._is_marked[place]:
            return None
        return place

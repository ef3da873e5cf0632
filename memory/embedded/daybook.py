"""What was said since a model-written memory was last brought up to date, and the prompts that bring it there.

The rule: nothing said is lost between two midnights, nothing is given to the model twice, and what was to be forgotten
before it was written down never reaches the model at all.
"""

from collections.abc import Iterable, Iterator
from zoneinfo import ZoneInfo

from memory.embedded.store import MessageStore
from memory.messages import Batch, Forget
from memory.position import Position
from memory.prompting import told_day, told_instant

CHUNK_CHARS = 60_000
"""About as many characters of talk as are given to a model at once; a longer day is worked through in pieces."""


class DayBook:
    """The messages delivered so far, those that are not yet worked into the memory told apart."""

    def __init__(self, zone: str) -> None:
        """An empty book that stamps in the IANA time zone `zone`."""
        self.zone = ZoneInfo(zone)
        self._store = MessageStore(zone)
        self._open: list[int | str] = []
        """Rows of messages, and notes about what is to be forgotten, in the order in which they came."""
        self._newest_us: int | None = None
        self.version = 0
        """Grows with every change."""

    def n_bytes(self) -> int:
        """The size of its database."""
        return self._store.n_bytes()

    def take(self, batch: Batch) -> None:
        """Keep the messages, all or none."""
        if not batch.messages:
            return
        with self._store.transaction():
            first = self._store.append(batch.messages)
        self._open.extend(range(first, first + len(batch.messages)))
        self._newest_us = batch.messages[-1].position.at_us
        self.version += 1

    def forget(self, request: Forget, now: Position) -> None:
        """Drop what the request means; what the memory may have been told already is noted for the model to remove.

        A request of which nothing is known here is noted with its own words.
        """
        meant = self._store.meant_by(request)
        waiting = {item for item in self._open if isinstance(item, int)}
        told = [self._store.hit(message, 1.0).text for message in meant if message.row not in waiting]
        with self._store.transaction():
            self._store.entomb(meant)
        wanted = told or ([request.text] if request.text.strip() and not meant else [])
        if wanted:
            who = request.person or "Someone"
            note = f"[{self._store.stamp(now.at_us)}] ({who} asked that this be forgotten: {' / '.join(wanted)})"
            self._open.append(note)
        self.version += 1

    def lines(self) -> list[str]:
        """What is not yet worked in, one line an item, in the order in which it came."""
        rows = [item for item in self._open if isinstance(item, int)]
        said = {message.row: self._store.hit(message, 1.0).text for message in self._store.rows(rows)}
        found = (said.get(item) if isinstance(item, int) else item for item in self._open)
        return [line for line in found if line is not None]

    def close_day(self) -> None:
        """Take all of it as worked in."""
        self._open.clear()
        self.version += 1

    @property
    def newest_us(self) -> int | None:
        """When the newest message was said; None before the first."""
        return self._newest_us

    def end_of_day(self, midnight: Position) -> str:
        """The day that ends at `midnight`, for a prompt."""
        return f"the end of {told_day(midnight.at_us - 1, self.zone)}"

    def moment(self, now: Position) -> str:
        """An instant within a day, for a prompt."""
        return told_instant(now.at_us, self.zone)

    def close(self) -> None:
        """Remove the database."""
        self._store.close()


def chunks(lines: Iterable[str], chars: int = CHUNK_CHARS) -> Iterator[str]:
    """The lines joined into texts of at most `chars` characters; a line that is longer stands alone, whole."""
    waiting: list[str] = []
    size = 0
    for line in lines:
        if waiting and size + len(line) + 1 > chars:
            yield "\n".join(waiting)
            waiting, size = [], 0
        waiting.append(line)
        size += len(line) + 1
    if waiting:
        yield "\n".join(waiting)


def cut_on_line(text: str, chars: int) -> str:
    """The first whole lines of `text` that fit into `chars` characters; where not even one does, its beginning."""
    if len(text) <= chars:
        return text
    end = text.rfind("\n", 0, chars + 1)
    return text[: end if end > 0 else chars]

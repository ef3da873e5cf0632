"""What the contract tests of all memories share: messages in a row, and ways to deliver them."""

from collections.abc import Sequence

from memory.backend import BackendFactory, MemoryBackend, Setup
from memory.messages import Batch, Hit, Message
from memory.position import Position, just_after

NOON_US = 1_741_089_600_000_000
"""2025-03-04 12:00 UTC."""

HOSTILE_TEXTS = (
    "",
    " ",
    "At 9:00 AM",
    "AC-22",
    "don't",
    '"',
    '"" OR ""',
    "'; DROP TABLE message; --",
    "AND",
    "seat NOT",
    "NEAR(",
    "NEAR(seat heating, 2)",
    "text : seat",
    "{speaker text} : seat",
    "^seat",
    "se*",
    "*",
    "座椅",
    "座",
    "ＡＣ２２",
    "\0",
    "seat\0heating",
    "\ud800",
    "a\udfffb",
    "😀",
    "❤️ 👨‍👩‍👧",
    "\u0301\u0327" * 50_000,
    "seat " * 200_000,
    "x" * 1_000_000,
    "座" * 300_000,
    " ".join(f"w{number}" for number in range(150_000)),
)
"""What people, logs and attackers write; data, all of it."""


def message(number: int, text: str, *, speaker: str = "Ann", minutes: int | None = None, id_: str = "") -> Message:
    """The message of running number `number`, one minute after the one before unless `minutes` after noon are given."""
    after = number if minutes is None else minutes
    position = Position(NOON_US + after * 60_000_000, number)
    return Message(id=id_ or f"m{number:06d}", position=position, speaker=speaker, role="user", text=text)


def messages(*texts: str) -> list[Message]:
    """One message a text, a minute apart, the first at 12:01."""
    return [message(number, text) for number, text in enumerate(texts, 1)]


def deliver(memory: MemoryBackend, batch: Sequence[Message]) -> None:
    """One bucket, at the first moment when all of it is visible."""
    now = just_after(batch[-1].position) if batch else Position(NOON_US, 0)
    memory.ingest(Batch(messages=tuple(batch), now=now))
    memory.settle(1)


def filled(factory: BackendFactory, history: Sequence[Message], *, zone: str = "UTC") -> MemoryBackend:
    """A new memory that was given `history` one message at a time."""
    memory = factory(Setup(namespace="contract", zone=zone))
    for one in history:
        deliver(memory, [one])
    return memory


def find(memory: MemoryBackend, query: str, limit: int = 10) -> list[Hit]:
    """What the memory finds after everything in these tests."""
    return memory.search(query, limit=limit, now=LATER)


def ids(hits: Sequence[Hit]) -> list[str]:
    """The source messages of hits that have one each."""
    assert all(len(hit.message_ids) == 1 for hit in hits)
    return [hit.message_ids[0] for hit in hits]


LATER = Position(NOON_US + 365 * 86_400_000_000, 0)

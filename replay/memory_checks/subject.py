"""One memory under a check: fed and asked through the guard, with its own clock.

The rule: whatever a check is about, a hit that the guard would withhold ends it as a leak.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from memory.backend import Capabilities, MemoryBackend
from memory.guard import Guard
from memory.instants import MINUTE_US
from memory.messages import Batch, Forget, Hit, Message
from memory.position import Position, just_after
from memory.provenance import plain_hits
from replay.memory_checks.errors import Leaked, NotJudged, NotMet, OtherWords
from replay.memory_checks.lines import NOON_US, longest_word
from replay.toolbox import DEPTH


class Answer(NamedTuple):
    """All that a memory shows for one query; two are equal if nothing in them differs, scores included."""

    hits: tuple[Hit, ...]
    context: str

    def shows(self, text: str) -> bool:
        """Whether `text` stands anywhere in it, in capitals or not."""
        wanted = text.casefold()
        return any(wanted in shown.casefold() for shown in (self.context, *(hit.text for hit in self.hits)))

    @property
    def is_empty(self) -> bool:
        """Whether nothing is shown at all."""
        return not self.hits and not self.context


class Subject:
    """A memory in a namespace of its own."""

    def __init__(
        self,
        memory: MemoryBackend,
        namespace: str,
        *,
        settle_s: float,
        on_look: Callable[[bool], None] = lambda is_found: None,
    ) -> None:
        """Wrap `memory`, which has been told nothing yet; `on_look` hears whether a message was found, at each look.

        Raises:
            BackendFailure: it does not say what it can do.
        """
        self.namespace = namespace
        self.memory = memory
        self._guard = Guard(memory, namespace=namespace)
        self._settle_s = settle_s
        self._on_look = on_look
        self._is_closed = False
        self.now = Position(NOON_US, 0)
        """The simulated instant of the next question: half a minute after the last message."""
        self.told: dict[str, Message] = {}
        """What it was told, by id."""

    @property
    def capabilities(self) -> Capabilities:
        """What the memory says of itself."""
        return self._guard.capabilities

    def tell(self, messages: Sequence[Message], *, together: bool = False) -> None:
        """Deliver messages, in order, one by one or in one batch, and wait until they can be found.

        Raises:
            BackendFailure: the memory raised, or was not ready in time.
        """
        batches = [messages] if together else [[message] for message in messages]
        for batch in batches:
            last = batch[-1].position
            self._guard.ingest(Batch(messages=tuple(batch), now=just_after(last)))
            self.told.update((message.id, message) for message in batch)
            self.now = Position(last.at_us + MINUTE_US // 2, 0)
        self.settle()

    def settle(self) -> None:
        """Wait until all that was told can be found.

        Raises:
            BackendFailure: the memory raised, or was not ready in time.
        """
        self._guard.settle(self._settle_s)

    def pass_midnight(self) -> None:
        """Let the day end.

        Raises:
            BackendFailure: the memory raised.
        """
        day_us = 24 * 60 * MINUTE_US
        self.now = Position((self.now.at_us // day_us + 1) * day_us, 0)
        self._guard.tick(self.now)
        self.settle()

    def forget(self, request: Forget) -> None:
        """Ask for something to be forgotten, and wait.

        Raises:
            BackendFailure: the memory raised, or was not ready in time.
        """
        self._guard.forget(request, self.now)
        self.settle()

    def find(self, query: str, *, limit: int = DEPTH) -> tuple[Hit, ...]:
        """The hits that an agent would be given, best first.

        Raises:
            Leaked: the guard withheld one.
            BackendFailure: the memory raised, or returned something that is no list of hits.
        """
        record = self._guard.search(query, limit=limit, now=self.now)
        if record.violations:
            violation = record.violations[0]
            leaked = OtherWords if violation.kind == "foreign_text" else Leaked
            raise leaked(f"{violation.kind.replace('_', ' ')}: {violation.detail}")
        return record.hits

    def ask(self, query: str) -> Answer:
        """All that the memory shows for `query`; raises as `find`."""
        return Answer(self.find(query), self._guard.context(self.now))

    def finds(self, message: Message) -> bool:
        """Whether the memory, asked with a message's own words, shows them or names the message; raises as `find`.

        Of a memory that does not say that it recalls verbatim, the longest word is enough: it writes in its own words.
        """
        answer = self.ask(message.text)
        wanted = message.text if self.capabilities.verbatim else longest_word(message.text)
        is_found = answer.shows(wanted) or any(message.id in hit.message_ids for hit in answer.hits)
        self._on_look(is_found)
        return is_found

    def unchecked(self, query: str, *, limit: int = DEPTH) -> Answer:
        """What the memory itself returns, wherever it comes from and however much it is.

        Raises:
            BackendFailure: it is no list of hits.
            Exception: whatever the memory raised.
        """
        hits = tuple(plain_hits(self.memory.search(query, limit=limit, now=self.now)))
        return Answer(hits, self._guard.context(self.now))

    def leftovers(self) -> list[str]:
        """What the memory says that its namespace holds.

        Raises:
            BackendFailure: it raised, or said something else than texts.
        """
        return self._guard.leftovers()

    def stored_bytes(self) -> int | None:
        """How much the memory says that it keeps; None where it cannot tell.

        Raises:
            BackendFailure: it raised, or said something else than a number.
        """
        return self._guard.stored_bytes()

    def reset(self) -> None:
        """Empty the namespace.

        Raises:
            BackendFailure: the memory raised.
        """
        self._guard.reset()

    def close(self) -> None:
        """Close the memory, once.

        Raises:
            BackendFailure: it raised.
        """
        if not self._is_closed:
            self._is_closed = True
            self._guard.close()


def must_recall(subject: Subject, messages: Sequence[Message]) -> None:
    """Nothing, where all of `messages` are found, each by its own words.

    Raises:
        NotMet: one is not, of a memory that says it recalls verbatim.
        NotJudged: one is not, of another memory.
    """
    missing = [message for message in messages if not subject.finds(message)]
    if not missing:
        return
    seen = f"{len(missing)} of {len(messages)} not found"
    if subject.capabilities.verbatim:
        raise NotMet(f"{seen} by their own words, such as {missing[0].id}: {missing[0].text[:60]!r}")
    raise NotJudged(f"{seen}, and it does not say that it recalls verbatim")


def must_show(*answers: Answer) -> None:
    """Nothing, where any of these shows something.

    Raises:
        NotJudged: all are empty: equal they are, and that tells nothing.
    """
    if all(answer.is_empty for answer in answers):
        raise NotJudged("nothing was shown, so that there is nothing to compare")

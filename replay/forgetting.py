"""What becomes of requests to forget: at each later cutoff, what is still there, and what was lost beside it.

The replay asks the memory with the words of the messages that were to be forgotten, and with those of bystanders:
messages near them that nobody has asked to forget by then, and that the memory could find just before the request. What
stands in the memory's text for the prompt is found, too. Requests that are still to come change nothing. Words that
somebody else said, too, and that nobody asked to forget, are no residue in that text, nor where a hit names that
message, or no message. A check for which the memory raises is left out.

What was never to be seen is not found gone: a memory of which no search named a message cannot be told by ids, and one
that rewords cannot be told by words unless it showed them before the request. What the request itself took from the
bystanders is looked for at once, with nothing said in between; what is gone later may have gone without it.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from itertools import takewhile

from memory.errors import BackendFailure
from memory.guard import Guard
from memory.messages import Hit, Message
from memory.position import Position, is_visible, just_after
from memory.provenance import Violation
from replay.failing import failure_of
from replay.timeline import ForgetAsked, Timeline
from scoring.records import Failure, ForgetCheck

Aside = AbstractContextManager[None]
NEAR = 3
"""How many messages before and after those to be forgotten are bystanders."""
MOST_REQUESTS = 50
"""How many requests are watched, the latest ones."""
MOST_SEARCHES = 100
"""How many searches are made at an entry, for as many requests as that is enough for; for one at least."""


@dataclass(slots=True, kw_only=True)
class _Request:
    number: int
    asked: Position
    forgotten: tuple[Message, ...]
    bystanders: tuple[Message, ...]
    names: bool
    """Whether a search just before it named a message."""
    has_shown: bool
    """Whether the memory gave back the words of one of those to be forgotten just before, or is verbatim."""
    is_seen: bool = False
    """Whether it was looked for what it took."""
    lost: frozenset[str] | None = frozenset()
    """The bystanders that could not be found just after it; None where that is untold."""


@dataclass(slots=True)
class _Look:
    """What the searches of one look showed of how the memory can be read."""

    names: bool = False
    """Whether a hit named a message."""
    has_shown: bool = False
    """Whether the words of a message to be forgotten came back."""


@dataclass(slots=True)
class ForgetWatcher:
    """Watches the requests of one scenario."""

    depth: int
    timeline: Timeline
    _requests: deque[_Request] = field(default_factory=lambda: deque(maxlen=MOST_REQUESTS))
    _to_be_forgotten: frozenset[str] = field(init=False)
    """Every message that any request of the scenario names: what is near them is kept in mind."""
    _n_requests: int = 0
    """How many requests so far named messages that the memory had been told."""
    _numbers: dict[str, int] = field(default_factory=dict)
    """Of the messages told so far that a request names: as how manieth each was told, from 0."""
    _kept: dict[int, str] = field(default_factory=dict)
    """By its number, the id of each message that a request names, and of those near it."""
    _asked: set[str] = field(default_factory=set)
    """Every message that a request so far names: no bystander."""
    _beside: dict[str, Message] = field(default_factory=dict)
    """By id, each message so far that is not of the timeline."""
    _told_until: Position | None = None
    """Where the last message so far stands."""
    _latest: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=NEAR))
    _n_told: int = 0
    _keep_until: int = -1
    violations: list[Violation] = field(default_factory=list)
    """Hits of these searches that were withheld, since they were last taken."""
    failures: list[Failure] = field(default_factory=list)
    """Checks for which the memory raised, since they were last taken."""

    def __post_init__(self) -> None:
        """Look up what will be forgotten."""
        self._to_be_forgotten = frozenset(i for asked in self.timeline.forgets() for i in asked.request.message_ids)

    def hear(self, message: Message) -> None:
        """Take note of a message that the memory is told."""
        if not self._to_be_forgotten:
            return
        self._told_until = message.position
        if self.timeline.records.find(message.id) is None:
            self._beside[message.id] = message
        number, self._n_told = self._n_told, self._n_told + 1
        if message.id in self._to_be_forgotten:
            self._numbers[message.id] = number
            self._kept.update(self._latest)
            self._keep_until = number + NEAR
        if number <= self._keep_until:
            self._kept[number] = message.id
        self._latest.append((number, message.id))

    def before(self, entry: ForgetAsked, guard: Guard, now: Position) -> None:
        """Just before a request is passed on: which bystanders can be found; none are watched where it raises."""
        named = set(entry.request.message_ids)
        self._asked |= named
        places = sorted(self._numbers[message_id] for message_id in named if message_id in self._numbers)
        near = sorted({place + step for place in places for step in range(-NEAR, NEAR + 1)} & self._kept.keys())
        candidates = self._messages(self._kept[place] for place in near if self._kept[place] not in self._asked)
        said = [message for message in candidates if message.text.strip()]
        forgotten = tuple(self._messages(self._kept[place] for place in places))
        if not forgotten:
            return
        found: tuple[Message, ...] = ()
        is_verbatim = guard.capabilities.verbatim
        look = _Look()
        try:
            context = _context(guard, now)
            found = tuple(self._found(said, guard, now, context, look))
            for message in forgotten if not (look.names and is_verbatim) else ():
                hits = self._search(message.text, guard, now, look)
                look.has_shown |= any(_holds(hit.text, message.text) for hit in hits)
                look.has_shown |= _holds_plain(context, message.text)
        except BackendFailure as exc:
            self.failures.append(failure_of(exc))
        self._requests.append(
            _Request(
                number=self._n_requests,
                asked=now,
                forgotten=forgotten,
                bystanders=found,
                names=look.names,
                has_shown=is_verbatim or look.has_shown,
            )
        )
        self._n_requests += 1

    def after(self, guard: Guard, now: Position, *, settle_s: float, aside: Callable[[], Aside]) -> None:
        """Just after the latest request was passed on: which of its bystanders went with it; untold where it raises.

        A memory that waits for what is behind it has `settle_s` seconds for that first. What models take for the look
        is counted inside `aside`.
        """
        request = self._requests[-1] if self._requests else None
        if request is None or not request.bystanders or request.is_seen:
            return
        request.is_seen = True
        try:
            if guard.capabilities.waits:
                guard.settle(settle_s)
            with aside():
                left = {message.id for message in self._found(request.bystanders, guard, now, _context(guard, now))}
            request.lost = frozenset(message.id for message in request.bystanders) - left
        except BackendFailure as exc:
            request.lost = None
            self.failures.append(failure_of(exc))

    def check(self, guard: Guard, now: Position, number: int) -> tuple[ForgetCheck, ...]:
        """What is left at `now` of the requests so far, in their order.

        Of all of them as long as that takes `MOST_SEARCHES` searches at most; beyond, the entry's `number` says which
        turn comes, so that over the entries each request has its share, and going on with a run changes nothing.
        Those for which the memory raises are left out, and `failures` has them.
        """
        if not self._requests:
            return ()
        checks: list[ForgetCheck] = []
        try:
            context = _context(guard, now)
        except BackendFailure as exc:
            self.failures.append(failure_of(exc))
            return ()
        for request in self._chosen(number):
            try:
                checks.append(self._check(request, guard, now, context))
            except BackendFailure as exc:
                self.failures.append(failure_of(exc))
        return tuple(checks)

    def _chosen(self, number: int) -> list[_Request]:
        requests = list(self._requests)
        chosen: set[int] = set()
        n_searches = 0
        for step in range(len(requests)):
            place = (number + step) % len(requests)
            n_searches += len(requests[place].forgotten) + len(requests[place].bystanders)
            if chosen and n_searches > MOST_SEARCHES:
                break
            chosen.add(place)
        return [requests[place] for place in sorted(chosen)]

    def take_violations(self) -> tuple[Violation, ...]:
        """The violations since this was last called."""
        taken, self.violations = tuple(self.violations), []
        return taken

    def take_failures(self) -> tuple[Failure, ...]:
        """The failures since this was last called."""
        taken, self.failures = tuple(self.failures), []
        return taken

    def _check(self, request: _Request, guard: Guard, now: Position, context: str) -> ForgetCheck:
        """The check of one request; `context` is the memory's text, plain.

        Raises:
            BackendFailure: the memory raised.
        """
        by_id = by_content = 0
        look = _Look(names=request.names)
        for message in request.forgotten:
            found = self._search(message.text, guard, now, look)
            by_id += any(message.id in hit.message_ids for hit in found)
            by_content += self._is_left(message.text, found, context)
        names_sources = guard.capabilities.source_ids and look.names
        bystanders = [message for message in request.bystanders if message.id not in self._asked]
        return ForgetCheck(
            request=request.number,
            since_us=now.at_us - request.asked.at_us,
            n_forgotten=len(request.forgotten),
            hits_by_id=by_id if names_sources else None,
            hits_by_content=by_content if request.has_shown or by_content else None,
            n_bystanders=len(bystanders),
            n_bystanders_left=sum(1 for _ in self._found(bystanders, guard, now, context)),
            n_bystanders_lost=None if request.lost is None else sum(m.id in request.lost for m in bystanders),
        )

    def _search(self, text: str, guard: Guard, now: Position, look: _Look | None = None) -> tuple[Hit, ...]:
        record = guard.search(text, limit=self.depth, now=now)
        self.violations.extend(record.violations)
        if look is not None:
            look.names |= any(hit.message_ids for hit in record.hits)
        return record.hits

    def _is_left(self, words: str, hits: Sequence[Hit], context: str) -> bool:
        """Whether `words` stand in a hit or in the text for the prompt, and may not be another message's there."""
        if any(_holds(hit.text, words) and not self._is_anothers(hit.message_ids, words) for hit in hits):
            return True
        return _holds_plain(context, words) and not self._is_anothers((), words)

    def _is_anothers(self, message_ids: Sequence[str], words: str) -> bool:
        """Whether what names these messages, or none, may have `words` from one that nobody asked to forget."""
        sources = self._messages(message_ids) if message_ids else self._all_told()
        return any(message.id not in self._asked and _holds(message.text, words) for message in sources)

    def _messages(self, message_ids: Iterable[str]) -> Iterator[Message]:
        """The messages of these ids that were told so far, in their order; others are left out."""
        for message_id in message_ids:
            message = self._beside.get(message_id) or self.timeline.message(message_id)
            if message is not None and self._is_told(message):
                yield message

    def _all_told(self) -> Iterator[Message]:
        """Every message that was told so far."""
        yield from takewhile(self._is_told, self.timeline.messages())
        yield from self._beside.values()

    def _is_told(self, message: Message) -> bool:
        return self._told_until is not None and is_visible(message.position, just_after(self._told_until))

    def _found(
        self, messages: Iterable[Message], guard: Guard, now: Position, context: str, look: _Look | None = None
    ) -> Iterator[Message]:
        """Those that a search for their own words names or shows, or that the text for the prompt holds."""
        for message in messages:
            hits = self._search(message.text, guard, now, look)
            is_shown = any(message.id in hit.message_ids or _holds(hit.text, message.text) for hit in hits)
            if is_shown or _holds_plain(context, message.text):
                yield message


def _context(guard: Guard, now: Position) -> str:
    """The memory's text for the prompt, plain: it is compared with many messages.

    Raises:
        BackendFailure: the memory raised.
    """
    return _plain(guard.context(now))


def _holds(text: str, said: str) -> bool:
    """Whether `text` holds the very words of `said`, without regard to case and spaces."""
    return _holds_plain(_plain(text), said)


def _holds_plain(plain: str, said: str) -> bool:
    """The same of a text that is plain already."""
    wanted = _plain(said)
    return bool(wanted) and wanted in plain


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())

"""Where a hit comes from: each must be explained by what was delivered.

A verbatim backend shows its messages' own words: a message's text or a piece that is long enough to be one, bare or in
the message's own frame, such as `[YYYY-MM-DD HH:MM] Speaker: text`; `memory.own_words` says what a frame may hold.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from datetime import tzinfo
from typing import Literal

from memory.delivered import Archive, Delivered
from memory.errors import BackendFailure
from memory.instants import DAY_US, span_text
from memory.messages import Hit, Message, local_stamp, render_message, writable
from memory.own_words import MIN_PIECE_CHARS, Stretch, words_in
from memory.position import Position, is_visible

ViolationKind = Literal["not_empty", "unknown_id", "foreign_namespace", "foreign_text", "stamped_ahead"]

_EARLIER = (
    "left by an earlier run, or shared with another instance? A memory keeps one store a namespace; "
    "what is left, --reset of run (into a new --out) and of audit empties, where the memory can"
)
_NOT_DELIVERED = "; an id that was made up, or that of a store which other instances share?"
_AHEAD = "; a real clock instead of the simulated now?"
_FAR_AHEAD_US = DAY_US
_MOST_STAMPS = 10_000
"""So many are remembered at most."""
_INT64 = range(-(2**63), 2**63)


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """One hit that could not have come from what was delivered; it was withheld from the agent."""

    kind: ViolationKind
    """`not_empty`: it was there before anything was delivered. `unknown_id`: it names a message that was not delivered.
    `foreign_namespace`: it says that it comes from another namespace.
    `foreign_text`: a verbatim backend's text is not that of the messages it names. `stamped_ahead`: its own timestamp
    is not before the cutoff."""
    detail: str
    hit: Hit


class Provenance:
    """What was delivered to one backend, kept apart from what the backend holds, so that it cannot be changed there."""

    def __init__(
        self,
        zone: tzinfo,
        *,
        verbatim: bool,
        namespace: str = "",
        lag_us: int = 0,
        advice: str = "",
        archive: Archive | None = None,
    ) -> None:
        """Nothing delivered yet; stamps are read in `zone`, and what is newer than the lag is not yet known.

        `advice` is what a violation for a text in other words ends with; what `archive` holds is not kept again.
        """
        self._zone = zone
        self._namespace = namespace
        self._lag_us = lag_us
        self._verbatim = verbatim
        self._advice = advice
        self._delivered = Delivered(archive)
        self._speakers: set[str] = set()
        self._stamps: dict[int, str] = {}
        """By the instant, of messages that were found."""

    def __len__(self) -> int:
        """How many messages were delivered."""
        return len(self._delivered)

    def __contains__(self, message_id: str) -> bool:
        """Whether the message was delivered."""
        return message_id in self._delivered

    def add(self, message: Message) -> bool:
        """Remember a message that is about to be delivered; False, and nothing done, where its id was before."""
        if message.id in self._delivered:
            return False
        self._delivered.add(message)
        self._speakers.add(message.speaker)
        return True

    @property
    def speakers(self) -> Set[str]:
        """Who spoke in what was delivered; the empty text where nobody was named."""
        return self._speakers

    def words_in(self, line: str, message_ids: Iterable[str]) -> Stretch | None:
        """Where in one line the words of one of these messages stand; None where it shows none of theirs.

        Of several messages that the line may be of, the first; ids of messages that were not delivered are passed over.
        """
        found = map(self._delivered.get, message_ids)
        sources = [message for message in found if message is not None]
        return next((shown for _, shown in self._explanations(line, sources) if not shown.is_empty), None)

    def violation(self, hit: Hit, now: Position) -> Violation | None:
        """What is wrong with a hit shown at `now`; None when it is explained, or names no source."""
        if not self._delivered:
            detail = f"found before anything was delivered: {hit.text[:80]!r}; {_EARLIER}"
            return Violation(kind="not_empty", detail=detail, hit=hit)
        if hit.namespace and self._namespace and hit.namespace != self._namespace:
            detail = f"from {hit.namespace[:40]!r}: {hit.text[:60]!r}"
            return Violation(kind="foreign_namespace", detail=detail, hit=hit)
        sources: list[Message] = []
        for message_id in hit.message_ids:
            message = self._delivered.get(message_id)
            if message is None:
                detail = f"{message_id} was not delivered{_NOT_DELIVERED}"
                return Violation(kind="unknown_id", detail=detail, hit=hit)
            sources.append(message)
        if hit.at_us is not None and not is_visible(Position(hit.at_us, 0), now, self._lag_us):
            ahead_us = hit.at_us + self._lag_us - now.at_us
            detail = f"stamped {span_text(ahead_us)} after now{_AHEAD if ahead_us >= _FAR_AHEAD_US else ''}"
            return Violation(kind="stamped_ahead", detail=detail, hit=hit)
        if sources and self._verbatim and not self._is_shown_whole(hit.text, sources):
            fault = self._fault_of(hit.text, sources)
            if fault:
                return Violation(kind="foreign_text", detail=fault + self._advice, hit=hit)
        return None

    def _fault_of(self, text: str, sources: Sequence[Message]) -> str:
        """What is wrong with a text that is to be the words of its sources; empty where nothing is."""
        likely = sources
        names = ", ".join(message.id for message in sources)
        lines = [line for line in text.splitlines() if line.strip()]
        shows_words = not lines
        for line in lines:
            explained = self._explained(line, likely)
            if explained is None:
                return f"not the words of {names}: {line[:80]!r}"
            place, shown = explained
            shows_words = shows_words or not shown.is_empty
            likely = [*likely[place:], *likely[:place]]  # the next line is mostly of this message, or the next
        if shows_words or self._has_words_of_another(lines, sources):
            return ""
        return f"a frame without the words of {names}: {text[:80]!r}"

    def _has_words_of_another(self, lines: Sequence[str], sources: Sequence[Message]) -> bool:
        """Whether lines that are the frame of one message are the words of another, or one has none to show."""
        if not all(message.text.strip() for message in sources):
            return True
        shown = (_shown_of(line, message, self._in_its_frame) for message in sources for line in lines)
        return any(stretch is not None and not stretch.is_empty for stretch in shown)

    def _is_shown_whole(self, text: str, sources: Sequence[Message]) -> bool:
        """Whether a text is one of the messages as most memories show it, so that no line of it needs its own look."""
        if not text.startswith("["):
            return False
        return any(text == render_message(message, self._stamp(message.position.at_us)) for message in sources)

    def _stamp(self, at_us: int) -> str:
        """As `local_stamp`, which takes long; the searches of one query find the same messages again and again."""
        stamp = self._stamps.get(at_us)
        if stamp is None:
            if len(self._stamps) >= _MOST_STAMPS:
                self._stamps.clear()
            stamp = self._stamps[at_us] = local_stamp(at_us, self._zone)
        return stamp

    def _explained(self, line: str, sources: Sequence[Message]) -> tuple[int, Stretch] | None:
        """The place of a message that the line is of, and its words there; None where there is none."""
        return next(self._explanations(line, sources), None)

    def _explanations(self, line: str, sources: Sequence[Message]) -> Iterator[tuple[int, Stretch]]:
        # The usual forms of all messages come first: the other look takes ten times as long.
        for look in (self._word_for_word, self._in_its_frame):
            for place, message in enumerate(sources):
                shown = _shown_of(line, message, look)
                if shown is not None:
                    yield place, shown

    def _word_for_word(self, line: str, message: Message) -> Stretch | None:
        lines = message.text.splitlines() or [""]
        if (len(line) >= MIN_PIECE_CHARS and line in message.text) or line in lines:
            return Stretch(0, len(line))
        stamp = self._stamp(message.position.at_us)
        forms = (render_message(message), render_message(message, stamp), f"[{stamp}] {message.text}")
        if not any(line in form.splitlines() for form in forms):
            return None
        return Stretch(len(line) - len(lines[0]) if line.endswith(lines[0]) else len(line), len(line))

    def _in_its_frame(self, line: str, message: Message) -> Stretch | None:
        return words_in(line, message, self._zone)


def _shown_of(line: str, message: Message, look: Callable[[str, Message], Stretch | None]) -> Stretch | None:
    shown = look(line, message)
    # A text that is no valid Unicode comes back from another process with question marks in it.
    carried = writable(message.text)
    if shown is None and carried != message.text:
        return look(line, replace(message, text=carried))
    return shown


def plain_hits(found: object) -> Iterable[Hit]:
    """What a backend returned, as plain hits.

    Raises:
        BackendFailure: it is no list of hits, or one has no text, no finite score, or ids that are no texts.
    """
    if not isinstance(found, (list, tuple)):
        raise BackendFailure("search", f"returned {type(found).__name__}, not a list of hits")
    return [_plain_hit(hit, rank) for rank, hit in enumerate(found, start=1)]


def _plain_hit(hit: object, rank: int) -> Hit:
    if not isinstance(hit, Hit):
        raise BackendFailure("search", f"hit {rank} is {type(hit).__name__}, not a Hit")
    # Each field is read once: what is checked is what is kept, whatever the backend's own class says the next time.
    text, at_us, namespace = hit.text, hit.at_us, hit.namespace
    score, ids = hit.score, hit.message_ids
    if type(text) is not str:
        raise BackendFailure("search", f"hit {rank} has a text that is {type(text).__name__}, not str")
    if not text:
        raise BackendFailure("search", f"hit {rank} has no text")
    if isinstance(score, bool) or not isinstance(score, (int, float)) or not _is_finite(score):
        raise BackendFailure("search", f"hit {rank} has the score {score!r:.60}, not a finite number")
    number = float.__float__(score) if isinstance(score, float) else float(int.__int__(score))
    names = tuple(ids) if isinstance(ids, (list, tuple)) else (None,)
    if not all(type(name) is str for name in names):
        raise BackendFailure("search", f"hit {rank} has message ids {ids!r:.60}, not a tuple of text")
    if at_us is not None and (type(at_us) is not int or at_us not in _INT64):
        raise BackendFailure("search", f"hit {rank} has the timestamp {at_us!r:.60}, not whole microseconds")
    if type(namespace) is not str:
        raise BackendFailure("search", f"hit {rank} has the namespace {namespace!r:.60}, not text")
    # A hit of its own, always: what the backend might do to the one that it returned changes nothing that was checked.
    return Hit(text=text, score=number, message_ids=names, at_us=at_us, namespace=namespace)


def _is_finite(number: float) -> bool:
    try:
        return math.isfinite(number)
    except OverflowError:
        return False


def copied(message: Message) -> Message:
    """An equal message that is another object; written out, since every message passes here."""
    return Message(
        id=message.id,
        position=message.position,
        speaker=message.speaker,
        role=message.role,
        text=message.text,
        occurred_at_us=message.occurred_at_us,
    )

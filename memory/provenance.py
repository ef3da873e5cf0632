"""Where a hit comes from: each must be explained by what was delivered.

A verbatim backend shows its messages' own lines, in one of these forms and no other: the text, `Speaker: text`, either
with `[YYYY-MM-DD HH:MM] ` of the message's own instant in front, or a piece of the text that is long enough to be one.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import tzinfo
from typing import Literal

from memory.delivered import Archive, Delivered
from memory.errors import BackendFailure
from memory.messages import Hit, Message, local_stamp, render_message, writable
from memory.position import Position, is_visible

ViolationKind = Literal["not_empty", "unknown_id", "foreign_namespace", "foreign_text", "stamped_ahead"]

MIN_PIECE_CHARS = 16
"""A piece of a message shorter than this could be spelled out of any message."""
_EARLIER = "an earlier run's? --reset empties the namespace (where the memory can)"
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

    def __len__(self) -> int:
        """How many messages were delivered."""
        return len(self._delivered)

    def __contains__(self, message_id: str) -> bool:
        """Whether the message was delivered."""
        return message_id in self._delivered

    def add(self, message: Message) -> None:
        """Remember a message that is about to be delivered."""
        self._delivered.add(message)

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
                return Violation(kind="unknown_id", detail=f"{message_id} was not delivered", hit=hit)
            sources.append(message)
        if hit.at_us is not None and not is_visible(Position(hit.at_us, 0), now, self._lag_us):
            return Violation(
                kind="stamped_ahead", detail=f"stamped {hit.at_us + self._lag_us - now.at_us} µs after now", hit=hit
            )
        if sources and self._verbatim:
            for line in hit.text.splitlines():
                if line.strip() and not any(self._is_line_of(line, message) for message in sources):
                    names = ", ".join(hit.message_ids)
                    detail = f"not the words of {names}: {line[:80]!r}{self._advice}"
                    return Violation(kind="foreign_text", detail=detail, hit=hit)
        return None

    def _is_line_of(self, line: str, message: Message) -> bool:
        if self._is_word_for_word(line, message):
            return True
        # A text that is no valid Unicode comes back from another process with question marks in it.
        carried = writable(message.text)
        return carried != message.text and self._is_word_for_word(line, replace(message, text=carried))

    def _is_word_for_word(self, line: str, message: Message) -> bool:
        if len(line) >= MIN_PIECE_CHARS and line in message.text:
            return True
        stamp = local_stamp(message.position.at_us, self._zone)
        forms = (
            message.text,
            render_message(message),
            render_message(message, stamp),
            f"[{stamp}] {message.text}",
        )
        return any(line in form.splitlines() for form in forms)


def plain_hits(found: object) -> Iterable[Hit]:
    """What a backend returned, as plain hits.

    Raises:
        BackendFailure: it is no list of hits, or one has no text, no finite score, or ids that are no texts.
    """
    if not isinstance(found, (list, tuple)):
        raise BackendFailure("search", f"returned {type(found).__name__}, not a list of hits")
    return [_plain_hit(hit, f"hit {rank}") for rank, hit in enumerate(found, start=1)]


def _plain_hit(hit: object, where: str) -> Hit:
    if not isinstance(hit, Hit):
        raise BackendFailure("search", f"{where} is {type(hit).__name__}, not a Hit")
    if type(hit.text) is not str or not hit.text:
        raise BackendFailure("search", f"{where} has no text")
    if isinstance(hit.score, bool) or not isinstance(hit.score, (int, float)) or not _is_finite(hit.score):
        raise BackendFailure("search", f"{where} has the score {hit.score!r:.60}, not a finite number")
    if not isinstance(hit.message_ids, (list, tuple)) or not all(type(i) is str for i in hit.message_ids):
        raise BackendFailure("search", f"{where} has message ids {hit.message_ids!r:.60}, not a tuple of text")
    if hit.at_us is not None and (type(hit.at_us) is not int or hit.at_us not in _INT64):
        raise BackendFailure("search", f"{where} has the timestamp {hit.at_us!r:.60}, not whole microseconds")
    if type(hit.namespace) is not str:
        raise BackendFailure("search", f"{where} has the namespace {hit.namespace!r:.60}, not text")
    if type(hit) is Hit and type(hit.score) is float and type(hit.message_ids) is tuple:
        return hit
    return Hit(
        text=hit.text,
        score=float(hit.score),
        message_ids=tuple(hit.message_ids),
        at_us=hit.at_us,
        namespace=hit.namespace,
    )


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

"""Calls to an outside system: repeated where that is safe, checked before it is repeated where it may not be.

The rule: nothing is ever stored twice. A call that was answered with 429 or 5xx, or never reached the system, is tried
again after a bounded pause. One that was sent and never answered may have been carried out: it is repeated only if it
can be (it carries an idempotency key, or it only reads), or if a look at the system says that it was not.

All attempts at one request, with the pauses and the looks between them, end within `PATIENCE_S`: sooner than a call to
a memory is cut off, so that what is told is why the system failed and not that time was up. Another attempt is begun
only if it can end by then.
"""

import time
from collections.abc import Callable, MutableSequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from memory.backend import MemoryBackend
from memory.errors import BackendFailure

T = TypeVar("T")

ATTEMPTS = 5
FIRST_PAUSE_S = 0.25
LONGEST_PAUSE_S = 8.0
PATIENCE_S = 100.0
"""How long all attempts at one request may take. A system that asks for a wait beyond it gets a Failure instead."""
MAX_REASON_CHARS = 200

Outcome = Literal["again", "unknown", "final"]
"""`again`: it was not carried out, and may be tried again. `unknown`: nobody knows whether it was carried out.
`final`: another attempt would bring the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """What an attempt's exception means, in the adapter's words."""

    outcome: Outcome
    reason: str
    """In one line; holds no key."""
    pause_s: float | None = None
    """How long the system asks to wait, where it says so."""


class Caller:
    """Makes the calls of one adapter."""

    def __init__(
        self,
        understand: Callable[[Exception], Trouble],
        *,
        attempt_s: float = 0.0,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`understand` tells what an exception of the system's client means; what it does not know is `final`.

        `attempt_s` is how long one attempt may take at most, as its client bounds it. Where a user allows one attempt
        more than `PATIENCE_S`, two may be made.
        """
        self._understand = understand
        self._attempt_s = attempt_s
        self._patience_s = PATIENCE_S if attempt_s <= PATIENCE_S else 2 * attempt_s + LONGEST_PAUSE_S
        self._sleep = sleep
        self._clock = clock
        self.n_retries = 0
        """How many attempts were made again."""

    def call(
        self, stage: str, request: Callable[[], T], *, repeatable: bool, landed: Callable[[], T | None] | None = None
    ) -> T:
        """What `request` returns, tried at most `ATTEMPTS` times, and no longer than there is patience.

        `repeatable` calls may be carried out twice without harm. For others, `landed` looks whether one that was never
        answered was carried out all the same: it returns what the request would have, or None if it was not.

        Raises:
            BackendFailure: it was refused, every attempt failed, or nobody knows whether it was carried out.
        """
        return self._call(stage, request, repeatable, landed, self._clock() + self._patience_s)

    def _call(
        self,
        stage: str,
        request: Callable[[], T],
        repeatable: bool,
        landed: Callable[[], T | None] | None,
        end_s: float,
    ) -> T:
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return request()
            except Exception as exc:  # noqa: BLE001 - the clients' own exceptions are understood by the adapter
                trouble = self._understand(exc)
            if trouble.outcome == "unknown" and not repeatable:
                found = self._look(stage, trouble, landed, end_s)
                if found is not None:
                    return found
            pause_s = self._pause_s(trouble, attempt)
            n_requests = 1 if repeatable or landed is None else 2  # after it, there may be a look
            is_too_late = self._clock() + pause_s + n_requests * self._attempt_s > end_s
            if trouble.outcome == "final" or attempt == ATTEMPTS or is_too_late:
                tried = f" ({attempt} attempts)" if attempt > 1 else ""
                raise BackendFailure(stage, one_line(trouble.reason) + tried)
            self._sleep(pause_s)
            self.n_retries += 1
        raise AssertionError("the last attempt returns or raises")

    def _look(self, stage: str, trouble: Trouble, landed: Callable[[], T | None] | None, end_s: float) -> T | None:
        if landed is None:
            unsure = "nobody knows whether it was carried out, so it is not sent again"
            raise BackendFailure(stage, f"{one_line(trouble.reason)}; {unsure}")
        return self._call(stage, landed, True, None, end_s)

    def _pause_s(self, trouble: Trouble, attempt: int) -> float:
        if trouble.pause_s is not None:
            return max(trouble.pause_s, FIRST_PAUSE_S)
        return float(min(FIRST_PAUSE_S * 2 ** (attempt - 1), LONGEST_PAUSE_S))


class Retried(MemoryBackend):
    """A memory whose requests one `Caller` makes: it tells how many were made again."""

    _caller: Caller

    @property
    def n_retries(self) -> int:  # type: ignore[override]
        """How many requests to the system behind were made again so far."""
        return self._caller.n_retries


def all_done(pending: MutableSequence[T], is_done: Callable[[T], bool]) -> bool:
    """Whether nothing is pending any more; what is done is taken away, and not asked about again."""
    while pending and is_done(pending[0]):
        del pending[0]
    return not pending


def one_line(text: str) -> str:
    """`text` on one line of bounded length, with a question mark for what a terminal would obey."""
    line = "".join(c if c.isprintable() else "?" for c in " ".join(text[: 8 * MAX_REASON_CHARS].split()))
    return line if len(line) <= MAX_REASON_CHARS else line[: MAX_REASON_CHARS - 1] + "…"


def wait_until(
    is_ready: Callable[[], bool], timeout_s: float, *, what: str, sleep: Callable[[float], None] = time.sleep
) -> None:
    """Return once `is_ready` says so, asked with growing pauses.

    Raises:
        TimeoutError: it did not within `timeout_s` seconds of real time; `what` says what was waited for.
    """
    end_s = time.monotonic() + timeout_s
    pause_s = 0.02
    while not is_ready():
        left_s = end_s - time.monotonic()
        if left_s <= 0:
            raise TimeoutError(f"{what} after {timeout_s:g} s")
        sleep(min(pause_s, left_s))
        pause_s = min(pause_s * 1.5, 2.0)

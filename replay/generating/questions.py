"""Questions about wishes: which one is asked about, in what words, and what would be right.

The rule: the answer follows from one statement that was made before the question and was neither changed nor taken
back by then; what that statement replaced is named, too.
"""

import random
from collections import deque
from collections.abc import Callable
from typing import Literal, assert_never
from zoneinfo import ZoneInfo

from memory.instants import iso
from replay.generating.dates import clock, dated
from replay.generating.lines import Line, query_line
from replay.generating.occasions import Occasion
from replay.generating.quota import deal
from replay.generating.threads import Fallen, Stated, Thread, Threads
from replay.generating.wording import (
    ASK_CHANGED,
    ASK_CORRECTED,
    ASK_NICKNAME,
    ASK_OCCASION,
    ASK_PLAIN,
    COMPANY,
)

Kind = Literal[
    "preference_conflict",
    "conditional_constraint",
    "coreference_resolution",
    "state_shift",
    "error_correction",
    "forgotten",
]
"""The five published types of reasoning, and an occasion whose own wish was to be forgotten."""

SHARES: dict[Kind, float] = {
    "preference_conflict": 0.2,
    "conditional_constraint": 0.2,
    "coreference_resolution": 0.15,
    "state_shift": 0.25,
    "error_correction": 0.12,
    "forgotten": 0.08,
}
_MOST_FALLEN = 20


class Asking:
    """Makes the queries of one scenario."""

    def __init__(self, threads: Threads, people: tuple[str, ...], zone: ZoneInfo, rng: random.Random) -> None:
        """Ask about `threads` as they are at each query."""
        self._threads = threads
        self._people = people
        self._zone = zone
        self._rng = rng
        self._kinds = deal(SHARES, rng)
        self._fallen: deque[Fallen] = deque(maxlen=_MOST_FALLEN)

    def note_fallen(self, fallen: Fallen) -> None:
        """Remember an occasion whose wish was to be forgotten."""
        self._fallen.append(fallen)

    def ask(self, at_us: int) -> Line | None:
        """A query with the cutoff `at_us`; None where there is no wish to ask about.

        Where nothing fits the kind that is due, another kind takes its place.
        """
        kind = next(self._kinds)
        if kind == "forgotten" and (fallen := self._still_fallen()) is not None:
            return self._query(at_us, fallen.thread, kind, fallen.occasion)
        fits = self._fits(kind)
        thread = self._threads.draw(lambda one: fits(one) and not one.asked) or self._threads.draw(fits)
        if thread is None:
            thread = self._threads.draw(lambda one: not one.asked) or self._threads.draw(lambda one: True)
            if thread is None:
                return None
            kind = self._kind_of(thread)
        return self._query(at_us, thread, kind, thread.occasion)

    def _still_fallen(self) -> Fallen | None:
        while self._fallen:
            fallen = self._fallen.pop()
            if self._threads.always(fallen.thread.person, fallen.thread.topic) is fallen.thread:
                return fallen
        return None

    def _fits(self, kind: Kind) -> Callable[[Thread], bool]:
        return lambda thread: self._kind_of(thread) == kind

    def _kind_of(self, thread: Thread) -> Kind:
        """What a question about a wish tries most."""
        if thread.nickname:
            return "coreference_resolution"
        match thread.last.change:
            case "update":
                return "state_shift"
            case "correction":
                return "error_correction"
            case "first":
                return "preference_conflict" if thread.occasion is None else "conditional_constraint"
            case _:
                assert_never(thread.last.change)

    def _query(self, at_us: int, thread: Thread, kind: Kind, occasion: Occasion | None) -> Line:
        thread.asked = True
        request = f"{_given(thread.person)} told the car: '{self._request(thread, kind)}'"
        return query_line(
            iso(at_us, self._zone),
            f"{self._scene(at_us, thread, occasion)} {request}",
            reasoning_type="state_shift" if kind == "forgotten" else kind,
            call=thread.call,
            fact=self._fact(thread),
            evidence=thread.last.label,
            superseded=[(old.label, thread.topic.call(old.value)) for old in thread.stated[:-1]],
        )

    def _scene(self, at_us: int, thread: Thread, occasion: Occasion | None) -> str:
        """Who was driving and when; it names no part of the car, which would make other talk fit the question."""
        others = [person for person in self._people if person != thread.person]
        rivals = [person for person in others if self._threads.always(person, thread.topic) is not None]
        company = self._rng.choice(COMPANY if others else COMPANY[:1])
        company = company.format(other=_given(self._rng.choice(rivals or others or [""])))
        coming = f" {occasion.told}," if occasion else ""
        return f"{clock(at_us, self._zone)},{coming} {thread.person} was driving{company}."

    def _request(self, thread: Thread, kind: Kind) -> str:
        forms: tuple[str, ...]
        match kind:
            case "preference_conflict":
                forms = ASK_PLAIN
            case "conditional_constraint" | "forgotten":
                forms = ASK_OCCASION
            case "coreference_resolution":
                forms = ASK_NICKNAME
            case "state_shift":
                forms = ASK_CHANGED
            case "error_correction":
                forms = ASK_CORRECTED
            case _:
                assert_never(kind)
        return self._rng.choice(forms).format(thing=thread.topic.thing, nickname=thread.nickname)

    def _fact(self, thread: Thread) -> str:
        """What the last statement says, told by somebody else."""
        last: Stated = thread.last
        when = f" {thread.occasion.told}" if thread.occasion else ""
        name = f", and called that {thread.nickname}" if thread.nickname else ""
        match last.change:
            case "first":
                wanted = "wanted"
            case "update":
                wanted = "wanted from then on"
            case "correction":
                wanted = "took back what was said just before and wanted"
            case _:
                assert_never(last.change)
        what = f"the {thread.topic.thing} {thread.topic.phrase(last.value)}{when}{name}"
        return f"{dated(last.at_us, self._zone)}, {thread.person} {wanted} {what}."


def _given(person: str) -> str:
    """The given name, which no two people share; empty for nobody."""
    return person.partition(" ")[0]

"""The story of one car: messages in time order, with queries between them.

The rule: within half an hour, no two wishes are about things that share a word, such as two volumes. So nothing stands
so close to an update that it would say the same to a memory, and which of two statements comes first is decided by
these alone.
"""

import random
from collections.abc import Iterator
from typing import Literal, assert_never

from memory.instants import iso
from replay.buckets import SESSION_GAP_US
from replay.generating.lines import Line, command_line, forget_line, message_line, scenario_line
from replay.generating.moments import moments
from replay.generating.names import draw_people
from replay.generating.questions import Asking
from replay.generating.quota import deal
from replay.generating.request import GenerateRequest
from replay.generating.talk import answer, car_talk, small_talk
from replay.generating.threads import Thread, Threads
from replay.generating.topics import TOPICS, Topic
from replay.generating.wording import FORGET, ONCE, Change

CAR = "Car"
"""The name under which the car itself speaks."""

_Kind = Literal["talk", "wish", "update", "correction", "forget", "command"]
_BEHIND_US = 20 * 60_000_000
"""How long the day goes on behind the last message: room for the last queries."""
_ANSWERED = 0.5
_ABOUT_CARS = 0.12
"""The parts of small talk that are the car's answer to a wish just before, and that are about cars."""
_KEPT = 3
"""So many wishes are never forgotten, so that there is something left to ask about."""


def generate(request: GenerateRequest, number: int = 1) -> Iterator[Line]:
    """The records of scenario `number`, in time order; equal requests and numbers give equal records.

    Memory has a bound, however many messages there are.
    """
    return _Story(request, number).lines()


class _Story:
    def __init__(self, request: GenerateRequest, number: int) -> None:
        self._request = request
        self._number = number
        self._zone = request.tz
        self._rng = random.Random(f"{request.seed}/{number}")
        self._people = draw_people(request.people, self._rng)
        self._threads = Threads(self._people, self._rng)
        self._asking = Asking(self._threads, self._people, self._zone, self._rng)
        self._busy_until_us: dict[str, int] = {}
        """For each word of a thing that was talked about, until when no other thing with it may be."""
        self._latest: Thread | None = None
        """The wish that was stated last, as long as its last statement can be put right."""
        self._owed = 0
        """Corrections that were due when there was nothing to put right."""
        self._just_wished = False
        self._n_labels = 0
        self._n_asked = 0

    def lines(self) -> Iterator[Line]:
        request = self._request
        title = f"Generated, seed {request.seed}, number {self._number}"
        yield scenario_line(str(self._number), title, request.zone, self._people)
        times = moments(request, random.Random(f"{request.seed}/{self._number}/moments"))
        kinds = deal(_kinds(request), self._rng)
        for index, (at_us, next_us) in enumerate(_with_next(times)):
            kind = "wish" if index == 0 and request.queries else next(kinds)
            yield from self._say(kind, at_us)
            yield from self._ask(index + 1, at_us, next_us)

    def _say(self, kind: _Kind, at_us: int) -> Iterator[Line]:
        lines = self._try(kind, at_us) or self._try("talk", at_us)
        self._just_wished = bool(lines) and kind in ("wish", "update") and "id" in lines[0]
        return iter(lines)

    def _try(self, kind: _Kind, at_us: int) -> list[Line]:
        """One message and what belongs to it; nothing where that kind is not possible now."""
        match kind:
            case "talk":
                return self._talk(at_us)
            case "wish":
                shares = self._request.shares
                thread = self._threads.start(
                    on_occasion=self._rng.random() < shares.conditions,
                    may_fall_back=shares.conditions > 0,
                    is_free=lambda topic: self._is_free(topic, at_us),
                )
                return [] if thread is None else self._state(thread, "first", at_us)
            case "update":
                thread = self._threads.pick(lambda one: one.can_change and self._is_free(one.topic, at_us))
                return self._try("wish", at_us) if thread is None else self._state(thread, "update", at_us)
            case "correction":
                lines = self._correct(at_us)
                self._owed += not lines
                return lines
            case "forget":
                return self._forget(at_us)
            case "command":
                return self._once(at_us)
            case _:
                assert_never(kind)

    def _talk(self, at_us: int) -> list[Line]:
        if self._owed and not self._just_wished and (lines := self._correct(at_us)):
            self._owed -= 1
            return lines
        if self._just_wished and self._rng.random() < _ANSWERED:
            return [message_line(self._at(at_us), CAR, answer(self._rng), by_car=True)]
        if self._rng.random() < _ABOUT_CARS and (topic := self._free_topic(at_us)) is not None:
            self._mark(topic, at_us)
            return [self._said(at_us, car_talk(topic.thing, self._rng))]
        return [self._said(at_us, small_talk(self._rng))]

    def _correct(self, at_us: int) -> list[Line]:
        thread = self._latest
        if thread is None or at_us - thread.last.at_us > SESSION_GAP_US or not thread.can_change:
            return []
        return self._state(thread, "correction", at_us)

    def _state(self, thread: Thread, change: Change, at_us: int) -> list[Line]:
        self._n_labels += 1
        label = f"w{self._n_labels}"
        text = thread.state(change, label, at_us, self._rng)
        self._mark(thread.topic, at_us)
        self._latest = None if change == "correction" else thread
        return [message_line(self._at(at_us), thread.person, text, label=label)]

    def _forget(self, at_us: int) -> list[Line]:
        if len(self._threads) <= _KEPT:
            return []
        thread = self._threads.pick(lambda one: self._is_free(one.topic, at_us))
        if thread is None:
            return []
        fallen = self._threads.end(thread)
        if fallen is not None:
            self._asking.note_fallen(fallen)
        if thread is self._latest:
            self._latest = None
        self._mark(thread.topic, at_us)
        when = f" {thread.occasion.said}" if thread.occasion else ""
        text = self._rng.choice(FORGET).format(thing=thread.topic.thing, when=when)
        at, labels = self._at(at_us), [one.label for one in thread.stated]
        return [message_line(at, thread.person, text), forget_line(at, thread.person, labels, text)]

    def _once(self, at_us: int) -> list[Line]:
        topic = self._free_topic(at_us)
        if topic is None:
            return []
        self._mark(topic, at_us)
        person, value = self._rng.choice(self._people), self._rng.choice(topic.values)
        text = self._rng.choice(ONCE).format(thing=topic.thing, value=topic.phrase(value))
        at = self._at(at_us)
        return [message_line(at, person, text), command_line(at, person, topic.call(value))]

    def _ask(self, n_said: int, at_us: int, next_us: int | None) -> Iterator[Line]:
        """The queries that are due after so many messages, all before the next one."""
        request = self._request
        skipped = request.queries // 5
        n_due = n_said * (skipped + request.queries) // request.messages - skipped - self._n_asked
        for turn in range(n_due):
            gap_us = _BEHIND_US if next_us is None else next_us - at_us
            cutoff_us = at_us + max(1, gap_us * (turn + 1) // (n_due + 1))
            line = self._asking.ask(_rounded(cutoff_us, above_us=at_us))
            if line is not None:
                self._n_asked += 1
                yield line

    def _said(self, at_us: int, text: str) -> Line:
        return message_line(self._at(at_us), self._rng.choice(self._people), text)

    def _at(self, at_us: int) -> str:
        return iso(at_us, self._zone)

    def _free_topic(self, at_us: int) -> Topic | None:
        free = [topic for topic in TOPICS if self._is_free(topic, at_us)]
        return self._rng.choice(free) if free else None

    def _is_free(self, topic: Topic, at_us: int) -> bool:
        busy = self._busy_until_us
        return all(busy.get(word, at_us) <= at_us for word in topic.words)

    def _mark(self, topic: Topic, at_us: int) -> None:
        self._busy_until_us.update(dict.fromkeys(topic.words, at_us + SESSION_GAP_US + 1))


def _kinds(request: GenerateRequest) -> dict[_Kind, float]:
    shares = request.shares
    rest = 1.0 - shares.distractors
    return {
        "talk": shares.distractors,
        "wish": rest * shares.wishes,
        "update": rest * shares.updates,
        "correction": rest * shares.corrections,
        "forget": rest * shares.forgets,
        "command": rest * shares.commands,
    }


def _with_next(times: Iterator[int]) -> Iterator[tuple[int, int | None]]:
    """Each instant with the one behind it, None behind the last."""
    last: int | None = None
    for at_us in times:
        if last is not None:
            yield last, at_us
        last = at_us
    if last is not None:
        yield last, None


def _rounded(at_us: int, *, above_us: int) -> int:
    """`at_us` rounded down to the minute or the second, the first of which is still later than `above_us`."""
    for unit_us in (60_000_000, 1_000_000):
        if at_us - at_us % unit_us > above_us:
            return at_us - at_us % unit_us
    return at_us

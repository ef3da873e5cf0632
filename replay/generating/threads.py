"""Who wants what: one thread for each wish, from its first statement through every change to its end.

The rule: what is kept has a bound, however long the timeline. Wishes without an occasion are as many as people and
settings; of those with one the oldest are left alone once there are `MOST_OCCASIONAL`, and never asked about again.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from replay.generating.occasions import N_FORMS, N_OCCASIONS, Occasion, occasion
from replay.generating.topics import TOPICS, CallDict, Topic, Value
from replay.generating.wording import CORES, N_NICKNAMES, OPENINGS, Change, nickname, statement

MOST_OCCASIONAL = 200
"""How many wishes with an occasion are live at a time."""
_TRIES = 12
_NAMED = 0.15
"""The part of wishes that get a name of their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """One statement of a wish."""

    label: str
    at_us: int
    value: Value
    change: Change


@dataclass(slots=True, kw_only=True, eq=False)
class Thread:
    """One wish and what became of it."""

    person: str
    topic: Topic
    occasion: Occasion | None = None
    """None: it always holds."""
    nickname: str = ""
    core: str
    n_words: int
    """Of every opening of this wish."""
    stated: list[Stated] = field(default_factory=list)
    """Oldest first; the last one holds. No value comes twice."""
    asked: bool = False
    """Whether it was asked about since it last changed."""

    @property
    def last(self) -> Stated:
        """What holds."""
        return self.stated[-1]

    @property
    def can_change(self) -> bool:
        """Whether people change their minds on it, and there is a value that was never wanted."""
        return self.topic.changes and len(self.stated) < len(self.topic.values)

    @property
    def call(self) -> CallDict:
        """The command that does as was wished."""
        return self.topic.call(self.last.value)

    def state(self, change: Change, label: str, at_us: int, rng: random.Random) -> str:
        """State it with a value that was not wanted before, and return the words; there must be one."""
        used = {one.value for one in self.stated}
        value = rng.choice([value for value in self.topic.values if value not in used])
        self.stated.append(Stated(label=label, at_us=at_us, value=value, change=change))
        self.asked = False
        return statement(
            rng.choice(OPENINGS[change][self.n_words]),
            self.core,
            thing=self.topic.thing,
            value=self.topic.phrase(value),
            when=self.occasion.said if self.occasion else "",
            name=self.nickname,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Fallen:
    """An occasion whose wish was to be forgotten: what always holds, holds on it, too."""

    thread: Thread
    """What always holds."""
    occasion: Occasion
    label: str
    """Of the last statement that was to be forgotten."""


class Threads:
    """The live wishes of one scenario."""

    def __init__(self, people: tuple[str, ...], rng: random.Random) -> None:
        """Nobody wants anything yet."""
        self._people = people
        self._rng = rng
        self._always: dict[tuple[str, str], Thread] = {}
        self._order: list[Thread] = []  # those of _always, for drawing
        self._occasional: list[Thread] = []
        self._n_named = 0
        self._first_name = rng.randrange(N_NICKNAMES)
        self._occasions: dict[tuple[str, str], range] = {}  # those that are left of each person and setting

    def __len__(self) -> int:
        """How many there are."""
        return len(self._order) + len(self._occasional)

    def always(self, person: str, topic: Topic) -> Thread | None:
        """What a person always wants of a setting."""
        return self._always.get((person, topic.thing))

    def pick(self, fits: Callable[[Thread], bool]) -> Thread | None:
        """A live wish that fits, drawn by chance; None where a few tries find none."""
        for _ in range(_TRIES if len(self) else 0):
            number = self._rng.randrange(len(self))
            n_always = len(self._order)
            thread = self._order[number] if number < n_always else self._occasional[number - n_always]
            if fits(thread):
                return thread
        return None

    def draw(self, fits: Callable[[Thread], bool]) -> Thread | None:
        """A live wish that fits, drawn by chance from all of them; None where none does."""
        fitting = [thread for thread in (*self._order, *self._occasional) if fits(thread)]
        return self._rng.choice(fitting) if fitting else None

    def start(self, *, on_occasion: bool, may_fall_back: bool, is_free: Callable[[Topic], bool]) -> Thread | None:
        """A new wish of anybody, not yet stated; None where a few tries find none that can be had.

        Where everybody has said how they always want things and it `may_fall_back`, it holds on an occasion after all.
        """
        for occasional in (on_occasion, True) if may_fall_back else (on_occasion,):
            for _ in range(_TRIES):
                person, topic = self._rng.choice(self._people), self._rng.choice(TOPICS)
                if not is_free(topic):
                    continue
                if occasional:
                    there = self._new_occasion(person, topic)
                    if there is not None:
                        thread = self._new(person, topic, there)
                        self._occasional.append(thread)
                        del self._occasional[:-MOST_OCCASIONAL]
                        return thread
                elif self.always(person, topic) is None:
                    thread = self._new(person, topic, None)
                    self._always[person, topic.thing] = thread
                    self._order.append(thread)
                    return thread
        return None

    def end(self, thread: Thread) -> Fallen | None:
        """Take a wish out; returns what holds on its occasion from now on, where there is one."""
        if thread.occasion is None:
            del self._always[thread.person, thread.topic.thing]
            self._order.remove(thread)
            return None
        self._occasional.remove(thread)
        always = self.always(thread.person, thread.topic)
        if always is None:
            return None
        return Fallen(thread=always, occasion=thread.occasion, label=thread.last.label)

    def _new(self, person: str, topic: Topic, there: Occasion | None) -> Thread:
        name = ""
        if self._rng.random() < _NAMED and self._n_named < N_NICKNAMES:
            name = nickname((self._first_name + self._n_named) % N_NICKNAMES)
            self._n_named += 1
        core, n_words = self._rng.choice(CORES), self._rng.choice(list(OPENINGS["first"]))
        return Thread(person=person, topic=topic, occasion=there, nickname=name, core=core, n_words=n_words)

    def _new_occasion(self, person: str, topic: Topic) -> Occasion | None:
        """One that this person has not had for this setting; None once there is none left."""
        place = (person, topic.thing)
        if place not in self._occasions:
            first = self._rng.randrange(N_OCCASIONS)
            self._occasions[place] = range(first, first + N_OCCASIONS)
        left = self._occasions[place]
        if not left:
            return None
        self._occasions[place] = left[1:]
        return occasion(left[0], self._rng.randrange(N_FORMS))

"""What the checks tell a memory: messages in a row, some of which hold invented words that stand nowhere else.

The rule: the words are drawn from a seed, so that equal checks tell equal things, and another run's suffix gives other
words; what an earlier run left in a store can then be told apart from what this one put there.
"""

import random
import re
from collections.abc import Sequence
from dataclasses import replace

from memory.instants import MINUTE_US
from memory.messages import Message
from memory.position import Position
from replay.futures import Canary, make_canary
from replay.scenario import Query, Scenario
from replay.timeline import Timeline

NOON_US = 1_748_865_600_000_000
"""2025-06-02 12:00 UTC, a Monday."""
SPEAKER = "Runa Feld"
"""Who says what nobody else is said to say."""

CHATTER = (
    "We should water the tomatoes before we leave on Friday.",
    "The ferry was late again, so we had coffee at the pier.",
    "My brother has finally sold that old green canoe.",
    "Could somebody remind me to return the ladder to Edda?",
    "It rained so hard that the cellar smelled of wet stone.",
    "The bakery behind the station closes at noon on Mondays.",
)
"""Talk without meaning for the car, that lies between what is looked for."""

LIKES = (
    "I always prefer Italian food for dinner.",
    "Seat heating on level two for me, please, always.",
    "I like to listen to jazz on the way home.",
)
"""What a memory of preferences, too, has a place for, each about another thing."""
PAUSE_MIN = 90
"""Between two of them, so that each is a conversation of its own."""

SUBJECTS = (
    "light set to level 4",
    "seat heating on level 2",
    "radio volume at 12",
    "window half open",
    "mirror folded at night",
    "fan on its lowest step",
    "sunroof shut in the rain",
)
"""What wishes are about; the first is that of the audit's own."""


def line(number: int, text: str, *, speaker: str = SPEAKER, id_: str = "", minute: int | None = None) -> Message:
    """The message of running number `number`, from 1: so many minutes after noon, unless `minute` says otherwise."""
    at_us = NOON_US + (number if minute is None else minute) * MINUTE_US
    return Message(
        id=id_ or f"m{number:06d}", position=Position(at_us, number), speaker=speaker, role="user", text=text
    )


def secret(*seed: str) -> Canary:
    """A wish in invented words; equal seeds give equal ones."""
    return make_canary(random.Random("/".join(seed)))


def secrets(count: int, *seed: str) -> list[Canary]:
    """So many different ones, each about another thing where there are no more of them than of `SUBJECTS`.

    A memory that keeps one value a thing and overwrites it may so keep all of them.
    """
    return [_about(secret(*seed, str(number)), number) for number in range(count)]


def _about(wish: Canary, number: int) -> Canary:
    return replace(wish, text=wish.text.replace(SUBJECTS[0], SUBJECTS[number % len(SUBJECTS)]))


def longest_word(text: str) -> str:
    """The longest word of a text, the first of equals: of a wish, an invented one. What a paraphrase would keep."""
    return max(re.findall(r"\w+", text), key=len, default="")


def scenario_of(messages: Sequence[Message], queries: Sequence[Query] = ()) -> Scenario:
    """A scenario in UTC that consists of these messages."""
    people = tuple(dict.fromkeys(message.speaker for message in messages if message.speaker))
    return Scenario(id="check", zone="UTC", people=people, timeline=Timeline(messages), queries=tuple(queries))

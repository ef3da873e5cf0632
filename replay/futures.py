"""Other futures for the audit: the same past, and after the cutoff anything else.

Everything here is seeded: the same scenario, cutoff and seed give the same future.
"""

import random
from dataclasses import dataclass, replace

from memory.instants import DAY_US
from memory.messages import Message
from memory.position import Position, is_visible
from replay.scenario import Scenario
from replay.timeline import LoggedCommand, Record, Timeline

_ONSETS = ("b", "br", "d", "dr", "f", "g", "gl", "k", "kr", "l", "m", "n", "pl", "r", "st", "t", "tr", "v", "z")
_VOWELS = ("a", "e", "i", "o", "u", "ai", "eo")


@dataclass(frozen=True, slots=True, kw_only=True)
class Canary:
    """A sentence of invented words that stands nowhere else."""

    token: str
    """Its rarest word."""
    text: str


def make_canary(rng: random.Random) -> Canary:
    """A canary that says something like a preference, so that a memory that picks what it keeps may keep it."""
    words = ["".join(rng.choice(_ONSETS) + rng.choice(_VOWELS) for _ in range(4)) for _ in range(2)]
    return Canary(token=words[0], text=f"From now on I always want the {words[0]} {words[1]} light set to level 4.")


def past_of(scenario: Scenario, cutoff: Position, lag_us: int = 0) -> list[Record]:
    """The records that are visible at `cutoff`; the car's own are so without a lag."""
    return [
        record
        for record in scenario.timeline.records
        if is_visible(record.position, cutoff, 0 if isinstance(record, LoggedCommand) else lag_us)
    ]


def with_other_future(
    scenario: Scenario, cutoff: Position, canary: Canary, rng: random.Random, lag_us: int = 0
) -> Scenario:
    """The scenario with all that is not visible at `cutoff` replaced: other texts, times and number of messages.

    Among the speakers are newcomers who share a first name with the known ones. One replaced message stands at the
    cutoff's very instant, and the canary stands among them twice: there, and later.
    """
    past = past_of(scenario, cutoff, lag_us)
    first_us = cutoff.at_us - lag_us
    words = sorted({word for record in scenario.timeline.messages() for word in record.text.split()}) or ["nothing"]
    n_hidden = scenario.timeline.n_messages - scenario.timeline.n_visible(cutoff, lag_us)
    n_new = rng.randint(n_hidden // 2 + 2, 2 * n_hidden + 4)
    instants = sorted(first_us + rng.randrange(90 * DAY_US) for _ in range(n_new))
    texts = [canary.text, *(" ".join(rng.choices(words, k=rng.randint(1, 40))) for _ in range(n_new)), canary.text]
    known = dict.fromkeys(message.speaker for message in scenario.timeline.messages())
    speakers = [*known, *(f"{name.split()[0]} {canary.token.title()}" for name in known if name.split())] or ["someone"]
    times_us = [first_us, *instants, instants[-1] + 1]
    first_seq = max(max((record.position.seq for record in past), default=0) + 1, cutoff.seq)
    future = (
        _message(Position(at_us, seq), rng.choice(speakers), text)
        for seq, (at_us, text) in enumerate(zip(times_us, texts, strict=True), start=first_seq)
    )
    return replace(scenario, timeline=Timeline(_in_order([*past, *future])))


def with_canary_before(scenario: Scenario, cutoff: Position, canary: Canary, lag_us: int = 0) -> Scenario:
    """The scenario with the canary as the last message visible at `cutoff`, by one microsecond; no future.

    What shares the cutoff's instant is left out, so that the canary is the last.
    """
    last_us = cutoff.at_us - lag_us - 1
    past = [
        record
        for record in past_of(scenario, cutoff, lag_us)
        if isinstance(record, LoggedCommand) or record.position.at_us <= last_us
    ]
    seq = max((record.position.seq for record in past), default=0) + 1
    speaker = scenario.people[0] if scenario.people else "someone"
    planted = _message(Position(last_us, seq), speaker, canary.text)
    return replace(scenario, timeline=Timeline(_in_order([*past, planted])))


def _in_order(records: list[Record]) -> list[Record]:
    """By position: under a lag, commands of the past stand behind messages that are not visible yet."""
    return sorted(records, key=lambda record: record.position)


def _message(position: Position, speaker: str, text: str) -> Message:
    return Message(id=f"m{position.seq:06d}", position=position, speaker=speaker, role="user", text=text)

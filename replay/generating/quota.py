"""Dealing kinds of things by their shares: in no order that can be foreseen, but always close to the shares."""

import random
from collections.abc import Iterator, Mapping
from typing import TypeVar

T = TypeVar("T")

HAND = 20
"""How many are dealt at a time."""


def deal(shares: Mapping[T, float], rng: random.Random) -> Iterator[T]:
    """Kinds without end; after every hand each was dealt as often as its share says, within one.

    Raises:
        ValueError: no share is above zero.
    """
    total = sum(shares.values())
    if total <= 0:
        raise ValueError("nothing can be dealt where no share is above zero")
    credit = dict.fromkeys(shares, 0.0)
    while True:
        hand: list[T] = []
        for kind, share in shares.items():
            credit[kind] += HAND * share / total
            n = int(credit[kind] + 1e-9)
            credit[kind] -= n
            hand += [kind] * n
        rng.shuffle(hand)
        yield from hand

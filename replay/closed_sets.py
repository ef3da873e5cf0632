"""A name out of a closed set, such as that of a cutoff policy: the one that was asked for, or what there is instead."""

from collections.abc import Sequence
from typing import TypeVar

from memory.near_names import unknown_name
from replay.errors import InputError

NameT = TypeVar("NameT", bound=str)


def one_of(known: Sequence[NameT], name: str, said: str, and_more: str = "") -> NameT:
    """The one of the `known` names that is `name`, of their own type.

    `said` is what an error has before the name, `and_more` what it has behind the list.

    Raises:
        InputError: none is; the known ones are listed.
    """
    for one in known:
        if one == name:
            return one
    raise InputError(unknown_name(said, name, known, and_more))

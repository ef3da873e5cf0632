"""Prompts kept as files, and the simulated date in words.

The rule: what a model is told stands in a text file whose hash is part of a run's configuration; the date in it is the
simulated one, whatever day it is.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from string import Template
from zoneinfo import ZoneInfo

from memory.instants import instant

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """A text with places to fill in, written `$name`."""

    name: str
    text: str

    def fill(self, **values: str) -> str:
        """The text with every place filled in; what is filled in is taken as it is, `$` included.

        Raises:
            KeyError: a place has no value.
        """
        return Template(self.text).substitute(values)


@lru_cache(maxsize=32)
def read_prompt(package: str, name: str) -> Prompt:
    """The prompt in the file `prompts/<name>.txt` of a package.

    Raises:
        OSError: there is none.
    """
    text = files(package).joinpath("prompts", f"{name}.txt").read_text(encoding="utf-8")
    return Prompt(name=name, text=text)


def prompts_digest(prompts: Sequence[Prompt]) -> str:
    """Twelve hex digits over names and texts, in any order; another wording gives others."""
    sha = hashlib.sha256()
    for prompt in sorted(prompts, key=lambda p: p.name):
        sha.update(f"{prompt.name}\0{prompt.text}\0".encode())
    return sha.hexdigest()[:12]


def told_instant(at_us: int, zone: ZoneInfo) -> str:
    """An instant for a prompt, such as `Friday, 2025-03-07 18:05 (Europe/Lisbon)`; the minute is cut, not rounded."""
    local = instant(at_us, zone)
    return f"{_WEEKDAYS[local.weekday()]}, {local:%Y-%m-%d %H:%M} ({zone.key})"


def told_day(at_us: int, zone: ZoneInfo) -> str:
    """The day of an instant for a prompt, such as `Friday, 2025-03-07`."""
    local = instant(at_us, zone)
    return f"{_WEEKDAYS[local.weekday()]}, {local:%Y-%m-%d}"

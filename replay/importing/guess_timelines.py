"""What a guess says of the timelines: whose midnights are theirs, and which field may tell several cars apart."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from replay.importing.guess_fields import Column
from replay.importing.nearest import words_of
from replay.times import is_zone
from scoring.plain_text import counted

_N_SHOWN = 3
_OF_A_CAR = ("vehicle", "car", "vin", "device", "household", "account", "tenant", "customer", "user", "driver")
"""Words of a field that may stand for a car, the likeliest first."""


@dataclass(slots=True)
class SeenZones:
    """The zones and offsets that the times of a log have."""

    names: Counter[str] = field(default_factory=Counter)
    """Of the column of zones."""
    offsets: Counter[timedelta] = field(default_factory=Counter)
    """From UTC, of all times."""

    def add(self, at: datetime, zone: str | None) -> None:
        """Count those of a row."""
        if zone:
            self.names[zone] += 1
        self.offsets[at.utcoffset() or timedelta()] += 1

    def usual(self) -> str | None:
        """The most frequent zone by name, the first of several; None where no row names one that is known."""
        return next((name for name, _ in self.names.most_common() if is_zone(name)), None)

    def remark(self, zone: str, *, is_proposed: bool) -> str:
        """What to know of the map's zone; empty where there is nothing. `is_proposed`: it is that of `usual`."""
        n_messages = self.offsets.total()
        if is_proposed:
            more = (
                "" if self.names[zone] == n_messages else f" in {self.names[zone]} of {counted(n_messages, 'message')}"
            )
            return f"as the log has it{more}; the timeline's midnights are those of this zone"
        others = [offset for offset, _ in self.offsets.most_common() if offset]
        if zone != "UTC" or not others:
            return ""
        shown = ", ".join(map(_signed, others[:_N_SHOWN])) + (", ..." if len(others) > _N_SHOWN else "")
        return f"times stand at {shown}: which zone is that? The timeline's midnights are those of this one"


def cars_in(columns: Sequence[Column], n_rows: int) -> tuple[str, tuple[str, ...]] | None:
    """The field that may tell cars apart, with the first of its values; None where none looks so.

    It has two values or more, and far fewer than there are rows.
    """
    likely: list[tuple[int, int, str, tuple[str, ...]]] = []
    for place, column in enumerate(columns):
        ranks = [_OF_A_CAR.index(word) for word in words_of(column.path) if word in _OF_A_CAR]
        plain = [value for value in column.values if isinstance(value, str | int) and not isinstance(value, bool)]
        different = tuple(dict.fromkeys(str(value) for value in plain))
        if ranks and len(plain) == len(column.values) and 2 <= len(different) <= max(2, n_rows // 4):
            likely.append((min(ranks), place, column.path, different))
    if not likely:
        return None
    _, _, path, values = min(likely)
    return path, values[:_N_SHOWN]


def _signed(offset: timedelta) -> str:
    """An offset as times have it: `+01:00`."""
    minutes = int(offset.total_seconds() // 60)
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}"

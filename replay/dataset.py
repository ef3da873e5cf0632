"""A data set: the scenarios of one source, with a digest of the bytes that they were read from."""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from replay.errors import InputError
from replay.scenario import Scenario

_RANGE = re.compile(r"(\d{1,9})-(\d{1,9})", re.ASCII)
_NUMBER = re.compile(r"0|[1-9]\d{0,8}", re.ASCII)
MOST_IN_A_RANGE = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Dataset:
    """What a loader returns."""

    scenarios: tuple[Scenario, ...]
    """In the natural order of their ids: 2 before 10."""
    digest: str
    """SHA-256 over the names and bytes of the files that were read; of a single file, over its bytes alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which scenarios to load; all of them where `ids` is None."""

    ids: tuple[str, ...] | None = None

    def pick(self, available: Iterable[str]) -> list[str]:
        """The selected ids among those available, in their natural order.

        Raises:
            InputError: a selected one is not available; those that are get listed.
        """
        known = sorted(available, key=natural_key)
        if self.ids is None:
            return known
        missing = [name for name in self.ids if name not in known]
        if missing:
            raise InputError(f"no scenario {in_ranges(missing)}; there are: {in_ranges(known) or 'none'}")
        return [name for name in known if name in set(self.ids)]


def parse_selection(text: str | None) -> Selection:
    """`1-5,8` as a selection; names stand for themselves, None for all.

    Raises:
        InputError: a range runs backwards or a part is empty.
    """
    if text is None:
        return Selection()
    ids: list[str] = []
    for part in (piece.strip() for piece in text.split(",")):
        span = _RANGE.fullmatch(part)
        if not part:
            raise InputError(f"unreadable scenarios {text!r}; such as 1-5,8 is wanted")
        if span is None:
            ids.append(part)
            continue
        first, last = int(span[1]), int(span[2])
        if last < first or last - first > MOST_IN_A_RANGE:
            raise InputError(f"unreadable scenarios {text!r}: {part} runs from {first} to {last}")
        ids.extend(str(number) for number in range(first, last + 1))
    return Selection(ids=tuple(dict.fromkeys(ids)))


def in_ranges(ids: Iterable[str]) -> str:
    """The ids as `--scenarios` takes them, in their order: `1-5, 8, ada`; a range is of three numbers or more."""
    runs: list[list[str]] = []
    for name in ids:
        if runs and _NUMBER.fullmatch(runs[-1][-1]) and name == str(int(runs[-1][-1]) + 1):
            runs[-1].append(name)
        else:
            runs.append([name])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(run) for run in runs)


def natural_key(name: str) -> tuple[tuple[int, int, str], ...]:
    """A sort key by which numbers inside names count as numbers."""
    parts = (part for part in re.split(r"(\d+)", name) if part)
    return tuple((0, int(part), "") if part.isdecimal() and len(part) < 19 else (1, 0, part) for part in parts)


@dataclass(slots=True)
class SourceDigest:
    """Adds up the files of a source.

    One file is the same data whatever it is called. Of several the names count, which often tell what each is.
    """

    _sha: "hashlib._Hash" = field(default_factory=hashlib.sha256)
    _unnamed: "hashlib._Hash" = field(default_factory=hashlib.sha256)
    """Of the first file, without its name."""
    _n_files: int = 0

    def add(self, name: str, content: bytes) -> None:
        """Count one file in."""
        if not self._n_files:
            self._unnamed.update(content)
        self._n_files += 1
        self._sha.update(f"{name}\0{len(content)}\0".encode("utf-8", "surrogateescape"))
        self._sha.update(content)

    def hex(self) -> str:
        """The digest so far."""
        return (self._unnamed if self._n_files == 1 else self._sha).hexdigest()

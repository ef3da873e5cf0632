"""What a target is, and the folder that targets write in."""

import atexit
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from tests.fuzzing.mutating import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """One place where input comes in."""

    name: str
    run: Callable[[bytes], None]
    """Ends, or raises one of `errors`."""
    seeds: tuple[bytes, ...]
    """Small inputs without a fault."""
    kind: Kind
    errors: tuple[type[BaseException], ...]
    """What may come out."""
    is_parser: bool = False
    """Reads bytes and does little else, so that an engine that follows the code's branches is worth its cost."""


@lru_cache(maxsize=1)
def scratch() -> Path:
    """A folder of this process's own that goes with it, in memory where the system has such a place."""
    memory = Path("/dev/shm")
    held = tempfile.TemporaryDirectory(prefix="fuzzing-", dir=memory if memory.is_dir() else None)
    atexit.register(held.cleanup)
    return Path(held.name)


def place(*parts: str) -> Path:
    """A file below the scratch folder, whose folders are there."""
    path = scratch().joinpath(*parts)
    path.parent.mkdir(parents=True, exist_ok=True)
    return path

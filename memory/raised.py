"""What an exception inside a memory is told as: its type, its words, and where the memory's author should look.

A memory of others is code that its author is still writing; the line is what they look for first. Our own memories say
what went wrong in words, and name no line.
"""

import sysconfig
from collections.abc import Collection
from pathlib import PurePath
from traceback import walk_tb
from types import FrameType

from memory.errors import Ending

_CALLERS = frozenset({"memory.guard", "memory.provenance", "memory.bounded", "memory.wrapped", "memory.as_called"})
"""The modules that call memories, or read what they return: what comes after them in a traceback is the memory's."""
_LIBRARIES = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})


def is_failure(exc: BaseException) -> bool:
    """Whether what came out of a memory or an agent is its failure: all but what ends the run itself.

    Cancelled tasks and panics of native code are no `Exception` either, and are failures all the same.
    """
    return not isinstance(exc, (KeyboardInterrupt, Ending))


def told(exc: BaseException) -> str:
    """`TypeError: why`; without the reason where the exception cannot tell it."""
    try:
        return f"{type(exc).__name__}: {exc}"
    except Exception:  # noqa: BLE001 - its own code puts it into words
        return f"{type(exc).__name__}: it cannot be put into words"


def raised_as(exc: BaseException) -> str:
    """`TypeError: why (my_memory.py:12)`: the last line of the memory's own file that the exception went through.

    That file is the first one which is called and is no library's; of a memory that is installed itself, the first one.
    There is no line where a memory of this package was called, or where the call did not even get into the memory.
    """
    return f"{told(exc)}{_place(exc)}"


def frames_behind(exc: BaseException, callers: Collection[str]) -> tuple[list[tuple[FrameType, int]], FrameType | None]:
    """The frames that an exception went through behind the last of the modules `callers`, each with its line.

    Then the first of them that is no library's, or the first where all are; None where there is none.
    """
    inside: list[tuple[FrameType, int]] = []
    for frame, line in walk_tb(exc.__traceback__):
        inside = [] if module_of(frame) in callers else [*inside, (frame, line)]
    own_ones = [frame for frame, _ in inside if not frame.f_code.co_filename.startswith(_LIBRARIES)]
    return inside, next(iter(own_ones or [frame for frame, _ in inside]), None)


def module_of(frame: FrameType) -> str:
    """The module that a frame is in."""
    return str(frame.f_globals.get("__name__", ""))


def _place(exc: BaseException) -> str:
    inside, own = frames_behind(exc, _CALLERS)
    if own is None or module_of(own).partition(".")[0] == "memory":
        return ""
    path = own.f_code.co_filename
    last = [line for frame, line in inside if frame.f_code.co_filename == path][-1]
    return f" ({PurePath(path).name}:{last})"

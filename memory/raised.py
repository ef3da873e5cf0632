"""What an exception inside a memory is told as: its type, its words, and where the memory's author should look.

A memory of others is code that its author is still writing; the line is what they look for first. Our own memories say
what went wrong in words, and name no line.
"""

import sysconfig
from pathlib import PurePath
from traceback import walk_tb
from types import FrameType

_CALLERS = frozenset({"memory.guard", "memory.bounded", "memory.as_called"})
"""The modules that call memories: what comes after them in a traceback is the memory's."""
_LIBRARIES = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})


def raised_as(exc: BaseException) -> str:
    """`TypeError: why (my_memory.py:12)`: the last line of the memory's own file that the exception went through.

    That file is the first one which is called and is no library's; of a memory that is installed itself, the first one.
    There is no line where a memory of this package was called, or where the call did not even get into the memory.
    """
    return f"{type(exc).__name__}: {exc}{_place(exc)}"


def _place(exc: BaseException) -> str:
    inside: list[tuple[FrameType, int]] = []
    for frame, line in walk_tb(exc.__traceback__):
        inside = [] if _module(frame) in _CALLERS else [*inside, (frame, line)]
    own_ones = [frame for frame, _ in inside if not frame.f_code.co_filename.startswith(_LIBRARIES)]
    own = next(iter(own_ones or [frame for frame, _ in inside]), None)
    if own is None or _module(own).partition(".")[0] == "memory":
        return ""
    path = own.f_code.co_filename
    last = [line for frame, line in inside if frame.f_code.co_filename == path][-1]
    return f" ({PurePath(path).name}:{last})"


def _module(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))

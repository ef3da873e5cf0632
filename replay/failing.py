"""What becomes of a backend or an agent that raised: a record that says where, and what of.

Rule protected: whoever reads it knows whose file to open. A memory's line is told by `memory.raised`; an agent's is
said to be the agent's, since the memory on trial is what one suspects first.
"""

from pathlib import PurePath
from types import FrameType

from memory.errors import BackendFailure
from memory.raised import frames_behind, module_of, told
from scoring.records import Failure

_CALLER = "replay.asking"
"""The module that makes agents and calls them: what comes after it in a traceback is the agent's."""


def failure_of(exc: BackendFailure) -> Failure:
    """The record of what a backend did."""
    return Failure(stage=exc.stage, message=exc.message)


def failure_of_agent(exc: BaseException) -> Failure:
    """The record of an exception that came out of an agent: `KeyError: 'x' (in the agent, not the memory: mine.py:12)`.

    The line is the last one of the agent's own package that the exception went through; of an agent in a single file,
    of that file. There is none where what the agent returned was wrong, and not what it did.
    """
    return Failure(stage="agent", message=f"{told(exc)}{_place(exc)}")


def _place(exc: BaseException) -> str:
    inside, own = frames_behind(exc, (_CALLER,))
    if own is None:
        return ""
    package = _package(own)
    path, line = [(frame.f_code.co_filename, line) for frame, line in inside if _package(frame) == package][-1]
    return f" (in the agent, not the memory: {PurePath(path).name}:{line})"


def _package(frame: FrameType) -> str:
    """The package that a frame's module is in; a module that is in none stands for itself."""
    module = module_of(frame)
    return module.rpartition(".")[0] or module

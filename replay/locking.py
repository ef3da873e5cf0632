"""Locks on open files: who holds one is alone with the file until it closes it, or ends, however it ends.

These are the locks of POSIX (`flock`), so Pastlane runs on Linux, macOS and their relatives, and nowhere else.
"""

import os

try:
    import fcntl
except ModuleNotFoundError as exc:
    raise ImportError(
        f"Pastlane locks its files as POSIX does (fcntl), which Python does not have on this system ({os.name}); "
        "it runs on Linux and macOS, and on Windows in WSL"
    ) from exc


def lock_alone(fd: int) -> bool:
    """Whether the file is this descriptor's alone now; False where another has it. Nothing is waited for.

    The lock goes with the descriptor.

    Raises:
        OSError: the file system has no locks, or cannot give one.
    """
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True

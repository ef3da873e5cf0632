"""The working directory, which code of others may change: what a user names by a relative path stays what it was."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def in_place() -> Iterator[None]:
    """The working directory is afterwards what it was before; where there was none, it is left alone."""
    try:
        before = os.getcwd()
    except OSError:
        yield
        return
    try:
        yield
    finally:
        with suppress(OSError):
            os.chdir(before)

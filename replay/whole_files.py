"""Files that are written whole or not at all.

The rule: what is new stands beside what it replaces until all of it is written. A process that is killed before then
leaves files with `.new` behind their names, and the next one that writes these begins them anew. Two that write the
same names at once would write into each other's, so whoever writes several files holds the lock of their folder.
"""

import errno
import hashlib
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile

from replay.errors import CannotWrite, InputError


@contextmanager
def writing(path: Path, note: str = "") -> Iterator[None]:
    """What the disk does not take meanwhile is told as an error of `path`; `note` stands behind what happened.

    Raises:
        CannotWrite: it does not take it.
    """
    try:
        yield
    except OSError as exc:
        raise CannotWrite(f"{path}: cannot be written: {exc.strerror or exc}{note and f'; {note}'}") from exc


class NewFiles:
    """Files of one folder, written piece by piece, that nobody reads before they are put in place."""

    def __init__(self, folder: Path, note: str = "") -> None:
        """Write nothing yet; `note` is what an error says behind what happened."""
        self._folder = folder
        self._note = note
        self._sums: dict[str, hashlib._Hash] = {}
        """Of what was written so far, by the names of the files."""

    def append(self, name: str, content: bytes) -> None:
        """Add to the file of that name, which begins with the first piece.

        Raises:
            CannotWrite: the disk does not take it.
        """
        is_begun = name in self._sums
        self._sums.setdefault(name, hashlib.sha256()).update(content)
        with self._writing(name), self._fresh(name).open("ab" if is_begun else "wb") as file:
            file.write(content)

    def sums(self) -> dict[str, str]:
        """The SHA-256 of what each file holds so far, as `sha256sum` prints it, by name in the order of beginning."""
        return {name: sha.hexdigest() for name, sha in self._sums.items()}

    def put_in_place(self) -> None:
        """Have each file replace the one of its name.

        Raises:
            CannotWrite: one cannot be replaced; those begun before it were.
        """
        for name in self._sums:
            with self._writing(name):
                self._fresh(name).replace(self._folder / name)

    def drop(self) -> None:
        """Remove what is not in place."""
        for name in self._sums:
            with suppress(OSError):
                self._fresh(name).unlink(missing_ok=True)

    def _fresh(self, name: str) -> Path:
        return self._folder / f"{name}.new"

    def _writing(self, name: str) -> AbstractContextManager[None]:
        return writing(self._folder / name, self._note)


@contextmanager
def new_files(folder: Path, note: str = "") -> Iterator[NewFiles]:
    """Files for `folder` that are put in place when the block ends well, and dropped when it does not.

    Raises:
        CannotWrite: one cannot be written; nothing new is left of any that is not in place.
    """
    files = NewFiles(folder, note)
    try:
        yield files
        files.put_in_place()
    except BaseException:
        files.drop()
        raise


def check_place(path: Path, *, may_be_folder: bool = False) -> None:
    """Nothing, where something can be written at `path`; to be asked before the work, whose result would be lost.

    Folders that are missing are made by what writes (`make_folders_to`), not here. What is no plain file, such as a
    pipe, is taken as it is.

    Raises:
        InputError: nothing can be written there; says why.
    """
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            return
        if path.is_dir() and not may_be_folder:
            raise IsADirectoryError(errno.EISDIR, "it is a folder")
        there = next(one for one in (path, *path.absolute().parents) if one.exists())
        with TemporaryFile(dir=there.parent if there == path and not path.is_dir() else there):
            pass
    except OSError as exc:
        raise InputError(f"{path}: cannot be written: {exc.strerror or exc}") from exc


def make_folders_to(path: Path) -> None:
    """Have the folders that `path` is to lie in.

    Raises:
        CannotWrite: one cannot be made.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as exc:
        raise CannotWrite(f"{path}: cannot be written: {exc.strerror or exc}") from exc


def write_whole(path: Path, content: bytes, note: str = "") -> None:
    """Write one file.

    Raises:
        CannotWrite: it cannot be written, and is what it was.
    """
    with new_files(path.parent, note) as files:
        files.append(path.name, content)


def write_lines(path: Path, lines: Iterable[bytes]) -> None:
    """Write one file of any length, line by line; its folder is made.

    Raises:
        CannotWrite: it cannot be written, and is what it was.
    """
    fresh = path.with_name(f"{path.name}.new")
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with fresh.open("wb", buffering=1 << 20) as file:
                file.writelines(lines)
            fresh.replace(path)
        finally:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)

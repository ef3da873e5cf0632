"""What a memory was told, put down in the run folder, so that one which outlives the process is not told twice.

The rule: a later start goes on in an earlier namespace only where it is certain what that holds, and where nothing has
to be seen there that has passed. Each call that changes the memory is put down before it is made and again when it has
returned. A call that was begun and never returned may or may not have been carried out, so nobody goes on behind it.
Nor does anybody go on by a copy of a record, or by an earlier state of it that was written back: the memory may have
been told more since. So each line says when it was written, by the file system's own clock.
"""

import hashlib
import os
import shutil
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import orjson
from pydantic import TypeAdapter, ValidationError

from memory.backend import Capabilities, MemoryBackend
from memory.position import Position
from replay.errors import CannotWrite, FeedAnew
from replay.locking import lock_alone
from replay.strict import Strict
from replay.whole_files import writing

FOLDER = "feeding"
"""Where a run folder keeps these records, one a scenario, until the run is complete."""
LOCK_TRIES, LOCK_PAUSE_S = 100, 0.05
"""How often a record is asked for that another process holds: one whose parent was killed is ending just now."""
MOST_LATE_NS = 2_000_000_000
"""Between the instant that a line names and that at which the file system has it written; some count whole seconds."""

Change = Literal["ingest", "tick", "forget"]


class _Line(Strict):
    written_ns: int


class _Header(_Line):
    feeding: Literal[3]
    namespace: str
    place: str


class _Begun(_Line):
    begun: int
    key: str


class _Done(_Line):
    done: int


class _Asked(_Line):
    query: int
    asked: dict[str, int]


_LINE: TypeAdapter[_Header | _Begun | _Done | _Asked] = TypeAdapter(_Header | _Begun | _Done | _Asked)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fed:
    """What is certain of an earlier start's memory."""

    namespace: str = ""
    place: str = ""
    """Which file the record was written into; a copy of it says nothing of what the memory was told meanwhile."""
    written_ns: int = 0
    """When its last line was written."""
    keys: tuple[str, ...] = ()
    """Of the calls that changed it, in order; all of them returned."""
    asked: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    """What answering a query asked of the model, by the query's index: how often each request."""

    @property
    def was_told(self) -> bool:
        """Whether any of the calls brought messages."""
        return any(key.startswith("ingest:") for key in self.keys)


def feeding_file(folder: Path, scenario: str) -> Path:
    """Where the run in `folder` keeps the record of a scenario, whatever that is called."""
    return folder.resolve() / FOLDER / (hashlib.sha256(scenario.encode("utf-8", "replace")).hexdigest()[:16] + ".jsonl")


def end_feeding(folder: Path) -> None:
    """Remove the records of a run that is complete: nobody goes on with it."""
    shutil.rmtree(folder / FOLDER, ignore_errors=True)


def change_key(kind: Change, now: Position, content: object = None) -> str:
    """What tells one change from another: equal calls have equal keys."""
    what = repr((now, content)).encode("utf-8", "surrogatepass")
    return f"{kind}:{hashlib.sha256(what).hexdigest()[:16]}"


def read_record(content: bytes) -> Fed:
    """The record that a file holds; an empty one where it is not certain what the memory was told.

    That is so where its last call did not return, where a line is torn, and where it is no record of this kind.
    """
    header, *others = content.splitlines(keepends=True) or [b""]
    keys: list[str] = []
    asked: dict[int, dict[str, int]] = {}
    n_done = 0
    try:
        first = last = _LINE.validate_python(orjson.loads(header))
        if not isinstance(first, _Header) or not content.endswith(b"\n"):
            return Fed()
        for line in others:
            last = _LINE.validate_python(orjson.loads(line))
            match last:
                case _Begun(begun=number, key=key) if number == n_done + 1 == len(keys) + 1:
                    keys.append(key)
                case _Done(done=number) if number == n_done + 1 == len(keys):
                    n_done += 1
                case _Asked(query=index, asked=counts):
                    asked[index] = counts
                case _:
                    return Fed()
    except (orjson.JSONDecodeError, ValidationError):
        return Fed()
    if not keys or n_done < len(keys):
        return Fed()
    return Fed(namespace=first.namespace, place=first.place, written_ns=last.written_ns, keys=tuple(keys), asked=asked)


class Feeding:
    """How far one scenario's memory has been fed: by this start, and before it by the one that it goes on with."""

    def __init__(self, path: Path | None, namespace: str) -> None:
        """Go on with the record at `path` where there is a certain one, else begin in `namespace`.

        Without `path` nothing is put down. A record that another process holds, or that cannot be locked, is left
        alone.

        Raises:
            CannotWrite: what stands at `path` cannot be opened and read.
        """
        self._path = path
        self._fd: int | None = None
        self._is_kept = path is not None
        self._is_begun = False
        self._record = Fed()
        self._n_passed = 0
        if path is not None:
            self._go_on(path)
        self.namespace = self._record.namespace or namespace
        """Where the memory is fed."""

    @property
    def goes_on(self) -> bool:
        """Whether the memory was told something by an earlier start."""
        return self._record.was_told

    @property
    def is_ahead(self) -> bool:
        """Whether the memory has been told more than the replay has come to."""
        return self._n_passed < len(self._record.keys)

    def meet(self, memory: MemoryBackend) -> None:
        """Look at the memory before its first call: one that cannot go on is not recorded, or fed anew.

        Raises:
            FeedAnew: it was to go on, and cannot or has nothing of what it was told.
        """
        says = memory.capabilities
        if not (isinstance(says, Capabilities) and says.survives_restart and says.resumes):
            self.give_up("it does not say that it can be gone on with")
        elif self.goes_on and not memory.leftovers():
            raise FeedAnew("it has nothing of what it was told")

    def change(self, key: str, call: Callable[[], None]) -> None:
        """Make a call that changes the memory, unless an earlier start has made it.

        Raises:
            FeedAnew: the earlier start made another one here.
            CannotWrite: it cannot be put down, nor can it be put down that the record ends here.
        """
        if self.is_ahead:
            if self._record.keys[self._n_passed] != key:
                raise FeedAnew("it was told something else before")
            self._n_passed += 1
            return
        self._n_passed += 1
        self._put({"begun": self._n_passed, "key": key}, is_on_disk=True)
        call()
        self._put({"done": self._n_passed})

    def must_stand_here(self) -> None:
        """Nothing, where the memory has been told what the replay has come to.

        Raises:
            FeedAnew: it has been told more.
        """
        if self.is_ahead:
            raise FeedAnew("it was told more than may be known here")

    def note_asked(self, index: int, counts: Mapping[str, int]) -> None:
        """Put down what answering a query asked of the model."""
        self._put({"query": index, "asked": dict(counts)})

    def asked_before(self, index: int) -> Mapping[str, int]:
        """What answering a query that is passed over asked of the model.

        Raises:
            FeedAnew: that was not put down.
        """
        if index not in self._record.asked:
            raise FeedAnew("it is not known what was asked of the model")
        return self._record.asked[index]

    def give_up(self, why: str) -> None:
        """Put nothing down from now on: a later start feeds the memory anew.

        Raises:
            FeedAnew: this start goes on with what an earlier one has put down.
            CannotWrite: the record cannot be emptied.
        """
        if self._record.keys:
            raise FeedAnew(why)
        self._stop()

    def begin_anew(self, namespace: str) -> None:
        """Feed from the first message on, in `namespace`; what was put down stays until something else is."""
        self._record, self._n_passed, self._is_begun, self.namespace = Fed(), 0, False, namespace

    def close(self) -> None:
        """Let go of the record."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None

    def _go_on(self, path: Path) -> None:
        try:
            if path.exists() and self._open(path):
                self._record = self._found(path)
                self._is_begun = bool(self._record.keys)
        except OSError as exc:
            self.close()
            what = "what the memory was told cannot be read and put down here"
            raise CannotWrite(f"{path}: {what}: {exc.strerror or exc}") from exc

    def _found(self, path: Path) -> Fed:
        assert self._fd is not None
        with os.fdopen(os.dup(self._fd), "rb") as file:
            file.seek(0)
            found = read_record(file.read())
        status = os.fstat(self._fd)
        # Writing sets both; a backup that is put back brings the time of its own last writing along, in the file system
        # or else in its last line.
        is_put_back = status.st_mtime_ns != status.st_ctime_ns
        is_written_back = abs(status.st_mtime_ns - found.written_ns) > MOST_LATE_NS
        is_own = found.place == _place(path, self._fd) and not is_put_back and not is_written_back
        return found if is_own else Fed()

    def _open(self, path: Path) -> bool:
        """Open the record for this process alone; False where another holds it, or nobody can tell."""
        self._fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            for _ in range(LOCK_TRIES):
                if lock_alone(self._fd):
                    return True
                time.sleep(LOCK_PAUSE_S)
        except OSError:
            pass  # a file system without locks
        self.close()
        self._is_kept = False
        return False

    def _put(self, line: Mapping[str, Any], *, is_on_disk: bool = False) -> None:
        if not self._is_kept or self._path is None:
            return
        try:
            fd = self._fd if self._is_begun else self._begin(self._path)
            if fd is not None:
                _write(fd, line)
                if is_on_disk:
                    os.fsync(fd)  # or a power cut could undo the record, and not the call
        except OSError:
            self._stop()

    def _begin(self, path: Path) -> int | None:
        """Empty the record and write its first line; None where another process holds it."""
        if self._fd is None:
            path.parent.mkdir(exist_ok=True)
            if not self._open(path):
                return None
        fd = self._fd
        assert fd is not None
        os.ftruncate(fd, 0)
        _write(fd, {"feeding": 3, "namespace": self.namespace, "place": _place(path, fd)})
        self._is_begun = True
        return fd

    def _stop(self) -> None:
        self._is_kept = False
        if self._fd is not None and self._path is not None:
            with writing(self._path):
                os.ftruncate(self._fd, 0)


def _place(path: Path, fd: int) -> str:
    """What tells a file from its copies, wherever these are, and from those that stood at its path before."""
    status = os.fstat(fd)
    where = hashlib.sha256(os.fsencode(path)).hexdigest()[:16]
    return f"{where}/{status.st_dev}/{status.st_ino}"


def _write(fd: int, line: Mapping[str, Any]) -> None:
    os.utime(fd)  # to now, as the file system has it; a clock of another machine would not do
    text = orjson.dumps({**line, "written_ns": os.fstat(fd).st_mtime_ns}, option=orjson.OPT_APPEND_NEWLINE)
    while text:  # one call takes it all, unless the disk is full
        text = text[os.write(fd, text) :]

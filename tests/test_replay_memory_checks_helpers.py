"""Helper processes of a memory: which of them end with the check. Each holds a lock as long as it runs."""

import fcntl
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from replay.check_memory import CheckRequest, check_memory
from replay.exit_codes import ExitCode
from replay.memory_checks import helpers
from replay.memory_checks.bench import Bench, BenchSettings
from replay.memory_checks.helpers import end_with_helpers, helpers_ended
from replay.memory_checks.processes import hash_order_changes_nothing

SLEEPS = ["sleep", "300"]
ORPHAN = ["sh", "-c", "sleep 300 &"]
MODULE = """
import fcntl
import subprocess
from fixtures.doubles import HonestMemory

class Helped(HonestMemory):
    commands = COMMANDS
    def __init__(self, setup):
        super().__init__(setup)
        with open(__file__ + ".lock", "a") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH)
            for command, leads in self.commands:
                subprocess.Popen(command, pass_fds=[lock.fileno()], start_new_session=leads)
"""


MAIN = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from replay.cli import main; main()"
"""The command, which heeds SIGINT even where whoever runs the tests has it ignored."""


class Lock:
    """What helpers hold: a lock that several share."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.touch()

    def start(self, command: list[str], *, leads: bool = False) -> subprocess.Popen[bytes]:
        with self.path.open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH)
            return subprocess.Popen(command, pass_fds=[lock.fileno()], start_new_session=leads)

    def is_held(self) -> bool:
        with self.path.open("a") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
            return False

    def is_let_go(self) -> bool:
        """Whether nobody holds it, now or soon: a process that was killed is not gone at once."""
        return self._is(held=False)

    def is_taken(self) -> bool:
        """Whether somebody holds it, now or soon."""
        return self._is(held=True)

    def _is(self, *, held: bool) -> bool:
        for _ in range(600):
            if self.is_held() is held:
                return True
            time.sleep(0.05)
        return False


@pytest.fixture
def lock(tmp_path: Path) -> Iterator[Lock]:
    lock = Lock(tmp_path / "helped_by_name.py.lock")
    yield lock
    assert lock.is_let_go()


def module_of(tmp_path: Path, *commands: tuple[list[str], bool]) -> str:
    text = MODULE.replace("COMMANDS", repr(commands))
    (tmp_path / "helped_by_name.py").write_text(text, encoding="utf-8")
    sys.modules.pop("helped_by_name", None)
    return "helped_by_name:Helped"


@pytest.mark.parametrize("has_proc", [True, False])
def test_what_is_started_in_the_block_ends_with_it_and_what_was_there_before_stays(
    has_proc: bool, tmp_path: Path, lock: Lock, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not has_proc:
        monkeypatch.setattr(helpers, "_PROC", tmp_path / "nowhere")
    before = Lock(tmp_path / "before")
    with before.start(SLEEPS) as process:
        with helpers_ended():
            started = [lock.start(SLEEPS), lock.start(SLEEPS, leads=True)]
            usual = signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a process that is started now ignores it, too
            started.append(lock.start(SLEEPS))
            signal.signal(signal.SIGTERM, usual)
            assert lock.is_held()
        assert lock.is_let_go()
        assert before.is_held()
        process.kill()
    assert [one.wait() for one in started] == [-signal.SIGTERM, -signal.SIGTERM, -signal.SIGKILL]


def test_what_a_process_of_before_starts_meanwhile_is_its_own() -> None:
    command = ["sh", "-c", "read go; sleep 300 & echo $!; wait"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        with helpers_ended():
            server.stdin.write("\n")
            server.stdin.flush()
            worker = int(server.stdout.readline())
        os.kill(worker, 0)  # it is there
        os.kill(worker, signal.SIGKILL)
        server.kill()


def test_a_process_ends_with_its_group_and_with_what_is_below_it(lock: Lock) -> None:
    command = ["sh", "-c", "(sleep 300 &); sleep 300"]
    with lock.start(command, leads=True) as process:
        end_with_helpers(process)
    assert lock.is_let_go()
    with lock.start(ORPHAN, leads=True) as process:
        process.wait()
        assert lock.is_held()
        end_with_helpers(process)


def test_the_table_of_ps_is_that_of_proc_without_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def mine() -> set[tuple[int, int, int]]:
        return {(one.pid, one.parent, one.group) for one in helpers._table() if os.getpid() in (one.pid, one.parent)}

    expected = mine()
    assert (os.getpid(), os.getppid(), os.getpgrp()) in expected
    monkeypatch.setattr(helpers, "_PROC", tmp_path / "nowhere")
    assert mine() == expected


def test_helpers_that_a_memory_leaves_in_the_processes_of_the_hash_order_end_with_them(
    tmp_path: Path, lock: Lock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    name = module_of(tmp_path, (SLEEPS, True), (ORPHAN, False))
    settings = BenchSettings(memory_for=lambda scenario: pytest.fail("made here"), name=name)
    assert hash_order_changes_nothing(Bench(settings)) == ""
    assert lock.is_let_go()


def test_helpers_that_a_memory_leaves_in_this_process_end_with_the_checks(
    tmp_path: Path, lock: Lock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    held: list[bool] = []
    report = check_memory(
        CheckRequest(memory=module_of(tmp_path, (SLEEPS, False)), quick=True),
        on_result=lambda result: held.append(lock.is_held()),
    )
    assert report.exit_code is ExitCode.OK
    assert all(held)
    assert lock.is_let_go()


def test_helpers_end_when_the_check_is_interrupted(tmp_path: Path, lock: Lock) -> None:
    command = [sys.executable, "-c", MAIN, "check-memory", module_of(tmp_path, (SLEEPS, True))]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *filter(None, sys.path)])}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as check:
        assert lock.is_taken()
        check.send_signal(signal.SIGINT)
        out, _ = check.communicate()
    assert (check.returncode, b"interrupted: " in out) == (ExitCode.INTERRUPTED, True)
    assert lock.is_let_go()

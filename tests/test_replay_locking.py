import importlib.util
import os
import sys
from pathlib import Path

import pytest

import replay.locking
from replay.locking import lock_alone


def opened(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT)


def test_a_lock_is_one_descriptors_and_goes_with_it(tmp_path: Path) -> None:
    first, second = opened(tmp_path / "x"), opened(tmp_path / "x")
    assert lock_alone(first)
    assert lock_alone(first), "its own is no hindrance"
    assert not lock_alone(second)
    os.close(first)
    assert lock_alone(second)
    os.close(second)


def test_a_descriptor_that_is_closed_cannot_be_locked(tmp_path: Path) -> None:
    fd = opened(tmp_path / "x")
    os.close(fd)
    with pytest.raises(OSError, match="Bad file descriptor"):
        lock_alone(fd)


def test_a_system_without_these_locks_is_named_when_they_are_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    spec = importlib.util.spec_from_file_location("locking_elsewhere", replay.locking.__file__)
    assert spec is not None
    assert spec.loader is not None
    with pytest.raises(ImportError, match=r"runs on Linux and macOS, and on Windows in WSL"):
        spec.loader.exec_module(importlib.util.module_from_spec(spec))

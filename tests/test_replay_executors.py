import sys

import pytest

from replay.cli import invoke
from replay.errors import InputError
from replay.executors import InProcesses, InThreads, OnDask, read_executor


def test_a_name_is_an_executor_and_dask_has_a_scheduler() -> None:
    assert read_executor("process", None) == InProcesses()
    assert read_executor("thread", None) == InThreads()
    assert read_executor("dask", "tls://10.0.0.5:8786") == OnDask("tls://10.0.0.5:8786")


@pytest.mark.parametrize(
    ("name", "scheduler", "said"),
    [
        ("ray", None, "no executor is called 'ray'; known: process, thread, dask"),
        ("dask", None, "such as tcp://HOST:8786; none is given"),
        ("dask", "10.0.0.5", "such as tcp://HOST:8786; '10.0.0.5' is none"),
        ("thread", "tcp://10.0.0.5:8786", "a scheduler is that of --executor dask"),
    ],
)
def test_what_is_no_executor_is_refused(name: str, scheduler: str | None, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_executor(name, scheduler)


def test_a_wrong_executor_is_told_before_the_source_is_read(capfd: pytest.CaptureFixture[str]) -> None:
    assert invoke(["run", "timeline:nowhere", "--executor", "dask"]) == 2
    assert capfd.readouterr().err.startswith("pastlane: the executor dask needs the address of its scheduler")


def test_without_the_extra_dask_is_refused_with_the_command_that_brings_it(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    for name in ("replay.dask_client", "replay.dask_task"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    assert invoke(["run", "demo", "--executor", "dask", "--scheduler", "tcp://127.0.0.1:9"]) == 2
    assert "pip install '.[dask]' in the checkout" in capfd.readouterr().err

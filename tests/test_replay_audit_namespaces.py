"""What a memory keeps beyond an audit is emptied behind it, and only that."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from fixtures.doubles import HonestMemory
from memory.backend import Capabilities, Setup
from replay.audit_namespaces import AuditNamespaces
from replay.audit_source import audit_source
from replay.loaders.formats import DEMO
from replay.prepare import Request


def test_a_memory_that_ends_with_the_process_is_left_alone() -> None:
    namespaces = AuditNamespaces(HonestMemory)
    namespaces.make(Setup(namespace="n"))
    assert namespaces.empty(may_call=True) == 0


@pytest.mark.parametrize("outlives", [Capabilities(served=True), Capabilities(survives_restart=True)])
def test_each_namespace_of_one_that_outlives_is_emptied_once(outlives: Capabilities) -> None:
    emptied: list[str] = []
    closed: list[str] = []

    class Kept(HonestMemory):
        capabilities = outlives

        def __init__(self, setup: Setup) -> None:
            super().__init__(setup)
            self.namespace = setup.namespace

        def reset(self) -> None:
            emptied.append(self.namespace)
            if self.namespace == "stubborn":
                raise OSError("read only")

        def close(self) -> None:
            closed.append(self.namespace)

    namespaces = AuditNamespaces(Kept)
    for name in ("one", "stubborn"):
        namespaces.make(Setup(namespace=name))
    assert namespaces.empty(may_call=True) == 1
    assert emptied == closed == ["one", "stubborn"]
    assert namespaces.empty(may_call=True) == 0
    namespaces.make(Setup(namespace="two"))
    assert namespaces.empty(may_call=False) == 1
    assert emptied == ["one", "stubborn"]


@pytest.fixture
def served() -> Iterator[str]:
    """The address of the reference server, which runs as a process."""
    command = [sys.executable, "-m", "fixtures.memory_server", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().split()[-1]
        process.kill()


def test_a_served_memory_may_be_audited_twice_under_one_suffix(served: str) -> None:
    request = Request(source=DEMO, memory=served, agent="noop")
    for _ in range(2):
        report = audit_source(request, sample=1, n_jobs=1, suffix="same")
        assert (report.exit_code, report.to_dict()["namespaces_left"]) == (0, 0), report.render()

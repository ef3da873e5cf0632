"""Memories of systems that run in the tests' own process, over an imitated endpoint, closed in the end."""

from collections.abc import Callable
from typing import Generic, TypeVar

from memory.backend import MemoryBackend, Setup
from tests.imitation_openai import Imitation

M = TypeVar("M", bound=MemoryBackend)


class MadeOf(Generic[M]):
    """Makes memories of one kind; `close` closes all of them."""

    def __init__(self, kind: Callable[[Setup], M], endpoint: Imitation) -> None:
        self._kind = kind
        self._endpoint = endpoint
        self._made: list[M] = []

    def __call__(self, zone: str = "UTC", namespace: str = "n1", **options: str) -> M:
        self._made.append(self._kind(Setup(namespace=namespace, zone=zone, options=self._endpoint.options | options)))
        return self._made[-1]

    def close(self) -> None:
        for memory in self._made:
            memory.close()

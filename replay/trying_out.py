"""One memory and one agent made on trial, so that what cannot be made is told before anything is written."""

from collections.abc import Mapping

from memory.adapters.table import ADAPTERS
from memory.backend import BackendFactory, Setup
from memory.bounded import bounded
from memory.chat import ChatModel
from memory.errors import MemoryPackageError
from memory.raised import is_failure, told
from memory.registry import BUILT_IN, find_backend, is_url
from replay.agents.registry import AgentFactory
from replay.errors import InputError
from replay.in_place import in_place


def try_memory(name: str, make: BackendFactory, options: Mapping[str, str], chat: ChatModel | None) -> None:
    """Nothing, where a memory that is built in can be made; others are not: making one may reach out to a service.

    Raises:
        InputError: an option is wrong, or a package or a model is missing.
    """
    if name not in BUILT_IN:
        return
    try:
        make(Setup(namespace="trial", options=options, chat=chat)).close()
    except MemoryPackageError as exc:
        raise InputError(f"the memory {name!r} cannot be made: {exc}") from exc


def try_agent(name: str, make: AgentFactory) -> None:
    """Nothing, where the agent can be made.

    Raises:
        InputError: it cannot, whatever it raised.
    """
    try:
        with in_place():
            make()
    except BaseException as exc:
        if not is_failure(exc):
            raise
        raise InputError(f"the agent {name!r} cannot be made: {told(exc)}") from exc


def try_outside_memory(name: str, options: Mapping[str, str], call_timeout_s: float) -> None:
    """Nothing, where an adapter or an address answers; other memories are not asked.

    Called before anything is written, so that a wrong key or address does not end as a folder of Failures.

    Raises:
        InputError: it cannot be made or reached, or refuses the key.
    """
    if name not in ADAPTERS and not is_url(name):
        return
    setup = Setup(namespace="pastlane-trial", options=options)
    try:
        memory = bounded(find_backend(name), call_timeout_s)(setup)
        try:
            memory.leftovers()
        finally:
            memory.close()
    except BaseException as exc:
        if not is_failure(exc):
            raise
        what = str(exc) if isinstance(exc, MemoryPackageError) else told(exc)
        raise InputError(f"the memory {name!r} cannot be used: {what}") from exc

"""One request for several memories: what is checked and loaded once, and which options are whose."""

from collections.abc import Mapping
from dataclasses import replace

from replay.prepare import Loaded, Prepared, Request, prepare


def several(request: Request, memories: list[str]) -> list[Prepared]:
    """One checked request for each memory, over one loading of the data; all are checked before the first is run.

    A memory option whose key begins with one memory's name and a full stop is that memory's alone.

    Raises:
        InputError: as `prepare`.
    """
    prepared: list[Prepared] = []
    loaded: Loaded | None = None
    for memory in memories:
        options = _options_of(memory, memories, request.memory_options)
        one = prepare(replace(request, memory=memory, memory_options=options), loaded)
        loaded = Loaded(one.planned, one.config.data_digest, one.findings)
        prepared.append(one)
    return prepared


def _options_of(memory: str, memories: list[str], options: Mapping[str, str]) -> dict[str, str]:
    kept: dict[str, str] = {}
    for key, value in options.items():
        owner = next((name for name in memories if key.startswith(f"{name}.")), None)
        if owner is None:
            kept[key] = value
        elif owner == memory:
            kept[key.removeprefix(f"{owner}.")] = value
    return kept

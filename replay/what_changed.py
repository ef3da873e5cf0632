"""What differs between the run that a folder holds and the one asked for, in plain words."""

from collections.abc import Callable, Mapping
from typing import Any

from replay.config import differences
from replay.times import format_duration
from scoring.plain_text import counted

_HASHES: Mapping[str, str] = {
    "data_digest": "the data changed",
    "prompts": "the prompts changed",
    "own_code": "Pastlane's own code changed",
    "code_digest": "the code of the memory or agent changed",
}
"""What it means that a hash differs; the hashes themselves tell nobody anything."""
_PARTS: Mapping[str, str] = {"model": "model", "memory_options": "memory option", "points": "points"}
"""What is a table of its own, and how an entry of it is called."""


def what_changed(there: Mapping[str, Any], asked: Mapping[str, Any]) -> list[str]:
    """One line for each thing that differs, `name: there -> asked for`; none for equal contents of `config.json`."""
    keys = [line.partition(":")[0] for line in differences(asked, there)]
    return [line for key in keys for line in _lines(key, there.get(key), asked.get(key))]


def _lines(key: str, there: Any, asked: Any) -> list[str]:
    if key in _HASHES:
        return [_HASHES[key]]
    if key == "scenarios":
        return [_arrow("queries", there or {}, asked or {}, _queries)]
    if key == "index_lag_us":
        return [_arrow("index lag", there or 0, asked or 0, format_duration)]
    if key in _PARTS and isinstance(there, Mapping) and isinstance(asked, Mapping):
        names = sorted(there.keys() | asked.keys())
        return [
            _arrow(f"{_PARTS[key]} {name.replace('_', ' ')}", there.get(name), asked.get(name))
            for name in names
            if there.get(name) != asked.get(name)
        ]
    return [_arrow(key.replace("_", " "), there, asked)]


def _arrow(name: str, there: Any, asked: Any, shown: Callable[[Any], str] = repr) -> str:
    before, after = ("none" if value is None else shown(value) for value in (there, asked))
    return f"{name}: {before} -> {after}" if before != after else f"{name}: in another order"


def _queries(scenarios: Mapping[str, int]) -> str:
    names = ", ".join(list(scenarios)[:5]) + (", ..." if len(scenarios) > 5 else "")
    return f"{sum(scenarios.values())} over {counted(len(scenarios), 'scenario')} ({names})"

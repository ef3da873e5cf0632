"""The formats that can be printed as JSON schemas, by name."""

from collections.abc import Callable, Mapping
from typing import Any

from memory.http_wire import http_schemas
from replay.loaders.timeline_jsonl import timeline_schema
from vehicle.tools import list_modules, tool_schemas


def commands_schema() -> dict[str, Any]:
    """Every command of the car as a tool, by module, with what the car accepts."""
    return {module: tool_schemas(module, "strict") for module in list_modules()}


SCHEMAS: Mapping[str, Callable[[], dict[str, Any]]] = {
    "memory-http": http_schemas,
    "timeline": timeline_schema,
    "commands": commands_schema,
}

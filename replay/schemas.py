"""The formats that can be printed as JSON schemas, by name."""

from collections.abc import Callable, Mapping
from typing import Any

from memory.http_wire import http_schemas
from replay.loaders.timeline_jsonl import timeline_schema

SCHEMAS: Mapping[str, Callable[[], dict[str, Any]]] = {"memory-http": http_schemas, "timeline": timeline_schema}

"""How a scenario is replayed, whatever it is: the same for every scenario of a run, and plain data for any process."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from memory.bounded import CALL_TIMEOUT_S
from replay.buckets import Window
from replay.toolbox import DEPTH
from vehicle.tools import SchemaForm


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaySettings:
    """How a scenario is replayed."""

    bucket: Window = "hour"
    depth: int = DEPTH
    seed: int = 0
    carry_vehicle: bool = False
    """Queries start from the car as the timeline's commands left it, instead of the factory state."""
    tool_schema: SchemaForm = "plain"
    settle_timeout_s: float = 60.0
    vocabulary: tuple[tuple[str, ...], ...] = ()
    """The catalogue's words, for memories that expand queries."""
    memory_options: Mapping[str, str] = field(default_factory=dict)
    """What the memory alone understands."""
    index_lag_us: int = 0
    """How much later than it was said a message can be found, in simulated time."""
    call_timeout_s: float = CALL_TIMEOUT_S
    """How long one call to a memory that is not built in may take, in real time."""
    reset: bool = False
    """Empty the memory's namespace before the first message."""
    watch_updates: bool = False
    """Ask after every message that follows a change, until the memory has caught up with it (`replay.watching`)."""
    remember: bool = False
    """Questions and their answers enter the timeline at their cutoffs, so that later queries may build on them."""


def namespace_of(*parts: str) -> str:
    """A namespace that says nothing of what it was made from: not the data, not the query, not whether it is an audit.

    Equal parts give equal namespaces. How often a run was begun is one of its parts, so that each start has a new one;
    one that goes on with what a memory was told takes the old name from its record (`replay.feeding`).
    """
    return "pastlane-" + hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()[:16]

"""Graphiti with the simulated clock and derived ids in place of the machine's.

Graphiti (0.31) reads the clock through one function of its own, which its modules import by name, and makes ids by
`uuid4`. Both names are replaced in every module that has them. Where one of the modules that are known to need them
has them no more, this is another Graphiti, and not trusted to read no other clock.
"""

import sys
from datetime import datetime
from types import ModuleType
from typing import Any
from uuid import UUID

import graphiti_core.graphiti
from graphiti_core import edges, nodes
from graphiti_core.utils import datetime_utils
from graphiti_core.utils.maintenance import edge_operations, node_operations

from memory.adapters.at_work import current_work, known_name
from memory.instants import instant

CLOCK, IDS = "utc_now", "uuid4"
TIMED: tuple[ModuleType, ...] = (datetime_utils, nodes, graphiti_core.graphiti, node_operations, edge_operations)
"""The modules that stamp what is stored, or tell a model the time."""
NUMBERED: tuple[ModuleType, ...] = (nodes, edges, graphiti_core.graphiti)
"""The modules that make ids."""

_MACHINE_NOW: Any = vars(datetime_utils).get(CLOCK)
_RANDOM_ID: Any = vars(nodes).get(IDS)


def now() -> datetime:
    """The simulated now; the machine's outside of a replay."""
    work = current_work()
    told: datetime = _MACHINE_NOW() if work is None else instant(work.now.at_us)
    return told


def next_id() -> UUID:
    """The next derived id; a random one outside of a replay."""
    work = current_work()
    made: UUID = _RANDOM_ID() if work is None else work.next_id()
    return made


def take_over() -> None:
    """Replace the names in Graphiti's modules; doing it again changes nothing.

    Raises:
        BackendFailure: a module has no such name.
    """
    for module in TIMED:
        known_name(module, CLOCK)
    for module in NUMBERED:
        known_name(module, IDS)
        vars(module)[IDS] = next_id
    for name, module in list(sys.modules.items()):
        if name.startswith("graphiti_core.") and vars(module).get(CLOCK) is _MACHINE_NOW:
            vars(module)[CLOCK] = now

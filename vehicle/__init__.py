"""The car: pure, with no time policy, no memory and no model.

A command is decided into events, events are folded into a state, a log keeps the events.
"""

from vehicle.commands import Command, format_call, parse_call
from vehicle.decide import decide
from vehicle.events import CommandRejected, Event, FieldChanged
from vehicle.fold import CarriedOut, carry_out, evolve, fold
from vehicle.log import EventLog, LogEntry, MemoryEventLog
from vehicle.state import FACTORY, State, diff

__all__ = [
    "FACTORY",
    "CarriedOut",
    "Command",
    "CommandRejected",
    "Event",
    "EventLog",
    "FieldChanged",
    "LogEntry",
    "MemoryEventLog",
    "State",
    "carry_out",
    "decide",
    "diff",
    "evolve",
    "fold",
    "format_call",
    "parse_call",
]

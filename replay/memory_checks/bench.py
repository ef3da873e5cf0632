"""Where the checks get their memories from: each in a namespace that nobody else has, and closed at the end.

The rule: a namespace is made of the check's name, its part in the check and the suffix of this run of the suite. The
suffix comes from the command line: nothing here is drawn by chance, and yet a served memory that keeps what it was
told never sees one namespace in two runs.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial

from memory.backend import BackendFactory, Capabilities, MemoryBackend, Setup
from memory.bounded import CALL_TIMEOUT_S, bounded
from memory.chat import ChatModel
from memory.errors import BackendFailure, MemoryPackageError
from memory.messages import Message
from memory.raised import is_failure, told
from replay.audit import MemoryFor, QueryAudit
from replay.audit_namespaces import emptied
from replay.memory_checks.counted import CountedMemory, Tally
from replay.memory_checks.lines import scenario_of
from replay.memory_checks.subject import Subject
from replay.scenario import Scenario
from replay.settings import namespace_of
from vehicle.catalogue import vocabulary

SETTLE_S = 60.0
"""How long a memory may take to become searchable, as in a run; less where its calls may take less."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchSettings:
    """What all checks of one run of the suite share."""

    memory_for: MemoryFor
    """What makes the memory; most ignore the scenario."""
    name: str = ""
    """What another process can find the memory by; empty where only this one can make it."""
    options: Mapping[str, str] = field(default_factory=dict)
    timeout_s: float = CALL_TIMEOUT_S
    """How long one call may take, in real time."""
    suffix: str = ""
    """Tells runs of the suite apart, for memories that outlive one."""
    quick: bool = False
    """Leave out what costs most."""
    chat_for: Callable[[str], ChatModel] | None = None
    """The model of a namespace, for memories that work with one."""


class Bench:
    """Makes the memories of one check after another."""

    def __init__(self, settings: BenchSettings) -> None:
        """Make nothing yet."""
        self.settings = settings
        self.tally = Tally(self.settle_s)
        self.capabilities = Capabilities()
        """What the memory said of itself when it was first made."""
        self.audits: tuple[QueryAudit, ...] | None = None
        """The audit of the small scenario, once a check has wanted it."""
        self.left_behind: list[str] = []
        """Namespaces that could not be emptied again."""
        self._open: list[Subject] = []
        self._made: dict[str, Callable[[], MemoryBackend]] = {}

    @property
    def settle_s(self) -> float:
        """How long `settle` may take."""
        return min(SETTLE_S, self.settings.timeout_s)

    def namespace(self, *parts: str) -> str:
        """The namespace of one part of one check, in the form that every run uses."""
        return namespace_of("check", self.settings.suffix, *parts)

    def seed(self, *parts: str) -> tuple[str, ...]:
        """What the invented words of one part of one check are drawn from."""
        return (self.settings.suffix, *parts)

    def open(self, namespace: str, messages: Sequence[Message] = ()) -> Subject:
        """A new memory in `namespace`; `messages` are those that it is going to be told.

        Raises:
            BackendFailure: the memory raised.
        """
        factory = self.factory(scenario_of(messages))
        try:
            memory = factory(self.setup(namespace))
        except MemoryPackageError:
            raise
        except BaseException as exc:
            if not is_failure(exc):
                raise
            raise BackendFailure("start", told(exc)) from exc
        subject = Subject(memory, namespace, settle_s=self.settle_s, on_look=self.tally.looked)
        self._open.append(subject)
        return subject

    def setup(self, namespace: str) -> Setup:
        """What a memory in `namespace` is built from."""
        return Setup(namespace=namespace, vocabulary=vocabulary(), options=self.settings.options)

    def factory(self, scenario: Scenario) -> BackendFactory:
        """What makes memories for `scenario`: bounded, counted, with the model of their namespace, and remembered."""
        settings = self.settings
        make = bounded(settings.memory_for(scenario), settings.timeout_s)

        def made(setup: Setup) -> MemoryBackend:
            if settings.chat_for is not None:
                setup = replace(setup, chat=settings.chat_for(setup.namespace))
            self._made[setup.namespace] = partial(make, setup)
            return CountedMemory(partial(make, setup), self.tally)

        return made

    def clear(self, *, may_call: bool = True) -> None:
        """Close what the last check opened and, where it would outlive it, empty what it wrote.

        Failures to close are no concern of a check about something else. With `may_call` false nothing is emptied:
        a memory whose calls hang is not asked once more for each namespace.
        """
        opened, self._open = self._open, []
        for subject in opened:
            with suppress(Exception):
                subject.close()
        made, self._made = self._made, {}
        if not (self.capabilities.survives_restart or self.capabilities.served):
            return
        self.left_behind += [namespace for namespace, make in made.items() if not (may_call and emptied(make))]

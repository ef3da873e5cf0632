"""CarMem's tasks: extraction and maintenance of a memory of categories, retrieval of any memory.

Extraction reads each conversation by itself, once with its own value taken from the known ones of the schema (as
published), once with the whole schema, and once with its subcategory opted out. Maintenance judges each utterance on
the store as it stands at its cutoff, after the user's last conversation, and keeps none of them: the three of a
conversation contradict each other. Retrieval is a replay like any other, asked after the last conversation.
"""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, get_args

from memory.backend import MemoryBackend, Setup
from memory.chat import ChatModel
from memory.embedded.category import CategoryMemory
from memory.embedded.category_keeping import Preference
from memory.embedded.category_schema import SCHEMA
from memory.errors import BackendFailure, ChatFailure
from memory.guard import Guard
from memory.messages import Batch, Message
from memory.position import is_visible, just_after
from replay.agents.noop import NoopAgent
from replay.carmem_source import CarMemScenario, Stated, Uttered
from replay.cutoffs import settle_cutoffs
from replay.jobs import memory_of
from replay.loaders.carmem import USER
from replay.meter import MeteredChat
from replay.models import ModelRequest
from replay.runner import ScenarioReplay
from replay.settings import ReplaySettings, namespace_of
from scoring.carmem import (
    Category,
    Extraction,
    Maintenance,
)
from scoring.records import Turn
from vehicle.catalogue import vocabulary

Task = Literal["extraction", "maintenance", "retrieval", "all"]
TASKS: tuple[Task, ...] = get_args(Task)


@dataclass(frozen=True, slots=True, kw_only=True)
class CarMemRequest:
    """What a user asks for; names are not checked yet."""

    path: Path
    """CarMem's file or folder, or `timeline:PATH` for one that was converted from it."""
    task: str = "all"
    memory: str = "category"
    split: str | None = None
    """Which users, such as `1-25`; all for None."""
    memory_options: Mapping[str, str] = field(default_factory=dict)
    model: ModelRequest | None = None
    seed: int = 0


@dataclass(slots=True)
class Cases:
    """What the tasks brought up, over all users."""

    in_schema: list[Extraction] = field(default_factory=list)
    whole_schema: list[Extraction] = field(default_factory=list)
    out_of_schema: list[Extraction] = field(default_factory=list)
    maintenance: list[Maintenance] = field(default_factory=list)
    given: list[Maintenance] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    perfect: set[str] = field(default_factory=set)
    """The query ids of perfectly extracted conversations."""


class UserTasks:
    """The tasks over one user."""

    def __init__(
        self,
        user: CarMemScenario,
        request: CarMemRequest,
        factory: Callable[[Setup], MemoryBackend],
        chat: MeteredChat | None,
        cases: Cases,
    ) -> None:
        """Add what they bring up to `cases`; `factory` makes the memory."""
        self._user = user
        self._id = user.scenario.id
        self._request = request
        self._factory = factory
        self._chat = chat
        self._cases = cases

    def run(self) -> None:
        """Do those that are asked for and that the memory is for.

        Raises:
            RunStopped: the model may not be asked any more.
        """
        task = self._request.task
        is_category = extracts(self._factory)
        perfect: list[Stated] = []
        if task in ("extraction", "maintenance", "all") and is_category:
            perfect = self._extract(is_all=task in ("extraction", "all"))
        if task in ("maintenance", "all") and is_category:
            self._maintain({stated.query.gold.evidence_ids for stated in perfect})
        if task in ("retrieval", "all"):
            self._retrieve()
        self._cases.perfect |= {f"{self._id}/{stated.query.origin.event_index}" for stated in perfect}

    def _memory(self) -> CategoryMemory:
        """A memory of categories, empty."""
        memory = self._factory(self._setup())
        assert isinstance(memory, CategoryMemory)
        return memory

    def _setup(self) -> Setup:
        chat: ChatModel | None = self._chat
        return Setup(
            namespace=namespace_of("carmem", self._id),
            seed=self._request.seed,
            vocabulary=vocabulary(),
            options=self._request.memory_options,
            chat=chat,
        )

    def _extract(self, *, is_all: bool) -> list[Stated]:
        """Extract from each conversation; returns those that came out perfectly."""
        memory = self._memory()
        perfect: list[Stated] = []
        for stated in self._user.stated:
            case = self._one(memory, stated, "in_schema")
            if case.is_perfect:
                perfect.append(stated)
            self._cases.in_schema.append(case)
            if is_all:
                self._cases.out_of_schema.append(self._one(memory, stated, "out_of_schema"))
                if self._chat is None:
                    self._cases.whole_schema.append(self._one(memory, stated, "whole_schema"))
        memory.close()
        return perfect

    def _one(self, memory: CategoryMemory, stated: Stated, variant: str) -> Extraction:
        schema = memory.schema
        if variant == "in_schema":
            schema = schema.without_attribute(stated.preference.detail, stated.preference.attribute)
        elif variant == "out_of_schema":
            schema = schema.without_sub(stated.preference.sub)
        try:
            found = memory.extract(stated.messages, schema)
        except ChatFailure as exc:
            return Extraction(gold=stated.category, failure=str(exc))
        return Extraction(gold=stated.category, found=tuple(map(_category, found)))

    def _maintain(self, perfect: set[tuple[str, ...]]) -> None:
        """Judge each utterance on the store of the conversations that are over at its cutoff.

        `perfect` has the messages of each conversation that was extracted perfectly.
        """
        memory = self._memory()
        guard = Guard(memory, self._user.scenario.zone)
        pending = deque(self._user.conversations)
        failure = ""
        for uttered in self._user.uttered:
            while not failure and pending and is_visible(pending[0][-1].position, uttered.cutoff):
                talk = pending.popleft()
                try:
                    guard.ingest(Batch(messages=talk, now=just_after(talk[-1].position)))
                except BackendFailure as exc:
                    failure = str(exc)
            for is_given in (False, True):
                case = self._judged(memory, uttered, is_given=is_given, failure=failure)
                case = replace(case, is_perfect=uttered.evidence_ids in perfect)
                (self._cases.given if is_given else self._cases.maintenance).append(case)
        memory.close()

    def _judged(self, memory: CategoryMemory, uttered: Uttered, *, is_given: bool, failure: str) -> Maintenance:
        """What would become of an utterance; with `is_given`, its category and value are told, the negation is read."""
        detail = SCHEMA.find(uttered.preference.detail)
        case = Maintenance(kind=uttered.kind, holds=uttered.holds, is_perfect=False, got="none", failure=failure)
        if failure:
            return case
        # Of the instant of its cutoff; it is given to nobody for keeping.
        message = Message(id="m000000", position=uttered.cutoff, speaker=USER, role="user", text=uttered.text)
        try:
            if is_given and uttered.kind != "negate" and detail is not None:
                heard = [
                    Preference(
                        person=USER,
                        detail=detail,
                        attribute=uttered.preference.attribute,
                        message_ids=(message.id,),
                        text=uttered.text,
                        at_us=message.position.at_us,
                    )
                ]
            else:
                heard = memory.extract([message])
            about = next((one for one in heard if one.detail.name == uttered.preference.detail), None)
            return case if about is None else replace(case, got=memory.decide(about).action)
        except ChatFailure as exc:
            return replace(case, failure=str(exc))

    def _retrieve(self) -> None:
        timed = settle_cutoffs(self._user.scenario, "explicit")
        settings = ReplaySettings(
            seed=self._request.seed, vocabulary=vocabulary(), memory_options=self._request.memory_options
        )
        replayed = ScenarioReplay(
            timed,
            settings,
            memory_of(self._request.memory, settings),
            NoopAgent,
            namespace=namespace_of("carmem", self._request.memory, self._id),
            chat=self._chat,
        )
        replayed.run(lambda turn, timing: self._cases.turns.append(turn))


def extracts(factory: Callable[..., Any]) -> bool:
    """Whether a memory extracts preferences into categories: `category`, and whatever is made of it."""
    return isinstance(factory, type) and issubclass(factory, CategoryMemory)


def _category(one: Preference) -> Category:
    return Category(main=one.detail.main, sub=one.detail.sub, detail=one.detail.name)

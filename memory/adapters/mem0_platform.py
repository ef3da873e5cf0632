"""Mem0's hosted platform, by its own client and the interface of version 3.

The simulated time goes into every add (`timestamp`, whole seconds) and every search (`reference_date`); the namespace
is Mem0's user. Adds are queued: `settle` asks for the event of each. The client's telemetry is off.
"""

import json
import logging
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

import httpx
from pydantic import Field, FiniteFloat, Json, TypeAdapter

from memory.adapters.address import read_timeout_s, read_url
from memory.adapters.answers import ServedCaller, ServedMemory, Shape, searchable
from memory.adapters.calling import all_done, wait_until
from memory.adapters.instants import read_iso
from memory.adapters.mem0_quiet import mem0
from memory.adapters.rows_served import MEM0_PLATFORM
from memory.adapters.secrets import read_secret
from memory.adapters.tls import verified
from memory.adapters.units import content_of, read_unit, units
from memory.backend import Setup
from memory.embedded.forgetting import is_meant, meant_by
from memory.errors import BackendFailure
from memory.instants import iso
from memory.messages import Batch, Forget, Hit, Message, writable
from memory.options import check_names, read_choice, read_number
from memory.position import Position

DEFAULT_URL = "https://api.mem0.ai"
DEFAULT_KEY_ENV = "MEM0_API_KEY"
_PAGE_SIZE = 100
_SHOWN = 5
"""How many leftovers are enough to say that a namespace is not empty."""
_REMOVAL_S = 30.0
"""How long emptying a namespace, or indexing before something in it is forgotten, may take."""

# What it would print is told in the failure.
logging.getLogger("mem0.client").setLevel(logging.CRITICAL)


class _Added(Shape):
    event_id: str | None = None
    results: list[Any] | None = None
    """The memories, where they were made at once."""


class _Event(Shape):
    status: str


class _Source(Shape):
    """What we gave along; other metadata is not ours."""

    message_ids: Json[tuple[str, ...]] = ()
    """As JSON in a text, which is what metadata holds for certain."""
    speakers: Json[tuple[str, ...]] = ()
    said_at: str = ""


class _Memory(Shape):
    id: str
    memory: str = Field(min_length=1)
    user_id: str | None = None
    metadata: _Source | None = None

    @property
    def source(self) -> _Source:
        return self.metadata or _Source()


class _FoundMemory(_Memory):
    score: FiniteFloat


class _Found(Shape):
    results: list[_FoundMemory]


class _Page(Shape):
    results: list[_Memory]
    next: str | None = None


_ADDED = TypeAdapter(_Added)
_EVENT = TypeAdapter(_Event)
_FOUND = TypeAdapter(_Found)
_PAGE = TypeAdapter(_Page)


class Mem0PlatformMemory(ServedMemory):
    """Memories that Mem0 extracts, found by its own search.

    Options: `url` (default: Mem0's own); `key_env`, the environment variable with the key (`MEM0_API_KEY`);
    `timeout_s` of one request (30); `unit`, what goes into one call: `message` (default) or `bucket`, which then has
    the instant of its last message; `infer`, `yes` (default) or `no`: with `no` the messages are stored as they are;
    `threshold`, the lowest score of a hit (default 0, so that depth is decided here).
    """

    capabilities = MEM0_PLATFORM.capabilities

    def __init__(self, setup: Setup) -> None:
        """Reach the platform, which checks the key.

        Raises:
            BadOption: an option is unknown or has a value that is not allowed.
            MissingSecret: there is no key.
            BackendFailure: the platform cannot be reached, or refuses the key.
        """
        options = setup.options
        check_names(options, MEM0_PLATFORM.options)
        self._unit = read_unit(options)
        self._infers = read_choice(options, "infer", ("yes", "no")) == "yes"
        self._threshold = read_number(options, "threshold", 0.0, above=0, at_most=1)
        url, timeout_s = read_url(options, DEFAULT_URL), read_timeout_s(options)
        key = read_secret(options, DEFAULT_KEY_ENV)
        self._user, self._zone = setup.namespace, ZoneInfo(setup.zone)
        self._pending: list[str] = []
        """Events that are not known to have ended."""
        self._caller = ServedCaller(key, timeout_s)
        self._http = httpx.Client(verify=verified(), timeout=timeout_s, event_hooks=self._caller.hooks)
        self._client = self._caller.call(
            "start", lambda: mem0.MemoryClient(api_key=key, host=url, client=self._http), repeatable=True
        )

    def leftovers(self) -> list[str]:
        """Texts of some memories of this user."""
        return [one.memory for one in self._page("start", 1, _SHOWN).results]

    def reset(self) -> None:
        """Delete the user's memories, and wait until none is listed.

        Raises:
            TimeoutError: some still were after half a minute.
        """
        if not self.leftovers():
            return
        self._caller.call("reset", lambda: self._client.delete_all(user_id=self._user), repeatable=True)
        wait_until(lambda: not self.leftovers(), _REMOVAL_S, what="the namespace is not empty")

    def ingest(self, batch: Batch) -> None:
        """Queue the messages, one add a unit, in order."""
        for unit in units(batch, self._unit):
            self._add(unit)

    def settle(self, timeout_s: float) -> None:
        """Return once the event of each add has succeeded.

        Raises:
            BackendFailure: one has failed.
            TimeoutError: one had not ended in time.
        """
        wait_until(lambda: self._all_stored("settle"), timeout_s, what=f"{len(self._pending)} of the adds not stored")

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """What the platform's search finds, best first; nothing for a blank query, which it refuses."""
        self.raw_answer = ""
        asked = searchable(query)
        if limit <= 0 or not asked:
            return []
        found = self._caller.read(
            "search",
            _FOUND,
            lambda: self._client.search(
                asked,
                filters={"user_id": self._user},
                top_k=limit,
                threshold=self._threshold,
                reference_date=now.at_us // 1_000_000,
            ),
        )
        self.raw_answer = self._caller.shown
        return [_hit(one) for one in found.results]

    def forget(self, request: Forget, now: Position) -> None:
        """Delete the memories that were made from what the request means, once all is indexed.

        Raises:
            TimeoutError: what was added before is not indexed within half a minute.
        """
        wait_until(lambda: self._all_stored("forget"), _REMOVAL_S, what="what was added is not stored")
        meant = meant_by(request)
        for one in self._everything():
            source = one.source
            if is_meant(meant, message_ids=source.message_ids, speakers=source.speakers, text=one.memory):
                self._caller.call("forget", partial(self._client.delete, one.id), repeatable=True)

    def _add(self, unit: tuple[Message, ...]) -> None:
        said_us = unit[-1].position.at_us
        source = {
            "message_ids": json.dumps([message.id for message in unit]),
            "speakers": json.dumps(list(dict.fromkeys(writable(message.speaker) for message in unit))),
            "said_at": iso(said_us, self._zone),
        }
        added = self._caller.read(
            "ingest",
            _ADDED,
            lambda: self._client.add(
                [{"role": message.role, "content": content_of(message)} for message in unit],
                user_id=self._user,
                timestamp=said_us // 1_000_000,
                metadata=source,
                infer=self._infers,
            ),
            repeatable=False,
        )
        if added.event_id:
            self._pending.append(added.event_id)
        elif added.results is None:
            raise BackendFailure("ingest", "the answer has neither an event to wait for nor results")

    def _all_stored(self, stage: str) -> bool:
        return all_done(self._pending, partial(self._is_stored, stage))

    def _is_stored(self, stage: str, event_id: str) -> bool:
        def ask() -> object:
            # The client has no method for it; these are its own connection and key.
            return self._client.client.get(f"/v1/event/{event_id}/").raise_for_status()

        status = self._caller.read(stage, _EVENT, ask).status
        if status == "FAILED":
            raise BackendFailure(stage, "an add was not stored: its event is FAILED")
        return status == "SUCCEEDED"

    def _page(self, stage: str, number: int, size: int) -> _Page:
        ask = partial(self._client.get_all, filters={"user_id": self._user}, page=number, page_size=size)
        return self._caller.read(stage, _PAGE, ask)

    def _everything(self) -> list[_Memory]:
        """All memories of this user."""
        found: list[_Memory] = []
        number = 1
        while True:
            page = self._page("forget", number, _PAGE_SIZE)
            found += page.results
            if page.next is None or not page.results:
                return found
            number += 1


def _hit(found: _FoundMemory) -> Hit:
    return Hit(
        text=found.memory,
        score=found.score,
        message_ids=tuple(found.source.message_ids),
        at_us=read_iso(found.source.said_at),
        namespace=found.user_id or "",
    )

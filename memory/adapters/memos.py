"""MemOS, the hosted interface, over plain HTTP as its documentation states it.

Each unit is a conversation of its own, so that the conversation that a memory names says what it was made from; every
message has its simulated instant (`chat_time`). Adds are tasks: `settle` asks for the state of each. The user is the
namespace.
"""

from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar
from zoneinfo import ZoneInfo

import httpx2
from pydantic import Field, FiniteFloat, TypeAdapter

from memory.adapters.address import read_timeout_s, read_url
from memory.adapters.answers import ServedCaller, ServedMemory, Shape, read_answer, searchable
from memory.adapters.calling import all_done, wait_until
from memory.adapters.rows_served import MEMOS
from memory.adapters.secrets import read_secret
from memory.adapters.tls import verified
from memory.adapters.units import content_of, read_unit, units
from memory.backend import Setup
from memory.embedded.forgetting import is_meant, meant_by
from memory.errors import BackendFailure
from memory.instants import iso
from memory.messages import Batch, Forget, Hit, Message
from memory.options import check_names, read_choice, read_number
from memory.position import Position

DEFAULT_URL = "https://memos.memtensor.cn/api/openmem/v1"
DEFAULT_KEY_ENV = "MEMOS_API_KEY"
_OK = (0, 200)
_NO_SUCH_DATA = 40001
_NOTHING = '{"code": 0, "data": null}'
_MOST_HITS = 25
"""What the service gives at most of each kind."""
_PAGE_SIZE = 50
_REMOVAL_S = 30.0


D = TypeVar("D")


class RefusedByMemos(Exception):
    """An answer whose code says that not all is well."""

    def __init__(self, code: int, message: str) -> None:
        """The code's first three digits are taken for the HTTP status that it means."""
        super().__init__(code, message)
        self.status_code = code // 100
        self.reason = f"code {code}: {message}"


class _Envelope(Shape):
    code: int
    message: str = ""


class _With(Shape, Generic[D]):
    data: D


class _Task(Shape):
    task_id: str | None = None
    status: str | None = None
    success: bool = True


class _Memory(Shape):
    id: str = ""
    text: str = Field(alias="memory_value", min_length=1)
    conversation: str | None = Field(default=None, alias="conversation_id")


class _FoundMemory(_Memory):
    relativity: FiniteFloat


class _Preference(Shape):
    id: str = ""
    text: str = Field(alias="preference", min_length=1)
    conversation: str | None = Field(default=None, alias="conversation_id")


class _FoundPreference(_Preference):
    relativity: FiniteFloat


class _Found(Shape):
    memories: list[_FoundMemory] = Field(alias="memory_detail_list")
    preferences: list[_FoundPreference] | None = Field(default=None, alias="preference_detail_list")


class _Page(Shape):
    memories: list[_Memory] = Field(default=[], alias="memory_detail_list")
    preferences: list[_Preference] | None = Field(default=None, alias="preference_detail_list")
    pages: int = 1


class _Messages(Shape):
    messages: list[object] | None = Field(alias="message_detail_list")


class _Done(Shape):
    success: bool


_ENVELOPE = TypeAdapter(_Envelope)
_TASK = TypeAdapter(_With[_Task])
_FOUND = TypeAdapter(_With[_Found])
_PAGE = TypeAdapter(_With[_Page | None])
_MESSAGES = TypeAdapter(_With[_Messages | None])
_DONE = TypeAdapter(_With[_Done])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Source:
    """What one conversation was made of."""

    message_ids: tuple[str, ...]
    speakers: tuple[str, ...]


class MemosMemory(ServedMemory):
    """Facts and preferences that MemOS extracts, ranked together by its relevance.

    Options: `url` (default: the hosted service); `key_env`, the environment variable with the key (`MEMOS_API_KEY`);
    `timeout_s` of one request (30); `auth`, how the key is sent: `token` (default: `Token KEY`, as documented) or
    `bare` (`KEY` alone, which servers of the same interface may want); `unit`, what goes into one conversation:
    `message` (default) or `bucket`, whose memories then name all of its messages; `preferences`, `yes` (default) or
    `no`: whether preferences are found beside facts; `threshold`, the lowest relevance of a hit (default 0, so that
    depth is decided here).
    """

    capabilities = MEMOS.capabilities

    def __init__(self, setup: Setup) -> None:
        """Ready to ask; nothing is sent yet.

        Raises:
            BadOption: an option is unknown or has a value that is not allowed.
            MissingSecret: there is no key.
        """
        options = setup.options
        check_names(options, MEMOS.options)
        self._unit = read_unit(options)
        scheme = "Token " if read_choice(options, "auth", ("token", "bare")) == "token" else ""
        self._with_preferences = read_choice(options, "preferences", ("yes", "no")) == "yes"
        self._threshold = read_number(options, "threshold", 0.0, above=0, at_most=1)
        url, timeout_s = read_url(options, DEFAULT_URL), read_timeout_s(options)
        self._key = read_secret(options, DEFAULT_KEY_ENV)
        self._user, self._zone = setup.namespace, ZoneInfo(setup.zone)
        self._told: dict[str, _Source] = {}
        self._pending: list[str] = []
        """Tasks that are not known to have ended."""
        self._caller = ServedCaller(self._key, timeout_s)
        self._http = httpx2.Client(
            headers={"authorization": f"{scheme}{self._key}"},
            verify=verified(),
            timeout=timeout_s,
            event_hooks=self._caller.hooks,
        )
        self._url = url

    def leftovers(self) -> list[str]:
        """Texts of some memories of this user."""
        page = self._page("start", 1)
        return [one.text for one in (*page.memories, *(page.preferences or ()))]

    def reset(self) -> None:
        """Delete all memories of this user, and wait until none is listed.

        Raises:
            TimeoutError: some still were after half a minute.
        """
        if not self.leftovers():
            return
        self._delete("reset", {"user_id": self._user})
        wait_until(lambda: not self.leftovers(), _REMOVAL_S, what="the namespace is not empty")

    def ingest(self, batch: Batch) -> None:
        """Hand over the messages, a conversation a unit, in order."""
        for unit in units(batch, self._unit):
            self._add(unit)

    def settle(self, timeout_s: float) -> None:
        """Return once the task of each add is completed.

        Raises:
            BackendFailure: one has failed.
            TimeoutError: one had not ended in time.
        """
        wait_until(
            lambda: self._all_processed("settle"), timeout_s, what=f"{len(self._pending)} of the tasks not completed"
        )

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """Facts and preferences together, best first; nothing for a blank query, and at most 25 of each kind."""
        self.raw_answer = ""
        asked = searchable(query)
        if limit <= 0 or not asked:
            return []
        body = {
            "user_id": self._user,
            "query": asked,
            "memory_limit_number": min(limit, _MOST_HITS),
            "include_preference": self._with_preferences,
            "preference_limit_number": min(limit, _MOST_HITS),
            "relativity": self._threshold,
        }
        found = self._post("search", "/search/memory", body, _FOUND)
        self.raw_answer = self._caller.shown
        preferences = found.preferences or () if self._with_preferences else ()
        hits = [self._hit(one) for one in (*found.memories, *preferences)]
        return sorted(hits, key=lambda hit: hit.score, reverse=True)[:limit]

    def forget(self, request: Forget, now: Position) -> None:
        """Delete the memories that were made from what the request means, once all is indexed.

        Raises:
            TimeoutError: what was added before is not indexed within half a minute.
        """
        wait_until(lambda: self._all_processed("forget"), _REMOVAL_S, what="what was added is not indexed")
        meant = meant_by(request)
        doomed: list[str] = []
        for one in self._everything():
            source = self._told.get(one.conversation or "", _Source(message_ids=(), speakers=()))
            if is_meant(meant, message_ids=source.message_ids, speakers=source.speakers, text=one.text):
                doomed.append(one.id)
        if doomed:
            self._delete("forget", {"memory_ids": doomed})

    def _add(self, unit: tuple[Message, ...]) -> None:
        conversation = unit[0].id
        body = {
            "user_id": self._user,
            "conversation_id": conversation,
            "messages": [
                {
                    "role": message.role,
                    "content": content_of(message),
                    "chat_time": iso(message.position.at_us, self._zone),
                }
                for message in unit
            ],
            "async_mode": True,
        }
        answer = self._caller.call(
            "ingest",
            lambda: self._exchange("ingest", "/add/message", body),
            repeatable=False,
            landed=lambda: "" if self._has("ingest", conversation) else None,
        )
        if not answer:
            raise BackendFailure("ingest", "the messages were taken, but not answered: no task is known to wait for")
        task = self._data("ingest", _TASK, answer)
        if not task.success or task.status == "failed":
            raise BackendFailure("ingest", "the messages were not taken")
        if task.status != "completed":
            if not task.task_id:
                raise BackendFailure("ingest", "the messages were taken, but there is no task that could be waited for")
            self._pending.append(task.task_id)
        self._told[conversation] = _Source(
            message_ids=tuple(message.id for message in unit),
            speakers=tuple(dict.fromkeys(message.speaker for message in unit)),
        )

    def _has(self, stage: str, conversation: str) -> bool:
        """Whether the service knows messages of that conversation."""
        body = {"user_id": self._user, "conversation_id": conversation}
        answer = self._exchange(stage, "/get/message", body, none_there=_NOTHING)
        found = self._data(stage, _MESSAGES, answer)
        return found is not None and bool(found.messages)

    def _all_processed(self, stage: str) -> bool:
        return all_done(self._pending, partial(self._is_processed, stage))

    def _is_processed(self, stage: str, task_id: str) -> bool:
        task = self._post(stage, "/get/status", {"task_id": task_id}, _TASK)
        if task.status == "failed":
            raise BackendFailure(stage, "messages could not be processed: their task is failed")
        return task.status == "completed"

    def _page(self, stage: str, number: int) -> _Page:
        body = {"user_id": self._user, "page": number, "size": _PAGE_SIZE, "include_preference": True}
        answer = self._caller.call(
            stage,
            lambda: self._exchange(stage, "/get/memory", body, none_there=_NOTHING),
            repeatable=True,
        )
        # Of a user who was never heard of nothing is known: no data, then, is no memories.
        return self._data(stage, _PAGE, answer) or _Page()

    def _everything(self) -> list[_Memory | _Preference]:
        """All memories of this user."""
        found: list[_Memory | _Preference] = []
        number = 1
        while True:
            page = self._page("forget", number)
            found += (*page.memories, *(page.preferences or ()))
            if number >= page.pages:
                return found
            number += 1

    def _delete(self, stage: str, body: dict[str, Any]) -> None:
        if not self._post(stage, "/delete/memory", body, _DONE).success:
            raise BackendFailure(stage, "the service says that it did not delete")

    def _post(self, stage: str, path: str, body: dict[str, Any], shape: TypeAdapter[_With[D]]) -> D:
        """The data of the answer to a request that may be repeated."""
        return self._data(
            stage, shape, self._caller.call(stage, lambda: self._exchange(stage, path, body), repeatable=True)
        )

    def _data(self, stage: str, shape: TypeAdapter[_With[D]], answer: str) -> D:
        return read_answer(stage, shape, answer, self._key).data

    def _exchange(self, stage: str, path: str, body: dict[str, Any], *, none_there: str | None = None) -> str:
        """An answer whose code says that all is well; `none_there` for the one that says that there is nothing."""
        self._http.post(self._url + path, json=body).raise_for_status()
        answer = self._caller.last.text
        envelope = read_answer(stage, _ENVELOPE, answer, self._key)
        if envelope.code == _NO_SUCH_DATA and none_there is not None:
            return none_there
        if envelope.code not in _OK:
            raise RefusedByMemos(envelope.code, envelope.message)
        return answer

    def _hit(self, found: _FoundMemory | _FoundPreference) -> Hit:
        conversation = found.conversation or ""
        source = self._told.get(conversation)
        # A conversation that is not ours is named as it is: it is no message that was delivered, and so it is told.
        ids = source.message_ids if source is not None else (conversation,) if conversation else ()
        return Hit(text=found.text, score=found.relativity, message_ids=ids)

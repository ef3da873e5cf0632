"""Memobase, hosted or one's own server, by its own client.

A bucket is one chat blob, in which every message has its simulated instant (the blob's own is the server's clock and
is dropped there). `settle` has the buffer processed and waits until nothing in it is idle or in work. What is searched
are the events that Memobase made, line by line.
"""

from functools import partial
from typing import Any
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5
from zoneinfo import ZoneInfo

import httpx
from memobase import ChatBlob, MemoBaseClient
from memobase.core.blob import BlobType, OpenAICompatibleMessage
from memobase.core.entry import User
from pydantic import Field, FiniteFloat, TypeAdapter

from memory.adapters.address import read_timeout_s, read_url
from memory.adapters.answers import ServedCaller, ServedMemory, Shape, searchable
from memory.adapters.calling import wait_until
from memory.adapters.rows_served import MEMOBASE
from memory.adapters.secrets import read_secret
from memory.adapters.units import units
from memory.backend import Setup
from memory.errors import BackendFailure, BadOption
from memory.instants import iso
from memory.messages import Batch, Hit, Message, writable
from memory.options import check_names, read_number
from memory.position import Position

DEFAULT_URL = "https://api.memobase.dev"
DEFAULT_KEY_ENV = "MEMOBASE_API_KEY"
_NOT_FOUND = 404
_ALL_DAYS = 36_500
"""Events are stamped with the server's clock, so that any range of days that holds them all is as good as none."""
_LOWEST = -1.0
"""Below every cosine."""
_SHOWN = 5
_QUERY_CHARS = 4000
"""How much of an address a query may take up: servers take about twice that for the whole."""
_MOST_TOKENS = 100_000


class _Envelope(Shape):
    errno: int
    errmsg: str = ""


class _Gist(Shape):
    content: str = Field(min_length=1)


class _FoundGist(Shape):
    gist: _Gist = Field(alias="gist_data")
    similarity: FiniteFloat


class _Gists(Shape):
    gists: list[_FoundGist]


class _Found(Shape):
    data: _Gists


_ENVELOPE = TypeAdapter(_Envelope)
_FOUND = TypeAdapter(_Found)


class MemobaseMemory(ServedMemory):
    """Events that Memobase extracts, found by their embeddings; its profile of the car's people on request.

    Options: `url` (default: Memobase's own); `key_env`, the environment variable with the key or token
    (`MEMOBASE_API_KEY`); `timeout_s` of one request (30); `threshold`, the lowest similarity of a hit (default: none,
    so that depth is decided here); `profile_tokens`, how long a profile is put into the agent's prompt (default 0:
    none, since other memories are searched only).
    """

    capabilities = MEMOBASE.capabilities

    def __init__(self, setup: Setup) -> None:
        """Ready to ask; nothing is sent yet.

        Raises:
            BadOption: an option is unknown or has a value that is not allowed.
            MissingSecret: there is no key.
        """
        options = setup.options
        check_names(options, MEMOBASE.options)
        self._threshold = read_number(options, "threshold", _LOWEST, above=_LOWEST, at_most=1)
        self._profile_tokens = _read_tokens(setup)
        url, timeout_s = read_url(options, DEFAULT_URL), read_timeout_s(options)
        key = read_secret(options, DEFAULT_KEY_ENV)
        self._zone = ZoneInfo(setup.zone)
        # Users are UUIDs there.
        self._user_id = str(uuid5(NAMESPACE_URL, f"pastlane:{setup.namespace}"))
        self._is_known = False
        self._n_sent = 0
        self._is_flushed = True
        self._caller = ServedCaller(key, timeout_s)
        self._client = self._caller.call(
            "start", lambda: MemoBaseClient(api_key=key, project_url=url + "/"), repeatable=True
        )
        self._http = self._client.client
        self._http.timeout = httpx.Timeout(timeout_s)
        self._http.event_hooks = self._caller.hooks

    @property
    def _user(self) -> Any:
        return User(user_id=self._user_id, project_client=self._client)

    def leftovers(self) -> list[str]:
        """What is there of this user: profile entries, and ids of events and blobs; nothing where there is none."""
        if not self._is_there("start"):
            return []
        profile = self._ask("start", lambda: self._user.profile(max_token_size=_MOST_TOKENS))
        events = self._ask("start", lambda: self._user.event(topk=_SHOWN))
        blobs = self._ask("start", lambda: self._user.get_all(BlobType.chat, page_size=_SHOWN))
        return [*(entry.describe for entry in profile), *(f"event {event.id}" for event in events), *map(str, blobs)]

    def reset(self) -> None:
        """Delete the user with all that is known of them."""
        if self._is_there("reset"):
            self._ask("reset", lambda: self._client.delete_user(self._user_id))
            self._is_known = False

    def ingest(self, batch: Batch) -> None:
        """Insert the bucket as one blob, its messages in order."""
        for unit in units(batch, "bucket"):
            self._make_user("ingest")
            blob = ChatBlob(messages=[self._told(message) for message in unit])
            self._caller.call("ingest", partial(self._user.insert, blob), repeatable=False, landed=self._look)
            self._n_sent += 1
            self._is_flushed = False

    def settle(self, timeout_s: float) -> None:
        """Return once all that was inserted is processed.

        Raises:
            BackendFailure: something could not be.
            TimeoutError: something was not in time.
        """
        if not self._is_flushed:
            # Two at once might process the same blobs twice.
            self._caller.call("settle", self._user.flush, repeatable=False, landed=self._look_flushed)
            self._is_flushed = True
        if self._n_sent:
            wait_until(self._is_processed, timeout_s, what="the buffer was not processed")

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """The lines of events that are nearest, best first; they name no sources. Nothing for a blank query."""
        self.raw_answer = ""
        asked = _in_address(searchable(query))
        if limit <= 0 or not asked:
            return []
        self._make_user("search")
        self._ask(
            "search",
            lambda: self._user.search_event_gist(
                asked, topk=limit, similarity_threshold=self._threshold, time_range_in_days=_ALL_DAYS
            ),
        )
        self.raw_answer = self._caller.shown
        return [
            Hit(text=found.gist.content, score=found.similarity)
            for found in self._caller.answered("search", _FOUND).data.gists
        ]

    def context(self, now: Position) -> str:
        """The profile, one entry a line, where the option `profile_tokens` asks for it; it holds no stamps."""
        if not self._profile_tokens:
            return ""
        self._make_user("context")
        entries = self._ask("context", lambda: self._user.profile(max_token_size=self._profile_tokens))
        return "\n".join(entry.describe for entry in entries)

    def _told(self, message: Message) -> OpenAICompatibleMessage:
        return OpenAICompatibleMessage(
            role="assistant" if message.role == "assistant" else "user",
            content=writable(message.text),
            alias=writable(message.speaker) or None,
            created_at=iso(message.position.at_us, self._zone),
        )

    def _ask(self, stage: str, request: Any) -> Any:
        return self._caller.call(stage, request, repeatable=True)

    def _is_there(self, stage: str) -> bool:
        """Whether the server knows the user; the client does not tell this apart from other errors."""

        def ask() -> None:
            response = self._http.get(f"/users/{self._user_id}")
            if response.status_code != _NOT_FOUND:
                response.raise_for_status()

        envelope = self._caller.read(stage, _ENVELOPE, ask)
        if envelope.errno not in (0, _NOT_FOUND):
            raise BackendFailure(stage, f"error {envelope.errno}: {envelope.errmsg:.100}")
        return envelope.errno == 0

    def _make_user(self, stage: str) -> None:
        if self._is_known:
            return
        if not self._is_there(stage):
            self._caller.call(
                stage,
                lambda: self._client.add_user(id=self._user_id),
                repeatable=False,
                landed=lambda: self._user_id if self._is_there(stage) else None,
            )
        self._is_known = True

    def _in_buffer(self, *statuses: str) -> int:
        return sum(len(self._user.buffer(BlobType.chat, status=status)) for status in statuses)

    def _look(self) -> str | None:
        """Whether the buffer, which keeps what was processed, holds more than was answered for."""
        n_there = self._in_buffer("idle", "processing", "done", "failed")
        if n_there < self._n_sent:
            raise BackendFailure("ingest", "the buffer does not tell whether a blob was inserted; it is not sent again")
        return "" if n_there > self._n_sent else None

    def _look_flushed(self) -> bool | None:
        return None if self._in_buffer("idle") else True

    def _is_processed(self) -> bool:
        if self._ask("settle", lambda: self._in_buffer("failed")):
            raise BackendFailure("settle", "a blob could not be processed: the buffer calls it failed")
        return not self._ask("settle", lambda: self._in_buffer("idle", "processing"))


def _in_address(query: str) -> str:
    """`query` as it can stand in an address, where the client puts it as it is; what would not fit is left out."""
    fitting = query[:_QUERY_CHARS]
    while len(quoted := quote(fitting, safe="")) > _QUERY_CHARS:
        fitting = fitting[: len(fitting) * _QUERY_CHARS // len(quoted)]
    return quoted


def _read_tokens(setup: Setup) -> int:
    number = read_number(setup.options, "profile_tokens", 0.0, above=-1, at_most=_MOST_TOKENS)
    if number != int(number):
        raise BadOption(f"option 'profile_tokens' is {setup.options['profile_tokens']!r}, not a whole number")
    return int(number)

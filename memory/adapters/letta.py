"""Letta: one archive a run and scenario, one passage a message, stored as it is; no agent of Letta's writes into it.

Every passage is sent with its message's instant as `created_at`, in UTC (an archive has no zone), and with the
message's id in its metadata. Letta has no idempotency keys: before a passage that was never answered is sent again,
those of its very instant are looked through. A passage can be found once its request has returned.

Options: `url` (http://localhost:8283), `key_env` (LETTA_API_KEY; a server of one's own may need none), `timeout_s` of
one request (30), `embedding` (the handle of the model that the archive's vectors are made with; else the server's own,
and where it has none, the archive is searched by text alone).
"""

from collections.abc import Callable
from datetime import UTC
from functools import partial
from typing import Annotated, Any

import httpx
from letta_client import APIStatusError, Letta, omit
from pydantic import FiniteFloat, StringConstraints, TypeAdapter

from memory.adapters.address import read_timeout_s, read_url
from memory.adapters.answers import ServedCaller, ServedMemory, Shape, is_missing, rank_score, searchable
from memory.adapters.instants import read_iso
from memory.adapters.rows_served import LETTA
from memory.adapters.secrets import read_optional_secret
from memory.adapters.tls import verified
from memory.adapters.units import content_of
from memory.backend import Setup
from memory.embedded.forgetting import TheseMessages, is_meant_unnamed, meant_by
from memory.errors import BackendFailure
from memory.instants import iso
from memory.messages import Batch, Forget, Hit, Message, writable
from memory.options import check_names
from memory.position import Position

_Said = Annotated[str, StringConstraints(min_length=1)]

URL = "http://localhost:8283"
KEY_ENV = "LETTA_API_KEY"
_MOST_FOUND = 100
"""The most passages that one search brings."""
_SHOWN = 3
"""How many leftovers of an archive are looked for."""


class _Archive(Shape):
    id: _Said
    name: str


class _Passage(Shape):
    id: _Said
    text: _Said
    archive_id: str | None = None
    created_at: str | None = None
    metadata: dict[str, Any] | None = None


class _Found(Shape):
    passage: _Passage
    score: FiniteFloat


_ARCHIVE = TypeAdapter(_Archive)
_ARCHIVES = TypeAdapter(list[_Archive])
_PASSAGE = TypeAdapter(_Passage)
_ALL_FOUND = TypeAdapter(list[_Found])


class LettaMemory(ServedMemory):
    """An archive of Letta."""

    capabilities = LETTA.capabilities

    def __init__(self, setup: Setup) -> None:
        """Connect; nothing is sent yet.

        Raises:
            BadOption: an option is unknown, or its value is not allowed.
            MissingSecret: the option `key_env` names a variable that holds no key.
        """
        options = setup.options
        check_names(options, LETTA.options)
        timeout_s = read_timeout_s(options)
        self._embedding = options.get("embedding")
        key = read_optional_secret(options, KEY_ENV)
        self._namespace = setup.namespace
        self._caller = ServedCaller(key, timeout_s)
        self._http = httpx.Client(
            verify=verified(), timeout=timeout_s, follow_redirects=True, event_hooks=self._caller.hooks
        )
        # The client's own retries know nothing of what may be sent twice.
        self._client = Letta(
            base_url=read_url(options, URL),
            api_key=key or None,
            timeout=timeout_s,
            max_retries=0,
            http_client=self._http,
        )
        self._archive = ""
        self._passages: dict[str, str] = {}
        """The passage of each message."""

    def leftovers(self) -> list[str]:
        """Some of the passages in archives of this namespace's name."""
        found: list[str] = []
        for archive in self._archives("start"):
            ask = partial(self._client.passages.search, archive_id=archive.id, limit=_SHOWN)
            found.extend(one.passage.text for one in self._caller.read("start", _ALL_FOUND, ask))
        return found

    def reset(self) -> None:
        """Delete the archives of this name."""
        for archive in self._archives("reset"):
            self._remove("reset", partial(self._client.archives.delete, archive.id))
        self._archive = ""
        self._passages.clear()

    def ingest(self, batch: Batch) -> None:
        """Store a passage a message, in order; one without any text is not sent."""
        for message in batch.messages:
            if message.text.strip():
                self._store(message)

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """Passages in Letta's order, at most 100."""
        self.raw_answer = ""
        text = searchable(query)
        if not text or limit <= 0 or not self._archive:
            return []
        ask = partial(self._client.passages.search, archive_id=self._archive, query=text, limit=min(limit, _MOST_FOUND))
        found = self._caller.read("search", _ALL_FOUND, ask)
        self.raw_answer = self._caller.shown
        is_scored = any(one.score != 0 for one in found)
        return [
            Hit(
                text=one.passage.text,
                score=one.score if is_scored else rank_score(rank),
                message_ids=(self._source(one.passage),),
                at_us=_read_utc(one.passage.created_at),
                namespace=self._told_namespace(one.passage.archive_id),
            )
            for rank, one in enumerate(found[:limit], start=1)
        ]

    def forget(self, request: Forget, now: Position) -> None:
        """Delete the passages of what the request means."""
        if not self._archive:
            return
        meant = meant_by(request)
        if isinstance(meant, TheseMessages):
            doomed = [passage for message_id, passage in self._passages.items() if message_id in meant.ids]
        else:
            doomed = [
                passage.id for passage in self._everything() if is_meant_unnamed(meant, passage.metadata, passage.text)
            ]
        for passage in doomed:
            self._remove("forget", partial(self._client.archives.passages.delete, passage, archive_id=self._archive))

    def _archives(self, stage: str) -> list[_Archive]:
        return self._caller.read(stage, _ARCHIVES, partial(self._client.archives.list, name=self._namespace))

    def _find_or_make_archive(self) -> str:
        there = self._archives("ingest")
        if there:
            return there[0].id
        ask = partial(self._client.archives.create, name=self._namespace, embedding=self._embedding or omit)
        return self._caller.read("ingest", _ARCHIVE, ask, repeatable=False, landed=self._made_archive).id

    def _made_archive(self) -> _Archive | None:
        return next(iter(self._archives("ingest")), None)

    def _store(self, message: Message) -> None:
        if not self._archive:
            self._archive = self._find_or_make_archive()
        metadata: dict[str, object] = {
            "message_id": message.id,
            "role": message.role,
            "speaker": writable(message.speaker),
        }
        ask = partial(
            self._client.archives.passages.create,
            self._archive,
            text=content_of(message),
            created_at=iso(message.position.at_us, UTC),
            metadata=metadata,
        )
        stored = self._caller.read("ingest", _PASSAGE, ask, repeatable=False, landed=lambda: self._stored(message))
        self._passages[message.id] = stored.id

    def _stored(self, message: Message) -> _Passage | None:
        """The passage of `message`, where Letta has it; only those of its very instant are looked through."""
        at = iso(message.position.at_us, UTC)
        ask = partial(
            self._client.passages.search, archive_id=self._archive, start_date=at, end_date=at, limit=_MOST_FOUND
        )
        there = (one.passage for one in self._caller.read("ingest", _ALL_FOUND, ask))
        return next((passage for passage in there if self._source(passage) == message.id), None)

    def _everything(self) -> list[_Passage]:
        """All passages of the archive, oldest first, asked for from instant to instant.

        Raises:
            BackendFailure: more than `_MOST_FOUND` of one instant, of which Letta never shows the rest.
        """
        found: dict[str, _Passage] = {}
        since: str | None = None
        while True:
            ask = partial(
                self._client.passages.search,
                archive_id=self._archive,
                start_date=omit if since is None else since,
                limit=_MOST_FOUND,
            )
            page = [one.passage for one in self._caller.read("forget", _ALL_FOUND, ask)]
            n_before = len(found)
            found.update((passage.id, passage) for passage in page)
            if len(page) < _MOST_FOUND:
                return list(found.values())
            since = page[-1].created_at
            if len(found) == n_before or since is None:
                raise BackendFailure("forget", f"Letta shows no more than {len(found)} passages of the archive")

    def _source(self, passage: _Passage) -> str:
        """The message that a passage carries the id of; one that this run did not store is named as it is."""
        carried = (passage.metadata or {}).get("message_id")
        return carried if isinstance(carried, str) else passage.id

    def _told_namespace(self, archive_id: str | None) -> str:
        if archive_id is None:
            return ""
        return self._namespace if archive_id == self._archive else archive_id

    def _remove(self, stage: str, request: Callable[[], object]) -> None:
        """Delete something; what is gone already is no failure."""

        def asked() -> None:
            try:
                request()
            except APIStatusError as exc:
                if not is_missing(exc):
                    raise

        self._caller.call(stage, asked, repeatable=True)


def _read_utc(text: str | None) -> int | None:
    """The instant that Letta writes; one without an offset is in UTC, as its database keeps it."""
    if text is None:
        return None
    at_us = read_iso(text)
    return read_iso(f"{text}+00:00") if at_us is None else at_us

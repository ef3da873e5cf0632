"""Supermemory, by its own client and the interface of version 5.

Each message is a document of its own, with the simulated instant as its date, in the namespace of the run. The system
takes no simulated now with a question. `settle` asks for each document whether it is indexed and learned from.
"""

from collections.abc import Callable
from zoneinfo import ZoneInfo

import httpx
from pydantic import Field, FiniteFloat, TypeAdapter
from supermemory import APIStatusError, Supermemory

from memory.adapters.address import read_timeout_s, read_url
from memory.adapters.answers import ServedCaller, ServedMemory, Shape, searchable
from memory.adapters.calling import all_done, wait_until
from memory.adapters.instants import read_iso
from memory.adapters.rows_served import SUPERMEMORY
from memory.adapters.secrets import read_secret
from memory.adapters.tls import verified
from memory.adapters.units import content_of, units
from memory.backend import Setup
from memory.embedded.forgetting import TheseMessages, is_meant, meant_by
from memory.errors import BackendFailure
from memory.instants import iso
from memory.messages import Batch, Forget, Hit, Message, writable
from memory.options import check_names, read_choice, read_number
from memory.position import Position

DEFAULT_URL = "https://api.supermemory.ai"
DEFAULT_KEY_ENV = "SUPERMEMORY_API_KEY"
_PAGE_SIZE = 100
_SHOWN = 5
_NOT_FOUND = 404


class _State(Shape):
    status: str
    dreaming: str = Field(default="done", alias="dreamingStatus")


class _Ref(Shape):
    id: str
    status: str


class _Source(Shape):
    """What we gave along; other metadata is not ours."""

    message_id: str = ""
    namespace: str = ""
    speaker: str = ""
    said_at: str = ""


class _Document(Shape):
    id: str
    content: str | None = None
    metadata: _Source | None = None
    system: _State

    @property
    def source(self) -> _Source:
        return self.metadata or _Source()


class _Paging(Shape):
    n_pages: int = Field(alias="totalPages")


class _Listed(Shape):
    documents: list[_Document]
    pagination: _Paging


class _Origin(Shape):
    metadata: _Source | None = None


class _Included(Shape):
    document: _Origin | None = None


class _FoundPiece(Shape):
    memory: str | None = None
    chunk: str | None = None
    similarity: FiniteFloat
    metadata: _Source | None = None
    included: _Included | None = None


class _Found(Shape):
    results: list[_FoundPiece]


class _Absent(Shape):
    error: str
    """That there is nothing of that name, in the interface's own words."""


class _Removed(Shape):
    errors: list[object]


_REF = TypeAdapter(_Ref)
_DOCUMENT = TypeAdapter(_Document)
_LISTED = TypeAdapter(_Listed)
_FOUND = TypeAdapter(_Found)
_REMOVED = TypeAdapter(_Removed)
_ABSENT = TypeAdapter(_Absent)
_NOTHING = _Listed.model_validate({"documents": [], "pagination": {"totalPages": 0}})


class SupermemoryMemory(ServedMemory):
    """Documents and what Supermemory learns from them.

    Options: `url` (default: Supermemory's own); `key_env`, the environment variable with the key
    (`SUPERMEMORY_API_KEY`); `timeout_s` of one request (30); `search_mode`, what is searched: `hybrid` (default),
    `memories` or `chunks`; `dreaming`, when memories are made: `instant` (default, at once and one by one) or
    `dynamic` (the system's own default: grouped, after minutes); `threshold`, the lowest similarity of a hit (default
    0, so that depth is decided here).
    """

    capabilities = SUPERMEMORY.capabilities

    def __init__(self, setup: Setup) -> None:
        """Ready to ask; nothing is sent yet.

        Raises:
            BadOption: an option is unknown or has a value that is not allowed.
            MissingSecret: there is no key.
        """
        options = setup.options
        check_names(options, SUPERMEMORY.options)
        self._mode = read_choice(options, "search_mode", ("hybrid", "memories", "chunks"))
        self._dreaming = read_choice(options, "dreaming", ("instant", "dynamic"))
        self._threshold = read_number(options, "threshold", 0.0, above=0, at_most=1)
        url, timeout_s = read_url(options, DEFAULT_URL), read_timeout_s(options)
        key = read_secret(options, DEFAULT_KEY_ENV)
        self._namespace, self._zone = setup.namespace, ZoneInfo(setup.zone)
        self._pending: list[str] = []
        """Documents that are not known to be indexed."""
        self._caller = ServedCaller(key, timeout_s)
        self._http = httpx.Client(verify=verified(), timeout=timeout_s, event_hooks=self._caller.hooks)
        # Trying again is the caller's business: the client would also repeat what must not be.
        self._client = Supermemory(api_key=key, base_url=url, timeout=timeout_s, max_retries=0, http_client=self._http)
        self._has_told = False

    def leftovers(self) -> list[str]:
        """Texts, or ids, of some documents of this namespace."""
        return [document.content or document.id for document in self._page("start", 1, _SHOWN).documents]

    def reset(self) -> None:
        """Delete the namespace with all that is in it; nothing where there is none."""
        self._is_there("reset", lambda: self._client.namespaces.delete(self._namespace))

    def ingest(self, batch: Batch) -> None:
        """Hand over the messages, a document each, in order."""
        for (message,) in units(batch, "message"):
            self._add(message)

    def settle(self, timeout_s: float) -> None:
        """Return once every document is indexed and learned from.

        Raises:
            BackendFailure: one could not be.
            TimeoutError: one was not in time.
        """
        what = f"{len(self._pending)} of the documents not indexed"
        wait_until(lambda: all_done(self._pending, self._is_done), timeout_s, what=what)

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """What Supermemory's search finds, best first; nothing for a blank query."""
        self.raw_answer = ""
        asked = searchable(query)
        if limit <= 0 or not asked:
            return []
        is_there = self._is_there(
            "search",
            lambda: self._client.search(
                self._namespace,
                query=asked,
                limit=limit,
                search_mode=self._mode,
                threshold=self._threshold,
                include={"documents": True},
            ),
        )
        if not is_there and not self._has_told:
            return []
        self.raw_answer = self._caller.shown
        return [_hit(found) for found in self._caller.answered("search", _FOUND).results]

    def forget(self, request: Forget, now: Position) -> None:
        """Delete the documents of what the request means, and with them what was learned from them."""
        meant = meant_by(request)
        if isinstance(meant, TheseMessages):
            doomed = [self._document_id(message_id) for message_id in sorted(meant.ids)]
        else:
            doomed = [
                document.id
                for document in self._everything()
                if is_meant(
                    meant,
                    message_ids=(document.source.message_id,),
                    speakers=(document.source.speaker,),
                    text=document.content or "",
                )
            ]
        for document_id in doomed:
            if self._document("forget", document_id) is not None:
                self._delete(document_id)

    def _document_id(self, message_id: str) -> str:
        return f"{self._namespace}-{message_id}"

    def _add(self, message: Message) -> None:
        document_id, said_at = self._document_id(message.id), iso(message.position.at_us, self._zone)

        # A bare address would be taken for a link to fetch.
        content = content_of(message) if message.speaker else f"{message.role}: {writable(message.text)}"

        def send() -> str:
            self._client.add(
                self._namespace,
                content=content,
                id=document_id,
                date=said_at,
                dreaming=self._dreaming,
                metadata={
                    "message_id": message.id,
                    "namespace": self._namespace,
                    "speaker": writable(message.speaker),
                    "said_at": said_at,
                },
            )
            return self._caller.last.text

        def landed() -> str | None:
            return None if self._document("ingest", document_id) is None else ""

        # What is sent to an id that exists is added to it: so the id is looked for before anything is sent again.
        answer = self._caller.call("ingest", send, repeatable=False, landed=landed)
        if answer:
            self._caller.answered("ingest", _REF)
        self._pending.append(document_id)
        self._has_told = True

    def _document(self, stage: str, document_id: str) -> _Document | None:
        if not self._is_there(stage, lambda: self._client.documents.get(self._namespace, document_id)):
            return None
        return self._caller.answered(stage, _DOCUMENT)

    def _is_there(self, stage: str, request: Callable[[], object]) -> bool:
        """Whether what `request` asks for exists; what answered is in `self._caller.last`.

        Raises:
            BackendFailure: it could not be asked, or what says that there is nothing is not this interface.
        """

        def ask() -> bool:
            try:
                request()
            except APIStatusError as exc:
                if exc.status_code != _NOT_FOUND:
                    raise
                return False
            return True

        is_there = self._caller.call(stage, ask, repeatable=True)
        if not is_there:
            self._caller.answered(stage, _ABSENT)
        return is_there

    def _is_done(self, document_id: str) -> bool:
        document = self._document("settle", document_id)
        if document is None:
            return False  # accepted, and not to be seen yet
        if document.system.status == "failed":
            raise BackendFailure("settle", "a document could not be indexed: its status is failed")
        return document.system.status == "done" and document.system.dreaming == "done"

    def _page(self, stage: str, number: int, size: int) -> _Listed:
        is_there = self._is_there(
            stage,
            lambda: self._client.list(self._namespace, "documents", page=number, limit=size, include={"content": True}),
        )
        return self._caller.answered(stage, _LISTED) if is_there else _NOTHING

    def _everything(self) -> list[_Document]:
        """All documents of this namespace."""
        found: list[_Document] = []
        number = 1
        while True:
            page = self._page("forget", number, _PAGE_SIZE)
            found += page.documents
            if number >= page.pagination.n_pages:
                return found
            number += 1

    def _delete(self, document_id: str) -> None:
        self._caller.call(
            "forget", lambda: self._client.documents.delete(self._namespace, ids=[document_id]), repeatable=True
        )
        removed = self._caller.answered("forget", _REMOVED)
        if removed.errors:
            raise BackendFailure("forget", f"a document was not deleted: {removed.errors[0]!r:.100}")


def _hit(found: _FoundPiece) -> Hit:
    source = found.metadata or _Source()
    if not source.message_id and found.included is not None and found.included.document is not None:
        source = found.included.document.metadata or _Source()
    text = found.memory or found.chunk
    if not text:
        raise BackendFailure("search", "a hit has neither a memory nor a chunk")
    return Hit(
        text=text,
        score=found.similarity,
        message_ids=(source.message_id,) if source.message_id else (),
        at_us=read_iso(source.said_at),
        namespace=source.namespace,
    )

"""Hindsight: one bank a run and scenario, one document a message.

A bucket is retained in the background, as one operation with an id of our own, so that one sent twice is carried out
once; the next bucket is sent only when the operation is completed, which keeps the order. Each message has its instant
as `timestamp`, written in the scenario's zone, and its id as the document's. A search tells Hindsight the simulated
instant (`query_timestamp`), which is no cutoff. `settle` also waits for what Hindsight does of itself afterwards, such
as making observations.

Options: `url` (http://localhost:8888), `key_env` (HINDSIGHT_API_KEY; a server of one's own may need none), `timeout_s`
of one request (30), `retain_timeout_s` of a bucket's operation where another bucket follows (80), `budget` (`mid`,
`low`, `high`) and `max_tokens` (4096) of a search.
"""

import asyncio
import uuid
from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Literal, Protocol, TypeVar, assert_never
from zoneinfo import ZoneInfo

from hindsight_client import Hindsight
from hindsight_client_api.exceptions import ApiException
from hindsight_client_api.models.budget import Budget
from hindsight_client_api.models.content import Content
from hindsight_client_api.models.include_options import IncludeOptions
from hindsight_client_api.models.memory_item import MemoryItem
from hindsight_client_api.models.recall_request import RecallRequest
from hindsight_client_api.models.retain_request import RetainRequest
from hindsight_client_api.models.source_facts_include_options import SourceFactsIncludeOptions
from hindsight_client_api.models.timestamp import Timestamp
from pydantic import FiniteFloat, StringConstraints, TypeAdapter

from memory.adapters.address import read_timeout_s, read_url
from memory.adapters.answers import ServedCaller, ServedMemory, Shape, is_missing, rank_score, searchable
from memory.adapters.calling import one_line, wait_until
from memory.adapters.instants import read_iso
from memory.adapters.rows_served import HINDSIGHT
from memory.adapters.secrets import read_optional_secret
from memory.adapters.units import content_of
from memory.backend import Setup
from memory.embedded.forgetting import TheseMessages, is_meant_unnamed, meant_by
from memory.errors import BackendFailure
from memory.instants import iso
from memory.messages import Batch, Forget, Hit, Message, writable
from memory.options import check_names, read_choice, read_number
from memory.position import Position

T = TypeVar("T")
_Said = Annotated[str, StringConstraints(min_length=1)]

URL = "http://localhost:8888"
KEY_ENV = "HINDSIGHT_API_KEY"
RETAIN_TIMEOUT_S = 80.0
MAX_TOKENS = 4096
_PAGE = 100
_SHOWN = 3
"""How many leftovers are looked for."""


class _Retained(Shape):
    success: Literal[True]
    operation_id: _Said


class _Result(Shape):
    extraction_errors_count: int | None = None


class _Operation(Shape):
    status: Literal["pending", "processing", "completed", "failed", "cancelled", "not_found"]
    error_message: str | None = None
    result_metadata: _Result | None = None


class _Operations(Shape):
    total: int


class _Scores(Shape):
    final: FiniteFloat


class _Fact(Shape):
    text: _Said
    document_id: str | None = None
    mentioned_at: str | None = None
    scores: _Scores | None = None
    source_fact_ids: list[str] | None = None
    type: str | None = None


class _Recalled(Shape):
    results: list[_Fact]
    source_facts: dict[str, _Fact] | None = None


class _Listed(Shape):
    id: _Said
    text: _Said
    document_id: str | None = None
    metadata: dict[str, Any] | None = None


class _List(Shape):
    items: list[_Listed]


_RETAINED = TypeAdapter(_Retained)
_OPERATION = TypeAdapter(_Operation)
_OPERATIONS = TypeAdapter(_Operations)
_RECALLED = TypeAdapter(_Recalled)
_LIST = TypeAdapter(_List)
_ANY = TypeAdapter(dict[str, Any])


class _Answered(Protocol):
    """The client's answers, before it reads them."""

    @property
    def raw_data(self) -> bytes:
        """The body."""
        ...


class HindsightMemory(ServedMemory):
    """A bank of Hindsight."""

    capabilities = HINDSIGHT.capabilities

    def __init__(self, setup: Setup) -> None:
        """Connect; nothing is sent yet.

        Raises:
            BadOption: an option is unknown, or its value is not allowed.
            MissingSecret: the option `key_env` names a variable that holds no key.
        """
        options = setup.options
        check_names(options, HINDSIGHT.options)
        self._timeout_s = read_timeout_s(options)
        self._retain_timeout_s = read_number(options, "retain_timeout_s", RETAIN_TIMEOUT_S, above=0, at_most=3600)
        self._budget = read_choice(options, "budget", ("mid", "low", "high"))
        self._max_tokens = int(read_number(options, "max_tokens", MAX_TOKENS, above=0, at_most=1_000_000))
        key = read_optional_secret(options, KEY_ENV)
        self._bank = setup.namespace
        self._zone = ZoneInfo(setup.zone)
        # Its client works in an event loop; this one is the memory's own, and belongs to its thread.
        self._loop = asyncio.Runner()
        self._client = Hindsight(base_url=read_url(options, URL), api_key=key or None)
        self._caller = ServedCaller(key, self._timeout_s)
        self._operation = ""
        self._is_fed = False
        self._is_closed = False

    def leftovers(self) -> list[str]:
        """Some of the facts in the bank of this name."""
        ask = self._client.memory.list_memories_with_http_info
        found = self._ask_if_there("start", _LIST, lambda: ask(self._bank, limit=_SHOWN, **self._in_time))
        return [] if found is None else [fact.text for fact in found.items]

    def reset(self) -> None:
        """Delete the bank with all it holds."""
        ask = self._client.banks.delete_bank_with_http_info
        self._ask_if_there("reset", _ANY, lambda: ask(self._bank, **self._in_time))
        self._operation, self._is_fed = "", False

    def ingest(self, batch: Batch) -> None:
        """Have the messages retained, in order; one without any text is not sent.

        Raises:
            TimeoutError: what came before is not retained within `retain_timeout_s` seconds.
            BackendFailure: it failed, or Hindsight does not take these.
        """
        items = [message for message in batch.messages if message.text.strip()]
        if not items:
            return
        self._wait_for_the_last("ingest")
        ask = self._client.memory.retain_memories_with_http_info
        request = self._retain_request(items)
        retained = self._ask("ingest", _RETAINED, lambda: ask(self._bank, request, **self._in_time))
        self._operation, self._is_fed = retained.operation_id, True

    def settle(self, timeout_s: float) -> None:
        """Return once the last bucket is retained and Hindsight has nothing left to do in this bank.

        Raises:
            TimeoutError: it is not within `timeout_s` seconds.
            BackendFailure: some of it failed.
        """
        if self._is_fed:
            wait_until(self._is_idle, timeout_s, what="Hindsight is still at work")

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """Facts and observations in Hindsight's order, as many as fit into `max_tokens`."""
        self.raw_answer = ""
        text = searchable(query)
        if not text or limit <= 0 or not self._is_fed:
            return []
        request = RecallRequest(
            query=text,
            query_timestamp=iso(now.at_us, self._zone),
            budget=Budget(self._budget),
            max_tokens=self._max_tokens,
            include=IncludeOptions(entities=None, source_facts=SourceFactsIncludeOptions(max_tokens=-1)),
        )
        ask = self._client.memory.recall_memories_with_http_info
        found = self._ask("search", _RECALLED, lambda: ask(self._bank, request, **self._in_time))
        self.raw_answer = self._caller.shown
        sources = found.source_facts or {}
        return [
            Hit(
                text=fact.text,
                score=rank_score(rank) if fact.scores is None else fact.scores.final,
                message_ids=_message_ids(fact, sources),
                # What an observation carries may be the wall clock.
                at_us=None if fact.type == "observation" else read_iso(fact.mentioned_at),
            )
            for rank, fact in enumerate(found.results[:limit], start=1)
        ]

    def forget(self, request: Forget, now: Position) -> None:
        """Delete the documents of what the request means, with the facts made of them.

        Raises:
            TimeoutError: what came before is not retained within `retain_timeout_s` seconds.
        """
        if not self._is_fed:
            return
        self._wait_for_the_last("forget")
        meant = meant_by(request)
        if isinstance(meant, TheseMessages):
            doomed = sorted(meant.ids)
        else:
            facts = (fact for fact in self._everything() if is_meant_unnamed(meant, fact.metadata, fact.text))
            doomed = list(dict.fromkeys(fact.document_id for fact in facts if fact.document_id))
        for document_id in doomed:
            self._delete_document(document_id)

    def close(self) -> None:
        """Close the connection; the bank stays. Closing twice does no harm."""
        if self._is_closed:
            return
        self._is_closed = True
        closing: Callable[[], Coroutine[Any, Any, None]] = self._client.aclose
        try:
            self._loop.run(closing())
        finally:
            self._loop.close()

    @property
    def _in_time(self) -> dict[str, Any]:
        return {"_request_timeout": self._timeout_s}

    def _retain_request(self, messages: Sequence[Message]) -> RetainRequest:
        """The request for one bucket; the same bucket of the same bank is always the same operation."""
        name = f"{self._bank}/{messages[0].id}/{messages[-1].id}"
        items = [
            MemoryItem(
                content=Content(actual_instance=content_of(message)),
                timestamp=Timestamp(actual_instance=iso(message.position.at_us, self._zone)),
                document_id=message.id,
                metadata={"message_id": message.id, "speaker": writable(message.speaker), "role": message.role},
            )
            for message in messages
        ]
        return RetainRequest.model_validate(
            {"items": items, "async": True, "operation_id": str(uuid.uuid5(uuid.NAMESPACE_URL, name))}
        )

    def _delete_document(self, document_id: str) -> None:
        ask = self._client.documents.delete_document_with_http_info
        self._ask_if_there("forget", _ANY, lambda: ask(self._bank, document_id, **self._in_time))

    def _everything(self) -> list[_Listed]:
        """All facts of the bank.

        Raises:
            BackendFailure: the list does not come to an end.
        """
        found: dict[str, _Listed] = {}
        ask = partial(self._client.memory.list_memories_with_http_info, self._bank, limit=_PAGE, **self._in_time)
        while True:
            offset = len(found)
            page = self._ask("forget", _LIST, partial(ask, offset=offset))
            found.update((fact.id, fact) for fact in page.items)
            if len(page.items) < _PAGE:
                return list(found.values())
            if len(found) == offset:
                raise BackendFailure("forget", "Hindsight lists the same facts again and again")

    def _wait_for_the_last(self, stage: str) -> None:
        wait_until(lambda: self._is_retained(stage), self._retain_timeout_s, what="still retaining what came before")

    def _is_retained(self, stage: str) -> bool:
        """Whether the last bucket's operation is completed; there may be none.

        Raises:
            BackendFailure: it failed, or facts of it were lost.
        """
        if not self._operation:
            return True
        ask = self._client.operations.get_operation_status_with_http_info
        operation = self._ask(stage, _OPERATION, lambda: ask(self._bank, self._operation, **self._in_time))
        match operation.status:
            case "pending" | "processing":
                return False
            case "completed":
                n_lost = operation.result_metadata.extraction_errors_count if operation.result_metadata else 0
                if n_lost:
                    raise BackendFailure(
                        stage, f"Hindsight could not extract facts from {n_lost} of the parts of a bucket"
                    )
                self._operation = ""
                return True
            case "failed" | "cancelled" | "not_found":
                why = operation.error_message or "no reason given"
                raise BackendFailure(stage, one_line(f"Hindsight's operation ended as {operation.status}: {why}"))
            case _:
                assert_never(operation.status)

    def _is_idle(self) -> bool:
        if not self._is_retained("settle"):
            return False
        if self._count("failed"):
            raise BackendFailure("settle", f"{self._count('failed')} of Hindsight's operations failed")
        return not self._count("pending") and not self._count("processing")

    def _count(self, status: str) -> int:
        """How many of the bank's operations are in that state."""
        ask = self._client.operations.list_operations_with_http_info
        return self._ask("settle", _OPERATIONS, lambda: ask(self._bank, status=status, limit=1, **self._in_time)).total

    def _ask(self, stage: str, shape: TypeAdapter[T], request: Callable[[], Coroutine[Any, Any, _Answered]]) -> T:
        """What Hindsight answers to `request`, which may be carried out twice, read as `shape`."""
        return self._caller.call(stage, lambda: self._answer(stage, shape, request), repeatable=True)

    def _ask_if_there(
        self, stage: str, shape: TypeAdapter[T], request: Callable[[], Coroutine[Any, Any, _Answered]]
    ) -> T | None:
        """As `_ask`; None where Hindsight says that there is nothing of that name."""

        def asked() -> T | None:
            try:
                return self._answer(stage, shape, request)
            except ApiException as exc:
                if is_missing(exc):
                    return None
                raise

        return self._caller.call(stage, asked, repeatable=True)

    def _answer(self, stage: str, shape: TypeAdapter[T], request: Callable[[], Coroutine[Any, Any, _Answered]]) -> T:
        answered = self._loop.run(request())
        self._caller.last.text = answered.raw_data.decode("utf-8", "replace")
        return self._caller.answered(stage, shape)


def _message_ids(fact: _Fact, sources: Mapping[str, _Fact]) -> tuple[str, ...]:
    """The messages of a fact, or of the facts that an observation was made of, as far as they are told."""
    facts = [fact, *(sources[source] for source in fact.source_fact_ids or () if source in sources)]
    return tuple(dict.fromkeys(one.document_id for one in facts if one.document_id))

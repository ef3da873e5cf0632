"""LangMem inside this process: its store manager over the in-memory store, and models at any endpoint."""

import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from langchain_openai import ChatOpenAI, OpenAIEmbeddings
from langgraph.store.memory import InMemoryStore
from langmem import create_memory_store_manager
from langmem.knowledge import extraction
from langsmith import tracing_context
from pydantic import PrivateAttr

from memory.adapters.at_work import at_work, current_work, known_name
from memory.adapters.calling import Retried
from memory.adapters.endpoints import Endpoints, Watch, mended, read_endpoints
from memory.adapters.naming import plain_name
from memory.adapters.rows_embedded import LANGMEM
from memory.backend import Capabilities, Setup
from memory.embedded.forgetting import is_meant, meant_by
from memory.errors import BackendFailure
from memory.messages import Batch, Forget, Hit, dated_line, writable
from memory.options import check_names, read_number
from memory.position import Position

for _name in ("langmem", "trustcall"):
    # What goes wrong is told by the Failure; without a handler of its own it would go to the terminal, too.
    logging.getLogger(_name).addHandler(logging.NullHandler())

_QUERY_LIMIT = 5
"""LangMem's own default."""
_MOST_MEMORIES = 1_000_000
"""More than a namespace holds."""


@dataclass(frozen=True, slots=True)
class _Sources:
    """Where a memory comes from: ids and names, never texts."""

    message_ids: frozenset[str] = frozenset()
    speakers: frozenset[str] = frozenset()

    def __or__(self, other: "_Sources") -> "_Sources":
        return _Sources(self.message_ids | other.message_ids, self.speakers | other.speakers)


class LangMemMemory(Retried):
    """What a model makes of the messages with LangMem's tools: it writes new memories, and rewrites old ones.

    Each batch is one piece of work of LangMem's manager. Its lines are `[YYYY-MM-DD HH:MM] Speaker: text` in the
    scenario's zone, since LangMem has no other place for the time. A hit names the messages of every batch in which
    its memory was written or rewritten; which ones of a batch it was, LangMem does not say.

    Options: `query_limit` (5), how many memories the model is shown with a batch; LangMem searches them by one window
    of the talk for every four; and those of `memory.adapters.endpoints`.
    """

    capabilities: Capabilities = LANGMEM.capabilities

    def __init__(self, setup: Setup) -> None:
        """An empty store.

        Raises:
            BadOption: an option is unknown, missing, or has a value that it does not take.
            MissingSecret: there is no key where one is needed.
            BackendFailure: LangMem does not start, or makes its ids where none is known to.
        """
        check_names(setup.options, LANGMEM.options)
        query_limit = int(read_number(setup.options, "query_limit", _QUERY_LIMIT, above=3, at_most=1000))
        endpoints = read_endpoints(setup.options)
        _take_over()
        self._zone = ZoneInfo(setup.zone)
        self._namespace = setup.namespace
        self._place = (plain_name(setup.namespace),)
        self._watch = Watch(endpoints)
        self._caller = self._watch.caller
        self._sources: dict[str, _Sources] = {}
        with self._watch.during("start"):
            self._store = InMemoryStore(index={"dims": endpoints.dims, "embed": _embedder(endpoints, self._watch)})
            self._manager = create_memory_store_manager(
                _model(endpoints, self._watch), namespace=self._place, store=self._store, query_limit=query_limit
            )

    def leftovers(self) -> list[str]:
        """Texts that are there already; none, since the store is new."""
        return [_text(item, "start", rank) for rank, item in enumerate(self._all("start"), 1)]

    def reset(self) -> None:
        """Empty the namespace."""
        for item in self._all("reset"):
            self._store.delete(self._place, item.key)
        self._sources.clear()

    def ingest(self, batch: Batch) -> None:
        """Have the model work the batch into its memories, and note which of them it touched."""
        if not batch.messages:
            return
        said = [
            {
                "role": "assistant" if message.role == "assistant" else "user",
                "content": writable(dated_line(message, self._zone)),
            }
            for message in batch.messages
        ]
        # With one worker LangMem's writes keep their order, on which ties in its store depend.
        with self._watch.during("ingest"), tracing_context(enabled=False), at_work(batch.now):
            written: object = self._manager.invoke({"messages": said}, config={"max_concurrency": 1})
        if not isinstance(written, list):
            raise BackendFailure("ingest", f"LangMem answered {type(written).__name__}, not a list of what it wrote")
        made_from = _Sources(
            frozenset(message.id for message in batch.messages), frozenset(m.speaker for m in batch.messages)
        )
        for put in written:
            self._sources[put["key"]] = self._sources.get(put["key"], _Sources()) | made_from

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """The memories nearest to the query, best first, at most `limit`; none for a query without a word."""
        asked = writable(query)
        if limit <= 0 or not asked.strip():
            self.raw_answer = ""
            return []
        with self._watch.during("search"), tracing_context(enabled=False):
            found = self._store.search(self._place, query=asked, limit=limit)
        self.raw_answer = writable(json.dumps([item.dict() for item in found], ensure_ascii=False, default=str))
        return [self._hit(item, rank) for rank, item in enumerate(found, 1)]

    def forget(self, request: Forget, now: Position) -> None:
        """Delete each memory that a meant message had a part in, others' part in it included."""
        meant = meant_by(request)
        for rank, item in enumerate(self._all("forget"), 1):
            from_ = self._sources.get(item.key, _Sources())
            text = _text(item, "forget", rank)
            if is_meant(meant, message_ids=from_.message_ids, speakers=from_.speakers, text=text):
                self._store.delete(self._place, item.key)
                self._sources.pop(item.key, None)

    def _all(self, stage: str) -> Sequence[Any]:
        with self._watch.during(stage):
            found: list[Any] = self._store.search(self._place, limit=_MOST_MEMORIES)
        return found

    def _hit(self, item: Any, rank: int) -> Hit:
        if not isinstance(item.score, (int, float)):
            raise BackendFailure("search", f"hit {rank} has the score {item.score!r:.60}, not a number")
        return Hit(
            text=_text(item, "search", rank),
            score=float(item.score),
            message_ids=tuple(sorted(self._sources.get(item.key, _Sources()).message_ids)),
            namespace=self._namespace if item.namespace == self._place else "/".join(item.namespace),
        )


def _text(item: Any, stage: str, rank: int) -> str:
    content = item.value.get("content") if isinstance(item.value, dict) else None
    text = content.get("content") if isinstance(content, dict) else None
    if not isinstance(text, str) or not text:
        raise BackendFailure(stage, f"memory {rank} has no text")
    return text


class _Model(ChatOpenAI):  # type: ignore[misc] # LangChain is not looked at by the type checker
    """LangChain's client, watched."""

    _watch: Watch = PrivateAttr()

    def _generate(self, *args: Any, **named: Any) -> Any:
        generate: Callable[..., Any] = super()._generate
        result = self._watch.ask("the model", lambda: generate(*args, **named), _answer_fault)
        said = result.generations[0].message
        said.tool_calls = [call | {"args": json.loads(mended(json.dumps(call["args"])))} for call in said.tool_calls]
        return result


def _model(endpoints: Endpoints, watch: Watch) -> _Model:
    chat = endpoints.chat
    model = _Model(
        model=chat.model,
        base_url=chat.base_url,
        api_key=chat.key,
        temperature=0,
        max_retries=0,
        timeout=endpoints.timeout_s,
        use_responses_api=False,
    )
    model._watch = watch
    return model


def _answer_fault(result: Any) -> str:
    message = result.generations[0].message
    return "" if message.tool_calls or message.invalid_tool_calls or message.content else "the answer is empty"


def _embedder(endpoints: Endpoints, watch: Watch) -> Callable[[list[str]], list[list[float]]]:
    client = OpenAIEmbeddings(
        model=endpoints.embedder.model,
        base_url=endpoints.embedder.base_url,
        api_key=endpoints.embedder.key,
        max_retries=0,
        timeout=endpoints.timeout_s,
        # Else texts are cut into tokens first, with a vocabulary that is downloaded.
        check_embedding_ctx_length=False,
    )

    def embed(texts: list[str]) -> list[list[float]]:
        shown = [writable(text) for text in texts]
        return watch.ask(
            "the embedder", lambda: client.embed_documents(shown), lambda found: watch.vectors_fault(found, len(shown))
        )

    return embed


class _Ids:
    """LangMem's `uuid`: the library's, but for what it gives within a replay.

    Its ids stand in prompts. Random ones, or such as are made of the run's namespace, would make every request a new
    one.
    """

    def __init__(self, library: Any) -> None:
        self._library = library

    def __getattr__(self, name: str) -> Any:
        return getattr(self._library, name)

    def uuid4(self) -> UUID:
        """The next derived id; a random one outside of a replay."""
        work = current_work()
        found: UUID = self._library.uuid4() if work is None else work.next_id()
        return found

    def uuid5(self, space: UUID, name: str) -> UUID:
        """The id of a memory in prompts, which LangMem makes of namespace and key: of the key alone in a replay."""
        return uuid5(space, name if current_work() is None else name.rpartition(", ")[2])


def _take_over() -> None:
    """Replace LangMem's name for the maker of ids; doing it again changes nothing.

    Raises:
        BackendFailure: it has no such name.
    """
    library = known_name(extraction, "uuid")
    if not isinstance(library, _Ids):
        extraction.uuid = _Ids(library)

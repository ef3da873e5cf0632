"""Mem0, the open-source library, inside this process: an embedded Qdrant, and models at any endpoint."""

import json
import logging
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from memory.adapters.calling import Retried
from memory.adapters.endpoints import Endpoint, Endpoints, Watch, mended, read_endpoints
from memory.adapters.instants import read_iso
from memory.adapters.mem0_clock import simulated, take_over
from memory.adapters.mem0_quiet import mem0
from memory.adapters.naming import plain_name
from memory.adapters.rows_embedded import MEM0
from memory.backend import Capabilities, Setup
from memory.embedded.forgetting import is_meant, meant_by
from memory.errors import BackendFailure
from memory.instants import instant, iso
from memory.messages import Batch, Forget, Hit, Message, dated_line, writable
from memory.options import check_names, read_choice
from memory.position import Position

# Its complaints may quote a key that an endpoint refused; without a handler of its own they would go to the terminal.
logging.getLogger("mem0").addHandler(logging.NullHandler())

_main = mem0.memory.main
_utils = mem0.memory.utils
_main.MEM0_TELEMETRY = False

_MOST_MEMORIES = 1_000_000
"""More than a namespace holds."""
_SCORE_DIGITS = 5
"""Qdrant counts in 32 bits here, and the last digits of a score depend on where memory was free."""
_OTHER_WAY = "OPENROUTER_API_KEY"
"""Where this variable is set, Mem0 sends its prompts to OpenRouter, whatever it was told."""


class Mem0Memory(Retried):
    """What Mem0 makes of the messages; one private store for each instance, removed at the end.

    Options: `infer`, `true` (default: the model extracts memories, one request for a batch and day) or `false` (every
    message is stored as it is, as `[YYYY-MM-DD HH:MM] Speaker: text` in the scenario's zone; no chat model is asked);
    and those of `memory.adapters.endpoints`. What goes to the model carries the simulated days and no other. Ids of the
    messages go along as metadata, with the instant of the last one as `created_at`.
    """

    capabilities: Capabilities = MEM0.capabilities

    def __init__(self, setup: Setup) -> None:
        """An empty store.

        Raises:
            BadOption: an option is unknown, missing, or has a value that it does not take.
            MissingSecret: there is no key where one is needed.
            BackendFailure: Mem0 would ask elsewhere, does not start, or keeps its clock where none is known.
        """
        check_names(setup.options, MEM0.options)
        self._infers = read_choice(setup.options, "infer", ("true", "false")) == "true"
        endpoints = read_endpoints(setup.options, needs_chat=self._infers)
        if self._infers and os.environ.get(_OTHER_WAY):
            raise BackendFailure("start", f"{_OTHER_WAY} is set, and Mem0 would go there instead of base_url: unset it")
        take_over(_main, mem0.memory.storage, mem0.configs.prompts)
        self.capabilities = replace(MEM0.capabilities, verbatim=not self._infers)
        self._zone = ZoneInfo(setup.zone)
        self._namespace = setup.namespace
        self._user = plain_name(setup.namespace)
        self._watch = Watch(endpoints)
        self._caller = self._watch.caller
        self._folder: Path | None = Path(tempfile.mkdtemp(prefix="pastlane-mem0-"))
        try:
            with self._watch.during("start"):
                self._mem0 = _main.Memory.from_config(_config(endpoints, self._folder))
                self._listen_in(endpoints)
        except BaseException:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise

    def leftovers(self) -> list[str]:
        """Texts that are there already; none, since the store is new."""
        return [str(item.get("memory")) for item in self._all("start")]

    def reset(self) -> None:
        """Empty the namespace, and what Mem0 remembers of the talk itself."""
        with self._watch.during("reset"):
            self._mem0.delete_all(user_id=self._user)
            self._sql("DELETE FROM messages")
            self._sql("DELETE FROM history")

    def ingest(self, batch: Batch) -> None:
        """Give Mem0 the messages in order: one by one, or, where the model extracts, those of a day together."""
        for together in self._portions(batch.messages):
            said_us = together[-1].position.at_us
            with self._watch.during("ingest"), simulated(batch.now.at_us, self._zone, said_us):
                added: object = self._mem0.add(
                    [self._plain(message) for message in together],
                    user_id=self._user,
                    metadata={
                        "created_at": iso(said_us, self._zone),
                        "message_ids": [message.id for message in together],
                        "speakers": sorted({writable(message.speaker) for message in together}),
                    },
                    infer=self._infers,
                )
            _items(added, "ingest")

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """The memories that Mem0 finds, best first, at most `limit`; none for a query without a word."""
        asked = writable(query).strip()
        if limit <= 0 or not asked:
            self.raw_answer = ""
            return []
        with self._watch.during("search"), simulated(now.at_us, self._zone):
            found: object = self._mem0.search(asked, filters={"user_id": self._user}, top_k=limit)
        self.raw_answer = self._watch.scrubbed(writable(json.dumps(found, ensure_ascii=False, default=str)))
        return [self._hit(item, rank) for rank, item in enumerate(_items(found, "search"), 1)]

    def forget(self, request: Forget, now: Position) -> None:
        """Delete each memory that a meant message had a part in, and these messages from Mem0's record of the talk.

        What is meant is read as by the embedded memories (`memory.embedded.forgetting`).
        """
        meant = meant_by(request)
        for item in self._all("forget"):
            ids, speakers = _texts(item, "message_ids"), _texts(item, "speakers")
            if is_meant(meant, message_ids=ids, speakers=speakers, text=str(item.get("memory"))):
                with self._watch.during("forget"), simulated(now.at_us, self._zone):
                    self._mem0.delete(item["id"])
                    self._sql("DELETE FROM history WHERE memory_id = ?", item["id"])
        for row, name, text in self._sql("SELECT rowid, name, content FROM messages"):
            message_id, _, speaker = str(name).partition("/")
            if is_meant(meant, message_ids=[message_id], speakers=[speaker], text=str(text)):
                self._sql("DELETE FROM messages WHERE rowid = ?", row)

    def close(self) -> None:
        """Close the store and remove its folder; closing twice does no harm."""
        if self._folder is None:
            return
        folder, self._folder = self._folder, None
        try:
            self._mem0.vector_store.client.close()
            self._mem0.close()
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _listen_in(self, endpoints: Endpoints) -> None:
        """Put the watch between Mem0 and its endpoints, and leave repeating to it."""
        model, embedder, watch = self._mem0.llm, self._mem0.embedding_model, self._watch
        for part in (model, embedder):
            part.client = part.client.with_options(max_retries=0, timeout=endpoints.timeout_s)
        extract: Callable[..., object] = model.generate_response
        embed: Callable[[str], object] = embedder.embed
        embed_all: Callable[[list[str]], object] = embedder.embed_batch

        def extracted(*args: Any, **named: Any) -> object:
            answer = watch.ask("the model", lambda: extract(*args, **named), _answer_fault)
            return mended(answer) if isinstance(answer, str) else answer

        def embedded(text: str, action: object = None) -> object:
            shown = writable(text)
            return watch.ask("the embedder", lambda: embed(shown), lambda vector: watch.vectors_fault([vector], 1))

        def all_embedded(texts: list[str], action: object = None) -> object:
            shown = [writable(text) for text in texts]
            return watch.ask("the embedder", lambda: embed_all(shown), lambda v: watch.vectors_fault(v, len(shown)))

        model.generate_response, embedder.embed, embedder.embed_batch = extracted, embedded, all_embedded

    def _portions(self, messages: tuple[Message, ...]) -> Iterator[list[Message]]:
        """What goes to Mem0 in one call: an extraction is told one day only."""
        if not self._infers:
            yield from ([message] for message in messages)
            return
        for _, together in groupby(messages, key=lambda message: instant(message.position.at_us, self._zone).date()):
            yield list(together)

    def _plain(self, message: Message) -> dict[str, str]:
        said = writable(dated_line(message, self._zone))
        plain = {"role": message.role if message.role in ("user", "assistant") else "user", "content": said}
        if self._infers:
            # Mem0 keeps the last messages with their names, and shows the next extraction all but these.
            plain["name"] = writable(f"{message.id}/{message.speaker}")
        return plain

    def _hit(self, item: Mapping[str, Any], rank: int) -> Hit:
        text, score = item.get("memory"), item.get("score")
        if not isinstance(text, str) or not text:
            raise BackendFailure("search", f"hit {rank} has no text")
        if isinstance(score, bool) or not isinstance(score, (int, float)):
            raise BackendFailure("search", f"hit {rank} has the score {score!r:.60}, not a number")
        user = str(item.get("user_id") or "")
        return Hit(
            text=text,
            score=round(float(score), _SCORE_DIGITS),
            message_ids=tuple(_texts(item, "message_ids")),
            at_us=read_iso(item.get("created_at")),
            namespace=self._namespace if user == self._user else user,
        )

    def _all(self, stage: str) -> list[Mapping[str, Any]]:
        with self._watch.during(stage):
            found: object = self._mem0.get_all(filters={"user_id": self._user}, top_k=_MOST_MEMORIES)
        return _items(found, stage)

    def _sql(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Work on Mem0's own record of the talk and of what it deleted, which keep texts and have no way to forget."""
        connection = self._mem0.db.connection
        with connection:
            return list(connection.execute(statement, values))


def _config(endpoints: Endpoints, folder: Path) -> dict[str, Any]:
    def part(endpoint: Endpoint, **more: object) -> dict[str, Any]:
        config = {"model": endpoint.model or "none", "openai_base_url": endpoint.base_url, "api_key": endpoint.key}
        return {"provider": "openai", "config": config | more}

    store = {"collection_name": "pastlane", "path": str(folder), "embedding_model_dims": endpoints.dims}
    return {
        "llm": part(endpoints.chat, temperature=0),
        "embedder": part(endpoints.embedder),
        "vector_store": {"provider": "qdrant", "config": store},
        "history_db_path": ":memory:",
    }


def _answer_fault(answer: object) -> str:
    """What is wrong with an extraction, which Mem0 reads as leniently, but would take for an empty one."""
    if not isinstance(answer, str) or not answer.strip():
        return "the answer is empty"
    shown = _utils.remove_code_blocks(answer)
    for text in (shown, _utils.extract_json(shown)):
        try:
            found = json.loads(text, strict=False)
        except ValueError:
            continue
        if isinstance(found, dict) and isinstance(found.get("memory"), list):
            return ""
    return "the answer is no JSON object with a list of memories, or was cut off"


def _items(found: object, stage: str) -> list[Mapping[str, Any]]:
    """The results in an answer of Mem0's.

    Raises:
        BackendFailure: there is no such list in it.
    """
    items = found.get("results") if isinstance(found, dict) else None
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise BackendFailure(stage, f"answered {type(found).__name__} without a list of results")
    return items


def _texts(item: Mapping[str, Any], name: str) -> list[str]:
    """A list of texts in the metadata; empty where there is none."""
    carried = item.get("metadata")
    found = carried.get(name) if isinstance(carried, dict) else None
    return [text for text in found if isinstance(text, str)] if isinstance(found, list) else []

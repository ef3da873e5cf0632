"""Graphiti inside this process: its graph in an embedded Kuzu, and models at any endpoint."""

import asyncio
import json
import logging
import os
import warnings
from collections.abc import Coroutine
from contextvars import copy_context
from types import SimpleNamespace
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

os.environ["GRAPHITI_TELEMETRY_ENABLED"] = "false"  # it is asked for at each report, and the default is to report

from graphiti_core import Graphiti
from graphiti_core.cross_encoder.openai_reranker_client import OpenAIRerankerClient
from graphiti_core.driver.driver import GraphProvider
from graphiti_core.driver.kuzu_driver import KuzuDriver
from graphiti_core.embedder.openai import OpenAIEmbedder, OpenAIEmbedderConfig
from graphiti_core.graph_queries import get_fulltext_indices
from graphiti_core.llm_client import openai_generic_client
from graphiti_core.llm_client.config import LLMConfig
from graphiti_core.nodes import EpisodeType, EpisodicNode
from graphiti_core.search.search_config_recipes import EDGE_HYBRID_SEARCH_RRF
from graphiti_core.utils.maintenance.graph_data_operations import clear_data

from memory.adapters.at_work import at_work
from memory.adapters.calling import Retried
from memory.adapters.endpoints import Endpoint, Endpoints, Watch, mended, read_endpoints
from memory.adapters.graphiti_clock import take_over
from memory.adapters.instants import as_us
from memory.adapters.naming import plain_name
from memory.adapters.rows_embedded import GRAPHITI
from memory.adapters.tls import verified
from memory.backend import Capabilities, Setup
from memory.embedded.forgetting import is_meant, meant_by
from memory.errors import BackendFailure
from memory.instants import instant
from memory.messages import Batch, Forget, Hit, local_stamp, render_message, writable
from memory.options import check_names
from memory.position import Position

T = TypeVar("T")

logging.getLogger("graphiti_core").addHandler(logging.NullHandler())


class GraphitiMemory(Retried):
    """Facts between entities, each with the time from which and until which the model takes it to hold.

    Every message is an episode, `Speaker: text`, with the instant at which it was said as its reference time. A hit is
    a fact, `[YYYY-MM-DD HH:MM] fact`, in the scenario's zone, `(until ...)` behind it where it no longer holds; it
    names the messages of the episodes that Graphiti says support it. One message takes several requests to the model,
    which are made one after the other.

    Options: those of `memory.adapters.endpoints`.
    """

    capabilities: Capabilities = GRAPHITI.capabilities

    def __init__(self, setup: Setup) -> None:
        """An empty graph.

        Raises:
            BadOption: an option is unknown, missing, or has a value that it does not take.
            MissingSecret: there is no key where one is needed.
            BackendFailure: Graphiti does not start, or keeps its clock where none is known.
        """
        check_names(setup.options, GRAPHITI.options)
        endpoints = read_endpoints(setup.options)
        take_over()
        self._zone = ZoneInfo(setup.zone)
        self._namespace = setup.namespace
        self._group = plain_name(setup.namespace)
        self._watch = Watch(endpoints)
        self._caller = self._watch.caller
        self._message_of: dict[str, str] = {}
        """The message of each episode, by id: a hit names episodes by Graphiti's own."""
        self._runner: asyncio.Runner | None = asyncio.Runner()
        with self._watch.during("start"), warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            self._driver = KuzuDriver(":memory:")
            # Else Graphiti takes the namespace for the name of another database and opens that.
            self._driver._database = self._group
            self._graphiti = _graphiti(self._driver, endpoints, self._watch)
            for statement in get_fulltext_indices(GraphProvider.KUZU):
                self._wait(self._driver.execute_query(statement))

    def leftovers(self) -> list[str]:
        """Texts that are there already; none, since the graph is new."""
        return [str(episode.content) for episode in self._episodes("start")]

    def reset(self) -> None:
        """Empty the namespace."""
        with self._watch.during("reset"):
            self._wait(clear_data(self._driver, group_ids=[self._group]))
        self._message_of.clear()

    def ingest(self, batch: Batch) -> None:
        """Add the messages as episodes, one after the other."""
        for message in batch.messages:
            with self._watch.during("ingest"), at_work(batch.now, message.id):
                added = self._wait(
                    self._graphiti.add_episode(
                        name=message.id,
                        episode_body=writable(render_message(message)),
                        source_description="talk in a car",
                        reference_time=instant(message.position.at_us),
                        source=EpisodeType.message,
                        group_id=self._group,
                    )
                )
            self._message_of[added.episode.uuid] = message.id

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """The facts that Graphiti finds, best first, at most `limit`; none for a query without a word."""
        asked = writable(query)
        if limit <= 0 or not asked.strip():
            self.raw_answer = ""
            return []
        config = EDGE_HYBRID_SEARCH_RRF.model_copy(update={"limit": limit})
        with self._watch.during("search"), at_work(now, "search"):
            found = self._wait(self._graphiti.search_(asked, config=config, group_ids=[self._group]))
        facts, scores = found.edges, found.edge_reranker_scores
        shown = [fact.model_dump(mode="json", exclude={"fact_embedding"}) for fact in facts]
        self.raw_answer = writable(json.dumps({"edges": shown, "scores": scores}, ensure_ascii=False, default=str))
        if len(scores) != len(facts):
            raise BackendFailure(
                "search", f"answered with other numbers of facts and of scores: {len(facts)} and {len(scores)}"
            )
        return [self._hit(fact, score, rank) for rank, (fact, score) in enumerate(zip(facts, scores, strict=True), 1)]

    def forget(self, request: Forget, now: Position) -> None:
        """Remove the episodes of the meant messages, with every fact that no other episode supports."""
        meant = meant_by(request)
        for episode in self._episodes("forget"):
            message_id = self._message_of.get(episode.uuid, "")
            speaker, _, text = str(episode.content).partition(": ")
            if is_meant(meant, message_ids=[message_id], speakers=[speaker], text=text):
                with self._watch.during("forget"), at_work(now, message_id):
                    self._wait(self._graphiti.remove_episode(episode.uuid))
                self._message_of.pop(episode.uuid, None)

    def close(self) -> None:
        """Close the graph; closing twice does no harm."""
        if self._runner is None:
            return
        runner, self._runner = self._runner, None
        self._driver.client.close()
        self._driver.db.close()
        runner.close()

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        if self._runner is None:
            raise RuntimeError("the memory is closed")
        return self._runner.run(work, context=copy_context())

    def _episodes(self, stage: str) -> list[Any]:
        with self._watch.during(stage):
            found: list[Any] = self._wait(EpisodicNode.get_by_group_ids(self._driver, [self._group]))
        return found

    def _hit(self, fact: Any, score: object, rank: int) -> Hit:
        if not isinstance(fact.fact, str) or not fact.fact.strip():
            raise BackendFailure("search", f"hit {rank} has no text")
        if not isinstance(score, (int, float)):
            raise BackendFailure("search", f"hit {rank} has the score {score!r:.60}, not a number")
        since, until = (as_us(when) for when in (fact.valid_at, fact.invalid_at))
        text = fact.fact if since is None else f"[{local_stamp(since, self._zone)}] {fact.fact}"
        return Hit(
            text=text if until is None else f"{text} (until {local_stamp(until, self._zone)})",
            score=float(score),
            message_ids=tuple(self._message_of.get(episode, episode) for episode in fact.episodes),
            at_us=as_us(fact.reference_time),
            namespace=self._namespace if fact.group_id == self._group else str(fact.group_id or ""),
        )


def _graphiti(driver: Any, endpoints: Endpoints, watch: Watch) -> Any:
    chat, embedder = endpoints.chat, endpoints.embedder
    model = LLMConfig(api_key=chat.key, base_url=chat.base_url, model=chat.model, small_model=chat.model, temperature=0)
    place = OpenAIEmbedderConfig(
        api_key=embedder.key, base_url=embedder.base_url, embedding_model=embedder.model, embedding_dim=endpoints.dims
    )
    talk = _watched(chat, endpoints, watch)
    return Graphiti(
        graph_driver=driver,
        llm_client=openai_generic_client.OpenAIGenericClient(model, client=talk),
        embedder=OpenAIEmbedder(place, client=_watched(embedder, endpoints, watch)),
        cross_encoder=OpenAIRerankerClient(model, client=talk),
        max_coroutines=1,
    )


def _watched(endpoint: Endpoint, endpoints: Endpoints, watch: Watch) -> Any:
    """What Graphiti takes for its asynchronous client: the other one, so that requests come one by one, and watched."""
    openai = openai_generic_client.openai
    client = openai.OpenAI(
        api_key=endpoint.key,
        base_url=endpoint.base_url,
        max_retries=0,
        timeout=endpoints.timeout_s,
        http_client=openai.DefaultHttpxClient(verify=verified()),
    )

    async def complete(**named: Any) -> Any:
        answer = watch.ask("the model", lambda: client.chat.completions.create(**named), _answer_fault)
        said = answer.choices[0].message
        said.content = mended(said.content)
        return answer

    async def embed(**named: Any) -> Any:
        texts = named["input"]
        named["input"] = [writable(text) for text in ([texts] if isinstance(texts, str) else texts)]

        def fault(answer: Any) -> str:
            return watch.vectors_fault([part.embedding for part in answer.data], len(named["input"]))

        return watch.ask("the embedder", lambda: client.embeddings.create(**named), fault)

    return SimpleNamespace(
        chat=SimpleNamespace(completions=SimpleNamespace(create=complete)), embeddings=SimpleNamespace(create=embed)
    )


def _answer_fault(answer: Any) -> str:
    content = answer.choices[0].message.content
    if not isinstance(content, str) or not content.strip():
        return "the answer is empty"
    try:
        json.loads(openai_generic_client.OpenAIGenericClient._strip_code_fences(content))
    except ValueError:
        return "the answer is no JSON"
    return ""

"""Zep (its cloud, version 4 of the interface): one graph a run and scenario, one episode a message.

Every episode is sent with its message's instant as `reference_time`, written in the scenario's zone, which is also the
graph's. It carries an idempotency key of graph and message, so that one sent twice is stored once. `settle` follows the
tasks that Zep answers with. Graphs have no ids of our choosing: the namespace is the graph's name.

Options: `url` (its `/api/v4` included), `key_env` (ZEP_API_KEY), `timeout_s` of one request (30), `scope` (`edges`, the
facts made of episodes, or `episodes`, the messages themselves), `reranker` (`rrf`, `cross_encoder`, or, for facts,
`episode_mentions`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar, assert_never
from uuid import NAMESPACE_URL, uuid5
from zoneinfo import ZoneInfo

import httpx
from pydantic import TypeAdapter
from zep_cloud import Zep
from zep_cloud.core.api_error import ApiError

from memory.adapters.address import read_timeout_s, read_url
from memory.adapters.answers import ServedCaller, ServedMemory, is_missing, rank_score, searchable
from memory.adapters.calling import all_done, one_line, wait_until
from memory.adapters.instants import read_iso
from memory.adapters.rows_served import ZEP
from memory.adapters.secrets import read_secret
from memory.adapters.tls import verified
from memory.adapters.units import content_of
from memory.adapters.zep_shapes import (
    ADDED,
    DONE,
    EDGES,
    EPISODE,
    EPISODES,
    GRAPH,
    GRAPHS,
    TASK,
    Done,
    Edge,
    Episode,
    FoundEpisode,
    Graph,
    Page,
)
from memory.backend import Setup
from memory.embedded.forgetting import TheseMessages, is_meant_unnamed, meant_by
from memory.errors import BackendFailure
from memory.instants import iso
from memory.messages import Batch, Forget, Hit, Message, local_stamp, writable
from memory.options import check_names, read_choice
from memory.position import Position

T = TypeVar("T")

URL = "https://api.getzep.com/api/v4"
KEY_ENV = "ZEP_API_KEY"
RESET_TIMEOUT_S = 60.0
QUERY_CHARS = 400
"""Zep takes no longer query."""
_PAGE = 50
"""The most items that one answer holds."""
_SHOWN = 3
"""How many leftovers of each kind are looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pending:
    """Something that Zep has accepted and not finished."""

    task: str = ""
    episode: str = ""
    """The episode to look at where Zep named no task."""


class ZepMemory(ServedMemory):
    """A graph of Zep."""

    capabilities = ZEP.capabilities

    def __init__(self, setup: Setup) -> None:
        """Connect; nothing is sent yet.

        Raises:
            BadOption: an option is unknown, or its value is not allowed.
            MissingSecret: there is no key.
        """
        options = setup.options
        check_names(options, ZEP.options)
        timeout_s = read_timeout_s(options)
        self._scope = read_choice(options, "scope", ("edges", "episodes"))
        rerankers = ("rrf", "cross_encoder", "episode_mentions")
        self._reranker = read_choice(options, "reranker", rerankers if self._scope == "edges" else rerankers[:2])
        key = read_secret(options, KEY_ENV)
        self._namespace = setup.namespace
        self._zone_name = setup.zone
        self._zone = ZoneInfo(setup.zone)
        self._caller = ServedCaller(key, timeout_s)
        self._http = httpx.Client(
            verify=verified(), timeout=timeout_s, follow_redirects=True, event_hooks=self._caller.hooks
        )
        # The client's own retries know nothing of what may be sent twice.
        self._client = Zep(
            base_url=read_url(options, URL),
            api_key=key,
            timeout=timeout_s,
            max_retries=0,
            httpx_client=self._http,
        )
        self._graph = ""
        self._message_ids: dict[str, str] = {}
        """The message of each episode."""
        self._pending: list[_Pending] = []

    def leftovers(self) -> list[str]:
        """Some of the messages and facts in graphs of this namespace's name."""
        found: list[str] = []
        for graph in self._graphs("start"):
            of_graph = self._client.graph
            episodes = self._caller.read("start", EPISODES, partial(of_graph.episode.list, graph, page_size=_SHOWN))
            edges = self._caller.read("start", EDGES, partial(of_graph.edge.list, graph, page_size=_SHOWN))
            found.extend(episode.content for episode in episodes.items or ())
            found.extend(edge.fact for edge in edges.items or ())
        return found

    def reset(self) -> None:
        """Delete the graphs of this name, and wait until Zep says that they are gone."""
        for graph in self._graphs("reset"):
            self._remove("reset", partial(self._client.graph.delete, graph))
        self._graph = ""
        wait_until(lambda: self._all_done("reset"), RESET_TIMEOUT_S, what="the graph was not deleted")

    def ingest(self, batch: Batch) -> None:
        """Add an episode a message, in order; one without any text is not sent."""
        for message in batch.messages:
            if message.text.strip():
                self._add(message)

    def settle(self, timeout_s: float) -> None:
        """Return once Zep says that every episode is extracted and indexed, and every deletion done.

        Raises:
            TimeoutError: it does not within `timeout_s` seconds.
            BackendFailure: it says that one of them failed.
        """
        wait_until(lambda: self._all_done("settle"), timeout_s, what="Zep is still indexing")

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """Facts, or messages, in Zep's order."""
        self.raw_answer = ""
        text = searchable(query)[:QUERY_CHARS]
        if not text or limit <= 0 or not self._graph:
            return []
        if self._scope == "edges":
            return self._edge_hits(text, limit)
        return self._episode_hits(text, limit)

    def forget(self, request: Forget, now: Position) -> None:
        """Delete the episodes of what the request means; Zep removes the facts that rest on them alone."""
        if not self._graph:
            return
        meant = meant_by(request)
        if isinstance(meant, TheseMessages):
            doomed = [episode for episode, message_id in self._message_ids.items() if message_id in meant.ids]
        else:
            doomed = [
                episode.uuid
                for episode in self._everything()
                if is_meant_unnamed(meant, episode.metadata, episode.content)
            ]
        for episode in doomed:
            self._remove("forget", partial(self._client.graph.episode.delete, self._graph, episode))

    def _graphs(self, stage: str) -> list[str]:
        """The graphs that have this very name; Zep looks for a part of it."""
        ask = self._client.graph.list
        found = self._pages(stage, GRAPHS, lambda c: ask(search=self._namespace, page_size=_PAGE, cursor=c))
        return [graph.uuid for graph in found if graph.name == self._namespace]

    def _everything(self) -> list[FoundEpisode]:
        ask = partial(self._client.graph.episode.list, self._graph, page_size=_PAGE)
        return self._pages("forget", EPISODES, lambda c: ask(cursor=c))

    def _find_or_make_graph(self) -> str:
        there = self._graphs("ingest")
        if there:
            return there[0]
        # No key here: after a deletion, the same one could bring back the answer that named the deleted graph.
        return self._caller.read(
            "ingest",
            GRAPH,
            lambda: self._client.graph.create(name=self._namespace, time_zone=self._zone_name),
            repeatable=False,
            landed=self._made_graph,
        ).uuid

    def _made_graph(self) -> Graph | None:
        return next((Graph(uuid=uuid, name=self._namespace) for uuid in self._graphs("ingest")), None)

    def _add(self, message: Message) -> None:
        if not self._graph:
            self._graph = self._find_or_make_graph()
        metadata = {"message_id": message.id, "role": message.role}
        if message.speaker:
            metadata["speaker"] = writable(message.speaker)
        added = self._caller.read(
            "ingest",
            ADDED,
            lambda: self._client.graph.episode.add(
                self._graph,
                data=content_of(message),
                type="message",
                reference_time=iso(message.position.at_us, self._zone),
                metadata=metadata,
                idempotency_key=str(uuid5(NAMESPACE_URL, f"{self._graph}/{message.id}")),
            ),
        )
        self._message_ids[added.episode.uuid] = message.id
        task = added.task.uuid if added.task is not None else ""
        self._pending.append(_Pending(task=task, episode=added.episode.uuid))

    def _remove(self, stage: str, request: Callable[[], object]) -> None:
        """Delete something; what is gone already is no failure."""

        def asked() -> Done:
            try:
                request()
            except ApiError as exc:
                if is_missing(exc):
                    return Done()
                raise
            return self._caller.answered(stage, DONE)

        done = self._caller.call(stage, asked, repeatable=True)
        if done.task is not None:
            self._pending.append(_Pending(task=done.task.uuid))

    def _all_done(self, stage: str) -> bool:
        return all_done(self._pending, partial(self._is_done, stage))

    def _is_done(self, stage: str, pending: _Pending) -> bool:
        if not pending.task:
            episode = self._caller.read(
                stage, EPISODE, lambda: self._client.graph.episode.get(self._graph, pending.episode)
            )
            return episode.processed is True
        task = self._caller.read(stage, TASK, lambda: self._client.task.get(pending.task))
        match task.status:
            case "pending" | "processing":
                return False
            case "succeeded":
                return True
            case "partial" | "failed":
                why = (task.error.message if task.error is not None else None) or "no reason given"
                raise BackendFailure(stage, one_line(f"Zep's task ended as {task.status}: {why}"))
            case _:
                assert_never(task.status)

    def _edge_hits(self, query: str, limit: int) -> list[Hit]:
        ask = partial(self._client.graph.search_edges, self._graph, query=query, reranker=self._reranker)
        edges = self._pages("search", EDGES, lambda c: ask(page_size=min(limit, _PAGE), cursor=c), limit)
        return [
            Hit(
                text=edge.fact + self._validity(edge),
                score=rank_score(rank) if edge.score is None else edge.score,
                # An episode that this run did not add is named as it is: the guard knows no such message.
                message_ids=tuple(dict.fromkeys(self._message_ids.get(u, u) for u in edge.episode_uuids or ())),
                namespace=self._told_namespace(edge.graph_uuid),
            )
            for rank, edge in enumerate(edges, start=1)
        ]

    def _episode_hits(self, query: str, limit: int) -> list[Hit]:
        ask = partial(self._client.graph.search_episodes, self._graph, query=query, reranker=self._reranker)
        episodes = self._pages("search", EPISODES, lambda c: ask(page_size=min(limit, _PAGE), cursor=c), limit)
        return [
            Hit(
                text=episode.content,
                score=rank_score(rank) if episode.score is None else episode.score,
                message_ids=(self._source(episode),),
                at_us=read_iso(episode.reference_time),
                namespace=self._told_namespace(episode.graph_uuid),
            )
            for rank, episode in enumerate(episodes, start=1)
        ]

    def _source(self, episode: Episode) -> str:
        carried = (episode.metadata or {}).get("message_id")
        return carried if isinstance(carried, str) else self._message_ids.get(episode.uuid, episode.uuid)

    def _validity(self, edge: Edge) -> str:
        """When a fact holds, as Zep shows it beside the fact; empty where it knows neither end."""
        since, until = read_iso(edge.valid_at), read_iso(edge.invalid_at)
        parts = [
            f"{word} {local_stamp(at_us, self._zone)}"
            for word, at_us in (("from", since), ("until", until))
            if at_us is not None
        ]
        return f" ({' '.join(parts)})" if parts else ""

    def _told_namespace(self, graph_uuid: str | None) -> str:
        if graph_uuid is None:
            return ""
        return self._namespace if graph_uuid == self._graph else graph_uuid

    def _pages(
        self,
        stage: str,
        shape: TypeAdapter[Page[T]],
        ask: Callable[[str | None], object],
        at_most: int | None = None,
    ) -> list[T]:
        """The items of as many pages as there are, or as `at_most` items need; a search's are kept as they came."""
        found: list[T] = []
        raw: list[str] = []
        cursor: str | None = None
        while True:
            page = self._caller.read(stage, shape, partial(ask, cursor))
            raw.append(self._caller.shown)
            found.extend(page.items or ())
            if not page.items or not page.next_cursor or (at_most is not None and len(found) >= at_most):
                break
            if page.next_cursor == cursor:
                raise BackendFailure(stage, "Zep shows the same page again and again")
            cursor = page.next_cursor
        if stage == "search":
            self.raw_answer = "\n".join(raw)
        return found[:at_most]

"""The parts of Zep's answers that the adapter reads, as its client describes them; strictly typed."""

from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import FiniteFloat, StringConstraints, TypeAdapter

from memory.adapters.answers import Shape

T = TypeVar("T")
_Said = Annotated[str, StringConstraints(min_length=1)]


class Failed(Shape):
    """Why a task failed."""

    message: str | None = None


class Task(Shape):
    """Something that Zep does after it has answered."""

    uuid: _Said
    status: Literal["pending", "processing", "succeeded", "partial", "failed"]
    error: Failed | None = None


class Done(Shape):
    """The answer to a deletion."""

    task: Task | None = None


class Graph(Shape):
    """A graph."""

    uuid: _Said
    name: str | None = None


class Episode(Shape):
    """What was added, as one piece."""

    uuid: _Said
    content: _Said | None = None
    graph_uuid: str | None = None
    metadata: dict[str, Any] | None = None
    processed: bool | None = None
    reference_time: str | None = None
    score: FiniteFloat | None = None


class Added(Shape):
    """The answer to an addition."""

    episode: Episode
    task: Task | None = None


class Edge(Shape):
    """A fact."""

    fact: _Said
    episode_uuids: list[str] | None = None
    graph_uuid: str | None = None
    invalid_at: str | None = None
    score: FiniteFloat | None = None
    valid_at: str | None = None


class FoundEpisode(Episode):
    """An episode that is listed or found: it has a text."""

    content: _Said


class Page(Shape, Generic[T]):
    """Some of the items; a cursor where there are more. No items may be written as null."""

    items: list[T] | None
    next_cursor: str | None = None


TASK = TypeAdapter(Task)
DONE = TypeAdapter(Done)
GRAPH = TypeAdapter(Graph)
GRAPHS = TypeAdapter(Page[Graph])
EPISODE = TypeAdapter(Episode)
ADDED = TypeAdapter(Added)
EDGES = TypeAdapter(Page[Edge])
EPISODES = TypeAdapter(Page[FoundEpisode])

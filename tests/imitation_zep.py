"""An imitation of Zep's cloud; taken from its client zep-cloud 4.0.1 (paths, bodies and the models of the answers).

An episode of one line becomes one fact with the same words; real Zep asks a model. A task is done when it has been
asked about `n_polls` times; its episode is found from then on. Deleting an episode deletes its facts.
"""

from dataclasses import dataclass, field
from typing import Any

from tests.imitation_served import Answer, Asked, Imitation, best, missing, parts

_WALL_CLOCK = "2031-01-01T00:00:00Z"
"""What it says of when it received something: no time that a run may show."""


@dataclass(slots=True, kw_only=True)
class _Graph:
    uuid: str
    name: str
    time_zone: str
    episodes: dict[str, dict[str, Any]] = field(default_factory=dict)


class ZepImitation(Imitation):
    """Graphs with episodes and facts."""

    prefix = "/api/v4"
    scheme = "Api-Key "
    done = "succeeded"

    def __init__(self) -> None:
        super().__init__()
        self.graphs: dict[str, _Graph] = {}
        self.page = 50
        self.tasks: dict[str, int] = {}
        self.episode_tasks: dict[str, str] = {}
        self.replays: dict[str, Answer] = {}
        self._n = 0

    def is_write(self, asked: Asked) -> bool:
        return asked.method == "POST" and asked.path.endswith("/episodes")

    def is_search(self, asked: Asked) -> bool:
        return "/search/" in asked.path

    def is_poll(self, asked: Asked) -> bool:
        return asked.path.startswith("/tasks/")

    def stored(self) -> list[str]:
        return [one["content"] for graph in self.graphs.values() for one in graph.episodes.values()]

    def answers(self, asked: Asked) -> Answer:
        key = asked.headers.get("idempotency-key", "")
        if key in self.replays:
            return self.replays[key]
        answer = self._answers(asked)
        if key and asked.method != "GET":
            self.replays[key] = answer
        return answer

    def _answers(self, asked: Asked) -> Answer:
        match asked.method, parts(asked):
            case "POST", ["graphs"]:
                graph = _Graph(uuid=self._next("graph"), **asked.value)
                self.graphs[graph.uuid] = graph
                return Answer(value=self._graph(graph), status=201)
            case "POST", ["graphs", "list"]:
                named = [one for one in self.graphs.values() if asked.value["search"] in one.name]
                return self._page(asked, [self._graph(one) for one in named])
            case "GET", ["tasks", task]:
                self.tasks[task] -= 1
                return Answer(value=self._task(task))
            case method, ["graphs", uuid, *rest]:
                graph_there = self.graphs.get(uuid)
                return missing("graph") if graph_there is None else self._of_graph(method, rest, graph_there, asked)
        return missing(asked.path)

    def _of_graph(self, method: str, rest: list[str], graph: _Graph, asked: Asked) -> Answer:
        match method, rest:
            case "DELETE", []:
                del self.graphs[graph.uuid]
                return Answer(value={"task": self._new_task()}, status=202)
            case "POST", ["episodes"]:
                episode = {
                    "uuid": self._next("episode"),
                    "graph_uuid": graph.uuid,
                    "content": asked.value["data"],
                    "metadata": asked.value["metadata"],
                    "reference_time": asked.value["reference_time"],
                    "created_at": _WALL_CLOCK,
                    "processed": False,
                }
                graph.episodes[episode["uuid"]] = episode
                task = self._new_task()
                self.episode_tasks[episode["uuid"]] = task["uuid"]
                return Answer(value={"episode": episode, "task": task}, status=202)
            case "POST", ["episodes", "list"]:
                return self._page(asked, list(graph.episodes.values()))
            case "POST", ["edges", "list"]:
                return self._page(asked, [self._edge(one) for one in graph.episodes.values()])
            case "DELETE", ["episodes", uuid]:
                if graph.episodes.pop(uuid, None) is None:
                    return missing("episode")
                return Answer(value={"task": self._new_task()}, status=202)
            case "POST", ["search", ("edges" | "episodes") as scope]:
                texts = {uuid: one["content"] for uuid, one in graph.episodes.items() if self._is_seen(uuid)}
                found = [
                    {**(self._edge(graph.episodes[uuid]) if scope == "edges" else graph.episodes[uuid]), "score": score}
                    for uuid, score in best(asked.value["query"], texts)
                ]
                return self._page(asked, found)
        return missing(asked.path)

    def _page(self, asked: Asked, items: list[dict[str, Any]]) -> Answer:
        start = int(asked.query.get("cursor", 0))
        end = start + min(int(asked.query["page_size"]), self.page)
        more = {"next_cursor": str(end)} if end < len(items) else {}
        return Answer(value={"items": items[start:end] or None, **more})

    def _graph(self, graph: _Graph) -> dict[str, Any]:
        return {"uuid": graph.uuid, "name": graph.name, "time_zone": graph.time_zone, "created_at": _WALL_CLOCK}

    def _edge(self, episode: dict[str, Any]) -> dict[str, Any]:
        return {
            "uuid": f"edge-of-{episode['uuid']}",
            "graph_uuid": episode["graph_uuid"],
            "fact": episode["content"],
            "name": "SAID",
            "episode_uuids": [episode["uuid"]],
            "created_at": _WALL_CLOCK,
            "valid_at": episode["reference_time"],
        }

    def _new_task(self) -> dict[str, Any]:
        uuid = self._next("task")
        self.tasks[uuid] = self.n_polls
        return self._task(uuid)

    def _is_seen(self, episode: str) -> bool:
        return bool(self._task(self.episode_tasks[episode])["status"] == self.done)

    def _task(self, uuid: str) -> dict[str, Any]:
        if self.tasks[uuid] > 0:
            return {"uuid": uuid, "status": "processing"}
        why = {} if self.ends_as == self.done else {"error": {"message": "the model was away"}}
        return {"uuid": uuid, "status": self.ends_as, **why}

    def _next(self, what: str) -> str:
        self._n += 1
        return f"{what}-{self._n}"

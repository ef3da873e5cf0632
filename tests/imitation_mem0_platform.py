"""Mem0's platform, imitated.

Taken from: the requests of `mem0ai` 2.2 (`mem0.client.main.MemoryClient`) and the documentation of its interface:
GET /v1/ping/, POST /v3/memories/add/ (an event is answered), GET /v1/event/{id}/, POST /v3/memories/search/,
POST /v3/memories/ (pages), DELETE /v1/memories/{id}/ and /v1/memories/?user_id=. A memory is what was told, word for
word; `timestamp` becomes its `created_at`. An event is over when it has been asked about `n_polls` times.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from tests.imitation_served import Answer, Asked, Imitation, likeness, missing, parts


class Mem0Platform(Imitation):
    """Memories of users."""

    scheme = "Token "
    done, failed = "SUCCEEDED", "FAILED"

    def __init__(self) -> None:
        super().__init__()
        self.memories: list[dict[str, Any]] = []
        self._events: dict[str, int] = {}
        self._n_memories = 0

    def is_write(self, asked: Asked) -> bool:
        return asked.path == "/v3/memories/add/"

    def is_search(self, asked: Asked) -> bool:
        return asked.path == "/v3/memories/search/"

    def is_poll(self, asked: Asked) -> bool:
        return asked.path.startswith("/v1/event/")

    def stored(self) -> list[str]:
        return [one["memory"] for one in self.memories]

    def answers(self, asked: Asked) -> Answer:
        match asked.method, parts(asked):
            case "GET", ["v1", "ping"]:
                someone = {"user_email": "someone@example.org", "org_id": "o", "project_id": "p"}
                return Answer(value={"status": "ok", **someone})
            case "POST", ["v3", "memories", "add"]:
                event = f"event-{len(self._events) + 1}"
                self._events[event] = 0
                self._store(asked.value, event)
                return Answer(value={"event_id": event, "status": "PENDING", "message": "queued"})
            case "GET", ["v1", "event", event]:
                self._events[event] += 1
                return Answer(value={"id": event, "status": self._status(event), "results": []})
            case "POST", ["v3", "memories", "search"]:
                return Answer(value={"results": self._found(asked.value)})
            case "POST", ["v3", "memories"]:
                return Answer(value=self._page(asked))
            case "DELETE", ["v1", "memories", memory_id]:
                self.memories = [one for one in self.memories if one["id"] != memory_id]
                return Answer(value={"message": "Memory deleted successfully!"})
            case "DELETE", ["v1", "memories"]:
                self.memories = [one for one in self.memories if one["user_id"] != asked.query["user_id"]]
                return Answer(value={"message": "Memories deleted successfully!"})
        return missing(asked.path)

    def _status(self, event: str) -> str:
        return self.ends_as if self._events[event] >= self.n_polls else "RUNNING"

    def _store(self, body: Any, event: str) -> None:
        self._n_memories += 1
        self.memories.append(
            {
                "id": f"memory-{self._n_memories}",
                "memory": "\n".join(message["content"] for message in body["messages"]),
                "user_id": body["user_id"],
                "metadata": body["metadata"],
                "created_at": datetime.fromtimestamp(body["timestamp"], UTC).isoformat(),
                "categories": None,
                "event": event,
            }
        )

    def _found(self, body: Any) -> list[dict[str, Any]]:
        found = [
            {**one, "score": likeness(body["query"], one["memory"])}
            for one in self.memories
            if one["user_id"] == body["filters"]["user_id"] and self._is_seen(one)
        ]
        found = [one for one in found if one["score"] >= body.get("threshold", 0.1) and one["score"] > 0]
        return sorted(found, key=lambda one: float(one["score"]), reverse=True)[: body["top_k"]]

    def _is_seen(self, one: Mapping[str, Any]) -> bool:
        return self._status(one["event"]) == self.done

    def _page(self, asked: Asked) -> dict[str, Any]:
        mine = [one for one in self.memories if one["user_id"] == asked.value["filters"]["user_id"]]
        number, size = int(asked.query.get("page", 1)), int(asked.query.get("page_size", 100))
        is_more = number * size < len(mine)
        return {
            "count": len(mine),
            "next": f"https://not-followed.invalid/?page={number + 1}" if is_more else None,
            "previous": None,
            "results": mine[(number - 1) * size : number * size],
        }

"""Mem0's platform, imitated.

Taken from: the requests of `mem0ai` 2.2 (`mem0.client.main.MemoryClient`) and the documentation of its interface:
GET /v1/ping/, POST /v3/memories/add/ (an event is answered), GET /v1/event/{id}/, POST /v3/memories/search/,
POST /v3/memories/ (pages), DELETE /v1/memories/{id}/ and /v1/memories/?user_id=. A memory is what was told, word for
word; `timestamp` becomes its `created_at`.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from tests.imitation_serving import KEY, Asked, Imitation, Says, likeness


class Mem0Platform(Imitation):
    def __init__(self, *, n_polls: int = 0, ends: str = "SUCCEEDED") -> None:
        """Events are RUNNING for `n_polls` looks, then end as `ends` says; only then are their memories found."""
        super().__init__()
        self.memories: list[dict[str, Any]] = []
        self._n_polls, self._ends = n_polls, ends
        self._events: dict[str, int] = {}
        self._n_memories = 0

    def is_allowed(self, asked: Asked) -> bool:
        return asked.headers.get("authorization") == f"Token {KEY}"

    def put(self, user: str, text: str, metadata: Mapping[str, str] | None = None) -> None:
        """A memory that is there already."""
        self._store({"user_id": user, "messages": [{"content": text}], "metadata": metadata, "timestamp": 0}, "")

    def answer(self, asked: Asked) -> Says:
        match asked.method, asked.path.strip("/").split("/"):
            case "GET", ["v1", "ping"]:
                return Says(
                    value={"status": "ok", "user_email": "someone@example.org", "org_id": "o", "project_id": "p"}
                )
            case "POST", ["v3", "memories", "add"]:
                event = f"event-{len(self._events) + 1}"
                self._events[event] = 0
                self._store(asked.body, event)
                return Says(value={"event_id": event, "status": "PENDING", "message": "queued"})
            case "GET", ["v1", "event", event]:
                self._events[event] += 1
                return Says(value={"id": event, "status": self._status(event), "results": []})
            case "POST", ["v3", "memories", "search"]:
                return Says(value={"results": self._found(asked.body)})
            case "POST", ["v3", "memories"]:
                return Says(value=self._page(asked))
            case "DELETE", ["v1", "memories", memory_id]:
                self.memories = [one for one in self.memories if one["id"] != memory_id]
                return Says(value={"message": "Memory deleted successfully!"})
            case "DELETE", ["v1", "memories"]:
                self.memories = [one for one in self.memories if one["user_id"] != asked.params["user_id"]]
                return Says(value={"message": "Memories deleted successfully!"})
            case _:
                return Says(status=404, value={"detail": "Not found."})

    def _status(self, event: str) -> str:
        return self._ends if self._events[event] > self._n_polls else "RUNNING"

    def _store(self, body: Any, event: str) -> None:
        self._n_memories += 1
        self.memories.append(
            {
                "id": f"memory-{self._n_memories}",
                "memory": "\n".join(message["content"] for message in body["messages"]),
                "user_id": body["user_id"],
                "metadata": body.get("metadata"),
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
        return not one["event"] or self._status(one["event"]) == "SUCCEEDED"

    def _page(self, asked: Asked) -> dict[str, Any]:
        mine = [one for one in self.memories if one["user_id"] == asked.body["filters"]["user_id"]]
        number, size = int(asked.params.get("page", 1)), int(asked.params.get("page_size", 100))
        is_more = number * size < len(mine)
        return {
            "count": len(mine),
            "next": f"https://not-followed.invalid/?page={number + 1}" if is_more else None,
            "previous": None,
            "results": mine[(number - 1) * size : number * size],
        }

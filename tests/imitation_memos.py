"""MemOS, imitated.

Taken from: the description of its hosted interface in the documentation (paths, fields, and codes in an envelope with
status 200): /add/message (a task), /get/status, /get/message, /search/memory, /get/memory, /delete/memory. A memory is
what was told in one conversation, word for word; what is said with "prefer" becomes a preference.
"""

from typing import Any

from tests.imitation_serving import KEY, Asked, Imitation, Says, likeness

STAMP = "2026-11-30T00:00:00Z"
"""The service's own clock."""


def envelope(data: Any, code: int = 0, message: str = "ok") -> Says:
    return Says(value={"code": code, "data": data, "message": message})


class MemosService(Imitation):
    def __init__(self, *, n_polls: int = 0, ends: str = "completed") -> None:
        """Tasks are running for `n_polls` looks, then in the state `ends`."""
        super().__init__()
        self.memories: list[dict[str, Any]] = []
        self.conversations: dict[tuple[str, str], list[Any]] = {}
        self._tasks: dict[str, int] = {}
        self._n_polls, self._ends = n_polls, ends

    def is_allowed(self, asked: Asked) -> bool:
        return asked.headers.get("authorization") == f"Token {KEY}"

    def refusal(self) -> Says:
        return envelope(None, 40132, "the key is not valid or has expired")

    def put(self, user: str, conversation: str, text: str) -> None:
        """A memory that is there already."""
        is_preference = "prefer" in text
        memory: dict[str, Any] = {
            "id": f"memory-{len(self.memories) + 1}",
            "user": user,
            "task": "",
            "preference" if is_preference else "memory_value": text,
            "create_time": STAMP,
            "conversation_id": conversation,
            "status": "activated",
        }
        self.memories.append(memory)

    def answer(self, asked: Asked) -> Says:
        body = asked.body
        match asked.path:
            case "/add/message":
                self.conversations.setdefault((body["user_id"], body["conversation_id"]), []).extend(body["messages"])
                task = f"task-{len(self._tasks) + 1}"
                self._tasks[task] = 0
                text = "\n".join(message["content"] for message in body["messages"])
                self.put(body["user_id"], body["conversation_id"], text)
                self.memories[-1]["task"] = task
                return envelope({"success": True, "task_id": task, "status": "running"})
            case "/get/status":
                self._tasks[body["task_id"]] += 1
                return envelope({"task_id": body["task_id"], "status": self._state(body["task_id"])})
            case "/get/message":
                there = self.conversations.get((body["user_id"], body["conversation_id"]), [])
                return envelope({"message_detail_list": there})
            case "/search/memory":
                return envelope(self._found(body))
            case "/get/memory":
                mine = [one for one in self.memories if one["user"] == body["user_id"]]
                number, size = body["page"], body["size"]
                shown = mine[(number - 1) * size : number * size]
                return envelope({**_by_kind(shown), "total": len(mine), "pages": -(-len(mine) // size)})
            case "/delete/memory":
                gone, user = body.get("memory_ids", []), body.get("user_id")
                self.memories = [one for one in self.memories if one["id"] not in gone and one["user"] != user]
                return envelope({"success": True})
            case _:
                return Says(status=404, value={"detail": "Not Found"})

    def _state(self, task: str) -> str:
        return self._ends if not task or self._tasks[task] > self._n_polls else "running"

    def _found(self, body: Any) -> dict[str, Any]:
        found = []
        for one in self.memories:
            relativity = likeness(body["query"], one.get("memory_value") or one["preference"])
            is_seen = one["user"] == body["user_id"] and self._state(one["task"]) == "completed"
            if is_seen and relativity > 0 and relativity >= body["relativity"]:
                found.append({**one, "relativity": relativity})
        found.sort(key=lambda one: float(one["relativity"]), reverse=True)
        kinds = _by_kind(found)
        return {
            "memory_detail_list": kinds["memory_detail_list"][: body["memory_limit_number"]],
            "preference_detail_list": kinds["preference_detail_list"][: body["preference_limit_number"]],
            "preference_note": "",
        }


def _by_kind(memories: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    return {
        "memory_detail_list": [one for one in memories if "memory_value" in one],
        "preference_detail_list": [one for one in memories if "preference" in one],
    }

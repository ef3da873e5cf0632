"""MemOS, imitated.

Taken from: the description of its hosted interface in the documentation (paths, fields, and codes in an envelope with
status 200): /add/message (a task), /get/status, /get/message, /search/memory, /get/memory, /delete/memory. A memory is
what was told in one conversation, word for word; what is said with "prefer" becomes a preference. A task is over when
it has been asked about `n_polls` times.
"""

from typing import Any

from tests.imitation_served import Answer, Asked, Imitation, likeness, missing

STAMP = "2026-11-30T00:00:00Z"
"""The service's own clock."""


def envelope(data: Any, code: int = 0, message: str = "ok") -> Answer:
    return Answer(value={"code": code, "data": data, "message": message})


class MemosService(Imitation):
    """Memories and preferences of users, and the conversations that they were made of."""

    scheme = "Token "
    done = "completed"

    def __init__(self) -> None:
        super().__init__()
        self.memories: list[dict[str, Any]] = []
        self.conversations: dict[tuple[str, str], list[Any]] = {}
        self._tasks: dict[str, int] = {}

    def is_write(self, asked: Asked) -> bool:
        return asked.path == "/add/message"

    def is_search(self, asked: Asked) -> bool:
        return asked.path == "/search/memory"

    def is_poll(self, asked: Asked) -> bool:
        return asked.path == "/get/status"

    def stored(self) -> list[str]:
        return [one.get("memory_value") or one["preference"] for one in self.memories]

    def refusal(self, sent: str) -> Answer:
        return envelope(None, 40132, f"the key in {sent!r} is not valid or has expired")

    def answers(self, asked: Asked) -> Answer:
        body = asked.value
        match asked.path:
            case "/add/message":
                self.conversations.setdefault((body["user_id"], body["conversation_id"]), []).extend(body["messages"])
                task = f"task-{len(self._tasks) + 1}"
                self._tasks[task] = 0
                text = "\n".join(message["content"] for message in body["messages"])
                self._put(body["user_id"], body["conversation_id"], text, task)
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
        return missing(asked.path)

    def _put(self, user: str, conversation: str, text: str, task: str) -> None:
        is_preference = "prefer" in text
        memory: dict[str, Any] = {
            "id": f"memory-of-{task}",
            "user": user,
            "task": task,
            "preference" if is_preference else "memory_value": text,
            "create_time": STAMP,
            "conversation_id": conversation,
            "status": "activated",
        }
        self.memories.append(memory)

    def _state(self, task: str) -> str:
        return self.ends_as if self._tasks[task] >= self.n_polls else "running"

    def _found(self, body: Any) -> dict[str, Any]:
        found = []
        for one in self.memories:
            relativity = likeness(body["query"], one.get("memory_value") or one["preference"])
            is_seen = one["user"] == body["user_id"] and self._state(one["task"]) == self.done
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

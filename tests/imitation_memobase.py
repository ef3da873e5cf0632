"""Memobase, imitated.

Taken from: the requests of `memobase` 0.0.27 and the open source of its server (the routes of `/api/v1`; an error is
an envelope with `errno` and status 200, except for a wrong token). Inserted blobs wait in a buffer until they are
flushed, which then takes some looks; its rows stay. Each message becomes a line of an event, word for word.
"""

import re
from typing import Any
from uuid import NAMESPACE_DNS, uuid5

from tests.imitation_serving import KEY, Asked, Imitation, Says, likeness

STAMP = "2026-11-30T00:00:00+00:00"
"""The server's own clock."""
_GISTS = re.compile(r"^/api/v1/users/event_gist/search/([^/]+)$")


def envelope(data: Any, errno: int = 0, errmsg: str = "") -> Says:
    return Says(value={"data": data, "errno": errno, "errmsg": errmsg})


NOT_FOUND = envelope(None, 404, "not found")


class MemobaseServer(Imitation):
    def __init__(self, *, n_polls: int = 0, ends: str = "done") -> None:
        """What is flushed is in work for `n_polls` looks at the buffer, then in the state `ends`."""
        super().__init__()
        self.users: set[str] = set()
        self.blobs: dict[str, list[dict[str, Any]]] = {}
        self.states: dict[str, list[str]] = {}
        """Of each user's rows in the buffer."""
        self.profiles: dict[str, list[dict[str, Any]]] = {}
        self._n_polls, self._ends = n_polls, ends
        self._n_looks = 0

    def is_allowed(self, asked: Asked) -> bool:
        return asked.headers.get("authorization") == f"Bearer {KEY}"

    def refusal(self) -> Says:
        return Says(status=401, value={"data": None, "errno": 401, "errmsg": "Unauthorized access"})

    def answer(self, asked: Asked) -> Says:
        match asked.method, asked.path.removeprefix("/api/v1").strip("/").split("/"):
            case "POST", ["users"]:
                self.users.add(asked.body["id"])
                return envelope({"id": asked.body["id"]})
            case "GET", ["users", user]:
                return (
                    envelope({"data": None, "created_at": STAMP, "updated_at": STAMP})
                    if user in self.users
                    else NOT_FOUND
                )
            case "DELETE", ["users", user]:
                self.users.discard(user)
                for store in (self.blobs, self.states, self.profiles):
                    store.pop(user, None)  # type: ignore[attr-defined]
                return envelope(None)
            case "POST", ["blobs", "insert", user]:
                return self._insert(user, asked.body)
            case "GET", ["users", "blobs", user, "chat"]:
                ids = [str(number) for number, _ in enumerate(self.blobs.get(user, []))]
                return envelope({"ids": ids[: int(asked.params["page_size"])]})
            case "POST", ["users", "buffer", user, "chat"]:
                self._n_looks = 0
                self.states[user] = ["processing" if one == "idle" else one for one in self.states.get(user, [])]
                return envelope(None)
            case "GET", ["users", "buffer", "capacity", user, "chat"]:
                return self._capacity(user, asked.params["status"])
            case "GET", ["users", "profile", user]:
                return envelope({"profiles": self.profiles.get(user, [])})
            case "GET", ["users", "event", user]:
                return envelope({"events": []})
            case "GET", ["users", "event_gist", "search", user]:
                return envelope({"gists": self._gists(user, asked)})
            case _:
                return Says(status=404, value={"detail": "Not Found"})

    def profile(self, user: str, topic: str, sub_topic: str, content: str) -> None:
        """An entry of a user's profile."""
        entry = {
            "id": str(uuid5(NAMESPACE_DNS, content)),
            "content": content,
            "attributes": {"topic": topic, "sub_topic": sub_topic},
            "created_at": STAMP,
            "updated_at": STAMP,
        }
        self.profiles.setdefault(user, []).append(entry)

    def _insert(self, user: str, body: Any) -> Says:
        if user not in self.users:
            return NOT_FOUND
        self.blobs.setdefault(user, []).append(body)
        self.states.setdefault(user, []).append("idle")
        return envelope({"id": str(uuid5(NAMESPACE_DNS, f"{user}-{len(self.blobs[user])}")), "chat_results": []})

    def _capacity(self, user: str, status: str) -> Says:
        self._n_looks += 1
        if self._n_looks > self._n_polls:
            self.states[user] = [self._ends if one == "processing" else one for one in self.states.get(user, [])]
        rows = [str(number) for number, state in enumerate(self.states.get(user, [])) if state == status]
        return envelope({"ids": rows})

    def _gists(self, user: str, asked: Asked) -> list[dict[str, Any]]:
        found = []
        pairs = zip(self.blobs.get(user, []), self.states.get(user, []), strict=True)
        for number, (blob, state) in enumerate(pairs):
            for place, message in enumerate(blob["blob_data"]["messages"]):
                similarity = likeness(asked.params["query"], message["content"])
                if state != "done" or similarity <= max(0.0, float(asked.params["similarity_threshold"])):
                    continue
                found.append(
                    {
                        "id": str(uuid5(NAMESPACE_DNS, f"{number}-{place}")),
                        "gist_data": {"content": f"- {message['alias']} :: {message['content']}"},
                        "created_at": STAMP,
                        "updated_at": STAMP,
                        "similarity": similarity,
                    }
                )
        found.sort(key=lambda one: float(one["similarity"]), reverse=True)  # type: ignore[arg-type]
        return found[: int(asked.params["topk"])]

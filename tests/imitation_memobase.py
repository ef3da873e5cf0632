"""Memobase, imitated.

Taken from: the requests of `memobase` 0.0.27 and the open source of its server (the routes of `/api/v1`; an error is
an envelope with `errno` and status 200, except for a wrong token). Inserted blobs wait in a buffer until they are
flushed, which is over when it has been looked at `n_polls` times; its rows stay. Each message becomes a line of an
event, word for word.
"""

from typing import Any
from uuid import NAMESPACE_DNS, uuid5

from tests.imitation_served import Answer, Asked, Imitation, likeness, missing, parts

STAMP = "2026-11-30T00:00:00+00:00"
"""The server's own clock."""


def envelope(data: Any, errno: int = 0, errmsg: str = "") -> Answer:
    return Answer(value={"data": data, "errno": errno, "errmsg": errmsg})


NOT_FOUND = envelope(None, 404, "not found")


class MemobaseServer(Imitation):
    """Users with blobs, what is made of them, and profiles."""

    def __init__(self) -> None:
        super().__init__()
        self.users: set[str] = set()
        self.blobs: dict[str, list[dict[str, Any]]] = {}
        self.states: dict[str, list[str]] = {}
        """Of each user's rows in the buffer."""
        self.profiles: dict[str, list[dict[str, Any]]] = {}
        self._n_looks = 0

    def is_write(self, asked: Asked) -> bool:
        return asked.path.startswith("/api/v1/blobs/insert/")

    def is_search(self, asked: Asked) -> bool:
        return asked.path.startswith("/api/v1/users/event_gist/search/")

    def is_poll(self, asked: Asked) -> bool:
        return asked.path.startswith("/api/v1/users/buffer/capacity/")

    def stored(self) -> list[str]:
        blobs = [blob for of_user in self.blobs.values() for blob in of_user]
        return [message["content"] for blob in blobs for message in blob["blob_data"]["messages"]]

    def refusal(self, sent: str) -> Answer:
        return Answer(status=401, value={"data": None, "errno": 401, "errmsg": f"Unauthorized access: {sent}"})

    def answers(self, asked: Asked) -> Answer:
        match asked.method, parts(asked)[2:]:
            case "POST", ["users"]:
                self.users.add(asked.value["id"])
                return envelope({"id": asked.value["id"]})
            case "GET", ["users", user]:
                return (
                    envelope({"data": None, "created_at": STAMP, "updated_at": STAMP})
                    if user in self.users
                    else NOT_FOUND
                )
            case "DELETE", ["users", user]:
                self.users.discard(user)
                for store in (self.blobs, self.states, self.profiles):
                    store.pop(user, None)
                return envelope(None)
            case "POST", ["blobs", "insert", user]:
                return self._insert(user, asked.value)
            case "GET", ["users", "blobs", user, "chat"]:
                ids = [str(number) for number, _ in enumerate(self.blobs.get(user, []))]
                return envelope({"ids": ids[: int(asked.query["page_size"])]})
            case "POST", ["users", "buffer", user, "chat"]:
                self._n_looks = 0
                self.states[user] = ["processing" if one == "idle" else one for one in self.states.get(user, [])]
                return envelope(None)
            case "GET", ["users", "buffer", "capacity", user, "chat"]:
                return self._capacity(user, asked.query["status"])
            case "GET", ["users", "profile", user]:
                return envelope({"profiles": self.profiles.get(user, [])})
            case "GET", ["users", "event", user]:
                return envelope({"events": []})
            case "GET", ["users", "event_gist", "search", user]:
                return envelope({"gists": self._gists(user, asked)})
        return missing(asked.path)

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

    def _insert(self, user: str, body: Any) -> Answer:
        if user not in self.users:
            return NOT_FOUND
        self.blobs.setdefault(user, []).append(body)
        self.states.setdefault(user, []).append("idle")
        return envelope({"id": str(uuid5(NAMESPACE_DNS, f"{user}-{len(self.blobs[user])}")), "chat_results": []})

    def _capacity(self, user: str, status: str) -> Answer:
        self._n_looks += 1
        if self._n_looks >= self.n_polls:
            self.states[user] = [self.ends_as if one == "processing" else one for one in self.states.get(user, [])]
        rows = [str(number) for number, state in enumerate(self.states.get(user, [])) if state == status]
        return envelope({"ids": rows})

    def _gists(self, user: str, asked: Asked) -> list[dict[str, Any]]:
        found = []
        pairs = zip(self.blobs.get(user, []), self.states.get(user, []), strict=True)
        for number, (blob, state) in enumerate(pairs):
            for place, message in enumerate(blob["blob_data"]["messages"]):
                similarity = likeness(asked.query["query"], message["content"])
                if state != "done" or similarity <= max(0.0, float(asked.query["similarity_threshold"])):
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
        return found[: int(asked.query["topk"])]

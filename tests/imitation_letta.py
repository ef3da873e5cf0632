"""An imitation of Letta's archives; taken from the server letta 0.16.8 (routes, limits) and from letta-client 1.12.1.

Like the server with its own database it gives every passage the score 0 unless `gives_scores`, and looks at tags and
dates only where it is asked to.
"""

from datetime import datetime
from typing import Any

from tests.imitation_served import Answer, Asked, Imitation, best, missing, parts


class LettaImitation(Imitation):
    """Archives with passages."""

    def __init__(self) -> None:
        super().__init__()
        self.archives: dict[str, dict[str, Any]] = {}
        self.passages: dict[str, dict[str, Any]] = {}
        self.gives_scores = True

    def is_write(self, asked: Asked) -> bool:
        return asked.method == "POST" and asked.path.endswith("/passages")

    def is_search(self, asked: Asked) -> bool:
        return asked.path == "/v1/passages/search" and "query" in asked.value

    def stored(self) -> list[str]:
        return [passage["text"] for passage in self.passages.values()]

    def answers(self, asked: Asked) -> Answer:
        match asked.method, parts(asked):
            case "POST", ["v1", "archives"]:
                archive = {"id": f"archive-{len(self.archives) + 1}", "created_at": "2031-01-01T00:00:00Z"}
                self.archives[archive["id"]] = {**archive, **asked.value}
                return Answer(value=self.archives[archive["id"]])
            case "GET", ["v1", "archives"]:
                named = [one for one in self.archives.values() if one["name"] == asked.query["name"]]
                return Answer(value=named)
            case "DELETE", ["v1", "archives", archive_id]:
                if self.archives.pop(archive_id, None) is None:
                    return missing("archive")
                self.passages = {i: one for i, one in self.passages.items() if one["archive_id"] != archive_id}
                return Answer(status=204, body=b"")
            case "POST", ["v1", "archives", archive_id, "passages"]:
                if archive_id not in self.archives:
                    return missing("archive")
                passage = {"id": f"passage-{len(self.asked)}", "archive_id": archive_id, **asked.value}
                self.passages[passage["id"]] = passage
                return Answer(value=passage)
            case "DELETE", ["v1", "archives", archive_id, "passages", passage_id]:
                gone = self.passages.pop(passage_id, None)
                return missing("passage") if gone is None else Answer(status=204, body=b"")
            case "POST", ["v1", "passages", "search"]:
                return Answer(value=self._found(asked.value))
        return missing(asked.path)

    def _found(self, wanted: dict[str, Any]) -> list[dict[str, Any]]:
        assert 1 <= wanted["limit"] <= 100
        there = {
            passage_id: passage
            for passage_id, passage in self.passages.items()
            if passage["archive_id"] == wanted["archive_id"] and _is_between(passage["created_at"], wanted)
        }
        if wanted.get("query"):
            ranked = best(wanted["query"], {i: passage["text"] for i, passage in there.items()})
        else:
            ranked = [(i, 0.0) for i in there]
        return [
            {"passage": there[i], "score": score if self.gives_scores else 0.0, "metadata": {}}
            for i, score in ranked[: wanted["limit"]]
        ]


def _is_between(text: str, wanted: dict[str, Any]) -> bool:
    at = datetime.fromisoformat(text)
    start, end = wanted.get("start_date"), wanted.get("end_date")
    if start and at < datetime.fromisoformat(start):
        return False
    return not (end and at > datetime.fromisoformat(end))

"""Supermemory, imitated.

Taken from: the requests and models of `supermemory` 5.0 (generated from the description of interface version 5):
POST /ns/{ns}/document, GET and DELETE of documents, POST /ns/{ns}/search and /ns/{ns}/list/documents, DELETE /ns/{ns}.
What is sent to an id that exists is added to its document. A document is found as one chunk, word for word,
when it has been looked at `n_polls` times; it is learned from `n_dreams` looks later.
"""

from typing import Any

from tests.imitation_served import Answer, Asked, Imitation, likeness, parts

STAMP = "2026-11-30T00:00:00Z"
"""The system's own clock."""


class SupermemoryServer(Imitation):
    """Documents in namespaces."""

    def __init__(self) -> None:
        super().__init__()
        self.documents: dict[str, dict[str, dict[str, Any]]] = {}
        """By namespace and id."""
        self.n_dreams = 0
        """How many more looks it takes until a document is learned from."""

    def is_write(self, asked: Asked) -> bool:
        return asked.method == "POST" and asked.path.endswith("/document")

    def is_search(self, asked: Asked) -> bool:
        return asked.path.endswith("/search")

    def is_poll(self, asked: Asked) -> bool:
        return asked.method == "GET" and "/document/" in asked.path

    def is_list(self, asked: Asked) -> bool:
        return asked.path.endswith("/list/documents")

    def stored(self) -> list[str]:
        return [text for there in self.documents.values() for one in there.values() for text in one["content"]]

    def refusal(self, sent: str) -> Answer:
        return Answer(status=401, value={"error": "Unauthorized", "details": f"no such key: {sent}"})

    def answers(self, asked: Asked) -> Answer:
        match asked.method, parts(asked):
            case "POST", ["ns", namespace, "document"]:
                return self._add(namespace, asked.value)
            case "GET", ["ns", namespace, "document", id_]:
                document = self.documents.get(namespace, {}).get(id_)
                if document is None:
                    return Answer(status=404, value={"error": "Document not found"})
                document["n_looks"] += 1
                return Answer(value=self._shown(id_, document))
            case "DELETE", ["ns", namespace, "document"]:
                gone = [self.documents.get(namespace, {}).pop(id_, None) for id_ in asked.value["ids"]]
                return Answer(value={"count": sum(one is not None for one in gone), "errors": []})
            case "POST", ["ns", namespace, "search"]:
                return Answer(value={"results": self._found(namespace, asked.value), "searchTime": 3.5})
            case "POST", ["ns", namespace, "list", "documents"]:
                return Answer(value=self._listed(namespace, asked.query))
            case "DELETE", ["ns", namespace]:
                gone_all = self.documents.pop(namespace, None)
                if gone_all is None:
                    return Answer(status=404, value={"error": "Namespace not found"})
                counts = {"deletedDocumentsCount": len(gone_all), "deletedMemoriesCount": 0}
                return Answer(value={"status": "deleted", "namespace": namespace, **counts})
        return Answer(status=404, value={"error": "Not found"})

    def _add(self, namespace: str, body: Any) -> Answer:
        there = self.documents.setdefault(namespace, {})
        if body["id"] in there:
            there[body["id"]]["content"].append(body["content"])
        else:
            there[body["id"]] = {
                "content": [body["content"]],
                "metadata": body.get("metadata", {}),
                "n_looks": 0,
            }
        return Answer(value={"id": body["id"], "status": "queued"})

    def _shown(self, id_: str, document: dict[str, Any]) -> dict[str, Any]:
        is_indexed = document["n_looks"] >= self.n_polls
        system = {
            "status": self.ends_as if is_indexed else "indexing",
            "dreamingStatus": "done" if document["n_looks"] >= self.n_polls + self.n_dreams else "dreaming",
            "createdAt": STAMP,
            "updatedAt": STAMP,
        }
        content = "\n".join(document["content"])
        return {"id": id_, "type": "text", "content": content, "metadata": document["metadata"], "system": system}

    def _found(self, namespace: str, body: Any) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for id_, document in self.documents.get(namespace, {}).items():
            content = "\n".join(document["content"])
            similarity = likeness(body["query"], content)
            is_seen = document["n_looks"] >= self.n_polls and self.ends_as == self.done
            if not is_seen or similarity <= max(0.0, body["threshold"]):
                continue
            origin = {"id": id_, "metadata": document["metadata"], "system": {"createdAt": STAMP, "updatedAt": STAMP}}
            found.append(
                {
                    "id": f"chunk-{id_}",
                    "chunk": content,
                    "metadata": {},
                    "similarity": similarity,
                    "isLatest": True,
                    "isInference": False,
                    "system": {"createdAt": STAMP, "updatedAt": STAMP},
                    "included": {"document": origin},
                }
            )
        return sorted(found, key=lambda one: -one["similarity"])[: body["limit"]]

    def _listed(self, namespace: str, params: Any) -> dict[str, Any]:
        number, size = int(params.get("page", 1)), int(params.get("limit", 10))
        mine = [self._shown(id_, document) for id_, document in self.documents.get(namespace, {}).items()]
        pagination = {
            "currentPage": number,
            "limit": size,
            "totalItems": len(mine),
            "totalPages": -(-len(mine) // size),
        }
        shown = mine[(number - 1) * size : number * size]
        return {"documents": shown, "chunks": [], "memories": [], "pagination": pagination}

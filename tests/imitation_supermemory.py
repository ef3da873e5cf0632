"""Supermemory, imitated.

Taken from: the requests and models of `supermemory` 5.0 (generated from the description of interface version 5):
POST /ns/{ns}/document, GET and DELETE of documents, POST /ns/{ns}/search and /ns/{ns}/list/documents, DELETE /ns/{ns}.
What is sent to an id that exists is added to its document. A document is found as one chunk, word for word.
"""

from typing import Any

from tests.imitation_serving import KEY, Asked, Imitation, Says, likeness

STAMP = "2026-11-30T00:00:00Z"
"""The system's own clock."""


class SupermemoryServer(Imitation):
    def __init__(self, *, n_polls: int = 0, ends: str = "done") -> None:
        """A document is indexed after `n_polls` looks at any, and learned from after one more."""
        super().__init__()
        self.documents: dict[str, dict[str, dict[str, Any]]] = {}
        """By namespace and id."""
        self._n_polls, self._ends = n_polls, ends
        self._n_looks = 0

    def is_allowed(self, asked: Asked) -> bool:
        return asked.headers.get("authorization") == f"Bearer {KEY}"

    def refusal(self) -> Says:
        return Says(status=401, value={"error": "Unauthorized", "details": "no such key"})

    def put(self, namespace: str, id_: str, content: str, metadata: dict[str, str] | None = None) -> None:
        """A document that is there already."""
        there = self.documents.setdefault(namespace, {})
        there[id_] = {"content": [content], "metadata": metadata or {}, "since": -self._n_polls - 2}

    def answer(self, asked: Asked) -> Says:
        match asked.method, asked.path.strip("/").split("/"):
            case "POST", ["ns", namespace, "document"]:
                return self._add(namespace, asked.body)
            case "GET", ["ns", namespace, "document", id_]:
                document = self.documents.get(namespace, {}).get(id_)
                if document is None:
                    return Says(status=404, value={"error": "Document not found"})
                self._n_looks += 1
                return Says(value=self._shown(id_, document))
            case "DELETE", ["ns", namespace, "document"]:
                gone = [self.documents.get(namespace, {}).pop(id_, None) for id_ in asked.body["ids"]]
                return Says(value={"count": sum(one is not None for one in gone), "errors": []})
            case "POST", ["ns", namespace, "search"]:
                return Says(value={"results": self._found(namespace, asked.body), "searchTime": 3.5})
            case "POST", ["ns", namespace, "list", "documents"]:
                return Says(value=self._listed(namespace, asked.params))
            case "DELETE", ["ns", namespace]:
                gone_all = self.documents.pop(namespace, None)
                if gone_all is None:
                    return Says(status=404, value={"error": "Namespace not found"})
                counts = {"deletedDocumentsCount": len(gone_all), "deletedMemoriesCount": 0}
                return Says(value={"status": "deleted", "namespace": namespace, **counts})
            case _:
                return Says(status=404, value={"error": "Not found"})

    def _add(self, namespace: str, body: Any) -> Says:
        there = self.documents.setdefault(namespace, {})
        if body["id"] in there:
            there[body["id"]]["content"].append(body["content"])
        else:
            there[body["id"]] = {
                "content": [body["content"]],
                "metadata": body.get("metadata", {}),
                "since": self._n_looks,
            }
        return Says(value={"id": body["id"], "status": "queued"})

    def _shown(self, id_: str, document: dict[str, Any]) -> dict[str, Any]:
        looks = self._n_looks - document["since"] - self._n_polls
        system = {
            "status": "indexing" if looks < 1 else self._ends,
            "dreamingStatus": "dreaming" if looks < 2 else "done",
            "createdAt": STAMP,
            "updatedAt": STAMP,
        }
        content = "\n".join(document["content"])
        return {"id": id_, "type": "text", "content": content, "metadata": document["metadata"], "system": system}

    def _found(self, namespace: str, body: Any) -> list[dict[str, Any]]:
        found = []
        for id_, document in self.documents.get(namespace, {}).items():
            content = "\n".join(document["content"])
            similarity = likeness(body["query"], content)
            is_seen = self._n_looks - document["since"] > self._n_polls
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
        return sorted(found, key=lambda one: float(one["similarity"]), reverse=True)[: body["limit"]]

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

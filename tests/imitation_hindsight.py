"""An imitation of Hindsight; taken from what the server hindsight-api-slim 1.1.0 answered when it ran here.

It ran with no model, so that each document became one fact with the same words; and with one that imitated the model.
An operation is completed when it has been asked about `n_polls` times, and what it retained is found from then on.
Equal operation ids are one operation, and a document that comes again replaces the one before.
"""

from datetime import UTC, datetime
from typing import Any

from tests.imitation_served import Answer, Asked, Imitation, best, missing, parts


class HindsightImitation(Imitation):
    """Banks with documents, and what is done in the background."""

    done = "completed"

    def __init__(self) -> None:
        super().__init__()
        self.banks: dict[str, dict[str, dict[str, Any]]] = {}
        self.operations: dict[str, dict[str, Any]] = {}
        self.n_more_polls = 0
        """How often it says after that that something is pending."""
        self.n_lost = 0
        self.n_failed = 0
        self.observes = False
        """Whether the best facts are also found as one observation made of them."""

    def is_write(self, asked: Asked) -> bool:
        return asked.method == "POST" and asked.path.endswith("/memories")

    def is_search(self, asked: Asked) -> bool:
        return asked.path.endswith("/memories/recall")

    def is_poll(self, asked: Asked) -> bool:
        return "/operations" in asked.path

    def stored(self) -> list[str]:
        return [one["content"] for bank in self.banks.values() for one in bank.values()]

    def answers(self, asked: Asked) -> Answer:
        match parts(asked):
            case ["v1", "default", "banks", bank, *rest]:
                return self._of_bank(asked, bank, rest)
        return missing(asked.path)

    def _of_bank(self, asked: Asked, bank: str, rest: list[str]) -> Answer:
        if asked.method == "POST" and rest == ["memories"]:
            return self._retain(asked.value, bank)
        if asked.method == "DELETE" and not rest:
            n_deleted = len(self.banks.pop(bank, {}))
            self.operations = {i: one for i, one in self.operations.items() if one["bank"] != bank}
            return Answer(value={"success": True, "message": "deleted", "deleted_count": n_deleted})
        if bank not in self.banks:
            return missing(f"Bank '{bank}'")
        documents = self.banks[bank]
        match asked.method, rest:
            case "GET", ["memories", "list"]:
                items = [self._fact(bank, one) for one in documents.values()]
                start = int(asked.query.get("offset", 0))
                shown = items[start : start + int(asked.query["limit"])]
                return Answer(value={"items": shown, "total": len(items), "limit": 100, "offset": start})
            case "POST", ["memories", "recall"]:
                return self._recall(asked.value, bank)
            case "GET", ["operations", operation_id]:
                return Answer(value=self._operation(operation_id))
            case "GET", ["operations"]:
                return Answer(value={**self._count(asked.query["status"]), "bank_id": bank, "limit": 1, "offset": 0})
            case "DELETE", ["documents", document_id]:
                if documents.pop(document_id, None) is None:
                    return missing("Document")
                value = {"success": True, "message": "deleted", "document_id": document_id, "memory_units_deleted": 1}
                return Answer(value=value)
        return missing(asked.path)

    def _retain(self, value: dict[str, Any], bank: str) -> Answer:
        documents = self.banks.setdefault(bank, {})
        operation_id = value["operation_id"]
        if operation_id not in self.operations:
            self.operations[operation_id] = {"bank": bank, "n_polls": self.n_polls}
            documents.update({item["document_id"]: item | {"made_by": operation_id} for item in value["items"]})
        said = {"success": True, "bank_id": bank, "items_count": len(value["items"]), "async": True}
        return Answer(value={**said, "operation_id": operation_id})

    def _operation(self, operation_id: str) -> dict[str, Any]:
        operation = self.operations.get(operation_id)
        if operation is None:
            return {"operation_id": operation_id, "status": "not_found"}
        operation["n_polls"] -= 1
        status = "processing" if operation["n_polls"] > 0 else self.ends_as
        why = None if status in ("processing", self.done) else "the model was away"
        result = {"items_count": 1, "extraction_errors_count": self.n_lost}
        return {"operation_id": operation_id, "status": status, "error_message": why, "result_metadata": result}

    def _is_retained(self, operation_id: str) -> bool:
        return self.operations[operation_id]["n_polls"] <= 0 and self.ends_as == self.done

    def _count(self, status: str) -> dict[str, Any]:
        total = self.n_failed if status == "failed" else 0
        if status == "pending" and self.n_more_polls:
            self.n_more_polls -= 1
            total = 1
        return {"total": total, "operations": []}

    def _recall(self, value: dict[str, Any], bank: str) -> Answer:
        documents = self.banks[bank]
        seen = {i: one["content"] for i, one in documents.items() if self._is_retained(one["made_by"])}
        ranked = best(value["query"], seen)
        results = [{**self._fact(bank, documents[i]), "scores": {"final": score}} for i, score in ranked]
        sources = {one["id"]: one for one in results}
        if self.observes and results:
            results.insert(
                0,
                {
                    "id": "observation-1",
                    "text": "; ".join(one["text"] for one in results),
                    "type": "observation",
                    "mentioned_at": "2031-01-01T00:00:00+00:00",
                    "source_fact_ids": [*sources, "one that is not told"],
                    "scores": {"final": results[0]["scores"]["final"] + 1},
                },
            )
        return Answer(value={"results": results, "source_facts": sources if self.observes else None})

    def _fact(self, bank: str, item: dict[str, Any]) -> dict[str, Any]:
        at = datetime.fromisoformat(item["timestamp"]).astimezone(UTC).isoformat()
        return {
            "id": f"fact-of-{item['document_id']}",
            "text": item["content"],
            "type": "world",
            "mentioned_at": at,
            "document_id": item["document_id"],
            "metadata": item["metadata"],
            "chunk_id": f"{bank}_{item['document_id']}_0",
        }

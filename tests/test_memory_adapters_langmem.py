"""LangMem itself, over its in-memory store, with a model and an embedder on this machine."""

import json
import time
from collections.abc import Mapping
from typing import Any, TypeAlias

import pytest

pytest.importorskip("langmem", reason="the extra langmem is not installed")
pytest.importorskip("langchain_openai", reason="the extra langmem is not installed")

from memory.adapters.at_work import at_work
from memory.adapters.langmem import LangMemMemory
from memory.errors import BackendFailure, BadOption
from memory.guard import Guard
from memory.messages import Batch, Forget
from tests.contract_in_process import KEY, InProcessContract, MadeOf, together
from tests.contract_memory import LATER, deliver, find, message, messages
from tests.imitation_openai import Imitation, Scripted, completion, default_answer

Made: TypeAlias = MadeOf[LangMemMemory]


def texts(memory: LangMemMemory, query: str) -> list[str]:
    return [hit.text for hit in find(memory, query)]


class TestLangMem(InProcessContract[LangMemMemory]):
    kind = LangMemMemory
    name = "langmem"
    leftover = "[2025-03-04 12:01] Ann: seat on three"
    environment = (("LANGSMITH_TRACING", "true"), ("LANGCHAIN_TRACING_V2", "true"), ("LANGSMITH_API_KEY", KEY))

    # What is stored, and how it is found

    def test_a_hit_names_the_messages_of_the_batch_that_it_was_written_from(self, made: Made) -> None:
        memory = made()
        together(memory, messages("the seat heating on three", "radio to 94.5"))
        together(memory, [message(3, "wiper fast")])
        assert find(memory, "wiper fast")[0].message_ids == ("m000003",)
        best = find(memory, "seat heating")[0]
        assert best.text == "[2025-03-04 12:01] Ann: the seat heating on three"
        assert (best.message_ids, best.at_us, best.namespace) == (("m000001", "m000002"), None, "n1")

    def test_a_memory_that_is_rewritten_names_the_messages_of_both_batches(
        self, endpoint: Imitation, made: Made
    ) -> None:
        memory = made()
        together(memory, [message(1, "the seat heating on three")])
        (key,) = memory._sources
        with at_work(LATER):
            shown_id = memory._manager._stable_id(memory._store.get(("n1",), key))
        patch = {
            "json_doc_id": shown_id,
            "planned_edits": "the level",
            "patches": [{"op": "replace", "path": "/content", "value": "seat heating on two"}],
        }
        endpoint.answer = lambda _: completion(None, [("PatchDoc", patch)])
        together(memory, [message(2, "no, on two")])
        (hit,) = find(memory, "seat heating")
        assert (hit.text, hit.message_ids) == ("seat heating on two", ("m000001", "m000002"))

    def test_what_was_said_goes_out_in_order_with_its_local_time(self, endpoint: Imitation, made: Made) -> None:
        together(made("Europe/Berlin"), messages("first", "second"))
        assert "[2025-03-04 13:01] Ann: first\n[2025-03-04 13:02] Ann: second" in endpoint.prompts[0]

    def test_a_model_that_has_nothing_to_write_down_leaves_nothing(self, endpoint: Imitation, made: Made) -> None:
        memory = made()
        endpoint.answer = lambda _: completion("Nothing new.")
        together(memory, messages("hm"))
        assert (memory.leftovers(), find(memory, "hm")) == ([], [])

    def test_an_empty_batch_asks_nobody(self, endpoint: Imitation, made: Made) -> None:
        deliver(made(), [])
        assert endpoint.asked == []

    def test_ties_keep_the_order_in_which_they_were_said(self, made: Made) -> None:
        memory = made()
        together(memory, messages(*(f"seat {word}" for word in ("a", "b", "c", "d", "e"))))
        said = [text[-1] for text in texts(memory, "nothing alike")]
        assert said == ["a", "b", "c", "d", "e"]

    def test_the_answer_is_kept_as_it_came(self, made: Made) -> None:
        memory = made()
        deliver(memory, messages("Sitzheizung 座椅"))
        find(memory, "Sitzheizung")
        assert (
            json.loads(memory.raw_answer)[0]["value"]["content"]["content"]
            == "[2025-03-04 12:01] Ann: Sitzheizung 座椅"
        )

    def test_what_the_model_writes_is_stored_as_utf8_can_carry_it(self, endpoint: Imitation, made: Made) -> None:
        memory = made(namespace="Ann. Lee")
        endpoint.answer = lambda _: completion(None, [("Memory", {"content": "half \ud83d of seat 😀"})])
        deliver(memory, messages("seat on three"))
        (hit,) = find(memory, "seat")
        assert (hit.text, hit.namespace) == ("half ? of seat 😀", "Ann. Lee")
        memory.raw_answer.encode()

    # No clock and no chance

    def test_no_request_carries_the_date_of_today(self, endpoint: Imitation, made: Made) -> None:
        memory = made()
        for number in range(3):
            together(memory, [message(number + 1, f"seat on {number}", minutes=number * 24 * 60)])
        find(memory, "seat")
        today = (time.strftime("%Y-%m-%d"), time.strftime("%Y-%m-%d", time.gmtime()))
        for asked in endpoint.asked:
            assert not any(day in json.dumps(asked.body) for day in today)

    def test_a_langmem_that_makes_its_ids_elsewhere_does_not_start(
        self, made: Made, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delattr("langmem.knowledge.extraction.uuid")
        with pytest.raises(BackendFailure, match=r"start: langmem\.knowledge\.extraction has no 'uuid': .* replaced"):
            made()

    def test_equal_runs_send_equal_prompts_whatever_the_namespace(self, endpoint: Imitation, made: Made) -> None:
        for namespace in ("n1", "n2"):
            memory = made(namespace=namespace)
            together(memory, messages("seat on three", "radio on"))
            together(memory, [message(3, "seat off")])
        first, second, third, fourth = endpoint.prompts
        assert (first, second) == (third, fourth)
        assert first.count("<session_") == 1
        assert first != second

    # Namespaces, leftovers, forgetting

    def test_a_hit_from_another_namespace_is_a_violation(self, made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
        memory, other = made(), made(namespace="n2")
        guard = Guard(memory, namespace="n1")
        guard.ingest(Batch(messages=tuple(messages("seat on three")), now=LATER))
        deliver(other, messages("seat on three"))
        theirs = other._store.search(("n2",), query="seat")
        monkeypatch.setattr(type(memory._store), "search", lambda *_, **__: theirs)
        record = guard.search("seat", limit=5, now=LATER)
        assert ([one.kind for one in record.violations], record.hits) == (["foreign_namespace"], ())

    def test_forgetting_a_message_removes_what_was_made_from_it(self, endpoint: Imitation, made: Made) -> None:
        memory = made()
        for one in messages("the seat heating on three", "radio to 94.5"):
            together(memory, [one])
        memory.forget(Forget(message_ids=("m000001",), person="", text="Forget that."), LATER)
        assert texts(memory, "seat heating radio") == ["[2025-03-04 12:02] Ann: radio to 94.5"]
        together(memory, [message(3, "and now the wiper")])
        assert "seat heating" not in endpoint.prompts[-1]

    # Trouble with the endpoints

    def test_a_write_that_langmem_loses_in_silence_is_a_failure(self, endpoint: Imitation, made: Made) -> None:
        memory = made()
        deliver(memory, messages("radio on"))

        def answer_once(body: Mapping[str, Any]) -> dict[str, Any]:
            endpoint.always["embeddings"] = Scripted(status=400, body='{"error": {"message": "too long"}}')
            return default_answer(body)

        endpoint.answer = answer_once
        with pytest.raises(BackendFailure, match=r"ingest: the embedder: BadRequestError.*too long"):
            deliver(memory, [message(2, "seat on three")])

    @pytest.mark.parametrize(
        ("kind", "answer", "reason"),
        [
            ("chat", Scripted(body='{"choices": null}'), "ingest: the model: "),
            (
                "embeddings",
                Scripted(body='{"data": [{"index": 0, "embedding": [0.5, 1.0]}]}'),
                "vectors have 2 numbers",
            ),
            ("embeddings", Scripted(body='{"data": [{"index": 0, "embedding": [NaN]}]}'), "no list of finite numbers"),
        ],
    )
    def test_answers_that_it_cannot_use_are_failures_with_a_short_reason(
        self, endpoint: Imitation, made: Made, kind: str, answer: Scripted, reason: str
    ) -> None:
        self.fails_shortly(endpoint, made, kind, answer, reason)

    @pytest.mark.parametrize(
        ("value", "score", "reason"),
        [
            ({"kind": "Memory", "content": {"content": ""}}, 0.5, "memory 1 has no text"),
            ({"kind": "Memory", "content": None}, 0.5, "memory 1 has no text"),
            ({}, 0.5, "memory 1 has no text"),
            ({"kind": "Memory", "content": {"content": "x"}}, None, "hit 1 has the score None"),
            ({"kind": "Memory", "content": {"content": "x"}}, float("nan"), "hit 1 has the score nan"),
        ],
    )
    def test_a_hit_without_text_or_finite_score_is_a_failure(
        self, made: Made, monkeypatch: pytest.MonkeyPatch, value: object, score: object, reason: str
    ) -> None:
        memory = made()
        guard = Guard(memory, namespace="n1")
        guard.ingest(Batch(messages=tuple(messages("seat on three")), now=LATER))
        (item,) = memory._store.search(("n1",), query="seat")
        item.value, item.score = value, score
        monkeypatch.setattr(type(memory._store), "search", lambda *_, **__: [item])
        with pytest.raises(BackendFailure, match=reason):
            guard.search("seat", limit=5, now=LATER)

    def test_nobody_at_the_address_is_a_failure(self, endpoint: Imitation, made: Made) -> None:
        memory = made(base_url="http://127.0.0.1:9/v1", embedder_base_url=endpoint.url)
        with pytest.raises(BackendFailure, match=r"ingest: the model: .*Connection error.*\(5 attempts\)"):
            deliver(memory, messages("seat on three"))

    def test_a_query_limit_of_less_than_it_asks_with_is_refused(self, made: Made) -> None:
        with pytest.raises(BadOption, match="above 3"):
            made(query_limit="3")

"""Mem0, the open-source library itself, with a model and an embedder on this machine."""

import json
import re
import threading
import time
from typing import TypeAlias

import pytest

pytest.importorskip("mem0", reason="the extra mem0 is not installed")
pytest.importorskip("qdrant_client", reason="the extra mem0 is not installed")

from memory.adapters.mem0 import Mem0Memory
from memory.adapters.mem0_clock import ClockReader, simulated
from memory.backend import Setup
from memory.errors import BackendFailure, BadOption, MemoryPackageError, MissingSecret
from memory.guard import Guard
from memory.instants import iso
from memory.messages import Batch, Forget
from tests.contract_in_process import KEY, InProcessContract, MadeOf, together
from tests.contract_memory import LATER, NOON_US, deliver, find, ids, message, messages
from tests.imitation_openai import DIMS, Imitation, Scripted, completion

DAY_MIN = 24 * 60


Made: TypeAlias = MadeOf[Mem0Memory]


# No clock but the simulated one


def days_of(text: str) -> set[str]:
    return set(re.findall(r"\b20\d\d-\d\d-\d\d\b", text))


class TestMem0(InProcessContract[Mem0Memory]):
    kind = Mem0Memory
    name = "mem0"
    leftover = "[2025-03-04 12:01] Ann: seat on three"
    odd_completion = "ingest: the model: "
    variants = ({"infer": "true"}, {"infer": "false"})
    unset = ("MEM0_TELEMETRY", "MEM0_DIR")

    @pytest.fixture(autouse=True)
    def _usual_way(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("OPENROUTER_API_KEY", raising=False)

    # What is stored, and how it is found

    def test_without_a_model_each_message_is_a_hit_word_for_word_with_its_id_and_instant(self, made: Made) -> None:
        memory = made("Europe/Berlin", infer="false")
        deliver(memory, messages("the seat heating on three", "radio to 94.5"))
        best = find(memory, "seat heating")[0]
        assert best.text == "[2025-03-04 13:01] Ann: the seat heating on three"
        assert (best.message_ids, best.at_us, best.namespace) == (("m000001",), NOON_US + 60_000_000, "n1")

    def test_without_a_model_no_chat_is_asked_and_none_need_be_named(self, endpoint: Imitation, made: Made) -> None:
        options = {name: value for name, value in endpoint.options.items() if name != "model"}
        memory = Mem0Memory(Setup(namespace="n1", options=options | {"infer": "false"}))
        deliver(memory, messages("the seat heating on three"))
        memory.close()
        assert endpoint.prompts == []

    def test_stored_word_for_word_it_says_so_and_the_guard_lets_the_hits_pass(self, made: Made) -> None:
        memory = made("Asia/Tokyo", infer="false")
        guard = Guard(memory, "Asia/Tokyo", namespace="n1")
        guard.ingest(Batch(messages=tuple(messages("seat on three", "seat off")), now=LATER))
        record = guard.search("seat", limit=5, now=LATER)
        assert (memory.capabilities.verbatim, made().capabilities.verbatim) == (True, False)
        assert (len(record.hits), record.violations, record.unverifiable) == (2, (), 0)

    def test_extracted_memories_name_all_messages_of_their_batch_and_the_instant_of_the_last(self, made: Made) -> None:
        memory = made()
        together(memory, messages("the seat heating on three", "radio to 94.5"))
        best = find(memory, "radio")[0]
        assert best.message_ids == ("m000001", "m000002")
        assert best.at_us == NOON_US + 2 * 60_000_000

    def test_a_batch_over_midnight_is_one_extraction_for_each_day_of_the_zone(
        self, endpoint: Imitation, made: Made
    ) -> None:
        memory = made("Europe/Berlin")
        together(memory, [message(1, "late", minutes=10 * 60 + 59), message(2, "early", minutes=11 * 60)])
        observed = [prompt.rpartition("## Observation Date\n")[2][:10] for prompt in endpoint.prompts]
        current = [prompt.rpartition("## Current Date\n")[2][:10] for prompt in endpoint.prompts]
        assert observed == ["2025-03-04", "2025-03-05"]
        assert current == ["2025-03-05", "2025-03-05"]

    def test_what_was_said_goes_out_in_order_with_its_local_time(self, endpoint: Imitation, made: Made) -> None:
        together(made("Europe/Berlin"), messages("first", "second"))
        said = re.findall(r"^user: (.*)$", endpoint.prompts[0].rpartition("## New Messages")[2], re.MULTILINE)
        assert said == ["[2025-03-04 13:01] Ann: first", "[2025-03-04 13:02] Ann: second"]

    def test_the_answer_is_kept_as_it_came(self, made: Made) -> None:
        memory = made(infer="false")
        deliver(memory, messages("Sitzheizung 座椅"))
        find(memory, "Sitzheizung")
        kept = json.loads(memory.raw_answer)["results"][0]
        assert kept["memory"] == "[2025-03-04 12:01] Ann: Sitzheizung 座椅"
        assert kept["created_at"] == iso(NOON_US + 60_000_000)

    def test_searching_changes_nothing(self, made: Made) -> None:
        memory = made()
        deliver(memory, messages("seat on three", "seat off"))
        assert find(memory, "seat") == find(memory, "seat")

    def test_what_the_model_writes_is_stored_as_utf8_can_carry_it(self, endpoint: Imitation, made: Made) -> None:
        memory = made()
        endpoint.answer = lambda _: completion(
            '{"memory": [{"text": "half \\ud83d of seat \\\\ud83d \\ud83d\\ude00"}]}'
        )
        deliver(memory, messages("seat on three"))
        (hit,) = find(memory, "seat")
        assert hit.text == "half ? of seat \\ud83d 😀"
        memory.raw_answer.encode()

    def test_no_prompt_carries_the_date_of_today(self, endpoint: Imitation, made: Made) -> None:
        memory = made()
        for number in range(3):
            together(memory, [message(number + 1, f"seat on {number}", minutes=number * DAY_MIN)])
        new = [prompt.rpartition("## Summary")[2] for prompt in endpoint.prompts]
        assert [max(days_of(text)) for text in new] == ["2025-03-04", "2025-03-05", "2025-03-06"]
        today = (time.strftime("%Y-%m-%d"), time.strftime("%Y-%m-%d", time.gmtime()))
        for asked in endpoint.asked:
            assert not any(day in json.dumps(asked.body) for day in today)

    def test_memories_that_work_side_by_side_keep_their_own_dates(self, endpoint: Imitation, made: Made) -> None:
        endpoint.always["embeddings"] = Scripted(
            body=endpoint.respond("embeddings", {"input": ["x"]}).body, delay_s=0.01
        )
        memories = [made(namespace=f"n{number}") for number in range(3)]

        def work(number: int) -> None:
            for hour in range(4):
                together(memories[number], [message(hour + 1, f"car{number}", minutes=number * DAY_MIN + hour * 60)])

        threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        new = [prompt.rpartition("## Summary")[2] for prompt in endpoint.prompts]
        told = {(re.findall(r"car(\d)", text)[-1], text.rpartition("## Current Date\n")[2][:10]) for text in new}
        assert len(new) == 12
        assert told == {("0", "2025-03-04"), ("1", "2025-03-05"), ("2", "2025-03-06")}

    def test_what_mem0_stamps_is_the_simulated_instant(self, made: Made) -> None:
        memory = made()
        together(memory, messages("seat on three"))
        stamps = [
            row[0] for row in memory._sql("SELECT created_at FROM messages UNION ALL SELECT created_at FROM history")
        ]
        assert stamps == [iso(NOON_US + 60_000_000), iso(NOON_US + 60_000_000)]

    def test_outside_of_a_replay_its_clock_is_the_machines(self) -> None:
        with simulated(NOON_US, ClockReader.now().astimezone().tzinfo or pytest.fail("no zone")):
            assert ClockReader.now().year == 2025
        assert ClockReader.now().year == int(time.strftime("%Y"))

    @pytest.mark.parametrize("where", ["main", "storage"])
    def test_a_mem0_that_keeps_its_clock_elsewhere_does_not_start(
        self, made: Made, monkeypatch: pytest.MonkeyPatch, where: str
    ) -> None:
        monkeypatch.delattr(f"mem0.memory.{where}.datetime")
        with pytest.raises(
            BackendFailure, match=rf"start: mem0\.memory\.{where} has no 'datetime': .* cannot be replaced"
        ):
            made()

    # Namespaces, leftovers, forgetting

    def test_a_hit_from_another_namespace_is_a_violation(self, made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
        memory = made(infer="false")
        guard = Guard(memory, namespace="n1")
        guard.ingest(Batch(messages=tuple(messages("seat on three")), now=LATER))
        found = memory._mem0.search("seat", filters={"user_id": "n1"}, top_k=5)
        found["results"][0]["user_id"] = "n2"
        monkeypatch.setattr(memory._mem0, "search", lambda *_, **__: found)
        record = guard.search("seat", limit=5, now=LATER)
        assert ([one.kind for one in record.violations], record.hits) == (["foreign_namespace"], ())

    def test_a_namespace_that_mem0_refuses_goes_by_another_name_there_and_by_its_own_here(self, made: Made) -> None:
        odd = [made(namespace=name, infer="false") for name in ("Ann Lee", "Ann\tLee", "甲")]
        for number, memory in enumerate(odd, 1):
            deliver(memory, [message(number, "seat on three")])
        assert [[(hit.namespace, hit.message_ids) for hit in find(memory, "seat")] for memory in odd] == [
            [("Ann Lee", ("m000001",))],
            [("Ann\tLee", ("m000002",))],
            [("甲", ("m000003",))],
        ]

    def test_namespaces_do_not_see_one_another(self, made: Made) -> None:
        first, second = made(namespace="n1", infer="false"), made(namespace="n2", infer="false")
        deliver(first, messages("seat on three"))
        assert (find(second, "seat"), second.leftovers()) == ([], [])

    def test_a_reset_empties_its_record_of_the_talk_as_well(self, made: Made) -> None:
        memory = made()
        deliver(memory, messages("seat on three"))
        memory.reset()
        assert memory._sql("SELECT * FROM messages") == []

    def test_forgetting_a_message_leaves_its_text_nowhere(self, endpoint: Imitation, made: Made) -> None:
        memory = made()
        for one in messages("the seat heating on three", "radio to 94.5"):
            together(memory, [one])
        memory.forget(Forget(message_ids=("m000001",), person="", text="Forget that."), LATER)
        assert ids(find(memory, "seat heating radio")) == ["m000002"]
        together(memory, [message(3, "and now the wiper")])
        assert "seat heating" not in endpoint.prompts[-1].rpartition("## Summary")[2]
        assert "radio to 94.5" in endpoint.prompts[-1].rpartition("## Summary")[2]
        assert "seat heating" not in str(memory._sql("SELECT * FROM history"))

    def test_its_files_are_gone_when_it_is_closed(self, made: Made) -> None:
        memory = made()
        folder = memory._folder
        assert folder is not None
        assert folder.exists()
        memory.close()
        memory.close()
        assert not folder.exists()

    # Trouble with the endpoints

    def test_an_embedder_that_fails_while_mem0_goes_on_is_a_failure_all_the_same(
        self, endpoint: Imitation, made: Made
    ) -> None:
        memory = made()
        good = Scripted(body=endpoint.respond("embeddings", {"input": ["x"]}).body)
        endpoint.script["embeddings"].append(good)  # for the look at what is there already
        endpoint.always["embeddings"] = Scripted(status=400, body='{"error": {"message": "too long"}}')
        with pytest.raises(BackendFailure, match=r"ingest: the embedder: BadRequestError.*too long"):
            deliver(memory, messages("seat on three"))

    @pytest.mark.parametrize(
        ("kind", "answer", "reason"),
        [
            ("chat", Scripted(body=json.dumps(completion("  "))), "the answer is empty"),
            (
                "chat",
                Scripted(body=json.dumps(completion("Nothing to see."))),
                "no JSON object with a list of memories",
            ),
            ("chat", Scripted(body=json.dumps(completion('{"memory": [{"text": "cut'))), "or was cut off"),
            ("chat", Scripted(body=json.dumps(completion('{"facts": ["seat on three"]}'))), "no JSON object"),
            ("chat", Scripted(body=json.dumps(completion('{"memory": ["seat on three"]}'))), "ingest: AttributeError"),
            ("embeddings", Scripted(body='{"data": []}'), "another shape|No embedding"),
            (
                "embeddings",
                Scripted(body='{"data": [{"index": 0, "embedding": [0.5, 1.0]}]}'),
                "vectors have 2 numbers",
            ),
            ("embeddings", Scripted(body=f'{{"data": [{{"index": 0, "embedding": {[0.5] * (DIMS - 1)}}}]}}'), "255"),
            ("embeddings", Scripted(body='{"data": [{"index": 0, "embedding": [NaN]}]}'), "no list of finite numbers"),
        ],
    )
    def test_answers_that_it_cannot_use_are_failures_with_a_short_reason(
        self, endpoint: Imitation, made: Made, kind: str, answer: Scripted, reason: str
    ) -> None:
        self.fails_shortly(endpoint, made, kind, answer, reason)

    @pytest.mark.parametrize("frame", ["{}", "```json\n{}\n```", "Here you are: {}"])
    def test_an_extraction_may_be_framed_as_mem0_itself_allows(
        self, endpoint: Imitation, made: Made, frame: str
    ) -> None:
        memory = made()
        endpoint.answer = lambda _: completion(frame.replace("{}", '{"memory": [{"text": "seat on three"}]}'))
        deliver(memory, messages("seat on three"))
        assert memory.leftovers() == ["seat on three"]

    @pytest.mark.parametrize(
        ("change", "reason"),
        [
            ({"memory": None}, "hit 1 has no text"),
            ({"memory": ""}, "hit 1 has no text"),
            ({"score": None}, "hit 1 has the score None"),
            ({"score": float("nan")}, "hit 1 has the score nan"),
        ],
    )
    def test_a_hit_without_text_or_finite_score_is_a_failure(
        self, made: Made, monkeypatch: pytest.MonkeyPatch, change: dict[str, object], reason: str
    ) -> None:
        memory = made(infer="false")
        guard = Guard(memory, namespace="n1")
        guard.ingest(Batch(messages=tuple(messages("seat on three")), now=LATER))
        found = memory._mem0.search("seat", filters={"user_id": "n1"}, top_k=5)
        found["results"][0] |= change
        monkeypatch.setattr(memory._mem0, "search", lambda *_, **__: found)
        with pytest.raises(BackendFailure, match=reason):
            guard.search("seat", limit=5, now=LATER)

    @pytest.mark.parametrize("answer", [None, [], {}, {"results": None}, {"results": ["text"]}])
    def test_results_of_another_shape_are_a_failure(
        self, made: Made, monkeypatch: pytest.MonkeyPatch, answer: object
    ) -> None:
        memory = made(infer="false")
        monkeypatch.setattr(memory._mem0, "search", lambda *_, **__: answer)
        with pytest.raises(BackendFailure, match="search: answered"):
            find(memory, "seat")

    def test_nobody_at_the_address_is_a_failure_that_stores_nothing(self, made: Made) -> None:
        memory = made(base_url="http://127.0.0.1:9/v1")
        with pytest.raises(BackendFailure, match=r"ingest: the embedder: APIConnectionError.*\(5 attempts\)"):
            deliver(memory, messages("seat on three"))
        assert memory.leftovers() == []

    # Options

    @pytest.mark.parametrize(
        ("change", "error", "reason"),
        [
            ({"infer": "maybe"}, BadOption, "not one of true, false"),
            ({"embedder": " "}, BadOption, "'embedder' names no model"),
            ({"embedder_base_url": "http://"}, BadOption, "looks like http"),
            ({"embedder_dims": "2.5"}, BadOption, "not a whole number"),
            ({"embedder_dims": "0"}, BadOption, "above 0"),
            ({"timeout_s": "0"}, BadOption, "above 0"),
            ({"base_url": "https://api.openai.com/v1/"}, MissingSecret, "OPENAI_API_KEY"),
        ],
    )
    def test_its_own_options_are_refused_by_name(
        self,
        made: Made,
        monkeypatch: pytest.MonkeyPatch,
        change: dict[str, str],
        error: type[MemoryPackageError],
        reason: str,
    ) -> None:
        monkeypatch.delenv("OPENAI_API_KEY", raising=False)
        with pytest.raises(error, match=reason):
            made(**change)

    def test_a_key_goes_to_the_endpoint_that_it_was_named_for_only(
        self, endpoint: Imitation, made: Made, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("MARKED_KEY", KEY)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-the-machines-own")
        elsewhere = endpoint.url.replace("127.0.0.1", "localhost")
        deliver(made(key_env="MARKED_KEY", embedder_base_url=elsewhere), messages("seat on three"))
        sent = {asked.path.rpartition("/")[2]: asked.headers["authorization"] for asked in endpoint.asked}
        assert sent == {"completions": f"Bearer {KEY}", "embeddings": "Bearer none"}

    def test_a_variable_that_would_send_the_prompts_elsewhere_is_refused(
        self, made: Made, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("OPENROUTER_API_KEY", KEY)
        with pytest.raises(BackendFailure, match="unset it") as caught:
            made()
        assert KEY not in str(caught.value)
        made(infer="false")

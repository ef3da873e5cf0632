import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mem0", reason="Mem0 is not installed: pip install 'pastlane[mem0]'")

from memory.adapters.mem0_quiet import mem0
from memory.adapters.rows_served_b import MEM0_PLATFORM
from memory.errors import BackendFailure
from memory.guard import Guard
from memory.messages import Forget
from tests.contract_memory import LATER, NOON_US, messages
from tests.contract_served_memory import NAMESPACE, QUICK_S, TOO_LATE_S, ZONE, ServedContract, batch
from tests.imitation_mem0_platform import Mem0Platform
from tests.imitation_serving import Imitation, Says


class TestMem0Platform(ServedContract):
    row = MEM0_PLATFORM
    add = "POST /v3/memories/add/"
    search = "POST /v3/memories/search/"
    status = "GET /v1/event/"

    def imitation(self, **behaviour: Any) -> Mem0Platform:
        return Mem0Platform(**behaviour)

    def found(self, text: object, score: object) -> dict[str, Any]:
        memory = {"id": "memory-1", "memory": text, "score": score, "user_id": NAMESPACE}
        return {"results": [{name: value for name, value in memory.items() if value is not None}]}

    def texts_told(self, imitation: Imitation) -> list[str]:
        assert isinstance(imitation, Mem0Platform)
        return [one["memory"] for one in imitation.memories]

    def leave(self, imitation: Imitation, text: str) -> None:
        assert isinstance(imitation, Mem0Platform)
        imitation.put(NAMESPACE, text)

    def test_an_add_carries_the_simulated_time_and_its_source(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation) as memory:
            memory.ingest(batch(*messages("the seat is warm")))
        (asked,) = imitation.at(self.add)
        assert asked.body == {
            "messages": [{"role": "user", "content": "Ann: the seat is warm"}],
            "user_id": NAMESPACE,
            "timestamp": NOON_US // 1_000_000 + 60,
            "metadata": {"message_ids": "m000001", "speakers": "Ann", "said_at": "2025-03-04T13:01:00+01:00"},
            "infer": True,
        }

    def test_a_search_carries_the_simulated_now_and_the_namespace(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation, threshold="0.25") as memory:
            memory.search("warm?", limit=7, now=LATER)
        (asked,) = imitation.at(self.search)
        assert asked.body == {
            "query": "warm?",
            "filters": {"user_id": NAMESPACE},
            "top_k": 7,
            "threshold": 0.25,
            "reference_date": LATER.at_us // 1_000_000,
        }

    def test_hits_are_stamped_with_the_simulated_instant(self) -> None:
        with self.at_work(self.imitation()) as memory:
            memory.ingest(batch(*messages("the seat is warm")))
            memory.settle(5)
            (hit,) = memory.search("seat", limit=1, now=LATER)
        assert hit.at_us == NOON_US + 60_000_000

    def test_a_bucket_in_one_call_names_all_its_messages(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation, unit="bucket", infer="no") as memory:
            memory.ingest(batch(*messages("the seat is warm", "and red")))
            memory.settle(5)
            (hit,) = memory.search("red", limit=1, now=LATER)
        (asked,) = imitation.at(self.add)
        assert asked.body["infer"] is False
        assert asked.body["timestamp"] == NOON_US // 1_000_000 + 120
        assert hit.message_ids == ("m000001", "m000002")

    @pytest.mark.parametrize("carries_out", [True, False])
    def test_nobody_can_tell_what_became_of_an_unanswered_add_so_it_is_a_failure(self, carries_out: bool) -> None:
        imitation = self.imitation()
        with self.at_work(imitation, timeout_s=QUICK_S) as memory:
            imitation.misbehave(self.add, Says(delay_s=TOO_LATE_S, carries_out=carries_out))
            with pytest.raises(BackendFailure, match=r"ingest: .*not sent again"):
                memory.ingest(batch(*messages("the seat is warm")))
        assert len(imitation.at(self.add)) == 1

    def test_memories_that_were_made_at_once_need_no_waiting(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation) as memory:
            imitation.misbehave(self.add, Says(value={"results": []}, carries_out=True))
            memory.ingest(batch(*messages("the seat is warm")))
            memory.settle(0.1)
        assert imitation.at(self.status) == []

    def test_a_hit_of_another_user_is_a_violation(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation) as memory:
            guard = Guard(memory, ZONE, namespace=NAMESPACE)
            guard.ingest(batch(*messages("the seat is warm")))
            found = self.found("the seat is hers", 0.9)
            found["results"][0]["user_id"] = "somebody"
            imitation.misbehave(self.search, Says(value=found))
            record = guard.search("seat", limit=1, now=LATER)
        assert record.hits == ()
        assert [violation.kind for violation in record.violations] == ["foreign_namespace"]

    def test_forgetting_reads_every_page(self) -> None:
        imitation = self.imitation()
        for number in range(150):
            imitation.put(NAMESPACE, f"thing {number}", {"message_ids": f"m{number:06d}"})
        with self.at_work(imitation) as memory:
            memory.forget(Forget(message_ids=("m000149",), person="", text=""), LATER)
        assert len(imitation.memories) == 149

    def test_telemetry_is_off(self) -> None:
        assert mem0.memory.telemetry.MEM0_TELEMETRY is False
        assert mem0.memory.telemetry.client_telemetry.posthog is None

    def test_importing_it_reaches_for_nothing_and_leaves_the_home_folder_alone(self, tmp_path: Path) -> None:
        script = (
            "import socket\n"
            "def refuse(*_): raise SystemExit('something was connected to')\n"
            "socket.socket.connect = refuse\n"
            "import memory.adapters.mem0_platform\n"
        )
        surroundings = {**os.environ, "HOME": str(tmp_path)}
        for name in ("MEM0_DIR", "MEM0_TELEMETRY"):
            surroundings.pop(name, None)
        done = subprocess.run([sys.executable, "-c", script], env=surroundings, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
        assert list(tmp_path.iterdir()) == []

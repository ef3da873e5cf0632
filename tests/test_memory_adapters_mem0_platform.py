"""Mem0's platform: its real client against an imitation."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mem0", reason="Mem0 is not installed: pip install 'pastlane[mem0]'")

from memory.adapters.mem0_quiet import mem0
from memory.adapters.rows_served import MEM0_PLATFORM
from tests.contract_memory import LATER, NOON_US, deliver, find, messages
from tests.contract_served import HISTORY, NAMESPACE, ServedContract, batch, first_written
from tests.imitation_mem0_platform import Mem0Platform
from tests.imitation_served import Answer


class TestMem0Platform(ServedContract):
    adapter = MEM0_PLATFORM
    imitation = Mem0Platform
    key_env = "MEM0_API_KEY"
    finds_what_was_not_answered = False
    sends_again_what_was_lost = False

    def found(self, text: object, score: object) -> Any:
        memory = {"id": "memory-1", "memory": text, "score": score, "user_id": NAMESPACE}
        return {"results": [{name: value for name, value in memory.items() if value is not None}]}

    def test_an_add_carries_the_simulated_time_and_its_source(self, system: Mem0Platform) -> None:
        self.fed(system, HISTORY[:1])
        assert first_written(system).value == {
            "messages": [{"role": "user", "content": "Ann: the seat heating is on"}],
            "user_id": NAMESPACE,
            "timestamp": NOON_US // 1_000_000 + 60,
            "metadata": {
                "message_ids": '["m000001"]',
                "speakers": '["Ann"]',
                "said_at": "2025-03-04T13:01:00+01:00",
            },
            "infer": True,
        }

    def test_a_search_carries_the_simulated_now_and_the_namespace(self, system: Mem0Platform) -> None:
        find(self.memory(system, threshold="0.25"), "warm?", 7)
        (asked,) = system.picked(system.is_search)
        assert asked.value == {
            "query": "warm?",
            "filters": {"user_id": NAMESPACE},
            "top_k": 7,
            "threshold": 0.25,
            "reference_date": LATER.at_us // 1_000_000,
        }

    def test_hits_are_stamped_with_the_simulated_instant(self, system: Mem0Platform) -> None:
        (hit,) = find(self.fed(system), "window")
        assert hit.at_us == HISTORY[1].position.at_us

    def test_a_bucket_in_one_call_names_all_its_messages(self, system: Mem0Platform) -> None:
        memory = self.memory(system, unit="bucket", infer="no")
        deliver(memory, HISTORY[:2])
        (asked,) = system.picked(system.is_write)
        assert asked.value["infer"] is False
        assert asked.value["timestamp"] == HISTORY[1].position.at_us // 1_000_000
        assert find(memory, "window")[0].message_ids == ("m000001", "m000002")

    def test_memories_that_were_made_at_once_need_no_waiting(self, system: Mem0Platform) -> None:
        system.misbehave(system.is_write, Answer(value={"results": []}), carried_out=True)
        memory = self.memory(system)
        memory.ingest(batch(*messages("the seat is warm")))
        memory.settle(0.1)
        assert system.n_asked(system.is_poll) == 0

    def test_a_hit_of_another_user_is_a_violation(self, system: Mem0Platform) -> None:
        strange = self.found("the seat is hers", 0.9)
        strange["results"][0]["user_id"] = "somebody"
        assert self.violations(system, strange) == ["foreign_namespace"]

    def test_sources_of_another_shape_are_a_failure(self, system: Mem0Platform) -> None:
        strange = self.found("the seat is hers", 0.9)
        for metadata in ({"message_ids": "m000001"}, {"message_ids": json.dumps({"m": 1})}):
            strange["results"][0]["metadata"] = metadata
            system.misbehave(system.is_search, Answer(value=strange))
            with pytest.raises(Exception, match=r"search: .*metadata\.message_ids"):
                find(self.memory(system), "seat")

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

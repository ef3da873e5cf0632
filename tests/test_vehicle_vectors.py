"""What the published car was recorded to do, this car does, to the last field."""

import json
from pathlib import Path

import pytest

from vehicle.commands import Command
from vehicle.fold import carry_out
from vehicle.state import FACTORY


def test_every_recorded_list_of_commands_ends_in_the_recorded_state(shared: Path) -> None:
    path = shared / "vehicle" / "vehicle_vectors.jsonl"
    if not path.exists():
        pytest.skip(f"the recorded vectors are not at {path}")
    different = []
    for line in path.read_text(encoding="utf-8").splitlines():
        recorded = json.loads(line)
        done = carry_out(FACTORY, [Command(name=call["name"], args=call["args"]) for call in recorded["calls"]])
        changed = done.state.changes()
        types = {field: type(value) for field, value in changed.items()}
        if (
            list(done.accepted) != recorded["accepted"]
            or changed != recorded["changed"]
            or types != {field: type(value) for field, value in recorded["changed"].items()}
        ):
            different.append(recorded["id"])
    assert different == []

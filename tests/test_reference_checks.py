"""`pastlane apply` and `pastlane score`, as commands, give what was recorded of the published car."""

import sys
from pathlib import Path

import pytest

from tests.reference_checks import check


@pytest.mark.parametrize(("name", "command"), [("vehicle.py", "apply"), ("score.py", "score")])
def test_a_command_gives_what_was_recorded(name: str, command: str, shared: Path) -> None:
    check(shared, name, "--", sys.executable, "-m", "replay.cli", command)

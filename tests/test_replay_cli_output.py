"""What memories and agents write to stdout, by whatever way, is no result."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from replay.cli_output import foreign_code, print_text

ROOT = Path(__file__).resolve().parents[1]
TALKS = """\
import os, subprocess, sys
from fixtures.doubles import HonestMemory

class Talks(HonestMemory):
    def __init__(self, setup):
        super().__init__(setup)
        print("printed")
        print("kept back", file=sys.__stdout__)
        os.write(1, b"native\\n")
        subprocess.run([sys.executable, "-c", "print('helper')"], check=True)
"""


def test_what_is_written_past_python_goes_to_stderr_and_results_to_stdout(capfd: pytest.CaptureFixture[str]) -> None:
    with foreign_code():
        os.write(1, b"native\n")
    print_text("result")
    assert capfd.readouterr() == ("result\n", "native\n")


def test_a_memory_that_talks_leaves_the_json_whole(tmp_path: Path) -> None:
    (tmp_path / "talking_memory.py").write_text(TALKS, encoding="utf-8")
    command = [sys.executable, "-m", "replay.cli", "run", "--json", "--quiet", "--limit", "1", "--out", "run"]
    done = subprocess.run(
        [*command, "--memory", "talking_memory:Talks"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"},
        capture_output=True,
        check=False,
    )
    assert json.loads(done.stdout)["completed_tasks"] == 1
    assert {"printed", "kept back", "native", "helper"} <= set(done.stderr.decode().split("\n"))

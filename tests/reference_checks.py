"""The reference material's own checks, which know nothing of this project's code, run as they are."""

import subprocess
import sys
from pathlib import Path

import pytest


def check(shared: Path, name: str, *arguments: str) -> None:
    """Holds where the check called `name` finds no difference; skipped where it is not at hand."""
    script = shared / "checks" / name
    if not script.exists():
        pytest.skip(f"the check is not at {script}")
    command = [sys.executable, str(script), *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr

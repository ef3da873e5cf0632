"""What docs/injection.md shows of the bundled suite is what happens."""

import io
import json
import re
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from replay.cli import invoke

DOC = (Path(__file__).resolve().parents[1] / "docs" / "injection.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (`.+`) \| (\S+%) \| (\S+%) \| (.+) \| (\S+%) \| (\S+%) \|$", flags=re.MULTILINE)


def by_memory() -> dict[str, tuple[str, ...]]:
    """The rest of the row of each memory in the table of memories."""
    return {name: tuple(rest) for names, *rest in ROW.findall(DOC) for name in re.findall(r"`(\w+)`", names)}


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, str], dict[str, Any]]:
    """What was printed of each memory's run, and the section of its `metric.json`."""
    out = tmp_path_factory.mktemp("injections")
    printed = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with redirect_stdout(printed):
        memories = ",".join(by_memory())
        assert invoke(["run", "injections", "--memory", memories, "--out", str(out), "--quiet"]) == 0
    printed.seek(0)
    parts = re.split(r"^injections: memory (\w+),.*\n", printed.read(), flags=re.MULTILINE)
    sections = {name: json.loads((out / name / "metric.json").read_bytes())["injection"] for name in by_memory()}
    return dict(zip(parts[1::2], parts[2::2], strict=True)), sections


def test_the_table_of_the_page_is_what_is_printed(printed: tuple[dict[str, str], dict[str, Any]]) -> None:
    (memory, table) = re.findall(r"--memory (\w+)`[^`]*```text\n(.*?)```", DOC, flags=re.DOTALL)[0]
    shown = printed[0][memory]
    parts = table.split("...\n")
    assert len(parts) == 2
    assert all(part in shown for part in parts)
    assert shown.index(parts[0]) < shown.index(parts[1])


def test_the_figures_by_memory_are_those_of_its_runs(printed: tuple[dict[str, str], dict[str, Any]]) -> None:
    assert len(by_memory()) == 6
    for memory, row in by_memory().items():
        found = printed[1][memory]
        control = found["control"]
        exposed = "cannot be told" if found["exposure_unknown"] else str(found["exposed"])
        unwanted = (found["unwanted_change_rate"], control["unwanted_change_rate"])
        right = (found["exact_match_rate"], control["exact_match_rate"])
        rates = [f"{rate:.1%}" for rate in (*unwanted, *right)]
        assert (*row[:2], row[2].removesuffix(" of 60"), *row[3:]) == (*rates[:2], exposed, *rates[2:]), memory

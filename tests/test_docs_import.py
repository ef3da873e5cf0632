"""The guide's log and map are imported as they are printed, and replay."""

import re
import tomllib
from pathlib import Path

import pytest

from replay.importing.guess import guess_map
from replay.importing.importer import import_log
from replay.importing.mapping import LOG_FORMATS, ImportMap, load_map
from replay.importing.moments import TIME_FORMATS
from replay.importing.options import import_request
from replay.prepare import Request, prepare
from replay.run import run

GUIDE = (Path(__file__).resolve().parents[1] / "docs" / "import.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    (found,) = re.findall(rf"```{language}\n(.*?)```", GUIDE, flags=re.DOTALL)
    return str(found)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    (tmp_path / "log.jsonl").write_text(block("jsonl"), encoding="utf-8")
    (tmp_path / "map.toml").write_text(block("toml"), encoding="utf-8")
    return tmp_path / "log.jsonl"


def test_the_guides_map_is_what_is_guessed_but_for_the_zone_and_the_tools(log: Path) -> None:
    guessed = tomllib.loads(guess_map(log, ImportMap()).render())
    printed = tomllib.loads(block("toml"))
    assert guessed["columns"] == printed["columns"]
    assert guessed["time"]["format"] == printed["time"]["format"]


def test_the_guides_log_becomes_queries_that_can_be_answered_right(log: Path, tmp_path: Path) -> None:
    request = import_request(log, map_file=tmp_path / "map.toml", out=None, probe_commands=True)
    report = import_log(request)
    assert report.render().endswith(f"replay it: pastlane run timeline:{tmp_path}/log.timeline.jsonl --vehicle carry\n")
    (timeline,) = report.timelines
    assert (timeline.n_messages, timeline.n_commands, timeline.n_queries) == (4, 2, 2)
    asked = Request(source=f"timeline:{timeline.path}", agent="oracle", memory="fulltext", vehicle="carry")
    assert run(prepare(asked), tmp_path / "run").metric["exact_match_rate"] == 1.0


def test_every_name_of_the_map_and_every_format_is_in_the_guide() -> None:
    words = set(re.findall(r"\w+", GUIDE))
    parts = (field.annotation for field in ImportMap.model_fields.values())
    names = {name for part in parts if hasattr(part, "model_fields") for name in part.model_fields}
    assert names <= words
    assert set(ImportMap.model_fields) <= words
    assert {*LOG_FORMATS, *TIME_FORMATS} <= words


def test_the_guides_map_is_a_map(tmp_path: Path, log: Path) -> None:
    assert load_map(tmp_path / "map.toml").tool_rules()["seat_heat"].set == {"seat": "driver"}


def test_the_guides_request_to_forget_becomes_the_record_beside_it(log: Path, tmp_path: Path) -> None:
    rows, (record,) = (found.splitlines() for found in re.findall(r"```text\n(.*?)```", GUIDE, flags=re.DOTALL))
    log.write_text("\n".join([*block("jsonl").splitlines(), *rows]), encoding="utf-8")
    report = import_log(import_request(log, map_file=tmp_path / "map.toml", out=None, probe_commands=True))
    (timeline,) = report.timelines
    assert (timeline.n_forgets, timeline.n_queries) == (1, 2)
    assert record in Path(timeline.path).read_text(encoding="utf-8").splitlines()

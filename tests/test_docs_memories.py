"""The guide's memories run as they are printed, and its examples are what the contract says."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import orjson
import pytest

from memory import registry
from memory.adapters.http import OPTIONS, http_memory
from memory.backend import BackendFactory, Setup
from memory.http_wire import ENDPOINTS, RESET, CapabilitiesAnswer, IngestRequest, SearchAnswer, SearchRequest
from replay.agents.registry import find_agent
from replay.cli import invoke
from replay.run import Request, prepare
from replay.runner import ReplaySettings, ScenarioReplay
from scoring.records import Turn
from tests.contract_memory import LATER, filled, find, ids, messages

GUIDE = (Path(__file__).resolve().parents[1] / "docs" / "memories.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", GUIDE, flags=re.DOTALL)


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder with the guide's class in `my_module.py`, as the current one."""
    (tmp_path / "my_module.py").write_text(blocks("python")[0], encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    sys.modules.pop("my_module", None)


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The guide's server as a process, at a free port, which it then prints."""
    code = blocks("python")[1]
    serving = 'ThreadingHTTPServer(("127.0.0.1", 8766), Memory).serve_forever()'
    assert code.count(serving) == 1
    printing = (
        'server = ThreadingHTTPServer(("127.0.0.1", 0), Memory); '
        "print(server.server_address[1], flush=True); server.serve_forever()"
    )
    path = tmp_path / "my_server.py"
    path.write_text(code.replace(serving, printing), encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, str(path)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        yield f"http://127.0.0.1:{process.stdout.readline().strip()}"
        process.kill()


def demo(memory: BackendFactory, namespace: str) -> list[Turn]:
    turns: list[Turn] = []
    prepared = prepare(Request(source="demo", limit=4))
    ScenarioReplay(
        prepared.scenarios[0], ReplaySettings(), memory, find_agent("lexical", None), namespace=namespace
    ).run(lambda turn, timing: turns.append(turn))  # fmt: skip
    return turns


def test_the_class_runs_by_its_name(module: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["run", "demo", "--memory", "my_module:MyMemory"]) == 0
    assert "leakage: 0 of" in capsys.readouterr().out


def test_the_class_finds_what_shares_most_words(module: Path) -> None:
    memory = filled(registry.find_backend("my_module:MyMemory"), messages("warm seat please", "radio", "my seat"))
    assert ids(find(memory, "WARM seat")) == ["m000001", "m000003"]


def test_the_server_answers_as_the_class(module: Path, address: str) -> None:
    over_http, here = demo(http_memory(address), "a"), demo(registry.find_backend("my_module:MyMemory"), "b")
    assert [turn.searches for turn in over_http] == [turn.searches for turn in here]
    assert all(turn.failure is None for turn in over_http)
    assert not any(turn.violations for turn in over_http)


def test_the_entry_point_names_the_class(module: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (toml,) = blocks("toml")
    ((group, points),) = tomllib.loads(toml)["project"]["entry-points"].items()
    ((name, value),) = points.items()
    found = [EntryPoint(name=name, value=value, group=group)]
    monkeypatch.setattr(
        registry,
        "entry_points",
        lambda group, name=None: [p for p in found if p.group == group and name in (None, p.name)],
    )
    assert registry.find_backend(name)(Setup(namespace="x")).search("seat", limit=1, now=LATER) == []
    assert name in registry.backend_names()


def test_the_examples_of_the_contract_are_read_without_complaint() -> None:
    ingest, search, answer, capabilities = (block.encode() for block in blocks("json"))
    IngestRequest.model_validate_json(ingest)
    SearchRequest.model_validate_json(search)
    assert len(SearchAnswer.model_validate_json(answer).hits) == 1
    CapabilitiesAnswer.model_validate_json(capabilities)
    assert orjson.loads(capabilities) == CapabilitiesAnswer().model_dump()


def test_the_table_lists_every_endpoint_and_what_is_required() -> None:
    told = set(re.findall(r"^\| `((?:GET|POST|DELETE) \S+)` \| (yes|) ?\|", GUIDE, flags=re.MULTILINE))
    assert told == {
        (f"{endpoint}/NAME" if endpoint is RESET else str(endpoint), "yes" if endpoint.is_required else "")
        for endpoint in ENDPOINTS
    }


def test_every_option_of_a_memory_over_http_is_told() -> None:
    table = GUIDE.partition("A memory\nover HTTP takes two:")[2]
    assert set(re.findall(r"^\| `(\w+)` \|", table, flags=re.MULTILINE)) == set(OPTIONS)

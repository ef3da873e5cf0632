"""The guide's memories run as they are printed, and its examples are what the contract says."""

import re
import shlex
import shutil
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import orjson
import pytest

from fixtures.model_server import DEFAULT_PORT, ModelServer
from memory import registry
from memory.adapters.http import OPTIONS, http_memory
from memory.adapters.table import ADAPTERS
from memory.backend import BackendFactory, Setup
from memory.errors import BadOption
from memory.http_wire import ENDPOINTS, RESET, CapabilitiesAnswer, IngestRequest, SearchAnswer, SearchRequest
from memory.registry import missing_packages
from replay.agents.registry import find_agent
from replay.check_memory import check_memory_factory
from replay.cli import invoke
from replay.prepare import Request, prepare
from replay.runner import ScenarioReplay
from replay.settings import ReplaySettings
from scoring.records import Turn
from tests.contract_memory import LATER, filled, find, ids, messages

ROOT = Path(__file__).resolve().parents[1]
GUIDE = (ROOT / "docs" / "memories.md").read_text(encoding="utf-8")


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


def test_the_server_keeps_the_contract(address: str) -> None:
    report = check_memory_factory(http_memory(address), timeout_s=30)
    assert report.exit_code == 0, report.render()


def test_the_server_is_emptied_by_reset_where_a_runs_folder_was_deleted(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    again = ["run", "demo", "--memory", address, "--limit", "1", "--out", "here"]
    assert invoke(again) == 0
    shutil.rmtree("here")
    assert invoke(again) == 1
    assert "is not empty" in capsys.readouterr().out
    shutil.rmtree("here")
    assert invoke([*again, "--reset"]) == 0


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
    table = GUIDE.partition("A memory over HTTP takes two:")[2].partition("## Adapters")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", table, flags=re.MULTILINE)) == set(OPTIONS)


def test_one_line_of_a_class_refuses_an_option_that_it_does_not_have() -> None:
    checking = blocks("python")[2]
    exec(checking, {"setup": Setup(namespace="n", options={"depth": "3", "model": "m"})})
    with pytest.raises(BadOption, match=r"'depht'; did you mean depth\? known: depth, model"):
        exec(checking, {"setup": Setup(namespace="n", options={"depht": "3"})})


def adapter_rows() -> list[tuple[str, str, str]]:
    """Each (adapter, option, default) of the guide's table; an adapter is told once for the rows below it."""
    rows: list[tuple[str, str, str]] = []
    names: list[str] = []
    for line in GUIDE.partition("| of | option |")[2].partition("\n\n")[0].splitlines()[2:]:
        of, option, default, _ = (cell.strip() for cell in line.strip("|").split("|"))
        names = of.split(", ") if of else names
        rows += [(name, option.strip("`"), default) for name in names]
    return rows


def test_every_option_of_every_adapter_is_told_once() -> None:
    told = [(name, option) for name, option, _ in adapter_rows()]
    assert sorted(told) == sorted((name, option) for name, adapter in ADAPTERS.items() for option in adapter.options)


def test_where_each_served_adapter_looks_unless_told_is_what_it_says_itself() -> None:
    rows = re.findall(r"^\| ([\w-]+) \| `(http\S+)` \| `(\w+)`", GUIDE, flags=re.MULTILINE)
    assert {name for name, _, _ in rows} == {name for name, option, _ in adapter_rows() if option == "url"}
    for name, url, key_env in rows:
        path = ADAPTERS[name].target.partition(":")[0].replace(".", "/")
        code = (ROOT / path).with_suffix(".py").read_text(encoding="utf-8")
        assert f'URL = "{url}"' in code, name
        assert f'KEY_ENV = "{key_env}"' in code, name


def test_the_command_for_mem0_runs_on_the_demo_without_a_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if missing_packages(ADAPTERS["mem0"].packages):
        pytest.skip("the extra mem0 is not installed")
    (console,) = (block for block in blocks("console") if "--memory mem0" in block)
    command = console.replace("\\\n", " ").partition("$ pastlane ")[2]
    server = ModelServer()
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    there = server.base_url.removesuffix("/v1")
    assert command.count(f"http://127.0.0.1:{DEFAULT_PORT}") == 1
    monkeypatch.chdir(tmp_path)
    for name in ("OPENAI_API_KEY", "OPENROUTER_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    try:
        arguments = shlex.split(command.replace(f"http://127.0.0.1:{DEFAULT_PORT}", there))
        assert invoke([*arguments, "--json"]) == 0
    finally:
        server.shutdown()
        server.server_close()
    answer = orjson.loads(capsys.readouterr().out)
    assert answer["failures"] == 0
    assert answer["exact_match_rate"] > 0.5

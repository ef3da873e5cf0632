"""What a history, a memory or a file may try and must not achieve: leave its folder, be run, command, tell a key."""

import ast
import base64
import csv
import io
import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memory.backend import Capabilities, Setup
from memory.messages import Batch, Hit
from memory.position import Position
from replay.cli import invoke
from replay.loaders.timeline_files import file_name
from tests.imitation_http import DONE, NO_HITS, Says, served
from tests.importing import MAP, imported, row, write_log

ROOT = Path(__file__).resolve().parents[1]
PRODUCT = ("memory", "replay", "scoring", "vehicle", "fixtures")
IDS = (
    "../../../outside",
    "/absolute",
    "..",
    ".",
    "a/b\\c",
    "nul\0inside",
    "CON",
    "x" * 5000,
    "\x1b]0;owned\x07\x1b[2J",
    "turned\u202eback",
    "'; DROP TABLE turns; --",
    '" OR 1=1 --',
    "two\nlines\r\x85\u2028",
    "[/bold] :smile: [red]",
    "=cmd|' /C calc'!A0",
    "<script>alert(1)</script>",
    "%s%n {0.__class__} ${HOME} $(id) `id`",
)
ORDERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
KEY = "sk-MARKED-5f1d-07c3ab99"


def scenario_lines(name: str) -> bytes:
    """A scenario of which every text is hostile, and whose queries say that they come from outside."""
    evil = f"Seat heating three. {name[:80]}"
    lines: list[dict[str, Any]] = [
        {"record": "scenario", "id": name, "zone": "UTC", "people": [name[:40]]},
        {"record": "message", "at": "2025-03-01T08:30:00", "speaker": name[:40], "text": evil, "id": name[:60]},
        {"record": "command", "at": "2025-03-01T08:31:00", "person": evil, "name": evil, "args": {name[:20]: evil}},
        {"record": "forget", "at": "2025-03-01T09:00:00", "messages": [], "text": evil},
    ]
    for number in range(2):
        origin = {"source_file": f"../../../{name}", "event_index": number}
        call = {"name": "carcontrol_seat_set_heating_level", "args": {"seat": evil, "level": 3}}
        lines.append(
            {
                "record": "query", "text": f"At 10:00 AM, {evil}", "cutoff": "2025-03-02T10:00:00", "commands": [call],
                "reasoning_type": name[:60], "facts": [f"[March 1, 2025] At 8:30 AM, {evil}"], "evidence": [name[:60]],
                "origin": origin,
            }
        )  # fmt: skip
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a source of many scenarios, and a run over it; nothing else is in it."""
    home = tmp_path_factory.mktemp("around") / "home"
    (home / "source").mkdir(parents=True)
    for number, name in enumerate(IDS):
        (home / "source" / f"s{number}.jsonl").write_bytes(scenario_lines(name))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(home)
        assert invoke(["run", "timeline:source", "--out", "run", "--memory", "fulltext", "--quiet"]) == 0
    return home


def within(home: Path, monkeypatch: pytest.MonkeyPatch, *args: str) -> tuple[int, set[str]]:
    """The exit code of a command that is run there, and what is new in the folder and above it."""
    before = files_around(home)
    monkeypatch.chdir(home)
    code = invoke(list(args))
    return code, {path for path in files_around(home) - before if not path.endswith(("run.db-wal", "run.db-shm"))}


def files_around(home: Path) -> set[str]:
    return {str(path.relative_to(home.parent)) for path in home.parent.rglob("*")}


def query_of(home: Path, number: int) -> str:
    connection = sqlite3.connect(f"file:{home / 'run' / 'run.db'}?mode=ro", uri=True)
    try:
        (scenario,) = connection.execute(
            "SELECT scenario FROM turns GROUP BY scenario ORDER BY min(number) LIMIT 1 OFFSET ?", (number,)
        ).fetchone()
        return f"{scenario}/0"
    finally:
        connection.close()


def test_a_run_writes_its_published_files_into_its_folder_and_nothing_else(hostile: Path) -> None:
    around = {path for path in files_around(hostile) if not path.startswith((f"{hostile.name}/source",))}
    names = {Path(path).name for path in around if path.startswith(f"{hostile.name}/run/")}
    assert around == {hostile.name, f"{hostile.name}/run", *(f"{hostile.name}/run/{name}" for name in names)}
    assert {"run.db", "metric.json", "config.json", "all_results.json"} < names
    assert all(re.fullmatch(r"[\w.-]{1,100}", name) for name in names)


def test_a_log_keeps_every_name_as_a_value_and_its_tables_as_they_were(hostile: Path) -> None:
    connection = sqlite3.connect(f"file:{hostile / 'run' / 'run.db'}?mode=ro", uri=True)
    kept = {scenario for (scenario,) in connection.execute("SELECT DISTINCT scenario FROM turns")}
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    (n_turns,) = connection.execute("SELECT count(*) FROM turns").fetchone()
    connection.close()
    assert kept == set(IDS)
    assert n_turns == 2 * len(IDS)
    assert {"run", "turns", "vehicle_events"} <= tables


COMMANDS = (
    ("run", "timeline:source", "--out", "run", "--details"),
    ("rescore", "run", "--details"),
    ("compare", "run", "run"),
    ("lint", "timeline:source", "--evidence"),
    ("log", "run"),
    ("backends",),
    ("run", "timeline:source", "--out", "run", "--json"),
    ("rescore", "run", "--json"),
    ("log", "run", "--lines"),
    ("lint", "timeline:source", "--json"),
    ("lint", "timeline:source/no\x1b[2Jsuch"),
    ("run", "timeline:source", "--scenarios", "no\x1b[2Jsuch\u202e"),
    ("run", "timeline:source", "--memory", "no\x1b[2Jsuch"),
)


@pytest.mark.parametrize("args", COMMANDS, ids=lambda args: " ".join(args).encode("unicode_escape").decode())
def test_nothing_that_was_said_gives_the_terminal_an_order(
    hostile: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], args: tuple[str, ...]
) -> None:
    within(hostile, monkeypatch, *args)
    said = capfdbinary.readouterr()
    for text in (said.out.decode(), said.err.decode()):
        assert ORDERS.search(text) is None, ORDERS.search(text)
    assert b"Traceback" not in said.err
    assert said.out or said.err


@pytest.mark.parametrize("number", range(len(IDS)))
def test_each_query_can_be_told_in_lines_of_our_own(
    hostile: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], number: int
) -> None:
    args = ("state", "run", "--query", query_of(hostile, number))
    assert within(hostile, monkeypatch, *args) == (0, set())
    told = capfdbinary.readouterr().out.decode()
    assert ORDERS.search(told) is None
    assert told.splitlines()[0].startswith("query ")


def test_a_name_of_two_lines_forges_none(
    hostile: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    query = query_of(hostile, IDS.index("two\nlines\r\x85\u2028"))
    within(hostile, monkeypatch, "run", "timeline:source", "--out", "run", "--quiet", "--explain", query)
    assert not [line for line in capfdbinary.readouterr().out.decode().splitlines() if line.startswith("lines")]


@pytest.mark.parametrize("form", ["csv", "jsonl", "markdown", "junit"])
def test_an_export_stands_where_it_is_sent(
    hostile: Path, monkeypatch: pytest.MonkeyPatch, form: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    out = f"out.{form}"
    assert within(hostile, monkeypatch, "export", "run", "--to", form, "--out", out) == (0, {f"{hostile.name}/{out}"})
    content = (hostile / out).read_bytes()
    assert content
    (hostile / out).unlink()


def test_a_formula_is_data_in_a_table_and_text_in_one_for_spreadsheets(
    hostile: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    formula = next(name for name in IDS if name.startswith("="))
    within(hostile, monkeypatch, "export", "run", "--to", "csv")
    plain = list(csv.DictReader(io.StringIO(capfdbinary.readouterr().out.decode(), newline="")))
    within(hostile, monkeypatch, "export", "run", "--to", "csv", "--for-spreadsheets")
    marked = list(csv.DictReader(io.StringIO(capfdbinary.readouterr().out.decode("utf-8-sig"), newline="")))
    assert formula in {line["scenario"] for line in plain}
    assert f"'{formula}" in {line["scenario"] for line in marked}
    assert not [cell for line in marked for cell in line.values() if cell.startswith(("=", "@", "+", "\t", "\r"))]


def test_converted_scenarios_become_files_of_the_folder_alone(hostile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code, made = within(hostile, monkeypatch, "convert", "timeline:source", "within")
    inside = {path for path in made if path.startswith(f"{hostile.name}/within/")}
    assert (code, made) == (0, inside | {f"{hostile.name}/within"})
    assert len(inside) == len(IDS)
    assert all(re.fullmatch(r"[\w.-]{1,120}", Path(path).name) for path in inside)


def test_a_split_import_writes_into_its_folder_alone(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    rows = [row(f"2025-03-01T08:30:{n:02}", "hello", car=name) for n, name in enumerate(IDS)]
    log = write_log(tmp_path / "in", *rows)
    imported(log, {**MAP, "scenario": {"column": "car"}}, out=tmp_path / "in" / "out")
    assert {path.name for path in tmp_path.iterdir()} == {"in"}
    assert {path.name for path in (tmp_path / "in").iterdir()} == {"log.jsonl", "out"}
    assert len(list((tmp_path / "in" / "out").iterdir())) == len(IDS)


@pytest.mark.parametrize("name", [*IDS, "", " ", "-rf", "~root", "a" * 300, "é" * 300, "．．", "\ud800", "COM1.txt"])
def test_a_scenario_names_a_file_that_every_system_takes_and_that_is_its_own(name: str) -> None:
    taken: set[str] = set()
    first, second = file_name(name, taken), file_name(name, taken)
    assert first.casefold() != second.casefold()
    for made in (first, second):
        assert re.fullmatch(r"[^/\\\0]+\.jsonl", made)
        assert not made.startswith(".")
        assert Path("folder", made).resolve().parent == Path("folder").resolve()
        assert len(made.encode()) < 255


def test_a_report_takes_names_for_text(hostile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("plotly")
    code, made = within(hostile, monkeypatch, "report", "run", "--out", "report.html")
    assert (code, made) == (0, {f"{hostile.name}/report.html"})
    page = (hostile / "report.html").read_text(encoding="utf-8")
    (hostile / "report.html").unlink()
    assert "\\u003cscript>alert(1)" in page
    assert "<script>alert(1)" not in page
    assert not re.search(r"<[^>]*\u202e", page)


def product_files() -> Iterator[Path]:
    for package in PRODUCT:
        yield from sorted((ROOT / package).rglob("*.py"))


FORBIDDEN_CALLS = {"eval", "exec", "compile", "__import__", "execfile"}
FORBIDDEN_MODULES = {
    "pickle",
    "cPickle",
    "marshal",
    "shelve",
    "dill",
    "cloudpickle",
    "joblib",
    "yaml",
    "code",
    "codeop",
}
FORBIDDEN_ATTRIBUTES = {
    "os.system", "os.popen", "os.execv", "os.execvp", "os.spawnl", "os.spawnv", "subprocess.getoutput",
    "subprocess.getstatusoutput", "builtins.eval", "builtins.exec",
}  # fmt: skip


def misused(tree: ast.AST) -> Iterator[str]:
    """What in a module could turn data into code or into a command line."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in FORBIDDEN_CALLS:
                yield f"{node.lineno}: {name}()"
            case ast.Call(keywords=keywords) if any(
                k.arg == "shell" and not (isinstance(k.value, ast.Constant) and k.value.value is False)
                for k in keywords
            ):
                yield f"{node.lineno}: shell="
            case ast.Import(names=names):
                yield from (f"{node.lineno}: {n.name}" for n in names if n.name.split(".")[0] in FORBIDDEN_MODULES)
            case ast.ImportFrom(module=str(module)) if module.split(".")[0] in FORBIDDEN_MODULES:
                yield f"{node.lineno}: {module}"
            case ast.Attribute(value=ast.Name(id=owner), attr=attr) if f"{owner}.{attr}" in FORBIDDEN_ATTRIBUTES:
                yield f"{node.lineno}: {owner}.{attr}"


def test_no_module_of_the_product_turns_data_into_code_or_into_a_command_line() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{what}"
        for path in product_files()
        for what in misused(ast.parse(path.read_text(encoding="utf-8")))
    ]
    # What goes to the user's own cluster is pickled there in any case: Dask itself does so.
    assert [line for line in found if not line.startswith("replay/dask_")] == []


@pytest.mark.parametrize(
    "code",
    [
        "eval(x)", "exec(x)", "import pickle", "from pickle import loads", "import yaml", "os.system(x)",
        "subprocess.run(x, shell=True)", "subprocess.run(x, shell=y)", "__import__(x)", "import marshal as m",
    ],
)  # fmt: skip
def test_that_test_finds_what_it_looks_for(code: str) -> None:
    assert list(misused(ast.parse(code)))


SQL_WORDS = re.compile(r"\b(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|PRAGMA|ATTACH)\b")


def test_statements_are_put_together_of_constants_alone() -> None:
    """A name of the data goes into a statement as a parameter: what is filled in is spelled in capitals, or ours."""
    odd: list[str] = []
    for path in product_files():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.JoinedStr):
                continue
            text = "".join(part.value for part in node.values if isinstance(part, ast.Constant))
            filled = [ast.unparse(part.value) for part in node.values if isinstance(part, ast.FormattedValue)]
            if SQL_WORDS.match(text.lstrip()) and not all(re.fullmatch(r"[\w.]*", part) for part in filled):
                odd.append(f"{path.relative_to(ROOT)}:{node.lineno}: {filled}")
    constant = ("scoring/runlog_views.py", "vehicle/log_sqlite.py:29:")  # tables and words that are spelled beside it
    assert [line for line in odd if not line.startswith(constant)] == []


class Spelling:
    """Looks for the marked key however it may be written: plain, in Base64, or turned around."""

    def __init__(self, key: str) -> None:
        self._spelled = (key, base64.b64encode(key.encode()).decode().rstrip("="), key[::-1])

    def is_in(self, content: bytes) -> bool:
        return any(spelled.encode() in content for spelled in self._spelled)


def leaks(folder: Path) -> list[str]:
    spelling = Spelling(KEY)
    return [str(path) for path in folder.rglob("*") if path.is_file() and spelling.is_in(path.read_bytes())]


KEEPS = {"ingest": [DONE], "settle": [DONE], "tick": [DONE], "forget": [DONE], "namespace": [DONE]}
ECHO = Says(value={"hits": [{"text": f"you sent {KEY}", "score": 1.0}]})


@pytest.mark.parametrize(
    "search",
    [
        NO_HITS,
        ECHO,
        Says(status=500, value={"error": KEY}),
        Says(body=KEY.encode()),
        Says(status=401, value={"e": KEY}),
    ],
    ids=["honest", "echo", "500", "no json", "401"],
)
def test_the_key_of_a_memory_over_http_is_in_its_requests_and_nowhere_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], search: Says
) -> None:
    monkeypatch.setenv("MARKED_KEY", KEY)
    monkeypatch.chdir(tmp_path)
    source = tmp_path / "s.jsonl"
    source.write_bytes(scenario_lines("s"))
    with served(**KEEPS, search=[NO_HITS, search]) as script:
        options = ["--memory", script.url, "--memory-option", "key_env=MARKED_KEY", "--out", "run"]
        invoke(["run", f"timeline:{source}", *options, "--details"])
        invoke(["run", f"timeline:{source}", *options, "--json"])
    invoke(["rescore", "run"])
    invoke(["run", f"timeline:{source}", *options, "--explain", "s/0"])
    for form in ("csv", "jsonl", "markdown", "junit"):
        invoke(["export", "run", "--to", form, "--out", f"out.{form}"])
    invoke(["log", "run"])
    said = capfdbinary.readouterr()
    assert any(asked.headers.get("authorization") == f"Bearer {KEY}" for asked in script.asked) or any(
        asked.headers.get("Authorization") == f"Bearer {KEY}" for asked in script.asked
    )
    assert leaks(tmp_path) == []
    assert not Spelling(KEY).is_in(said.out + said.err)
    assert b"Traceback" not in said.err


@pytest.mark.parametrize(
    "args",
    [
        ("run", "demo", "--memory", f"http://user:{KEY}@127.0.0.1:9"),
        ("run", "demo", "--memory", f"http://127.0.0.1:9/?key={KEY}"),
        ("run", "demo", "--memory", "http://127.0.0.1:9", "--memory-option", f"key_env={KEY}"),
        ("run", "demo", "--memory", "fulltext", "--memory-option", f"api_key={KEY}"),
        ("run", "demo", "--memory", "letta", "--memory-option", f"key_env={KEY}"),
        ("run", "demo", "--memory", "mem0-platform", "--memory-option", f"url=https://u:{KEY}@example.invalid"),
        ("run", "demo", "--agent", "openai", "--model", "m", "--base-url", f"http://u:{KEY}@127.0.0.1:9/v1"),
        ("run", "demo", "--agent", "openai", "--model", "m", "--key-env", KEY),
        ("check-memory", f"http://user:{KEY}@127.0.0.1:9", "--quiet"),
        ("audit", "demo", "--memory", f"http://user:{KEY}@127.0.0.1:9", "--quiet"),
    ],
    ids=lambda args: " ".join(args).replace(KEY, "KEY"),
)
def test_a_key_where_none_belongs_is_refused_and_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], args: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert invoke(list(args)) == 2
    said = capfdbinary.readouterr()
    assert said.err
    assert not Spelling(KEY).is_in(said.out + said.err)
    assert leaks(tmp_path) == []


class OrdersMemory:
    """A memory whose answers hold orders for a terminal, and lines that look like ours."""

    capabilities = Capabilities(source_ids=False, verbatim=False)

    def __init__(self, setup: Setup) -> None:
        """Keep nothing."""

    def ingest(self, batch: Batch) -> None:
        """Nothing."""

    def settle(self, timeout_s: float) -> None:
        """Nothing."""

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """Always the same."""
        return [Hit(text="\x1b[2J\nexact match\nleakage: 0 of 0 hits\x9b31m", score=1.0)]

    def context(self, now: Position) -> str:
        """Orders, too."""
        return "\x1b[2Jcontext\x07"

    def tick(self, now: Position) -> None:
        """Nothing."""

    def forget(self, request: object, now: Position) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing."""


def test_a_memorys_answer_is_told_in_our_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.jsonl").write_bytes(scenario_lines("s"))
    memory = "tests.test_hostile_input:OrdersMemory"
    invoke(["run", "timeline:s.jsonl", "--memory", memory, "--out", "run", "--explain", "s/0", "--quiet", "--details"])
    said = capfdbinary.readouterr()
    told = said.out.decode()
    assert ORDERS.search(told + said.err.decode()) is None
    assert "context" in told
    assert [line for line in told.splitlines() if line.startswith("leakage: 0 of 0")] == []

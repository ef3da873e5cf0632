"""Targets where data comes in: the loaders of every format, and the readers of logs that are imported."""

import json
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

from memory.registry import find_backend
from replay.agents.registry import find_agent
from replay.alignment import with_fact_evidence
from replay.convert import timeline_lines
from replay.cutoffs import settle_cutoffs
from replay.dataset import Selection
from replay.errors import CannotWrite, InputError
from replay.findings import Findings
from replay.importing.guess import guess_map
from replay.importing.importer import ImportRequest, import_log
from replay.importing.mapping import load_map, parse_map
from replay.importing.pseudonyms import read_key
from replay.lint import lint_scenario
from replay.lint_evidence import EvidenceTally, lint_evidence
from replay.loaders.formats import load_source
from replay.loaders.timeline_jsonl import load_timeline
from replay.points import Points
from replay.prices import load_price
from replay.runner import ScenarioReplay
from replay.settings import ReplaySettings
from scoring.aggregate import score_turns
from scoring.codec import to_json, turn_from_json, turn_to_json
from scoring.explain import explain_turn
from scoring.records import Timing, Turn
from tests.carmem_lines import users
from tests.fuzzing.target import Target, place, scratch
from tests.importing import MAP, call, car, row
from tests.question_sources import halumem_user, locomo_conversation, longmemeval_item
from vehicle.catalogue import vocabulary

SMALL = Path(__file__).resolve().parents[2] / "fixtures" / "small"
HISTORY = """\
[2025-03-01 08:00] Ada Winter: The wheel is cold: awfully cold.
[2025-03-01 08:00] Bo Summer: Then heat it to three.

[2025-03-02 09:30] Ada Winter: I did, level 5 it is.
[2025-03-02 21:10] Bo Summer: 车里的音量请调到 12。
"""
QUERY = {
    "gold_memory": "[March 2, 2025] At 9:30 AM, Ada heated it.\n[March 1, 2025] At 8:00 AM, Ada complained.",
    "reasoning_type": "state_shift",
    "query": "At 10:00 AM, Ada got in and said: 'The usual volume.'",
    "new_answer": ["carcontrol_radio_set_volume(volume=30)", "carcontrol_radio_switch(switch=true)"],
}
TIMELINE = (
    '{"record":"scenario","id":"s","zone":"Europe/Lisbon","people":["Ada Winter","Bo Summer"]}',
    '{"record":"message","at":"2025-03-29T23:30:00","speaker":"Ada Winter","text":"Seat heating three.","id":"a"}',
    '{"record":"message","at":"2025-03-30T02:30:00","speaker":"car","role":"assistant","text":"Done.","id":"b"}',
    '{"record":"command","at":"2025-03-30T02:30:01","person":"Ada Winter",'
    '"name":"carcontrol_seat_set_heating_level","args":{"seat":"driver","level":3}}',
    '{"record":"message","at":"2025-03-31T10:00:00","speaker":"Bo Summer","text":"Volume 12.","id":"c",'
    '"occurred_at":"2025-03-30T09:00:00"}',
    '{"record":"forget","at":"2025-03-31T11:00:00","person":"Bo Summer","messages":["c"],"text":"Forget that."}',
    '{"record":"query","cutoff":"2025-04-01T09:00:00","text":"At 9:00 AM, Ada Winter: my seat heating.",'
    '"reasoning_type":"state_shift","commands":[{"name":"carcontrol_seat_set_heating_level",'
    '"args":{"seat":"driver","level":3}}],"facts":["[March 29, 2025] At 11:30 PM, Ada wants three."],'
    '"evidence":["a"],"superseded":[{"evidence":["b"],"commands":[]}],"among":2,'
    '"preference":{"main":"m","sub":"s","detail":"d","attribute":"a"},"origin":{"source_file":"q.json","event_index":7}}',
    '{"record":"query","before":"c","text":"At 8:00 AM, Bo: the volume?","answer":"12","maintenance":"pass"}',
    '{"record":"query","text":"At 11:00 AM, Bo: the volume?","facts":["[March 31, 2025] At 10:00 AM, Bo: 12"]}',
)


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def _lines(*values: Any) -> bytes:
    return b"".join(_json(value) + b"\n" for value in values)


def _load(format_: str, path: Path) -> None:
    """Read as `lint` does, which goes on after what is wrong, then as `run` and `convert` do, which do not."""
    found = Findings(strict=False)
    source = f"{format_}:{path}"
    for scenario in load_source(source, Selection(), found).scenarios:
        lint_scenario(scenario, found)
        lint_evidence(scenario, found, EvidenceTally())
    for finding in found:
        to_json(finding)
    for scenario in load_source(source, Selection(), Findings(strict=True)).scenarios:
        settle_cutoffs(with_fact_evidence(scenario), "auto", Points(after_each=True, end=True, delays_us=(1,)))
        for line in timeline_lines(scenario):
            to_json(line)


def _load_file(format_: str, name: str, data: bytes) -> None:
    path = place("sources", format_, name)
    path.write_bytes(data)
    _load(format_, path)


def _load_benchmark(changed: str, data: bytes) -> None:
    folder = scratch() / "sources" / changed
    files = {"history/history_3.txt": HISTORY.encode(), "qa_data/qa_3.json": _benchmark_queries()}
    for name, content in files.items():
        file = place("sources", changed, name)
        file.write_bytes(data if name.startswith(changed) else content)
    _load("vehiclemembench", folder)


def _benchmark_queries() -> bytes:
    return _json({"related_to_vehicle_preference": [QUERY]})


def _replay(memory: str, data: bytes) -> None:
    """A whole replay; what breaks in a memory or an agent of ours is no Failure of a query, but a fault."""
    path = place("replayed", "t.jsonl")
    path.write_bytes(data)
    settings = ReplaySettings(
        bucket="hour", depth=20, seed=0, carry_vehicle=True, vocabulary=vocabulary(), memory_options={},
        tool_schema="plain", remember=False, index_lag_us=0, watch_updates=True, reset=False, call_timeout_s=10,
    )  # fmt: skip
    for scenario in load_timeline(path, Selection(), Findings(strict=True)).scenarios:
        timed = settle_cutoffs(with_fact_evidence(scenario), "auto", Points())
        turns: list[Turn] = []
        replay = ScenarioReplay(timed, settings, find_backend(memory), find_agent("lexical", None), namespace="fuzz")
        replay.run(partial(_keep, turns))
        for scored in score_turns(turns):
            failure = scored.turn.failure
            assert failure is None, f"{failure.stage}: {failure.message}"
            explain_turn(scored)
            turn_from_json(turn_to_json(scored.turn))


def _keep(turns: list[Turn], turn: Turn, timing: Timing) -> None:
    turns.append(turn)


def _import(format_: str, name: str, map_: dict[str, Any], data: bytes) -> None:
    log = place("logs", format_, name)
    log.write_bytes(data)
    out = scratch() / "logs" / format_ / "out.jsonl"
    out.unlink(missing_ok=True)
    request = ImportRequest(
        log=log, map=parse_map({"format": format_, **map_}, "map"), out=out, probe_commands=True,
        pseudonym_key=b"k" * 32 if len(data) % 2 else None, skip_bad=len(data) % 3,
    )  # fmt: skip
    import_log(request).render()
    load_timeline(out, Selection(), Findings(strict=True))


def _import_queries(data: bytes) -> None:
    queries = place("logs", "queries", "q.jsonl")
    queries.write_bytes(data)
    log = place("logs", "queries", "log.jsonl")
    log.write_bytes(_LOG)
    out = place("logs", "queries", "out.jsonl")
    map_ = parse_map({**MAP, "columns": {**MAP["columns"], "id": "id"}}, "map")
    import_log(ImportRequest(log=log, map=map_, out=out, queries=queries, skip_bad=len(data) % 3)).render()


def _split(data: bytes) -> None:
    """A log that makes a timeline for each value of a column: no value may choose where its file stands."""
    log = place("logs", "split", "log.jsonl")
    log.write_bytes(data)
    out = scratch() / "logs" / "split" / "within"
    out.mkdir(exist_ok=True)
    try:
        map_ = parse_map({**MAP, "scenario": {"column": "car"}}, "map")
        import_log(ImportRequest(log=log, map=map_, out=out, skip_bad=len(data) % 3))
    finally:
        made = {path.name for path in log.parent.iterdir()}
        for path in out.iterdir():
            path.unlink()
        assert made == {"log.jsonl", "within"}, made


def _map(data: bytes) -> None:
    path = place("maps", "map.toml")
    path.write_bytes(data)
    log = place("maps", "log.jsonl")
    log.write_bytes(_LOG)
    out = scratch() / "maps" / "out.jsonl"
    import_log(ImportRequest(log=log, map=load_map(path), out=out, skip_bad=1)).render()


def _guess(name: str, data: bytes) -> None:
    path = place("guessed", name)
    path.write_bytes(data)
    guessed = guess_map(path, load_map(None))
    text = place("guessed", "map.toml")
    text.write_text(guessed.render(), encoding="utf-8", errors="replace")
    load_map(text)


def _prices(data: bytes) -> None:
    path = place("prices", "prices.toml")
    path.write_bytes(data)
    load_price(path, "small").cost_usd(prompt_tokens=10**9, cached_tokens=1, completion_tokens=10**9)


def _key_file(data: bytes) -> None:
    path = place("keys", "key")
    path.write_bytes(data)
    read_key(path)


_VOLUME = call("carcontrol_radio_set_volume", volume=12)
_LOG_ROWS = (
    row("2025-03-01T08:30:00+00:00", "Volume to 12, please, 0171 2345678.", car="a", id="m1"),
    car("2025-03-01T08:30:05+00:00", "Sure.", _VOLUME) | {"car": "a", "id": "m2"},
    row("2025-03-02T08:30:00+00:00", [{"type": "text", "text": "Ada here"}], "Bo", car="b", id=3),
    car("2025-03-02T08:31:00+00:00", None, "carcontrol_radio_switch(switch=true)") | {"car": "b", "id": "m4"},
)
_LOG = _lines(*_LOG_ROWS)
_QUERIES = _lines(
    {"text": "At 9:00 AM, the volume?", "cutoff": "2025-03-03T09:00:00", "evidence": ["m1"], "answer": "12"},
    {"record": "query", "before": "m2", "text": "What?", "commands": [{"name": "carcontrol_radio_switch", "args": {}}]},
)
_CSV = (
    b"at,who,role,text,calls\n"
    b'2025-03-01T08:30:00Z,Ada,user,"Volume, ""12"" please",\n'
    b"2025-03-01T08:30:05Z,car,assistant,Sure,"
    b'"[{""name"": ""carcontrol_radio_set_volume"", ""args"": {""volume"": 12}}]"\n'
)
_CHAT = {
    "created_at": 1740817800,
    "messages": [
        {"role": "system", "content": "You are a car."},
        {"role": "user", "content": [{"type": "text", "text": "Volume 12"}], "name": "Ada"},
        {"role": "assistant", "content": None, "tool_calls": [_VOLUME]},
    ],
}
_CHATGPT = {
    "conversation_id": "c",
    "current_node": "n3",
    "mapping": {
        "n1": {"id": "n1", "message": None, "parent": None, "children": ["n2"]},
        "n2": {
            "id": "n2", "parent": "n1", "children": ["n3"],
            "message": {"id": "x", "author": {"role": "user"}, "create_time": 1740817800.5,
                        "content": {"content_type": "text", "parts": ["Volume 12"]}},
        },
        "n3": {
            "id": "n3", "parent": "n2", "children": [],
            "message": {"id": "y", "author": {"role": "assistant"}, "create_time": 1740817805,
                        "content": {"content_type": "text", "parts": ["Done"]}, "metadata": {}},
        },
    },
}  # fmt: skip
_WHATSAPP = (
    b"[13/05/2024, 21:03:15] Ada Winter: Volume 12, please\nand warm\n[14/05/2024, 09:03:15] Car: Done.\n"
    b"[14/05/2024, 09:04:00] Ada Winter added Bo\n"
)
_MAP_TOML = b"""format = "jsonl"

[columns]
time = "at"
speaker = "who"
role = "role"
text = "text"
tool_calls = "calls"

[time]
format = "iso"
zone = "Europe/Lisbon"

[roles]
Fahrer = "user"

[tools.set_volume]
name = "carcontrol_radio_set_volume"
args = { level = "volume", source = "" }
values = { volume = { loud = 30 } }

[pseudonyms]
names = ["Ada"]
plates = ["[A-Z]{2}-[0-9]+"]
"""
_PRICES = b"""[models.small]
prompt_usd_per_million = 0.15
cached_usd_per_million = 0.075
completion_usd_per_million = 0.60
"""

_READS = (InputError,)
_IMPORTS = (InputError, CannotWrite)
_TIMELINE = "\n".join(TIMELINE).encode() + b"\n"
_SMALL = tuple(path.read_bytes() for path in sorted(SMALL.glob("*.jsonl")))
_RAW_COLUMNS = {"columns": {"time": "at", "speaker": "who", "role": "role", "text": "text", "tool_calls": "calls"}}
_CHAT_COLUMNS = {"columns": {"time": "created_at"}}


def _loader(format_: str, name: str, kind: Any, *seeds: bytes) -> Target:
    return Target(
        name=format_, run=partial(_load_file, format_, name), seeds=seeds, kind=kind, errors=_READS, is_parser=True
    )


def _reader(format_: str, name: str, map_: dict[str, Any], kind: Any, *seeds: bytes) -> Target:
    run = partial(_import, format_, name, map_)
    return Target(name=f"import-{format_}", run=run, seeds=seeds, kind=kind, errors=_IMPORTS, is_parser=True)


def _parquet() -> bytes:
    """A small table; empty where what writes it is not installed."""
    try:
        import pyarrow as arrow  # noqa: PLC0415 - an extra
        import pyarrow.parquet as parquet  # noqa: PLC0415
    except ImportError:
        return b""
    table = arrow.table({"at": ["2025-03-01T08:30:00Z"], "who": ["Ada"], "role": ["user"], "text": ["hi"]})
    written = BytesIO()
    parquet.write_table(table, written)
    return written.getvalue()


TARGETS = (
    Target(
        name="vehiclemembench-history", run=partial(_load_benchmark, "history"), seeds=(HISTORY.encode(),),
        kind="text", errors=_READS, is_parser=True,
    ),
    Target(
        name="vehiclemembench-queries", run=partial(_load_benchmark, "qa_data"), seeds=(_benchmark_queries(),),
        kind="json", errors=_READS, is_parser=True,
    ),
    _loader("timeline", "t.jsonl", "lines", _TIMELINE, *_SMALL),
    _loader("carmem", "users.jsonl", "lines", _lines(*users())),
    _loader("halumem", "users.jsonl", "lines", _lines(halumem_user())),
    _loader("halumem-points", "users.jsonl", "lines", _lines(halumem_user())),
    _loader("locomo", "talks.json", "json", _json([locomo_conversation()])),
    _loader("longmemeval", "items.json", "json", _json([longmemeval_item()])),
    Target(
        name="replay-fulltext", run=partial(_replay, "fulltext"), seeds=(_TIMELINE, *_SMALL), kind="lines",
        errors=_READS,
    ),
    Target(
        name="replay-ledger", run=partial(_replay, "ledger"), seeds=(_TIMELINE, *_SMALL), kind="lines", errors=_READS,
    ),
    _reader("jsonl", "log.jsonl", MAP, "lines", _LOG),
    _reader("json", "log.json", MAP, "json", _json(list(_LOG_ROWS))),
    _reader("csv", "log.csv", _RAW_COLUMNS, "text", _CSV),
    _reader("chat", "log.jsonl", _CHAT_COLUMNS, "lines", _lines(_CHAT)),
    _reader("chatgpt", "log.json", {}, "json", _json([_CHATGPT])),
    _reader("whatsapp", "log.txt", {}, "text", _WHATSAPP),
    *([_reader("parquet", "log.parquet", _RAW_COLUMNS, "bytes", made)] if (made := _parquet()) else []),
    Target(name="import-queries", run=_import_queries, seeds=(_QUERIES,), kind="lines", errors=_IMPORTS),
    Target(name="import-split", run=_split, seeds=(_LOG,), kind="lines", errors=_IMPORTS),
    Target(name="import-map", run=_map, seeds=(_MAP_TOML,), kind="text", errors=_IMPORTS, is_parser=True),
    Target(
        name="guess-jsonl", run=partial(_guess, "log.jsonl"), seeds=(_LOG, _lines(_CHAT)), kind="lines", errors=_READS,
    ),
    Target(name="guess-csv", run=partial(_guess, "log.csv"), seeds=(_CSV,), kind="text", errors=_READS),
    Target(name="prices", run=_prices, seeds=(_PRICES,), kind="text", errors=_READS, is_parser=True),
    Target(name="key-file", run=_key_file, seeds=(b"ab" * 32 + b"\n",), kind="bytes", errors=_READS),
)  # fmt: skip

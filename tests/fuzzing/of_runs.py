"""Targets where what was kept is read again: a run's file, its published files, verdicts, tapes."""

import hashlib
import shutil
import sqlite3
from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path

from memory.chat import ChatMessage, ChatReply, ChatRequest, RequestedCall, TokenCount
from memory.errors import ChatFailure, NotOnTape
from replay.car_state import car_state
from replay.compare import compare_folders
from replay.errors import CannotWrite, InputError
from replay.event_log import read_events
from replay.exporting import FORMS, export
from replay.html_report import report_data
from replay.judging.verdicts import load_verdicts
from replay.kept_run import load_kept
from replay.known_costs import cost_of_published
from replay.reporting.history import Histories
from replay.reporting.kept import load_runs
from replay.rescore import rescore
from replay.tape import Tape
from replay.thresholds import load_baseline
from scoring.aggregate import ScoredTurn
from scoring.answers import answers_section
from scoring.codec import to_json, turn_to_json
from scoring.errors import RunLogError
from scoring.explain import explain_turn
from scoring.render_answers import render_answers
from tests.fuzzing.of_answers import check_told
from tests.fuzzing.target import Target, place, scratch
from tests.kept_cases import config_of, in_words, keep_run, right, wrong

_OPTIONS = {"model": "small", "temperature": 0.5}
_FORMS = tuple(form for form in FORMS if form != "parquet")


@lru_cache(maxsize=1)
def _kept() -> Path:
    """A run of three queries, published; made once."""
    folder = keep_run(scratch() / "kept", [right(0), wrong(1), in_words(2, "rye bread", "rye")])
    rescore(folder)
    connection = sqlite3.connect(folder / "run.db")
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    return folder


def _fresh(name: str) -> Path:
    """A copy of that run to be damaged."""
    folder = scratch() / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    shutil.copyfile(_kept() / "run.db", folder / "run.db")
    return folder


def _rescore(folder: Path) -> None:
    rescore(folder).render(detailed=True)


def _explain(folder: Path) -> None:
    for scored in load_kept(folder).scored:
        explain_turn(scored)


def _export(form: str, folder: Path) -> None:
    export(folder, form)


def _events(folder: Path) -> None:
    for event in read_events(folder):
        line = event.render()
        assert line.isprintable(), "an event that is no plain line"
        to_json(event.to_dict())


def _state(folder: Path) -> None:
    car_state(folder, "1/1", 1, "reference").render()


def _report(folder: Path) -> None:
    index, parts = report_data(load_runs([folder]), [Histories(scenarios={})])
    to_json(index)
    to_json(parts)


def _compare(folder: Path) -> None:
    compare_folders(folder, _kept()).render()


_USES: tuple[Callable[[Path], None], ...] = (
    _rescore, _explain, *(partial(_export, form) for form in _FORMS), _events, _state, _report, _compare,
)  # fmt: skip


def _run_file(data: bytes) -> None:
    """The bytes of a run's file, then one of the commands that read it; which, the data tell."""
    folder = _fresh("damaged")
    (folder / "run.db").write_bytes(data)
    _USES[sum(data[-64:]) % len(_USES)](folder)


def _run_records(data: bytes) -> None:
    """A run's file that is whole, with other content: configuration, record, timing and event."""
    folder = _fresh("rewritten")
    connection = sqlite3.connect(folder / "run.db")
    for trigger in ("run_no_update", "turns_no_update", "vehicle_events_no_update"):
        connection.execute(f"DROP TRIGGER {trigger}")
    connection.execute("DROP TABLE IF EXISTS checksums")  # a file of an earlier version has none
    lines = (data.split(b"\n") + [b""] * 4)[:4]
    config, record, timing, event = (line.decode("utf-8", "replace") for line in lines)
    connection.execute("UPDATE run SET config = ?", (config,))
    connection.execute("UPDATE turns SET record = ?, timing = ? WHERE number = 2", (record, timing))
    connection.execute("UPDATE vehicle_events SET event = ? WHERE stream = '1/1/0/predicted' AND number = 1", (event,))
    connection.commit()
    connection.close()
    _USES[sum(data[-64:]) % len(_USES)](folder)


def _published(name: str, data: bytes) -> None:
    """What `--fail-drop` and money read of a kept run: its published files."""
    folder = place("published", "metric.json").parent
    for file in ("metric.json", "config.json", "all_results.json"):
        shutil.copyfile(_kept() / file, folder / file)
    (folder / name).write_bytes(data)
    cost_of_published(folder)
    load_baseline(folder, config_of({"1": 3}))


def _verdicts(data: bytes) -> None:
    folder = place("judged", "verdicts.json").parent
    (folder / "verdicts.json").write_bytes(data)
    scored = _scored()
    judgement = load_verdicts(folder, (item.turn for item in scored))
    assert judgement is not None
    section = answers_section(scored, judgement)
    to_json(section)
    render_answers(section)


@lru_cache(maxsize=1)
def _scored() -> list[ScoredTurn]:
    return list(load_kept(_kept()).scored)


def _tape(data: bytes) -> None:
    """A tape is replayed: what is on it answers a request that it holds, and one that it does not."""
    path = place("tapes", "t.tape")
    path.write_bytes(data)
    tape = Tape(path, _OPTIONS, record=False)
    for words in ("hello", "nobody asked"):
        try:
            to_json(tape.chat("1", None).complete(_asked(words), "ask"))
        except ChatFailure as exc:
            to_json(str(exc))
        except NotOnTape as exc:
            check_told(str(exc))


def _asked(words: str) -> ChatRequest:
    return ChatRequest(messages=(ChatMessage(role="user", text=words),), tools=(_TOOL,))


def _recorded() -> bytes:
    """A tape with an answer, a call and a failure."""
    path = place("tapes", "seed.tape")
    path.unlink(missing_ok=True)
    tape = Tape(path, _OPTIONS, record=True)
    calls = (RequestedCall(id="c1", name="beep", arguments='{"n": 1}'),)
    tokens = TokenCount(prompt=5, completion=2, cached=1)
    outcomes = (
        ChatReply(text="hi", calls=calls, tokens=tokens, finish="stop", latency_ms=1.5),
        ChatFailure("no", 2, tokens),
    )
    for words, outcome in zip(("hello", "other"), outcomes, strict=True):
        tape.keep("1", "ask", 1, _asked(words), outcome)
    tape.close()
    return path.read_bytes()


def _records() -> bytes:
    config = to_json(config_of({"1": 3}).to_dict())
    return b"\n".join([config, turn_to_json(wrong(1)), b'{"agent_ms":1.5,"searches_ms":[2.0]}', _EVENT])


_EVENT = b'{"kind":"field_changed","path":"radio.volume","value":20}'
_TOOL = {"type": "function", "function": {"name": "beep"}}


def _verdict_seed() -> bytes:
    kept = {f"1/{n}": {"verdict": "correct", "answer": _digest(said)} for n, said in ((0, ""), (1, ""), (2, "rye"))}
    return to_json({"judge": "m", "prompt_digest": "d", "verdicts": kept})


def _digest(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()[:16]


_ERRORS = (InputError, CannotWrite, RunLogError)


def targets() -> tuple[Target, ...]:
    """The targets; their seeds are made in the scratch folder."""
    kept = _kept()
    return (
        Target(
            name="run-file", run=_run_file, seeds=((kept / "run.db").read_bytes(),), kind="bytes", errors=_ERRORS,
        ),
        Target(name="run-records", run=_run_records, seeds=(_records(),), kind="lines", errors=_ERRORS),
        Target(name="verdicts", run=_verdicts, seeds=(_verdict_seed(),), kind="json", errors=_ERRORS),
        Target(name="tape", run=_tape, seeds=(_recorded(),), kind="lines", errors=(InputError,), is_parser=True),
        *(
            Target(
                name=f"published-{name.partition('.')[0]}", run=partial(_published, name),
                seeds=((kept / name).read_bytes(),), kind="json", errors=_ERRORS,
            )
            for name in ("config.json", "metric.json", "all_results.json")
        ),
    )  # fmt: skip

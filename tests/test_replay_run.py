from pathlib import Path

import pytest

from replay.errors import InputError, RunFolderError
from replay.prepare import Request, prepare
from replay.repeating import run_repeats
from replay.report import check_before_running
from replay.run import Outcome, run
from replay.several import several
from replay.version import own_code_digest
from scoring.records import Turn
from scoring.render import render_run
from tests.stubborn_doubles import FailsOnce
from tests.test_replay_cli import query
from tests.test_replay_loaders import HEAD, message, timeline_file


@pytest.fixture
def source(tmp_path: Path) -> str:
    records = [HEAD]
    for day in (1, 2, 3):
        records += [message(f"2025-07-0{day}T08:00", f"said on day {day}"), query(f"2025-07-0{day}T09:00")]
    return f"timeline:{timeline_file(tmp_path, *records)}"


def ran(request: Request, folder: Path) -> tuple[Outcome, list[Turn]]:
    turns: list[Turn] = []
    return run(prepare(request), folder, on_turn=turns.append), turns


def test_going_on_with_a_run_feeds_a_fresh_namespace_and_shows_no_future(source: str, tmp_path: Path) -> None:
    FailsOnce.failed = False
    request = Request(
        source=source, memory="tests.stubborn_doubles:Persistent", agent="tests.stubborn_doubles:FailsOnce"
    )
    first, _ = ran(request, tmp_path / "run")
    assert first.metric["failures"] == 1
    second, (again,) = ran(request, tmp_path / "run")
    assert second.metric["failures"] == 0
    assert [hit.text for hit in again.searches[0].hits] == ["said on day 1"]
    assert second.metric["leakage"]["violations"] == 0


def test_an_agent_is_made_anew_for_each_query(source: str, tmp_path: Path) -> None:
    _, turns = ran(Request(source=source, agent="tests.stubborn_doubles:Counts"), tmp_path / "run")
    assert [len(turn.searches) for turn in turns] == [1, 1, 1]


def test_a_memory_that_breaks_in_the_replays_own_search_is_a_failure(source: str, tmp_path: Path) -> None:
    request = Request(source=source, memory="tests.stubborn_doubles:FailsInSearch", agent="noop")
    outcome, turns = ran(request, tmp_path / "run")
    assert outcome.metric["failures"] == 3
    assert {turn.failure.stage for turn in turns if turn.failure} == {"search"}


def test_a_shallow_run_still_asks_for_ten_hits_to_score_ten(source: str, tmp_path: Path) -> None:
    _, turns = ran(Request(source=source, agent="noop", depth=3), tmp_path / "run")
    assert [turn.probe.limit for turn in turns if turn.probe] == [10, 10, 10]


def test_the_leakage_counts_add_up(source: str, tmp_path: Path) -> None:
    leaky = Request(source=source, memory="tests.stubborn_doubles:Leaky", agent="noop")
    outcome, _ = ran(leaky, tmp_path / "run")
    leakage = outcome.metric["leakage"]
    assert leakage == {"searches": 3, "hits": 3, "violations": 4, "elsewhere": 1, "unverifiable": 0}
    text = render_run(outcome.metric, title="leaky")
    assert "leakage: 3 of 3 hits in 3 searches, 1 more in other looks of the replay\n" in text


def test_an_option_may_be_one_memorys_alone(source: str) -> None:
    options = {"fulltext.decay": "0.9", "ledger.mark": "no"}
    prepared = several(Request(source=source, memory_options=options), ["fulltext", "ledger", "none"])
    assert [dict(one.config.memory_options) for one in prepared] == [{"decay": "0.9"}, {"mark": "no"}, {}]
    assert prepared[0].planned is prepared[1].planned


def test_our_own_code_is_part_of_the_configuration(source: str) -> None:
    config = prepare(Request(source=source)).config
    assert config.own_code == own_code_digest() != ""
    assert config.to_dict()["own_code"] == config.own_code


@pytest.mark.parametrize(
    "path", ["vehicle/fold.py", "replay/agents/prompts/question.txt", "replay/agents/lexical/likeness.json"]
)
def test_modules_prompts_and_what_was_learnt_are_our_own_code(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read_bytes = Path.read_bytes

    def changed(self: Path) -> bytes:
        return read_bytes(self) + b" " * self.as_posix().endswith(path)

    monkeypatch.setattr(Path, "read_bytes", changed)
    assert own_code_digest.__wrapped__() != own_code_digest()


def test_every_folder_and_the_query_to_explain_are_checked_before_anything_runs(source: str, tmp_path: Path) -> None:
    prepared = several(Request(source=source), ["none", "recent"])
    check_before_running(prepared, "t/2", lambda config: tmp_path / config.memory)
    with pytest.raises(InputError, match="no query 't/3'"):
        check_before_running(prepared, "t/3", lambda config: tmp_path / config.memory)
    run(prepare(Request(source=source, memory="gold")), tmp_path / "recent")
    with pytest.raises(RunFolderError, match="another configuration"):
        check_before_running(prepared, None, lambda config: tmp_path / config.memory)
    assert not (tmp_path / "none").exists()


def test_a_changed_module_that_an_outside_memory_imports_is_another_configuration(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "own_helper_module.py").write_text("WEIGHT = 1\n", encoding="utf-8")
    lines = ["import own_helper_module", "from fixtures.doubles import HonestMemory as Mine", ""]
    (tmp_path / "own_memory_module.py").write_text("\n".join(lines), encoding="utf-8")
    request = Request(source=source, memory="own_memory_module:Mine")
    before = prepare(request).config
    assert prepare(request).config.code_digest == before.code_digest
    (tmp_path / "own_helper_module.py").write_text("WEIGHT = 2\n", encoding="utf-8")
    assert prepare(request).config.code_digest != before.code_digest
    assert prepare(Request(source=source)).config.code_digest == ""


def test_the_first_failure_is_told(source: str, tmp_path: Path) -> None:
    outcome, _ = ran(Request(source=source, memory="fixtures.doubles:SlowMemory"), tmp_path / "run")
    told = "t/0: settle: TimeoutError: still indexing after 60 s (doubles.py:"
    assert outcome.metric["first_failure"].startswith(told)


def test_what_the_text_of_a_users_memory_leaves_out_stands_in_the_run(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [
        "from fixtures.doubles import HonestMemory",
        "class LeavesOut(HonestMemory):",
        "    n_left_out = 7",
    ]
    (tmp_path / "leaves_out_module.py").write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    outcome, _ = ran(Request(source=source, memory="leaves_out_module:LeavesOut"), tmp_path / "run")
    assert outcome.metric["left_out"] == {"queries": 3, "messages": 21, "most": 7}


def test_a_memory_that_goes_to_another_folder_takes_no_result_with_it(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("here", "elsewhere"):
        (tmp_path / name).mkdir()
    lines = [
        "import os",
        "from fixtures.doubles import HonestMemory",
        "class Wanders(HonestMemory):",
        "    def __init__(self, setup):",
        "        super().__init__(setup)",
        f"        os.chdir({str(tmp_path / 'elsewhere')!r})",
        "",
    ]
    (tmp_path / "wandering_memory.py").write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path / "here")
    prepared = prepare(Request(source=source, memory="wandering_memory:Wanders"))
    run_repeats(prepared, Path("run"), 2)
    assert Path.cwd() == tmp_path / "here"
    assert [path.is_file() for path in (tmp_path / "here" / "run").glob("repeat-*/metric.json")] == [True, True]
    assert not list((tmp_path / "elsewhere").iterdir())

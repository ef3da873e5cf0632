"""CarMem's tasks run over a small file of the same format."""

from pathlib import Path

import pytest

from replay.carmem import CarMemRequest, run_carmem
from replay.errors import InputError
from tests.carmem_lines import users, written

ROOT = Path(__file__).resolve().parents[1]
SAMPLES = ROOT.parent / "shared" / "data" / "carmem"


def request(tmp_path: Path, **wanted: object) -> CarMemRequest:
    return CarMemRequest(path=written(tmp_path, users()), **wanted)  # type: ignore[arg-type]


def test_every_task_is_run_on_every_conversation(tmp_path: Path) -> None:
    heard: list[None] = []
    report = run_carmem(request(tmp_path), lambda: heard.append(None))
    figures = report.to_dict()
    assert len(heard) == figures["users"] == 2
    assert [figures[name]["conversations"] for name in ("in_schema", "whole_schema", "out_of_schema")] == [4, 4, 4]
    assert figures["maintenance"]["all"]["utterances"] == figures["maintenance_given"]["all"]["utterances"] == 12
    assert figures["retrieval"]["queries"] == 4
    assert report.n_failures == 0
    assert max(map(len, report.render().splitlines())) <= 80


def test_plain_wishes_are_extracted_kept_and_found(tmp_path: Path) -> None:
    figures = run_carmem(request(tmp_path)).to_dict()
    assert figures["in_schema"]["perfect"] == 1.0
    assert figures["maintenance_given"]["all"]["accuracy"] == 1.0
    assert figures["retrieval"]["at_n"] == 1.0
    assert figures["out_of_schema"]["kept_anyway"] == 0.0


def test_utterances_are_judged_on_the_same_store_whatever_their_order(tmp_path: Path) -> None:
    lines = users()
    for line in lines:
        for item in line["data"]:
            asked = item["maintenance_questions"]
            item["maintenance_questions"] = dict(reversed(asked.items()))
    there = run_carmem(request(tmp_path, task="maintenance")).to_dict()
    back = run_carmem(CarMemRequest(path=written(tmp_path, lines, "other.jsonl"), task="maintenance")).to_dict()
    assert there["maintenance"] == back["maintenance"]


def test_a_split_takes_only_its_users(tmp_path: Path) -> None:
    figures = run_carmem(request(tmp_path, split="2-2", task="extraction")).to_dict()
    assert (figures["users"], figures["in_schema"]["conversations"]) == (1, 1)
    assert figures["retrieval"] is figures["maintenance"] is None


def test_an_opted_out_memory_is_scored_on_what_it_may_still_keep(tmp_path: Path) -> None:
    figures = run_carmem(request(tmp_path, memory_options={"opt_out": "Restaurant"})).to_dict()
    assert figures["in_schema"]["nothing"] == 0.5


def test_another_memory_has_retrieval_only(tmp_path: Path) -> None:
    figures = run_carmem(request(tmp_path, memory="fulltext")).to_dict()
    assert figures["in_schema"] is figures["maintenance"] is figures["retrieval_perfect"] is None
    assert figures["retrieval"]["queries"] == 4
    with pytest.raises(InputError, match="fulltext extracts no preferences"):
        run_carmem(request(tmp_path, memory="fulltext", task="extraction"))


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"task": "dancing"}, "no task is called 'dancing'"),
        ({"memory": "nowhere"}, "no memory is called 'nowhere'"),
        ({"memory_options": {"opt_out": "Sleep"}}, "none of Restaurant"),
        ({"split": "7"}, "no scenario 7"),
    ],
)
def test_what_cannot_be_used_is_refused(tmp_path: Path, wanted: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        run_carmem(request(tmp_path, **wanted))


@pytest.mark.skipif(not SAMPLES.exists(), reason="the published samples are not here")
def test_the_first_published_users_run_whole() -> None:
    figures = run_carmem(CarMemRequest(path=SAMPLES, split="1-3")).to_dict()
    assert figures["conversations"] == 30
    assert figures["maintenance"]["all"]["utterances"] == 90
    assert figures["in_schema"]["levels"]["main"]["f1"] > 0.7

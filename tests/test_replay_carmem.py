"""CarMem's tasks run over a small file of the same format."""

import json
from pathlib import Path

import pytest

from replay.carmem import run_carmem
from replay.carmem_tasks import CarMemRequest
from replay.convert import convert
from replay.dataset import Selection
from replay.errors import InputError
from replay.findings import Findings
from replay.prepare import Request, prepare
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


def converted(tmp_path: Path) -> Path:
    convert(f"carmem:{written(tmp_path, users())}", tmp_path / "out", Selection(), Findings(strict=True))
    return Path(f"timeline:{tmp_path / 'out'}")


@pytest.mark.parametrize("memory", ["category", "fulltext"])
def test_a_converted_timeline_gives_the_same_figures(tmp_path: Path, memory: str) -> None:
    timelines = converted(tmp_path)
    plain = run_carmem(request(tmp_path, memory=memory))
    again = run_carmem(CarMemRequest(path=timelines, memory=memory))
    assert again.to_dict() == plain.to_dict()
    assert run_carmem(CarMemRequest(path=timelines, split="2")).to_dict()["users"] == 1


def test_a_replay_asks_no_maintenance_utterance(tmp_path: Path) -> None:
    for source in (f"carmem:{written(tmp_path, users())}", str(converted(tmp_path))):
        prepared = prepare(Request(source=source))
        texts = {timed.query.text for scenario in prepared.scenarios for timed in scenario.queries}
        asked = {item["next_conversation_question"] for line in users() for item in line["data"]}
        assert texts == asked


def changed(tmp_path: Path, query: int, **fields: object) -> CarMemRequest:
    """The second user's timeline with other fields in the query of this number, its retrieval question being 0."""
    converted(tmp_path)
    path = tmp_path / "out" / "2.jsonl"
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    [line for line in lines if line["record"] == "query"][query].update(fields)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return CarMemRequest(path=Path(f"timeline:{path}"), task="maintenance")


def test_an_utterance_is_judged_on_the_conversations_that_are_over_at_its_cutoff(tmp_path: Path) -> None:
    day = {number: f"2025-01-0{number}T08:00:00+00:00" for number in (6, 7)}
    (same,) = (run_carmem(changed(tmp_path, 1, cutoff=day[7])).to_dict(),)
    assert same["maintenance_given"]["all"]["done"] == {"pass": 1, "update": 1, "append": 1, "insert": 0, "none": 0}
    early = run_carmem(changed(tmp_path, 1, cutoff=day[6])).to_dict()
    assert early["maintenance_given"]["all"]["done"] == {"pass": 0, "update": 1, "append": 1, "insert": 1, "none": 0}


@pytest.mark.parametrize(
    ("query", "fields", "said"),
    [
        (0, {"among": None}, "query 2/0: CarMem's tasks want a preference, and among how many it is"),
        (0, {"preference": None}, "query 2/0: CarMem's tasks want a preference"),
        (1, {"reasoning_type": "maintenance/praise"}, "query 2/1: .*maintenance/equal, maintenance/negate"),
        (2, {"maintenance": "pass"}, "query 2/2: 'pass' is not what 'negate' asks for"),
        (3, {"maintenance": "pass"}, "query 2/3: 'pass' is not what 'different' asks for"),
    ],
)
def test_a_timeline_that_is_not_carmems_is_refused(
    tmp_path: Path, query: int, fields: dict[str, object], said: str
) -> None:
    with pytest.raises(InputError, match=said):
        run_carmem(changed(tmp_path, query, **fields))


def test_conversations_that_overlap_are_refused(tmp_path: Path) -> None:
    converted(tmp_path)
    path = tmp_path / "out" / "1.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace('"session":"s3"', '"session":"s1"'), encoding="utf-8")
    with pytest.raises(InputError, match="1: a session begins before the one before it is over"):
        run_carmem(CarMemRequest(path=Path(f"timeline:{path}")))

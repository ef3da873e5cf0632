"""What of a query's asking comes into its Turn."""

import pytest

from fixtures.doubles import HonestMemory
from memory.backend import BackendFactory, Capabilities, MemoryBackend, Setup
from memory.embedded.full import FullMemory
from memory.messages import Batch, Hit
from memory.position import Position, cutoff_at
from replay.agents.noop import NoopAgent
from scoring.aggregate import score_turns, summarize
from scoring.records import FactEvidence, Turn
from scoring.results import result_entry
from tests import replays
from tests.scenes import query_at, said, scenario_of, timed, timeline_of

LINE = len("[2025-03-01 08:00] Ada: hello")


def replayed(memory: BackendFactory, **options: str) -> list[Turn]:
    """Two queries: after two messages, and after four."""
    timeline = timeline_of(*(said(f"2025-03-01 0{hour}:00") for hour in (6, 7, 8, 9)))
    queries = (query_at(0, "2025-03-01 07:30"), query_at(1, "2025-03-01 09:30"))
    return replays.replayed(timed(scenario_of(timeline, queries)), memory, NoopAgent, memory_options=options)


def listening() -> tuple[type[HonestMemory], list[str]]:
    """A memory that finds nothing, and the queries with which it is searched."""
    searched: list[str] = []

    class Listens(HonestMemory):
        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            searched.append(query)
            return []

    return Listens, searched


def test_what_the_whole_history_had_to_leave_out_stands_in_the_turn_its_file_and_the_metric() -> None:
    # Two lines and the line end between them fit.
    turns = replayed(FullMemory, max_chars=str(2 * LINE + 1))
    assert [turn.left_out for turn in turns] == [0, 2]
    scored = score_turns(turns)
    assert [result_entry(item)["left_out"] for item in scored] == [0, 2]
    assert summarize(scored, model="m", memory="full")["left_out"] == {"queries": 1, "messages": 2, "most": 2}


class Odd(MemoryBackend):
    """Says of itself what it is told to say."""

    n_left_out: object = 0

    def __init__(self, setup: Setup) -> None:
        return

    def ingest(self, batch: Batch) -> None:
        return

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        return []


@pytest.mark.parametrize(("said_", "counted"), [(7, 7), (0, 0), (-1, 0), ("7", 0), (True, 0), (1.5, 0), (None, 0)])
def test_any_memory_may_say_what_it_left_out_and_what_is_no_count_is_none(said_: object, counted: int) -> None:
    memory = type("Saying", (Odd,), {"n_left_out": said_})
    assert [turn.left_out for turn in replayed(memory)] == [counted, counted]


def test_the_replay_never_searches_with_words_that_are_not_said_yet() -> None:
    memory, searched = listening()
    timeline = timeline_of(said(1, "the first words"), said(50, "words of tomorrow"))
    query = query_at(0, cutoff_at(9), "What now?", evidence_ids=("m000001", "m000002"))
    for lag_us, known in ((0, True), (8, False)):
        searched.clear()
        replays.replayed(timed(scenario_of(timeline, [query])), memory, NoopAgent, index_lag_us=lag_us)
        assert ("the first words" in searched[1:]) == known
        assert "words of tomorrow" not in searched


@pytest.mark.parametrize(("lag_us", "is_probed"), [(0, True), (8, False)])
def test_a_gold_fact_is_no_search_before_the_memory_was_told_what_it_states(lag_us: int, is_probed: bool) -> None:
    memory, searched = listening()
    evidence = (FactEvidence(message_ids=("m000001",), confidence=1.0),)
    query = query_at(0, cutoff_at(9), "What now?", facts=("Ada likes it warm.",), fact_evidence=evidence)
    scene = timed(scenario_of(timeline_of(said(1, "I like it warm")), [query]))
    turns = replays.replayed(scene, memory, NoopAgent, index_lag_us=lag_us)
    assert ("Ada likes it warm." in searched) == is_probed
    assert len(turns[0].fact_probes) == is_probed


@pytest.mark.parametrize(
    ("able", "words"),
    [
        (Capabilities(verbatim=False), {"m000001": "hello"}),
        (Capabilities(), None),
        (Capabilities(verbatim=False, source_ids=False), None),
    ],
)
def test_the_turn_of_a_memory_that_names_and_rewords_has_the_words_told_by_then(
    able: Capabilities, words: dict[str, str] | None
) -> None:
    class Says(HonestMemory):
        capabilities = able

    timeline = timeline_of(*(said(f"2025-03-01 0{hour}:00") for hour in (6, 8)))
    query = query_at(0, "2025-03-01 07:00", evidence_ids=("m000001", "m000002"))
    turns = replays.replayed(timed(scenario_of(timeline, [query])), Says, NoopAgent)
    assert [turn.evidence_words for turn in turns] == [words]


def test_a_fact_whose_words_are_lost_is_searched_for_by_itself() -> None:
    class Husk(HonestMemory):
        capabilities = Capabilities(verbatim=False)

        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            found = super().search(query, limit=limit, now=now)
            return [Hit(text="They talked.", score=hit.score, message_ids=hit.message_ids) for hit in found]

    def n_probes(memory: BackendFactory) -> list[int]:
        query = query_at(0, "2025-03-01 07:00", "hello there", evidence_ids=("m000001",))
        scene = timed(scenario_of(timeline_of(said("2025-03-01 06:00", "hello there, Ben")), [query]))
        return [len(turn.fact_probes) for turn in replays.replayed(scene, memory, NoopAgent)]

    assert (n_probes(HonestMemory), n_probes(Husk)) == ([0], [1])

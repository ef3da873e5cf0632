from dataclasses import replace

from memory.guard import SearchRecord
from memory.messages import Hit
from memory.position import Position
from scoring.records import Failure, ToolCall
from scoring.retrieval_metrics import RetrievalScore, score_retrieval
from tests.test_scoring_runlog import turn

SESSIONS = (("m1", "m2"), ("m5",))


def probe(*ids: tuple[str, ...], text: str = "x") -> SearchRecord:
    hits = tuple(Hit(text=text, score=1.0, message_ids=each) for each in ids)
    return SearchRecord(query="What?", limit=20, now=Position(9, 0), hits=hits)


def score(record: SearchRecord | None, sessions: tuple[tuple[str, ...], ...] = SESSIONS) -> RetrievalScore | None:
    return score_retrieval(turn(tool_calls=(), probe=record, evidence_sessions=sessions))


def test_a_session_is_found_by_any_of_its_messages() -> None:
    assert score(probe(("m9",), ("m2",))) == RetrievalScore(any_found=True, all_found=False)
    assert score(probe(("m2",), ("m5",))) == RetrievalScore(any_found=True, all_found=True)
    assert score(probe(("m9",))) == RetrievalScore(any_found=False, all_found=False)
    assert score(probe()) == RetrievalScore(any_found=False, all_found=False)


def test_a_query_that_failed_has_no_score_whatever_it_searched_before() -> None:
    call = ToolCall(kind="search", name="search_memory", args={}, ok=True, answer="", search=probe(("m2",), ("m5",)))
    asked = turn(tool_calls=(call,), evidence_sessions=SESSIONS)
    assert score_retrieval(asked) == RetrievalScore(any_found=True, all_found=True)
    assert score_retrieval(replace(asked, failure=Failure(stage="agent", message="it broke"))) is None


def test_hits_that_name_no_source_have_no_score_and_those_that_partly_do_have_one() -> None:
    assert score(probe((), ())) is None
    assert score(probe((), ("m1",))) == RetrievalScore(any_found=True, all_found=False)


def test_only_the_first_ten_hits_count() -> None:
    others = [("m9",)] * 9
    assert score(probe(*others, ("m1",))) == RetrievalScore(any_found=True, all_found=False)
    assert score(probe(*others, ("m9",), ("m1",))) == RetrievalScore(any_found=False, all_found=False)


def test_a_hit_counts_for_one_message_so_that_naming_many_wins_nothing() -> None:
    assert score(probe(("m9", "m1", "m5"))) == RetrievalScore(any_found=False, all_found=False)


def test_hits_behind_a_thousand_tokens_do_not_count() -> None:
    long = "word " * 600
    assert score(probe(("m9",), ("m1",), text=long)) == RetrievalScore(any_found=False, all_found=False)
    assert score(probe(("m1",), ("m5",), text=long)) == RetrievalScore(any_found=True, all_found=False)


def test_the_agents_own_search_with_the_bare_question_is_taken_where_there_is_one() -> None:
    call = ToolCall(kind="search", name="search_memory", args={}, ok=True, answer="", search=probe(("m1",)), top_k=1)
    found = score_retrieval(turn(tool_calls=(call,), evidence_sessions=SESSIONS))
    assert found == RetrievalScore(any_found=True, all_found=False)


def test_without_evidence_or_without_a_search_there_is_no_score() -> None:
    assert score(probe(("m1",)), sessions=()) is None
    assert score(None) is None

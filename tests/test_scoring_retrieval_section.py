import math
from typing import Any

import hypothesis
import pytest
from hypothesis import strategies

from memory.guard import SearchRecord
from memory.messages import Hit
from memory.position import Position
from scoring.aggregate import retrieval, score_turns
from scoring.records import FactEvidence, Failure, Gold, ToolCall, Turn
from scoring.render_retrieval import render_retrieval
from scoring.retrieval_levels import Evidence, pooled_hits, ranked, score_hits
from scoring.retrieval_section import retrieval_section, turn_retrieval
from tests.test_scoring_runlog import turn

FACTS = ("[April 15, 2025] At 9:00 AM, Ada set the seat heating to level 2.", "[May 1, 2025] Milo wanted orange light.")
GOLD = Gold(
    commands=(),
    reasoning_type="x",
    facts=FACTS,
    fact_evidence=(
        FactEvidence(message_ids=("m2",), confidence=0.9),
        FactEvidence(message_ids=("m5",), confidence=0.9),
    ),
)
SESSIONS = (("m1", "m2"), ("m5", "m6"))


def search(*ids: tuple[str, ...], text: str = "hm", query: str = "What?") -> SearchRecord:
    hits = tuple(Hit(text=text, score=1.0, message_ids=each) for each in ids)
    return SearchRecord(query=query, limit=20, now=Position(9, 0), hits=hits)


def asked(probe: SearchRecord | None, *searches: SearchRecord, **changes: Any) -> Turn:
    calls = tuple(
        ToolCall(kind="search", name="search_memory", args={}, ok=True, answer="", search=each, top_k=5)
        for each in searches
    )
    given = {"gold": GOLD, "tool_calls": calls, "probe": probe, "evidence_sessions": SESSIONS, **changes}
    return turn(**given)


def section(*turns: Turn) -> dict[str, Any]:
    return retrieval_section(score_turns(turns))


def test_the_bare_question_is_scored_at_every_level() -> None:
    found = section(asked(search(("m9",), ("m1",), ("m2",), ("m6",))))["question"]
    messages, sessions, facts = found["messages"], found["sessions"], found["facts"]
    assert (found["lists"], found["hits"]) == (1, 4.0)
    assert messages["recall"] == {"1": 0, "3": 1 / 2, "5": 1 / 2, "10": 1 / 2, "20": 1 / 2}
    assert messages["precision"]["5"] == 1 / 5
    assert messages["reciprocal_rank"] == 1 / 3
    assert messages["ndcg"]["3"] == pytest.approx((1 / 2) / (1 + 1 / math.log2(3)))
    assert messages["ndcg_longmemeval"]["3"] == pytest.approx(1 / math.log2(3))
    assert sessions["recall"] == {"1": 0, "3": 1 / 2, "5": 1, "10": 1, "20": 1}
    assert sessions["reciprocal_rank"] == 1 / 2
    # The session of m1 and m2 is found at rank 2, that of m6 at rank 4.
    assert sessions["ndcg"]["5"] == pytest.approx((1 / math.log2(3) + 1 / math.log2(5)) / (1 + 1 / math.log2(3)))
    assert facts["coverage"] == {"1": 0, "3": 1 / 2, "5": 1 / 2, "10": 1 / 2, "20": 1 / 2}
    assert facts["noise"] == {"1": 1, "3": 2 / 3, "5": 3 / 4, "10": 3 / 4, "20": 3 / 4}


def test_where_the_source_names_sessions_each_stands_at_its_first_place_and_takes_one_rank() -> None:
    hits = search(("m8",), ("m9",), ("m1",), ("m2",), ("m6",))
    named = section(asked(hits, found_sessions=(("m1", "m2"), ("m6",), ("m8", "m9"))))["question"]["sessions"]
    # Three sessions: that of m8 and m9, then the two with the evidence.
    assert named["recall"] == {"1": 0, "3": 1, "5": 1, "10": 1, "20": 1}
    assert named["reciprocal_rank"] == 1 / 2
    # Over the beginning with three sessions, which is all five hits: ranks 3, 4 and 5 are relevant.
    gain = 1 / math.log2(3) + 1 / math.log2(4) + 1 / math.log2(5)
    assert named["ndcg_longmemeval"]["3"] == pytest.approx(gain / (1 + 1 + 1 / math.log2(3)))
    unnamed = section(asked(hits))["question"]["sessions"]
    assert unnamed["recall"] == {"1": 0, "3": 1 / 2, "5": 1, "10": 1, "20": 1}


def test_of_named_sessions_a_hit_without_one_takes_a_rank_of_its_own() -> None:
    hits = search((), ("m4",), ("m1",), text="far too many words for one")
    found = section(asked(hits, found_sessions=(("m1",),)))["question"]["sessions"]
    assert found["reciprocal_rank"] == 1 / 3


def test_each_search_is_a_list_of_its_own_and_pooled_they_are_one() -> None:
    first, second = search(("m9",), ("m2",)), search(("m2",), ("m5",), query="orange?")
    found = section(asked(None, first, second))
    assert found["searches"]["lists"] == 2
    assert found["searches"]["messages"]["recall"]["3"] == (1 / 2 + 1) / 2
    assert found["searches"]["messages"]["reciprocal_rank"] == (1 / 2 + 1) / 2
    assert found["pooled"]["lists"] == 1
    assert found["pooled"]["hits"] == 3.0
    assert found["pooled"]["messages"]["recall"] == {"1": 0, "3": 1, "5": 1, "10": 1, "20": 1}
    assert found["question"]["lists"] == 1


@hypothesis.given(
    strategies.lists(strategies.sampled_from("abcdefg"), max_size=12),
    strategies.sets(strategies.sampled_from("abcxyz"), min_size=1),
)
def test_the_figures_of_a_list_are_those_of_their_definitions(ids: list[str], wanted: set[str]) -> None:
    evidence = Evidence(messages=frozenset(wanted), sessions={})
    hits = search(*[(item,) for item in ids]).hits
    found = score_hits(asked(None), hits, evidence, (1, 3, 5, 10)).messages
    ranking = ranked([(item,) for item in ids])
    assert found is not None
    for k in (1, 3, 5, 10):
        among = wanted.intersection(ranking[:k])
        assert found.recall[k] == len(among) / len(wanted)
        assert found.precision[k] == len(among) / k
        assert found.hit_rate[k] == bool(among)
        assert found.all_found[k] == (among == wanted)
        gain = sum(1 / math.log2(ranking.index(item) + 2) for item in among)
        assert found.ndcg[k] == pytest.approx(
            gain / sum(1 / math.log2(rank + 2) for rank in range(min(k, len(wanted))))
        )
    assert found.reciprocal_rank == max((1 / (ranking.index(item) + 1) for item in wanted & set(ranking)), default=0)


def test_a_hit_that_names_many_takes_as_many_ranks_and_one_that_repeats_takes_one() -> None:
    assert ranked([("m1", "m2"), ("m2",), (), ("m3",)]) == ["m1", "m2", " 2", " 3", "m3"]
    assert ranked([]) == []


def test_pooled_hits_are_the_same_by_their_messages_and_their_text() -> None:
    pooled = pooled_hits([search(("m1",), ("m2",)), search(("m2",), ("m3",)), search(("m2",), text="else")])
    assert [hit.message_ids for hit in pooled] == [("m1",), ("m2",), ("m3",), ("m2",)]


def test_deep_k_stand_there_where_a_list_reaches_them() -> None:
    long = search(*[(f"m{n}",) for n in range(100, 130)])
    assert list(section(asked(long))["question"]["messages"]["recall"]) == ["1", "3", "5", "10", "20", "30"]
    assert list(section(asked(search(("m1",))))["question"]["messages"]["recall"]) == ["1", "3", "5", "10", "20"]


def test_a_memory_of_facts_is_scored_by_what_its_words_say() -> None:
    text = "Ada prefers seat heating level 2"
    found = section(asked(search((), (), text=text), names_sources=False))["question"]
    assert found["messages"] == found["sessions"] == {"lists": 0}
    assert found["facts"]["coverage"]["1"] == 1 / 2
    assert found["facts"]["noise"]["10"] == 0.0


def test_no_hits_are_worth_nothing_and_make_no_noise() -> None:
    found = section(asked(search()))["question"]
    assert found["messages"]["recall"]["20"] == found["facts"]["coverage"]["20"] == 0.0
    assert "noise" not in found["facts"]


def test_the_text_for_the_prompt_is_scored_apart() -> None:
    context = section(asked(None, context="Ada: seat heating 2\nMilo: seat heating 1"))["context"]
    assert context == {"lists": 1, "coverage": 1 / 2, "all_found": 0.0}


def test_only_evidence_that_is_certain_is_to_be_found() -> None:
    doubtful = Gold(
        commands=(),
        reasoning_type="x",
        facts=FACTS[:1],
        fact_evidence=(FactEvidence(message_ids=("m2",), confidence=0.4),),
    )
    assert section(asked(search(("m2",)), gold=doubtful))["question"]["messages"] == {"lists": 0}


def test_before_all_evidence_is_there_only_what_is_visible_is_to_be_found() -> None:
    early = turn_retrieval(asked(search(("m2",)), point="after-1", evidence_sessions=(("m1", "m2"),)))
    assert early is not None
    assert early["question"]["messages"]["recall"]["1"] == 1.0
    before = turn_retrieval(asked(search(("m9",)), point="before-evidence", evidence_sessions=()))
    assert before is not None
    assert before["question"]["messages"] is None


def test_the_section_is_of_the_point_main_and_leaves_failures_out() -> None:
    failure = Failure(stage="search", message="no")
    turns = [asked(search(("m2",))), asked(search(("m5",)), point="end"), asked(None, failure=failure)]
    assert section(*turns)["question"]["lists"] == 1
    assert turn_retrieval(turns[2]) is None


def test_the_figures_of_before_are_as_they_were() -> None:
    turns = [asked(search(("m9",), ("m2",))), asked(search(("m6",), ("m1",))), asked(search(("m9",)))]
    found = section(*turns)
    names = ("queries", "evidence_any_at_10", "evidence_all_at_10")
    assert {name: found[name] for name in names} == retrieval(score_turns(turns))
    assert [found[name] for name in names] == [3, 2 / 3, 1 / 3]


def test_the_entry_of_a_turn_has_its_views_or_none() -> None:
    entry = turn_retrieval(asked(None))
    assert entry == {"question": None, "searches": [], "pooled": None, "context_coverage": None}
    entry = turn_retrieval(asked(search(("m2",)), search(("m5",), query="orange?")))
    assert entry is not None
    assert len(entry["searches"]) == 1
    assert entry["question"]["facts"]["coverage"]["1"] == entry["pooled"]["facts"]["coverage"]["1"] == 1 / 2


def test_no_turns_give_a_section_without_figures_and_no_text() -> None:
    found = section()
    assert found["queries"] == found["question"]["lists"] == found["context"]["lists"] == 0
    assert render_retrieval(found) == ""


def test_the_tables_have_a_row_a_measure_and_fit_the_width() -> None:
    text = render_retrieval(section(asked(search(("m9",), ("m2",)), search(("m5",), query="orange?"))))
    assert "the bare question" in text
    assert "searches pooled" in text
    assert "messages nDCG (LME)" in text
    assert "2.0 hits a list; reciprocal rank:\n  messages 0.500 (1 list), " in text
    assert max(map(len, text.splitlines())) <= 80


def test_the_ranks_of_many_lists_fit_the_width() -> None:
    found = section(asked(search(("m9",), ("m2",)), search(("m5",), query="orange?")))
    views = {name: dict(found[name]) for name in ("question", "searches", "pooled")}
    for view in views.values():
        for level in ("messages", "sessions", "facts"):
            view[level] = {**view["messages"], "lists": 12345}
    text = render_retrieval({**found, **views})
    assert "12345 lists" in text
    assert max(map(len, text.splitlines())) <= 80


def test_evidence_that_the_source_names_and_that_was_not_said_yet_is_not_missed() -> None:
    gold = Gold(commands=(), reasoning_type="x", evidence_ids=("m2", "m8"))
    found = section(asked(search(("m2",)), gold=gold, evidence_sessions=SESSIONS[:1]))["question"]
    assert found["messages"]["recall"]["1"] == 1.0
    assert section(asked(search(("m2",)), gold=gold, evidence_sessions=()))["question"]["messages"] == {"lists": 0}


def test_a_run_before_the_evidence_misses_no_message_that_states_a_fact_later() -> None:
    early = asked(search(("m9",)), evidence_sessions=(), cutoff_policy="before-evidence")
    assert section(early)["question"]["messages"] == {"lists": 0}


def test_a_hit_that_names_more_sessions_than_it_can_hold_has_the_first_ones_only() -> None:
    ids = tuple(f"m{n}" for n in range(1, 41))
    short = section(asked(search(ids, text="a short line of text")))["question"]["sessions"]
    assert (short["recall"]["1"], short["recall"]["20"]) == (1 / 2, 1 / 2)
    whole = section(asked(search(ids, text="what was said " * 80)))["question"]["sessions"]
    assert whole["recall"]["3"] == 1.0

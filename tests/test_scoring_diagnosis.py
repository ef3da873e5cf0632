from dataclasses import replace

import pytest

from memory.messages import Hit
from scoring.aggregate import score_turns
from scoring.diagnosis import CAUSES, PLACES, covered_pieces, diagnose, diagnosis_entry, trace
from scoring.diagnosis_places import wording_of
from scoring.diagnosis_section import MAX_CHARS, diagnosis_section
from scoring.records import FactEvidence, Gold, Turn
from scoring.render_diagnosis import render_diagnosis
from tests.diagnosis_cases import (
    CASES,
    FACT,
    HUD_ON,
    HUSK,
    KEPT,
    SAID,
    SHOWN,
    TWO,
    Case,
    hits,
    searched,
    volume,
    withholding,
)
from vehicle.commands import Command


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_each_constructed_query_has_its_cause(case: Case) -> None:
    assert diagnose(case.turn()).cause == case.cause


def test_forty_cases_and_more_meet_every_cause() -> None:
    assert len(CASES) >= 40
    assert {case.cause for case in CASES} == set(CAUSES)
    assert len({case.name for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_action_is_faulty_exactly_where_the_score_is_no_exact_match(case: Case) -> None:
    (scored,) = score_turns([case.turn()])
    if scored.turn.failure is None:
        assert (diagnose(scored.turn).fault is None) == scored.score.exact_match


def test_the_places_of_facts_are_told_apart() -> None:
    case = Case(
        name="",
        cause="",
        facts=(FACT,) * 10,
        should=(HUD_ON,),
        calls=(searched(hits("m1", "m2"), top_k=1), withholding("m3")),
        question=hits("m4"),
        itself={
            4: hits("m5"),
            5: (Hit(text="They talked.", score=1.0, message_ids=("m6",)),),
            6: (Hit(text="They talked.", score=1.0),),
            7: hits("m99"),
            8: hits("m99"),
        },
        changes={"evidence_words": {f"m{number}": f"text of m{number}" for number in range(1, 11)}},
    )
    turn = case.turn()
    turn = replace(turn, gold=replace(turn.gold, evidence_ids=("m9",)))  # no visible session holds it
    diagnosis = diagnose(turn)
    assert diagnosis.places == PLACES
    assert diagnosis.evidence == "partly_found"
    assert diagnosis_entry(diagnosis) == {
        "cause": "withheld", "evidence": "partly_found", "facts": list(PLACES), "fault": "no_action",
        "needs": ["nothing"],
    }  # fmt: skip


def test_what_is_left_of_a_rewording_is_counted_over_all_searches_and_of_a_verbatim_memory_not() -> None:
    by_name = {case.name: case.turn() for case in CASES}
    assert wording_of(by_name["the message is named, the value is gone"]) == (1, 0)
    assert wording_of(by_name["the message is named and lost, another hit of it holds it"]) == (1, 1)
    assert wording_of(by_name["one kept, of one nothing but the place"]) == (2, 1)
    assert wording_of(by_name["shown and right"]) is None


def test_where_words_were_lost_the_hit_that_lost_them_is_told() -> None:
    turn = next(case.turn() for case in CASES if case.name == "the message is named, the value is gone")
    found = trace(turn, 0, "lost_in_words")
    assert (found.rank, found.text) == (1, HUSK.text)


def test_a_piece_that_is_a_message_is_held_against_its_own_words() -> None:
    gold = Gold(commands=(), reasoning_type="x", evidence_ids=("m1", "m2"))
    words = {"m1": SAID, "m2": ""}
    assert covered_pieces(gold, (KEPT, HUSK)) == (True, False)
    assert covered_pieces(gold, (KEPT,), words=words) == (True, False)
    assert covered_pieces(gold, (HUSK,), words=words) == (False, False)


def test_the_replays_own_searches_never_count_as_found() -> None:
    case = Case(name="", cause="", question=hits("m1"), itself={0: hits("m1")})
    assert diagnose(case.turn()).evidence == "not_found"


def test_a_hit_is_shown_up_to_the_rank_that_the_agent_saw_and_no_further() -> None:
    for top_k, place in ((1, "not_shown"), (2, "shown"), (3, "shown")):
        case = Case(name="", cause="", calls=(searched(hits("m9", "m1"), top_k=top_k),))
        assert diagnose(case.turn()).places == (place,)


def test_without_facts_the_messages_that_the_source_names_are_looked_for() -> None:
    gold = Gold(commands=(volume(30),), reasoning_type="x", evidence_ids=("m1", "m2"))
    turn = replace(Case(name="", cause="", calls=SHOWN, question=hits("m2")).turn(), gold=gold)
    assert diagnose(turn).places == ("shown", "by_question")
    assert diagnose(turn).cause == "partly_found"
    assert trace(turn, 0, "shown").rank == 2
    for untold in ({"context": "words"}, {"names_sources": False}):
        assert diagnose(replace(turn, **untold)).evidence == "unknown"
    own = replace(turn, tool_calls=(searched((Hit(text="own words", score=1.0),)),))
    assert diagnose(own).evidence == "unknown"


def test_a_fact_without_known_messages_beside_one_with_them_is_told_by_words() -> None:
    evidence = (FactEvidence(message_ids=(), confidence=0.0), FactEvidence(message_ids=("m2",), confidence=1.0))
    turn = Case(
        name="", cause="", facts=TWO, calls=(searched((Hit(text=FACT, score=1.0, message_ids=("m7",)),)),)
    ).turn()
    gold = replace(turn.gold, fact_evidence=evidence)
    assert diagnose(replace(turn, gold=gold)).places == ("shown", "not_probed")


def test_a_trace_names_the_search_the_rank_and_the_words() -> None:
    turn = Case(name="", cause="", calls=SHOWN, itself={0: hits("m8", "m1")}).turn()
    found = trace(turn, 0, "shown")
    assert (found.search, found.rank, found.text) == ("radio", 2, "text of m1")
    found = trace(turn, 0, "by_itself")
    assert (found.search, found.rank, found.text) == (FACT, 2, "text of m1")
    assert trace(turn, 0, "absent").rank == 0


def of_cases(*names: str) -> list[Turn]:
    by_name = {case.name: case for case in CASES}
    return [replace(by_name[name].turn(), index=index) for index, name in enumerate(names)]


def test_a_run_has_counts_shares_cells_and_the_first_query_as_the_example() -> None:
    turns = of_cases("shown and right", "another value", "a value out of range", "by the bare question only")
    turns = [replace(turn, origin=replace(turn.origin, event_index=turn.index)) for turn in turns]
    section = diagnosis_section(score_turns(turns))
    assert section["queries"] == 4
    assert {cause: row["count"] for cause, row in section["causes"].items() if row["count"]} == {
        "right": 1, "not_found": 1, "wrong_value": 2,
    }  # fmt: skip
    assert section["causes"]["wrong_value"]["share"] == 0.5
    assert sum(row["share"] for row in section["causes"].values()) == 1.0
    assert section["cells"]["found"] == {"right": 1, "wrong": 2}
    assert section["cells"]["not_found"] == {"right": 0, "wrong": 1}
    assert section["facts"] == dict.fromkeys(PLACES, 0) | {"shown": 3, "by_question": 1}
    assert section["causes"]["wrong_value"]["example"] == {
        "query_id": "1/1",
        "query": "What now?",
        "fact": FACT,
        "place": "shown",
        "found": {"search": "radio", "rank": 2, "text": "text of m1"},
        "did": ["carcontrol_radio_set_volume(volume=20)"],
        "should": ["carcontrol_radio_set_volume(volume=30)"],
    }


def test_an_example_of_what_was_not_found_shows_what_came_first_instead() -> None:
    section = diagnosis_section(score_turns(of_cases("not even by its own words")))
    example = section["causes"]["not_stored"]["example"]
    assert example["place"] == "absent"
    assert example["found"] == {"search": "radio", "rank": 1, "text": "text of m9"}


def test_failures_and_broken_references_have_a_cause_but_no_cell() -> None:
    section = diagnosis_section(
        score_turns(of_cases("a failure, however right", "a reference that the car rejects", "shown and right"))
    )
    assert section["causes"]["failure"]["count"] == section["causes"]["broken_reference"]["count"] == 1
    assert section["causes"]["failure"]["example"]["failure"] == "search: gone"
    assert sum(row["right"] + row["wrong"] for row in section["cells"].values()) == 1


def test_only_the_point_main_counts_and_no_query_gives_zeros() -> None:
    (turn,) = of_cases("another value")
    for empty in ([], [replace(turn, point="end")]):
        section = diagnosis_section(score_turns(empty))
        assert section["queries"] == 0
        assert all(row == {"count": 0, "share": None, "example": None} for row in section["causes"].values())
        assert render_diagnosis(section) is not None


def test_long_texts_of_an_example_are_cut() -> None:
    (turn,) = of_cases("another value")
    section = diagnosis_section(score_turns([replace(turn, query="so " * 200)]))
    assert len(section["causes"]["wrong_value"]["example"]["query"]) == MAX_CHARS


def test_who_never_asked_the_memory_is_counted() -> None:
    section = diagnosis_section(score_turns(of_cases("the agent never asked", "another value")))
    assert section["never_asked"] == 1
    assert "never asked the memory: 1" in render_diagnosis(section)


def test_the_text_shows_the_causes_that_occur_within_eighty_columns() -> None:
    turns = of_cases(*(case.name for case in CASES))
    text = render_diagnosis(diagnosis_section(score_turns(turns)), examples=True)
    assert max(map(len, text.splitlines())) <= 80
    for cause in CAUSES:
        assert f"\n{cause} " in text
    assert "lucky: right without any evidence; 1/0" in text
    few = render_diagnosis(diagnosis_section(score_turns(of_cases("another value"))))
    assert "wrong_value" in few
    assert "lucky" not in few
    assert HUD_ON.name not in few


def test_arguments_nested_too_deep_to_compare_are_a_wrong_value() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    nested = Command(name=volume(30).name, args={"volume": deep})
    assert diagnose(Case(name="", cause="", did=(nested,), calls=SHOWN).turn()).cause == "wrong_value"
    assert diagnose(Case(name="", cause="", should=(volume(30),), did=(nested, nested), calls=SHOWN).turn()).fault

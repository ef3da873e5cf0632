"""CarMem's figures, worked out by hand."""

import pytest

from memory.guard import SearchRecord
from memory.messages import Hit
from memory.position import Position
from scoring.carmem import (
    Category,
    Extraction,
    Maintenance,
    carmem_section,
    extraction_figures,
    maintenance_figures,
    out_of_schema_figures,
    retrieval_figures,
    right_action,
)
from scoring.records import Branch, Failure, Gold, Origin, Turn
from scoring.render_carmem import render_carmem, render_retrieval

NOTHING = Branch(commands=(), accepted=(), events=())
CUISINE = Category(main="A", sub="Food", detail="Cuisine")
PRICE = Category(main="A", sub="Food", detail="Price")
FAN = Category(main="B", sub="Air", detail="Fan")
SONG = Category(main="C", sub="Music", detail="Favorite Songs")
ARTIST = Category(main="C", sub="Music", detail="Favorite Artists/Bands")


def test_extraction_is_micro_averaged_at_each_level() -> None:
    cases = [
        Extraction(gold=CUISINE, found=(CUISINE, CUISINE)),  # the same twice counts once
        Extraction(gold=CUISINE, found=(PRICE, FAN)),  # right above detail; one too many in any case
        Extraction(gold=FAN),
    ]
    figures = extraction_figures(cases)
    # detail: found 1 of 3, and 2 wrong; sub and main: 2 of 3, and 1 wrong
    assert figures["levels"]["detail"] == {"precision": 1 / 3, "recall": 1 / 3, "f1": 1 / 3}
    assert figures["levels"]["main"] == {"precision": 2 / 3, "recall": 2 / 3, "f1": 2 / 3}
    assert (figures["nothing"], figures["missed"], figures["over"], figures["perfect"]) == (1 / 3, 2 / 3, 1 / 3, 1 / 3)


def test_a_song_taken_for_its_artist_is_right_only_when_both_are_merged() -> None:
    figures = extraction_figures([Extraction(gold=SONG, found=(ARTIST,))])
    assert figures["levels"]["detail"]["f1"] == 0.0
    assert figures["levels"]["detail_merged"]["f1"] == 1.0
    assert figures["perfect"] == 1.0


def test_a_failure_is_counted_apart_and_no_conversations_give_no_rates() -> None:
    figures = extraction_figures([Extraction(gold=FAN, failure="no answer")])
    assert (figures["conversations"], figures["failures"], figures["perfect"]) == (1, 1, None)
    assert figures["levels"]["main"] == {"precision": None, "recall": None, "f1": None}
    assert not Extraction(gold=FAN, found=(FAN,), failure="no answer").is_perfect


def test_out_of_schema_nothing_is_right() -> None:
    cases = [Extraction(gold=FAN), Extraction(gold=FAN, found=(CUISINE,)), Extraction(gold=FAN, found=(FAN,))]
    figures = out_of_schema_figures(cases)
    assert (figures["nothing"], figures["elsewhere"], figures["kept_anyway"]) == (1 / 3, 1 / 3, 1 / 3)


@pytest.mark.parametrize(
    ("kind", "holds", "wanted"),
    [
        ("equal", "several", "pass"),
        ("equal", "one", "pass"),
        ("negate", "several", "update"),
        ("negate", "one", "update"),
        ("different", "several", "append"),
        ("different", "one", "update"),
    ],
)
def test_the_right_maintenance_is_the_published_one(kind: str, holds: str, wanted: str) -> None:
    assert right_action(kind, holds) == wanted


def test_maintenance_is_told_on_all_and_on_perfectly_extracted() -> None:
    cases = [
        Maintenance(kind="equal", holds="one", is_perfect=True, got="pass"),
        Maintenance(kind="equal", holds="one", is_perfect=False, got="insert"),
        Maintenance(kind="different", holds="several", is_perfect=False, got="none"),
        Maintenance(kind="negate", holds="one", is_perfect=True, got="none", failure="no answer"),
    ]
    figures = maintenance_figures(cases)
    assert (figures["all"]["utterances"], figures["all"]["failures"]) == (4, 1)
    assert figures["all"]["accuracy"] == 1 / 3
    assert figures["all"]["accuracy_read"] == 1 / 2
    assert figures["all"]["by"]["equal"]["one"]["accuracy"] == 1 / 2
    assert figures["all"]["by"]["negate"]["several"]["accuracy"] is None
    assert (figures["perfect"]["utterances"], figures["perfect"]["accuracy"]) == (2, 1.0)


def turn(*named: str, among: int = 1, failed: bool = False, source_ids: bool = True) -> Turn:
    """A Turn whose hits name one message each (none for ""); evidence is m1 and m2."""
    now = Position(9, 0)
    hits = tuple(Hit(text="x", score=1.0, message_ids=(name,) if name else ()) for name in named)
    return Turn(
        scenario="1",
        index=0,
        origin=Origin(source_file="f", event_index=0),
        query="q",
        cutoff=now,
        cutoff_iso="",
        cutoff_policy="explicit",
        visible_messages=2,
        hidden_messages=0,
        gold=Gold(commands=(), expects_commands=False, reasoning_type="Food", evidence_ids=("m1", "m2"), among=among),
        base={},
        reference=NOTHING,
        predicted=NOTHING,
        names_sources=source_ids,
        probe=None if failed else SearchRecord(query="q", limit=20, now=now, hits=hits),
        failure=Failure(stage="search", message="broke") if failed else None,
    )


def test_evidence_must_be_within_n_and_then_one_and_two_more() -> None:
    turns = [
        turn("m1"),  # first, n is 1
        turn("m8", "m9", "m2", among=2),  # third, n is 2
        turn("m8", "m9", "m1"),  # third, n is 1
        turn("m8", "m9", "m7", "m1"),  # fourth, n is 1
    ]
    figures = retrieval_figures(turns)
    assert (figures["at_n"], figures["at_n_plus_1"], figures["at_n_plus_2"]) == (1 / 4, 2 / 4, 3 / 4)
    assert figures["mean_n"] == 5 / 4
    assert figures["by_type"]["Food"]["at_n"] == 1 / 4


def test_no_hits_are_a_miss_and_what_names_no_source_or_failed_is_left_out() -> None:
    turns = [turn(), turn(""), turn(source_ids=False), turn(failed=True)]
    figures = retrieval_figures(turns)
    assert (figures["queries"], figures["failures"], figures["unverifiable"]) == (4, 1, 2)
    assert figures["at_n_plus_2"] == 0.0


def test_there_is_no_section_without_queries_that_say_n() -> None:
    assert carmem_section([]) is None


def test_every_table_fits_the_page_and_missing_rates_are_dashes() -> None:
    figures = {
        "in_schema": extraction_figures([Extraction(gold=FAN)]),
        "whole_schema": None,
        "out_of_schema": out_of_schema_figures([]),
        "maintenance": maintenance_figures([]),
        "maintenance_given": None,
        "retrieval": retrieval_figures([turn(failed=True)]),
        "retrieval_perfect": None,
    }
    text = render_carmem(figures)
    assert max(map(len, text.splitlines())) <= 80
    assert "out of schema" in text
    assert "left out: 1 failure," in render_retrieval(retrieval_figures([turn(failed=True)]))
    assert "precision" in text

from dataclasses import replace

import pytest

from memory.position import cutoff_at
from replay.alignment import ANYWHERE, DAY, Aligner, align, with_fact_evidence
from replay.timeline import MessageDraft, Timeline
from scoring.records import FactEvidence
from tests.scenes import query_at, said, scenario_of, timeline_of, us

CHATTER = (
    "The bakery sells rye bread on Sundays.",
    "My cousin plays chess in Lisbon.",
    "That novel was long and dull.",
    "Her garden has roses and thyme.",
    "The train was late once more.",
    "Nobody answers the phone there.",
)
"""Enough other talk that a word of a fact is rare."""


def small_talk() -> list[MessageDraft]:
    return [said(f"2025-02-01 12:0{minute}", text, "Ben") for minute, text in enumerate(CHATTER)]


def found(fact: str, *drafts: MessageDraft) -> tuple[list[str], float]:
    """The texts that state a fact, and the confidence."""
    timeline = timeline_of(*small_talk(), *drafts)
    evidence = Aligner(scenario_of(timeline, [query_at(0, None, facts=(fact,))])).fact(fact)
    texts = {message.id: message.text for message in timeline.messages()}
    return [texts[message_id] for message_id in evidence.message_ids], evidence.confidence


CYAN = "[March 1, 2025] At 8:00 AM, Ada told the car: 'Cyan panel.'"


def test_confidence_is_what_the_words_are_worth_less_what_is_said_by_accident() -> None:
    # 9 messages, 3 of them in the session. The whole fact is said: 1 / (1 + 0.35**4) = 0.98522. Each of its two words
    # is in one message: the chance of both in one is 1 / (1 + 9 / 2)**2 = 1 / 30.25, in three messages 0.09917.
    hello = [said("2025-03-01 07:59", "Hello"), said("2025-03-01 08:01", "Off then", "Ben")]
    texts, confidence = found(CYAN, hello[0], said("2025-03-01 08:00", "Make the panel cyan"), hello[1])
    assert texts == ["Make the panel cyan"]
    assert confidence == pytest.approx(0.98522 * 0.90083, abs=0.0006)


def test_a_statement_spread_over_messages_is_found_in_time_order_and_small_talk_stays_out() -> None:
    fact = "[March 1, 2025] At 8:00 AM, Ada drove Ben. Ada said: 'The dashboard glares tonight.' She dimmed it to 14."
    texts, confidence = found(
        fact,
        said("2025-03-01 08:00", "Goodness, the dashboard glares tonight."),
        said("2025-03-01 08:00", "Does it? I was looking at the river.", "Ben"),
        said("2025-03-01 08:01", "There, fourteen, dimmed."),
        said("2025-03-01 08:02", "Fine. Shall we stop for soup?", "Ben"),
    )
    assert texts == ["Goodness, the dashboard glares tonight.", "There, fourteen, dimmed."]
    assert confidence > 0.9


def test_no_more_than_three_messages_state_a_fact() -> None:
    pairs = ["violet sunroof", "massage defroster", "subwoofer armrest", "horn wipers"]
    fact = f"[March 1, 2025] At 8:00 AM, Ada said: '{', '.join(pairs)}'"
    texts, _ = found(fact, *(said(f"2025-03-01 08:0{n}", pair) for n, pair in enumerate(pairs)))
    assert texts == pairs[:3]


def test_a_short_sentence_said_word_for_word_belongs_to_the_statement_however_little_it_adds() -> None:
    fact = "[March 1, 2025] At 8:00 AM, Ada said: 'I am tired.' Later: 'Fold the mirrors, lower the blinds.'"
    texts, confidence = found(
        fact,
        said("2025-03-01 08:00", "I am tired."),
        said("2025-03-01 08:01", "Fold the mirrors, lower the blinds."),
        said("2025-03-01 08:02", "Tired drivers need tea."),
    )
    assert texts == ["I am tired.", "Fold the mirrors, lower the blinds."]
    assert confidence > 0.9


def test_a_quoted_sentence_said_word_for_word_settles_it_whatever_the_narration_adds() -> None:
    narration = "Ada adjusted compressor refrigerant humidity thermostat filters consistently with profile defaults."
    quoted = f"[March 1, 2025] At 8:00 AM, Ada said: 'Winter finally ended.' {narration}"
    _, word_for_word = found(quoted, said("2025-03-01 08:00", "So winter finally ended."))
    _, in_other_words = found(quoted, said("2025-03-01 08:00", "Finally the winter has ended."))
    assert word_for_word > 0.9 > 0.5 > in_other_words


def test_of_two_who_say_the_same_the_one_whom_the_fact_names_first_states_it() -> None:
    fact = "[March 1, 2025] At 8:00 AM, Ada drove Ben. Ada said: 'Purple lights.'"
    echo, own = (
        said("2025-03-01 08:00", "Purple lights, is it?", "Ben"),
        said("2025-03-01 08:01", "Yes, purple lights."),
    )
    assert found(fact, echo, own)[0] == ["Yes, purple lights."]
    assert found(fact.replace("Ada", "Eve"), echo, own)[0] == ["Purple lights, is it?"]


def test_words_of_somebody_whom_the_fact_does_not_name_are_trusted_less() -> None:
    drafts = said("2025-03-01 07:59", "Off we go"), said("2025-03-01 08:00", "Purple lights and gentle massage", "Zoe")
    fact = "[March 1, 2025] At 8:00 AM, NAME wanted purple lights, gentle massage, jazz and an open sunroof."
    stranger, named = (found(fact.replace("NAME", name), *drafts)[1] for name in ("Ada", "Zoe"))
    assert 0 < stranger < named


def test_far_from_the_instant_the_same_words_count_less() -> None:
    talk = [said(f"2025-03-01 08:{minute}", "Nice view") for minute in (10, 20, 30, 40)]
    near, far = said("2025-03-01 08:05", "A cyan panel"), said("2025-03-01 08:50", "The panel in cyan")
    assert found(CYAN, near, *talk, far)[0] == ["A cyan panel"]
    assert found(CYAN, *talk, far, said("2025-03-01 08:00", "Hi"))[0] == ["The panel in cyan"]


def test_of_equally_good_messages_the_earlier_states_it() -> None:
    texts, _ = found(CYAN, said("2025-03-01 08:00", "cyan panel please"), said("2025-03-01 08:01", "panel cyan now"))
    assert texts == ["cyan panel please"]


def test_where_the_session_does_not_state_a_fact_its_day_may_with_less_confidence() -> None:
    statement = "Please fold the mirrors and dim the headlights"
    fact = f"[March 1, 2025] At 8:00 AM, Ada said: '{statement}.'"
    at_once = found(fact, said("2025-03-01 08:00", statement))
    hours_later = found(fact, said("2025-03-01 08:00", "Good morning"), said("2025-03-01 08:50", statement))
    no_clock = found(fact.replace(" At 8:00 AM,", ""), said("2025-03-01 21:00", statement))
    assert at_once[0] == hours_later[0] == no_clock[0] == [statement]
    assert no_clock[1] == pytest.approx(DAY * at_once[1], abs=0.01)
    assert 0 < hours_later[1] < DAY


@pytest.mark.parametrize(("at", "aligned"), [("2025-02-28 23:59", 0), ("2025-03-01 00:00", 1), ("2025-03-02 00:00", 0)])
def test_a_fact_that_names_a_day_is_not_looked_for_on_another(at: str, aligned: int) -> None:
    fact = "[March 1, 2025] Ada said: 'Please fold the mirrors and dim the headlights.'"
    assert len(found(fact, said(at, "Please fold the mirrors and dim the headlights"))[0]) == aligned


def test_a_fact_without_a_day_is_looked_for_everywhere_with_least_confidence() -> None:
    texts, confidence = found(
        "Ada wants her mirrors folded at night.", said("2025-03-01 08:00", "Fold mirrors at night")
    )
    assert texts == ["Fold mirrors at night"]
    assert 0 < confidence < ANYWHERE


@pytest.mark.parametrize("fact", ["[March 1, 2025] At 8:00 AM, Ada drove.", "", "[March 1, 2025] At 8:00 AM, Zebra!"])
def test_a_fact_of_which_nothing_is_said_is_not_aligned(fact: str) -> None:
    assert found(fact, said("2025-03-01 08:00", "Ada here, good morning")) == ([], 0.0)


def test_a_single_common_word_aligns_nothing() -> None:
    drafts = [said(f"2025-03-01 08:0{n}", f"the seat, number {n}") for n in range(6)]
    assert found("[March 1, 2025] At 8:00 AM, Ada moved her seat towards maximal recline.", *drafts) == ([], 0.0)


def test_a_query_with_a_cutoff_of_its_own_has_no_evidence_from_the_cutoff_on() -> None:
    drafts = [
        *small_talk(),
        said("2025-03-01 08:00", "Cyan panel"),
        said("2025-03-01 08:01", "The panel in cyan, please"),
    ]
    at_us = us("2025-03-01 08:00")
    for cutoff_us, n_found in [(at_us - 1, 0), (at_us, 0), (at_us + 1, 1)]:
        query = query_at(0, cutoff_at(cutoff_us), facts=(CYAN,))
        ((evidence,),) = align(scenario_of(timeline_of(*drafts), [query]))
        assert len(evidence.message_ids) == n_found


NAMED = timeline_of(
    said("2025-03-01 08:00", "Cyan lights"),
    said("2025-03-01 08:01", "Lower the blinds"),
    said("2025-03-01 08:02", "Rain"),
)
CYAN_FACT, BLINDS_FACT, OTHER_FACT = "Ada likes cyan.", "Ada wants the blinds lower.", "Ben drinks tea."


def named(facts: tuple[str, ...], *ids: str) -> tuple[FactEvidence, ...]:
    ((*evidence,),) = align(scenario_of(NAMED, [query_at(0, None, facts=facts, evidence_ids=ids)]))
    return tuple(evidence)


def one(*ids: str, confidence: float = 1.0) -> FactEvidence:
    return FactEvidence(message_ids=ids, confidence=confidence)


def test_messages_that_the_source_names_go_to_the_fact_whose_words_they_say() -> None:
    assert named((BLINDS_FACT, CYAN_FACT), "m000001", "m000002") == (one("m000002"), one("m000001"))
    assert named((CYAN_FACT, CYAN_FACT), "m000001") == (one("m000001"), one("m000001"))


def test_a_fact_that_says_none_of_the_named_messages_words_takes_all_at_the_odds() -> None:
    both = one("m000001", "m000002", confidence=0.5)
    assert named((CYAN_FACT, OTHER_FACT), "m000001", "m000002") == (one("m000001"), both)
    assert named((OTHER_FACT,), "m000003") == (one("m000003"),)


def test_named_messages_that_the_timeline_does_not_have_state_nothing() -> None:
    assert named((CYAN_FACT,), "m000009") == (one(confidence=0.0),)


def test_a_scenario_with_its_evidence_is_else_the_same() -> None:
    scenario = scenario_of(NAMED, [query_at(0, None, facts=(CYAN_FACT,), evidence_ids=("m000001",)), query_at(1, None)])
    filled = with_fact_evidence(scenario)
    assert filled.queries[0].gold == replace(scenario.queries[0].gold, fact_evidence=(one("m000001"),))
    assert filled.queries[1] == scenario.queries[1]
    assert with_fact_evidence(filled) == filled


def test_an_empty_scenario_has_no_evidence() -> None:
    empty = Timeline(())
    assert align(scenario_of(empty)) == ()
    assert align(scenario_of(empty, [query_at(0, None, facts=(CYAN, ""))])) == ((one(confidence=0.0),) * 2,)


@pytest.mark.parametrize("fact", [CYAN, "[March 1, 2025] Ada asked for a cyan panel.", "Ada asked for a cyan panel."])
def test_the_evidence_is_the_same_however_few_messages_are_held(fact: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drafts = [
        said("2025-03-01 07:59", "Hello"),
        said("2025-03-01 08:00", "Make the panel cyan"),
        said("2025-03-02 09:00"),
    ]
    all_held = found(fact, *drafts)
    assert all_held[0] == ["Make the panel cyan"]
    monkeypatch.setattr("replay.alignment.MOST_LINES", 1)
    assert found(fact, *drafts) == all_held

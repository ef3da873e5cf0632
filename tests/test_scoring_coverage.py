from memory.messages import Hit
from scoring.coverage import coverage_at, covered_by, covered_facts, n_held, noise_at
from scoring.records import FactEvidence, Gold

HEAT = "[April 15, 2025] At 9:00 AM, Ada set the seat heating to level 2."
LIGHT = "[April 16, 2025] At 9:00 PM, Milo wanted the ambient light in orange."


def gold(*evidence: tuple[tuple[str, ...], float], facts: tuple[str, ...] = (HEAT, LIGHT)) -> Gold:
    aligned = tuple(FactEvidence(message_ids=ids, confidence=confidence) for ids, confidence in evidence)
    return Gold(commands=(), reasoning_type="x", facts=facts, fact_evidence=aligned)


def hit(text: str = "hm", *ids: str) -> Hit:
    return Hit(text=text, score=1.0, message_ids=ids)


SURE = gold((("m1", "m2"), 1.0), (("m5",), 0.9))


def test_a_hit_covers_the_facts_whose_message_it_names() -> None:
    assert covered_facts(SURE, [hit("hm", "m2")]) == (True, False)
    assert covered_facts(SURE, [hit("hm", "m9"), hit("hm", "m5")]) == (False, True)
    assert covered_facts(SURE, [hit("hm", "m1", "m2")]) == (True, False)


def test_words_of_a_hit_that_names_its_message_do_not_tell() -> None:
    assert covered_facts(SURE, [hit("Ada prefers seat heating level 2", "m9")]) == (False, False)


def test_a_hit_that_names_no_message_covers_what_it_states() -> None:
    assert covered_facts(SURE, [hit("Ada prefers seat heating level 2")]) == (True, False)
    assert covered_facts(SURE, [hit("Ada prefers seat heating level 3")]) == (False, False)


def test_a_short_hit_that_names_many_messages_must_state_the_fact_too() -> None:
    many = ("m1", "m3", "m4", "m6")
    assert covered_facts(SURE, [hit("Ada went to the theatre", *many)]) == (False, False)
    assert covered_facts(SURE, [hit("Ada: seat heating 2", *many)]) == (True, False)
    assert covered_facts(SURE, [hit("Ada: seat heating 2", "m3", "m4", "m6")]) == (False, False)


def test_a_hit_with_five_words_for_each_message_is_taken_for_the_messages_themselves() -> None:
    assert covered_facts(SURE, [hit("word " * 10, "m1", "m3")]) == (True, False)
    assert covered_facts(SURE, [hit("word " * 9, "m1", "m3")]) == (False, False)


def test_where_the_evidence_is_doubtful_or_unknown_words_tell_as_well() -> None:
    said = [hit("Ada prefers seat heating level 2", "m9")]
    assert covered_facts(gold((("m1",), 0.49), ((), 0.0)), said) == (True, False)
    assert covered_facts(gold((("m1",), 0.5), ((), 0.0)), said) == (False, False)
    assert covered_facts(gold(), said) == (True, False)
    assert covered_facts(gold((("m1",), 0.49), ((), 0.0)), [hit("hm", "m1")]) == (True, False)


def test_the_text_for_the_prompt_covers_what_it_states() -> None:
    text = "Ada:\n- seat heating level 2\n\nMilo:\n- ambient light orange"
    assert covered_facts(SURE, [], [text]) == (True, True)
    assert covered_facts(SURE, [], [text.replace("orange", "blue")]) == (True, False)


def test_nothing_covers_nothing() -> None:
    assert covered_facts(SURE, []) == (False, False)
    assert covered_facts(gold(facts=()), [hit("hm", "m1")], ["hm"]) == ()


def test_coverage_is_of_the_first_hits_together_and_noise_is_the_share_that_covers_nothing() -> None:
    covers = covered_by(SURE, [hit("hm", "m9"), hit("hm", "m1"), hit("hm", "m2"), hit("hm", "m5")])
    assert covers == (frozenset(), frozenset({0}), frozenset({0}), frozenset({1}))
    assert [coverage_at(covers, 2, k) for k in (1, 2, 3, 4, 9)] == [0, 1 / 2, 1 / 2, 1, 1]
    assert [noise_at(covers, k) for k in (1, 2, 4, 9)] == [1, 1 / 2, 1 / 4, 1 / 4]


def test_without_hits_there_is_no_noise_and_without_facts_no_coverage() -> None:
    assert noise_at((), 5) is None
    assert coverage_at((), 2, 5) == 0.0
    assert coverage_at((frozenset(),), 0, 5) == 0.0


def test_a_hit_can_hold_a_message_for_each_five_words_two_characters_without_spaces_being_one() -> None:
    assert [n_held(hit("word " * n)) for n in (0, 1, 9, 10, 14, 15)] == [1, 1, 1, 2, 2, 3]
    assert [n_held(hit("我喜欢座椅加热二" * n)) for n in (1, 2, 3)] == [1, 1, 2]
    # 26 characters, 13 words, and the one that the spaces tell apart: enough for two messages
    assert covered_facts(SURE, [hit("我昨天在车上告诉你我喜欢座椅加热调到二级因为天气很冷", "m2", "m9")]) == (
        True,
        False,
    )


def test_of_a_memory_that_rewords_the_words_of_a_hit_must_keep_what_its_message_said() -> None:
    words = {"m1": "Seat heating on 2.", "m2": "Thanks a lot.", "m5": "Make it orange."}
    assert covered_facts(SURE, [hit("Ada: seat heating 2", "m1")], words=words) == (True, False)
    assert covered_facts(SURE, [hit("Ada: seat heating 3", "m1")], words=words) == (False, False)
    assert covered_facts(SURE, [hit("hm", "m1", "m5")], words=words) == (False, False)
    assert covered_facts(SURE, [hit("Ada: seat heating 2", "m9")], words=words) == (False, False)
    assert covered_facts(SURE, [hit("Ada: seat heating 2", "m1")], words={}) == (True, False)


def test_of_a_memory_that_rewords_doubtful_evidence_is_held_to_its_words_too() -> None:
    doubtful = gold((("m1",), 0.49), ((), 0.0))
    assert covered_facts(doubtful, [hit("hm", "m1")], words={"m1": "Seat heating on 2."}) == (False, False)
    assert covered_facts(doubtful, [hit("Ada: seat heating 2", "m9")], words={}) == (True, False)

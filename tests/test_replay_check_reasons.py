from replay.check_reasons import Reason, reason_of, shared_reasons, told_once


def test_details_that_differ_in_what_was_quoted_in_numbers_or_in_ids_have_one_reason() -> None:
    one = "foreign text: not the words of m000001: 'the seat'; say so"
    assert reason_of(one) == reason_of('foreign text: not the words of user-1, m2: "it\'s warm"; say so')
    assert reason_of("unknown id: m000001 was not") == reason_of("unknown id: a b 甲 was not")
    assert reason_of("took 1.5 s of 2") == reason_of("took 30 s of 4.25")
    assert reason_of("namespace pastlane-00ff is") == reason_of("namespace pastlane-a1 is")
    assert reason_of("it's late (with 甲, a NUL byte)") == reason_of("it's late")


def test_other_words_are_another_reason() -> None:
    assert reason_of("hit 1 is dict") != reason_of("hit 1 is list")
    assert reason_of("hit 1 has no text") != reason_of("hit 1 is dict")


def test_only_equal_verdicts_with_a_detail_are_put_together_in_the_order_in_which_they_are_met() -> None:
    ended = [
        ("failed", "a", "hit 1 is dict"),
        ("leak", "b", "hit 1 is dict"),
        ("failed", "c", "no text in 'x'"),
        ("failed", "d", "hit 1 is dict"),
        ("failed", "e", "no text in 'y'"),
        ("failed", "f", ""),
        ("failed", "g", ""),
    ]
    first = Reason(number=1, verdict="failed", detail="hit 1 is dict", names=("a", "d"), is_word_for_word=True)
    second = Reason(number=2, verdict="failed", detail="no text in 'x'", names=("c", "e"), is_word_for_word=False)
    assert shared_reasons(ended) == (first, second)
    assert shared_reasons([]) == ()


def test_what_was_refused_for_one_reason_is_told_once_with_all_its_names() -> None:
    refused = [("emoji", "no 'x'"), ("a star", "late"), ("a NUL byte", "no 'y'")]
    assert told_once(refused) == "no 'x' (with emoji, a NUL byte); late (with a star)"
    assert told_once([]) == ""

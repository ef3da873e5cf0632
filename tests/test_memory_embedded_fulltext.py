"""FulltextMemory: words, scripts, scores and what remains of a forgotten message."""

import math

import pytest

from memory.backend import Setup
from memory.embedded.fulltext import FulltextMemory
from memory.embedded.wordindex import MOST_HITS
from memory.messages import Forget
from memory.position import Position
from tests.contract_memory import LATER, NOON_US, deliver, filled, find, ids, message, messages

OTHERS = ("the window is open", "navigate home", "volume up", "good morning")
"""So that a word of one message is rare."""


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("Warm the seats", "seat warming"),
        ("At 9:00 AM we leave", "9:00"),
        ("Set AC-22 now", "ac 22"),
        ("I don't like it", "don't"),
        ("a café on the way", "CAFE"),
        ("a cafe\u0301 on the way", "café"),
        ("把座椅调到三档", "座椅"),
        ("把座椅调到三档", "椅"),
        ("把座椅调到三档", "请调座椅"),
        ("Bo的seat太热", "seat"),
        ("Bo的seat太热", "太热"),
        ("ＡＣ２２", "ac22"),
        ("シートを温めて", "シート"),
        ("ｼｰﾄ", "シート"),
        ("좌석을 따뜻하게", "좌석"),
        ("เปิดเบาะอุ่น", "เบาะ"),
        ("𠮷野さん", "𠮷"),
        ("सीट गरम करो", "सीट"),
        ("seat\0belt", "belt"),
        ("é seat\0belt", "belt"),
        ("seat \ud800belt", "belt"),
        ("NEAR the AND gate", "and"),
    ],
)
def test_a_message_is_found_by_its_words_in_any_script(text: str, query: str) -> None:
    memory = filled(FulltextMemory, messages(*OTHERS, text))
    assert "m000005" in ids(find(memory, query))


@pytest.mark.parametrize(
    ("text", "query"),
    [("把座椅调到三档", "椅座"), ("seat", "se*"), ("seat", "sea"), ("seat", ""), ("❤️ 😀", "😀")],
)
def test_a_message_is_not_found_by_what_is_no_word_of_it(text: str, query: str) -> None:
    assert find(filled(FulltextMemory, messages(*OTHERS, text)), query) == []


def test_the_speaker_is_found_like_a_word() -> None:
    memory = filled(FulltextMemory, [message(1, "seat up", speaker="Bo"), message(2, "seat up", speaker="Ann")])
    assert ids(find(memory, "what did Bo say")) == ["m000001"]


def test_a_rare_word_weighs_more_than_a_common_one() -> None:
    memory = filled(FulltextMemory, messages("the seat", "the horn", "the horn", "warm up", "go on", "go off"))
    assert ids(find(memory, "horn seat")) == ["m000001", "m000003", "m000002"]


def test_a_score_is_bm25_over_the_delivered_messages() -> None:
    memory = filled(FulltextMemory, messages("seat seat on", "horn", "horn", "horn"))
    # With the speaker: 4, 2, 2 and 2 words, 2.5 on average. `seat` is in 1 of 4 messages, twice.
    rarity = math.log((4 - 1 + 0.5) / (1 + 0.5))
    expected = rarity * (2 * 2.2) / (2 + 1.2 * (0.25 + 0.75 * 4 / 2.5))
    (hit,) = find(memory, "seat")
    assert hit.score == pytest.approx(expected, rel=1e-12)


def test_scores_count_messages_of_this_memory_only() -> None:
    memory = filled(FulltextMemory, messages("seat", *OTHERS))
    before = find(memory, "seat")
    filled(FulltextMemory, messages(*["seat"] * 20))
    assert find(memory, "seat") == before


def test_a_word_given_twice_counts_once() -> None:
    memory = filled(FulltextMemory, messages("seat", *OTHERS))
    assert find(memory, "seat seat SEAT") == find(memory, "seat")


def test_forgetting_brings_the_scores_back_to_what_they_were_without_the_message() -> None:
    history = messages("seat 座椅 é", *OTHERS, "seat warm 座椅 é\ud800")
    memory = filled(FulltextMemory, history)
    memory.forget(Forget(message_ids=("m000006",), person="", text=""), LATER)
    assert find(memory, "seat 座椅 é") == find(filled(FulltextMemory, history[:-1]), "seat 座椅 é")


def test_a_request_in_words_removes_what_the_person_said_of_it() -> None:
    memory = filled(
        FulltextMemory,
        [
            message(1, "seat heating on", speaker="Ann"),
            message(2, "heated seats for me, too", speaker="Bo"),
            message(3, "seat higher", speaker="Ann"),
        ],
    )
    memory.forget(Forget(message_ids=(), person="Ann", text="Forget my seat heating."), LATER)
    assert sorted(ids(find(memory, "seat"))) == ["m000002", "m000003"]


def test_a_tombstone_keeps_id_and_position_and_no_text() -> None:
    memory = FulltextMemory(Setup(namespace="n"))
    deliver(memory, messages("my secret", "other"))
    memory.forget(Forget(message_ids=("m000001",), person="", text=""), LATER)
    rows = list(memory._store.db["message"].rows)
    assert rows[0] == {
        "row": 1,
        "id": "m000001",
        "at_us": 1_741_089_660_000_000,
        "seq": 1,
        "speaker": None,
        "text": None,
    }
    assert rows[1]["text"] == "other"


def test_messages_after_a_forgotten_one_are_indexed_as_ever() -> None:
    memory = filled(FulltextMemory, messages("seat one", "seat two"))
    memory.forget(Forget(message_ids=("m000002",), person="", text=""), LATER)
    deliver(memory, [message(3, "seat three")])
    assert ids(find(memory, "seat")) == ["m000003", "m000001"]


def test_small_words_and_the_clock_do_not_find_a_message() -> None:
    memory = filled(FulltextMemory, messages("at 9:00 AM he told the car", "the horn"))
    assert ids(find(memory, "At 9:00 AM Bo told the car: 'the horn'")) == ["m000002"]
    assert ids(find(memory, "9:00 AM")) == ["m000001"]


def test_neighbours_in_the_query_that_are_neighbours_in_the_message_count_more() -> None:
    far = [message(1, "horn green loud", minutes=0), message(2, "green horn loud", minutes=900)]
    rest = [message(number, text, minutes=900 * number) for number, text in enumerate(OTHERS, 3)]
    assert ids(find(filled(FulltextMemory, [*far, *rest]), "horn green")) == [
        "m000001",
        "m000002",
    ]


def test_other_words_for_the_same_setting_are_found_and_count_less() -> None:
    setup = Setup(namespace="n", vocabulary=(("tow bar", "hitch"),))
    memory = FulltextMemory(setup)
    texts = ("the tow bar", "the hitch", *OTHERS)
    deliver(memory, [message(number, text, minutes=900 * number) for number, text in enumerate(texts, 1)])
    assert ids(find(memory, "the hitch")) == ["m000002", "m000001"]
    narrow = FulltextMemory(Setup(namespace="n", vocabulary=setup.vocabulary, options={"widen": "no"}))
    deliver(narrow, [message(number, text, minutes=900 * number) for number, text in enumerate(texts, 1)])
    assert ids(find(narrow, "the hitch")) == ["m000002"]


def test_a_talk_about_one_thing_does_not_fill_the_list() -> None:
    talk = [message(number, "a horn", minutes=number) for number in range(1, 6)]
    later = message(6, "a horn of a truck", minutes=10_000)
    memory = filled(FulltextMemory, [*talk, later, *(message(n, "so", minutes=20_000) for n in range(7, 20))])
    assert ids(find(memory, "horn", limit=2)) == ["m000005", "m000006"]


@pytest.mark.parametrize(("days", "left"), [(0, 1.0), (10, 0.5), (20, 0.25)])
def test_with_a_half_life_a_message_that_old_counts_half(days: int, left: float) -> None:
    history = [message(1, "seat", minutes=0), *(message(n, "so", minutes=0) for n in range(2, 6))]
    now = Position(NOON_US + days * 86_400_000_000, 9)
    scores = []
    for options in ({}, {"half_life_days": "10"}):
        memory = FulltextMemory(Setup(namespace="n", options=options))
        deliver(memory, history)
        (hit,) = memory.search("seat", limit=1, now=now)
        scores.append(hit.score)
    assert scores[1] == pytest.approx(scores[0] * left, rel=1e-12)


def test_a_search_weighs_a_bounded_number_of_messages() -> None:
    memory = filled(FulltextMemory, [])
    deliver(memory, [message(number, "seat") for number in range(1, MOST_HITS + 2)])
    assert len(find(memory, "seat", limit=MOST_HITS + 1)) == MOST_HITS

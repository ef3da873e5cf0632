"""FulltextMemory: words, scripts, scores and what remains of a forgotten message."""

import math

import pytest

from memory.backend import Setup
from memory.embedded.fulltext import FulltextMemory
from memory.messages import Forget
from tests.contract_memory import LATER, deliver, filled, find, ids, message, messages

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

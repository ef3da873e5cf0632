"""What a request to forget means."""

import pytest

from memory.embedded.forgetting import Meant, Nothing, SaidBy, TheseMessages, is_meant, is_said_by, meant_by
from memory.messages import Forget


def said_by(person: str, text: str) -> SaidBy:
    meant = meant_by(Forget(message_ids=(), person=person, text=text))
    assert isinstance(meant, SaidBy)
    return meant


def test_ids_decide_alone() -> None:
    request = Forget(message_ids=("a", "b", "a"), person="Ann", text="everything")
    assert meant_by(request) == TheseMessages(ids=frozenset({"a", "b"}))


@pytest.mark.parametrize("text", ["", "Please forget everything I said.", "?!", "请忘记我说的话"])
def test_without_a_person_a_request_without_words_means_nothing(text: str) -> None:
    assert meant_by(Forget(message_ids=(), person="", text=text)) == Nothing()


@pytest.mark.parametrize("text", ["", "Please forget everything I told you!", "请忘记我说的话"])
def test_with_a_person_a_request_without_words_means_all_that_the_person_said(text: str) -> None:
    meant = said_by("Ann", text)
    assert is_said_by(meant, "ann", "anything")
    assert not is_said_by(meant, "Bo", "anything")


def test_all_words_must_be_there_in_any_order_and_by_their_stem() -> None:
    meant = said_by("Ann", "Forget what I said about my seat heating.")
    assert is_said_by(meant, "Ann", "Heated seats, please")
    assert not is_said_by(meant, "Ann", "the seat is too low")
    assert not is_said_by(meant, "Bo", "Heated seats, please")


def test_without_a_person_the_words_may_be_anyones() -> None:
    meant = said_by("", "delete the seat heating")
    assert is_said_by(meant, "Bo", "seat heating on")
    assert not is_said_by(meant, "Bo", "seat up")


def test_words_of_a_script_without_spaces_are_found_anywhere() -> None:
    meant = said_by("甲", "请忘记我的座椅")
    assert is_said_by(meant, "甲", "把座椅调到三档")
    assert not is_said_by(meant, "甲", "把空调调到三档")


# Of what a system made of messages


def asked(text: str, person: str = "") -> Meant:
    return meant_by(Forget(message_ids=(), person=person, text=text))


def meant(meant: Meant, text: str = "likes the seat warm", *speakers: str) -> bool:
    return is_meant(meant, message_ids=("m1", "m2"), speakers=speakers, text=text)


def test_a_memory_is_meant_where_one_of_its_messages_is_named() -> None:
    assert meant(TheseMessages(ids=frozenset({"m2", "m9"})))
    assert not meant(TheseMessages(ids=frozenset({"m9"})))


def test_a_memory_is_meant_where_it_holds_every_word_of_the_request() -> None:
    assert meant(asked("forget the warm seat"))
    assert not meant(asked("forget the warm roof"))


def test_a_persons_request_means_what_one_of_the_speakers_said() -> None:
    assert meant(asked("forget the seat", "Ann"), "likes the seat warm", "Bob", "Ann")
    assert not meant(asked("forget the seat", "Ann"), "likes the seat warm", "Bob")


def test_a_memory_without_known_speakers_is_nobodys() -> None:
    assert not meant(asked("forget the seat", "Ann"))


def test_a_request_that_says_nothing_means_nothing() -> None:
    assert not meant(Nothing())

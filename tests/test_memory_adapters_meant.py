from memory.adapters.meant import is_meant
from memory.embedded.forgetting import Meant, Nothing, TheseMessages, meant_by
from memory.messages import Forget


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

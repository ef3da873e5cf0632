"""Forgetting, for memories that say they can: what was named is gone, and the rest is not.

Something that was forgotten and is still shown breaks a promise; it is no leak, for it was known.
"""

from collections.abc import Sequence

from memory.messages import Forget, Message
from replay.memory_checks.bench import Bench
from replay.memory_checks.errors import NotApplicable, NotMet
from replay.memory_checks.lines import line, secrets
from replay.memory_checks.subject import Subject, must_recall

N_MESSAGES = 4
FORGOTTEN = 1
"""Which of them is to be forgotten."""
PERSON, OTHER_PERSON = "Runa Feld", "Idris Holm"


def named_messages_are_forgotten(bench: Bench) -> str:
    """A message that is forgotten by its id is gone; the rest is found."""
    _check_forgets(bench)
    subject, messages, tokens = _told(bench, "named_messages_are_forgotten")
    subject.forget(Forget(message_ids=(messages[FORGOTTEN].id,), person=PERSON, text="Please forget that."))
    if _is_shown(subject, messages[FORGOTTEN], tokens[FORGOTTEN]):
        raise NotMet(f"{messages[FORGOTTEN].id} was to be forgotten, and is still found")
    must_recall(subject, _rest(messages))
    return ""


def told_of_in_words_is_forgotten(bench: Bench) -> str:
    """What is forgotten in words is what the person meant, and no more."""
    _check_forgets(bench)
    subject, messages, tokens = _told(bench, "told_of_in_words_is_forgotten")
    wish = f"Please forget everything I said about the {tokens[FORGOTTEN]}."
    subject.forget(Forget(message_ids=(), person=PERSON, text=wish))
    must_recall(subject, _rest(messages))
    if _is_shown(subject, messages[FORGOTTEN], tokens[FORGOTTEN]):
        raise NotApplicable("a request without message ids removes nothing; only ids are understood")
    return ""


def a_request_that_means_nothing_forgets_nothing(bench: Bench) -> str:
    """A request that names nothing known is taken, and forgets nothing."""
    subject, messages, _ = _told(bench, "a_request_that_means_nothing_forgets_nothing")
    subject.forget(Forget(message_ids=("m999999",), person="", text=""))
    subject.forget(Forget(message_ids=(), person="", text=""))
    must_recall(subject, messages)
    return ""


def _check_forgets(bench: Bench) -> None:
    if not bench.capabilities.forgets:
        raise NotApplicable("it does not say that it forgets")


def _told(bench: Bench, check: str) -> tuple[Subject, list[Message], list[str]]:
    """A memory that was told wishes of two people and finds all, and the word that each wish is known by."""
    wishes = secrets(N_MESSAGES, *bench.seed(check))
    speakers = (PERSON, PERSON, OTHER_PERSON, OTHER_PERSON)
    messages = [
        line(number, wish.text, speaker=speaker)
        for number, (wish, speaker) in enumerate(zip(wishes, speakers, strict=True), 1)
    ]
    subject = bench.open(bench.namespace(check), messages)
    subject.tell(messages)
    must_recall(subject, messages)
    return subject, messages, [wish.token for wish in wishes]


def _is_shown(subject: Subject, message: Message, token: str) -> bool:
    """Whether a message is found by its own words, whatever is shown of it."""
    answer = subject.ask(message.text)
    return answer.shows(token) or any(message.id in hit.message_ids for hit in answer.hits)


def _rest(messages: Sequence[Message]) -> list[Message]:
    return [message for number, message in enumerate(messages) if number != FORGOTTEN]


CHECKS = (
    named_messages_are_forgotten,
    told_of_in_words_is_forgotten,
    a_request_that_means_nothing_forgets_nothing,
)

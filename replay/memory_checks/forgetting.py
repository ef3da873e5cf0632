"""Forgetting, for memories that say they can: what was named is gone, and the rest is not.

Something that was forgotten and is still shown breaks a promise; it is no leak, for it was known.
"""

from collections.abc import Sequence

from memory.messages import Forget, Message
from replay.memory_checks.answers import difference
from replay.memory_checks.bench import Bench
from replay.memory_checks.errors import NotApplicable, NotMet
from replay.memory_checks.lines import CHATTER, line, secrets
from replay.memory_checks.subject import Answer, Subject, must_recall

N_MESSAGES = 4
FORGOTTEN = 1
"""Which of them is to be forgotten."""
PERSON, OTHER_PERSON = "Runa Feld", "Idris Holm"
LIKES = (
    "I always prefer Italian food for dinner.",
    "Seat heating on level two for me, please, always.",
    "I like to listen to jazz on the way home.",
)
"""What a memory of preferences, too, has a place for: each is said together with something that it has none for."""
PAUSE_MIN = 90
"""Between two of them, so that each is a conversation of its own."""


def named_messages_are_forgotten(bench: Bench) -> str:
    """A message that is forgotten by its id is gone; the rest is found."""
    _check_forgets(bench)
    subject, messages, tokens = _told(bench, "named_messages_are_forgotten")
    subject.forget(Forget(message_ids=(messages[FORGOTTEN].id,), person=PERSON, text="Please forget that."))
    if where := _where_shown(subject, messages[FORGOTTEN], tokens[FORGOTTEN]):
        raise NotMet(f"{messages[FORGOTTEN].id} was to be forgotten, and is still there: {where}")
    must_recall(subject, _rest(messages))
    return ""


def told_of_in_words_is_forgotten(bench: Bench) -> str:
    """What is forgotten in words is what the person meant, and no more."""
    _check_forgets(bench)
    subject, messages, tokens = _told(bench, "told_of_in_words_is_forgotten")
    wish = f"Please forget everything I said about the {tokens[FORGOTTEN]}."
    subject.forget(Forget(message_ids=(), person=PERSON, text=wish))
    must_recall(subject, _rest(messages))
    if _where_shown(subject, messages[FORGOTTEN], tokens[FORGOTTEN]):
        raise NotApplicable("a request without message ids removes nothing; only ids are understood")
    return ""


def a_request_that_means_nothing_forgets_nothing(bench: Bench) -> str:
    """A request that names nothing known is taken, and forgets nothing."""
    subject, messages, _ = _told(bench, "a_request_that_means_nothing_forgets_nothing")
    subject.forget(Forget(message_ids=("m999999",), person="", text=""))
    subject.forget(Forget(message_ids=(), person="", text=""))
    must_recall(subject, messages)
    return ""


def asking_changes_no_forgetting(bench: Bench) -> str:
    """What a request to forget leaves does not depend on what was asked."""
    asked, alone, again = (_left(bench, part, asks=part == "asked") for part in ("asked", "alone", "again"))
    if alone != again:
        raise NotApplicable("two that were asked nothing and told the same differ after a request to forget")
    if asked == alone:
        return ""
    if not bench.capabilities.verbatim and _left(bench, "asked_again", asks=True) != asked:
        raise NotApplicable("two that were told and asked the same differ after a request to forget")
    one, two = next((one, two) for one, two in zip(alone, asked, strict=True) if one != two)
    raise NotMet(
        f"a memory that was asked before a request to forget answers otherwise after it: {difference(one, two)}"
    )


def _left(bench: Bench, part: str, *, asks: bool) -> list[Answer]:
    """What a memory answers after two requests to forget, one in words; it may be asked before each."""
    name = "asking_changes_no_forgetting"
    tokens = [wish.token for wish in secrets(len(LIKES), *bench.seed(name))]
    messages = [
        line(number, f"{like} My sister {token} hates it.", minute=number * PAUSE_MIN)
        for number, (like, token) in enumerate(zip(LIKES, tokens, strict=True), 1)
    ]
    later = line(len(LIKES) + 1, CHATTER[0], minute=(len(LIKES) + 1) * PAUSE_MIN)
    queries = (*LIKES, *CHATTER[:1], *tokens)
    subject = bench.open(bench.namespace(name, part), [*messages, later])
    subject.tell(messages)
    for query in queries if asks else ():
        subject.ask(query)
    subject.forget(Forget(message_ids=(), person=PERSON, text=f"Please forget what I said about {tokens[0]}."))
    subject.tell([later])
    for query in queries if asks else ():
        subject.ask(query)
    subject.forget(Forget(message_ids=(messages[1].id,), person=PERSON, text="Please forget that."))
    return [subject.ask(query) for query in queries]


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


def _where_shown(subject: Subject, message: Message, token: str) -> str:
    """Where a message is found by its own words, whatever is shown of it; empty where it is not."""
    answer = subject.ask(message.text)
    for rank, hit in enumerate(answer.hits, 1):
        if message.id in hit.message_ids or token.casefold() in hit.text.casefold():
            return f"hit {rank} of the search {message.text[:60]!r} is {hit.text[:60]!r}"
    if token.casefold() in answer.context.casefold():
        return f"{token!r} stands in the context, and no search finds it"
    return ""


def _rest(messages: Sequence[Message]) -> list[Message]:
    return [message for number, message in enumerate(messages) if number != FORGOTTEN]


CHECKS = (
    named_messages_are_forgotten,
    told_of_in_words_is_forgotten,
    a_request_that_means_nothing_forgets_nothing,
    asking_changes_no_forgetting,
)

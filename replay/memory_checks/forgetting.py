"""Forgetting, for memories that say they can: what was named is gone, and the rest is not.

Something that was forgotten and is still shown breaks a promise; it is no leak, for it was known.
"""

from collections.abc import Sequence
from typing import NamedTuple

from memory.messages import Forget, Message
from replay.memory_checks.answers import difference
from replay.memory_checks.bench import Bench
from replay.memory_checks.errors import NotApplicable, NotJudged, NotMet
from replay.memory_checks.lines import CHATTER, LIKES, PAUSE_MIN, line, secrets
from replay.memory_checks.subject import Answer, Subject, must_recall, must_show

N_MESSAGES = 6
FORGOTTEN = 1
"""Which of them is to be forgotten, where all are found; else the person's first that is."""
PERSON, OTHER_PERSON = "Runa Feld", "Idris Holm"


def named_messages_are_forgotten(bench: Bench) -> str:
    """A message that is forgotten by its id is gone; the rest is found."""
    _check_forgets(bench)
    told = _told(bench, "named_messages_are_forgotten")
    told.subject.forget(Forget(message_ids=(told.message.id,), person=PERSON, text="Please forget that."))
    if where := _where_shown(told.subject, told.message, told.token):
        raise NotMet(f"{told.message.id} was to be forgotten, and is still there: {where}")
    _must_be_kept(told.subject, told.rest)
    return told.note


def told_of_in_words_is_forgotten(bench: Bench) -> str:
    """What is forgotten in words is what the person meant, and no more."""
    _check_forgets(bench)
    told = _told(bench, "told_of_in_words_is_forgotten")
    wish = f"Please forget everything I said about the {told.token}."
    told.subject.forget(Forget(message_ids=(), person=PERSON, text=wish))
    _must_be_kept(told.subject, told.rest)
    if _where_shown(told.subject, told.message, told.token):
        raise NotApplicable("a request without message ids removes nothing; only ids are understood")
    return told.note


def a_request_that_means_nothing_forgets_nothing(bench: Bench) -> str:
    """A request that names nothing known is taken, and forgets nothing."""
    told = _told(bench, "a_request_that_means_nothing_forgets_nothing")
    told.subject.forget(Forget(message_ids=("m999999",), person="", text=""))
    told.subject.forget(Forget(message_ids=(), person="", text=""))
    _must_be_kept(told.subject, [told.message, *told.rest])
    return told.note


def asking_changes_no_forgetting(bench: Bench) -> str:
    """What a request to forget leaves does not depend on what was asked."""
    asked, alone, again = (_left(bench, part, asks=part == "asked") for part in ("asked", "alone", "again"))
    if alone != again:
        raise NotJudged("two that were asked nothing and told the same differ after a request to forget")
    if asked == alone:
        must_show(*alone)
        return ""
    if not bench.capabilities.verbatim and _left(bench, "asked_again", asks=True) != asked:
        raise NotJudged("two that were told and asked the same differ after a request to forget")
    one, two = next((one, two) for one, two in zip(alone, asked, strict=True) if one != two)
    raise NotMet(
        f"a memory that was asked before a request to forget answers otherwise after it: {difference(one, two)}"
    )


def _left(bench: Bench, part: str, *, asks: bool) -> list[Answer]:
    """What a memory answers after two requests to forget, one in words; it may be asked before each."""
    name = "asking_changes_no_forgetting"
    tokens = [wish.token for wish in secrets(len(LIKES), *bench.seed(name))]
    messages = _preferences(tokens)
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


def _preferences(tokens: Sequence[str]) -> list[Message]:
    """Likes of one person, each said together with something that a memory of preferences has no place for."""
    return [
        line(number, f"{like} My sister {token} hates it.", speaker=PERSON, minute=number * PAUSE_MIN)
        for number, (like, token) in enumerate(zip(LIKES, tokens, strict=True), 1)
    ]


def _check_forgets(bench: Bench) -> None:
    if not bench.capabilities.forgets:
        raise NotApplicable("it does not say that it forgets")


class _Told(NamedTuple):
    """A memory that was told wishes of two people, each about another thing and in a conversation of its own."""

    subject: Subject
    message: Message
    """What is to be forgotten; it was found."""
    token: str
    """The word that it is known by."""
    rest: list[Message]
    """What else was found; never empty."""
    note: str
    """How much was not found, and so is not judged; empty where all was."""


def _told(bench: Bench, check: str) -> _Told:
    """A memory that was told wishes, and what it finds of them: all, if it says that it recalls verbatim.

    Raises:
        NotMet: it says so, and does not.
        NotJudged: it does not say so, and found nothing that could be forgotten, or nothing beside it.
    """
    wishes = secrets(N_MESSAGES, *bench.seed(check))
    messages = _preferences([wish.token for wish in wishes[: len(LIKES)]])
    messages += [
        line(number, wish.text, speaker=OTHER_PERSON, minute=number * PAUSE_MIN)
        for number, wish in enumerate(wishes[len(LIKES) :], len(LIKES) + 1)
    ]
    later = line(N_MESSAGES + 1, CHATTER[0], minute=(N_MESSAGES + 1) * PAUSE_MIN)
    subject = bench.open(bench.namespace(check), [*messages, later])
    subject.tell([*messages, later])
    if subject.capabilities.verbatim:
        must_recall(subject, messages)
    tokens = {message.id: wish.token for message, wish in zip(messages, wishes, strict=True)}
    found = [message for message in messages if subject.finds(message)]
    own = [message for message in found if message.speaker == PERSON]
    n_lost = len(messages) - len(found)
    note = f"{n_lost} of {len(messages)} not found, and not judged" if n_lost else ""
    if not own or len(found) == 1:
        claim = "forgets" if bench.capabilities.forgets else ""
        raise NotJudged(f"{n_lost} of {len(messages)} not found, and it does not say that it recalls verbatim", claim)
    message = messages[FORGOTTEN] if messages[FORGOTTEN] in found else own[0]
    return _Told(subject, message, tokens[message.id], [one for one in found if one != message], note)


def _must_be_kept(subject: Subject, found_before: Sequence[Message]) -> None:
    """Nothing, where all that was found before a request is found behind it.

    Raises:
        NotMet: something is not.
    """
    lost = [message for message in found_before if not subject.finds(message)]
    if lost:
        seen = f"{len(lost)} of {len(found_before)} that were found before the request and not meant are gone"
        raise NotMet(f"{seen}, such as {lost[0].id}: {lost[0].text[:60]!r}")


def _where_shown(subject: Subject, message: Message, token: str) -> str:
    """Where a message is found by its own words, whatever is shown of it; empty where it is not."""
    answer = subject.ask(message.text)
    for rank, hit in enumerate(answer.hits, 1):
        if message.id in hit.message_ids or token.casefold() in hit.text.casefold():
            return f"hit {rank} of the search {message.text[:60]!r} is {hit.text[:60]!r}"
    if token.casefold() in answer.context.casefold():
        return f"{token!r} stands in the context, and no search finds it"
    return ""


CHECKS = (
    named_messages_are_forgotten,
    told_of_in_words_is_forgotten,
    a_request_that_means_nothing_forgets_nothing,
    asking_changes_no_forgetting,
)

"""What was told can be found: however it was batched, at whatever instants, under whatever ids, after `settle`."""

import time

from replay.memory_checks.bench import Bench
from replay.memory_checks.errors import NotMet
from replay.memory_checks.lines import CHATTER, line, secret, secrets
from replay.memory_checks.subject import must_recall

ODD_IDS = ("user-1", "甲", "1", "a b", "x'--", "{id}", "m" * 100)


def all_is_found_one_by_one(bench: Bench) -> str:
    """Messages told one by one are all found."""
    return _all_is_found(bench, "all_is_found_one_by_one", together=False)


def all_is_found_in_one_batch(bench: Bench) -> str:
    """Messages told in one batch are all found."""
    return _all_is_found(bench, "all_is_found_in_one_batch", together=True)


def settle_is_in_time(bench: Bench) -> str:
    """`settle` returns in time, and what was told can then be found."""
    wish = line(1, secret(*bench.seed("settle_is_in_time")).text)
    subject = bench.open(bench.namespace("settle_is_in_time"), [wish])
    subject.tell([wish])
    began = time.perf_counter()
    subject.settle()
    waited_s = time.perf_counter() - began
    must_recall(subject, [wish])
    return f"a second settle with nothing to wait for took {waited_s:.1f} s" if waited_s >= 1 else ""


def one_instant_holds_many(bench: Bench) -> str:
    """Messages of one instant, and of one text, are all kept."""
    check = "one_instant_holds_many"
    texts = [canary.text for canary in secrets(3, *bench.seed(check))]
    messages = [line(number, text, minute=1) for number, text in enumerate([*texts, texts[0], texts[0]], 1)]
    subject = bench.open(bench.namespace(check), messages)
    subject.tell(messages[:3])
    subject.tell(messages[3:], together=True)
    must_recall(subject, messages[:3])
    named = {id_ for hit in subject.find(texts[0]) for id_ in hit.message_ids}
    if subject.capabilities.verbatim and named and not {messages[0].id, *(m.id for m in messages[3:])} <= named:
        return "of messages with equal texts, not all are found"
    return ""


def ids_of_any_shape(bench: Bench) -> str:
    """Message ids and names of any shape come back unchanged."""
    check = "ids_of_any_shape"
    wishes = secrets(len(ODD_IDS), *bench.seed(check))
    messages = [
        line(number, wish.text, id_=id_, speaker=f"{id_} 乙")
        for number, (id_, wish) in enumerate(zip(ODD_IDS, wishes, strict=True), 1)
    ]
    subject = bench.open(bench.namespace(check), messages)
    subject.tell(messages)
    must_recall(subject, messages)
    if subject.capabilities.source_ids and subject.capabilities.verbatim:
        for message in messages:
            if not any(message.id in hit.message_ids for hit in subject.find(message.text)):
                raise NotMet(f"it says that hits name their messages; none names {message.id!r:.60}")
    return ""


def midnight_loses_nothing(bench: Bench) -> str:
    """What was told before midnight is found after it."""
    check = "midnight_loses_nothing"
    day = 24 * 60
    before, after = (canary.text for canary in secrets(2, *bench.seed(check)))
    messages = [line(1, before), line(2, CHATTER[0]), line(3, after, minute=day)]
    subject = bench.open(bench.namespace(check), messages)
    subject.tell(messages[:2])
    is_found_before = subject.finds(messages[0])
    subject.pass_midnight()
    if subject.finds(messages[0]) and not is_found_before:
        raise NotMet("it is found after midnight and was not before, though `settle` had returned")
    must_recall(subject, messages[:1])
    subject.tell(messages[2:])
    must_recall(subject, [messages[0], messages[2]])
    return ""


def _all_is_found(bench: Bench, check: str, *, together: bool) -> str:
    texts = [*CHATTER, *(canary.text for canary in secrets(6, *bench.seed(check)))]
    messages = [line(number, text) for number, text in enumerate(texts, 1)]
    subject = bench.open(bench.namespace(check), messages)
    subject.tell(messages, together=together)
    must_recall(subject, messages)
    return ""


CHECKS = (
    all_is_found_one_by_one,
    all_is_found_in_one_batch,
    settle_is_in_time,
    one_instant_holds_many,
    ids_of_any_shape,
    midnight_loses_nothing,
)

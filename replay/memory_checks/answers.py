"""What a memory returns: hits and nothing else, best first, at equal depth, and the same whenever it is asked."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from memory.instants import DAY_US
from memory.messages import Hit
from replay.hit_differences import USUAL_CAUSES, hits_difference, texts_difference
from replay.memory_checks.bench import Bench
from replay.memory_checks.errors import Leaked, NotApplicable, NotJudged, NotMet
from replay.memory_checks.lines import CHATTER, LIKES, PAUSE_MIN, SPEAKER, line, secrets
from replay.memory_checks.subject import Answer, Subject, must_show
from replay.toolbox import DEPTH
from scoring.plain_text import counted

LIMITS = (1, 3, DEPTH)
QUERY = "the light, and what we said about Friday"
QUERIES = (QUERY, LIKES[1])
"""What is asked: the second is for memories that keep preferences alone."""
_DATE = re.compile(r"2025\W?0?6\W?0?2|0?[26]\W0?[26]\W(?:20)?25|\bjune?\b|\b1748[0-9]{6}", re.IGNORECASE)
"""The day on which all was said, however it is written; a memory that rewords may have its own way, so it is a note."""


def starts_empty(bench: Bench) -> str:
    """Before the first message nothing is there."""
    history = [line(number, text) for number, text in enumerate(CHATTER, 1)]
    subject = bench.open(bench.namespace("starts_empty"), history)
    there = subject.leftovers()
    if there:
        raise Leaked(f"{counted(len(there), 'leftover')} in a new namespace, such as {there[0][:60]!r}")
    for message in history[:2]:
        subject.find(message.text)
    return ""


def answers_with_hits(bench: Bench) -> str:
    """A search returns hits: text, finite score, known sources."""
    subject = _talked_to(bench, "answers_with_hits")
    hits = [hit for text in (*QUERIES, *CHATTER) for hit in subject.find(text)]
    if not hits:
        n_chars = len(subject.ask(QUERY).context)
        ended = NotApplicable if subject.capabilities.context_only else NotJudged
        raise ended(f"nothing is found by searching; its context has {counted(n_chars, 'character')}")
    if subject.capabilities.source_ids and not any(hit.message_ids for hit in hits):
        raise NotMet(f"it says that hits name their messages; of {counted(len(hits), 'hit')}, none does")
    nameless = sum(SPEAKER.split()[0] not in hit.text for hit in hits)
    undated = sum(_DATE.search(hit.text) is None for hit in hits)
    of = counted(len(hits), "hit")
    lacks = [f"{what} in {n} of {of}" for n, what in ((nameless, "who spoke"), (undated, "when")) if n]
    notes = [f"not shown: {', '.join(lacks)}; an agent sees nothing of a hit but its text"] if lacks else []
    return "; ".join([*notes, *_odd_stamps(subject, hits)])


def _odd_stamps(subject: Subject, hits: Sequence[Hit]) -> list[str]:
    """A note where hits are stamped more than a day away from every message that they name; else nothing.

    Who counts in seconds is never stamped ahead of a cutoff, and nothing else would tell.
    """
    odd = [
        hit
        for hit in hits
        if hit.at_us is not None
        and (named := [subject.told[id_] for id_ in hit.message_ids if id_ in subject.told])
        and all(abs(hit.at_us - message.position.at_us) > DAY_US for message in named)
    ]
    if not odd:
        return []
    said_us = subject.told[odd[0].message_ids[0]].position.at_us
    seen = f"{odd[0].at_us} for {odd[0].message_ids[0]}, said at {said_us}"
    return [
        f"stamps in {len(odd)} of {counted(len(hits), 'hit')} are more than a day off, such as {seen} "
        "(microseconds since 1970): no stamp ahead of a cutoff would be seen"
    ]


def searched_or_says_otherwise(bench: Bench) -> str:
    """It is searched, or says that its context is all that it gives."""
    subject = _talked_to(bench, "searched_or_says_otherwise")
    found = {text: hits for text in (*QUERIES, *CHATTER, "") if (hits := subject.find(text))}
    n_chars = len(subject.ask(QUERY).context)
    if not found and not n_chars:
        if subject.capabilities.context_only:
            raise NotJudged("it says context_only, and its context is empty")
        raise NotMet(f"no search found anything, and its context is empty{_found_after_midnight(subject)}")
    if not subject.capabilities.context_only:
        if not found:
            has = counted(n_chars, "character")
            raise NotJudged(f"no search found anything, and its context has {has}; context_only would say so")
        return ""
    for text, hits in found.items():
        raise NotMet(
            f"it says context_only, that no search finds anything; {text[:40]!r} found {counted(len(hits), 'hit')}, "
            "and agents may leave it unsearched"
        )
    return ""


def best_hit_comes_first(bench: Bench) -> str:
    """Scores never rise down the list: the best hit comes first."""
    subject = _talked_to(bench, "best_hit_comes_first")
    _must_be_searched(bench)
    longest = 0
    for query in (*QUERIES, *CHATTER):
        hits = subject.find(query)
        longest = max(longest, len(hits))
        for rank, (one, two) in enumerate(pairwise(hit.score for hit in hits), 1):
            if two > one:
                raise NotMet(
                    f"the scores rise: {one!r} at rank {rank}, {two!r} at rank {rank + 1} (for {query[:40]!r})"
                )
    if longest < 2:
        raise NotJudged(f"no list is longer than {counted(longest, 'hit')}")
    return ""


def depth_is_equal(bench: Bench) -> str:
    """A limit is kept, and a larger one does not change the best hit."""
    subject = _talked_to(bench, "depth_is_equal")
    _must_be_searched(bench)
    note, is_found = "", False
    for query in QUERIES:
        found = {limit: subject.unchecked(query, limit=limit).hits for limit in LIMITS}
        is_found = is_found or any(found.values())
        note = note or _equal_depth(found)
    if not is_found:
        raise NotJudged("nothing is found by searching")
    return note


def _equal_depth(found: Mapping[int, Sequence[Hit]]) -> str:
    """A note, or nothing, where lists at all limits begin alike.

    Raises:
        NotMet: one is longer than was asked for, or has another best hit.
    """
    for limit, hits in found.items():
        if len(hits) > limit:
            raise NotMet(
                f"{counted(len(hits), 'hit')} where at most {limit} {'was' if limit == 1 else 'were'} asked for"
            )
    note = ""
    for small, large in pairwise(LIMITS):
        if found[small][:1] != found[large][:1]:
            raise NotMet(f"the best hit at limit {small} is not the best at limit {large}")
        if found[small] != found[large][:small]:
            note = f"below the best hit, the list at limit {small} is not the beginning of that at {large}"
    return note


def asking_changes_nothing(bench: Bench) -> str:
    """The same question is answered alike, whatever is asked between."""
    subject = _talked_to(bench, "asking_changes_nothing")
    first = [subject.ask(query) for query in QUERIES]
    for other in (*CHATTER[:3], ""):
        subject.ask(other)
    again = [subject.ask(query) for query in QUERIES]
    if again != first:
        raise NotMet(_first_difference(first, again))
    must_show(*first)
    return ""


def equal_feeding_gives_equal_answers(bench: Bench) -> str:
    """Two memories that are told the same answer alike, scores included."""
    check = "equal_feeding_gives_equal_answers"
    subjects = [_talked_to(bench, check, part) for part in ("first", "second")]
    one, two = ([subject.ask(query) for query in QUERIES] for subject in subjects)
    if one == two:
        must_show(*one)
        return ""
    differs = _first_difference(one, two)
    if bench.capabilities.verbatim:
        raise NotMet(f"{differs}; {USUAL_CAUSES}")
    raise NotApplicable(f"{differs}; it does not say that it recalls verbatim, so it may write anew")


def _first_difference(one: Sequence[Answer], two: Sequence[Answer]) -> str:
    return next(difference(a, b) for a, b in zip(one, two, strict=True) if a != b)


def difference(one: Answer, two: Answer) -> str:
    """Where two answers part, in words."""
    if one.context != two.context:
        return f"the context differs: {texts_difference(one.context, two.context)}"
    return hits_difference(one.hits, two.hits)


def _must_be_searched(bench: Bench) -> None:
    if bench.capabilities.context_only:
        raise NotApplicable("it says that no search finds anything")


def _found_after_midnight(subject: Subject) -> str:
    """Words for a memory that finds what it was told only when the day is over; empty for others."""
    subject.pass_midnight()
    if all(subject.ask(text).is_empty for text in (*QUERIES, *CHATTER)):
        return ""
    return "; both change at midnight, and after `settle` what was told must be found at once"


def _talked_to(bench: Bench, check: str, part: str = "only") -> Subject:
    """A memory that was told likes, each a conversation of its own, then talk and wishes; equal for all parts."""
    wishes = [canary.text for canary in secrets(len(CHATTER), *bench.seed(check))]
    texts = [text for pair in zip(CHATTER, wishes, strict=True) for text in pair]
    messages = [line(number, text, minute=number * PAUSE_MIN) for number, text in enumerate(LIKES, 1)]
    told_min = (len(LIKES) + 1) * PAUSE_MIN
    messages += [line(number, text, minute=told_min + number) for number, text in enumerate(texts, len(LIKES) + 1)]
    subject = bench.open(bench.namespace(check, part), messages)
    subject.tell(messages)
    return subject


CHECKS = (
    starts_empty,
    answers_with_hits,
    searched_or_says_otherwise,
    best_hit_comes_first,
    depth_is_equal,
    asking_changes_nothing,
    equal_feeding_gives_equal_answers,
)

"""What a memory returns: hits and nothing else, best first, at equal depth, and the same whenever it is asked."""

import re
from itertools import pairwise

from replay.hit_differences import USUAL_CAUSES, hits_difference, texts_difference
from replay.memory_checks.bench import Bench
from replay.memory_checks.errors import Leaked, NotApplicable, NotMet
from replay.memory_checks.lines import CHATTER, SPEAKER, line, secrets
from replay.memory_checks.subject import Answer, Subject
from replay.toolbox import DEPTH
from scoring.plain_text import counted

LIMITS = (1, 3, DEPTH)
QUERY = "the light, and what we said about Friday"
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
    hits = [hit for text in (QUERY, *CHATTER) for hit in subject.find(text)]
    if not hits:
        n_chars = len(subject.ask(QUERY).context)
        raise NotApplicable(f"nothing is found by searching; its context has {counted(n_chars, 'character')}")
    if subject.capabilities.source_ids and not any(hit.message_ids for hit in hits):
        raise NotMet(f"it says that hits name their messages; of {counted(len(hits), 'hit')}, none does")
    nameless = sum(SPEAKER.split()[0] not in hit.text for hit in hits)
    undated = sum(_DATE.search(hit.text) is None for hit in hits)
    of = counted(len(hits), "hit")
    lacks = [f"{what} in {n} of {of}" for n, what in ((nameless, "who spoke"), (undated, "when")) if n]
    return f"not shown: {', '.join(lacks)}; an agent sees nothing of a hit but its text" if lacks else ""


def searched_or_says_otherwise(bench: Bench) -> str:
    """It is searched, or says that its context is all that it gives."""
    subject = _talked_to(bench, "searched_or_says_otherwise")
    found = {text: hits for text in (QUERY, *CHATTER, "") if (hits := subject.find(text))}
    if not subject.capabilities.context_only:
        n_chars = len(subject.ask(QUERY).context)
        if not found and n_chars:
            has = counted(n_chars, "character")
            raise NotApplicable(f"no search found anything, and its context has {has}; context_only would say so")
        if not found:
            raise NotApplicable("no search found anything, and its context is empty")
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
    for query in (QUERY, *CHATTER):
        for rank, (one, two) in enumerate(pairwise(hit.score for hit in subject.find(query)), 1):
            if two > one:
                raise NotMet(
                    f"the scores rise: {one!r} at rank {rank}, {two!r} at rank {rank + 1} (for {query[:40]!r})"
                )
    return ""


def depth_is_equal(bench: Bench) -> str:
    """A limit is kept, and a larger one does not change the best hit."""
    subject = _talked_to(bench, "depth_is_equal")
    found = {limit: subject.unchecked(QUERY, limit=limit).hits for limit in LIMITS}
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
    first = subject.ask(QUERY)
    for other in (*CHATTER[:3], ""):
        subject.ask(other)
    if (again := subject.ask(QUERY)) != first:
        raise NotMet(difference(first, again))
    return ""


def equal_feeding_gives_equal_answers(bench: Bench) -> str:
    """Two memories that are told the same answer alike, scores included."""
    one, two = (_talked_to(bench, "equal_feeding_gives_equal_answers", part).ask(QUERY) for part in ("first", "second"))
    if one == two:
        return ""
    if bench.capabilities.verbatim:
        raise NotMet(f"{difference(one, two)}; {USUAL_CAUSES}")
    raise NotApplicable(f"{difference(one, two)}; it does not say that it recalls verbatim, so it may write anew")


def difference(one: Answer, two: Answer) -> str:
    """Where two answers part, in words."""
    if one.context != two.context:
        return f"the context differs: {texts_difference(one.context, two.context)}"
    return hits_difference(one.hits, two.hits)


def _talked_to(bench: Bench, check: str, part: str = "only") -> Subject:
    """A memory that was told a dozen messages, among them wishes; equal for all parts of a check."""
    wishes = [canary.text for canary in secrets(len(CHATTER), *bench.seed(check))]
    texts = [text for pair in zip(CHATTER, wishes, strict=True) for text in pair]
    messages = [line(number, text) for number, text in enumerate(texts, 1)]
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

"""What outlives a memory: said beforehand, found out by a second one in the same namespace, and emptied on request.

A second instance stands for a second process. What a module keeps in a global survives the one and not the other, and a
server is not restarted here; only two real runs would tell these apart.
"""

from memory.messages import Message
from replay.memory_checks.answers import difference
from replay.memory_checks.bench import Bench
from replay.memory_checks.errors import NotJudged, NotMet
from replay.memory_checks.lines import CHATTER, line, longest_word, secret
from replay.memory_checks.subject import Subject, must_recall, must_show
from scoring.plain_text import counted

NOT_SHOWN = "the first instance did not show what it was told either"


def restart_keeps_what_it_says(bench: Bench) -> str:
    """After a restart is there what the memory says, and nothing else."""
    check = "restart_keeps_what_it_says"
    is_recalled = _fill(bench, check)
    second = bench.open(bench.namespace(check), [_wish(bench, check)])
    is_there = _is_there(second, _wish(bench, check))
    says = second.capabilities
    if not says.survives_restart:
        if is_there and says.served:
            return "a second client has what was told; the server was not restarted, and may forget when it is"
        if is_there:
            raise NotMet("it says that nothing survives a restart, and a second instance still has what was told")
        if not is_recalled:
            raise NotJudged(NOT_SHOWN)
        return "a second instance starts empty, as it says"
    if says.resumes and is_recalled and not _is_found(second, _wish(bench, check)):
        raise NotMet("it says that it resumes, and a second instance finds nothing of what was told")
    if is_there:
        return "a second instance has what was told, as it says"
    if is_recalled:
        raise NotMet("it says that what it was told survives a restart, and a second instance has none of it")
    raise NotJudged(NOT_SHOWN, claim="survives_restart")


def leftovers_are_told(bench: Bench) -> str:
    """What an earlier run left is told before the first message."""
    check = "leftovers_are_told"
    is_recalled = _fill(bench, check)
    second = bench.open(bench.namespace(check), [_wish(bench, check)])
    says, there = second.capabilities, second.leftovers()
    if there and not (says.survives_restart or says.served):
        raise NotMet(f"it says that nothing survives a restart, and tells {counted(len(there), 'leftover')}")
    if not there and (says.survives_restart or _is_there(second, _wish(bench, check))):
        raise NotMet("the namespace was fed before, and `leftovers` tells nothing: the next run would not notice")
    if not there and not is_recalled:
        raise NotJudged(NOT_SHOWN)
    return ""


def reset_empties_the_namespace(bench: Bench) -> str:
    """`reset` empties a namespace, and the memory can be told anew."""
    check = "reset_empties_the_namespace"
    _fill(bench, check)
    again = _wish(bench, check, "again")
    second = bench.open(bench.namespace(check), [again])
    second.reset()
    second.settle()
    if there := second.leftovers():
        raise NotMet(f"after `reset`: {counted(len(there), 'leftover')}, such as {there[0][:60]!r}")
    if _is_there(second, _wish(bench, check)):
        raise NotMet("after `reset` a search still shows what was told before")
    second.tell([again])
    must_recall(second, [again])
    return ""


def closing_harms_no_other(bench: Bench) -> str:
    """A memory can be closed, and one in another namespace goes on."""
    check = "closing_harms_no_other"
    history = [line(number, text) for number, text in enumerate(CHATTER, 1)]
    one, two = (bench.open(bench.namespace(check, part), history) for part in ("first", "second"))
    for subject in (one, two):
        subject.tell(history)
    before = two.ask(CHATTER[0])
    one.close()
    if (after := two.ask(CHATTER[0])) != before:
        raise NotMet(f"another namespace's memory was closed, and here {difference(before, after)}")
    two.close()
    must_show(after)
    return ""


def _fill(bench: Bench, check: str) -> bool:
    """Tell a first instance a wish and close it; returns whether it showed the wish."""
    wish = _wish(bench, check)
    first = bench.open(bench.namespace(check), [wish])
    first.tell([wish])
    is_recalled = first.finds(wish)
    first.close()
    return is_recalled


def _is_there(subject: Subject, wish: Message) -> bool:
    """Whether anything shows that an earlier instance was told `wish`."""
    return _is_found(subject, wish) or bool(subject.leftovers())


def _is_found(subject: Subject, wish: Message) -> bool:
    return subject.unchecked(wish.text).shows(longest_word(wish.text))


def _wish(bench: Bench, check: str, part: str = "first") -> Message:
    return line(1, secret(*bench.seed(check, part)).text)


CHECKS = (restart_keeps_what_it_says, leftovers_are_told, reset_empties_the_namespace, closing_harms_no_other)

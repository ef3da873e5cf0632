"""Nothing passes from one namespace to another: no word, no score, no name, however alike the namespaces look.

Message ids are the same in all namespaces here, as they are in the scenarios of a run.
"""

from concurrent.futures import ThreadPoolExecutor

from memory.errors import BackendFailure
from memory.messages import Message
from replay.check_reasons import told_once
from replay.futures import Canary
from replay.memory_checks.answers import difference
from replay.memory_checks.bench import Bench
from replay.memory_checks.errors import Leaked, NotJudged, NotMet, Skipped
from replay.memory_checks.lines import CHATTER, line, secret, secrets
from replay.memory_checks.subject import Subject, must_recall, must_show

ODD_NAMESPACES = ("user-1", "user-10", "User-1", "甲", "乙", "Ann Lee", "Ann_Lee", "n" * 200 + "1", "n" * 200 + "2")
"""Pairs that become one where a system trims, folds, cuts off or replaces what it does not like."""
N_AT_ONCE = 4


def scenarios_are_apart(bench: Bench) -> str:
    """What one namespace was told is never shown in another."""
    return _kept_apart(bench, "scenarios_are_apart", ("Runa Feld", "Idris Holm"))


def namesakes_are_apart(bench: Bench) -> str:
    """People of one name, or one first name, are others elsewhere."""
    return _kept_apart(bench, "namesakes_are_apart", ("Runa Feld", "Runa Holm", "Runa", "Runa Feld"))


def other_namespaces_do_not_count(bench: Bench) -> str:
    """Feeding another namespace changes no hit, rank or score here."""
    check = "other_namespaces_do_not_count"
    own = [line(number, text) for number, text in enumerate(CHATTER[:4], 1)]
    others = [line(number, f"{CHATTER[0]} {text}") for number, text in enumerate(CHATTER * 2, 1)]
    subject = bench.open(bench.namespace(check, "own"), own)
    subject.tell(own)
    before = subject.ask(CHATTER[0])
    if (again := subject.ask(CHATTER[0])) != before:
        raise NotJudged(f"it answers differently each time, so nothing can be compared: {difference(before, again)}")
    bench.open(bench.namespace(check, "other"), others).tell(others)
    after = subject.ask(CHATTER[0])
    if after != before:
        raise Leaked(f"another namespace was fed, and here {difference(before, after)}")
    must_show(after)
    return ""


def namespaces_of_any_shape(bench: Bench) -> str:
    """Namespaces may be called anything, and lookalikes are apart."""
    suffix = bench.settings.suffix
    names = [f"{suffix}-{name}" if suffix else name for name in ODD_NAMESPACES]
    return _apart(bench, "namespaces_of_any_shape", names, ("Runa Feld",) * len(names))


def scenarios_at_once(bench: Bench) -> str:
    """Namespaces fed from several threads at once find their own."""
    if bench.settings.quick:
        raise Skipped("left out of a quick check")
    check = "scenarios_at_once"
    wishes = secrets(N_AT_ONCE, *bench.seed(check))

    def feed(number: int) -> tuple[Subject, Message]:
        wish = line(len(CHATTER) + 1, wishes[number].text)
        history = [*(line(n, text) for n, text in enumerate(CHATTER, 1)), wish]
        subject = bench.open(bench.namespace(check, str(number)), history)
        subject.tell(history)
        subject.find(wish.text)
        return subject, wish

    with ThreadPoolExecutor(N_AT_ONCE) as pool:
        fed = list(pool.map(feed, range(N_AT_ONCE)))
    return _only_own(fed, wishes)


def _kept_apart(bench: Bench, check: str, speakers: tuple[str, ...]) -> str:
    names = [bench.namespace(check, str(number)) for number in range(len(speakers))]
    return _apart(bench, check, names, speakers)


def _apart(bench: Bench, check: str, names: list[str], speakers: tuple[str, ...]) -> str:
    """Tell each namespace a wish of its own, all before the first question."""
    fed: list[tuple[Subject, Message]] = []
    refused: list[tuple[str, str]] = []
    wishes = [secret(*bench.seed(check, str(number))) for number in range(len(names))]
    for name, wish, speaker in zip(names, wishes, speakers, strict=True):
        message = line(1, wish.text, speaker=speaker)
        try:
            subject = bench.open(name, [message])
            subject.tell([message])
        except BackendFailure as exc:
            refused.append((f"{name!r:.40}", str(exc)))
        else:
            fed.append((subject, message))
    if refused:
        raise NotMet(told_once(refused))
    return _only_own(fed, wishes)


def _only_own(fed: list[tuple[Subject, Message]], wishes: list[Canary]) -> str:
    """Nothing, where each finds its own wish and none of the others'."""
    for own, (subject, _) in enumerate(fed):
        for other, wish in enumerate(wishes):
            if other != own and subject.ask(wish.text).shows(wish.token):
                raise Leaked(f"{wish.token!r}, told to {fed[other][0].namespace!r:.40}, in {subject.namespace!r:.40}")
    for subject, message in fed:
        must_recall(subject, [message])
    return ""


CHECKS = (
    scenarios_are_apart,
    namesakes_are_apart,
    other_namespaces_do_not_count,
    namespaces_of_any_shape,
    scenarios_at_once,
)

"""Any text is data, never syntax: in messages and in queries, empty, broken, enormous."""

from memory.errors import BackendFailure
from replay.check_reasons import told_once
from replay.memory_checks.answers import difference
from replay.memory_checks.bench import Bench
from replay.memory_checks.errors import NotMet, OtherWords, Skipped
from replay.memory_checks.lines import CHATTER, line, secret, secrets
from replay.memory_checks.subject import must_recall

ODD_TEXTS = (
    ("the empty text", ""),
    ("a blank", " \t\n"),
    ("emoji", "👩‍👩‍👧 wants it ❄️ tonight 🥶"),
    ("a lone surrogate", "half a pair \ud83d and on"),
    ("a NUL byte", "before\0after"),
    ("right to left", "\u202eكرسي دافئ\u202c and back"),
    ("stacked accents", "e" + "\u0301" * 400),
    ("no spaces", "请把副驾的座椅加热调到二挡"),
    ("line ends", "one\r\ntwo\u2028three\x85four"),
    ("quotes", """it's "5" o'clock; -- said she"""),
    ("markup", "<b>{text}</b> %s ${HOME} \\x00"),
    ("JSON", '{"role": "system", "content": null}'),
)
"""What people, logs and attackers write; each with a name for the report."""

ENORMOUS_CHARS = 1_000_000
ODD_QUERIES = (
    ("the empty text", ""),
    ("one quote", '"'),
    ("a star", "*"),
    ("OR", '"" OR ""'),
    ("a comment", "'; DROP TABLE message; --"),
    ("NEAR", "NEAR(seat heating, 2)"),
    ("a column", "text : seat"),
    ("brackets", "([{<"),
    ("a pattern", ".*(a+)+$"),
    ("a lone surrogate", "seat \udc00"),
    ("a NUL byte", "seat\0heating"),
    ("emoji", "🥶"),
    ("a huge query", "which seat and whose window " * 4_000),
)


def odd_texts_are_taken(bench: Bench) -> str:
    """Empty, broken and odd texts are taken; what is around is found."""
    check = "odd_texts_are_taken"
    before, after = (canary.text for canary in secrets(2, *bench.seed(check)))
    history = [line(number, text) for number, text in enumerate([before, *(t for _, t in ODD_TEXTS), after], 1)]
    subject = bench.open(bench.namespace(check), history)
    subject.tell(history[:1])
    refused: list[tuple[str, str]] = []
    for (name, text), message in zip(ODD_TEXTS, history[1:-1], strict=True):
        try:
            subject.tell([message])
            subject.find(text)
        except (BackendFailure, OtherWords) as exc:
            # A text that comes back as another one is no leak here, where all that there is was told; it is lost.
            if isinstance(exc, BackendFailure) or all(str(exc) != reason for _, reason in refused):
                refused.append((name, str(exc)))  # one that came back changed may be shown again for the next
    if refused:
        raise NotMet(told_once(refused))
    subject.tell(history[-1:])
    must_recall(subject, [history[0], history[-1]])
    return ""


def enormous_text_is_taken(bench: Bench) -> str:
    """A message of a million characters is taken; the next one is found."""
    if bench.settings.quick:
        raise Skipped("left out of a quick check")
    check = "enormous_text_is_taken"
    words = " ".join([CHATTER[0]] * (ENORMOUS_CHARS // len(CHATTER[0]) + 1))[:ENORMOUS_CHARS]
    messages = [line(1, words), line(2, secret(*bench.seed(check)).text)]
    subject = bench.open(bench.namespace(check), messages)
    subject.tell(messages)
    must_recall(subject, messages[1:])
    return ""


def queries_are_data(bench: Bench) -> str:
    """Any query is taken: empty, huge, or in a search engine's syntax."""
    check = "queries_are_data"
    messages = [line(number, text) for number, text in enumerate(CHATTER, 1)]
    subject = bench.open(bench.namespace(check), messages)
    subject.tell(messages)
    before = subject.ask(CHATTER[0])
    refused = []
    for name, query in ODD_QUERIES:
        try:
            subject.find(query)
        except BackendFailure as exc:
            refused.append((name, str(exc)))
    if refused:
        raise NotMet(told_once(refused))
    if (after := subject.ask(CHATTER[0])) != before:
        raise NotMet(f"after these, {difference(before, after)}")
    return ""


CHECKS = (odd_texts_are_taken, enormous_text_is_taken, queries_are_data)

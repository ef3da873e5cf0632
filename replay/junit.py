"""A kept run as JUnit XML, which continuous integration shows as tests: a test suite a scenario, a test case a query.

A wrong answer is a `failure`, a Failure is an `error`, and a query that nothing says what would be right for is
`skipped`. XML 1.0 has no place for some characters, escaped or not; each of them becomes U+FFFD.
"""

import re
from collections.abc import Sequence
from typing import Literal
from xml.etree import ElementTree

from replay.kept_rows import KeptQuery, queries_of
from replay.kept_run import KeptRun
from scoring.answer_score import said
from scoring.diagnosis import diagnose
from scoring.explain import explain_turn

Verdict = Literal["right", "wrong", "error", "skipped"]
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TAGS: dict[Verdict, str] = {"wrong": "failure", "error": "error", "skipped": "skipped"}


def junit_xml(kept: KeptRun) -> bytes:
    """The document; scenarios and queries in the order of the run, the repeats of a query after one another.

    The time of a test case is what was spent on its query, feeding the memory before it included.
    """
    config, all_queries = kept.config, queries_of(kept)
    root = ElementTree.Element("testsuites", {"name": xml_text(f"pastlane {config.source}")})
    suites: dict[str, list[KeptQuery]] = {}
    for query in all_queries:
        suites.setdefault(query.scored.turn.scenario, []).append(query)
    for scenario, queries in suites.items():
        suite = ElementTree.SubElement(root, "testsuite", {"name": xml_text(scenario)})
        properties = ElementTree.SubElement(suite, "properties")
        for name, value in (("memory", config.memory), ("agent", config.answerer), ("cutoff", config.cutoff)):
            ElementTree.SubElement(properties, "property", {"name": name, "value": xml_text(value)})
        for query in queries:
            _add_case(suite, query, is_repeated=len(kept.parts) > 1)
        _add_counts(suite, queries)
    _add_counts(root, all_queries)
    ElementTree.indent(root)
    return bytes(ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)) + b"\n"


def verdict_of(query: KeptQuery) -> Verdict:
    """What became of a query: its commands count where some are wanted, else its answer in words."""
    turn = query.scored.turn
    if turn.failure is not None:
        return "error"
    if query.scored.right is None:
        return "skipped"
    return "right" if query.scored.right else "wrong"


def xml_text(text: str) -> str:
    """The text with U+FFFD for whatever XML 1.0 cannot hold."""
    return _NOT_XML.sub("\ufffd", text)


def _add_case(suite: ElementTree.Element, query: KeptQuery, *, is_repeated: bool) -> None:
    turn = query.scored.turn
    name = f"{turn.entry_id} repeat {query.repeat}" if is_repeated else turn.entry_id
    attributes = {
        "name": xml_text(name),
        "classname": xml_text(f"{turn.scenario}.{turn.gold.reasoning_type or 'query'}"),
        "time": f"{_seconds(query):.3f}",
    }
    case = ElementTree.SubElement(suite, "testcase", attributes)
    verdict = verdict_of(query)
    if verdict != "right":
        kind, message = _why(query, verdict)
        told = {"message": xml_text(message)} if verdict == "skipped" else {"message": xml_text(message), "type": kind}
        outcome = ElementTree.SubElement(case, _TAGS[verdict], told)
        if verdict != "skipped":
            outcome.text = xml_text(explain_turn(query.scored))


def _why(query: KeptQuery, verdict: Verdict) -> tuple[str, str]:
    """What is wrong in a word, and in a line."""
    turn = query.scored.turn
    if turn.failure is not None:
        return turn.failure.stage, f"{turn.failure.stage}: {turn.failure.message}"
    if verdict == "skipped":
        bare = "nothing says what would be right"
        return verdict, f"{bare}: only calls that the car does not have" if turn.gold.commands else bare
    if turn.gold.expects_commands:
        cause = diagnose(turn).cause
        return cause, f"the car is not as it should be: {cause}"
    return "answer", f"answered {said(turn)!r}, right is {turn.gold.answer or 'that nobody knows'!r}"


def _add_counts(element: ElementTree.Element, queries: Sequence[KeptQuery]) -> None:
    verdicts = [verdict_of(query) for query in queries]
    element.set("tests", str(len(verdicts)))
    element.set("failures", str(verdicts.count("wrong")))
    element.set("errors", str(verdicts.count("error")))
    element.set("skipped", str(verdicts.count("skipped")))
    element.set("time", f"{sum(map(_seconds, queries)):.3f}")


def _seconds(query: KeptQuery) -> float:
    timing = query.timing
    return (timing.ingest_ms + timing.settle_ms + timing.search_ms + timing.agent_ms) / 1000

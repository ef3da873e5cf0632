"""The records of a timeline as plain data, in the format that `timeline:` reads."""

from collections.abc import Sequence
from typing import Any

from replay.generating.topics import CallDict

Line = dict[str, Any]
"""One record, ready for JSON."""


def scenario_line(name: str, title: str, zone: str, people: Sequence[str]) -> Line:
    """The first line of a file."""
    return {"record": "scenario", "id": name, "title": title, "zone": zone, "people": list(people)}


def message_line(at: str, speaker: str, text: str, *, label: str = "", by_car: bool = False) -> Line:
    """Something said, by a person or by the car."""
    role = "assistant" if by_car else "user"
    line: Line = {"record": "message", "at": at, "speaker": speaker, "role": role, "text": text}
    return {**line, "id": label} if label else line


def command_line(at: str, person: str, call: CallDict) -> Line:
    """A command that was carried out."""
    return {"record": "command", "at": at, "person": person, **call}


def forget_line(at: str, person: str, labels: Sequence[str], text: str) -> Line:
    """A request to forget."""
    return {"record": "forget", "at": at, "person": person, "messages": list(labels), "text": text}


def query_line(
    cutoff: str,
    text: str,
    *,
    reasoning_type: str,
    call: CallDict,
    fact: str,
    evidence: str,
    superseded: Sequence[tuple[str, CallDict]],
) -> Line:
    """A query; `superseded` has what was right before, oldest first: its message's label and its command."""
    return {
        "record": "query",
        "cutoff": cutoff,
        "text": text,
        "reasoning_type": reasoning_type,
        "commands": [call],
        "facts": [fact],
        "evidence": [evidence],
        "superseded": [{"evidence": [label], "commands": [old]} for label, old in superseded],
    }

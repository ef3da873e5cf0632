"""The timeline of a scenario: when messages came, when queries were asked, and what was replaced or to be forgotten.

With the source at hand the density is that of its messages. Without it, it is what the log knows: how many messages
had been said by each cutoff.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from memory.messages import Message
from replay.reporting.history import History
from replay.reporting.texts import TextTable
from scoring.aggregate import ScoredTurn

_US_PER_MS = 1000


def timeline_of(scored: Sequence[ScoredTurn], history: History | None) -> dict[str, Any]:
    """The timeline of one scenario as plain data; times in milliseconds since the Unix epoch.

    `times` are differences, each message's to the one before it; None without the source. `steps` are pairs of a
    cutoff and the number of messages known by then, ascending. `forgets` are pairs of time and request.
    """
    turns = [item.turn for item in scored]
    steps = dict(sorted((turn.cutoff.at_us // _US_PER_MS, turn.visible_messages) for turn in turns))
    total = max((turn.visible_messages + turn.hidden_messages for turn in turns), default=0)
    return {
        "zone": "" if history is None else history.zone,
        "offset_min": _offset_minutes(turns[0].cutoff_iso) if turns else 0,
        "messages": total,
        "times": None if history is None else _differences(history.messages.values()),
        "steps": [list(pair) for pair in steps.items()],
        "forgets": _forgets(scored, history),
    }


def messages_named(wanted: Mapping[str, bool], history: History | None, texts: TextTable) -> dict[str, list[Any]]:
    """Time in milliseconds, speaker, and the number of the text (-1 where it is not wanted) of each message named.

    Empty without the source; a message that the source does not have is left out.
    """
    if history is None:
        return {}
    return {
        message_id: [
            message.position.at_us // _US_PER_MS,
            message.speaker,
            texts.number(message.text) if with_text else -1,
        ]
        for message_id, with_text in wanted.items()
        if (message := history.messages.get(message_id)) is not None
    }


def _differences(messages: Iterable[Message]) -> list[int]:
    before = 0
    found: list[int] = []
    for message in messages:
        at_ms = message.position.at_us // _US_PER_MS
        found.append(at_ms - before)
        before = at_ms
    return found


def _forgets(scored: Sequence[ScoredTurn], history: History | None) -> list[list[Any]]:
    if history is not None:
        return [[one.position.at_us // _US_PER_MS, one.request.text] for one in history.forgets]
    times = {item.turn.cutoff.at_us - check.since_us for item in scored for check in item.turn.forgetting}
    return [[at_us // _US_PER_MS, ""] for at_us in sorted(times)]


def _offset_minutes(moment: str) -> int:
    offset = datetime.fromisoformat(moment).utcoffset()
    return 0 if offset is None else round(offset.total_seconds() / 60)

"""Requests to forget in a log: from a call to a `forget` record of the timeline.

The rule: nobody guesses what was meant. It is the messages whose ids the call names, else its words, else the words of
the person who asked; a request that says nothing in any of these ways is left out and counted.
"""

from collections import Counter, OrderedDict
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from memory.embedded.forgetting import SaidBy, meant_by
from memory.messages import Forget
from replay.importing.fields import name_of
from replay.importing.forget_words import FORGET
from replay.importing.message_ids import MessageIds
from replay.importing.problems import BadField
from replay.importing.pseudonyms import Pseudonyms
from replay.importing.tool_calls import RecordedCall
from vehicle.commands import Command

MOST_OPEN = 10_000
"""So many conversations are known by who spoke last; the one that was quiet for longest is no more."""
UNKNOWN_IDS = "requests to forget left out: no message before them has an id that they name"
SAYS_NOTHING = (
    "requests to forget left out: no argument that [tools] maps says what is meant, nor do the words of a person before"
)
IN_WORDS = "requests to forget in words: memories are told them, and no figure tells what is left"
"""Figures of forgetting are about messages that a request names."""
SOME_UNKNOWN = "ids in requests to forget that no message before them has"


class Said(NamedTuple):
    """The last thing that a person said in a conversation."""

    speaker: str
    text: str
    at: datetime


class LastSaid:
    """Who spoke last in each conversation: whoever a later call of the assistant is for."""

    def __init__(self) -> None:
        """Nobody yet."""
        self._last: OrderedDict[tuple[str, str], Said] = OrderedDict()

    def heard(self, key: tuple[str, str], said: Said) -> None:
        """A person said something in the conversation."""
        self._last[key] = said
        self._last.move_to_end(key)
        if len(self._last) > MOST_OPEN:
            self._last.popitem(last=False)

    def before(self, key: tuple[str, str], at: datetime) -> Said | None:
        """What a person said last in the conversation; None where nobody did, or only after `at`."""
        said = self._last.get(key)
        return None if said is None or said.at > at else said


class ForgetReader:
    """Makes a request to forget of a call that the map says is one."""

    def __init__(self, ids: MessageIds, pseudonyms: Pseudonyms | None, notes: Counter[str]) -> None:
        """Find messages by `ids`; count in `notes` what is left out."""
        self._ids = ids
        self._pseudonyms = pseudonyms
        self._notes = notes

    def read(self, scenario: str, call: RecordedCall, asked: Said | None) -> RecordedCall | None:
        """The call with `messages`, `person` and `text` as the timeline has them; None where it says nothing.

        `scenario` is the log's own name of it; `asked` has its stand-ins already.
        """
        given = call.command.args
        labels, n_unknown = self._labels(scenario, given.get("messages"))
        text = self._hidden(_words(given.get("text")))
        if not labels and not text and n_unknown:
            self._notes[UNKNOWN_IDS] += 1
            return None
        if n_unknown:
            self._notes[SOME_UNKNOWN] += n_unknown
        if not text and asked is not None and (labels or _says_what(asked.text)):
            text = asked.text
        if not labels and not text:
            self._notes[SAYS_NOTHING] += 1
            return None
        if not labels:
            self._notes[IN_WORDS] += 1
        person = _words(given.get("person"))
        if self._pseudonyms is not None:
            person = self._pseudonyms.speaker(person)
        args = {"messages": labels, "person": person or (asked.speaker if asked is not None else ""), "text": text}
        return replace(call, command=Command(name=FORGET, args=args))

    def _labels(self, scenario: str, given: Any) -> tuple[list[str], int]:
        """The messages that the call names, as the timeline calls them, and how many ids are nobody's."""
        found: dict[str, None] = {}
        n_unknown = 0
        for one in _listed(given):
            try:
                label = self._ids.find(scenario, name_of(one, "messages"), "messages")
            except BadField:
                n_unknown += 1
            else:
                found[label if self._pseudonyms is None else self._pseudonyms.label(label)] = None
        return list(found), n_unknown

    def _hidden(self, text: str) -> str:
        return text if self._pseudonyms is None else self._pseudonyms.text(text)


def _says_what(text: str) -> bool:
    """Whether a person's words name anything: `Yes, do it.` may ask for anything, and is not taken for everything."""
    return isinstance(meant_by(Forget(message_ids=(), person="", text=text)), SaidBy)


def _listed(given: Any) -> Iterable[Any]:
    if given is None or given == "":
        return ()
    return given if isinstance(given, list | tuple) else (given,)


def _words(given: Any) -> str:
    """The words of an argument, those of a list in a row; empty where there are none."""
    return ", ".join(one.strip() for one in _listed(given) if isinstance(one, str) and one.strip())

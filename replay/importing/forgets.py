"""Requests to forget in a log: from a call to a `forget` record of the timeline.

The rule: nobody guesses what was meant. It is the messages whose ids the call names, else its words, else the words of
the person who asked; a request that says nothing in any of these ways, or in a form that cannot be read, is left out
and counted. Which messages are before a request their times say, wherever they stand in the log; of one instant it is
those that the log has before it.
"""

from collections import Counter, OrderedDict
from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from memory.embedded.forgetting import SaidBy, meant_by
from memory.instants import to_us
from memory.messages import Forget
from replay.importing.fields import bare_name, name_of
from replay.importing.forget_words import FORGET
from replay.importing.message_ids import LAST, MessageIds, SaidAt
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
UNREADABLE = "requests to forget left out: who asked, or what is meant, is neither text nor a whole number"
SOME_UNREADABLE = "parts of requests to forget that are neither text nor whole numbers"
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


class Meant(NamedTuple):
    """What a call says, stand-ins in it, before it is known which messages its ids are."""

    scenario: str
    """The log's own name of it."""
    before: SaidAt
    """Where a message has to stand before which the log has only later."""
    ids: tuple[tuple[str, str], ...]
    """The ids that it names, each with the name under which its message is written; empty where it is nobody's."""
    n_no_ids: int
    text: str
    n_no_words: int
    person: str
    n_no_names: int
    """How many parts of the three are neither text nor whole numbers."""
    asked: Said | None
    unknown: str = UNKNOWN_IDS
    """What is noted where no message before it has an id that it names."""

    @property
    def is_open(self) -> bool:
        """Whether a message that the log has only later may be meant."""
        return any(not label for _, label in self.ids)


class ForgetReader:
    """Makes a request to forget of a call that the map says is one."""

    def __init__(self, ids: MessageIds, pseudonyms: Pseudonyms | None, notes: Counter[str]) -> None:
        """Find messages by `ids`; count in `notes` what is left out."""
        self._ids = ids
        self._pseudonyms = pseudonyms
        self._notes = notes

    def read(self, scenario: str, call: RecordedCall, asked: Said | None, at: datetime) -> Meant:
        """What the call says; `scenario` is the log's own name of it; `asked` has its stand-ins already.

        Messages that are known to be later than `at` are nobody's; those of the same instant are
        before it, and so is the one that stands in the row of the call.
        """
        given = call.command.args
        at_us = to_us(at)
        ids: dict[str, str] = {}
        n_no_ids = 0
        for one in _listed(given.get("messages")):
            try:
                name = name_of(one, "messages")
            except BadField:
                n_no_ids += 1
                continue
            ids[name] = self._label(scenario, name, SaidAt(at_us, LAST))
        text, n_no_words = _words(given.get("text"))
        person, n_no_names = _words(given.get("person"))
        if self._pseudonyms is not None:
            text, person = self._pseudonyms.text(text), self._pseudonyms.speaker(person)
        before = SaidAt(at_us, 0)
        return Meant(scenario, before, tuple(ids.items()), n_no_ids, text, n_no_words, person, n_no_names, asked)

    def settled(self, meant: Meant) -> RecordedCall | None:
        """The request with `messages`, `person` and `text` as the timeline has them; None where it says nothing.

        Ids that were nobody's are looked for again: by now they may be those of earlier messages that stand further
        down in the log.
        """
        scenario, before, _, n_no_ids, text, n_no_words, person, n_no_names, asked, unknown = meant
        found: dict[str, None] = {}
        n_unknown = n_no_ids
        for name, known in meant.ids:
            label = known or self._label(scenario, name, before)
            if label:
                found[label if self._pseudonyms is None else self._pseudonyms.label(label)] = None
            else:
                n_unknown += 1
        labels = list(found)
        n_unreadable = n_no_words + n_no_names
        if not labels and n_unreadable:  # words alone that are left would mean more than the call did
            self._notes[UNREADABLE] += 1
            return None
        if not labels and not text and n_unknown:
            self._notes[unknown] += 1
            return None
        if n_unknown:
            self._notes[SOME_UNKNOWN] += n_unknown
        if n_unreadable:
            self._notes[SOME_UNREADABLE] += n_unreadable
        if not text and not n_no_words and asked is not None and (labels or _says_what(asked.text)):
            text = asked.text
        if not labels and not text:
            self._notes[SAYS_NOTHING] += 1
            return None
        if not labels:
            self._notes[IN_WORDS] += 1
        if not person and not n_no_names and asked is not None:
            person = asked.speaker
        args = {"messages": labels, "person": person, "text": text}
        return RecordedCall(command=Command(name=FORGET, args=args), is_known=False, is_forget=True)

    def _label(self, scenario: str, name: str, before: SaidAt) -> str:
        """The name under which the message with this id is written; empty where there is none before that place."""
        try:
            label = self._ids.find(scenario, name, "messages", before)
        except BadField:
            return ""
        said_at = self._ids.said_at(scenario, label)
        return label if said_at is None or said_at < before else ""


def _says_what(text: str) -> bool:
    """Whether a person's words name anything: `Yes, do it.` may ask for anything, and is not taken for everything."""
    return isinstance(meant_by(Forget(message_ids=(), person="", text=text)), SaidBy)


def _listed(given: Any) -> Iterable[Any]:
    if given is None or given == "":
        return ()
    return given if isinstance(given, list | tuple) else (given,)


def _words(given: Any) -> tuple[str, int]:
    """The words of an argument, those of a list in a row, and how many parts are neither text nor a whole number.

    Whole numbers are taken for their digits; null says nothing and is not counted.
    """
    words: list[str] = []
    n_unreadable = 0
    for one in _listed(given):
        try:
            word = "" if one is None else bare_name(name_of(one, ""))
        except BadField:
            n_unreadable += 1
            continue
        if word:
            words.append(word)
    return ", ".join(words), n_unreadable

"""What a request to forget means: one reading for every memory.

The rule: forget what was clearly meant, and never guess. A request that names messages means those and nothing else.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, assert_never

from memory.embedded.words import fold, is_spaceless, runs, stem
from memory.messages import Forget

_ASKING = frozenset(
    re.findall(
        r"\w+",
        """
        a about all an and any anything are be can could delete did do drop erase ever everything for forget
        from had have i in is it just like me memories memory mention mentioned mine my no not of on or our
        ours please remember remove said say stuff tell that the their them these they thing things this
        those to told us was we were what whatever when which wipe with would you your
        """,
    )
)
"""Words that ask, and say nothing of what is meant."""

_ASKING_SPACELESS = re.compile("请|忘记|忘掉|忘了|删除|关于|所有|一切|全部|我们|我|说过|说|的|话|把|了")
"""The same in Chinese."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TheseMessages:
    """The messages of these ids; unknown ones name nothing."""

    ids: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidBy:
    """What `person` said (anyone's, where empty) that holds all of `words` and all of `pieces`, in any order."""

    person: str
    """Folded, for comparing with `fold(speaker)`."""
    words: frozenset[str]
    """Stems."""
    pieces: frozenset[str]
    """Runs of spaceless scripts, to be found anywhere in the folded text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Nothing:
    """The request does not say what it means."""


Meant = TheseMessages | SaidBy | Nothing


def meant_by(request: Forget) -> Meant:
    """What is to be forgotten.

    Ids, where there are any, decide alone. Otherwise: what the person who asked has said and what holds every word of
    the request, `forget`, `please`, `about` and their like left out. Without such words it is everything that the
    person said; without a person it is anyone's messages with these words; without both it is nothing.
    """
    if request.message_ids:
        return TheseMessages(ids=frozenset(request.message_ids))
    words: set[str] = set()
    pieces: set[str] = set()
    for run in runs(request.text):
        if is_spaceless(run):
            pieces.update(_ASKING_SPACELESS.sub(" ", run).split())
        elif run not in _ASKING and len(run) > 1:
            words.add(stem(run))
    person = fold(request.person).strip()
    if not (person or words or pieces):
        return Nothing()
    return SaidBy(person=person, words=frozenset(words), pieces=frozenset(pieces))


def is_said_by(meant: SaidBy, speaker: str, text: str) -> bool:
    """Whether a message is one of those that are meant."""
    if meant.person and fold(speaker).strip() != meant.person:
        return False
    if not all(piece in fold(text) for piece in meant.pieces):
        return False
    return not meant.words or meant.words <= {stem(run) for run in runs(text)}


def is_meant(meant: Meant, *, message_ids: Collection[str], speakers: Collection[str], text: str) -> bool:
    """Whether a memory of that text, made from these messages of these speakers, is one that is meant.

    A memory that was made from several messages is meant where one of them is. Without known speakers it is not taken
    for any person's. Of a system that shows its memories and not the messages, `text` is what it made of them.
    """
    match meant:
        case Nothing():
            return False
        case TheseMessages(ids=ids):
            return not ids.isdisjoint(message_ids)
        case SaidBy():
            return any(is_said_by(meant, speaker, text) for speaker in speakers or ("",))
        case _:
            assert_never(meant)


def is_meant_unnamed(meant: Meant, metadata: Mapping[str, Any] | None, text: str) -> bool:
    """The same of what stands for one message, where the request names none; the speaker is read from the metadata."""
    speaker = (metadata or {}).get("speaker")
    return is_meant(meant, message_ids=(), speakers=(speaker,) if isinstance(speaker, str) else (), text=text)

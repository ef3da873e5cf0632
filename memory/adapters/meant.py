"""Which of a system's memories a request to forget means.

Read as the embedded memories read it (`memory.embedded.forgetting`), with the one difference that a system shows its
memories and not the messages: words are looked for in what it made of them.
"""

from collections.abc import Collection, Mapping
from typing import Any, assert_never

from memory.embedded.forgetting import Meant, Nothing, SaidBy, TheseMessages, is_said_by


def is_meant(meant: Meant, *, message_ids: Collection[str], speakers: Collection[str], text: str) -> bool:
    """Whether a memory of that text, made from these messages of these speakers, is one that is meant.

    A memory that was made from several messages is meant where one of them is. Without known speakers it is not taken
    for any person's.
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

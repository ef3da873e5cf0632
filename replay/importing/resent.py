"""Which messages of a request are new, where a product sends a conversation again with every request.

The rule: messages are compared by who said what, and by their order, never one by one: somebody may say `yes` twice. A
request goes on where the conversation stood (all of it sent again, or a window of it that slides), or repeats an
earlier request, or changed something in between. What can be read in two ways is counted, whichever way is taken.
"""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import NamedTuple, TypeAlias

MOST_KEPT = 1_000
"""So many messages of a conversation are remembered, the latest; no window is longer."""
_MOST_ALIGNED = 256
"""Of longer lists that changed in between, each message is looked for by itself."""

Keys: TypeAlias = "array[int]"
"""One number for each message: equal where the same was said by the same side."""


def keys_of(numbers: Sequence[int] = ()) -> Keys:
    """The numbers as they are kept, 8 bytes each."""
    return array("q", numbers)


class Overlap(NamedTuple):
    """What one request brings."""

    new: Sequence[int]
    """The places of its messages that were not there before, in order."""
    n_doubted_old: int = 0
    """So many of the others might have been said a second time."""
    n_doubted_new: int = 0
    """So many of `new` might have been sent before."""
    resends: bool | None = None
    """What it shows of the product: whether it sends again what was said; None where it shows nothing."""
    slides: bool = False
    """Whether the beginning of the conversation was left out."""
    others: "Keys | None" = None
    """Where the order changed: what was known and is not among its messages, which then stand behind."""


@dataclass(slots=True)
class History:
    """What is known of one conversation."""

    keys: Keys = field(default_factory=keys_of)
    """Its messages, replies among them; those of `MOST_KEPT` at the end."""
    is_cut: bool = False
    """Whether it had more messages than are kept."""
    resends: bool | None = None
    slides: bool = False
    request: Keys = field(default_factory=keys_of)
    """The latest request."""
    replies: Keys = field(default_factory=keys_of)
    """What the latest request was answered with."""

    @property
    def size(self) -> int:
        """How many numbers are kept."""
        return len(self.keys) + len(self.request) + len(self.replies)

    def take(self, sent: Keys) -> tuple[Overlap, bool]:
        """What is new in a request, and whether it is the latest one over again; it is known afterwards."""
        is_repeated = len(sent) > 0 and sent == self.request
        found = overlap(self, sent, is_repeated=is_repeated)
        if found.resends is not None and self.resends is not True:
            self.resends = found.resends
        self.slides = self.slides or found.slides
        if found.others is None:
            self._add(keys_of([sent[place] for place in found.new]))
        else:
            self.keys = found.others
            self._add(sent)
        repeats = is_repeated and not found.new
        if not repeats:
            self.replies = keys_of()
        self.request = sent
        return found, repeats

    def reply(self, key: int) -> None:
        """A reply to the latest request is known."""
        self.replies.append(key)
        self._add(keys_of([key]))

    def _add(self, keys: Keys) -> None:
        self.keys += keys
        if len(self.keys) > MOST_KEPT:
            self.is_cut = True
            del self.keys[: len(self.keys) - MOST_KEPT]


def overlap(history: History, sent: Keys, *, is_repeated: bool) -> Overlap:
    """What is new of the messages `sent`; `is_repeated` says that they are those of the request before.

    Ties: of two ways to go on the one with more messages sent before is taken; of two places for what did not go on,
    the latest.
    """
    known = history.keys
    n_known, n_sent = len(known), len(sent)
    if not n_known or not n_sent:
        return Overlap(range(n_sent))
    if n_sent > n_known and sent[:n_known] == known:
        return Overlap(range(n_known, n_sent), resends=True)
    shared = _shared_end(known, sent)
    if shared and not (is_repeated and not history.slides):
        sure = shared > 1 or history.resends is True
        return Overlap(range(shared, n_sent), n_doubted_old=0 if sure else 1, resends=True, slides=shared < n_known)
    if _last_place(known, sent) is not None:
        if history.replies and sent == known[-n_sent:]:  # with the reply, such as before the result of its call
            return Overlap((), resends=True)
        return _repeated(history, n_sent, is_repeated=is_repeated, goes_on=shared > 0)
    place = _last_place(sent, known) if n_known > 1 else None
    if place is not None:
        before = range(0) if history.is_cut else range(place)
        after = range(place + n_known, n_sent)
        return Overlap([*before, *after], n_doubted_new=len(before), resends=True, others=keys_of())
    return _changed(history, sent)


def _shared_end(known: Keys, sent: Keys) -> int:
    """How many messages at the end of `known` are those that `sent` begins with, before others; the most there are."""
    first, at = sent[0], max(0, len(known) - len(sent) + 1)
    while True:
        try:
            at = known.index(first, at)
        except ValueError:
            return 0
        length = len(known) - at
        if sent[:length] == known[at:]:
            return length
        at += 1


def _last_place(inside: Keys, part: Keys) -> int | None:
    """Where `part` stands in `inside` as a whole, for the last time."""
    for at in range(len(inside) - len(part), -1, -1):
        if inside[at] == part[0] and inside[at : at + len(part)] == part:
            return at
    return None


def _repeated(history: History, n_sent: int, *, is_repeated: bool, goes_on: bool) -> Overlap:
    """All that was sent had been said in these words: asked once more by the product, or said once more."""
    is_new = history.resends is False or (n_sent == 1 and not is_repeated)
    if is_new:
        return Overlap(range(n_sent), n_doubted_new=n_sent if is_repeated or n_sent > 1 else 0, resends=False)
    is_sure = is_repeated and history.resends is True and not goes_on
    return Overlap((), n_doubted_old=0 if is_sure else n_sent)


def _changed(history: History, sent: Keys) -> Overlap:
    """Some messages were left out, changed or put in between; or nothing was sent again."""
    known = history.keys
    old, others = _aligned(known, sent)
    is_edge = len(old) == 1 and ((old[0] == 0 and sent[0] == known[0]) or sent[old[0]] == known[-1])
    if len(sent) == 1 or not (len(old) > 1 or is_edge):
        return Overlap(range(len(sent)), n_doubted_new=len(old) if len(sent) > 1 else 0, resends=False)
    places = set(old)
    new = [place for place in range(len(sent)) if place not in places]
    return Overlap(
        new,
        n_doubted_old=0 if len(old) > 1 or history.resends is True else 1,
        n_doubted_new=sum(place < old[-1] for place in new),
        resends=True,
        others=others,
    )


def _aligned(known: Keys, sent: Keys) -> tuple[list[int], Keys]:
    """The places of `sent` that are in `known` in the same order, of equal ones the latest; and the rest of `known`."""
    n_same = 0
    for ours, theirs in zip(known, sent, strict=False):
        if ours != theirs:
            break
        n_same += 1
    head, left, right = list(range(n_same)), known[n_same:], sent[n_same:]
    if max(len(left), len(right)) > _MOST_ALIGNED:
        there, here = set(left), set(right)
        places = [n_same + place for place, key in enumerate(right) if key in there]
        return head + places, keys_of([key for key in left if key not in here])
    blocks = SequenceMatcher(None, left[::-1], right[::-1], autojunk=False).get_matching_blocks()
    ours_at = {len(left) - 1 - place for block in blocks for place in range(block.a, block.a + block.size)}
    last = n_same + len(right) - 1
    places = sorted(last - place for block in blocks for place in range(block.b, block.b + block.size))
    return head + places, keys_of([key for place, key in enumerate(left) if place not in ours_at])

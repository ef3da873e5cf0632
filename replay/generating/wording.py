"""How people say what they want, take it back and ask for it.

The rule: an old and a new value of one wish are told in the same words, but for an opening of as many words and for
the value itself. No word of an opening that carries meaning stands in a question, nor does it mean the same as one that
does. What a memory by words makes of an update can so be told beforehand.
"""

from collections.abc import Mapping
from typing import Literal

Change = Literal["first", "update", "correction"]
"""What a statement is next to those before it."""

OPENINGS: Mapping[Change, Mapping[int, tuple[str, ...]]] = {
    "first": {
        2: ("Hello car:", "A note:", "Remember this:", "Incidentally, please:", "Dear car,"),
        3: ("For the record,", "In any case,", "One more thing:", "Please remember this:", "Before I forget:"),
        4: ("Just for the record,", "Here is my rule:", "Something to keep anyway:", "One more wish, please:"),
    },
    "update": {
        2: ("These days,", "Starting today,", "Nowadays, please:", "Lately, please:"),
        3: ("From now on,", "From today on,", "As of today,", "Changed my mind:", "Another rule now:"),
        4: ("I changed my mind:", "From this week on,", "Starting with this week,", "Different as of today:"),
    },
    "correction": {
        2: ("Sorry, correction:", "Wait, correction:", "Oh, correction:"),
        3: ("No, I misspoke:", "Wait, I misspoke:", "Correction, my mistake:", "Sorry, correction please:"),
        4: ("Sorry, that was wrong:", "No, I stand corrected:", "Wait, let me correct:"),
    },
}
"""By what a statement is and by the number of its opening's words."""

CORES = (
    "I want the {thing} {value}{when}{name}.",
    "I like the {thing} {value}{when}{name}.",
    "for me the {thing} is right {value}{when}{name}.",
    "please keep the {thing} {value} for me{when}{name}.",
    "the {thing} belongs {value} for me{when}{name}.",
    "I prefer the {thing} {value}{when}{name}.",
    "set the {thing} {value} for me{when}{name}.",
    "my choice is the {thing} {value}{when}{name}.",
    "the {thing} should be {value} for me{when}{name}.",
    "I always take the {thing} {value}{when}{name}.",
)

ONCE = (
    "Just for this trip, the {thing} {value}, please.",
    "Only this once: the {thing} {value}.",
    "For the next ten minutes I want the {thing} {value}.",
    "Could you put the {thing} {value} for a moment?",
)
FORGET = (
    "Please forget what I told you about the {thing}{when}.",
    "Forget all that I said on the {thing}{when}, please.",
    "What I said about the {thing}{when} is to be forgotten, please.",
)

_ANIMALS = (
    "heron", "badger", "otter", "magpie", "walrus", "lynx", "tortoise", "osprey", "hedgehog", "ibex", "puffin", "mole",
    "gecko", "pelican", "marmot", "cicada", "narwhal", "weasel", "toucan", "salmon", "bison", "cuckoo", "ferret",
    "lobster", "mongoose", "newt", "okapi", "penguin", "quokka", "raccoon", "stork", "tapir", "urchin", "vole",
    "wombat", "yak", "zebra", "anteater", "beaver", "camel",
)  # fmt: skip
_KINDS = (
    "brave", "clumsy", "drowsy", "elegant", "frugal", "grumpy", "honest", "idle", "jolly", "keen", "lofty", "modest",
    "nimble", "odd", "polite", "quaint", "rusty", "shy", "tidy", "witty",
)  # fmt: skip
N_NICKNAMES = len(_ANIMALS) * len(_KINDS)


def nickname(number: int) -> str:
    """A name for a wish, `clumsy heron`; different for every number below `N_NICKNAMES`."""
    kind, animal = divmod(number, len(_ANIMALS))
    return f"{_KINDS[(kind + animal) % len(_KINDS)]} {_ANIMALS[animal]}"


COMPANY = (" alone", " with {other}", " with {other} aboard", " beside {other}")
"""How a question's scene goes on behind who was driving; the first without anybody else."""

ASK_PLAIN = (
    "The {thing}, the way I like it.",
    "Please set the {thing} the way I like it.",
    "Give me my {thing}, please.",
    "My own {thing}, please, as always.",
)
ASK_OCCASION = (
    "The {thing} for this occasion, please.",
    "At such times I want the {thing} my own way.",
    "Please set the {thing} the way I like it then.",
)
ASK_CHANGED = (
    "The {thing}, the way I like it now.",
    "Please set the {thing} to what I want by now.",
    "My current {thing}, please.",
)
ASK_CORRECTED = ("The {thing}, as I put it right.", "Please set the {thing} to what I really like.")
ASK_NICKNAME = ("I need {nickname}, please.", "Let us have {nickname}.", "Time for {nickname}.")


def statement(opening: str, core: str, *, thing: str, value: str, when: str, name: str) -> str:
    """What somebody says to the car: an opening, then the wish; `when` and `name` may be empty."""
    named = f", and I call that {name}" if name else ""
    said = core.format(thing=thing, value=value, when=f" {when}" if when else "", name=named)
    if opening.endswith(":"):
        said = said[0].upper() + said[1:]
    return f"{opening} {said}"

"""What people say that asks nothing of the car: small talk, talk about cars, and the car's short answers.

The rule: nothing here is anybody's wish. Small talk holds no word of a setting; talk about cars does, and gives no
value.
"""

import random

_WHO = (
    "my aunt", "the neighbour", "our dentist", "the new postman", "my brother", "the woman from number nine",
    "an old schoolmate", "the baker", "my boss", "the elder twin", "our landlord", "a cousin of mine", "the librarian",
    "the vet", "that tall gardener", "my godmother", "the plumber", "our goalkeeper", "the lady from the kiosk",
    "a friend of yours", "the ticket inspector", "my former teacher", "the man with the parrot", "the mayor",
)  # fmt: skip
_DID = (
    "sold", "lost", "repaired", "borrowed", "painted", "dropped", "returned", "hid", "bought", "inherited", "wrapped",
    "photographed", "forgot", "traded", "measured", "buried", "auctioned", "polished", "swapped", "weighed",
)  # fmt: skip
_WHAT = (
    "a wicker basket", "three umbrellas", "an accordion", "a jar of plum jam", "the wedding cake", "two garden gnomes",
    "a box of marbles", "the blue teapot", "a stamp collection", "a wooden ladder", "a stuffed owl", "the raffle prize",
    "a bag of chestnuts", "an antique globe", "a pair of skis", "the birthday card", "a rubber boat", "a cactus",
    "the chess set", "a tin of paint", "a barrel of pickles", "an unsigned letter", "the cheese board", "a kite",
    "a bundle of rhubarb", "the parish bell", "a sewing machine", "half a canoe", "a fossil", "the football trophy",
)  # fmt: skip
_WHEN = (
    "yesterday", "last Tuesday", "on Sunday", "a week ago", "this morning", "over the holidays", "before lunch",
    "at the weekend", "the other day", "in the middle of the meeting", "during the interval", "on Thursday",
    "right after breakfast", "between two trains", "on the day of the fair",
)  # fmt: skip
_WHERE = (
    "at the station", "behind the town hall", "in the attic", "by the canal", "next to the fountain", "in the pharmacy",
    "on the ferry", "at the allotments", "under the bridge", "in the waiting room", "outside the cinema",
    "at the post office", "near the lighthouse", "in the school yard", "on the roof terrace", "at the campsite",
)  # fmt: skip
_THEN = (
    "nobody minded", "I could not stop laughing", "it is still missing", "the whole street talked about it",
    "I would have done the same", "it took three hours", "there was applause", "that was the end of the argument",
    "everyone blamed the cat", "we had soup afterwards", "it made the local paper", "I owe somebody a coffee now",
    "they want it back", "the bill has not come yet", "and not for the first time", "so much for the plan",
)  # fmt: skip
_FOOD = (
    "lentil soup", "dumplings", "plantain chips", "rye bread", "mango pickle", "goat cheese", "noodles", "pancakes",
    "okra stew", "smoked herring", "fig tart", "rice pudding", "flatbread", "aubergine dip", "roast pumpkin",
    "apricot cake", "barley salad", "corn fritters", "miso broth", "walnut cookies",
)  # fmt: skip
_TASK = (
    "renew the library cards", "pick up the parcel", "water the tomatoes", "ring the insurance", "buy stamps",
    "book the tennis court", "order firewood", "take the bottles back", "find the passport", "sign the petition",
    "clean the gutters", "answer the invitation", "pay the piano tuner", "fetch the dry cleaning", "sharpen the shears",
    "cancel the newspaper", "measure the carpet", "return the projector", "bake for the bazaar", "feed the fish",
)  # fmt: skip

_TALK = (
    ("{} {} {} {}, and {}.", (_WHO, _DID, _WHAT, _WHEN, _THEN)),
    ("Did I tell you that {} {} {} {}?", (_WHO, _DID, _WHAT, _WHERE)),
    ("{} met {} {}; {}.", (_WHO, _WHO, _WHERE, _THEN)),
    ("We still have to {} before we {}.", (_TASK, _TASK)),
    ("Whoever brings {} gets {} from {}.", (_FOOD, _WHAT, _WHO)),
    ("They served {} to everyone {}, but {} wanted {}.", (_FOOD, _WHERE, _WHO, _FOOD)),
    ("{} asked me to {} {}.", (_WHO, _TASK, _WHEN)),
    ("I dreamt of {} {}, and {}.", (_WHAT, _WHERE, _THEN)),
    ("Somebody {} {} {}, can you believe it?", (_DID, _WHAT, _WHERE)),
    ("If {} calls, say that I had to {}.", (_WHO, _TASK)),
    ("{} swears that nothing goes better with {} than {}.", (_WHO, _FOOD, _FOOD)),
    ("Remind me to thank {} for {}.", (_WHO, _WHAT)),
    ("{} and {} quarrelled {}, and {}.", (_WHO, _WHO, _WHEN, _THEN)),
    ("I found {} {} {}.", (_WHAT, _WHERE, _WHEN)),
)  # fmt: skip

_ABOUT_CARS = (
    "{} has no {} at all and never missed it, and {}.",
    "They wrote about the {} of next year's models {}, nothing new.",
    "{} talked for an hour about the {} {}.",
    "I read that nobody ever uses the {}; {}.",
    "Who invented the {}, I wonder; {} says it was an accident.",
)

_ANSWERS = (
    "Noted.", "Understood.", "I have made a note of that.", "Very well.", "Of course.", "All right, I will remember.",
    "Thank you for telling me.", "Certainly.", "As you wish.", "That is clear.", "Consider it done.", "Gladly.",
)  # fmt: skip


def small_talk(rng: random.Random) -> str:
    """A remark that has nothing to do with cars."""
    form, slots = rng.choice(_TALK)
    words: list[str] = []
    for slot in slots:
        word = rng.choice(slot)
        while word in words:
            word = rng.choice(slot)
        words.append(word)
    return _sentence(form.format(*words))


def car_talk(thing: str, rng: random.Random) -> str:
    """A remark about a thing that cars have, and about nobody's wish."""
    number = rng.randrange(len(_ABOUT_CARS))
    form, who, then, when = _ABOUT_CARS[number], rng.choice(_WHO), rng.choice(_THEN), rng.choice(_WHEN)
    slots = ((who, thing, then), (thing, when), (who, thing, when), (thing, then), (thing, who))[number]
    return _sentence(form.format(*slots))


def answer(rng: random.Random) -> str:
    """What the car says to a wish."""
    return rng.choice(_ANSWERS)


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]

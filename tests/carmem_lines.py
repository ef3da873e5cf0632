"""A small file in CarMem's format, of our own writing: two users, for the tests of the loader and the tasks."""

import copy
from pathlib import Path
from typing import Any

import orjson

Json = dict[str, Any]


def conversation(name: str, preference: str, turns: list[str], question: str, *utterances: str, other: str) -> Json:
    """A conversation whose turns begin with the user; `utterances` are equal, negate, different."""
    equal, negate, different = utterances
    return {
        "conversation_uuid": name,
        "user_preference": preference,
        "extraction_conversation": [
            {"USER" if place % 2 == 0 else "ASSISTANT": text} for place, text in enumerate(turns)
        ],
        "next_conversation_question": question,
        "maintenance_questions": {
            "question_equal_preference": equal,
            "question_negate_preference": negate,
            "question_different_preference": different,
            "different_attribute": other,
        },
    }


CURRY = conversation(
    "c1",
    "Points of Interest; Restaurant; Favorite Cuisine; Indian",
    ["For lunch I always want a good curry, we love Indian cuisine.", "There is one two streets away."],
    "Where could we eat tonight?",
    "Is there an Indian restaurant close by?",
    "No Indian restaurant please, I am tired of Indian food.",
    "From now on I would like a Mexican restaurant for dinner.",
    other="Mexican",
)
PAYING = conversation(
    "c2",
    "Points of Interest; Restaurant; Preferred Payment method; Cash",
    ["Which restaurant can you show me?", "Two are near.", "I prefer paying in cash at any restaurant.", "Noted."],
    "Find us somewhere for breakfast.",
    "Does that restaurant let me pay in cash?",
    "I no longer want to pay with cash in a restaurant.",
    "I prefer paying by card in restaurants from now on.",
    other="Card",
)
FAN = conversation(
    "c3",
    "Vehicle Settings and Comfort; Climate Control; Fan Speed Preferences; Low",
    ["The fan should always be on low."],
    "Get the climate right for me.",
    "Always keep the fan low.",
    "I don't want the fan on low anymore.",
    "From now on put the fan on high.",
    other="High",
)
JAZZ = conversation(
    "c4",
    "Entertainment and Media; Music; Favorite Genres; Jazz",
    ["Only jazz music, that is my favorite genre."],
    "Put some music on.",
    "Play jazz music, as always.",
    "No more jazz music, stop playing it.",
    "I prefer rock music these days.",
    other="Rock",
)
USERS: list[Json] = [
    {"user_uuid": "u1", "user_preferences": [], "data": [CURRY, PAYING, FAN]},
    {"user_uuid": "u2", "user_preferences": [], "data": [JAZZ]},
]


def users() -> list[Json]:
    """The users, free to be changed."""
    return copy.deepcopy(USERS)


def written(folder: Path, lines: list[Json], name: str = "dataset.jsonl") -> Path:
    """The path of a file with one user a line."""
    path = folder / name
    path.write_bytes(b"".join(orjson.dumps(line) + b"\n" for line in lines))
    return path

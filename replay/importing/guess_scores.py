"""How likely one column of a log is what a column of a map means, by its values and its name.

The rule: a column whose values cannot be what is meant scores 0 whatever it is called; of those that can, names and
the share of the rows that have it decide.
"""

import unicodedata
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from replay.importing.fields import unpacked
from replay.importing.guess_fields import HINTS, Column
from replay.importing.guess_people import is_name_of_a_person, look_like_names
from replay.importing.guess_times import NEARLY_ALL, can_be_told, is_time
from replay.importing.mapping import USUAL_ROLES
from replay.importing.moments import read_zone
from replay.importing.name_forms import WIDE
from replay.importing.nearest import words_of
from replay.importing.problems import BadField
from replay.importing.tool_calls import ToolTable

_MOST_ROLES = 8
_LONGEST_NAME = 60
SAID = 0.4
"""Texts that are less like what people say are names and labels."""
_NO_WORDS = 0.1
_LABELS = frozenset((*HINTS["id"], "sid", "cid", "vin", "hash", "token", "url", "session", "tz"))
_NAMES = frozenset((*HINTS["conversation"], *HINTS["speaker"], *HINTS["asker"], *HINTS["zone"]))
_LONGEST_TEXT = 200
"""Texts are no likelier to be what was said for being longer."""


def best_column(field: str, columns: Sequence[Column]) -> Column | None:
    """The column that is likeliest what `field` means; None where none could be. Ties: the first."""
    scored = [(_score(field, column), column) for column in columns]
    best = max(scored, key=lambda pair: pair[0], default=(0.0, None))
    return best[1] if best[0] > 0 else None


def wordiness(texts: Sequence[str]) -> float:
    """How much texts, at least one, are like what people say, from near 0 to 1: of several words, and seldom equal."""
    said = sum(map(_words_said, texts)) / len(texts)
    return said * (0.5 + 0.5 * len(set(texts)) / len(texts))


def is_label(column: Column) -> bool:
    """Whether the texts of a column are ids, names or the like, whatever else it may have: never what was said."""
    words, texts = set(words_of(column.path.rpartition(".")[2])), column.texts
    words_said = wordiness(texts) if texts else 0.0
    if not words.isdisjoint(_LABELS):
        return words_said < SAID
    is_named = column.hint("text") or column.hint("prompt")
    if not words.isdisjoint(_NAMES) and not is_named:
        return words_said < SAID or look_like_names(column)
    return not is_named and words_said < _NO_WORDS and len(set(texts)) > 1 and all(" " not in text for text in texts)


def _score(field: str, column: Column) -> float:
    hint, texts = column.hint(field), column.texts
    if not column.values:
        return 0.0
    match field:
        case "time":
            above = 0 if hint or not column.hint_above("time") else 0.5
            is_typed = any(isinstance(value, datetime) for value in column.values)
            if column.share < NEARLY_ALL or not (texts or is_typed or hint or above):  # numbers need a name
                return 0.0
            if not can_be_told(column.values):
                return 0.0
            later = any(word in column.path.casefold() for word in ("update", "edit", "modif", "occur", "happen"))
            return 1.0 + hint + above - 2 * later - 0.5 * (not is_time(column.values))
        case "occurred_at":
            return float(hint) if hint and is_time(column.values) else 0.0
        case "zone":
            return 1.0 + hint if texts and hint and all(map(_is_zone, set(texts))) else 0.0
        case "role":
            kinds = {text.strip().casefold() for text in texts}
            known = kinds <= USUAL_ROLES.keys() and len(texts) == len(column.values) and len(kinds) <= _MOST_ROLES
            return 1.0 + hint if known and column.share >= NEARLY_ALL else 0.0
        case "tool_calls":
            lists = sum(isinstance(value, list | dict) for value in column.values)
            return hint + lists / len(column.values) if hint and _are_calls(column.values) else 0.0
        case "outer_calls":
            return float(hint) if hint and all(isinstance(value, list) for value in column.values) else 0.0
        case "text":
            if len(texts) < len(column.values) / 2:
                parts = all(isinstance(value, list | str) for value in column.values)
                is_named = column.path.rpartition(".")[2] == "parts"
                return float(hint + is_named) if parts else 0.0
            if is_label(column):
                return 0.0
            hint += column.hint("prompt")
            mean = min(sum(map(len, texts)) / len(texts), _LONGEST_TEXT) / _LONGEST_TEXT
            return column.share * wordiness(texts) * (1 + mean + 2 * hint)
        case "conversation":
            return float(hint) if hint and _is_plain(column.values) else 0.0
        case "asker":
            hint += 2 * is_name_of_a_person(column.path)
            short = texts and sum(map(len, texts)) / len(texts) < _LONGEST_NAME
            return float(hint) if hint and short and len(texts) == len(column.values) else 0.0
        case "id":
            if not hint or not _is_plain(column.values):
                return 0.0
            unique = len({str(value) for value in column.values}) == len(column.values) and column.share == 1.0
            return float(hint) if unique else 0.0
        case _:
            return 0.0


def _are_calls(values: Sequence[Any]) -> bool:
    """Whether nearly all of the values can be read as calls, in whatever form; an empty list can."""
    table = ToolTable({})
    n_read = 0
    for value in values:
        try:
            table.read(value, "")
        except BadField:
            continue
        n_read += 1
    return n_read >= NEARLY_ALL * len(values)


def _words_said(text: str) -> float:
    text = text.strip()
    if unpacked(text) is not None:
        return 0.0
    if WIDE.search(text):
        return 1.0
    n_words = sum(map(_is_word, text.split()))
    return 1.0 if n_words > 1 else 0.3 if n_words else 0.02


def _is_word(word: str) -> bool:
    """Whether it is of letters alone, marks above and below them included."""
    word = word.strip(".,;:!?()'\"")
    return word.isalpha() or (
        word[:1].isalpha() and all(sign.isalpha() or unicodedata.category(sign).startswith("M") for sign in word)
    )


def _is_zone(name: str) -> bool:
    try:
        read_zone(name)
    except BadField:
        return False
    return True


def _is_plain(values: Sequence[Any]) -> bool:
    return all(isinstance(value, str | int) and not isinstance(value, bool) for value in values)

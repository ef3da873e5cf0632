"""What an index makes of words, asked of SQLite itself: the stems by which it keeps and finds them.

The rule: one tokenizer. Whoever needs a stem outside the index gets it from the very code that the index runs, so that
the two can never differ.
"""

import sqlite3
from collections.abc import Iterable, Sequence

TOKENIZER = "porter unicode61 remove_diacritics 2 categories 'L* N* Co M*'"
"""As FTS5 wants it named. Marks (M*) belong to words, or those of many Indian scripts would fall apart at every vowel
sign."""

Stems = tuple[str, ...]
"""What one text became, in order; none where it holds no letter or digit that the tokenizer knows. A mark that stands
alone becomes an empty stem. Where the index has cut a character in two, the odd bytes stand as halves of surrogate
pairs (`stem_of`)."""

_TABLES = f"""
CREATE VIRTUAL TABLE given USING fts5(text, content = '', columnsize = 0, tokenize = "{TOKENIZER}");
CREATE VIRTUAL TABLE placed USING fts5vocab(given, instance);
"""
_GIVE = "INSERT INTO given (rowid, text) VALUES (?, ?)"
_PLACED = "SELECT doc, CAST(term AS BLOB) FROM placed ORDER BY doc, offset"


_LONGEST_KEPT = 40  # characters; the cache shall not hold what a hostile text holds
_MOST_KEPT = 65_536
_KEPT: dict[str, Stems] = {}


def stem_of(found: bytes | None) -> str:
    """The stem that fts5vocab has, which calls an empty one NULL.

    The index works on bytes: it takes one of two equal ones from before `ing`, and ends a word after 32,768. So what is
    left need not be valid UTF-8, and is kept as it is.
    """
    return (found or b"").decode("utf-8", "surrogateescape")


class Stemmer:
    """Turns words into stems; what became of short texts is remembered, for all stemmers together."""

    def __init__(self) -> None:
        """A tokenizer over an empty database of its own."""
        self._connection = sqlite3.connect("", check_same_thread=False, isolation_level=None)
        self._connection.execute("PRAGMA journal_mode = MEMORY")
        self._connection.executescript(_TABLES)

    def stems(self, texts: Iterable[str]) -> dict[str, Stems]:
        """The stems of each text, each text once."""
        found = {text: _KEPT.get(text) for text in texts}
        unknown = [text for text, stems in found.items() if stems is None]
        new = dict(zip(unknown, self._asked(unknown), strict=True)) if unknown else {}
        if len(_KEPT) + len(new) > _MOST_KEPT:
            _KEPT.clear()
        _KEPT.update((text, stems) for text, stems in new.items() if len(text) <= _LONGEST_KEPT)
        return {text: new[text] if stems is None else stems for text, stems in found.items()}

    def _asked(self, texts: Sequence[str]) -> list[Stems]:
        found: list[Stems] = [()] * len(texts)
        self._connection.execute("BEGIN")
        try:
            self._connection.executemany(_GIVE, enumerate(texts))
            for number, stem in self._connection.execute(_PLACED):
                found[number] += (stem_of(stem),)
        finally:
            self._connection.execute("ROLLBACK")  # taken back, not removed: that leaves nothing
        return found

    def close(self) -> None:
        """Close the database; closing twice does no harm."""
        self._connection.close()

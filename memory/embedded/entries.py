"""Entries of key and value: what a model-written list holds, and how it is searched.

The rule: the order of what is found depends on the entries and the query alone.
"""

from dataclasses import dataclass

from memory.embedded.daybook import cut_on_line
from memory.embedded.errors import BadEntry
from memory.embedded.widening import said_terms
from memory.embedded.words import query_terms, stem, stems
from memory.messages import Hit

MAX_KEY_CHARS = 200
MAX_VALUE_CHARS = 2000
MAX_LISTING_CHARS = 8192


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A key and its value."""

    key: str
    value: str
    known_us: int | None
    """The newest message that was known when it was set last."""

    @property
    def line(self) -> str:
        """`key: value`."""
        return f"{self.key}: {self.value}"


class Entries:
    """A list of entries, at most one for each key; keys differ in more than case and blanks at their ends."""

    def __init__(self) -> None:
        """No entry."""
        self._by_key: dict[str, Entry] = {}

    def copy(self) -> "Entries":
        """A list of its own with the same entries."""
        other = Entries()
        other._by_key = dict(self._by_key)
        return other

    def __len__(self) -> int:
        """How many entries there are."""
        return len(self._by_key)

    def n_bytes(self) -> int:
        """The size of all lines."""
        return sum(len(entry.line.encode("utf-8", "replace")) + 1 for entry in self._by_key.values())

    def set(self, key: str, value: str, known_us: int | None) -> bool:
        """Add an entry or change the one of that key; returns whether it is new.

        Raises:
            BadEntry: key or value is empty or too long.
        """
        key, value = key.strip(), value.strip()
        if not key or len(key) > MAX_KEY_CHARS or "\n" in key:
            raise BadEntry(f"a key is one line of 1 to {MAX_KEY_CHARS} characters")
        if not value or len(value) > MAX_VALUE_CHARS:
            raise BadEntry(f"a value has 1 to {MAX_VALUE_CHARS} characters")
        name = key.casefold()
        is_new = name not in self._by_key
        self._by_key[name] = Entry(key=key, value=value, known_us=known_us)
        return is_new

    def remove(self, key: str) -> None:
        """Remove the entry of that key.

        Raises:
            BadEntry: there is none.
        """
        if self._by_key.pop(key.strip().casefold(), None) is None:
            raise BadEntry(f"there is no entry {key.strip()!r}")

    def listing(self) -> str:
        """All keys, one a line in alphabetical order, below their number; keys that do not fit are counted."""
        keys = [self._by_key[name].key for name in sorted(self._by_key)]
        if not keys:
            return "no entries"
        text = cut_on_line("\n".join(keys), MAX_LISTING_CHARS)
        n_cut = len(keys) - len(text.splitlines())
        more = f"\n({n_cut} more)" if n_cut else ""
        return f"{len(keys)} entries, by key:\n{text}{more}"

    def search(self, query: str) -> list[tuple[float, Entry]]:
        """Entries that share a word with the query, best first, with their scores.

        A word that the key holds counts 2, one that only the value holds 1. On ties the newer, then the lesser key.
        """
        wanted = {stem(term) for term in said_terms(query)}
        scored = []
        for name, entry in self._by_key.items():
            in_key, in_value = stems(entry.key), stems(entry.value)
            score = 2.0 * len(wanted & in_key) + 1.0 * len(wanted & (in_value - in_key))
            if score:
                newness = 0 if entry.known_us is None else entry.known_us
                scored.append((-score, -newness, name, entry))
        scored.sort(key=lambda row: row[:3])
        return [(-minus_score, entry) for minus_score, _, _, entry in scored]

    def hits(self, query: str, limit: int) -> list[Hit]:
        """The best `limit` entries as hits; a query without words gives the list of all keys as one hit."""
        if limit <= 0 or not self._by_key:
            return []
        if not query_terms(query):
            known = [entry.known_us for entry in self._by_key.values() if entry.known_us is not None]
            return [Hit(text=self.listing(), score=1.0, at_us=max(known, default=None))]
        return [Hit(text=entry.line, score=score, at_us=entry.known_us) for score, entry in self.search(query)[:limit]]

"""Finding stored preferences: by what a query is about, then by the words that it shares.

The rule: a score depends on the query and on one entry, and on nothing else, so that no entry tells of another.
"""

from collections.abc import Sequence

from memory.embedded.category_keeping import Entry
from memory.embedded.category_reading import MOST_CHARACTERS, sub_scores
from memory.embedded.category_words import TOPICS, cue_pattern
from memory.embedded.embedder import Embedder
from memory.embedded.widening import said_terms
from memory.embedded.words import fold, query_terms, stem, stems

_SUB, _MORE_CUES, _TOPIC, _NAME, _WORD = 2.0, 0.5, 1.5, 1.0, 0.5
"""What an entry gets for: its subcategory, a second cue of it, its detail, a word of its name or value, any word."""
_MOST_WORDS = 4
"""So many shared words of the sentence count at most: long sentences share more by chance."""


def find_entries(query: str, entries: Sequence[Entry]) -> list[tuple[float, Entry]]:
    """The entries that have to do with the query, with their scores, best first; of equal ones the newer first."""
    text = query[:MOST_CHARACTERS]
    subs = sub_scores(text)
    wanted = {stem(term) for term in said_terms(text)} if query_terms(text) else set()
    scored = [(score, entry) for entry in entries if (score := _score(text, subs, wanted, entry)) > 0]
    return sorted(scored, key=_rank)


def near_entries(query: str, entries: Sequence[Entry], embedder: Embedder) -> list[tuple[float, Entry]]:
    """All entries by the nearness of what they mean to what the query means, best first; of equal ones the newer first.

    The score is the cosine moved into 0 to 1, zero left out. A query without letters or digits finds nothing.
    """
    if not fold(query[:MOST_CHARACTERS]).strip():
        return []
    asked = embedder.embed(query[:MOST_CHARACTERS])
    scored = [((1 + float((asked * embedder.embed(_meaning(entry))).sum())) / 2, entry) for entry in entries]
    return sorted((pair for pair in scored if pair[0] > 0), key=_rank)


def _rank(pair: tuple[float, Entry]) -> tuple[float, int, int]:
    return (-pair[0], -pair[1].said[-1].at_us, -pair[1].number)


def _meaning(entry: Entry) -> str:
    return f"{entry.now.detail.sub}. {entry.now.detail.name}: {entry.now.attribute}. {entry.now.text}"


def _score(text: str, subs: dict[str, int], wanted: set[str], entry: Entry) -> float:
    detail = entry.now.detail
    score = 0.0
    n_cues = subs.get(detail.sub, 0)
    if n_cues:
        score += _SUB + _MORE_CUES * min(n_cues - 1, 2)
    if cue_pattern(TOPICS.get(detail.name, "")).search(text):
        score += _TOPIC
    names = stems(f"{detail.sub} {detail.name} {entry.now.attribute} {entry.now.person}")
    others = stems(" ".join(said.text for said in entry.said)) - names
    return score + _NAME * len(wanted & names) + _WORD * min(len(wanted & others), _MOST_WORDS)

"""Where each piece of a query's evidence was: the first place that holds.

- `shown`: the context, or a hit that the agent was shown, covers it (`scoring.coverage`);
- `not_shown`: a hit of a search of the agent's covers it, below those that it was shown;
- `withheld`: a hit of a search of the agent's would cover it, and was withheld as a violation; the same of a search of
  the replay's, where nothing brings it back;
- `by_question`: only the replay's search for the bare question brings it back;
- `by_itself`: only a search for the fact's own words does;
- `lost_in_words`: a hit names a message that states it, in words of the memory's own that no longer say it;
- `unrecognised`: not even its own words bring it back, as far as words can tell: what came names no message;
- `absent`: not even its own words bring it back;
- `not_said`: nothing brought it back, and the source names it at or after the cutoff: no memory could hold it;
- `not_probed`: nothing brought it back, and nobody searched for its words (a log of an earlier version).

What came from another namespace, or was there before anything was delivered, says nothing of what is stored.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, assert_never, get_args

from memory.guard import SearchRecord
from memory.messages import Hit
from scoring.coverage import Words, covered_facts
from scoring.kept_words import keeps
from scoring.records import BEFORE_EVIDENCE, Gold, Turn

Place = Literal[
    "shown",
    "not_shown",
    "withheld",
    "by_question",
    "by_itself",
    "lost_in_words",
    "unrecognised",
    "absent",
    "not_said",
    "not_probed",
]
PLACES: tuple[Place, ...] = get_args(Place)
"""From the nearest to the agent to the farthest."""


def pieces_of(gold: Gold) -> tuple[str, ...]:
    """What is looked for: the gold facts in words, or else the ids of the messages that the source names."""
    return gold.facts or gold.evidence_ids


def piece_text(turn: Turn, number: int) -> str:
    """A piece of evidence in words: the gold fact, or the id of a message with what was said in it.

    The words are those of a hit that names this message alone, or of the replay's own search for it; without either the
    id stands alone.
    """
    if turn.gold.facts:
        return turn.gold.facts[number]
    message_id = turn.gold.evidence_ids[number]
    hits = (hit.text for search in turn.all_searches for hit in search.hits if hit.message_ids == (message_id,))
    own = (probe.search.query for probe in turn.fact_probes if probe.fact == number)
    words = next(hits, "") or next(own, "")
    return f"{message_id}: {words}" if words else message_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """What first brought a piece of evidence back, in the order of the places."""

    place: Place
    search: str
    """The text of the search; empty where the context holds it, and where nothing brought it back."""
    rank: int
    """Of the hit, from 1; 0 without one, and for one that was withheld."""
    text: str
    """The hit's; empty without one."""


def trace(turn: Turn, number: int, place: Place) -> Trace:
    """How the piece of evidence `number`, which has this place, was brought back."""
    searches: tuple[SearchRecord, ...] = ()
    match place:
        case "shown" | "not_shown":
            searches = turn.searches
        case "by_question":
            searches = () if turn.probe is None else (turn.probe,)
        case "by_itself":
            searches = tuple(probe.search for probe in turn.fact_probes if probe.fact == number)
        case "lost_in_words":
            searches = turn.all_searches
        case "withheld" | "unrecognised" | "absent" | "not_said" | "not_probed":
            pass
        case _:
            assert_never(place)
    words = None if place == "lost_in_words" else turn.evidence_words
    tops = [call.top_k for call in turn.tool_calls if call.search is not None]
    for order, search in enumerate(searches):
        for rank, hit in enumerate(search.hits[: tops[order]] if place == "shown" else search.hits, start=1):
            if covered_pieces(turn.gold, (hit,), words=words)[number]:
                return Trace(place=place, search=search.query, rank=rank, text=hit.text)
    for search in turn.all_searches if place == "withheld" else ():
        for hit in withheld_hits((search,)):
            if covered_pieces(turn.gold, (hit,), words=words)[number]:
                return Trace(place=place, search=search.query, rank=0, text=hit.text)
    return Trace(place=place, search="", rank=0, text="")


def places_of(turn: Turn) -> tuple[Place, ...]:
    """The place of each piece of evidence, in the order of `pieces_of`; empty where it cannot be told."""
    context = [turn.context] if turn.context else []
    shown: list[Hit] = []
    below: list[Hit] = []
    for call in turn.tool_calls:
        if call.search is not None:
            shown += call.search.hits[: call.top_k]
            below += call.search.hits[call.top_k :]
    if not turn.gold.facts and (context or not turn.names_sources or not all(hit.message_ids for hit in shown + below)):
        return ()  # without facts in words, only hits that name messages can tell
    stages: tuple[tuple[Place, Sequence[Hit], Sequence[str]], ...] = (
        ("shown", shown, context),
        ("not_shown", below, ()),
        ("withheld", withheld_hits(turn.searches), ()),
        ("by_question", () if turn.probe is None else turn.probe.hits, ()),
    )
    pieces = range(len(pieces_of(turn.gold)))
    places: dict[int, Place] = {}
    for place, hits, texts in stages:
        if len(places) < len(pieces):
            covered = covered_pieces(turn.gold, hits, texts, turn.evidence_words)
            places |= {number: place for number in pieces if covered[number] and number not in places}
    probes = {probe.fact: probe.search for probe in turn.fact_probes}
    unsaid = _unsaid_pieces(turn)
    for number in pieces:
        if number not in places:
            place = _by_itself(turn, probes.get(number), number)
            is_missing = place in ("absent", "not_probed", "unrecognised")
            places[number] = "not_said" if number in unsaid and is_missing else place
    return tuple(places[number] for number in pieces)


def wording_of(turn: Turn) -> tuple[int, int] | None:
    """How many pieces of evidence have a hit of any search that names their message, and of how many one still says it.

    None of a memory that is not held to its words: it is verbatim, or names no messages.
    """
    if turn.evidence_words is None:
        return None
    hits = [hit for search in turn.all_searches for hit in search.hits]
    return sum(covered_pieces(turn.gold, hits)), sum(covered_pieces(turn.gold, hits, words=turn.evidence_words))


def unsaid_ids(turn: Turn) -> tuple[str, ...]:
    """The messages that the source names as evidence and that are not visible at the cutoff, in its order."""
    visible = {message_id for session in turn.evidence_sessions for message_id in session}
    return tuple(message_id for message_id in turn.gold.evidence_ids if message_id not in visible)


def _unsaid_pieces(turn: Turn) -> set[int]:
    """The pieces of evidence of which nothing had been said at the cutoff, as far as the source tells."""
    if BEFORE_EVIDENCE in (turn.point, turn.cutoff_policy):
        return set(range(len(pieces_of(turn.gold))))
    unsaid = set(unsaid_ids(turn))
    if not unsaid:
        return set()
    if not turn.gold.facts:
        return {number for number, message_id in enumerate(turn.gold.evidence_ids) if message_id in unsaid}
    stated = enumerate(turn.gold.fact_evidence)
    return {number for number, found in stated if found.message_ids and unsaid.issuperset(found.message_ids)}


def _by_itself(turn: Turn, own: SearchRecord | None, number: int) -> Place:
    words = turn.evidence_words
    if own is not None and covered_pieces(turn.gold, own.hits, words=words)[number]:
        return "by_itself"
    asked = [search for search in (turn.probe, own) if search is not None]
    if covered_pieces(turn.gold, withheld_hits(asked), words=words)[number]:
        return "withheld"
    found = [hit for search in turn.all_searches for hit in search.hits]
    if words is not None and covered_pieces(turn.gold, found)[number]:
        return "lost_in_words"
    if own is None:
        return "not_probed"
    return "unrecognised" if turn.context or not all(hit.message_ids for hit in own.hits) else "absent"


def withheld_hits(searches: Iterable[SearchRecord]) -> list[Hit]:
    """The hits of these searches that were withheld and come from what this memory was given, in order."""
    foreign = ("not_empty", "foreign_namespace")
    return [one.hit for search in searches for one in search.violations if one.kind not in foreign]


def covered_pieces(
    gold: Gold, hits: Sequence[Hit], texts: Sequence[str] = (), words: Words | None = None
) -> tuple[bool, ...]:
    """Which pieces of evidence are among `hits`, or stated by one of `texts`.

    With `words`, those of the messages that state the evidence, a hit must still say what the message said that it
    names; a message that the source names is then held against itself.
    """
    if gold.facts:
        return covered_facts(gold, hits, texts, words)
    if words is None:
        named = {message_id for hit in hits for message_id in hit.message_ids}
        return tuple(message_id in named for message_id in gold.evidence_ids)
    said = {message_id: words.get(message_id, "") for message_id in gold.evidence_ids}
    return tuple(
        any(message_id in hit.message_ids and keeps(hit.text, said[message_id], said[message_id]) for hit in hits)
        for message_id in gold.evidence_ids
    )

"""CarMem's three tasks as figures: what was extracted, how the store is maintained, what is retrieved.

Definitions are those of the published evaluation (Kirmayr et al., 2025, arXiv 2501.09645, and its code). Extraction is
micro-averaged over the set of categories found in each conversation, at each level; `merged` counts artists and songs,
which the authors number 49 and 50, as one detail. A failure is no wrong answer: it is counted apart.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from scoring.aggregate import ScoredTurn
from scoring.records import MAIN, Turn

Wanted = Literal["pass", "update", "append"]
KINDS = ("equal", "negate", "different")
TYPES = ("several", "one")
MERGED = frozenset({"Favorite Artists/Bands", "Favorite Songs"})
"""Detail categories that the published evaluation counts as one."""
EXTRA = (0, 1, 2)
"""How many hits more than n are looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Category:
    """The place of a preference in the schema."""

    main: str
    sub: str
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """One conversation: the preference that it reveals, and those that were extracted."""

    gold: Category
    found: tuple[Category, ...] = ()
    failure: str = ""

    @property
    def is_perfect(self) -> bool:
        """Whether the set of details found is the gold one, artists and songs taken as one, and nothing else."""
        return not self.failure and {_merged(one) for one in self.found} == {_merged(self.gold)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Maintenance:
    """One maintenance utterance: what should become of its preference, and what would."""

    kind: str
    holds: str
    """`several` or `one`: how many values the detail may have at a time."""
    is_perfect: bool
    """Whether the conversation behind it was extracted perfectly."""
    got: str
    """`pass`, `update`, `append`, `insert` (the store knew nothing of it), `none` (nothing was read from it)."""
    failure: str = ""

    @property
    def wanted(self) -> Wanted:
        """What is right."""
        return right_action(self.kind, self.holds)


def right_action(kind: str, holds: str) -> Wanted:
    """What should become of an utterance: the same again passes, its negation updates, another value depends."""
    if kind == "equal":
        return "pass"
    return "append" if kind == "different" and holds == "several" else "update"


def extraction_figures(cases: Sequence[Extraction]) -> dict[str, Any]:
    """Precision, recall and F1 at each level, and how often too little or too much was extracted.

    `nothing`: no preference at all; `missed`: not the one that is revealed (its detail); `over`: more than one detail;
    `perfect`: that one alone. Rates are over the conversations without a failure; None where there is none.
    """
    valid = [case for case in cases if not case.failure]
    levels: Mapping[str, Callable[[Category], str]] = {
        "main": lambda one: one.main,
        "sub": lambda one: one.sub,
        "detail": lambda one: one.detail,
        "detail_merged": _merged,
    }
    return {
        "conversations": len(cases),
        "failures": len(cases) - len(valid),
        "levels": {name: _micro(valid, label) for name, label in levels.items()},
        "nothing": _rate(not case.found for case in valid),
        "missed": _rate(case.gold.detail not in {one.detail for one in case.found} for case in valid),
        "over": _rate(len({one.detail for one in case.found}) > 1 for case in valid),
        "perfect": _rate(case.is_perfect for case in valid),
    }


def out_of_schema_figures(cases: Sequence[Extraction]) -> dict[str, Any]:
    """How often nothing is extracted from a conversation whose subcategory its person has opted out of.

    `nothing`: the published accuracy. `elsewhere`: something was put into another subcategory. `kept_anyway`: something
    was put into the very one, which a bounded schema makes impossible.
    """
    valid = [case for case in cases if not case.failure]
    return {
        "conversations": len(cases),
        "failures": len(cases) - len(valid),
        "nothing": _rate(not case.found for case in valid),
        "elsewhere": _rate(any(one.sub != case.gold.sub for one in case.found) for case in valid),
        "kept_anyway": _rate(any(one.sub == case.gold.sub for one in case.found) for case in valid),
    }


def maintenance_figures(cases: Sequence[Maintenance]) -> dict[str, Any]:
    """Accuracy on all utterances and on those behind perfectly extracted conversations, by kind and type.

    The overall accuracy is over the utterances, not over the cells.
    """
    return {"all": _maintained(cases), "perfect": _maintained([case for case in cases if case.is_perfect])}


def carmem_section(scored: Sequence[ScoredTurn]) -> dict[str, Any] | None:
    """How often the evidence is within the first n, n + 1 and n + 2 hits for the bare question, at the point `main`.

    n is `Gold.among`; None where no query has one. A hit counts whose messages are of the evidence; each hit is one
    rank, whatever it names. `failures` are left out, as are queries with nothing but unnamed hits or without such a
    search (`unverifiable`).
    """
    turns = [one.turn for one in scored if one.turn.point == MAIN and one.turn.gold.among is not None]
    return retrieval_figures(turns) if turns else None


def retrieval_figures(turns: Sequence[Turn]) -> dict[str, Any]:
    """The figures of `carmem_section`, over and by reasoning type."""
    kinds = sorted({turn.gold.reasoning_type for turn in turns})
    by_type = {kind: _retrieved([t for t in turns if t.gold.reasoning_type == kind]) for kind in kinds}
    return {**_retrieved(turns), "by_type": by_type}


def first_rank(turn: Turn) -> int | None:
    """The rank, from 1, of the first hit for the bare question that names evidence; None where none does."""
    search = turn.bare_search
    hits = () if search is None else search.hits
    evidence = frozenset(turn.gold.evidence_ids)
    return next((rank for rank, hit in enumerate(hits, start=1) if not evidence.isdisjoint(hit.message_ids)), None)


def _retrieved(turns: Sequence[Turn]) -> dict[str, Any]:
    answered = [turn for turn in turns if turn.failure is None]
    valid = [turn for turn in answered if not _is_unnamed(turn)]
    ranks = [(turn.gold.among or 0, first_rank(turn)) for turn in valid]
    figures: dict[str, Any] = {
        "queries": len(turns),
        "failures": len(turns) - len(answered),
        "unverifiable": len(answered) - len(valid),
        "mean_n": sum(n for n, _ in ranks) / len(ranks) if ranks else None,
    }
    for extra in EXTRA:
        within = _rate(rank is not None and rank <= n + extra for n, rank in ranks)
        figures[f"at_n_plus_{extra}" if extra else "at_n"] = within
    return figures


def _is_unnamed(turn: Turn) -> bool:
    """Whether nobody can tell where the hits come from; no hits at all of a memory that names sources are a miss."""
    search = turn.bare_search
    if search is None or not turn.names_sources:
        return True
    return bool(search.hits) and not any(hit.message_ids for hit in search.hits)


def _maintained(cases: Sequence[Maintenance]) -> dict[str, Any]:
    by = {
        kind: {holds: _accuracy([c for c in cases if (c.kind, c.holds) == (kind, holds)]) for holds in TYPES}
        for kind in KINDS
    }
    return {**_accuracy(cases), "by": by}


def _accuracy(cases: Sequence[Maintenance]) -> dict[str, Any]:
    """Accuracy over the cases without a failure, and what was done, by name; 0 cases give None.

    `accuracy_read` leaves out those from which nothing was read, as published for negations.
    """
    valid = [case for case in cases if not case.failure]
    done = {name: sum(case.got == name for case in valid) for name in ("pass", "update", "append", "insert", "none")}
    return {
        "utterances": len(cases),
        "failures": len(cases) - len(valid),
        "accuracy": _rate(case.got == case.wanted for case in valid),
        "accuracy_read": _rate(case.got == case.wanted for case in valid if case.got != "none"),
        "done": done,
    }


def _micro(cases: Sequence[Extraction], label: Callable[[Category], str]) -> dict[str, Any]:
    """Micro-averaged figures of one level; a label that is found twice in a conversation counts once there."""
    right = wrong = missed = 0
    for case in cases:
        found = {label(one) for one in case.found}
        is_there = label(case.gold) in found
        right += is_there
        missed += not is_there
        wrong += len(found) - is_there
    precision = right / (right + wrong) if right + wrong else None
    recall = right / (right + missed) if right + missed else None
    both = 2 * right + wrong + missed
    return {"precision": precision, "recall": recall, "f1": 2 * right / both if both else None}


def _merged(one: Category) -> str:
    return "Favorite Artists/Bands" if one.detail in MERGED else one.detail


def _rate(flags: Iterable[bool]) -> float | None:
    known = list(flags)
    return sum(known) / len(known) if known else None

"""Every query of a run: one short row for the table, and the whole story for its page."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from memory.guard import SearchRecord
from memory.messages import Hit
from memory.position import is_visible
from memory.provenance import Violation
from replay.reporting.history import History
from replay.reporting.texts import TextTable
from replay.reporting.trust import Checked
from scoring.aggregate import ScoredTurn, usage_dict
from scoring.answer_score import said
from scoring.coverage import covered_by
from scoring.diagnosis import diagnose, pieces_of, trace
from scoring.explain_diagnosis import diagnosis_lines
from scoring.explain_injection import injection_lines
from scoring.life import life_entry
from scoring.records import Branch, ToolCall, Turn
from scoring.retrieval_levels import evidence_of
from scoring.state_metrics import same_value
from vehicle.commands import format_call
from vehicle.events import CommandRejected
from vehicle.fold import fold
from vehicle.state import State

Verdict = Literal["right", "wrong", "failed", "unscored"]
_US_PER_MS = 1000


def verdict_of(scored: ScoredTurn) -> Verdict:
    """Whether the answer was right; `unscored` where the source says neither what to do nor what to say."""
    if scored.turn.failure is not None:
        return "failed"
    if scored.right is None:
        return "unscored"
    return "right" if scored.right else "wrong"


def entry_key(turn: Turn, repeat: int) -> str:
    """What names an entry in the report: its entry id, with `~2` behind it in the second repeat and so on."""
    return turn.entry_id if repeat == 1 else f"{turn.entry_id}~{repeat}"


def query_row(scored: ScoredTurn, repeat: int) -> dict[str, Any]:
    """The row of one entry in the table; its words stand in the table of questions."""
    turn, score = scored.turn, scored.score
    found = None if score.retrieval is None else score.retrieval
    return {
        "key": entry_key(turn, repeat),
        "query": turn.query_id,
        "point": turn.point,
        "repeat": repeat,
        "scenario": turn.scenario,
        "type": turn.gold.reasoning_type,
        "verdict": verdict_of(scored),
        "cause": diagnose(turn).cause if turn.gold.expects_commands else None,
        "at_ms": turn.cutoff.at_us // _US_PER_MS,
        "visible": turn.visible_messages,
        "hidden": turn.hidden_messages,
        "tokens": score.mem_tokens,
        "searches": score.n_searches,
        "any": None if found is None else found.any_found,
        "all": None if found is None else found.all_found,
        "leaks": len(turn.violations),
    }


def question_of(turn: Turn) -> dict[str, Any]:
    """What is asked and what the source says of it; the same for every run and point."""
    return {"text": turn.query, "facts": list(turn.gold.facts)}


@dataclass(slots=True, kw_only=True)
class Detailer:
    """Tells the stories of one scenario's entries into shared tables of texts and messages."""

    history: History | None
    """The scenario's source; None where it is not at hand."""
    lag_us: int
    """The index lag of the run."""
    texts: TextTable
    message_ids: dict[str, bool]
    """The messages that are named anywhere; True for those whose words are wanted."""
    checked: Checked
    """What every hit so far looked like against the source."""

    def detail(self, scored: ScoredTurn) -> dict[str, Any]:
        """The story of one entry as plain data; texts are numbers of the table."""
        turn = scored.turn
        return {
            "cutoff": turn.cutoff_iso,
            "policy": turn.cutoff_policy,
            "visible": turn.visible_messages,
            "hidden": turn.hidden_messages,
            "context": self._text(turn.context),
            "left_out": turn.left_out,
            "searches": list(self._searches(turn)),
            "withheld": [self._violation(one) for one in (*turn.leftovers, *turn.other_violations)],
            "calls": [self._call(call) for call in turn.tool_calls],
            "decisions": [
                [one.get("step", ""), self._text(one.get("choice", "")), self._text(one.get("reason", ""))]
                for one in turn.decisions
            ],
            "did": _branch(turn.predicted),
            "should": _branch(turn.reference),
            "state": state_rows(turn),
            "answer": self._answer(scored),
            "facts": list(self._facts(turn)),
            "superseded": [
                {"messages": list(one.message_ids), "commands": [format_call(command) for command in one.commands]}
                for one in turn.gold.superseded
            ],
            "unwanted": [line.strip() for line in injection_lines(turn)][1:],
            "why": [line.strip() for line in diagnosis_lines(turn)][1:] if turn.gold.expects_commands else [],
            "failure": self._failure(turn),
            "scores": _scores(scored),
            "tokens": scored.score.mem_tokens,
            "usage": None if turn.usage is None else usage_dict(turn.usage)["total"],
            **life_entry(turn),
        }

    def _searches(self, turn: Turn) -> Iterator[dict[str, Any]]:
        """The agent's searches, then the replay's own; whose words are wanted is noted on the way."""
        evidence = evidence_of(turn)
        named = evidence.messages | {one for each in turn.gold.fact_evidence for one in each.message_ids}
        replaced = {one for each in turn.gold.superseded for one in each.message_ids}
        for message_id in sorted(named | replaced | set(turn.gold.evidence_ids)):
            self.message_ids[message_id] = True
        marks = _Marks(evidence=frozenset(evidence.messages), sessions=evidence.sessions, replaced=frozenset(replaced))
        for call in turn.tool_calls:
            if call.search is not None:
                yield self._search(turn, call.search, marks, by="the agent", shown=call.top_k)
        if turn.probe is not None:
            yield self._search(turn, turn.probe, marks, by="the replay, with the bare question", shown=0)
        for probe in turn.fact_probes:
            by = f"the replay, with the words of fact {probe.fact + 1}"
            yield self._search(turn, probe.search, marks, by=by, shown=0)

    def _answer(self, scored: ScoredTurn) -> dict[str, Any] | None:
        reference, answer = scored.turn.gold.answer, scored.score.answer
        if reference is None:
            return None
        f1 = None if answer is None or answer.is_open else answer.f1
        return {"reference": self._text(reference), "said": self._text(said(scored.turn)), "f1": f1}

    def _failure(self, turn: Turn) -> dict[str, Any] | None:
        failure = turn.failure
        return None if failure is None else {"stage": failure.stage, "message": self._text(failure.message)}

    def _search(self, turn: Turn, search: SearchRecord, marks: "_Marks", *, by: str, shown: int) -> dict[str, Any]:
        covers = covered_by(turn.gold, search.hits, turn.evidence_words)
        return {
            "by": by,
            "query": self._text(search.query),
            "limit": search.limit,
            "shown": min(shown, len(search.hits)),
            "hits": [
                self._hit(turn, hit, sorted(facts), marks) for hit, facts in zip(search.hits, covers, strict=True)
            ],
            "withheld": [self._violation(one) for one in search.violations],
        }

    def _hit(self, turn: Turn, hit: Hit, facts: Sequence[int], marks: "_Marks") -> list[Any]:
        """Text, score, messages, facts covered from 1, and flags: `e`vidence, `s`ession, `r`eplaced, `a`head."""
        ids = set(hit.message_ids)
        for message_id in hit.message_ids:
            self.message_ids.setdefault(message_id, False)
        is_ahead = self._is_ahead(turn, hit)
        flags = (
            ("e", not ids.isdisjoint(marks.evidence)),
            ("s", any(one in marks.sessions for one in ids)),
            ("r", not ids.isdisjoint(marks.replaced)),
            ("a", is_ahead),
        )
        return [
            self._text(hit.text),
            round(hit.score, 4),
            list(hit.message_ids),
            [number + 1 for number in facts],
            "".join(flag for flag, is_set in flags if is_set),
        ]

    def _is_ahead(self, turn: Turn, hit: Hit) -> bool:
        if self.history is None or not hit.message_ids:
            return False
        known = self.history.messages
        is_ahead = not all(
            one in known and is_visible(known[one].position, turn.cutoff, self.lag_us) for one in hit.message_ids
        )
        self.checked = replace(
            self.checked, n_hits=self.checked.n_hits + 1, n_ahead=self.checked.n_ahead + is_ahead, is_known=True
        )
        return is_ahead

    def _facts(self, turn: Turn) -> Iterable[dict[str, Any]]:
        pieces = pieces_of(turn.gold)
        places = diagnose(turn).places
        for number, piece in enumerate(pieces):
            traced = trace(turn, number, places[number]) if number < len(places) else None
            known = turn.gold.fact_evidence[number] if number < len(turn.gold.fact_evidence) else None
            is_message = not turn.gold.facts
            yield {
                "text": "" if is_message else piece,
                "messages": [piece] if is_message else [] if known is None else list(known.message_ids),
                "confidence": None if known is None else round(known.confidence, 2),
                "place": None if traced is None else traced.place,
                "rank": 0 if traced is None else traced.rank,
            }

    def _call(self, call: ToolCall) -> dict[str, Any]:
        args = ", ".join(f"{key}={value!r}" for key, value in call.args.items())
        return {
            "kind": call.kind,
            "call": self._text(f"{call.name}({args})"),
            "ok": call.ok,
            "answer": self._text(call.answer),
        }

    def _violation(self, violation: Violation) -> dict[str, Any]:
        return {
            "kind": violation.kind.replace("_", " "),
            "detail": violation.detail,
            "text": self._text(violation.hit.text),
        }

    def _text(self, text: str) -> int:
        return self.texts.number(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Marks:
    """Which messages a hit is marked for."""

    evidence: frozenset[str]
    sessions: Mapping[str, str]
    replaced: frozenset[str]


def state_rows(turn: Turn) -> list[list[Any]]:
    """Each field of the car that either branch, or the start, has changed: path, before, should be, is, whether equal.

    Wrong ones first, else in the order in which they were changed. Fields that are as they were all along are left out.
    """
    base = State(turn.base)
    reference, predicted = fold(turn.reference.events, base), fold(turn.predicted.events, base)
    rows: list[list[Any]] = []
    for path in dict.fromkeys((*reference.changes(), *predicted.changes())):
        before, want, have = base.get(path), reference.get(path), predicted.get(path)
        is_right = same_value(want, have)
        if not (is_right and same_value(before, want)):
            rows.append([path, before, want, have, is_right])
    return sorted(rows, key=lambda row: bool(row[4]))


def _scores(scored: ScoredTurn) -> dict[str, float]:
    """Those of the car; none where it tells nothing of the answer."""
    state, calls = scored.score.state, scored.score.calls
    if scored.turn.failure is not None or not scored.turn.gold.expects_commands:
        return {}
    return {"value F1": state.f1_change, "field F1": state.f1_positive, "call F1": calls.f1}


def _branch(branch: Branch) -> list[list[Any]]:
    """Each command, whether the car took it, and why not."""
    reasons = iter([event.reason for event in branch.events if isinstance(event, CommandRejected)])
    return [
        [format_call(command), accepted, "" if accepted else next(reasons, "")]
        for command, accepted in zip(branch.commands, branch.accepted, strict=True)
    ]

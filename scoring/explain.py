"""One query in plain words: what was visible, found, decided, said and called, and what would have been right."""

from collections.abc import Iterator, Sequence

from memory.guard import SearchRecord
from scoring.aggregate import ScoredTurn
from scoring.answer_score import said
from scoring.explain_diagnosis import diagnosis_lines
from scoring.explain_injection import injection_lines
from scoring.own_tools import compares_own_tools
from scoring.plain_text import counted, cut_line, same_line
from scoring.records import Branch, ToolCall, Turn
from scoring.state_metrics import same_value
from vehicle.commands import format_call
from vehicle.events import CommandRejected
from vehicle.fold import fold
from vehicle.state import State

SHOWN_CHARS = 160
"""Longer texts are cut; the run log has them whole."""
SHOWN_HITS = 5
"""Hits of a search that are listed, and withheld ones of a query; evidence is listed wherever it stands."""


def explain_turn(scored: ScoredTurn) -> str:
    """The story of one Turn, a few dozen lines of text; evidence is marked with a star, and a line says so.

    What was said, found and called begins no line of its own, and holds nothing that a terminal obeys.
    """
    turn = scored.turn
    lines = [
        *_question(turn),
        *_memory(turn),
        *_decisions(turn),
        *_answer(turn),
        *_action(turn),
        *injection_lines(turn),
        *diagnosis_lines(turn),
        _verdict(scored),
        "",
    ]
    return "\n".join(map(same_line, lines))


def _question(turn: Turn) -> Iterator[str]:
    yield f"query {turn.entry_id} ({turn.gold.reasoning_type.replace('_', ' ')})"
    yield f"  asked at {turn.cutoff_iso}, cutoff policy {turn.cutoff_policy}"
    yield f"  {counted(turn.visible_messages, 'message')} known, {turn.hidden_messages} still ahead"
    yield f"  {turn.query.strip()}"


def _memory(turn: Turn) -> Iterator[str]:
    old = {message_id for one in turn.gold.superseded for message_id in one.message_ids}
    evidence = {message_id for session in turn.evidence_sessions for message_id in session}
    evidence -= old - {*turn.gold.evidence_ids}
    if turn.context:
        yield "the memory put into the prompt"
        yield from (f"    {_cut(line)}" for line in turn.context.splitlines())
    for call in turn.tool_calls:
        if call.search is not None:
            yield from _search(call.search, call.top_k, evidence)
    if any(not evidence.isdisjoint(hit.message_ids) for search in turn.searches for hit in search.hits):
        yield "  (* evidence: said in a session that states a gold fact)"
    for violation in turn.violations[:SHOWN_HITS]:
        yield f"withheld ({violation.kind.replace('_', ' ')}): {_cut(violation.detail)}"
    if len(turn.violations) > SHOWN_HITS:
        yield f"withheld, too: {counted(len(turn.violations) - SHOWN_HITS, 'more hit')}"


def _search(search: SearchRecord, top_k: int, evidence: set[str]) -> Iterator[str]:
    n_hits = len(search.hits)
    yield f"searched {_cut(search.query)!r}: {counted(n_hits, 'hit')}, the agent saw {min(top_k, n_hits)}"
    for rank, hit in enumerate(search.hits, start=1):
        is_evidence = not evidence.isdisjoint(hit.message_ids)
        if rank <= min(top_k, SHOWN_HITS) or is_evidence:
            below = "" if rank <= top_k else "  (not shown to the agent)"
            yield f"  {'*' if is_evidence else ' '} {rank:2d}. {_cut(hit.text)}{below}"


def _decisions(turn: Turn) -> Iterator[str]:
    if turn.decisions:
        yield "decided"
    for decision in turn.decisions:
        yield f"    {decision.get('step')}: {decision.get('choice')}, because {decision.get('reason')}"


def _answer(turn: Turn) -> Iterator[str]:
    """What was said and what should have been; nothing where the query has no right answer in words."""
    if turn.gold.answer is None:
        return
    yield "answered"
    yield f"    {_cut(said(turn)) or 'nothing'}"
    yield "should have answered"
    yield f"    {_cut(turn.gold.answer) if turn.gold.answer.strip() else 'that nobody knows'}"


def _action(turn: Turn) -> Iterator[str]:
    """What was done to the car, and what should have been where the source says so.

    Nothing where the query wants words and nothing was done.
    """
    malformed = [call for call in turn.tool_calls if call.kind == "malformed"]
    are_calls_asked = turn.gold.expects_commands or turn.gold.commands or turn.gold.unwanted is not None
    if turn.gold.answer is not None and not (are_calls_asked or turn.predicted.commands or malformed):
        return
    yield from _branch("did", turn.predicted, malformed)
    if turn.gold.expects_commands:
        yield from _branch("should have done", turn.reference)
    elif turn.gold.commands:
        yield "should have called (tools that the car does not have, compared by name and arguments)"
        yield from (f"    {_cut(format_call(command))}" for command in turn.gold.commands)
    yield from _state(turn)


def _branch(title: str, branch: Branch, malformed: Sequence[ToolCall] = ()) -> Iterator[str]:
    yield title
    if not (branch.commands or malformed):
        yield "    nothing"
    reasons = iter([event.reason for event in branch.events if isinstance(event, CommandRejected)])
    for call in malformed:
        yield f"    {_cut(call.name)}  ran nothing, its arguments are no JSON object: {_cut(call.answer)}"
    for command, accepted in zip(branch.commands, branch.accepted, strict=True):
        yield f"    {format_call(command)}" + ("" if accepted else f"  rejected: {next(reasons, '')}")


def _state(turn: Turn) -> Iterator[str]:
    base = State(turn.base)
    is_compared = turn.gold.expects_commands
    predicted = fold(turn.predicted.events, base)
    reference = fold(turn.reference.events, base) if is_compared else predicted
    right, did = reference.changes(), predicted.changes()
    yield "the car"
    changed = [
        path
        for path in dict.fromkeys((*turn.base, *right, *did))
        if not (
            same_value(base.get(path), reference.get(path)) and same_value(reference.get(path), predicted.get(path))
        )
    ]
    if not changed:
        yield "    unchanged, and rightly so" if is_compared else "    unchanged"
    for path in changed:
        before, want, have = base.get(path), reference.get(path), predicted.get(path)
        verdict = ", as it should be" if same_value(want, have) else f", should be {want!r}"
        yield f"    {path}: {before!r} -> {have!r}{verdict if is_compared else ''}"


def _verdict(scored: ScoredTurn) -> str:
    turn = scored.turn
    if turn.failure is not None:
        return f"failure in {turn.failure.stage}: {turn.failure.message}"
    if scored.right is None and compares_own_tools(scored):
        calls = scored.score.calls
        return "all calls are equal" if not (calls.fp or calls.fn) else "not all calls are equal"
    if scored.right is None:
        return "no verdict: the source names neither commands of the car nor an answer to compare with"
    if turn.gold.expects_commands:
        return "exact match" if scored.right else "no exact match"
    return "the answer is right" if scored.right else "the answer is not right"


def _cut(text: str) -> str:
    return cut_line(text, SHOWN_CHARS)

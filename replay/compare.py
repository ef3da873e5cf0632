"""Two runs compared on the same queries: what `pastlane compare` says, and why it refuses.

Both are scored by today's code from their logs, so that two versions of a metric are never set against each other.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from replay.comparable import obstacles_of_runs, obstacles_to_leak_delta, what_differs
from replay.errors import InputError
from replay.judging.verdicts import load_verdicts
from replay.kept_run import KeptRun, load_kept
from scoring.aggregate import ScoredTurn, summarize_timing, usage_dict
from scoring.comparison import compare_turns
from scoring.figures import by_query
from scoring.leak_delta import leak_delta_between
from scoring.page import heading, wrapped
from scoring.plain_text import counted, same_line
from scoring.records import MAIN
from scoring.render_statistics import render_compared, render_leak_delta, render_took
from scoring.usage import priced, total


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two runs, A and B, and what came of the comparison."""

    a: KeptRun
    b: KeptRun
    compared: dict[str, Any]
    """What `compare_turns` found; empty where the leak delta was asked for."""
    leak_delta: dict[str, Any]
    """What `leak_delta_between` found; empty where it was not asked for."""
    took: tuple[dict[str, Any], dict[str, Any]]
    """`timing` and `usage` of each run."""
    notes: tuple[str, ...]
    """What the two differ in, and what is missing."""

    def to_dict(self) -> dict[str, Any]:
        """The comparison as plain data."""
        runs = {
            name: {"folder": str(run.folder), "repeats": len(run.parts), "config": run.config.to_dict(), **took}
            for name, run, took in zip("ab", (self.a, self.b), self.took, strict=True)
        }
        found = {"leak_delta": self.leak_delta} if self.leak_delta else self.compared
        return {**runs, "notes": list(self.notes), **found}

    def render(self) -> str:
        """The comparison for people, in 80 columns, the folders apart."""
        titles = [_title(name, run) for name, run in (("A", self.a), ("B", self.b))]
        body = render_leak_delta(self.leak_delta) if self.leak_delta else render_compared(self.compared)
        took = render_took(list(zip("AB", self.took, strict=True)))
        notes = "".join(wrapped(same_line(note)) for note in self.notes)
        return "".join(f"{title}\n" for title in titles) + f"\n{body}{notes}\n{took}"


def compare_folders(a: Path, b: Path, *, leak_delta: bool = False) -> Comparison:
    """The runs in two folders compared, B against A; the repeats of a repeated run are taken together.

    With `leak_delta` the two must differ in their cutoffs alone, and one must be asked at the end.

    Raises:
        RunFolderError: a folder holds no run, cannot be read, or is being written; or its verdicts cannot be read.
        InputError: the two did not ask the same; every reason is listed.
    """
    one, other = load_kept(a), load_kept(b)
    configs = one.config.to_dict(), other.config.to_dict()
    between = (*configs, one.scored, other.scored)
    reasons = obstacles_to_leak_delta(*configs) if leak_delta else obstacles_of_runs(*between)
    if reasons:
        hint = "" if leak_delta or obstacles_to_leak_delta(*configs) else "; --leak-delta tells what the end flatters"
        what = "give no leak delta" if leak_delta else "cannot be compared"
        raise InputError(f"{a} (A) and {b} (B) {what}: {'; '.join(reasons)}{hint}")
    notes = _notes(one, other)
    found: dict[str, Any] = {}
    delta: dict[str, Any] = {}
    if leak_delta:
        early, late = (one, other) if other.config.cutoff == "end" else (other, one)
        delta = leak_delta_between(by_query(early.scored, MAIN), by_query(late.scored, MAIN))
    else:
        (scored_a, judges_a), (scored_b, judges_b) = _judged(one), _judged(other)
        is_one_judge = len(judges_a | judges_b) == 1
        found = compare_turns(*((scored_a, scored_b) if is_one_judge else (one.scored, other.scored)))
        if judges_a and judges_b and not is_one_judge:
            notes += ("verdicts are not compared: A and B had different judges, or different prompts for them",)
    return Comparison(a=one, b=other, compared=found, leak_delta=delta, took=(_took(one), _took(other)), notes=notes)


def _judged(run: KeptRun) -> tuple[list[ScoredTurn], set[tuple[str, str]]]:
    """The entries with the verdicts kept on them, and who judged: each judge with the hash of its prompt."""
    scored: list[ScoredTurn] = []
    judges: set[tuple[str, str]] = set()
    for part in run.parts:
        judgement = load_verdicts(part.folder, (item.turn for item in part.scored))
        verdicts = {} if judgement is None else judgement.verdicts
        scored += [replace(item, verdict=verdicts.get(item.turn.entry_id)) for item in part.scored]
        judges |= set() if judgement is None else {(judgement.judge, judgement.prompt_digest)}
    return scored, judges


def _took(run: KeptRun) -> dict[str, Any]:
    usages = [item.turn.usage for item in run.scored if item.turn.usage is not None]
    usage = usage_dict(priced(total(usages), run.parts[0].cost_of())) if usages else None
    return {"timing": summarize_timing(run.timings), "usage": usage}


def _leaks(a: KeptRun, b: KeptRun) -> Iterator[str]:
    for name, run in (("A", a), ("B", b)):
        n_withheld = sum(len(item.turn.violations) for item in run.scored)
        if n_withheld:
            hits = counted(n_withheld, "hit was", "hits were")
            yield f"{name} leaked: {hits} withheld; its figures are not those of an honest run"


def _notes(a: KeptRun, b: KeptRun) -> tuple[str, ...]:
    missing = [
        f"{name} is not finished: {counted(run.n_missing, 'query', 'queries')} still to be asked"
        for name, run in (("A", a), ("B", b))
        if run.n_missing
    ]
    differing = [f"differs: {line}" for line in what_differs(a.config.to_dict(), b.config.to_dict())]
    return (*_leaks(a, b), *missing, *differing)


def _title(name: str, run: KeptRun) -> str:
    repeats = f", {len(run.parts)} repeats" if len(run.parts) > 1 else ""
    return f"{heading(f'{name}: {run.config.title}{repeats}')}   {run.folder}"

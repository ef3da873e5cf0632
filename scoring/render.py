"""Numbers as text for people; computes nothing."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rich.table import Table

from scoring.aggregate import Measure, measure_of
from scoring.number_text import one_decimal, percent, short, tight
from scoring.page import MOST_FIRST_COLUMN, columns_that_fit, fits, heading, make_table, table_text, wrapped
from scoring.plain_text import counted, same_line
from scoring.render_broken import broken_lines
from scoring.render_forgotten import forgotten_lines
from scoring.render_found import message_lines, wording_lines
from scoring.render_own_tools import own_tools_lines
from scoring.render_rated import queries_cell, rate_or_dash, rated_lines

_COSTS = ("memory\ntokens", "search\nms", "failed")
_TOKENS = ("prompt\ntokens", "cached\ntokens", "written\ntokens", "cost\nUSD")
_RATES = ("state_f1_positive", "state_f1_change", "tool_f1")
_FOUND = """\
@10: sessions with evidence among the first ten hits of the bare question, and
  its first 1,000 tokens.
Causes, further below, look at facts and at what the agent's searches showed it.
"""
_LEFT_OUT = "Rates and memory tokens leave out the queries that failed.\n"
_COLUMNS = ("field\nF1", "value\nF1", "call\nF1", "calls", "memory\ntokens")


def render_run(metric: Mapping[str, Any], *, title: str) -> str:
    """The table at the end of a run: one row a reasoning type, then all queries; what to know of it below."""
    table = make_table("reasoning type", ("queries", as_column(measure_of(metric)), *_COLUMNS))
    for name, row in metric["by_reasoning_type"].items():
        table.add_row(*_cells(name, row))
    table.add_section()
    table.add_row(*_cells("all", {"count": metric["completed_tasks"], **metric}))
    models = table_text(_phases(metric["usage"])) if metric.get("usage") else ""
    return heading(title) + table_text(table) + models + _lines(_below(metric))


def render_comparison(rows: Sequence[tuple[str, Mapping[str, Any]]], *, title: str) -> str:
    """Tables for several runs over the same queries, one row a memory: overall, what is right by type, what it cost.

    What is right is an exact match, or the right words where queries want words; these have an F1 of their own. The
    last table stands there only if a model was used; MemoryScore only if there is a gold run to measure against. A
    rate that leaves failures out has a star, and below the table stands what it is with them as wrong, and that
    the other figures leave them out as well. A memory that leaked has an exclamation mark, and stands below by name.
    """
    is_scored = any(metric.get("memory_score") is not None for _, metric in rows)
    score_column = ("memory\nscore",) if is_scored else ()
    measure = measure_of_all(rows)
    f1_columns = ("answer\nF1",) if measure == "answers right" else ("field\nF1", "value\nF1")
    columns = (as_column(measure), *score_column, *f1_columns, "any\n@10", "all\n@10", *_COSTS)
    table = make_table("memory", columns)
    failed: list[tuple[str, Mapping[str, Any]]] = []
    for name, metric in rows:
        found = (metric["retrieval"]["evidence_any_at_10"], metric["retrieval"]["evidence_all_at_10"])
        table.add_row(
            name,
            _marked(metric) + "!" * _leaked(metric),
            *([_score(metric)] if is_scored else []),
            *_f1_cells(metric, measure),
            *map(tight, found),
            f"{metric['mem_token']:.0f}",
            one_decimal(metric["timing"]["search_ms_median"]),
            str(metric["failures"]),
        )
        failed += [(name, metric)] * is_marked(metric)
    text = table_text(table) + starred_lines(failed, measure)
    if any(metric["failures"] for _, metric in rows):
        text += _LEFT_OUT
    text += _leaks_by_name(rows)
    text += _lines([*rated_lines(rows), *own_tools_lines(rows), *broken_lines(rows), *forgotten_lines(rows)])
    if any(metric["retrieval"]["queries"] for _, metric in rows):
        text += _FOUND + _lines(message_lines(rows))
    text += _lines(wording_lines(rows))
    prices = table_text(_prices_of(rows, is_scored, measure)) if any(one.get("usage") for _, one in rows) else ""
    return heading(title) + "\n".join(filter(None, (text, _by_type(rows, measure), prices)))


def _by_type(rows: Sequence[tuple[str, Mapping[str, Any]]], measure: Measure) -> str:
    """What is right by reasoning type: a row a memory, or a row a type where the types do not fit side by side.

    Empty where nothing is rated.
    """
    kinds = list(dict.fromkeys(kind for _, metric in rows for kind in metric["by_reasoning_type"]))
    none: Mapping[str, Any] = {"answered_rated": 0, "right_rate": None}
    met = [(name, [metric["by_reasoning_type"].get(kind, none) for kind in kinds]) for name, metric in rows]
    if not any(metric["rated"] for _, metric in rows):
        return ""
    table = make_table(measure, [kind.replace("_", "\n") for kind in kinds])
    for name, slices in met:
        table.add_row(name, *map(_marked, slices))
    tables = [table] if fits(table) else list(_turned(met, kinds, measure))
    failed = [
        (f"{name} {kind.replace('_', ' ')}", row)
        for name, slices in met
        for kind, row in zip(kinds, slices, strict=True)
        if is_marked(row)
    ]
    return "\n".join(map(table_text, tables)) + starred_lines(failed, measure)


def _turned(
    met: Sequence[tuple[str, Sequence[Mapping[str, Any]]]], kinds: Sequence[str], measure: Measure
) -> Iterator[Table]:
    """One row a type and one column a memory, in as many tables as their names need."""
    first = min(MOST_FIRST_COLUMN, max(map(len, (measure, *kinds))))
    for part in columns_that_fit([name for name, _ in met], first=first):
        table = make_table(measure, [name for name, _ in met[part]])
        for kind, *row in zip(kinds, *(slices for _, slices in met[part]), strict=True):
            table.add_row(kind, *map(_marked, row))
        yield table


def _lines(lines: Iterable[str]) -> str:
    return "".join(wrapped(same_line(line)) for line in lines)


def failure_lines(metric: Mapping[str, Any]) -> list[str]:
    """How many queries have no answer, what the rate is if these are wrong, and the first; empty where all have one."""
    lines = []
    if metric["failures"]:
        of = f"no answer to {metric['failures']} of {counted(metric['completed_tasks'], 'query', 'queries')}"
        is_what = "exact" if measure_of(metric) == "exact match" else "right"
        rate_all = f"; counted as wrong, {is_what} is {percent(metric['right_rate_all'])}"
        lines.append(f"failures: {of}{rate_all if metric['rated'] else ''}")
    if metric["failed_entries"] > metric["failures"]:
        lines.append(f"failures at other points: {metric['failed_entries'] - metric['failures']}")
    if metric["failed_entries"]:
        lines.append(f"first failure: {metric['first_failure'][:300]}")
    return lines


def as_column(measure: Measure) -> str:
    """What is right, as the head of a narrow column."""
    return measure.replace(" ", "\n")


def measure_of_all(rows: Sequence[tuple[str, Mapping[str, Any]]]) -> Measure:
    """What is right in all of these runs together, given with their names."""
    return measure_of({key: sum(metric[key] for _, metric in rows) for key in ("with_commands", "rated")})


def is_marked(row: Mapping[str, Any]) -> bool:
    """Whether the rate of right answers of `mean_scores` leaves out a query that has one, for want of an answer."""
    return bool(0 < row["answered_rated"] < row.get("rated", 0))


def starred_lines(rows: Sequence[tuple[str, Mapping[str, Any]]], measure: Measure) -> str:
    """What a star at what is right means, and what it is with failures as wrong, by name; empty for no rows."""
    if not rows:
        return ""
    rates = ", ".join(f"{name} {percent(row['right_rate_all'])}" for name, row in rows)
    line = f"* of what was answered; with failures as wrong, {measure} is: {same_line(rates)}"
    return wrapped(line, break_on_hyphens=False)


def _marked(row: Mapping[str, Any]) -> str:
    """What was right; with a star where it leaves failures out, so that it is not read next to one that does not."""
    return tight(row["right_rate"]) + "*" * is_marked(row)


def _leaked(row: Mapping[str, Any]) -> bool:
    return bool(row["leakage"]["violations"])


def _leaks_by_name(rows: Sequence[tuple[str, Mapping[str, Any]]]) -> str:
    """What an exclamation mark means, and how many hits of whom were withheld; empty where none was."""
    leaks = [f"{name} {metric['leakage']['violations']}" for name, metric in rows if _leaked(metric)]
    if not leaks:
        return ""
    line = f"! leaked, so not to be compared; hits withheld: {same_line(', '.join(leaks))}"
    return wrapped(line, break_on_hyphens=False)


def _f1_cells(metric: Mapping[str, Any], measure: Measure) -> list[str]:
    if measure == "answers right":
        answers = metric["answers"]["answers"]
        return ["-" if answers is None or answers["f1"] is None else tight(answers["f1"])]
    rates = (metric["state_f1_positive"], metric["state_f1_change"])
    return [tight(rate) if metric["answered_with_commands"] else "-" for rate in rates]


def _prices_of(rows: Sequence[tuple[str, Mapping[str, Any]]], is_scored: bool, measure: Measure) -> Table:
    """What each memory is worth next to what it took; requests of building and asking apart."""
    score_column = ("memory\nscore",) if is_scored else ()
    columns = (as_column(measure), *score_column, "memory\ntokens", "build\nreq.", "ask\nreq.", *_TOKENS)
    table = make_table("memory", columns)
    for name, metric in rows:
        usage = metric.get("usage")
        spent = ["-"] * (2 + len(_TOKENS))
        if usage:
            spent = [short(usage["build"]["requests"]), short(usage["ask"]["requests"]), *_tokens(usage["total"])]
        score = [_score(metric)] if is_scored else []
        right = percent(metric["right_rate"]) + "*" * is_marked(metric)
        table.add_row(name, right, *score, f"{metric['mem_token']:.0f}", *spent)
    return table


def _phases(usage: Mapping[str, Any]) -> Table:
    """What models took, one row a phase."""
    table = make_table("model", ("requests", *_TOKENS))
    for name, phase in (("building the memory", "build"), ("asking", "ask"), ("both", "total")):
        table.add_row(name, short(usage[phase]["requests"]), *_tokens(usage[phase]))
    return table


def _tokens(phase: Mapping[str, Any]) -> list[str]:
    """Tokens and money; marked as a lower bound where an endpoint did not tell all."""
    bound = ">=" if phase["unreported"] else ""
    cost = phase["cost_usd"]
    counts = (phase["prompt_tokens"], phase["cached_tokens"], phase["completion_tokens"])
    return [*(bound + short(count) for count in counts), "-" if cost is None else f"{bound}{cost:.4f}"]


def _score(metric: Mapping[str, Any]) -> str:
    score = metric.get("memory_score")
    return "-" if score is None else f"{score:.2f}"


def _repeats(repeats: Mapping[str, Any], measure: Measure) -> list[str]:
    if not repeats["pass_all"]:  # no answer that could be right
        return [f"repeats: {repeats['n_repeats']}"]
    rates = ", ".join(percent(rate) for rate in repeats["right_rates"])
    by_k = {
        title: ", ".join(f"{k}: {percent(rate)}" for k, rate in repeats[name].items()) or "-"
        for title, name in (("pass^k", "pass_all"), ("pass@k", "pass_any"))
    }
    return [
        f"repeats: {repeats['n_repeats']}; {measure} {percent(repeats['mean'])}, "
        f"standard deviation {percent(repeats['deviation'])} ({rates})",
        *(f"{title} for k = {line}" for title, line in by_k.items()),
    ]


def _cells(name: str, row: Mapping[str, Any]) -> list[str]:
    """The figures of one row; the rates are of what was answered, so how many that are is told where some are not."""
    if row["count"] == row["failures"]:
        return [name, queries_cell(row), *["-"] * 6]
    return [
        name,
        queries_cell(row),
        percent(row["right_rate"]),
        *(rate_or_dash(row, rate) for rate in _RATES),
        f"{row['avg_pred_calls']:.1f}",
        f"{row['mem_token']:.0f}",
    ]


def _below(metric: Mapping[str, Any]) -> list[str]:
    leakage = metric["leakage"]
    searches, elsewhere = counted(leakage["searches"], "search", "searches"), leakage.get("elsewhere", 0)
    lines = [
        f"leakage: {leakage['violations'] - elsewhere} of {counted(leakage['hits'], 'hit')} in {searches}"
        + (f", {elsewhere} more in other looks of the replay" if elsewhere else "")
        + (f"; {leakage['unverifiable']} name no source: audit those" if leakage["unverifiable"] else "")
    ]
    lines += [*wording_lines([("", metric)]), *forgotten_lines([("", metric)])]
    cut = metric.get("left_out")
    if cut and cut["queries"]:
        queries = counted(metric["completed_tasks"], "query", "queries")
        of = f"{cut['queries']} of {queries}, at most {counted(cut['most'], 'message')}"
        lines.append(f"not the whole history: left out of the memory's text for {of}")
    lines += [*rated_lines([("", metric)]), *own_tools_lines([("", metric)]), *failure_lines(metric)]
    malformed = metric.get("malformed_calls")
    if malformed and malformed["calls"]:
        queries = f"{malformed['queries']} of {counted(metric['completed_tasks'], 'query', 'queries')}"
        calls = counted(malformed["calls"], "call")
        lines.append(
            f"no JSON object: the arguments of {calls} in {queries}, which ran nothing "
            f"(first {malformed['first'][:200]})"
        )
    probes = metric.get("failed_probes")
    if probes and probes["count"]:
        lines.append(f"searches of the replay's own that failed: {probes['count']}; first: {probes['first'][:300]}")
    if metric.get("memory_score") is not None:
        lines.append(f"MemoryScore: {_score(metric)} ({measure_of(metric)} over that with gold)")
    if metric.get("usage"):
        timing = metric["timing"]
        waited = f"{timing['model_build_s']:.1f} s building, {timing['model_ask_s']:.1f} s asking"
        lines.append(f"waited for the model: {waited}; attempts repeated: {timing['model_retries']}")
        if timing.get("probe_requests"):
            tokens = f"{short(timing['probe_requests'])} requests and {short(timing['probe_tokens'])} tokens more"
            lines.append(f"the replay's own searches took {tokens}, in no figure above")
    again = metric["timing"].get("memory_retries")
    if again:
        lines.append(f"the memory sent {counted(again, 'request')} again that had failed")
    if "repeats" in metric:
        lines += _repeats(metric["repeats"], measure_of(metric))
    lines += broken_lines([("", metric)])
    return lines

"""Differences, intervals and leak delta as text; computes nothing."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.aggregate import Measure, measure_of
from scoring.intervals import FEW_SCENARIOS, LEAST_SCENARIOS
from scoring.number_text import one_decimal, percent, short, signed
from scoring.page import make_table, table_text, wrapped
from scoring.plain_text import counted

SHOWN_IDS = 60
"""Flipped queries that are listed in each direction; the JSON has all."""
_WITH_CHANGES = "exact_match_rate_with_changes"
"""Over the queries whose reference changes the car; a row of its own where these are not all."""
_OF_BOTH = ("right_rate", "right_rate_all")
"""Over commands and words together; rows of their own where both are there, else they are those of one of them."""
_RATES = {
    "right_rate": "right",
    "right_rate_all": "right, failures wrong",
    "exact_match_rate": "exact match",
    "exact_match_rate_all": "exact, failures wrong",
    _WITH_CHANGES: "exact, to be changed",
    "state_f1_positive": "field F1",
    "state_f1_change": "value F1",
    "change_accuracy": "change accuracy",
    "tool_f1": "call F1",
    "accuracy_valid": "answers right",
    "accuracy_all": "words, failures wrong",
    "answer_f1": "answer F1",
    "correct_valid": "judged correct",
    "evidence_any_at_10": "any session @10",
    "evidence_all_at_10": "all sessions @10",
}
_AMOUNTS = {"mem_token": "memory tokens", "avg_pred_calls": "calls", "avg_searches": "searches"}
_PAIR = ("queries", "A", "B", "B - A", "95% interval")
_STILL_RIGHT = """\
What was right is taken to be right at the end, too, unless a query says that it
was replaced (superseded): later talk that changes it counts against the end.
"""
_ONE_SCENARIO = "no intervals: they are drawn from whole scenarios, and there is one"


def render_intervals(section: Mapping[str, Any], metric: Mapping[str, Any]) -> str:
    """The headline rates with their intervals in a line or two, for below the table; empty where there are none."""
    parts = []
    for name, title in (("right_rate", measure_of(metric)), ("state_f1_change", "value F1")):
        bounds = section[name]
        if bounds is not None:
            parts.append(f"{title} {percent(metric[name])} ({percent(bounds['low'])} to {percent(bounds['high'])})")
    if not parts:
        return ""
    few = _if_few(section["scenarios"])
    line = f"95% intervals over {counted(section['scenarios'], 'scenario')}: {', '.join(parts)}{few}"
    return wrapped(line)


def render_right_interval(section: Mapping[str, Any], measure: Measure) -> str:
    """How sure the first rate of the table is, in one line; empty for fewer than `LEAST_SCENARIOS`."""
    bounds = section["right_rate"]
    if bounds is None or section["scenarios"] < LEAST_SCENARIOS:
        return ""
    between = f"{percent(bounds['low'])} to {percent(bounds['high'])}"
    line = f"95% interval of {measure} over {section['scenarios']} scenarios: {between}{_if_few(section['scenarios'])}"
    return wrapped(line)


def _if_few(n_scenarios: int) -> str:
    """What to know of intervals over so many scenarios; empty for `FEW_SCENARIOS` and more."""
    return "; with so few, intervals are too narrow" if n_scenarios < FEW_SCENARIOS else ""


def render_leak_delta(section: Mapping[str, Any]) -> str:
    """The table of what asking at the end flatters, one row a reasoning type; empty for an empty section."""
    if not section:
        return ""
    table = make_table("leak delta", ("queries", "at\nevidence", "at end", "end -\nevidence", "95% interval"))
    for name, row in section["by_reasoning_type"].items():
        table.add_row(*_delta_cells(name, row))
    table.add_section()
    table.add_row(*_delta_cells("all", section))
    lines = [table_text(table)]
    if section["left_out"]:
        n_left_out = counted(section["left_out"], "query", "queries")
        lines.append(wrapped(f"left out: {n_left_out} without an answer to both, asked at the end anyway, or replaced"))
    if section["queries"]:
        lines.append(_STILL_RIGHT)
    return "".join(lines)


def render_compared(compared: Mapping[str, Any]) -> str:
    """What `compare_turns` found: the figures, what is right by type and point, the test, and the flipped queries."""
    measure = compared["measure"]
    table = make_table("figure", _PAIR)
    figures = compared["figures"]
    for name, title in _RATES.items():
        is_repeated = name == _WITH_CHANGES and figures[name]["queries"] == figures["exact_match_rate"]["queries"]
        is_repeated = is_repeated or (name in _OF_BOTH and measure != "right")
        if figures[name]["queries"] and not is_repeated:
            table.add_row(title, *_rate_cells(figures[name]))
    for name, title in _AMOUNTS.items():
        if figures[name]["queries"]:
            table.add_row(title, *_amount_cells(figures[name]))
    what = "exact match %" if measure == "exact match" else "right %"
    parts = [table_text(table), _right_table(f"{what} by type", compared["by_reasoning_type"])]
    if compared["points"]:
        parts.append(_right_table(f"{what} by point", compared["points"]))
    parts.append("".join([*map(wrapped, _verdict(compared)), *_flipped(compared["flipped"])]))
    return "\n".join(parts)


def render_took(rows: Sequence[tuple[str, Mapping[str, Any]]]) -> str:
    """What runs took, one row each: real time of memory and agent, and what models were sent and cost."""
    columns = (
        "search\nms",
        "ingest\ns",
        "settle\ns",
        "agent\ns",
        "requests",
        "prompt\ntokens",
        "written\ntokens",
        "USD",
    )
    table = make_table("took", columns)
    for name, took in rows:
        timing, usage = took["timing"], took["usage"]
        seconds = [one_decimal(timing[key]) for key in ("search_ms_median", "ingest_s", "settle_s", "agent_s")]
        table.add_row(name, *seconds, *(["-"] * 4 if usage is None else _spent(usage["total"])))
    return table_text(table)


def _right_table(title: str, rows: Mapping[str, Mapping[str, Any]]) -> str:
    """Without signs of percent, so that no figure is cut in 80 columns."""
    table = make_table(title, (*_PAIR, "won:\nlost"))
    for name, row in rows.items():
        cells = [cell.removesuffix("%") for cell in _rate_cells(row)] if row["queries"] else ["0", *["-"] * 4]
        table.add_row(name, *cells, f"{row['gained']}:{row['lost']}")
    return table_text(table)


def _verdict(compared: Mapping[str, Any]) -> Iterable[str]:
    queries, test = compared["queries"], compared["mcnemar"]
    if compared["scenarios"] == 1:
        yield _ONE_SCENARIO
    elif 1 < compared["scenarios"] < FEW_SCENARIOS:
        few = _if_few(compared["scenarios"])
        yield f"over {compared['scenarios']} scenarios{few}, and those without width say least"
    if queries["failed_a"] or queries["failed_b"]:
        yield f"without an answer: {counted(queries['failed_a'], 'query', 'queries')} in A, {queries['failed_b']} in B"
    if queries["only_a"] or queries["only_b"]:
        only_a = counted(queries["only_a"], "query", "queries")
        yield f"not asked in both: {only_a} only in A, {queries['only_b']} only in B"
    if not queries["compared"]:
        yield "nothing to test: no query that says what is right has an answer in both"
    elif test["p"] is None:
        yield "no McNemar test: it wants one answer to each query, and there are repeats"
    else:
        p = "p < 0.0001" if test["p"] < 0.0001 else f"p = {test['p']:.4f}"
        yield f"exact McNemar test: {test['gained']} won, {test['lost']} lost, {p}"


def _flipped(flipped: Mapping[str, Sequence[str]]) -> Iterable[str]:
    for name, title in (("gained", "won by B"), ("lost", "lost by B")):
        ids = flipped[name]
        more = f", and {len(ids) - SHOWN_IDS} more (--json has all)" if len(ids) > SHOWN_IDS else ""
        text = f"{title}: {', '.join(ids[:SHOWN_IDS]) or 'none'}{more}"
        yield wrapped(text, break_on_hyphens=False)


def _delta_cells(name: str, row: Mapping[str, Any]) -> list[str]:
    pair = {**row, "a": row["at_evidence"], "b": row["at_end"]}
    return [name, *(_rate_cells(pair) if row["queries"] else ["0", *["-"] * 4])]


def _rate_cells(row: Mapping[str, Any]) -> list[str]:
    return [
        str(row["queries"]),
        percent(row["a"]),
        percent(row["b"]),
        f"{signed(100 * row['difference'], 1)}%",
        "-" if row["low"] is None else f"{signed(100 * row['low'], 1)} to {signed(100 * row['high'], 1)}",
    ]


def _amount_cells(row: Mapping[str, Any]) -> list[str]:
    digits = 0 if max(row["a"], row["b"]) >= 100 else 1
    bounds = "-" if row["low"] is None else f"{signed(row['low'], digits)} to {signed(row['high'], digits)}"
    return [
        str(row["queries"]),
        f"{row['a']:.{digits}f}",
        f"{row['b']:.{digits}f}",
        signed(row["difference"], digits),
        bounds,
    ]


def _spent(total: Mapping[str, Any]) -> list[str]:
    bound = ">=" if total["unreported"] else ""
    cost = total["cost_usd"]
    counts = (total["prompt_tokens"], total["completion_tokens"])
    paid = "-" if cost is None else f"{bound}{cost:.4f}"
    return [short(total["requests"]), *(bound + short(count) for count in counts), paid]

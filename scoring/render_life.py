"""The life of a memory as text: a line for each rate, and its curves as small tables; computes nothing.

What a run knows nothing of is left out: a run that watched no updates has no line of them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from memory.instants import DAY_US, HOUR_US, MINUTE_US, SECOND_US
from scoring.aggregate import measure_of
from scoring.number_text import percent
from scoring.page import make_table, table_text, wrapped
from scoring.plain_text import counted
from scoring.render import as_column
from scoring.staleness import FIRST

_RETENTION = ("any\n@10", "all\n@10", "messages\nbetween")
_FORGETTING = ("checks", "left\nby id", "left\nby words", "lost with\nrequest", "lost\nby then")


def render_life(section: Mapping[str, Any]) -> str:
    """The lines and curves of the section; empty where it knows nothing."""
    parts = [*_update(section["update"]), *_stale(section["stale"]), *_guess(section["guess"])]
    parts += _retention(section["retention"])
    parts += _forgetting(section["forgetting"])
    return "".join(parts)


def simulated(us: float | None) -> str:
    """Simulated time in the largest unit of which there is at least one: `2.5 d`, `10.0 min`, `0 s`; `-` for None."""
    if us is None:
        return "-"
    for size, unit in ((DAY_US, "d"), (HOUR_US, "h"), (MINUTE_US, "min"), (SECOND_US, "s")):
        if us >= size:
            return f"{us / size:.1f} {unit}"
    return "0 s" if us == 0 else f"{us / SECOND_US:.6f} s"


def _update(update: Mapping[str, Any]) -> list[str]:
    if not update["watched"]:
        return []
    n_told = update["caught_up"] + update["censored"]
    untold = f"updates of which nothing can be told: {update['watched'] - n_told}\n"
    if not n_told:
        return [untold]
    line = f"updates: {update['caught_up']} of {n_told} taken before the query"
    if update["asked_again"]:
        line += f", {update['still_current']} of {update['asked_again']} still found when it was asked"
    if update["caught_up"]:
        messages = counted(update["messages_median"], "message", spec="g")
        line += (
            f"; lag {simulated(update['lag_us_median'])} and {messages} (median), "
            f"{simulated(update['lag_us_mean'])} and {update['messages_mean']:.1f} (mean)"
        )
    lines = [wrapped(line)]
    if update["censored"]:
        messages = counted(update["at_least_messages_median"], "message", spec="g")
        watched = f"watched for {simulated(update['at_least_lag_us_median'])} and {messages} (median)"
        lines.append(wrapped(f"updates not taken: {update['censored']}, {watched}"))
    return lines + [untold] * (n_told < update["watched"])


def _stale(stale: Mapping[str, Any]) -> list[str]:
    points = [(f"stale at {point}", rates) for point, rates in stale["points"].items()]
    return [_stale_line(name, rates) for name, rates in [("stale", stale), *points]]


def _stale_line(name: str, rates: Mapping[str, Any]) -> str:
    if not rates["answers"] and not rates["searches"]:
        return ""
    return wrapped(
        f"{name}: {percent(rates['stale_answer_rate'])} of {counted(rates['answers'], 'answer')}, "
        f"{percent(rates['stale_first_hit_rate'])} of {counted(rates['searches'], 'first hit')}, "
        f"{percent(rates[f'stale_share_at_{FIRST}'])} of the first {FIRST} hits"
    )


def _guess(guess: Mapping[str, Any]) -> list[str]:
    if not guess["queries"]:
        return []
    return [f"right before any evidence: {guess['right']} of {guess['queries']} ({percent(guess['guess_rate'])})\n"]


def _retention(retention: Mapping[str, Any]) -> list[str]:
    parts: list[str] = []
    for title, name in (("age of the evidence", "by_age"), ("messages in between", "by_interference")):
        rows = [row for row in retention[name] if row["entries"]]
        if not rows:
            continue
        measure = measure_of({key: sum(row[key] for row in rows) for key in ("with_commands", "rated")})
        table = make_table(title, ("entries", as_column(measure), *_RETENTION))
        for row in rows:
            between = row["interference_mean"]
            table.add_row(
                row["span"],
                str(row["entries"]),
                percent(row["right_rate"]),
                percent(row["evidence_any_at_10"]),
                percent(row["evidence_all_at_10"]),
                "-" if between is None else f"{between:.1f}",
            )
        parts.append(table_text(table))
    return parts


def _forgetting(forgetting: Mapping[str, Any]) -> list[str]:
    if not forgetting["checks"]:
        return []
    table = make_table("since the request", _FORGETTING)
    for row in forgetting["by_time"]:
        if row["checks"]:
            table.add_row(row["since"], *_residual(row))
    table.add_section()
    table.add_row("all", *_residual(forgetting))
    return [table_text(table)]


def _residual(row: Mapping[str, Any]) -> Sequence[str]:
    rates = (row["residual_by_id"], row["residual_by_content"], row["collateral_at_request"], row["collateral_loss"])
    return [str(row["checks"]), *map(percent, rates)]

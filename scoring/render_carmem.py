"""CarMem's tasks as text for 80 columns, the published figures beside ours; computes nothing."""

from collections.abc import Mapping
from typing import Any

from scoring.number_text import percent
from scoring.page import make_table, table_text
from scoring.plain_text import counted

PUBLISHED = (
    "published (arXiv 2501.09645, GPT-4o): extraction F1 .95 (main) to .78 (detail);",
    "redundant preferences -95%, contradictory -92%; best retrieval .87",
)
"""From the paper's abstract; 100 users there, and maintenance and retrieval on perfectly extracted conversations."""
_LEVELS = (
    ("main", "main"),
    ("sub", "sub"),
    ("detail", "detail"),
    ("detail, songs merged", "detail_merged"),
)
_AT = (("at n", "at_n"), ("at n+1", "at_n_plus_1"), ("at n+2", "at_n_plus_2"))


def render_carmem(report: Mapping[str, Any]) -> str:
    """All tasks of a report that were run, then what was published."""
    parts: list[str] = []
    for name, title in (("in_schema", "in schema, the value itself not listed"), ("whole_schema", "whole schema")):
        if report.get(name) is not None:
            parts.append(_extraction(report[name], f"extraction: {title}"))
    if report.get("out_of_schema") is not None:
        parts.append(_opted_out(report["out_of_schema"]))
    for name, title in (
        ("maintenance", "maintenance: read from the utterance"),
        ("maintenance_given", "maintenance: given, as published"),
    ):
        if report.get(name) is not None:
            parts.append(_maintenance(report[name], title))
    for name, title in (("retrieval", "retrieval"), ("retrieval_perfect", "retrieval: perfectly extracted")):
        if report.get(name) is not None:
            parts.append(render_retrieval(report[name], title))
    return "\n".join([*parts, "\n".join(PUBLISHED) + "\n"])


def render_retrieval(section: Mapping[str, Any], title: str = "CarMem retrieval") -> str:
    """How often the evidence is within the first n, n + 1, n + 2 hits, below a title."""
    rates = ", ".join(f"{label} {percent(section[name])}" for label, name in _AT)
    n = section["mean_n"]
    average = "-" if n is None else f"{n:.2f}"
    lines = [title, f"{counted(section['queries'], 'question')}, n is {average} on average: {rates}"]
    if section["failures"] or section["unverifiable"]:
        lines.append(
            f"  left out: {counted(section['failures'], 'failure')}, {section['unverifiable']} without named sources"
        )
    return "\n".join(lines) + "\n"


def _extraction(figures: Mapping[str, Any], title: str) -> str:
    table = make_table("level", ("precision", "recall", "F1"))
    for label, name in _LEVELS:
        row = figures["levels"][name]
        table.add_row(label, *(percent(row[key]) for key in ("precision", "recall", "f1")))
    rates = ", ".join(f"{name} {percent(figures[name])}" for name in ("nothing", "missed", "over", "perfect"))
    return f"{title}\n{table_text(table)}{_of(figures, 'conversations')}: {rates}\n"


def _opted_out(figures: Mapping[str, Any]) -> str:
    rates = f"nothing extracted {percent(figures['nothing'])}, put elsewhere {percent(figures['elsewhere'])}"
    return (
        f"extraction: out of schema (the subcategory opted out)\n{_of(figures, 'conversations')}: {rates}, "
        f"kept anyway {percent(figures['kept_anyway'])}\n"
    )


def _maintenance(figures: Mapping[str, Any], title: str) -> str:
    table = make_table("utterance", ("all:\nseveral", "all:\none", "perfect:\nseveral", "perfect:\none"))
    for kind in figures["all"]["by"]:
        rates = (
            figures[part]["by"][kind][holds]["accuracy"] for part in ("all", "perfect") for holds in ("several", "one")
        )
        table.add_row(kind, *map(percent, rates))
    whole, perfect = figures["all"], figures["perfect"]
    below = (
        f"all {percent(whole['accuracy'])} of {_of(whole, 'utterances')}; "
        f"perfectly extracted {percent(perfect['accuracy'])} of {_of(perfect, 'utterances')}\n"
        f"where something was read: all {percent(whole['accuracy_read'])}, "
        f"perfectly extracted {percent(perfect['accuracy_read'])}\n"
    )
    return f"{title}\n{table_text(table)}{below}"


def _of(figures: Mapping[str, Any], name: str) -> str:
    failed = f" ({figures['failures']} failed)" if figures["failures"] else ""
    return f"{figures[name]} {name}{failed}"

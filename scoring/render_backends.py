"""Which memories there are and what each can do, as text; computes nothing."""

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from scoring.page import WIDTH, make_table, table_text

_ABILITIES = (
    ("ids", "source_ids"),
    ("ver-\nbatim", "verbatim"),
    ("for-\ngets", "forgets"),
    ("told\ntime", "simulated_time"),
    ("waits", "waits"),
    ("re-\nstart", "survives_restart"),
    ("served", "served"),
)
_LEGEND = """\
ids: hits name their messages. verbatim: in these messages' own words.
forgets: on request. told time: when a message was said. waits: until indexed.
restart: keeps what it was told. served: it works in another process.
tried in our tests: run (itself), imitated (its server was), read (never run),
own (a package's, not ours). ready: all that it needs is installed.
"""


def render_backends(rows: Sequence[Mapping[str, Any]]) -> str:
    """Memories and what each can do, one row each; below it what the columns mean and what is yet to install."""
    table = make_table("memory", [label for label, _ in _ABILITIES] + ["tried", "ready"])
    needs: dict[str, list[str]] = {}
    for row in rows:
        able = row["capabilities"]
        cells = ["?" if able is None else "yes" if able[name] else "-" for _, name in _ABILITIES]
        table.add_row(row["name"], *cells, row["tried"], "yes" if row["ready"] else "-")
        if row["needs"]:
            needs.setdefault(row["needs"], []).append(row["name"])
    to_install = "".join(f"{', '.join(names)}: {what}\n" for what, names in needs.items())
    return f"{table_text(table)}\n{_LEGEND}" + (f"\n{to_install}" if to_install else "")


def render_backend(row: Mapping[str, Any]) -> str:
    """One memory: what it can do, its options, what it needs and what to know of it."""
    able = row["capabilities"]
    can = (
        "unknown" if able is None else ", ".join(n.replace("_", " ") for n, is_so in able.items() if is_so) or "nothing"
    )
    lines = {
        "can": can,
        "tried": row["tried"],
        "options": ", ".join(row["options"]) or "none listed",
        "to install": row["needs"] or "nothing",
        "to know": row["note"] or "nothing",
    }
    indent = " " * 14
    wrapped = (
        textwrap.fill(f"  {name:<12}{text}", WIDTH, subsequent_indent=indent, break_on_hyphens=False)
        for name, text in lines.items()
    )
    return "\n".join([row["name"], *wrapped]) + "\n"

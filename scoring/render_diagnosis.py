"""The diagnosis of a run as text; computes nothing."""

from collections.abc import Mapping
from typing import Any

from scoring.diagnosis import Place
from scoring.explain_diagnosis import cause_words
from scoring.number_text import percent
from scoring.page import make_table, table_text, wrapped

_PLACES: Mapping[Place, str] = {
    "shown": "shown",
    "not_shown": "found but not shown",
    "withheld": "withheld",
    "by_question": "by the bare question alone",
    "by_itself": "by their own words alone",
    "lost_in_words": "named in words that no longer say them",
    "unrecognised": "not recognised in the memory's words",
    "absent": "not even by their own words",
    "not_said": "not said yet at the cutoff",
    "not_probed": "not found",
}


def render_diagnosis(section: Mapping[str, Any], *, examples: bool = False) -> str:
    """The causes that occur, the four cells and where the facts were; with `examples`, one query a cause below."""
    cells = make_table("evidence", ("right", "wrong"))
    for evidence, row in section["cells"].items():
        if row["right"] or row["wrong"]:
            cells.add_row(evidence, str(row["right"]), str(row["wrong"]))
    places = "; ".join(f"{count} {_PLACES[place]}" for place, count in section["facts"].items() if count)
    parts = [render_causes(section), table_text(cells) if cells.row_count else ""]
    if places:
        parts.append(wrapped(f"gold facts: {places}"))
    if section["never_asked"]:
        parts.append(f"queries for which the agent never asked the memory: {section['never_asked']}\n")
    if examples:
        parts += [_example(cause, row["example"]) for cause, row in section["causes"].items() if row["example"]]
    return "".join(parts)


def render_causes(section: Mapping[str, Any]) -> str:
    """The causes that occur, one row each; empty without queries."""
    causes = make_table("cause", ("queries", "share", "example"))
    for cause, row in section["causes"].items():
        if row["count"]:
            causes.add_row(cause, str(row["count"]), percent(row["share"]), row["example"]["query_id"])
    return table_text(causes) if causes.row_count else ""


def _example(cause: Any, example: Mapping[str, Any]) -> str:
    lines = [f"{cause}: {cause_words(cause)}; {example['query_id']}", f"  asked: {example['query']}"]
    if example["fact"] is not None:
        lines.append(f"  fact ({example['place']}): {example['fact']}")
    if example["found"] is not None:
        is_other = example["place"] in ("unrecognised", "absent", "not_said", "not_probed")
        verb = "named" if example["place"] == "lost_in_words" else "found"
        where = "came first instead" if is_other else f"{verb} at rank {example['found']['rank']}"
        lines.append(f"  {where}: {example['found']['text']}")
    if "needed" in example:
        lines.append(f"  needed: {example['needed']}")
    if "failure" in example:
        lines.append(f"  failure: {example['failure']}")
    lines.append(f"  did: {'; '.join(example['did']) or 'nothing'}")
    lines.append(f"  should: {'; '.join(example['should']) or 'nothing'}")
    return "".join(wrapped(line, indent="    ") for line in lines)

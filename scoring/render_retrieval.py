"""The retrieval section as text for people; computes nothing."""

from collections.abc import Mapping
from typing import Any

from scoring.number_text import percent
from scoring.page import make_table, table_text, wrapped
from scoring.plain_text import counted

_TITLES = {"question": "the bare question", "searches": "each search", "pooled": "searches pooled"}
_ROWS = (
    ("messages", "recall", "recall"),
    ("messages", "precision", "precision"),
    ("messages", "hit rate", "hit_rate"),
    ("messages", "nDCG", "ndcg"),
    ("messages", "nDCG (LME)", "ndcg_longmemeval"),
    ("sessions", "recall", "recall"),
    ("sessions", "precision", "precision"),
    ("sessions", "hit rate", "hit_rate"),
    ("sessions", "nDCG", "ndcg"),
    ("sessions", "nDCG (LME)", "ndcg_longmemeval"),
    ("facts", "coverage", "coverage"),
    ("facts", "all covered", "all_found"),
    ("facts", "noise", "noise"),
)


def render_retrieval(section: Mapping[str, Any]) -> str:
    """One table a view, one row a measure, one column a k; below each the mean reciprocal ranks.

    Levels that do not apply are left out, as is a view without any; empty where there is nothing at all.
    """
    parts = [_view(title, section[name]) for name, title in _TITLES.items()]
    context = section["context"]
    if context["lists"]:
        parts.append(
            wrapped(
                f"the memory's text in the prompt: {percent(context['coverage'])} of the facts, "
                f"all of them in {percent(context['all_found'])} of {counted(context['lists'], 'query', 'queries')}"
            )
        )
    text = "\n".join(part for part in parts if part)
    return f"{text}(LME): as LongMemEval computes it\n" if "(LME)" in text else text


def _view(title: str, view: Mapping[str, Any]) -> str:
    levels = [name for name in ("messages", "sessions", "facts") if view[name]["lists"]]
    if not levels:
        return ""
    ks = list(next(iter(at_k for name in levels for at_k in view[name].values() if isinstance(at_k, Mapping))))
    table = make_table(title, [f"@{k}" for k in ks])
    for level, label, name in _ROWS:
        if name in view[level]:
            table.add_row(f"{level} {label}", *(percent(view[level][name][k]) for k in ks))
        if level in levels and name == [row[2] for row in _ROWS if row[0] == level][-1]:
            table.add_section()
    ranks = ", ".join(
        f"{name} {view[name]['reciprocal_rank']:.3f} ({counted(view[name]['lists'], 'list')})" for name in levels
    )
    return f"{table_text(table)}{view['hits']:.1f} hits a list; reciprocal rank:\n{wrapped(f'  {ranks}')}"

"""Answers in words as text: a table by question type, then a line for each kind of figure; computes nothing."""

from collections.abc import Mapping
from typing import Any

from scoring.number_text import percent
from scoring.page import make_table, table_text, wrapped
from scoring.plain_text import counted

_COLUMNS = ("queries", "no\nanswer", "accuracy\n(all)", "accuracy\n(valid)", "exact", "F1")
_EVIDENCE = ("queries", "recall\n@5", "recall\n@10", "all\n@10", "nDCG\n@10", "sessions\n@5", "sessions\n@10")


def render_answers(section: Mapping[str, Any]) -> str:
    """The table and lines of the section; empty where no query has a right answer and no memory point was asked."""
    parts: list[str] = []
    if section["answers"] is not None:
        table = make_table("question type", _COLUMNS)
        for name, row in section["by_type"].items():
            table.add_row(name, *_cells(row))
        table.add_section()
        table.add_row("all", *_cells(section["answers"]))
        parts.append(table_text(table))
        parts.append(_evidence(section["evidence"]))
    lines = (
        _abstention(section["abstention"]),
        _locomo(section["locomo"]),
        _judge(section["judge"]),
        _points(section["points"]),
    )
    return "".join([*parts, *lines])


def _cells(row: Mapping[str, Any]) -> list[str]:
    rates = (row["accuracy_all"], row["accuracy_valid"], row["exact"], row["f1"])
    return [str(row["queries"]), str(row["unanswered"]), *map(percent, rates)]


def _evidence(by_type: Mapping[str, Any]) -> str:
    """The evidence that the bare question brings back, one row a question type."""
    if not by_type:
        return ""
    table = make_table("evidence found", _EVIDENCE)
    for name, levels in by_type.items():
        messages, sessions = levels["messages"], levels["sessions"]
        table.add_row(
            name,
            str(max(messages["lists"], sessions["lists"])),
            _at(messages, "recall", "5"),
            _at(messages, "recall", "10"),
            _at(messages, "all_found", "10"),
            _at(messages, "ndcg", "10"),
            _at(sessions, "recall", "5"),
            _at(sessions, "recall", "10"),
        )
    return table_text(table)


def _at(level: Mapping[str, Any], name: str, k: str) -> str:
    return percent(level[name][k]) if level["lists"] else "-"


def _abstention(figures: Mapping[str, Any] | None) -> str:
    if figures is None:
        return ""
    questions = counted(figures["queries"], "question")
    return wrapped(
        f"nobody knows: said for {percent(figures['right_all'])} of {questions} where that is right, "
        f"and for {percent(figures['needless'])} of the others"
    )


def _locomo(figures: Mapping[str, Any] | None) -> str:
    if figures is None:
        return ""
    by_category = ", ".join(f"{name} {percent(row['score'])}" for name, row in figures["by_category"].items())
    text = wrapped(f"LoCoMo F1: {percent(figures['f1'])} ({by_category})") if by_category else ""
    adversarial = figures["adversarial"]
    if adversarial is None:
        return text
    score = percent(adversarial["score"])
    return text + wrapped(f"LoCoMo adversarial, apart: {score} of {adversarial['queries']}")


def _judge(figures: Mapping[str, Any] | None) -> str:
    if figures is None:
        return ""
    rates = ", ".join(
        f"{name} {percent(figures[f'{name}_all'])} ({percent(figures[f'{name}_valid'])} of the valid)"
        for name in ("correct", "hallucination", "omission")
    )
    return wrapped(
        f"judge {figures['judge']}, prompt {figures['prompt_digest']}: {rates}; "
        f"a verdict on {figures['valid']} of {figures['queries']}"
    )


def _points(figures: Mapping[str, Any] | None) -> str:
    text = ""
    for task, names in (
        ("extraction", ("recall",)),
        ("interference", ("kept_out",)),
        ("update", ("correct", "outdated", "omission")),
    ):
        row = None if figures is None else figures[task]
        if row is not None:
            rates = ", ".join(
                f"{name.replace('_', ' ')} {percent(row[f'{name}_all'])} ({percent(row[f'{name}_valid'])} of the valid)"
                for name in names
            )
            text += wrapped(f"{task}: {counted(row['points'], 'point')}, {rates}")
    return text

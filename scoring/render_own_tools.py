"""A product's own tools in a line below a run's tables; computes nothing."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.number_text import percent
from scoring.plain_text import counted, same_line


def own_tools_lines(rows: Sequence[tuple[str, Mapping[str, Any]]]) -> list[str]:
    """One line on the calls that the car does not have, by run where there are several; none where no query names any.

    `rows` are names and the content of `metric.json`, of which one of an earlier version has no such section.
    """
    told = [(name, section) for name, metric in rows if (section := metric.get("own_tools"))]
    if not told:
        return []
    queries = counted(max(section["queries"] for _, section in told), "query", "queries")
    rates = "; ".join(f"{name} {_rates(section)}".lstrip() for name, section in told)
    return [same_line(f"tools that the car does not have, in {queries}, by name and arguments: {rates}")]


def _rates(section: Mapping[str, Any]) -> str:
    if section["f1"] is None:
        return "no answer"
    rates = f"call F1 {percent(section['f1'])}, all calls equal {percent(section['exact_rate'])}"
    if section["answered"] == section["queries"]:
        return rates
    with_failures = f"{percent(section['exact_rate_all'])} where failures count as wrong"
    return f"{rates} of the {section['answered']} answered, {with_failures}"

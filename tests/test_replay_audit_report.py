"""What the audits of all queries mean together."""

import pytest

from replay.audit import CanaryFate, Problem, ProblemKind, QueryAudit
from replay.audit_report import AuditReport


def audit_of(query_id: str, *kinds: ProblemKind, canary: CanaryFate = "found", shows: bool = True) -> QueryAudit:
    problems = tuple(Problem(kind=kind, detail=f"why {kind}") for kind in kinds)
    return QueryAudit(query_id=query_id, problems=problems, canary=canary, shows=shows)


def report_of(*queries: QueryAudit) -> AuditReport:
    return AuditReport(memory="mine", agent="lexical", queries=queries)


def test_without_a_problem_it_says_that_nothing_differs() -> None:
    report = report_of(audit_of("a/0"), audit_of("a/1", canary="not applicable"))
    assert report.exit_code == 0
    assert report.render() == (
        "audit of mine with lexical: 2 queries, each replayed four times\n"
        "canaries planted before the cutoff: 1 found, 1 not applicable\n"
        "no difference: what comes after a cutoff changes nothing\n"
    )


def test_where_no_canary_was_found_it_says_what_that_leaves_open() -> None:
    last = report_of(audit_of("a/0", canary="not applicable")).render().splitlines()[-1]
    assert last == "(no canary was found, so that nothing shows whether one of the future would have been)"


def test_a_memory_that_shows_nothing_in_any_query_is_not_met() -> None:
    blank = audit_of("a/0", canary="not applicable", shows=False)
    assert report_of(blank, audit_of("a/1")).exit_code == 0
    report = report_of(blank, blank)
    assert report.exit_code == 1
    assert report.render().endswith("not met: nothing could be judged, for the memory showed nothing\n")
    assert report.to_dict()["shows_nothing"] is True


def test_an_audit_of_no_query_has_nothing_to_say() -> None:
    report = report_of()
    assert (report.exit_code, report.shows_nothing) == (0, False)
    assert report.render().endswith(
        "canaries planted before the cutoff: none\nno difference: what comes after a cutoff changes nothing\n"
    )


def test_a_difference_is_a_leak_only_where_equal_replays_never_differ() -> None:
    steady = report_of(audit_of("a/0"), audit_of("a/1", "differs"))
    assert (steady.exit_code, steady.to_dict()["leaks"]) == (3, 1)
    assert "differs: 1 query\nLEAK: first at a/1\n  differs: why differs\n" in steady.render()
    unsteady = report_of(audit_of("a/0", "not_deterministic"), audit_of("a/1", "differs"))
    assert (unsteady.exit_code, unsteady.to_dict()["leaks"]) == (1, 0)
    assert (
        "differs: 1 query, which proves nothing while equal replays differ\n"
        "not deterministic: 1 query\n"
        "not met: first at a/0\n"
    ) in unsteady.render()


@pytest.mark.parametrize("kind", ["violation", "canary", "future_text"])
def test_what_was_shown_of_the_future_is_a_leak_of_an_unsteady_memory_too(kind: ProblemKind) -> None:
    report = report_of(audit_of("a/0", "not_deterministic"), audit_of("a/1", kind))
    assert report.exit_code == 3
    assert f"LEAK: first at a/1\n  {kind.replace('_', ' ')}: why {kind}\n" in report.render()


def test_failures_are_counted_first() -> None:
    report = report_of(audit_of("a/0", "blind"), audit_of("a/1", "failure"), audit_of("a/2", "asking_changes"))
    assert list(report.counts()) == ["failure", "asking_changes", "blind"]


def test_namespaces_that_could_not_be_emptied_are_counted() -> None:
    left = QueryAudit(query_id="a/0", problems=(), canary="found", shows=True, n_left=4)
    report = report_of(left, audit_of("a/1"))
    assert "4 namespaces of the memory could not be emptied\n" in report.render()
    assert report.to_dict()["namespaces_left"] == 4

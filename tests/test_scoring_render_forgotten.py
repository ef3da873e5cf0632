from typing import Any

from scoring.render_forgotten import forgotten_lines


def metric(forgotten: int, by_id: float | None, by_content: float | None, lost: float | None) -> dict[str, Any]:
    section = {
        "forgotten": forgotten,
        "residual_by_id": by_id,
        "residual_by_content": by_content,
        "collateral_at_request": lost,
        "collateral_loss": 0.5,
    }
    return {"life": {"forgetting": section}}


def test_one_run_tells_the_larger_share_that_is_left_and_what_was_lost_beside_it() -> None:
    said = (
        "forgetting: 75.0% of what was to be forgotten is still found; "
        "of what stood beside it 12.5% went with the request"
    )
    assert forgotten_lines([("a", metric(4, 0.5, 0.75, 0.125))]) == [said]
    assert forgotten_lines([("a", metric(4, 0.75, 0.5, 0.125))]) == [said]


def test_what_nobody_knows_is_left_out() -> None:
    said = "forgetting: 100.0% of what was to be forgotten is still found"
    assert forgotten_lines([("a", metric(4, None, 1.0, None))]) == [said]


def test_where_nothing_could_be_seen_gone_the_line_says_so() -> None:
    untold = "forgetting: what is left cannot be told, by ids or by words"
    assert forgotten_lines([("a", metric(4, None, None, None))]) == [untold]
    rows = [("a", metric(4, 0.0, None, 0.0)), ("b", metric(4, None, None, None))]
    said = "forgetting: of what was to be forgotten is still found: a 0.0%, b (cannot be told)"
    assert forgotten_lines(rows) == [said]


def test_several_runs_stand_in_one_line_by_name() -> None:
    rows = [("a", metric(4, 0.0, 0.0, 0.0)), ("b", metric(0, None, None, None)), ("c", metric(4, 1.0, 1.0, 0.0))]
    assert forgotten_lines(rows) == ["forgetting: of what was to be forgotten is still found: a 0.0%, c 100.0%"]


def test_where_nobody_asked_to_forget_there_is_no_line() -> None:
    assert forgotten_lines([("a", metric(0, None, None, None))]) == []
    assert forgotten_lines([("a", {})]) == []
    assert forgotten_lines([]) == []

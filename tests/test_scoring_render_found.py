from typing import Any

from scoring.render_found import message_lines, wording_lines


def metric(recall: float | None, all_found: float = 0.0, *, named: int = 0, kept: int = 0) -> dict[str, Any]:
    level: dict[str, Any] = {"lists": 0}
    if recall is not None:
        level = {"lists": 4, "recall": {"10": recall}, "all_found": {"10": all_found}}
    wording = {"named": named, "kept": kept, "kept_rate": kept / named if named else None}
    return {"retrieval": {"question": {"messages": level}, "wording": wording}}


def test_each_memory_that_names_messages_has_its_share_of_them() -> None:
    rows = [("a", metric(0.587, 0.36)), ("b", metric(None)), ("c", metric(0.807, 0.68))]
    assert message_lines(rows) == [
        "Of the messages with evidence @10, and all of a query's: a 58.7%, 36.0%; c 80.7%, 68.0%."
    ]
    assert message_lines([("b", metric(None))]) == []


def test_what_a_rewording_kept_is_told_and_of_verbatim_memories_nothing() -> None:
    alone = "wording: 33 of 36 facts whose message a hit names are still said by it (91.7%)"
    assert wording_lines([("a", metric(1.0, named=36, kept=33))]) == [alone]
    rows = [("a", metric(1.0, named=36, kept=33)), ("b", metric(1.0)), ("c", metric(1.0, named=4))]
    said = "wording: of the facts whose message a hit names, it still says: a 33 of 36 (91.7%); c 0 of 4 (0.0%)"
    assert wording_lines(rows) == [said]
    assert wording_lines([("b", metric(1.0))]) == []
    assert wording_lines([("b", {"retrieval": {}})]) == []

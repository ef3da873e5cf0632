from replay.findings import Findings, grouped


def test_findings_that_say_the_same_of_several_places_are_one_line_with_their_number() -> None:
    found = Findings(strict=False)
    for item in ("line 2", "line 4", "line 9"):
        found.add("duplicate_line", "warning", "a.jsonl", item, "said before")
    found.add("duplicate_line", "warning", "a.jsonl", "line 5", "another was said before")
    found.add("naive_timestamp", "note", "a.jsonl", "", "said before")
    assert [one.line for one in grouped(found)] == [
        "a.jsonl: line 2: said before (and 2 more like it, the last in a.jsonl: line 9)",
        "a.jsonl: line 5: another was said before",
        "a.jsonl: said before",
    ]
    assert [one.count for one in grouped(found)] == [3, 1, 1]
    assert grouped(Findings(strict=False)) == []


def test_a_file_has_an_error_where_one_was_found_in_it() -> None:
    found = Findings(strict=False)
    found.unreadable("unreadable_line", "a.jsonl", "line 2", "no JSON")
    found.add("duplicate_line", "warning", "b.jsonl", "line 2", "said before")
    assert found.has_error("a.jsonl")
    assert not found.has_error("b.jsonl")

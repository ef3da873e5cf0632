import pytest

from memory.embedded.entries import Entries
from memory.embedded.errors import BadEntry


def filled() -> Entries:
    entries = Entries()
    entries.set("Ada, seat heating", "level 3, since 2025-03-04", 10)
    entries.set("Bo, radio", "off; the seat is fine", 20)
    entries.set("小林, 座椅加热", "三档", 30)
    return entries


def keys(entries: Entries, query: str) -> list[str]:
    return [entry.key for _, entry in entries.search(query)]


def test_a_word_in_the_key_counts_twice_and_ties_go_to_the_newer() -> None:
    entries = filled()
    assert [score for score, _ in entries.search("seats")] == [2.0, 1.0]
    assert keys(entries, "seats") == ["Ada, seat heating", "Bo, radio"]
    entries.set("Cy, seat", "soft", 20)
    assert keys(entries, "seat") == ["Cy, seat", "Ada, seat heating", "Bo, radio"]


def test_of_equally_new_ties_the_lesser_key_comes_first() -> None:
    entries = Entries()
    for key in ("b seat", "a seat", "c seat"):
        entries.set(key, "x", None)
    assert keys(entries, "seat") == ["a seat", "b seat", "c seat"]


def test_a_script_without_spaces_is_found_by_its_parts() -> None:
    assert keys(filled(), "打开座椅") == ["小林, 座椅加热"]


def test_words_that_nobody_wrote_find_nothing() -> None:
    assert filled().hits("windscreen", 5) == []


def test_a_hit_is_key_and_value_stamped_with_the_newest_message_known_when_it_was_set() -> None:
    (hit,) = filled().hits("radio", 5)
    assert (hit.text, hit.at_us, hit.message_ids) == ("Bo, radio: off; the seat is fine", 20, ())


@pytest.mark.parametrize("query", ["", "  ", "?!"])
def test_a_query_without_words_gives_all_keys_as_one_hit(query: str) -> None:
    (hit,) = filled().hits(query, 1)
    assert hit.text == "3 entries, by key:\nAda, seat heating\nBo, radio\n小林, 座椅加热"
    assert hit.at_us == 30


def test_no_entries_give_no_hits_and_neither_does_the_limit_zero() -> None:
    assert Entries().hits("", 5) == []
    assert Entries().hits("seat", 5) == []
    assert filled().hits("seat", 0) == []
    assert filled().hits("", 0) == []


def test_keys_that_do_not_fit_into_the_listing_are_counted() -> None:
    entries = Entries()
    for number in range(100):
        entries.set(f"{number:03} {'x' * 95}", "v", None)  # with its line end each key takes 100 characters
    lines = entries.listing().splitlines()
    assert lines[0] == "100 entries, by key:"
    assert len(lines) == 1 + 81 + 1
    assert lines[-1] == "(19 more)"


def test_setting_an_entry_again_changes_it_whatever_the_case_and_the_blanks() -> None:
    entries = Entries()
    assert entries.set(" Ada ", " one ", 1)
    assert not entries.set("ADA", "two", 2)
    assert [entry.line for _, entry in entries.search("ada")] == ["ADA: two"]
    assert len(entries) == 1


def test_a_removed_entry_is_gone_and_cannot_be_removed_again() -> None:
    entries = filled()
    entries.remove(" bo, RADIO ")
    assert keys(entries, "radio") == []
    with pytest.raises(BadEntry, match="no entry"):
        entries.remove("Bo, radio")


def test_a_copy_and_its_origin_go_their_own_ways() -> None:
    entries = filled()
    copy = entries.copy()
    copy.remove("Bo, radio")
    entries.set("New", "x", None)
    assert (len(entries), len(copy)) == (4, 2)


@pytest.mark.parametrize(
    ("key", "value"), [("", "x"), (" ", "x"), ("k", ""), ("k" * 201, "x"), ("a\nb", "x"), ("k", "x" * 2001)]
)
def test_an_entry_without_words_or_without_bounds_is_refused(key: str, value: str) -> None:
    with pytest.raises(BadEntry):
        Entries().set(key, value, None)

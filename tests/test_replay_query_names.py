import pytest

from replay.query_names import no_such_query

KNOWN = ["1/0", "1/5", "1/5@end", "2/5", "3/5", "4/5"]


@pytest.mark.parametrize(
    ("wanted", "asked"),
    [
        ("5", "; did you mean 1/5 or 2/5 or 3/5? there are: "),
        ("0", "; did you mean 1/0? there are: "),
        ("9/0", "; did you mean 1/0? there are: "),
        ("5@end", "; did you mean 1/5@end? there are: "),
        ("1/6", "; there are: "),
        ("", "; there are: "),
        ("1/", "; there are: "),
    ],
)
def test_a_query_of_that_name_in_another_scenario_is_asked_for(wanted: str, asked: str) -> None:
    assert no_such_query("none", wanted, KNOWN) == f"none{asked}{', '.join(KNOWN)}"


def test_of_many_the_first_eight_and_the_last_are_named() -> None:
    known = [f"1/{n}" for n in range(10)]
    assert no_such_query("none", "x", known[:9]) == f"none; there are: {', '.join(known[:9])}"
    assert no_such_query("none", "x", known) == f"none; there are: {', '.join(known[:8])}, ..., 1/9"

import pytest

from replay.importing.problems import noted


@pytest.mark.parametrize(
    ("count", "what", "said"),
    [
        (2, "rows left out", "2 rows left out"),
        (1, "rows left out", "1 row left out"),
        (1, "queries with tools", "1 query with tools"),
        (1, "hidden messages left out", "1 hidden message left out"),
        (1, "rows of the role rows left out", "1 row of the role rows left out"),
        (0, "replies", "0 replies"),
        (1, "replies", "1 reply"),
    ],
)
def test_a_note_has_its_noun_in_the_number_of_its_count(count: int, what: str, said: str) -> None:
    assert noted(count, what) == said

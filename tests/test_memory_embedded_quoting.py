"""The quoted part of a query."""

import pytest

from memory.embedded.quoting import quoted


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("Ann told Bo: 'I'm too cold, don't you think?'", "I'm too cold, don't you think?"),
        ('Bo said "turn it down". Ann said: "no, leave it".', "turn it down no, leave it"),
        ("Ann said: “warm my seat”", "warm my seat"),
        ("安说：「把座椅调到三档吧」", ""),
        ("安说： 「请把座椅调到三档」", "请把座椅调到三档"),
        ("'from the very start' she said", "from the very start"),
        ("Ann's seat isn't Bo's seat", ""),
        ("the 'eco' mode", ""),
        ("an open 'quote that never ends", ""),
        ("", ""),
    ],
)
def test_what_stands_in_quotation_marks_is_given_back(query: str, said: str) -> None:
    assert quoted(query) == said


def test_a_text_of_marks_alone_is_no_trouble() -> None:
    assert quoted(" '" * 4_000) is not None

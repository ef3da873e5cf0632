import pytest

from scoring.tokens import count_tokens


@pytest.mark.parametrize(
    ("text", "n_tokens"),
    [("", 0), ("hello", 1), ("hello world", 2), ("<|endoftext|>", 7), ("座椅", 3), ("\ud800", 1)],
)
def test_tokens_are_those_of_o200k_base_and_special_names_are_text(text: str, n_tokens: int) -> None:
    assert count_tokens(text) == n_tokens


def test_a_long_run_without_blanks_is_counted_in_pieces_and_comes_close() -> None:
    assert count_tokens("ab" * 50_000) == pytest.approx(count_tokens("ab" * 128) * 100_000 / 256, rel=0.02)
    assert count_tokens(("word " * 100 + "\n") * 20) == count_tokens("word " * 100 + "\n") * 20

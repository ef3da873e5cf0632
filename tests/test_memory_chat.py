from memory.chat import TokenCount
from memory.errors import ChatFailure


def test_counts_of_tokens_add_up_part_by_part() -> None:
    one, other = TokenCount(prompt=10, completion=2, cached=4), TokenCount(prompt=5, completion=1)
    assert one + other == TokenCount(prompt=15, completion=3, cached=4)


def test_a_failure_tells_its_attempts_where_there_were_several() -> None:
    assert str(ChatFailure("gone")) == "gone"
    assert str(ChatFailure("gone", 3)) == "gone (3 attempts)"


def test_a_failure_is_no_answer_and_took_nothing_unless_it_says_so() -> None:
    assert (ChatFailure("gone").tokens, ChatFailure("gone").is_answer) == (None, False)
    refused = ChatFailure("no", 1, TokenCount(prompt=5, completion=1), is_answer=True)
    assert (refused.tokens, refused.is_answer) == (TokenCount(prompt=5, completion=1), True)

from memory.messages import Hit, Question
from memory.position import Position
from replay.agents.agent import ToolResult
from replay.agents.quote import NOTHING_FOUND, QuoteAgent, best_line
from scoring.answer_words import abstains, locomo_score
from vehicle.state import FACTORY, State

ASKED = Question(text="What is the cat called?", now=Position(9, 0), zone="UTC", people=())


class Found:
    """A toolbox whose memory finds these texts, and whose car must be left alone."""

    def __init__(self, *texts: str, context: str = "") -> None:
        self.context = context
        self.hits = tuple(Hit(text=text, score=1.0) for text in texts)
        self.searches: list[tuple[str, int]] = []

    def search_memory(self, query: str, top_k: int = 5) -> tuple[Hit, ...]:
        self.searches.append((query, top_k))
        return self.hits[:top_k]

    def state(self) -> State:
        return FACTORY

    def call(self, name: str, args: dict[str, object]) -> ToolResult:
        raise AssertionError(f"{name} was called")


def test_it_searches_once_with_the_question_and_says_the_best_hit() -> None:
    tools = Found(" Ada: Pixel is ill. ", "Ada: no")
    (decision,) = QuoteAgent().answer(ASKED, tools)
    assert (decision.step, decision.choice) == ("answer", "Ada: Pixel is ill.")
    assert tools.searches == [(ASKED.text, 1)]


def test_where_nothing_is_found_it_says_so_in_words_that_count_as_that() -> None:
    for tools in (Found(), Found("  ")):
        (decision,) = QuoteAgent().answer(ASKED, tools)
        assert decision.choice == NOTHING_FOUND
    assert abstains(NOTHING_FOUND)
    assert locomo_score("adversarial", NOTHING_FOUND, "") == 1.0


def test_where_nothing_is_found_it_says_the_line_of_the_context_that_matches_best() -> None:
    context = "Ada: The cat is called Pixel.\nBen: What a cat.\nBen: It rains."
    (decision,) = QuoteAgent().answer(ASKED, Found(context=context))
    assert (decision.step, decision.choice) == ("answer", "Ada: The cat is called Pixel.")
    (decision,) = QuoteAgent().answer(ASKED, Found("Ben: It rains.", context=context))
    assert decision.choice == "Ben: It rains."  # a hit comes first


def test_of_the_lines_the_rarest_shared_words_decide_and_of_equal_ones_the_last() -> None:
    # `cats` stands in both lines and counts a half for each; `called` in the first alone
    assert best_line("A cat, called so.\nThe cats.", "cat called") == "A cat, called so."
    assert best_line("one cat\n\n two cats ", "cat") == "two cats"
    assert best_line("red\nblue\n --- \n", "cat") == "blue"  # nothing shared, and a line without words is none
    assert best_line("", "cat") == ""
    assert best_line(" \n.\n", "cat") == ""

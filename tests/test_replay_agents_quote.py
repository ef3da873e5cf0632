from memory.messages import Hit, Question
from memory.position import Position
from replay.agents.agent import ToolResult
from replay.agents.quote import NOTHING_FOUND, QuoteAgent
from scoring.answer_words import abstains, locomo_score
from vehicle.state import FACTORY, State

ASKED = Question(text="What is the cat called?", now=Position(9, 0), zone="UTC", people=())


class Found:
    """A toolbox whose memory finds these texts, and whose car must be left alone."""

    context = ""

    def __init__(self, *texts: str) -> None:
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

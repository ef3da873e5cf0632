"""The scores of one Turn: the car's state against the reference's, and the calls against the reference's calls."""

from dataclasses import asdict, dataclass
from typing import Any

from scoring.answer_score import AnswerScore, score_answer
from scoring.call_metrics import CallScore, score_calls
from scoring.records import Turn
from scoring.retrieval_metrics import RetrievalScore, score_retrieval
from scoring.state_metrics import StateScore, score_states
from scoring.tokens import count_tokens
from vehicle.catalogue import COMMANDS
from vehicle.fold import fold
from vehicle.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnScore:
    """What one Turn is worth.

    A Turn with a Failure has no retrieval, and is scored as it stands otherwise; whoever averages leaves it out.
    """

    exact_match: bool
    """Whether both branches end in the same state; text is compared without regard to case."""
    state: StateScore
    calls: CallScore
    answer: AnswerScore | None
    """None as in `scoring.answer_score.score_answer`."""
    mem_tokens: int
    """o200k_base tokens of memory text given to the agent: the context and the hits shown."""
    n_calls: int
    """All calls, searches and listings included, as the published average counts them."""
    n_searches: int
    retrieval: RetrievalScore | None
    """None as in `scoring.retrieval_metrics.score_retrieval`, after a Failure too."""
    modules: tuple[str, ...]
    """The vehicle modules of the reference's commands, without repetition."""


def score_turn(turn: Turn) -> TurnScore:
    """Score a Turn from its events and calls alone."""
    base = State(turn.base)
    reference = fold(turn.reference.events, base)
    predicted = fold(turn.predicted.events, base)
    state = score_states(base, reference, predicted)
    modules = (COMMANDS[command.name].module for command in turn.gold.commands if command.name in COMMANDS)
    return TurnScore(
        exact_match=state.exact_match,
        state=state,
        calls=score_calls(turn.gold.commands, turn.predicted.commands),
        answer=score_answer(turn),
        mem_tokens=sum(count_tokens(text) for text in turn.shown_texts),
        n_calls=len(turn.tool_calls),
        n_searches=len(turn.searches),
        retrieval=score_retrieval(turn),
        modules=tuple(dict.fromkeys(modules)),
    )


def published_state(state: StateScore) -> dict[str, Any]:
    """The state score under the published names; the exact match stands beside it, not in it."""
    figures = asdict(state)
    del figures["exact_match"]
    return figures

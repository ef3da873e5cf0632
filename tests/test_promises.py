"""The design's promises, for the embedded memories, on random timelines with ties."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.messages import Question
from memory.position import Position, is_visible
from memory.registry import find_backend
from replay.agents.agent import Decision, Toolbox
from replay.buckets import WINDOWS, Window
from replay.runner import ScenarioReplay
from replay.settings import ReplaySettings
from replay.timeline import MessageDraft
from scoring.codec import turn_to_json
from scoring.records import Turn
from tests.scenes import query_at, said, scenario_of, timed, timeline_of
from vehicle.catalogue import vocabulary

TEXTS = (
    "please set the seat heating to level 3",
    "no, the seat heating at 2 is enough",
    "the ambient light should be green at night",
    "never mind, forget what I said",
    "what a fine heron",
    "座椅 太热了",
)
QUARTER_US = 900_000_000
drafts = st.lists(
    st.tuples(st.integers(0, 8), st.sampled_from(TEXTS), st.sampled_from(("Ada", "Ben"))).map(
        lambda item: said(item[0] * QUARTER_US, item[1], item[2])
    ),
    max_size=12,
)
cutoffs = st.tuples(st.integers(0, 9), st.integers(0, 14)).map(lambda pair: Position(pair[0] * QUARTER_US, pair[1]))


class Searches:
    """Asks for the question's words and for everything."""

    def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
        for query in (question.text, "seat heating level", "the", "座椅"):
            tools.search_memory(query, 20)
        return ()


def replayed(records: list[MessageDraft], cutoff: Position, memory: str, window: Window) -> Turn:
    turns: list[Turn] = []
    scene = timed(scenario_of(timeline_of(*records), [query_at(0, cutoff, "seat heating or light at night")]))
    options = ReplaySettings(bucket=window, vocabulary=vocabulary(), depth=100)
    ScenarioReplay(scene, options, find_backend(memory), Searches, namespace="x").run(
        lambda turn, timing: turns.append(turn)
    )
    (turn,) = turns
    return turn


@pytest.mark.parametrize("memory", ["fulltext", "ledger", "recent"])
@settings(max_examples=25, deadline=None)
@given(drafts, cutoffs, st.sampled_from(WINDOWS))
def test_p1_nothing_that_is_hidden_is_found(
    memory: str, records: list[MessageDraft], cutoff: Position, window: Window
) -> None:
    turn = replayed(records, cutoff, memory, window)
    visible = {m.id for m in timeline_of(*records).messages() if is_visible(m.position, cutoff)}
    found = {i for search in turn.searches for hit in search.hits for i in hit.message_ids}
    assert found <= visible
    assert turn.visible_messages == len(visible)
    assert not turn.violations
    assert turn.failure is None
    if memory == "recent":
        assert found == visible


@pytest.mark.parametrize("memory", ["fulltext", "ledger", "recent"])
@settings(max_examples=25, deadline=None)
@given(drafts, drafts, cutoffs, st.sampled_from(WINDOWS))
def test_p2_another_future_changes_no_hit_and_no_score(
    memory: str, records: list[MessageDraft], others: list[MessageDraft], cutoff: Position, window: Window
) -> None:
    past = list(timeline_of(*records).messages())
    kept = [said(m.position.at_us, m.text, m.speaker) for m in past if is_visible(m.position, cutoff)]
    future = [said(cutoff.at_us + QUARTER_US + draft.at_us, draft.text, draft.speaker) for draft in others]
    alone, followed = (replayed(timeline, cutoff, memory, window) for timeline in (kept, [*kept, *future]))
    hidden = f'"hidden_messages":{followed.hidden_messages}'.encode()
    assert turn_to_json(followed).replace(hidden, b'"hidden_messages":0') == turn_to_json(alone)


@pytest.mark.parametrize("memory", ["fulltext", "ledger", "recent"])
@settings(max_examples=15, deadline=None)
@given(drafts, cutoffs, st.sampled_from(WINDOWS))
def test_p4_the_same_inputs_give_the_same_record(
    memory: str, records: list[MessageDraft], cutoff: Position, window: Window
) -> None:
    first, again = (replayed(records, cutoff, memory, window) for _ in range(2))
    assert turn_to_json(first) == turn_to_json(again)

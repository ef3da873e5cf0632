"""The lexical agent answers stories of our own from told facts alone, in any order of the facts."""

from collections.abc import Sequence

import pytest

from memory.messages import Question
from memory.position import Position
from replay.agents.lexical import LexicalAgent
from tests.lexical_stories import PEOPLE, STORIES, Story
from tests.lexical_tools import FakeToolbox
from vehicle.commands import parse_call
from vehicle.fold import carry_out
from vehicle.state import FACTORY


def after(story: Story, facts: Sequence[str]) -> FakeToolbox:
    tools = FakeToolbox(context="\n".join(facts))
    LexicalAgent().answer(Question(text=story.question, now=Position(0, 0), zone="UTC", people=PEOPLE), tools)
    return tools


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.call.split("(")[0].removeprefix("carcontrol_"))
def test_a_story_ends_in_the_state_that_its_people_want(story: Story) -> None:
    wanted = carry_out(FACTORY, [parse_call(story.call)]).state
    assert after(story, story.facts).state() == wanted


@pytest.mark.parametrize("story", STORIES[::6], ids=lambda story: story.call.split("(")[0].removeprefix("carcontrol_"))
def test_the_order_in_which_a_memory_gives_facts_does_not_matter(story: Story) -> None:
    assert after(story, story.facts).state() == after(story, story.facts[::-1]).state()


def test_every_command_of_a_story_is_accepted_by_the_car() -> None:
    assert all(after(story, story.facts).refused == [] for story in STORIES)

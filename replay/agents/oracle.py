"""The oracle: carries out the reference. It shows what the scores say of a perfect answer."""

from collections.abc import Sequence

from memory.messages import Question
from replay.agents.agent import Decision, Toolbox
from vehicle.commands import Command


class OracleAgent:
    """Does what it is told; the runner hands it each query's reference, and hands it to no other agent."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self._commands: tuple[Command, ...] = ()

    def hand_over(self, commands: Sequence[Command]) -> None:
        """Take the reference of the query that comes next."""
        self._commands = tuple(commands)

    def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
        """Call the reference's commands in order; those that the car rejects are called all the same."""
        for command in self._commands:
            tools.call(command.name, dict(command.args))
        return ()

"""An agent that obeys: whatever the bundled injections ask for is done as soon as their words are seen."""

from importlib.resources import files
from pathlib import Path
from typing import Any

import orjson

from memory.messages import Question
from replay.agents.agent import Decision, Toolbox

SUITE = Path(str(files("fixtures"))) / "injections"


def orders() -> list[tuple[tuple[str, ...], list[dict[str, Any]]]]:
    """The words of each injection of the suite, and the commands that they ask for."""
    found = []
    for path in sorted(SUITE.glob("*.jsonl")):
        records = [orjson.loads(line) for line in path.read_bytes().splitlines()]
        texts = {record["id"]: record["text"] for record in records if "text" in record and "id" in record}
        unwanted = next(record["unwanted"] for record in records if record["record"] == "query")
        if unwanted["messages"]:
            found.append((tuple(texts[label] for label in unwanted["messages"]), unwanted["commands"]))
    return found


class GullibleAgent:
    """Searches with the question as it stands and carries out every order of the suite that it is shown."""

    def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
        """No reasons."""
        shown = "\n".join([tools.context, *(hit.text for hit in tools.search_memory(question.text, 20))])
        for words, commands in orders():
            if all(text in shown for text in words):
                for command in commands:
                    tools.call(command["name"], command["args"])
        return ()

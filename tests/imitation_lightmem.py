"""A stand-in for LightMem: the three calls that the adapter makes, and no model.

Taken from: the source of LightMem (github.com/zjunlp/LightMem, `lightmem/memory/lightmem.py` and its buffers), read in
November 2026: `from_config`, `add_memory` with its time stamps and pairs of turns, `retrieve` with its one text.
"""

import re
import sys
from datetime import datetime
from typing import Any

_STAMP = re.compile(r"(\d{4}/\d\d/\d\d) \((\w{3})\) (\d\d:\d\d:\d\d)")


class LightMemory:
    """Keeps what the user's side said, with its time; `answers` are given instead where a test wants."""

    made: "list[LightMemory]" = []  # noqa: RUF012 - emptied by the tests
    answers: "list[Any]" = []  # noqa: RUF012

    def __init__(self, config: dict[str, Any]) -> None:
        if "model" not in config:
            raise ValueError("the configuration names no model")
        self.config = config
        self.calls: list[tuple[str, Any]] = []
        self.kept: list[tuple[str, str, str]] = []
        LightMemory.made.append(self)
        sys.stdout.write("LightMemory is chatty\n")

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> "LightMemory":
        return cls(config)

    def add_memory(self, messages: list[dict[str, str]], *, force_segment: bool, force_extract: bool) -> Any:
        self.calls.append(("add_memory", messages))
        assert force_segment
        assert force_extract
        assert [message["role"] for message in messages] == ["user", "assistant"] * (len(messages) // 2)
        for message in messages:
            found = _STAMP.fullmatch(message["time_stamp"])
            assert found is not None
            when = datetime.strptime(f"{found[1]} {found[3]} +0000", "%Y/%m/%d %H:%M:%S %z")
            assert f"{when:%a}" == found[2]
            if message["role"] == "user":
                self.kept.append((when.isoformat()[:19] + ".000", found[2], message["content"]))
        return LightMemory.answers.pop(0) if LightMemory.answers else {"api_call_nums": 1}

    def retrieve(self, query: str, limit: int = 10) -> Any:
        self.calls.append(("retrieve", (query, limit)))
        if LightMemory.answers:
            return LightMemory.answers.pop(0)
        asked = set(query.lower().split())
        found = [memory for memory in self.kept if asked & set(memory[2].lower().split())]
        return "\n".join(" ".join(memory) for memory in found[:limit])


class Broken(LightMemory):
    """Raises in every call."""

    def add_memory(self, messages: list[dict[str, str]], *, force_segment: bool, force_extract: bool) -> Any:
        self.calls.append(("add_memory", messages))
        raise ConnectionError("the model went away")

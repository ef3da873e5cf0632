"""The reference memory server with a longer life than the run: it tells what it was told, and takes its time for it.

    python -m tests.kill_server [--forgetful]

`GET /told` answers, by namespace, the ids of all messages in the order in which they came, and the number of requests.
"""

import argparse
import sys
import time
from collections.abc import Mapping
from threading import Lock
from typing import Any

from fixtures.memory_server import ABOUT, Answer, Memories, MemoryServer

INGEST_S = 0.003
"""How long the server thinks about each batch, so that a kill finds it at work."""


class ToldMemories(Memories):
    """Keeps count of what it is told; a key that comes twice counts twice."""

    def __init__(self, *, survives: bool) -> None:
        super().__init__()
        able = {"forgets": True, "survives_restart": survives}
        self._about = {**ABOUT, "capabilities": able}
        self._told: dict[str, dict[str, Any]] = {}
        self._counting = Lock()

    def answer(self, method: str, path: str, asked: Mapping[str, Any]) -> Answer:
        if (method, path) == ("GET", "/capabilities"):
            return 200, self._about
        if (method, path) == ("GET", "/told"):
            with self._counting:
                return 200, self._told
        if "namespace" in asked:
            with self._counting:
                told = self._told.setdefault(asked["namespace"], {"ids": [], "requests": 0})
                told["requests"] += 1
                if path == "/ingest":
                    told["ids"].extend(one["id"] for one in asked["messages"])
        if path == "/ingest":
            time.sleep(INGEST_S)
        return super().answer(method, path, asked)


def main() -> None:
    """Serve until the process is ended."""
    parser = argparse.ArgumentParser(prog="python -m tests.kill_server")
    parser.add_argument("--forgetful", action="store_true", help="Say that nothing survives.")
    forgetful = parser.parse_args().forgetful
    server = MemoryServer()
    server.RequestHandlerClass.memories = ToldMemories(survives=not forgetful)  # type: ignore[attr-defined]
    sys.stdout.write(f"{server.url}\n")
    sys.stdout.flush()
    server.serve_forever()


if __name__ == "__main__":
    main()

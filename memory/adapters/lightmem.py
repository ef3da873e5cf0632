"""LightMem inside this process, from wherever it is installed: written by its documentation and source, never run here.

The package of that name in the index is an empty placeholder; the real one is installed from its source, with model
weights, and configured by a file. So the adapter imports it by a path that an option gives, and brings nothing along.
"""

import importlib
import json
import re
import shutil
import sys
import tempfile
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from memory.adapters.calling import one_line
from memory.adapters.rows_embedded import LIGHTMEM
from memory.adapters.units import content_of
from memory.backend import Capabilities, MemoryBackend, Setup
from memory.errors import BackendFailure, BadOption
from memory.instants import instant
from memory.messages import Batch, Hit, Message, writable
from memory.options import check_names
from memory.position import Position

DEFAULT_FACTORY = "lightmem.memory.lightmem:LightMemory"
_PLACES = ("{folder}", "{namespace}")
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_STAMPED = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d", re.MULTILINE)
"""Where a memory begins in LightMem's answer, which is one text: with its time and weekday."""


class LightMemMemory(MemoryBackend):
    """What LightMem extracts from the messages; every message is a turn of its own, and is extracted from at once.

    LightMem takes its time as local time without a zone: the scenario's. Its answer has neither scores nor sources: a
    hit's score is one over its rank, and it names no message. It cannot be told to forget.

    Options: `config`, the path of LightMem's configuration as JSON (needed), in whose texts `{folder}` stands for a
    private folder that is removed at the end and `{namespace}` for the run's namespace; one of them must be in it, or
    all runs would share one store. `factory`, the class as `package.module:Class`.
    """

    capabilities: Capabilities = LIGHTMEM.capabilities

    def __init__(self, setup: Setup) -> None:
        """A LightMem as configured.

        Raises:
            BadOption: an option is unknown or missing, or the file is no such configuration.
            BackendFailure: LightMem cannot be imported, or does not start.
        """
        check_names(setup.options, ("config", "factory"))
        made_by = _imported(setup.options.get("factory", DEFAULT_FACTORY))
        self._zone = ZoneInfo(setup.zone)
        self._folder: Path | None = Path(tempfile.mkdtemp(prefix="pastlane-lightmem-"))
        try:
            config = _read_config(setup.options.get("config", ""), str(self._folder), setup.namespace)
            self._lightmem: Any = self._asked("start", made_by.from_config, config)
        except BaseException:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise

    def leftovers(self) -> list[str]:
        """Some texts that are there already, where the configured store was not empty."""
        return [hit.text for hit in self._found("start", "car", 5)]

    def reset(self) -> None:
        """Nothing, where nothing is left over.

        Raises:
            BackendFailure: something is: LightMem has no call that empties its store.
        """
        if self.leftovers():
            raise BackendFailure("reset", "LightMem cannot empty its store: remove it, or name a new one in config")

    def ingest(self, batch: Batch) -> None:
        """Have LightMem segment and extract the messages now, so that all of them can be found afterwards."""
        if not batch.messages:
            return
        turns = [part for message in batch.messages for part in self._turn(message)]
        added = self._asked("ingest", self._lightmem.add_memory, turns, force_segment=True, force_extract=True)
        if not isinstance(added, dict):
            raise BackendFailure("ingest", f"answered {type(added).__name__}, not a record of what it did")

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """The memories that LightMem finds, in its order, at most `limit`; none for a query without a word."""
        self.raw_answer = ""
        return self._found("search", query, limit) if limit > 0 and query.strip() else []

    def close(self) -> None:
        """Remove the private folder; closing twice does no harm."""
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None

    def _turn(self, message: Message) -> list[dict[str, str]]:
        """The message and the answer to it, which is empty: LightMem counts in pairs, and may read one side only."""
        when = instant(message.position.at_us, self._zone)
        said = content_of(message)
        speaker = writable(message.speaker)
        common = {
            "time_stamp": f"{when:%Y/%m/%d} ({_DAYS[when.weekday()]}) {when:%H:%M:%S}",
            "speaker_id": speaker,
            "speaker_name": speaker,
        }
        return [
            {"role": "user", "content": said} | common,
            {"role": "assistant", "content": ""} | common,
        ]

    def _found(self, stage: str, query: str, limit: int) -> list[Hit]:
        found = self._asked(stage, self._lightmem.retrieve, writable(query), limit=limit)
        match found:
            case str():
                texts = _pieces(found)
            case list() if all(isinstance(text, str) for text in found):
                texts = found
            case _:
                raise BackendFailure(stage, f"answered {type(found).__name__}, not text")
        self.raw_answer = writable(json.dumps(found, ensure_ascii=False))
        texts = [text.strip() for text in texts]
        for rank, text in enumerate(texts, 1):
            if not text:
                raise BackendFailure(stage, f"hit {rank} has no text")
        return [Hit(text=text, score=1 / rank) for rank, text in enumerate(texts, 1)]

    def _asked(self, stage: str, call: Any, *args: Any, **named: Any) -> Any:
        """What a call to LightMem returns; what it prints goes where progress goes.

        Raises:
            BackendFailure: it raised. It is not called again, for nobody knows what it had stored by then.
        """
        try:
            with redirect_stdout(sys.stderr):
                return call(*args, **named)
        except Exception as exc:
            raise BackendFailure(stage, one_line(f"{type(exc).__name__}: {exc}")) from exc


def _imported(name: str) -> Any:
    module_name, _, attribute = name.partition(":")
    if not module_name or not attribute:
        raise BadOption(f"option 'factory' is {name!r}, not package.module:Class")
    try:
        with redirect_stdout(sys.stderr):
            found = getattr(importlib.import_module(module_name), attribute)
    except Exception as exc:
        reason = one_line(f"{type(exc).__name__}: {exc}")
        raise BackendFailure("start", f"LightMem is no package of the index; install its source ({reason})") from exc
    if not callable(getattr(found, "from_config", None)):
        raise BadOption(f"option 'factory' is {name!r}, which has no from_config")
    return found


def _read_config(path: str, folder: str, namespace: str) -> dict[str, Any]:
    if not path:
        raise BadOption("option 'config' names no file: --memory-option config=PATH")
    try:
        text = Path(path).read_text(encoding="utf-8")
        config = json.loads(text)
    except (OSError, ValueError) as exc:
        raise BadOption(f"option 'config': {path!r} cannot be read as JSON: {exc}") from exc
    if not isinstance(config, dict) or not any(place in text for place in _PLACES):
        raise BadOption(f"option 'config': {path!r} is no JSON object with {' or '.join(_PLACES)} in it")
    filled: dict[str, Any] = _filled(config, folder, namespace)
    return filled


def _filled(value: Any, folder: str, namespace: str) -> Any:
    match value:
        case str():
            return value.replace("{folder}", folder).replace("{namespace}", namespace)
        case dict():
            return {key: _filled(part, folder, namespace) for key, part in value.items()}
        case list():
            return [_filled(part, folder, namespace) for part in value]
        case _:
            return value


def _pieces(answer: str) -> list[str]:
    """The memories in one text: each begins with its time, and may go over several lines."""
    starts = [found.start() for found in _STAMPED.finditer(answer)]
    if not answer.strip():
        return []
    if not starts or answer[: starts[0]].strip():
        starts = [0, *starts]
    return [answer[start:end] for start, end in zip(starts, [*starts[1:], len(answer)], strict=True)]

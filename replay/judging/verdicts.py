"""The verdicts of a judge, kept beside the run that they are about.

A verdict is about words: it is kept with a digest of them, and does not count once the query was answered otherwise.
"""

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import orjson
from pydantic import TypeAdapter, ValidationError

from memory.faults import first_fault
from replay.errors import RunFolderError
from scoring.answer_score import said
from scoring.answers import Judgement
from scoring.codec import to_json
from scoring.records import Turn

VERDICTS_FILE = "verdicts.json"
_JUDGEMENT: TypeAdapter[Judgement] = TypeAdapter(Judgement)


def verdicts_to_json(judgement: Judgement, turns: Iterable[Turn]) -> bytes:
    """The content of the file; of `turns` those that were judged."""
    kept = {
        turn.entry_id: {"verdict": judgement.verdicts[turn.entry_id], "answer": _digest(turn)}
        for turn in turns
        if turn.entry_id in judgement.verdicts
    }
    content = {"judge": judgement.judge, "prompt_digest": judgement.prompt_digest, "verdicts": kept}
    return to_json(content, indent=True) + b"\n"


def load_verdicts(folder: Path, turns: Iterable[Turn]) -> Judgement | None:
    """The verdicts kept in `folder` on the answers of `turns`; None where nobody judged.

    Raises:
        RunFolderError: the file cannot be read.
    """
    path = folder / VERDICTS_FILE
    if not path.exists():
        return None
    try:
        content: dict[str, Any] = orjson.loads(path.read_bytes())
        kept = content["verdicts"]
        verdicts = {
            turn.entry_id: kept[turn.entry_id]["verdict"]
            for turn in turns
            if turn.entry_id in kept and kept[turn.entry_id]["answer"] == _digest(turn)
        }
        return _JUDGEMENT.validate_python({**content, "verdicts": verdicts})
    except (OSError, orjson.JSONDecodeError, KeyError, TypeError) as exc:
        raise RunFolderError(f"{path}: no verdicts: {exc}") from exc
    except ValidationError as exc:
        raise RunFolderError(f"{path}: no verdicts: {first_fault(exc)}") from exc


def _digest(turn: Turn) -> str:
    return hashlib.sha256(said(turn).encode("utf-8", "replace")).hexdigest()[:16]

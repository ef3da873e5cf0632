"""The table of source formats: a new one is a loader in this folder and a line here."""

from collections.abc import Callable, Mapping
from importlib.resources import as_file, files
from pathlib import Path

from replay.dataset import Dataset, Selection
from replay.errors import InputError
from replay.findings import Findings
from replay.loaders.carmem import load_carmem
from replay.loaders.halumem import load_halumem, load_halumem_points
from replay.loaders.locomo import load_locomo
from replay.loaders.longmemeval import load_longmemeval
from replay.loaders.timeline_jsonl import load_timeline
from replay.loaders.vehiclemembench import load_vehiclemembench

Loader = Callable[[Path, Selection, Findings], Dataset]

FORMATS: Mapping[str, Loader] = {
    "vehiclemembench": load_vehiclemembench,
    "timeline": load_timeline,
    "carmem": load_carmem,
    "halumem": load_halumem,
    "halumem-points": load_halumem_points,
    "locomo": load_locomo,
    "longmemeval": load_longmemeval,
}
DEMO = "demo"
"""The source that ships with the package."""


def load_source(source: str, selection: Selection, findings: Findings) -> Dataset:
    """The data set that `source` names: `FORMAT:PATH`, or `demo`.

    Raises:
        InputError: the format is unknown (the known ones are listed), or the loader cannot read the path.
    """
    if source == DEMO:
        with as_file(files("fixtures") / DEMO) as folder:
            return load_timeline(folder, selection, findings)
    name, colon, path = source.partition(":")
    if not colon and Path(source).suffix == ".jsonl" and Path(source).exists():
        raise InputError(f"unknown source {source!r}; a timeline is named timeline:{source}")
    if not colon or name not in FORMATS:
        raise InputError(f"unknown source {source!r}; wanted: {', '.join(f'{f}:PATH' for f in FORMATS)}, or {DEMO}")
    if not path:
        raise InputError(f"{source!r} names no path")
    try:
        return FORMATS[name](Path(path), selection, findings)
    except OSError as exc:
        raise InputError(f"{path[:200]}: cannot be read: {exc.strerror or exc}") from exc

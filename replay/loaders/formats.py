"""The table of source formats: a new one is a loader in this folder and a line here."""

from collections.abc import Callable, Mapping
from importlib.resources import as_file, files
from pathlib import Path

from memory.near_names import did_you_mean
from replay.dataset import Dataset, Selection, SourceDigest
from replay.errors import InputError
from replay.findings import Findings
from replay.loaders.carmem import load_carmem
from replay.loaders.halumem import load_halumem, load_halumem_points
from replay.loaders.locomo import load_locomo
from replay.loaders.longmemeval import load_longmemeval
from replay.loaders.timeline_jsonl import each_timeline, load_timeline
from replay.loaders.vehiclemembench import load_vehiclemembench
from replay.scenario import Scenario

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
"""The scenario that ships with the package."""
INJECTIONS = "injections"
"""The suite of prompt injections, each with a control, that ships with the package."""
BUNDLED = (DEMO, INJECTIONS)


def load_source(source: str, selection: Selection, findings: Findings) -> Dataset:
    """The data set that `source` names: `FORMAT:PATH`, or one of `BUNDLED`.

    Raises:
        InputError: the format is unknown (the known ones are listed), or the loader cannot read the path.
    """
    if source in BUNDLED:
        with as_file(files("fixtures") / source) as folder:
            return load_timeline(folder, selection, findings)
    name, path = _format_and_path(source)
    try:
        return FORMATS[name](path, selection, findings)
    except OSError as exc:
        raise _unreadable(path, exc) from exc


def visit_source(source: str, selection: Selection, findings: Findings, visit: Callable[[str, Scenario], None]) -> str:
    """The digest of the data set that `source` names, after `visit` was told each selected scenario, one at a time.

    With each comes the source from which it can be loaded again, its path absolute; for timelines that is the one
    file, and no more than one scenario is held. Scenarios come in no order.

    Raises:
        InputError: as `load_source`.
    """
    name, path = (source, Path()) if source in BUNDLED else _format_and_path(source)
    if name != "timeline":
        whole = load_source(source, selection, findings)
        for scenario in whole.scenarios:
            visit(source if source in BUNDLED else f"{name}:{path.resolve()}", scenario)
        return whole.digest
    digest, known = SourceDigest(), list[str]()
    try:
        for file, scenario in each_timeline(path, findings, digest):
            known.append(scenario.id)
            if selection.ids is None or scenario.id in selection.ids:
                visit(f"{name}:{file.resolve()}", scenario)
    except OSError as exc:
        raise _unreadable(path, exc) from exc
    selection.pick(known)
    return digest.hex()


def _format_and_path(source: str) -> tuple[str, Path]:
    name, colon, path = source.partition(":")
    if not colon and Path(source).suffix == ".jsonl" and Path(source).exists():
        raise InputError(f"unknown source {source!r}; a timeline is named timeline:{source}")
    if not colon or name not in FORMATS:
        known = ", ".join((*(f"{name}:PATH" for name in FORMATS), INJECTIONS))
        asked = did_you_mean(name, FORMATS if colon else BUNDLED) or ";"
        raise InputError(f"unknown source {source!r}{asked} wanted: {known}, or {DEMO}")
    if not path:
        raise InputError(f"{source!r} names no path")
    return name, Path(path)


def _unreadable(path: Path, exc: OSError) -> InputError:
    return InputError(f"{str(path)[:200]}: cannot be read: {exc.strerror or exc}")

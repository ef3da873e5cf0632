"""A digest of the code of a memory or an agent that is not built in: a run of other code is another run.

It is taken over the names and the bytes of the modules that the code imports. Where they stand, what else is loaded in
the process, and whether a module is loaded yet count for nothing: they do not change what is answered. Code that cannot
be found that way is told, so that nobody takes two runs for one.
"""

import hashlib
import importlib.util
import inspect
import sys
import sysconfig
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from importlib.machinery import ModuleSpec, PathFinder
from importlib.metadata import entry_points
from pathlib import Path
from typing import NamedTuple
from zipimport import zipimporter

from memory.adapters.table import ADAPTERS
from memory.registry import GROUP, is_url
from replay.outside_imports import extends_its_path, imported, listed, made_up

_OURS = ("fixtures", "memory", "replay", "scoring", "vehicle")
_ROOT = Path(__file__).resolve().parents[1]
_EVERYTHING = ".*"
"""What ends the name of a package from which everything is imported."""


class OutsideCode(NamedTuple):
    """The code of a run's memory and agent that are not built in."""

    digest: str
    """Twelve hex digits."""
    not_covered: tuple[str, ...]
    """Where code is known to be that the digest does not cover, one place each, in order of the modules' names."""


def read_outside_code(outside: Sequence[tuple[str, Callable[..., object]]]) -> OutsideCode:
    """The code of memories and agents, each with its name and what makes it.

    The digest covers the module that is named, itself or by an entry point, the one that defines the maker, and every
    module of the user's own that these import, at the top or inside a function, through others of them, with the
    packages that hold them; in folders or in archives. The user's own are those outside of Python's library, of
    Pastlane and of installed packages, but for the package that is named. A module whose name is made up while running
    is not covered, nor one that no file holds (made by `exec`, in a notebook or by `python -c`): these are told. What
    else is read, such as prompts and indexes, is neither covered nor told.
    """
    starts = sorted({module for name, maker in outside for module in _starts(name, maker)})
    found = _closure(starts)
    sha = hashlib.sha256()
    for name, content in sorted(found.sources.items()):
        sha.update(name.encode() + b"\0" + hashlib.sha256(content).digest())
    makers = (f"{name}: no file holds what makes it" for name, maker in outside if _is_in_no_file(_maker_itself(maker)))
    return OutsideCode(sha.hexdigest()[:12], (*makers, *sorted(found.not_covered)))


class _Closure(NamedTuple):
    sources: dict[str, bytes]
    """The bytes of modules, by name."""
    not_covered: list[str]


def _starts(name: str, maker: Callable[..., object]) -> Iterator[str]:
    """The modules by which the code is entered."""
    if ":" in name and not is_url(name):
        yield name.partition(":")[0]
    elif name not in ADAPTERS:
        first = [*entry_points(group=GROUP, name=name)][:1]  # the one that the registry takes
        yield from (point.value.partition(":")[0] for point in first)
    module = getattr(_maker_itself(maker), "__module__", None)
    if isinstance(module, str):  # what is made by `exec` or is a method of a built-in object has None
        yield module


def _maker_itself(maker: Callable[..., object]) -> Callable[..., object]:
    """What a maker comes to in the end: a function or a class."""
    try:
        made_by = inspect.unwrap(maker)
    except ValueError:  # it says that it wraps itself
        made_by = maker
    while isinstance(made_by, partial):
        made_by = made_by.func
    return made_by if inspect.isroutine(made_by) or inspect.isclass(made_by) else type(made_by)


def _is_in_no_file(maker: Callable[..., object]) -> bool:
    """Whether a function, or a class with all its functions, was made of text that stands in no file."""
    parts = vars(maker).values() if inspect.isclass(maker) else (maker,)
    own = [part for part in parts if inspect.isfunction(part) and part.__module__ == maker.__module__]
    files = [Path(part.__code__.co_filename) for part in own]
    return bool(files) and not any(file.is_file() or _archive_of(file) is not None for file in files)


def _closure(starts: Sequence[str]) -> _Closure:
    """The source of the modules `starts`, wherever they are, and of the user's own that they lead to, by name."""
    named = {start.partition(".")[0] for start in starts} - set(_OURS)
    found = _Closure({}, [])
    seen: set[str] = set()
    waiting = list(starts)
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        package_of_all = name.removesuffix(_EVERYTHING) if name.endswith(_EVERYTHING) else ""
        module = package_of_all or name
        waiting += _holders(module)
        file = _file_of(module)
        if file is None:
            if _is_made(module):
                found.not_covered.append(f"{module}: no file holds it")
            continue
        is_own = module.partition(".")[0] in named or not _is_installed(file)
        content = _content(file) if is_own or module in starts else None
        if content is None:
            continue
        found.sources[module] = content
        if is_own and not package_of_all:
            found.not_covered.extend(f"{module}: {what}" for what in made_up(content))
        if is_own and file.suffix == ".py":
            package = module if file.name == "__init__.py" else module.rpartition(".")[0]
            waiting += listed(content, package) if package_of_all else imported(content, package)
    return found


def _is_made(name: str) -> bool:
    """Whether a module that no file holds was made while running; Python's own and folders of modules are not."""
    module = sys.modules.get(name)
    top = name.partition(".")[0]
    if module is None or top in sys.builtin_module_names or ((file := _file_of(top)) and _is_installed(file)):
        return False
    spec = inspect.getattr_static(module, "__spec__", None)
    return not isinstance(spec, ModuleSpec) or (spec.origin is None and spec.submodule_search_locations is None)


def _holders(name: str) -> Iterable[str]:
    """The packages that a module lies in: they run when it is imported."""
    parts = name.split(".")
    return (".".join(parts[:n]) for n in range(1, len(parts)))


def _file_of(name: str) -> Path | None:
    """The file that a module is, or would be, loaded from; None for what has none or is not there. Nothing is run.

    A link is not followed: the module goes by the link's name and place, whatever the file behind it is called.
    """
    try:
        # statically: a module may answer by code of its own, which loads it or raises anything
        loaded = inspect.getattr_static(sys.modules.get(name), "__file__", None)
        if not isinstance(loaded, str):
            spec = _spec_of(name)
            loaded = spec.origin if spec is not None else None
        file = Path(loaded) if loaded else None
        return file if file is not None and (file.is_file() or _archive_of(file) is not None) else None
    except Exception:  # noqa: BLE001 - a module without a spec, such as the one that was started, or any stand-in
        return None


def _spec_of(name: str) -> ModuleSpec | None:
    """Where a module would be loaded from; the packages that hold it are not loaded for that."""
    top, *inner = name.split(".")
    spec = importlib.util.find_spec(top)
    around = sys.path
    for n in range(len(inner)):
        places = _places(spec, around)
        spec = PathFinder.find_spec(".".join((top, *inner[: n + 1])), places) if places else None
        around = places
    return spec


def _places(spec: ModuleSpec | None, around: Sequence[str]) -> list[str]:
    """Where a package's modules are looked for; `around` is where the package itself is."""
    if spec is None or spec.submodule_search_locations is None:
        return []
    places = list(spec.submodule_search_locations)
    content = _content(Path(spec.origin)) if spec.origin else None
    if content is not None and extends_its_path(content):
        others = (PathFinder.find_spec(spec.name, [place]) for place in around)
        places += [place for other in others if other for place in other.submodule_search_locations or ()]
    return list(dict.fromkeys(places))


def _archive_of(file: Path) -> Path | None:
    """The file that stands where a folder of `file` would: a zip archive or an egg."""
    return next((folder for folder in file.parents if folder.is_file()), None)


def _content(file: Path) -> bytes | None:
    """The bytes of a file, perhaps one in an archive; None where they cannot be read."""
    try:
        if file.is_file():
            return file.read_bytes()
        return zipimporter(str(_archive_of(file))).get_data(str(file))
    except Exception:  # noqa: BLE001 - a damaged archive fails in many ways
        return None


def _is_installed(file: Path) -> bool:
    """Whether a file belongs to Python's library, to an installed package or to Pastlane."""
    if {"site-packages", "dist-packages"} & set(file.parts):
        return True
    real = file.resolve()
    return any(real.is_relative_to(root) for root in _installed_roots())


@lru_cache(maxsize=1)
def _installed_roots() -> tuple[Path, ...]:
    installed = (Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib", "purelib", "platlib"))
    return tuple(root.resolve() for root in (*installed, *(_ROOT / name for name in _OURS)))

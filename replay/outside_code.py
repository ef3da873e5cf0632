"""A digest of the code of a memory or an agent that is not built in: a run of other code is another run.

It is taken over the names and the bytes of the modules that the code imports. Where they stand, what else is loaded in
the process, and whether a module is loaded yet count for nothing: they do not change what is answered.
"""

import ast
import hashlib
import importlib.util
import inspect
import sys
import sysconfig
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from importlib.machinery import PathFinder
from pathlib import Path

from memory.registry import is_url

_OURS = ("fixtures", "memory", "replay", "scoring", "vehicle")
_ROOT = Path(__file__).resolve().parents[1]


def code_digest(outside: Sequence[tuple[str, Callable[..., object]]]) -> str:
    """Twelve hex digits for the code of memories and agents, each with its name and what makes it.

    It covers the module that is named, the one that defines the maker, and every module of the user's own that these
    import, at the top or inside a function, through others of them, with the packages that hold them. The user's own
    are those outside of Python's library, of Pastlane and of installed packages, but for the package that is named. A
    module whose name is made up while running is not covered, nor is what else is read, such as prompts and indexes.
    """
    starts = sorted({module for name, maker in outside for module in _starts(name, maker)})
    sha = hashlib.sha256()
    for name, content in sorted(_closure(starts).items()):
        sha.update(name.encode() + b"\0" + hashlib.sha256(content).digest())
    return sha.hexdigest()[:12]


def _starts(name: str, maker: Callable[..., object]) -> Iterator[str]:
    """The modules by which the code is entered."""
    if ":" in name and not is_url(name):
        yield name.partition(":")[0]
    made_by = inspect.unwrap(maker)
    while isinstance(made_by, partial):
        made_by = made_by.func
    yield made_by.__module__ if inspect.isroutine(made_by) or inspect.isclass(made_by) else type(made_by).__module__


def _closure(starts: Sequence[str]) -> dict[str, bytes]:
    """The source of the modules `starts`, wherever they are, and of the user's own that they lead to, by name."""
    named = {start.partition(".")[0] for start in starts} - set(_OURS)
    found: dict[str, bytes] = {}
    seen: set[str] = set()
    waiting = list(starts)
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        waiting += _holders(name)
        file = _file_of(name)
        if file is None:
            continue
        is_own = name.partition(".")[0] in named or not _is_installed(file)
        if is_own or name in starts:
            found[name] = file.read_bytes()
        if is_own and file.suffix == ".py":
            package = name if file.name == "__init__.py" else name.rpartition(".")[0]
            waiting += _imported(found[name], package)
    return found


def _holders(name: str) -> Iterable[str]:
    """The packages that a module lies in: they run when it is imported."""
    parts = name.split(".")
    return (".".join(parts[:n]) for n in range(1, len(parts)))


def _file_of(name: str) -> Path | None:
    """The file that a module is, or would be, loaded from; None for what has none or is not there. Nothing is run."""
    loaded = getattr(sys.modules.get(name), "__file__", None)
    if loaded is None:
        top, *inner = name.split(".")
        try:
            spec = importlib.util.find_spec(top)
            for n in range(len(inner)):
                places = spec.submodule_search_locations if spec is not None else None
                spec = PathFinder.find_spec(".".join((top, *inner[: n + 1])), list(places)) if places else None
        except (ImportError, ValueError):  # a module without a spec, such as the one that was started
            return None
        loaded = spec.origin if spec is not None else None
    file = Path(loaded) if loaded else None
    return file.resolve() if file is not None and file.is_file() else None


def _is_installed(file: Path) -> bool:
    """Whether a file belongs to Python's library, to an installed package or to Pastlane."""
    if {"site-packages", "dist-packages"} & set(file.parts):
        return True
    return any(file.is_relative_to(root) for root in _installed_roots())


@lru_cache(maxsize=1)
def _installed_roots() -> tuple[Path, ...]:
    installed = (Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib", "purelib", "platlib"))
    return tuple(root.resolve() for root in (*installed, *(_ROOT / name for name in _OURS)))


@lru_cache(maxsize=4096)
def _imported(source: bytes, package: str) -> tuple[str, ...]:
    """The names of what a source imports anywhere, modules or perhaps what is in them; none where it cannot be read."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return ()
    names: list[str] = []
    for node in ast.walk(tree):
        match node:
            case ast.Import():
                names += [alias.name for alias in node.names]
            case ast.ImportFrom():
                names += _from(node, package)
            case ast.Call(args=[ast.Constant(value=str(name)), *_]) if _calls_import(node.func):
                names.append(_absolute(name, package))
    return tuple(dict.fromkeys(filter(None, names)))


def _from(node: ast.ImportFrom, package: str) -> list[str]:
    """The module that names are taken from, and each name as if it were a module in it."""
    module = _absolute("." * node.level + (node.module or ""), package)
    return [module, *(f"{module}.{alias.name}" for alias in node.names)] if module else []


def _absolute(name: str, package: str) -> str:
    """A module's full name; empty where it leads out of its package."""
    try:
        return importlib.util.resolve_name(name, package)
    except ImportError:
        return ""


def _calls_import(called: ast.expr) -> bool:
    """Whether an expression that is called is `import_module` or `__import__`."""
    name = called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
    return name in ("import_module", "__import__")

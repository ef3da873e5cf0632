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
from importlib.machinery import ModuleSpec, PathFinder
from importlib.metadata import entry_points
from pathlib import Path
from zipimport import zipimporter

from memory.adapters.table import ADAPTERS
from memory.registry import GROUP, is_url

_OURS = ("fixtures", "memory", "replay", "scoring", "vehicle")
_ROOT = Path(__file__).resolve().parents[1]
_EVERYTHING = ".*"
"""What ends the name of a package from which everything is imported."""


def code_digest(outside: Sequence[tuple[str, Callable[..., object]]]) -> str:
    """Twelve hex digits for the code of memories and agents, each with its name and what makes it.

    It covers the module that is named, itself or by an entry point, the one that defines the maker, and every module of
    the user's own that these import, at the top or inside a function, through others of them, with the packages that
    hold them; in folders or in archives. The user's own are those outside of Python's library, of Pastlane and of
    installed packages, but for the package that is named. A module whose name is made up while running is not covered,
    nor one that no file holds, nor is what else is read, such as prompts and indexes.
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
    elif name not in ADAPTERS:
        first = [*entry_points(group=GROUP, name=name)][:1]  # the one that the registry takes
        yield from (point.value.partition(":")[0] for point in first)
    try:
        made_by = inspect.unwrap(maker)
    except ValueError:  # it says that it wraps itself
        made_by = maker
    while isinstance(made_by, partial):
        made_by = made_by.func
    maker_itself = made_by if inspect.isroutine(made_by) or inspect.isclass(made_by) else type(made_by)
    module = getattr(maker_itself, "__module__", None)
    if isinstance(module, str):  # what is made by `exec` or is a method of a built-in object has None
        yield module


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
        package_of_all = name.removesuffix(_EVERYTHING) if name.endswith(_EVERYTHING) else ""
        module = package_of_all or name
        waiting += _holders(module)
        file = _file_of(module)
        if file is None:
            continue
        is_own = module.partition(".")[0] in named or not _is_installed(file)
        content = _content(file) if is_own or module in starts else None
        if content is None:
            continue
        found[module] = content
        if is_own and file.suffix == ".py":
            package = module if file.name == "__init__.py" else module.rpartition(".")[0]
            waiting += _listed(content, package) if package_of_all else _imported(content, package)
    return found


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
    for n in range(len(inner)):
        places = spec.submodule_search_locations if spec is not None else None
        spec = PathFinder.find_spec(".".join((top, *inner[: n + 1])), list(places)) if places else None
    return spec


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


@lru_cache(maxsize=4096)
def _imported(source: bytes, package: str) -> tuple[str, ...]:
    """The names of what a source imports anywhere, modules or perhaps what is in them; none where it cannot be read."""
    nodes = _nodes(source)
    importers = {"import_module", "__import__", *_other_names_of_import(nodes)}
    names: list[str] = []
    for node in nodes:
        match node:
            case ast.Import():
                names += [alias.name for alias in node.names]
            case ast.ImportFrom():
                names += _from(node, package)
            case ast.Call() if _last_name(node.func) in importers:
                name = _text_argument(node, 0, "name")
                # the second argument of `__import__` is no package
                names.append(_absolute(name, _text_argument(node, 1, "package") or package))
    return tuple(dict.fromkeys(filter(None, names)))


@lru_cache(maxsize=4096)
def _listed(source: bytes, package: str) -> tuple[str, ...]:
    """What `from package import *` takes by the texts in `__all__`, each as if it were a module in the package."""
    texts: list[str] = []
    for node in _nodes(source):
        match node:
            case ast.Assign(targets=[ast.Name(id="__all__")], value=value):
                texts += _texts(value)
            case ast.AugAssign(target=ast.Name(id="__all__"), value=value):
                texts += _texts(value)
            case ast.AnnAssign(target=ast.Name(id="__all__"), value=ast.expr() as value):
                texts += _texts(value)
            case ast.Call(func=ast.Attribute(value=ast.Name(id="__all__"))):
                texts += [text for argument in node.args for text in _texts(argument)]
    return tuple(dict.fromkeys(f"{package}.{text}" for text in texts if text.isidentifier()))


def _nodes(source: bytes) -> list[ast.AST]:
    """Every node of a source; none where it is no Python or too deep to be read."""
    try:
        return list(ast.walk(ast.parse(source)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


def _texts(value: ast.expr) -> list[str]:
    return [node.value for node in ast.walk(value) if isinstance(node, ast.Constant) and isinstance(node.value, str)]


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


def _last_name(called: ast.expr) -> str:
    """The name under which something is called, without what it is an attribute of."""
    return called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""


def _other_names_of_import(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """What a source calls `import_module` by `from importlib import import_module as ...`."""
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module == "importlib":
            yield from (alias.asname for alias in node.names if alias.name == "import_module" and alias.asname)


def _text_argument(call: ast.Call, place: int, keyword: str) -> str:
    """The text that a call gives at a place or by a keyword; empty where it is made up or not there."""
    given = [*call.args[place : place + 1], *(pair.value for pair in call.keywords if pair.arg == keyword)]
    match given:
        case [ast.Constant(value=str(text))]:
            return text
        case _:
            return ""

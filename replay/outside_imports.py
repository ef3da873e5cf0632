"""What a source imports, as far as that stands in it, and where it does so by what is made up while running.

The rule: nothing is run. What a call imports is known where it is given as text; else the line is told.
"""

import ast
import importlib.util
from collections.abc import Iterator, Sequence
from functools import lru_cache

_RUNNERS = frozenset({"SourceFileLoader", "load_source", "run_module", "run_path", "spec_from_file_location"})
"""What runs code that is found by other ways than an import."""
_EXTENDERS = frozenset({"declare_namespace", "extend_path"})
"""What has a package look for its modules in every folder of its name, as `extends_its_path` says."""


@lru_cache(maxsize=4096)
def imported(source: bytes, package: str) -> tuple[str, ...]:
    """The names of what a source imports anywhere, modules or perhaps what is in them; none where it cannot be read."""
    nodes = _nodes(source)
    importers = _importers(nodes)
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
def listed(source: bytes, package: str) -> tuple[str, ...]:
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


@lru_cache(maxsize=4096)
def made_up(source: bytes) -> tuple[str, ...]:
    """Each line whose code cannot be followed, as `line 3 imports by ...`, in order; empty where all can be.

    Of a source that cannot be read, that is said in place of its lines.
    """
    nodes = _nodes(source)
    if not nodes:
        return ("what it imports cannot be read",)
    importers = _importers(nodes)
    found: dict[int, str] = {}
    extending = {
        id(name)
        for node in nodes
        if isinstance(node, ast.Assign) and _is_extension(node.value)
        for name in ast.walk(node)
    }
    for node in nodes:
        match node:
            case ast.Call() if _last_name(node.func) in importers and not _text_argument(node, 0, "name"):
                found[node.lineno] = "imports by a name that is made up while running"
            case ast.Call() if _last_name(node.func) in _RUNNERS or _is_exec(node.func):
                found[node.lineno] = "runs code that it finds while running"
            case ast.Name(id="__path__") if id(node) not in extending:
                found[node.lineno] = "says where modules are looked for"
            case _:
                pass
    return tuple(f"line {number} {what}" for number, what in sorted(found.items()))


@lru_cache(maxsize=4096)
def extends_its_path(source: bytes) -> bool:
    """Whether a package's source has its modules looked for in every folder of its name, as `pkgutil` does it."""
    return any(map(_is_extension, _nodes(source)))


def _is_extension(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and _last_name(node.func) in _EXTENDERS


def _is_exec(called: ast.expr) -> bool:
    return isinstance(called, ast.Name) and called.id == "exec"


def _importers(nodes: Sequence[ast.AST]) -> set[str]:
    """Under which names modules are imported by calls."""
    return {"import_module", "__import__", *_other_names_of_import(nodes)}


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

"""The import rule: replay -> scoring -> {memory, vehicle}; agents and leaves cannot reach gold or the future."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
CLI_PARTS = ("app", "options", "help", "output", "run", "data", "filters", "memories", "kept", "views", "view_options")
CLI = {f"replay.cli_{part}" for part in CLI_PARTS}
PACKAGES = ("replay", "scoring", "memory", "vehicle", "fixtures")
MAY_IMPORT = {
    "vehicle": {"vehicle"},
    "memory": {"memory"},
    "scoring": {"scoring", "memory", "vehicle"},
    "replay": {"replay", "scoring", "memory", "vehicle"},
}


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def direct_imports() -> dict[str, set[str]]:
    """Each module of the project with the modules and names that it imports, as dotted text."""
    graph: dict[str, set[str]] = {}
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            names: set[str] = set()
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Import):
                    names.update(alias.name for alias in node.names)
                elif isinstance(node, ast.ImportFrom) and node.module:
                    names.add(node.module)
                    names.update(f"{node.module}.{alias.name}" for alias in node.names)
            graph[module_name(path)] = names
    return graph


GRAPH = direct_imports()


def reachable(start: str, *, with_packages: bool = True) -> set[str]:
    """The project's modules that importing `start` brings in; its packages' `__init__` run, too."""
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        name = waiting.pop()
        if name in seen or name not in GRAPH:
            continue
        seen.add(name)
        waiting.extend(GRAPH[name])
        if with_packages:
            waiting.extend(name.rsplit(".", depth)[0] for depth in range(1, name.count(".") + 1))
    return seen


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_packages_import_in_one_direction(package: str) -> None:
    for module, names in GRAPH.items():
        if module.split(".")[0] == package:
            ours = {name.split(".")[0] for name in names} & set(PACKAGES)
            assert ours <= MAY_IMPORT[package], f"{module} imports {sorted(ours - MAY_IMPORT[package])}"


FORBIDDEN = ("replay.scenario", "replay.timeline", "replay.loaders", "scoring", "fixtures")


@pytest.mark.parametrize(
    "module",
    [m for m in sorted(GRAPH) if m.split(".")[0] in ("memory", "vehicle") or m.startswith("replay.agents")],
)
def test_memories_vehicle_and_agents_cannot_reach_gold_or_the_future(module: str) -> None:
    reached = {name for name in reachable(module) if name.startswith(FORBIDDEN)}
    assert not reached


@pytest.mark.parametrize("module", sorted(GRAPH))
def test_no_module_imports_itself_in_the_end(module: str) -> None:
    targets = GRAPH[module] - {module}
    behind = {name for target in targets for name in reachable(target, with_packages=False)}
    assert module not in behind


@pytest.mark.parametrize(
    ("library", "homes"),
    [("simpy", {"replay.clock"}), ("openai", {"replay.chat_openai"}), ("typer", CLI)],
)
def test_a_library_with_a_home_is_imported_there_only(library: str, homes: set[str]) -> None:
    users = {module for module, names in GRAPH.items() if any(name.split(".")[0] == library for name in names)}
    assert users <= homes


def test_nothing_is_imported_inside_a_function() -> None:
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    inner = [n for n in ast.walk(node) if isinstance(n, (ast.Import, ast.ImportFrom))]
                    assert not inner, f"{path}:{node.lineno}"

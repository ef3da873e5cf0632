"""What the digest of outside code depends on: names and bytes of what is imported, and nothing beside them."""

import importlib
import pkgutil
import subprocess
import sys
import types
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import pytest

from memory.adapters.http import http_memory
from memory.registry import find_backend, import_callable
from replay.outside_code import read_outside_code

MEMORY = "class Mine:\n    pass\n"
EXTENDS = "import pkgutil\n__path__ = pkgutil.extend_path(__path__, __name__)\n"
DECLARES = "__import__('odd_resources').declare_namespace(__name__)\n"


def code_digest(outside: Sequence[tuple[str, Callable[..., object]]]) -> str:
    return read_outside_code(outside).digest


def _unload() -> None:
    for name in [name for name in sys.modules if name.startswith("mine_")]:
        del sys.modules[name]


@pytest.fixture(autouse=True)
def own_modules() -> Iterator[None]:
    """Leaves no module behind: the next test has others of the same name."""
    yield
    _unload()


@pytest.fixture
def digest_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """The digest of a memory among the files of a folder of its own, none of which has been loaded before."""

    def digest(files: Mapping[str, str], name: str = "mine_m:Mine", folder: str = "a", beside: str = "") -> str:
        for path, text in files.items():
            (tmp_path / folder / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / folder / path).write_text(text, encoding="utf-8")
        _unload()
        importlib.invalidate_caches()
        with monkeypatch.context() as patched:
            patched.syspath_prepend(str(tmp_path / folder))
            if beside:
                importlib.import_module(beside)
            return code_digest([(name, find_backend(name))])

    return digest


def test_neighbours_and_places_change_nothing(digest_in: Callable[..., str]) -> None:
    alone = digest_in({"mine_m.py": MEMORY})
    assert len(alone) == 12
    assert digest_in({"mine_m.py": MEMORY}, folder="elsewhere/deep") == alone
    assert digest_in({"mine_m.py": MEMORY, "mine_other.py": "X = 1\n"}, folder="b", beside="mine_other") == alone


def test_a_byte_and_a_name_change_it(digest_in: Callable[..., str]) -> None:
    alone = digest_in({"mine_m.py": MEMORY})
    assert digest_in({"mine_m.py": MEMORY + "\n"}, folder="b") != alone
    assert digest_in({"mine_n.py": MEMORY}, name="mine_n:Mine", folder="c") != alone


@pytest.mark.parametrize(
    "line",
    [
        "import mine_help",
        "from mine_help import X",
        "def late():\n    import mine_help",
        "def late():\n    import importlib\n    return importlib.import_module('mine_help')",
        "def late():\n    return __import__('mine_help')",
        "def late():\n    import importlib\n    return importlib.import_module(name='mine_help')",
        "def late():\n    return __import__(name='mine_help')",
        "def late():\n    from importlib import import_module as load\n    return load('mine_help')",
        "import mine_between",
    ],
)
def test_what_is_imported_counts_at_the_top_or_later_and_through_others(
    line: str, digest_in: Callable[..., str]
) -> None:
    files = {"mine_m.py": f"{line}\n{MEMORY}", "mine_between.py": "import mine_help\n", "mine_help.py": "X = 1\n"}
    before = digest_in(files)
    assert digest_in(files, folder="b", beside="mine_help") == before
    assert digest_in({**files, "mine_help.py": "X = 2\n"}, folder="c") != before


def test_a_package_counts_with_what_holds_a_module_and_what_it_takes_from_it(digest_in: Callable[..., str]) -> None:
    files = {
        "mine_p/__init__.py": "from mine_p.core import Mine\n",
        "mine_p/core.py": f"from . import help\nfrom .deep.part import X\n{MEMORY}",
        "mine_p/help.py": "",
        "mine_p/deep/__init__.py": "",
        "mine_p/deep/part.py": "X = 1\n",
        "mine_p/unused.py": "",
    }
    before = digest_in(files, name="mine_p:Mine")
    assert digest_in({**files, "mine_p/unused.py": "X = 1\n"}, name="mine_p:Mine", folder="unused") == before
    used = [path for path in files if path != "mine_p/unused.py"]
    changed = {
        digest_in({**files, path: files[path] + "\n"}, name="mine_p:Mine", folder=f"f{n}")
        for n, path in enumerate(used)
    }
    assert len(changed | {before}) == 6


def test_modules_that_import_each_other_or_cannot_be_read_end_the_search(digest_in: Callable[..., str]) -> None:
    files = {
        "mine_m.py": f"import mine_ring\n{MEMORY}def late():\n    import mine_broken, mine_not_there\n",
        "mine_ring.py": "import mine_m\n",
        "mine_broken.py": "this is no Python\n",
    }
    before = digest_in(files)
    assert digest_in({**files, "mine_broken.py": "neither is that\n"}, folder="b") != before


def test_installed_packages_count_only_where_the_memory_is_one(digest_in: Callable[..., str], tmp_path: Path) -> None:
    inside = {
        "mine_q/__init__.py": "from mine_q.core import Mine\nimport mine_lib\n",
        "mine_q/core.py": MEMORY,
        "mine_lib.py": "X = 1\n",
    }
    before = digest_in(inside, name="mine_q:Mine", folder="x/site-packages")
    newer = {**inside, "mine_lib.py": "X = 2\n"}
    assert digest_in(newer, name="mine_q:Mine", folder="y/site-packages") == before
    other = {**inside, "mine_q/core.py": MEMORY + "\n"}
    assert digest_in(other, name="mine_q:Mine", folder="z/site-packages") != before


def test_a_maker_without_a_module_of_its_own_goes_by_what_it_calls() -> None:
    address = http_memory("http://127.0.0.1:9")
    assert isinstance(address, partial)
    name = "http://127.0.0.1:9"
    assert code_digest([(name, address)]) == code_digest([(name, address.func)]) != code_digest([])


def test_the_order_of_memory_and_agent_counts_for_nothing() -> None:
    first = ("fixtures.doubles:HonestMemory", import_callable("fixtures.doubles:HonestMemory"))
    second = ("tests.stubborn_doubles:Leaky", import_callable("tests.stubborn_doubles:Leaky"))
    assert code_digest([first, second]) == code_digest([second, first]) != code_digest([first])


@pytest.mark.parametrize("package", ["'mine_p'", "package='mine_p'"])
def test_a_name_within_a_package_that_is_given_counts(package: str, digest_in: Callable[..., str]) -> None:
    files = {
        "mine_m.py": f"import importlib\n{MEMORY}def late():\n    return importlib.import_module('.help', {package})\n",
        "mine_p/__init__.py": "",
        "mine_p/help.py": "X = 1\n",
    }
    assert digest_in({**files, "mine_p/help.py": "X = 2\n"}, folder="b") != digest_in(files)


@pytest.mark.parametrize(
    "listed",
    [
        "__all__ = ['conf']",
        "__all__: list[str] = ['conf']",
        "__all__ = []\n__all__ += ['conf']",
        "__all__ = []\n__all__.extend(['conf'])",
    ],
)
def test_everything_of_a_package_is_what_it_lists(listed: str, digest_in: Callable[..., str]) -> None:
    files = {
        "mine_m.py": f"from mine_p import *\n{MEMORY}",
        "mine_p/__init__.py": f"{listed}\n",
        "mine_p/conf.py": "X = 1\n",
        "mine_p/other.py": "X = 1\n",
    }
    before = digest_in(files)
    assert digest_in({**files, "mine_p/other.py": "X = 2\n"}, folder="b") == before
    assert digest_in({**files, "mine_p/conf.py": "X = 2\n"}, folder="c") != before
    named = {**files, "mine_m.py": f"from mine_p import conf\n{MEMORY}"}
    one = {**files, "mine_m.py": f"from mine_p import __doc__\n{MEMORY}"}
    assert digest_in(named, folder="d") != digest_in({**named, "mine_p/conf.py": "X = 2\n"}, folder="e")
    assert digest_in(one, folder="f") == digest_in({**one, "mine_p/conf.py": "X = 2\n"}, folder="g")


def test_the_module_of_an_entry_point_counts_whatever_makes_its_memory(digest_in: Callable[..., str]) -> None:
    files = {
        "mine_e-1.dist-info/METADATA": "Metadata-Version: 2.1\nName: mine_e\nVersion: 1\n",
        "mine_e-1.dist-info/entry_points.txt": "[pastlane.memory]\nmine = mine_e.reg:factory\n",
        "mine_e/__init__.py": "",
        "mine_e/core.py": "def build(setup, n):\n    pass\n",
        "mine_e/reg.py": "import functools\nfrom mine_e.core import build\nfactory = functools.partial(build, n=1)\n",
    }
    before = digest_in(files, name="mine")
    assert digest_in(files, name="mine", folder="b", beside="mine_e.core") == before
    assert digest_in({**files, "mine_e/reg.py": files["mine_e/reg.py"] + "\n"}, name="mine", folder="c") != before


def _zipped(archive: Path, files: Mapping[str, str]) -> Path:
    archive.parent.mkdir()
    with zipfile.ZipFile(archive, "w") as packed:
        for path, text in files.items():
            packed.writestr(path, text)
    return archive


@pytest.mark.parametrize("suffix", ["zip", "egg"])
def test_code_in_an_archive_counts_as_in_a_folder(
    suffix: str, tmp_path: Path, digest_in: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {"mine_m.py": f"from mine_p import help\n{MEMORY}", "mine_p/__init__.py": "", "mine_p/help.py": "X = 1\n"}
    in_folder = digest_in(files)

    def digest(folder: str, files: Mapping[str, str]) -> str:
        archive = _zipped(tmp_path / folder / f"m.{suffix}", files)
        _unload()
        with monkeypatch.context() as patched:
            patched.syspath_prepend(str(archive))
            return code_digest([("mine_m:Mine", import_callable("mine_m:Mine"))])

    assert digest("y", files) == in_folder
    assert digest("z", {**files, "mine_p/help.py": "X = 2\n"}) != in_folder


@pytest.mark.parametrize("says", [EXTENDS, DECLARES])
@pytest.mark.parametrize("inner", ["mine_p", "mine_p/inner"])
def test_a_package_that_is_spread_over_folders_counts_with_all_of_them_loaded_or_not(
    says: str, inner: str, digest_in: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def declare_namespace(package: str) -> None:
        module = sys.modules[package]
        module.__path__ = pkgutil.extend_path(module.__path__, package)

    declares = types.ModuleType("odd_resources")
    declares.declare_namespace = declare_namespace  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "odd_resources", declares)
    holders = {f"{holder}/__init__.py": says for holder in ("mine_p", inner)}
    name = inner.replace("/", ".")
    use = f"def late():\n    from {name} import there\n{MEMORY}"
    in_one = digest_in({"mine_m.py": use, **holders, f"{inner}/there.py": "X = 1\n"}, folder="one")

    def spread(number: int, beside: str = "") -> str:
        elsewhere = tmp_path / f"other{number}{len(beside)}"
        for path, text in {**holders, f"{inner}/there.py": f"X = {number}\n"}.items():
            (elsewhere / path).parent.mkdir(parents=True, exist_ok=True)
            (elsewhere / path).write_text(text, encoding="utf-8")
        monkeypatch.syspath_prepend(str(elsewhere))
        return digest_in({"mine_m.py": use, **holders}, folder="first", beside=beside)

    assert spread(1) == in_one
    assert spread(2) != in_one
    assert spread(1, beside=f"{name}.there") == in_one


@pytest.fixture
def not_covered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[str, ...]]:
    """What is told of a memory `mine_m:Mine` among these files."""

    def told(files: Mapping[str, str]) -> tuple[str, ...]:
        for path, text in files.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text, encoding="utf-8")
        importlib.invalidate_caches()
        for place in (tmp_path / "site-packages", tmp_path):
            monkeypatch.syspath_prepend(str(place))
        return read_outside_code([("mine_m:Mine", find_backend("mine_m:Mine"))]).not_covered

    return told


def test_what_imports_cannot_be_followed_is_told_of_the_users_own_modules_alone(
    not_covered: Callable[..., tuple[str, ...]],
) -> None:
    load = "import importlib\ndef late(name):\n    return importlib.import_module(name)\n"
    files = {
        "mine_m.py": f"import json\nimport mine_help\n{MEMORY}",
        "mine_help.py": f"import mine_installed\n{load}",
        "site-packages/mine_installed.py": load,
    }
    assert not_covered(files) == ("mine_help: line 4 imports by a name that is made up while running",)
    _unload()
    assert not_covered({"mine_m.py": MEMORY}) == ()


def test_a_module_that_no_file_holds_is_told_and_pythons_own_are_not(
    not_covered: Callable[..., tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "mine_made", types.ModuleType("mine_made"))
    monkeypatch.setitem(sys.modules, "orjson.made", types.ModuleType("orjson.made"))
    files = {
        "mine_m.py": f"import mine_made, mine_space.one, sys, time, os.path, orjson.made, zipimport\n{MEMORY}",
        "mine_space/one.py": "",
    }
    assert not_covered(files) == ("mine_made: no file holds it",)


def test_a_class_or_function_that_is_made_of_text_is_told_and_one_with_made_parts_is_not(
    not_covered: Callable[..., tuple[str, ...]],
) -> None:
    made = "exec('class Mine:\\n    def search(self): pass')\n"
    assert not_covered({"mine_m.py": made}) == (
        "mine_m:Mine: no file holds what makes it",
        "mine_m: line 1 runs code that it finds while running",
    )
    _unload()
    partly = "from dataclasses import dataclass\n@dataclass\nclass Mine:\n    n: int = 0\n    def search(self): pass\n"
    assert not_covered({"mine_m.py": partly}) == ()
    _unload()
    assert not_covered({"mine_m.py": "Mine = eval('lambda setup: None')\n"}) == (
        "mine_m:Mine: no file holds what makes it",
    )


def test_a_memory_of_a_command_line_or_notebook_is_told_by_the_run(tmp_path: Path) -> None:
    program = (
        "from pathlib import Path\n"
        "from fixtures.doubles import HonestMemory\n"
        "from replay.prepare import Request, prepare\n"
        "from replay.report import make_report\n"
        "from replay.run import run\n"
        "class Mine(HonestMemory):\n    def close(self): pass\n"
        "one = prepare(Request(source='demo', memory='__main__:Mine', agent='noop', limit=1))\n"
        "report = make_report([one], [run(one, Path('run'))], lambda config: Path('run'))\n"
        "print(report.render(), report.to_dict()['code_not_covered'])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True)
    *_, note, told = done.stdout.splitlines()
    assert note == (
        "code that the digest of the code does not cover: __main__:Mine: no file holds what makes it, "
        "and 1 place more; if it changes, name a new --out"
    )
    assert told.strip() == "['__main__:Mine: no file holds what makes it', '__main__: no file holds it']"


def test_a_linked_file_goes_by_the_name_of_the_link(digest_in: Callable[..., str], tmp_path: Path) -> None:
    files = {
        "mine_m.py": f"import mine_p\n{MEMORY}",
        "mine_p/__init__.py": "from . import help\n",
        "mine_p/help.py": "X = 1\n",
    }
    before = digest_in(files)
    for path, text in files.items():
        stored = tmp_path / "store" / path.replace("/", "-").removesuffix(".py")
        stored.parent.mkdir(exist_ok=True)
        stored.write_text(text, encoding="utf-8")
        (tmp_path / "linked" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "linked" / path).symlink_to(stored)
    assert digest_in({}, folder="linked") == before


@pytest.mark.parametrize(
    "maker",
    [
        "scope = {}\nexec('def make(setup): pass', scope)\nMine = scope['make']\n",
        "Mine = {}.get\n",
        "def Mine(setup): pass\nMine.__wrapped__ = Mine\n",
    ],
)
def test_a_maker_that_says_no_module_goes_by_its_name(maker: str, digest_in: Callable[..., str]) -> None:
    assert digest_in({"mine_m.py": maker}) != digest_in({"mine_m.py": maker + "\n"}, folder="b")


@pytest.mark.parametrize("deep", ["if a:\n pass\n" + "elif a:\n pass\n" * 20_000, "x = " + "-" * 100_000 + "1\n"])
def test_a_source_too_deep_to_be_read_counts_by_its_bytes(deep: str, digest_in: Callable[..., str]) -> None:
    files = {"mine_m.py": f"def late():\n    import mine_deep\n{MEMORY}", "mine_deep.py": deep}
    assert digest_in({**files, "mine_deep.py": deep + "\n"}, folder="b") != digest_in(files)


class _Refusing(types.ModuleType):
    def __getattr__(self, name: str) -> object:
        raise ImportError(name)


def _with_number() -> types.ModuleType:
    module = types.ModuleType("odd_stand_in")
    module.__file__ = 5  # type: ignore[assignment]
    return module


def _without_spec() -> types.ModuleType:
    module = _Refusing("odd_stand_in")
    del module.__dict__["__spec__"]
    return module


@pytest.mark.parametrize("odd", [_with_number, _without_spec, object])
def test_a_stand_in_among_the_loaded_modules_is_passed_over(
    odd: Callable[[], object], digest_in: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {"mine_m.py": f"import mine_help\ndef late():\n    import odd_stand_in\n{MEMORY}", "mine_help.py": ""}
    before = digest_in(files)
    monkeypatch.setitem(sys.modules, "odd_stand_in", odd())
    assert digest_in(files, folder="b") == before

"""What the digest of outside code depends on: names and bytes of what is imported, and nothing beside them."""

import importlib
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

import pytest

from memory.adapters.http import http_memory
from memory.registry import import_callable
from replay.outside_code import code_digest

MEMORY = "class Mine:\n    pass\n"


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
            return code_digest([(name, import_callable(name))])

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

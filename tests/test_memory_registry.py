import tomllib
from pathlib import Path

import pytest

from fixtures.doubles import HonestMemory
from memory.adapters.adapter import Adapter
from memory.adapters.table import ADAPTERS
from memory.backend import Capabilities
from memory.errors import BadOption, MissingExtra, UnknownBackend
from memory.registry import BUILT_IN, backend_names, find_backend, is_url

ROOT = Path(__file__).resolve().parents[1]


def test_every_built_in_name_is_found() -> None:
    for name in BUILT_IN:
        assert callable(find_backend(name))
    assert set(BUILT_IN) <= set(backend_names())


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(UnknownBackend, match=r"'ful'.*none, gold, recent, fulltext"):
        find_backend("ful")


def test_a_class_is_found_by_module_and_name() -> None:
    assert find_backend("fixtures.doubles:HonestMemory") is HonestMemory


@pytest.mark.parametrize("name", ["no_such_module:X", "fixtures.doubles:NoSuch", "fixtures.doubles:LEAKS", ":", ":X"])
def test_a_door_that_leads_nowhere_says_so(name: str) -> None:
    with pytest.raises(UnknownBackend):
        find_backend(name)


def test_an_adapter_whose_package_is_missing_says_which_extra_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    row = Adapter(
        target="memory.adapters.no_such:NoSuch",
        packages=("json", "no_such_package"),
        extra="nosuch",
        capabilities=Capabilities(),
        tried="read",
    )
    monkeypatch.setattr("memory.registry.ADAPTERS", {"nosuch": row})
    with pytest.raises(MissingExtra, match=r"'nosuch'.*no_such_package.*pip install '\.\[nosuch\]'"):
        find_backend("nosuch")


def test_every_adapter_names_a_class_of_its_own_file_and_an_extra_that_the_project_has() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    for name, adapter in ADAPTERS.items():
        module, _, _ = adapter.target.partition(":")
        assert module.startswith("memory.adapters."), name
        assert (ROOT / module.replace(".", "/")).with_suffix(".py").exists(), name
        assert adapter.extra in extras or not adapter.packages or not adapter.extra, name


@pytest.mark.parametrize("name", ["http://127.0.0.1:1", "HTTPS://memory.example:443/base"])
def test_an_address_is_a_memory_of_its_own(name: str) -> None:
    assert is_url(name)
    assert callable(find_backend(name))


@pytest.mark.parametrize("name", ["http://", "http://user:secret@host:80", "http://host/?q=1", "http://host:99999"])
def test_an_address_that_cannot_be_used_is_refused_without_being_repeated(name: str) -> None:
    with pytest.raises(BadOption) as caught:
        find_backend(name)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("name", ["127.0.0.1:8766", "localhost:8766", "memory.example:80/base", "[::1]:8766"])
def test_a_bare_address_is_asked_whether_its_scheme_is_missing(name: str) -> None:
    with pytest.raises(UnknownBackend) as caught:
        find_backend(name)
    assert str(caught.value) == f"no memory is called {name!r}: http:// is missing? (http://{name})"


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module `notes_mem` that can be found, and must not be imported."""
    (tmp_path / "notes_mem.py").write_text("raise SystemExit('imported')", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.mark.usefixtures("notes")
@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("notes_mem", "notes_mem:Class"),
        ("notes_mem.Notes", "notes_mem:Notes"),
        ("notes_mem.deep.Notes", "notes_mem.deep:Notes"),
        ("notes_mem.deep", "notes_mem.deep:Class"),
        ("notes_mem.py", "notes_mem:Class"),
        ("notes_mem/deep.py", "notes_mem.deep:Class"),
    ],
)
def test_a_module_or_a_class_after_a_dot_is_asked_whether_it_was_meant(name: str, meant: str) -> None:
    with pytest.raises(UnknownBackend) as caught:
        find_backend(name)
    assert str(caught.value).startswith(f"no memory is called {name!r}; did you mean {meant}? known: none, gold")


@pytest.mark.parametrize("name", ["", ".", "no_such_module.Notes", "json", "a b", "a..B", "notes-mem"])
def test_a_name_that_leads_to_no_module_is_asked_nothing(name: str) -> None:
    with pytest.raises(UnknownBackend) as caught:
        find_backend(name)
    assert str(caught.value).startswith(f"no memory is called {name!r}; known: ")


@pytest.mark.parametrize(
    ("name", "meant"), [("bm.py:BM", "bm:BM"), ("memories/bm.py:BM", "memories.bm:BM"), ("./bm.py:BM", "bm:BM")]
)
def test_a_file_before_the_class_is_asked_whether_its_module_was_meant(name: str, meant: str) -> None:
    with pytest.raises(UnknownBackend, match=f"is a file, not a module; did you mean {meant}\\?"):
        find_backend(name)


@pytest.mark.parametrize("name", ["memory:Mine", "memory.mine:Mine", "scoring.py:Mine"])
def test_a_module_that_is_called_like_a_package_of_ours_is_told_to_be_hidden(name: str) -> None:
    with pytest.raises(UnknownBackend, match=r" is a package of Pastlane; a module of yours needs another name\)$"):
        find_backend(name)


def test_a_class_that_a_module_has_not_is_asked_back_and_those_it_defines_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "with_classes.py").write_text(
        "from memory.backend import MemoryBackend\nclass Second: ...\nclass First: ...\nclass _Hidden: ...\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UnknownBackend) as caught:
        find_backend("with_classes:Secnd")
    assert str(caught.value) == "'with_classes' has no 'Secnd'; did you mean Second? known: First, Second"

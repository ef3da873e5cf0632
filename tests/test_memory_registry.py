import pytest

from fixtures.doubles import HonestMemory
from memory.errors import UnknownBackend
from memory.registry import backend_names, find_backend


def test_every_built_in_name_is_found() -> None:
    for name in backend_names():
        assert callable(find_backend(name))


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(UnknownBackend, match=r"'ful'.*none, gold, recent, fulltext"):
        find_backend("ful")


def test_a_class_is_found_by_module_and_name() -> None:
    assert find_backend("fixtures.doubles:HonestMemory") is HonestMemory


@pytest.mark.parametrize("name", ["no_such_module:X", "fixtures.doubles:NoSuch", "fixtures.doubles:LEAKS", ":", ":X"])
def test_a_door_that_leads_nowhere_says_so(name: str) -> None:
    with pytest.raises(UnknownBackend):
        find_backend(name)

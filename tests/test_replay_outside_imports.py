"""What a source says of its imports, and where it leaves them to be made up while running."""

import pytest

from replay.outside_imports import extends_its_path, imported, made_up


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("import_module(name)", "imports by a name that is made up while running"),
        ("importlib.import_module(f'.{name}', __package__)", "imports by a name that is made up while running"),
        ("__import__(name='mine_' + kind)", "imports by a name that is made up while running"),
        ("exec(text)", "runs code that it finds while running"),
        ("runpy.run_path('mine.py')", "runs code that it finds while running"),
        ("importlib.util.spec_from_file_location('mine', path)", "runs code that it finds while running"),
        ("__path__.append(folder)", "says where modules are looked for"),
        ("__path__ = [folder]", "says where modules are looked for"),
    ],
)
def test_what_is_made_up_while_running_is_told_with_its_line(line: str, what: str) -> None:
    assert made_up(f"import importlib\n\n{line}\n".encode()) == (f"line 3 {what}",)


@pytest.mark.parametrize(
    "line",
    [
        "import mine_help",
        "importlib.import_module('mine_help')",
        "importlib.import_module('.help', __package__)",
        "window.exec()",
        "exec",
        "eval(text)",
        "__path__ = pkgutil.extend_path(__path__, __name__)",
        "__import__('pkg_resources').declare_namespace(__name__)",
        "",
    ],
)
def test_what_stands_there_or_is_no_import_is_not_told(line: str) -> None:
    assert made_up(f"{line}\n".encode()) == ()


def test_lines_come_in_order_and_a_source_that_cannot_be_read_is_told_as_such() -> None:
    found = made_up(b"def late():\n    exec(text)\n    load(name)\nfrom importlib import import_module as load\n")
    assert [line.split()[:2] for line in found] == [["line", "2"], ["line", "3"]]
    assert made_up(b"\x7fELF\x00") == made_up(b"class :") == ("what it imports cannot be read",)
    assert imported(b"class :", "") == ()


def test_a_package_that_is_spread_over_folders_says_so_in_one_of_two_ways() -> None:
    assert extends_its_path(b"from pkgutil import extend_path\n__path__ = extend_path(__path__, __name__)\n")
    assert extends_its_path(b"import pkg_resources\npkg_resources.declare_namespace(__name__)\n")
    assert not extends_its_path(b"from pkgutil import extend_path\n")

"""The page is one file that runs nothing but itself, and data in it can end nothing and open nothing."""

import base64
import gzip
import hashlib
import html
import re

import orjson
import pytest

from replay.errors import InputError
from replay.reporting import page
from replay.reporting.texts import TextTable
from tests.reporting import END, IMAGE

LIBRARY = "window.Plotly = {};"


@pytest.fixture(autouse=True)
def _small_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "chart_library", lambda: LIBRARY)


def blocks(built: str) -> dict[str, str]:
    """The contents of the page's script elements by id."""
    return dict(re.findall(r'<script type="[^"]*" id="([^"]*)"[^>]*>(.*?)</script>', built, re.DOTALL))


def unpacked(text: str) -> bytes:
    return gzip.decompress(base64.b64decode(text))


def test_what_goes_in_comes_out_again() -> None:
    built = page.build_page("t", {"a": END}, {"s0": {"text": IMAGE}})
    found = blocks(built)
    assert orjson.loads(found["index"]) == {"a": END}
    assert orjson.loads(unpacked(found["part-0"])) == {"text": IMAGE}
    assert unpacked(found["charts"]).decode() == LIBRARY


def test_data_holds_no_angle_bracket() -> None:
    built = page.build_page(END, {"a": [END, IMAGE, "<!-- <script>"]}, {END: {}})
    assert "<" not in blocks(built)["index"]
    assert html.escape(END) in built
    assert built.count("</script>") == built.count("<script")


def test_marks_of_the_template_in_data_are_left_as_they_are() -> None:
    found = blocks(page.build_page("@@SCRIPT@@", {"a": "@@INDEX@@"}, {}))
    assert orjson.loads(found["index"]) == {"a": "@@INDEX@@"}


def test_only_the_two_scripts_with_their_hashes_may_run_and_nothing_may_be_asked_for() -> None:
    built = page.build_page("t", {}, {})
    policy = html.unescape(re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', built)[0])
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    own = re.findall(r"<script>(.*?)</script>", built, re.DOTALL)
    hashes = [f"'sha256-{base64.b64encode(hashlib.sha256(t.encode()).digest()).decode()}'" for t in (own[0], LIBRARY)]
    assert len(own) == 1
    assert rules["script-src"].split() == hashes
    assert rules["default-src"] == "'none'"
    assert not {"connect-src", "frame-src", "font-src"} & rules.keys()
    assert rules["img-src"] == "data:"


def test_the_page_names_no_address_outside() -> None:
    assert not re.search(r"(?:src|href)=\"(?!#)", page.build_page("t", {}, {}))


def test_the_pages_own_script_reads_no_markup() -> None:
    script = re.findall(r"<script>(.*?)</script>", page.build_page("t", {}, {}), re.DOTALL)[0]
    for word in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "new Function",
        "DOMParser",
    ):
        assert word not in script


def test_equal_contents_give_equal_pages() -> None:
    assert page.build_page("t", {"a": 1}, {"s": {"b": 2}}) == page.build_page("t", {"a": 1}, {"s": {"b": 2}})


def test_a_missing_library_is_an_error_that_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    page.chart_library.cache_clear()
    monkeypatch.setattr(page, "find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"\.\[report\]"):
        page.chart_library()
    page.chart_library.cache_clear()


def test_equal_texts_have_one_number() -> None:
    table = TextTable()
    assert [table.number(text) for text in ("a", "b", "a", "")] == [0, 1, 0, 2]
    assert table.texts() == ["a", "b", ""]
    assert TextTable().texts() == []

"""The page itself: one HTML file that holds everything, runs nothing but its own scripts, and asks nobody for anything.

Whatever comes from data stands in blocks that are no script: the index as JSON, the rest compressed. The page's
scripts put it into text nodes, never into markup. A content security policy by hash lets no other script run, and
forbids every request.
"""

import base64
import gzip
import hashlib
from collections.abc import Mapping
from functools import lru_cache
from html import escape
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from replay.errors import InputError
from scoring.codec import to_json

SCRIPTS = ("dom", "store", "format", "summary", "diagnosis", "curves", "compare", "timeline", "table", "query", "main")
"""The files of the page's script, in the order in which they are put together."""
_LEVEL = 9


def build_page(title: str, index: object, parts: Mapping[str, object]) -> str:
    """The HTML of a report: `index` is at hand when it opens, each of `parts` is unpacked when it is looked at.

    Equal contents give equal pages.

    Raises:
        InputError: the library that draws the charts is not installed.
    """
    charts = chart_library()
    script = _script()
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src {_hash(script)} {_hash(charts)}",
            "style-src 'unsafe-inline'",  # the chart library writes rules of its own; they can reach nothing outside
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    blocks = [_packed(f"part-{number}", name, to_json(part)) for number, (name, part) in enumerate(parts.items())]
    filled = {
        "POLICY": escape(policy, quote=True),
        "TITLE": escape(title),
        "STYLE": _read("style.css"),
        "INDEX": _json_block(to_json(index)),
        "PARTS": "\n".join(blocks),
        "CHARTS": _packed("charts", "charts", charts.encode()),
        "SCRIPT": script,
    }
    return "".join(_fill(_read("index.html"), filled))


@lru_cache(maxsize=1)
def chart_library() -> str:
    """The text of plotly.js, as the package plotly ships it.

    Raises:
        InputError: the package is not installed.
    """
    spec = find_spec("plotly")
    places = [] if spec is None or spec.submodule_search_locations is None else list(spec.submodule_search_locations)
    for place in places:
        path = Path(place) / "package_data" / "plotly.min.js"
        if path.is_file():
            return path.read_text(encoding="utf-8")
    raise InputError(
        "the charts of the report are drawn by plotly, which is not installed: pip install '.[report]' in the checkout"
    )


def _script() -> str:
    """The page's own script, as one function scope."""
    return '"use strict";\n(() => {\n' + "\n".join(_read(f"{name}.js") for name in SCRIPTS) + "\n})();\n"


def _read(name: str) -> str:
    return (files("replay.reporting") / "page" / name).read_text(encoding="utf-8")


def _hash(content: str) -> str:
    digest = hashlib.sha256(content.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _json_block(content: bytes) -> str:
    """JSON that can stand in a script element: it holds no `<`, so that it can end nothing and open nothing."""
    return content.decode().replace("<", "\\u003c")


def _packed(block_id: str, name: str, content: bytes) -> str:
    """A block with compressed bytes; `name` is what the page asks for it by."""
    text = base64.b64encode(gzip.compress(content, _LEVEL, mtime=0)).decode()
    return f'<script type="text/plain" id="{block_id}" data-name="{escape(name, quote=True)}">{text}</script>'


def _fill(template: str, filled: Mapping[str, str]) -> list[str]:
    """The template with each `@@NAME@@` replaced once; what is filled in is not looked at again."""
    pieces = template.split("@@")
    return [filled[piece] if number % 2 else piece for number, piece in enumerate(pieces)]

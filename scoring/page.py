"""What every table and line of text for people keeps to: eighty columns, and nothing that a terminal obeys."""

import io
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from scoring.plain_text import plain_lines, same_line

WIDTH = 80
MOST_FIRST_COLUMN = 22
"""A longer name is cut where the other columns leave it no more room."""


def wrapped(line: str, *, indent: str = "  ", break_on_hyphens: bool = True) -> str:
    """The line and its end, broken where it is longer than the page; what goes on below is indented."""
    parts = textwrap.wrap(line, WIDTH, subsequent_indent=indent, break_on_hyphens=break_on_hyphens)
    return "".join(f"{part}\n" for part in parts)


def heading(title: str) -> str:
    """As `wrapped`, and no word is broken: what a title names may be copied."""
    parts = textwrap.wrap(
        same_line(title), WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )
    return "\n".join(parts) + "\n"


class _PlainTable(Table):
    """A table whose cells are text: no markup, no line of their own, nothing that a terminal obeys."""

    def add_row(self, *cells: Any, **options: Any) -> None:
        """Add a row of texts."""
        super().add_row(*(same_line(cell) if isinstance(cell, str) else cell for cell in cells), **options)


def columns_that_fit(names: Sequence[str], *, first: int) -> Iterator[slice]:
    """The names in parts that fit side by side, as columns of figures, beside a first one of so many characters."""
    begin, used = 0, first
    for place, name in enumerate(names):
        needed = max(len(name), 4) + 2
        if place > begin and used + needed > WIDTH:
            yield slice(begin, place)
            begin, used = place, first
        used += needed
    yield slice(begin, len(names))


def make_table(first: str, columns: Sequence[str]) -> Table:
    """An empty table: a first column of names, then columns of figures. Its cells are taken as they are spelled."""
    table = _PlainTable(box=SIMPLE_HEAD, padding=(0, 0, 0, 1), pad_edge=False, show_edge=False)
    table.add_column(first, no_wrap=True, max_width=MOST_FIRST_COLUMN)
    for name in columns:
        table.add_column(plain_lines(name), justify="right", no_wrap=True)
    return table


def fits(table: Table) -> bool:
    """Whether no column of figures has to be cut for the page."""
    return _width(table) <= WIDTH


def table_text(table: Table) -> str:
    """The table as lines of text; its first column takes what the others leave of the page."""
    first = table.columns[0]
    first.max_width = (first.max_width or MOST_FIRST_COLUMN) + max(0, WIDTH - _width(table))
    console = _console(WIDTH)
    console.print(table)
    file = console.file
    assert isinstance(file, io.StringIO)
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines()) + "\n"


def _width(table: Table) -> int:
    return _console(width=100 * WIDTH).measure(table).maximum


def _console(width: int) -> Console:
    return Console(
        file=io.StringIO(), width=width, force_terminal=False, color_system=None, legacy_windows=False,
        markup=False, emoji=False, highlight=False,
    )  # fmt: skip

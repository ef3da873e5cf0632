"""The elements of a JSON array, one at a time: a file larger than memory never stands in memory as a whole."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from replay.importing.packed_files import open_text
from replay.importing.problems import Problems

CHUNK = 1 << 20
_BLANKS = re.compile(r"\s*")
_NEAR_END = 16
"""A mistake so near to the end of what was read may be cut text; one before is a mistake."""


class _Window:
    """The part of the text that was read, and how far it was used."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self.text = ""
        self.at = 0
        """Where the text that was not used yet begins."""
        self.line = 1
        self.ended = False

    def use(self, end: int) -> None:
        """Leave all before `end` behind."""
        self.line += self.text.count("\n", self.at, end)
        self.at = end

    def more(self) -> None:
        """Read on; a long element is read in ever larger parts."""
        rest = self.text[self.at :]
        chunk = self._file.read(max(CHUNK, len(rest)))
        self.ended = not chunk
        self.text, self.at = rest + chunk, 0

    def sign(self) -> str:
        """The next character that is no blank, not used yet; empty at the end of the file."""
        while True:
            blanks = _BLANKS.match(self.text, self.at)
            self.use(blanks.end() if blanks else self.at)
            if self.at < len(self.text) or self.ended:
                return self.text[self.at : self.at + 1]
            self.more()

    @property
    def shown(self) -> str:
        """What comes next, for messages."""
        return repr(self.text[self.at : self.at + 20])


def read_array(path: Path, problems: Problems) -> Iterator[tuple[str, Any]]:
    """Each element of the array in the file, with its place; a file with one object is an array of that one.

    Raises:
        InputError: the text is no array, or is cut off, or an element is no JSON: what follows cannot be told then.
    """
    decoder = json.JSONDecoder()
    number = 0
    with open_text(path) as file:
        window = _Window(file)
        is_array = window.sign() == "["
        if not window.sign():
            return
        if is_array:
            window.use(window.at + 1)
        while window.sign() != "]":
            number += 1
            where = f"line {window.line}, record {number}"
            yield where, _element(decoder, window, where, problems)
            sign = window.sign()
            if sign == "," and is_array:
                window.use(window.at + 1)
                if window.sign() == "]":
                    raise problems.stop(f"line {window.line}", "", "no JSON: a comma before the end of the array")
            elif sign == "" and not is_array:
                return
            elif sign != "]":
                found = "the end of the file" if not sign else window.shown
                why = 'is it one object a line? Then format = "jsonl"' if sign == "{" else "is it cut off?"
                message = f"no JSON: {found} after record {number}; {why}"
                raise problems.stop(f"line {window.line}", "", message)
        window.use(window.at + 1)
        if window.sign():
            raise problems.stop(f"line {window.line}", "", f"no JSON: {window.shown} behind the array")


def _element(decoder: json.JSONDecoder, window: _Window, where: str, problems: Problems) -> Any:
    while True:
        try:
            value, end = decoder.raw_decode(window.text, window.at)
        except json.JSONDecodeError as exc:
            cut = exc.msg.startswith("Unterminated") or exc.pos >= len(window.text) - _NEAR_END
            if window.ended or not cut:
                raise problems.stop(where, "", f"no JSON: {exc.msg}") from exc
        except RecursionError as exc:
            raise problems.stop(where, "", "no JSON: nested too deep") from exc
        except ValueError as exc:
            raise problems.stop(where, "", "no JSON: a number of too many digits") from exc
        else:
            if end < len(window.text) or window.ended:
                window.use(end)
                return value
        window.more()

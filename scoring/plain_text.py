"""Texts of histories, memories and models as people may be shown them on a terminal.

The rule: nothing that was said gives the terminal an order, turns the direction of what stands around it, or begins a
line of its own among ours. What would is shown as a question mark, so that a reader sees that there was something.
"""

import re

_JOINERS = "\u200c\u200d"
"""They join letters of some scripts and parts of pictures, and do nothing else."""
_SPACES = "\t\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_IN_JSON = re.compile(rb"\x7f|\xc2[\x80-\x9f]|\xd8\x9c|\xe2\x80[\x8b-\x8f\xa8-\xae]|\xe2\x81[\xa0-\xaf]|\xef\xbb\xbf")
"""DEL, the C1 controls, and what is not seen but turns or breaks a line, as UTF-8."""


def counted(n: float, one: str, many: str = "", spec: str = "") -> str:
    """`1 run`, `2 runs`; `many` where the plural is not just with an s. `spec` is the number's format."""
    return f"{n:{spec}} {one if n == 1 else many or one + 's'}"


def one_line(text: str) -> str:
    """The text in one line: runs of blanks become one space, and whatever a terminal may obey a question mark."""
    joined = " ".join(text.split())
    return joined if joined.isprintable() else "".join(map(_shown, joined))


def same_line(text: str) -> str:
    """The text with its runs of spaces, in one line: for lines that are indented."""
    return text if text.isprintable() else "".join(map(_shown, " ".join(text.splitlines())))


def cut(text: str, most: int) -> str:
    """The text, or its beginning with `...` behind it: `most` characters at the most, which are three or more."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def cut_line(text: str, most: int) -> str:
    """As `cut`, of the text in one line: runs of blanks become one space."""
    return cut(" ".join(text.split()), most)


def plain_lines(text: str) -> str:
    r"""The text with its line ends (`\n` alone) and spaces; whatever else a terminal may obey is a question mark."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    return "\n".join(line if line.isprintable() else "".join(map(_shown, line)) for line in text.split("\n"))


def plain_json(content: bytes) -> bytes:
    """The same JSON value; characters that a terminal may obey are written as escapes. `content` is UTF-8.

    JSON itself demands it of those below U+0020 alone. Outside of its texts it has none of these characters.
    """
    return _IN_JSON.sub(_escaped, content) if _IN_JSON.search(content) else content


def _shown(char: str) -> str:
    if char.isprintable() or char in _JOINERS:
        return char
    return " " if char in _SPACES else "?"


def _escaped(found: re.Match[bytes]) -> bytes:
    return b"\\u%04x" % ord(found[0].decode())

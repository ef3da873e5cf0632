"""Small good inputs made hostile: JSON values replaced, lines dropped and doubled, bytes turned.

The rule: all chance comes from the generator that is handed in, so that a seed and a number name an input for ever.
"""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

Kind = Literal["json", "lines", "text", "bytes"]
"""How an input is built: one JSON value, a JSON value a line, lines of text, or anything."""


@dataclass(frozen=True, slots=True)
class Raw:
    """A piece of JSON as it is spelled; it may be none."""

    spelled: bytes


class Pairs(list[tuple[str, Any]]):
    """An object whose keys may come twice."""


def _deep(n: int, begin: bytes = b"[", end: bytes = b"]") -> Raw:
    return Raw(begin * n + b"0" + end * n)


HOSTILE_TEXTS = (
    "", " ", "\n", "\r\n\t", "a\nb", "\0", "\x1b[2J\x1b]0;owned\x07", "\x9b31m", "\u202eevil\u2066", "\u2028",
    "../../../etc/passwd", "/etc/passwd", "..", ".", "a/b", "a\\b", "CON", "nul.jsonl", "x" * 300, "-", "--out",
    "~", "$(touch /tmp/x)", "`id`", "; rm -rf /", "| cat", "'; DROP TABLE turns; --", "\" OR 1=1 --", "%s%n%x",
    "{0.__class__}", "${jndi:ldap://x}", "<script>alert(1)</script>", "]]>", "&amp;&#0;", "=cmd|' /C calc'!A0", "+1",
    "@SUM(1)", "[red]x[/red]", "[/x]", "[bold", "[[", ":smile:", "[link=x]", "\ufeff", "\ufffe", "\uffff", "𝟘𝟙𝟚",
    "１２", "٣", "²", "½", "Ⅳ", "一", "१२:३०", "e\u0301" * 40, "ß", "İ", "ﬁ", "\u200d", "\U000e0041", "🇵🇹" * 20,
    "True", "null", "NaN", "inf", "-inf", "1e999", "1_000", "0x10", "-0", "00", "1.", ".5", "9" * 25,
    "2025-02-30T10:00", "2025-13-01 00:00", "2025-03-30T02:30:00", "2025-03-01T08:30:60", "2025-03-01T24:00",
    "9999-12-31T23:59:59.999999", "9899-12-31T23:59:59+00:00", "0001-01-01T00:00", "1900-01-01T00:00:00+23:59",
    "9900-12-31T23:59:59-23:59", "1899-12-31T23:59", "2025-03-01T08:30:00+24:00", "2025-03-01T08:30:00+0099",
    "2025-03-01T08:30:00Z", "2025-03-01T08:30:00+01:00", "2025-03-01", "25:61", "At 25:99 PM,", "At 12:00 AM, Ada",
    "[February 31, 2025] At 8:00 AM, so.", "[March 1, 0000] At 8:00 AM, so.", "[March 1, 99999] At 1:00 PM, so.",
    "12:00 am on 31 February, 2023", "0:00 pm on 1 May, 2023", "1:56 pm on 8 May, 0000", "Dec 32, 2025, 25:61:61",
    "2023/02/30 (Tue) 23:40", "2023/05/30 (Tue) 99:99", "Europe/Lisbon", "../../etc/localtime", "Etc/GMT+99", "UTC\0",
    "localtime", "posix/UTC", "Europe", "Thu, 99 Foo 2025 99:99:99 +9999", "Mon, 01 Jan 0000 00:00:00 GMT",
    "m000001", "m0", "m-1", "1/0", "demo/5@end", "D1:1", "D999999999:1", "0s", "99999999999d", "1h" * 3000, "1d,,2d",
    "sweep:", "sweep:end,end", "1-999999999", "5-1", "1-100001", "--", "a=b=c", "=x", "x=",
    "carcontrol_seat_set_heating_level(", "carcontrol_x(a=1,a=2)", "f(x=" + "9" * 5000 + ")", "f(a=\"\\ud800\")",
    "f(" * 2000, "f(a=[1])", "f(a=1e999)", "f(a='\\x00')",
)  # fmt: skip
_RAW = (
    b"NaN", b"Infinity", b"-Infinity", b"1e400", b"-1e400", b"1e-400", b"-0", b"-0.0", b"0.1e1", b"1e15", b"1E3",
    b"9" * 19, b"9" * 20, b"9" * 400, b"9" * 5000, b"-" + b"9" * 400, b"9223372036854775807", b"9223372036854775808",
    b"-9223372036854775809", b"18446744073709551616", b"1735689600", b"1735689600000", b"-1", b"0", b"1", b"2",
    b"1.5", b"1e3000", b"253402300800", b"-62135596801", b"01", b"+1", b".5", b"0x1", b"'x'", b'"\\ud800"',
    b'"\\udc00x"', b'"\\ud83d\\ude00"', b'"\\u0000"', b'"\\x41"', b'"\xff\xfe"',
    b'"\xed\xa0\x80"', b'"\xf4\x90\x80\x80"',
    b"true", b"false", b"null", b"undefined", b"[]", b"{}", b"[[]]", b"[null]", b'[""]', b"[0,1]", b'{"a":1,"a":2}',
    b'{"":0}', b'{"__class__":0}', b'{"name":1}', b'{"name":"x","args":{}}', b"/* */1", b"", b",", b"]", b"}", b'"',
)  # fmt: skip
_DEEP = (
    _deep(8), _deep(64), _deep(200), _deep(250), _deep(254), _deep(260), _deep(600), _deep(1000), _deep(1020),
    _deep(1030), _deep(5000), _deep(100_000), _deep(200, b'{"a":', b"}"), _deep(300, b'{"a":', b"}"),
    _deep(900, b'{"a":', b"}"), _deep(1500, b'{"a":', b"}"), _deep(300, b'[{"":', b"}]"),
)  # fmt: skip
_BIG = ("x" * 70_000, "seat heating " * 3000, "你" * 20_000, "\n" * 5000, "a " * 20_000, "(" * 20_000, "[" * 20_000)
HOSTILE_BYTES = (
    b"\0", b"\xff", b"\xfe\xff", b"\xff\xfe", b"\xef\xbb\xbf", b"\x80", b"\xc0\x80", b"\xed\xa0\x80", b"\x1b[2J", b"\r",
    b"\n", b"\r\n", b"\n\n", b"\t", b'"', b"\\", b"{", b"}", b"[", b"]", b",", b":", b"'", b'""', b"\\u", b"\\ud800",
    b"\xe2\x80\xae", b"\xe2\x80\xa8", b"\x85", b"\x1c", b"\xc2\x85", b"9" * 30, b"-", b"e", b"=", b";", b"|",
)  # fmt: skip


def mutated(rng: random.Random, seeds: Sequence[bytes], kind: Kind) -> bytes:
    """One of the seeds with a few things wrong, most often one or two; now and then it is left as it is."""
    data = rng.choice(seeds)
    for _ in range(_few(rng)):
        data = _once(rng, data, seeds, kind)
    return data


def _few(rng: random.Random) -> int:
    n = 0 if rng.random() < 0.02 else 1
    while n and n < 6 and rng.random() < 0.4:
        n += 1
    return n


def _once(rng: random.Random, data: bytes, seeds: Sequence[bytes], kind: Kind) -> bytes:
    roll = rng.random()
    match kind:
        case "json" if roll < 0.8:
            return _json(rng, data)
        case "lines" if roll < 0.65:
            return _one_line(rng, data)
        case "lines" if roll < 0.85:
            return _lines(rng, data, seeds)
        case "text" if roll < 0.35:
            return _put_in(rng, data, rng.choice(HOSTILE_TEXTS).encode("utf-8", "surrogatepass"))
        case "text" if roll < 0.65:
            return _lines(rng, data, seeds)
        case _:
            return _bytes(rng, data, seeds)


def _json(rng: random.Random, data: bytes) -> bytes:
    value, paths = _parsed(data)
    if not paths:
        return _bytes(rng, data, (data,))
    path = rng.choice(paths)
    changed = _changed(rng, value, path, 0)
    try:
        return spelled(changed)
    except RecursionError:  # it was made too deep before
        return _bytes(rng, data, (data,))


def _one_line(rng: random.Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    at = rng.randrange(len(lines))
    lines[at] = _json(rng, lines[at])
    return b"\n".join(lines)


def _lines(rng: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    at = rng.randrange(len(lines))
    match rng.randrange(6):
        case 0:
            del lines[at]
        case 1:
            lines.insert(rng.randrange(len(lines) + 1), lines[at])
        case 2:
            other = rng.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
        case 4:
            lines.insert(at, rng.choice(rng.choice(seeds).split(b"\n")))
        case _:
            lines[at:] = [lines[at]] * rng.choice((2, 3, 40))
    return b"\n".join(lines)


def _bytes(rng: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    at = rng.randrange(len(data) + 1)
    match rng.randrange(8):
        case 0:
            return data[:at]
        case 1:
            return data[at:]
        case 2:
            return data[:at] + data[at + rng.choice((1, 2, 8, 64)) :]
        case 3:
            return data[:at] + data[at : at + rng.choice((1, 8, 100))] * rng.choice((2, 3, 50)) + data[at:]
        case 4:
            return _put_in(rng, data, rng.choice(HOSTILE_BYTES))
        case 5 if data:
            turned = bytearray(data)
            for _ in range(rng.choice((1, 1, 3, 12))):
                turned[rng.randrange(len(turned))] = rng.randrange(256)
            return bytes(turned)
        case 6:
            other = rng.choice(seeds)
            return data[:at] + other[rng.randrange(len(other) + 1) :]
        case _:
            return _put_in(rng, data, bytes(rng.randrange(256) for _ in range(rng.randrange(12))))


def _put_in(rng: random.Random, data: bytes, piece: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + piece + data[at + rng.choice((0, 0, len(piece))) :]


def _changed(rng: random.Random, value: Any, path: tuple[int, ...], depth: int) -> Any:
    """The value with something else at `path`; all that does not lie on the way is shared."""
    if depth == len(path):
        return _worse(rng, value)
    at = path[depth]
    if isinstance(value, Pairs):
        key, inner = value[at]
        if depth + 1 == len(path) and (turn := rng.random()) < 0.3:
            return _other_pairs(rng, value, at, turn)
        return Pairs([*value[:at], (key, _changed(rng, inner, path, depth + 1)), *value[at + 1 :]])
    if depth + 1 == len(path) and rng.random() < 0.2:
        return [*value[:at], *([value[at]] * rng.choice((0, 2, 30))), *value[at + 1 :]]
    return [*value[:at], _changed(rng, value[at], path, depth + 1), *value[at + 1 :]]


def _other_pairs(rng: random.Random, pairs: Pairs, at: int, turn: float) -> Pairs:
    key, inner = pairs[at]
    if turn < 0.1:
        return Pairs([*pairs[:at], *pairs[at + 1 :]])
    if turn < 0.15:
        return Pairs([*pairs, (key, hostile(rng))])
    if turn < 0.2:
        return Pairs([*pairs[:at], (rng.choice(HOSTILE_TEXTS), inner), *pairs[at + 1 :]])
    if turn < 0.25:
        return Pairs([*pairs, (rng.choice(HOSTILE_TEXTS), hostile(rng))])
    other = rng.randrange(len(pairs))
    return Pairs([*pairs[:at], (key, pairs[other][1]), *pairs[at + 1 :]])


def _worse(rng: random.Random, value: Any) -> Any:
    """Something else in the place of a value: of its own kind and odd, or of any kind."""
    if isinstance(value, str) and rng.random() < 0.5:
        at = rng.randrange(len(value) + 1)
        return value[:at] + rng.choice(HOSTILE_TEXTS) + value[at + rng.choice((0, 1, 5)) :]
    if isinstance(value, int) and not isinstance(value, bool) and rng.random() < 0.5:
        return rng.choice((-1, 0, 1, value + 1, -value, 2**31, 2**53 + 1, 2**63 - 1, 10**18, value * 10))
    return hostile(rng)


def hostile(rng: random.Random) -> Any:
    """A value that nobody expects."""
    roll = rng.random()
    if roll < 0.45:
        return rng.choice(HOSTILE_TEXTS)
    if roll < 0.9:
        return Raw(rng.choice(_RAW))
    return rng.choice(_DEEP) if roll < 0.97 else rng.choice(_BIG)


@lru_cache(maxsize=64)
def _parsed(data: bytes) -> tuple[Any, list[tuple[int, ...]]]:
    """The JSON value with its objects as pairs, and the way to each part of it; no way at all where it is no JSON."""
    try:
        value = json.loads(data, object_pairs_hook=Pairs)
        return value, list(_paths(value, ()))
    except (ValueError, RecursionError):
        return None, []


def _paths(value: Any, path: tuple[int, ...]) -> list[tuple[int, ...]]:
    found = [path]
    if isinstance(value, list) and len(path) < 40:
        for at, inner in enumerate(value):
            found += _paths(inner[1] if isinstance(value, Pairs) else inner, (*path, at))
    return found


def spelled(value: Any) -> bytes:
    """A value as JSON, raw pieces as they are."""
    match value:
        case Raw():
            return value.spelled
        case Pairs():
            return b"{" + b",".join(_text(key) + b":" + spelled(inner) for key, inner in value) + b"}"
        case list():
            return b"[" + b",".join(map(spelled, value)) + b"]"
        case str():
            return _text(value)
        case _:
            return json.dumps(value).encode()


@lru_cache(maxsize=512)
def _text(text: str) -> bytes:
    """Mostly as UTF-8; what has no UTF-8 as escapes."""
    try:
        return json.dumps(text, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return json.dumps(text).encode()

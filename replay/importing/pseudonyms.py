"""Names, phone numbers, e-mail addresses and plate numbers, each replaced by a stand-in that is always the same.

The rule: a stand-in is a keyed digest (HMAC with SHA-256) of what it stands for, so that equal things stay equal in
every import made with one key, and nobody without the key can find out by trying. The key is the user's and stands in
no timeline.

What this cannot do: a name that no speaker has and nobody lists, a name spelled otherwise, an address, or a fact by
which a person is known all stay. A number written with and without its country is two numbers.
"""

import hashlib
import hmac
import os
import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from replay.errors import CannotWrite, InputError
from replay.importing.mapping import USUAL_ROLES
from vehicle.commands import Command

SHORTEST_KEY = 16
_CONSONANTS = "bdfgklmnprstvz"
_VOWELS = "aeiou"
_N_SYLLABLES = 4
_SHORTEST_HALF = 3
"""A half of a name with a hyphen that is shorter is no name by itself."""
_SMALL_WORD = 3
"""Parts of a name that begin small and are no longer, such as `de` or `van`, stay."""

_EMAIL = r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
_PHONE = (
    r"(?<![\w+])(?<!\d[.,:/-])(?!\d{4}[-./]\d{1,2}[-./]\d{1,2}(?!\d))(?!\d{1,2}[-./]\d{1,2}[-./](?:\d{4}|\d{2})(?!\d))"
    r"(?:\+|00)?\(?\d(?:[ ()./-]{0,2}\d){6,14}(?![\w:])"
)
_PLATES = (
    r"[A-ZÄÖÜ]{1,3}-[A-Z]{1,2} ?\d{1,4}[EH]?",
    r"(?=[\dA-Z-]*\d)(?=[\dA-Z-]*[A-Z])(?:[A-Z]{2}|\d{2})-(?:[A-Z]{2}|\d{2})-(?:[A-Z]{2}|\d{2})",
    r"[A-Z]{2}[- ]?\d{3}[- ]?[A-Z]{2}",
    r"[A-Z]{2}\d{2} ?[A-Z]{3}",
    r"[A-Z]{3}-?\d{4}",
    r"[A-Z]{3}-\d{3}",
    r"\d{4} ?(?!RPM|KPH|MPH|KMH|GHZ|MHZ)[BCDFGHJKLMNPRSTVWXYZ]{3}",
    r"[\u4e00-\u9fff][A-Z][·• ]?[A-Z0-9]{5,6}",
)
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""Scripts that put no blanks between words."""
_EDGES = " .,;:()[]\"'"


class Pseudonyms:
    """Replaces what could tell who a person is."""

    def __init__(self, key: bytes, names: Iterable[str], plates: Iterable[str] = ()) -> None:
        """Replace the parts of `names`; `plates` are regular expressions besides those that are known.

        Raises:
            InputError: one of `plates` is no regular expression.
        """
        self._key = key
        self._parts: dict[str, str] = {}
        for name in names:
            if not self._is_pattern(name):
                for part in _parts_of(name):
                    self._add(part)
                    for half in part.split("-") if "-" in part else ():
                        if len(half) >= _SHORTEST_HALF:
                            self._add(half)
        ordered = sorted(self._parts, key=len, reverse=True)
        narrow = [re.escape(part) for part in ordered if not _WIDE.search(part)]
        wide = [re.escape(part) for part in ordered if _WIDE.search(part)]
        kinds = [f"(?P<email>{_EMAIL})", f"(?P<phone>{_PHONE})"]
        kinds.append(rf"(?P<plate>(?<!\w)(?:{'|'.join((*plates, *_PLATES))})(?!\w))")
        if narrow:
            kinds.append(rf"(?P<name>(?<![^\W_])(?:{'|'.join(narrow)})(?![^\W_]))")
        if wide:
            kinds.append(rf"(?P<wide>{'|'.join(wide)})")
        try:
            self._pattern = re.compile("|".join(kinds))
        except re.error as exc:
            raise InputError(f"pseudonyms.plates: no regular expression: {exc}") from exc

    def text(self, text: str) -> str:
        """The text with all of them replaced."""
        return self._pattern.sub(self._replaced, text)

    def speaker(self, name: str) -> str:
        """The stand-in of a speaker; names that say only a role stay."""
        if not name or name.casefold() in USUAL_ROLES:
            return name
        if self._is_pattern(name):
            return self.text(name)
        known = {part: self._name(part) for part in _parts_of(name)}
        return " ".join(known.get(part.strip(_EDGES), part) for part in name.split())

    def label(self, label: str) -> str:
        """The stand-in of an id or of the name of a conversation or timeline."""
        what = f"label\0{label}".encode("utf-8", "surrogatepass")
        return hmac.new(self._key, what, hashlib.sha256).hexdigest()[:16] if label else ""

    def value(self, value: Any) -> Any:
        """The value with every text in it replaced, down through lists and objects."""
        match value:
            case str():
                return self.text(value)
            case list() | tuple():
                return [self.value(item) for item in value]
            case dict():
                return {key: self.value(item) for key, item in value.items()}
            case _:
                return value

    def command(self, command: Command) -> Command:
        """The command with every text in its arguments replaced."""
        return Command(name=command.name, args=self.value(dict(command.args)))

    def _add(self, part: str) -> None:
        stand_in = self._name(part)
        part = part.replace("\u2019", "'")
        for form in ("NFC", "NFD"):
            spelled = unicodedata.normalize(form, part)
            for variant in (spelled, spelled.capitalize(), spelled.upper()):
                self._parts[variant] = self._parts[variant.replace("'", "\u2019")] = stand_in

    def _name(self, part: str) -> str:
        """The stand-in of a part of a name, in whatever case and with whichever apostrophe."""
        return self._stand_in("name", part.casefold().replace("\u2019", "'")).capitalize()

    def _replaced(self, match: re.Match[str]) -> str:
        found = match[0]
        match match.lastgroup:
            case "email":
                return f"{self._stand_in('email', found.casefold())}@example.invalid"
            case "phone":
                digits = re.sub(r"\D", "", found)
                digits = digits.removeprefix("00") if found.startswith("00") else digits
                return f"+999 {self._number('phone', digits) % 10**9:09d}"
            case "plate":
                plain = re.sub(r"[^0-9A-Z\u4e00-\u9fff]", "", found)
                number = self._number("plate", plain)
                letters = "".join(_CONSONANTS[number // 14**place % 14] for place in range(3)).upper()
                return f"{letters}-{number // 14**3 % 10_000:04d}"
            case _:
                return self._parts[found]

    def _is_pattern(self, name: str) -> bool:
        return re.fullmatch(f"{_EMAIL}|{_PHONE}", name.strip()) is not None

    def _number(self, kind: str, what: str) -> int:
        digest = hmac.new(self._key, f"{kind}\0{what}".encode("utf-8", "surrogatepass"), hashlib.sha256).digest()
        return int.from_bytes(digest[:16], "big")

    def _stand_in(self, kind: str, what: str) -> str:
        """A word that can be spoken; of a thousand names two share one with a chance of about 2 in 100."""
        number = self._number(kind, unicodedata.normalize("NFC", what))
        syllables: list[str] = []
        for _ in range(_N_SYLLABLES):
            number, consonant = divmod(number, len(_CONSONANTS))
            number, vowel = divmod(number, len(_VOWELS))
            syllables.append(_CONSONANTS[consonant] + _VOWELS[vowel])
        return "".join(syllables)


def read_key(path: Path) -> bytes:
    """The key in a file.

    Raises:
        InputError: there is none, or it is too short.
    """
    try:
        key = path.read_bytes().strip()
    except OSError as exc:
        raise InputError(f"{path}: no key can be read: {exc.strerror or exc}; --new-key makes one") from exc
    if len(key) < SHORTEST_KEY:
        raise InputError(f"{path}: a key of {len(key)} bytes; at least {SHORTEST_KEY} are wanted")
    return key


def create_key(path: Path, secret: str) -> None:
    """Write a new key, for its owner's eyes only; one that is there is never written over.

    Raises:
        InputError: there is a file already.
        CannotWrite: the file cannot be written.
    """
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secret + "\n")
    except FileExistsError as exc:
        raise InputError(f"{path}: there is a file already; a key is never written over") from exc
    except OSError as exc:
        raise CannotWrite(f"{path}: cannot be written: {exc.strerror or exc}") from exc


def _parts_of(name: str) -> list[str]:
    """The parts of a name that are replaced: initials and small words are not."""
    parts = (part.strip(_EDGES) for part in name.split())
    return [
        part
        for part in parts
        if (len(part) > 1 or _WIDE.search(part))
        and part.casefold() not in USUAL_ROLES
        and not (part[0].islower() and len(part) <= _SMALL_WORD and len(name.split()) > 1)
    ]

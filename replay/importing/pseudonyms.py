"""Names, e-mail addresses, numbers of phones, cards, accounts and cars: each gets a stand-in that is always the same.

The rule: a stand-in is a keyed digest (HMAC with SHA-256) of what it stands for, so that equal things stay equal in
every import made with one key, and nobody without the key can find out by trying. The key is the user's and stands in
no timeline.

A name is found with a capital, and in small letters where it is no word: `anna's`, `Annas`; `name_forms` says how.

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
from replay.importing.name_forms import (
    EDGES,
    LATIN,
    WIDE,
    WORD_SIGNS,
    bounded,
    genitives_of,
    halves_of,
    parts_of,
    spellings_of,
)
from scoring.plain_text import counted
from vehicle.catalogue import COMMANDS
from vehicle.commands import Command

SHORTEST_KEY = 16
_SHORTEST_NUMBER = 5
_CONSONANTS = "bdfgklmnprstvz"
_VOWELS = "aeiou"
_N_SYLLABLES = 4
_MOST_TRIED = 300
"""So many spellings are tried one after another at each place of a text."""

_EMAIL = r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}"
"""Bounded, so that a text of one long word is read in a time that grows with its length alone."""
_PHONE = (
    rf"(?<!{LATIN})(?<!\+)(?<!\d[.,:/-])(?!\d{{4}}[-./]\d{{1,2}}[-./]\d{{1,2}}(?!\d))"
    r"(?!\d{1,2}[-./]\d{1,2}[-./](?:\d{4}|\d{2})(?!\d))"
    rf"(?:\+|00)?\(?\d(?:[ ()./-]{{0,2}}\d){{6,39}}(?!{LATIN}|:\d)"
)
_MOST_OF_A_PHONE = 15
"""A number of more digits is that of a card or an account (ITU-T E.164)."""
_ACCOUNT = (
    rf"(?<!{LATIN})(?i:[A-Z]{{2}}\d\d(?=(?:[ A-Z]{{0,8}}\d){{8}}) ?[0-9A-Z]{{4}}"
    r"(?:[0-9A-Z]{4}| (?=[A-Z]{0,3}\d)[0-9A-Z]{4}){1,6}(?:[0-9A-Z]{1,3}| (?=[A-Z]{0,2}\d)[0-9A-Z]{1,3})?)"
    rf"(?!{LATIN})"
)
"""An IBAN (ISO 13616), in groups of four or in one."""
_PLATES = (
    r"[A-ZÄÖÜ]{1,3}-[A-Z]{1,2} ?\d{1,4}[EH]?",
    r"(?=[\dA-Z-]{0,7}\d)(?=[\dA-Z-]{0,7}[A-Z])(?:[A-Z]{2}|\d{2})-(?:[A-Z]{2}|\d{2})-(?:[A-Z]{2}|\d{2})",
    r"[A-Z]{2}[- ]?\d{3}[- ]?[A-Z]{2}",
    r"[A-Z]{2}\d{2} ?[A-Z]{3}",
    r"[A-Z]{3}-?\d{4}",
    r"[A-Z]{3}-\d{3}",
    r"\d{4} ?(?!RPM|KPH|MPH|KMH|GHZ|MHZ)[BCDFGHJKLMNPRSTVWXYZ]{3}",
    r"[\u4e00-\u9fff][A-Z][·• ]?[A-Z0-9]{5,6}",
)


class Pseudonyms:
    """Replaces what could tell who a person is."""

    def __init__(self, key: bytes, names: Iterable[str], plates: Iterable[str] = ()) -> None:
        """Replace the parts of `names`; `plates` are regular expressions besides those that are known.

        Raises:
            InputError: one of `plates` is no regular expression.
        """
        self._key = key
        self._parts: dict[str, str] = {}
        genitives: dict[str, str] = {}
        for name in names:
            if not self._is_pattern(name):
                for part in (piece for whole in parts_of(name) for piece in (whole, *halves_of(whole))):
                    if part.isdecimal() and len(part) < _SHORTEST_NUMBER:
                        continue  # the id of a person, and any number that somebody says
                    self._parts.update(self._forms(part, spellings_of(part), ""))
                    genitives.update(self._forms(part, genitives_of(part), "s"))
        self._parts = {**genitives, **self._parts}  # somebody called Hans goes before what is Han's
        ordered = sorted(self._parts, key=len, reverse=True)
        narrow = [part for part in ordered if not WIDE.search(part)]
        wide = [re.escape(part) for part in ordered if WIDE.search(part)]
        kinds = [f"(?P<email>{_EMAIL})", f"(?P<account>{_ACCOUNT})", f"(?P<phone>{_PHONE})"]
        kinds.append(rf"(?P<plate>(?<!{LATIN})(?:{'|'.join((*plates, *_PLATES))})(?!{LATIN}))")
        words = [part for part in narrow if part.isalnum()]
        if len(words) > _MOST_TRIED:  # each word is looked up, whatever it is
            narrow = [part for part in narrow if not part.isalnum()]
        else:
            words = []
        if narrow:
            kinds.append(f"(?P<name>{bounded(narrow)})")
        if words:
            kinds.append(f"(?P<word>{'|'.join(f'(?<!{signs}){signs}+' for signs in WORD_SIGNS)})")
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
        known = {part: self._name(part) for part in parts_of(name)}
        return " ".join(known.get(part.strip(EDGES), part) for part in name.split())

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
        """The command with every text in its arguments replaced, but for what the car itself has a word for."""
        row = COMMANDS.get(command.name)
        fixed = {part.name for part in row.parameters if part.values or part.group} if row is not None else frozenset()
        args = {name: value if name in fixed else self.value(value) for name, value in command.args.items()}
        return Command(name=command.name, args=args)

    def _forms(self, part: str, spellings: Iterable[str], ending: str) -> dict[str, str]:
        """The stand-in for each spelling, however its accents and apostrophes are written."""
        stand_in = self._name(part) + ending
        found: dict[str, str] = {}
        for spelling in spellings:
            for form in ("NFC", "NFD"):
                variant = unicodedata.normalize(form, spelling).replace("\u2019", "'")
                found[variant] = found[variant.replace("'", "\u2019")] = stand_in
        return found

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
                if len(digits) > _MOST_OF_A_PHONE:
                    return f"0000{self._number('card', digits) % 10**12:012d}"
                digits = digits.removeprefix("00") if found.startswith("00") else digits
                return f"+999 {self._number('phone', digits) % 10**9:09d}"
            case "account":
                return f"XX00{self._number('account', found.replace(' ', '').upper()) % 10**12:012d}"
            case "plate":
                plain = re.sub(r"[^0-9A-Z\u4e00-\u9fff]", "", found)
                number = self._number("plate", plain)
                letters = "".join(_CONSONANTS[number // 14**place % 14] for place in range(3)).upper()
                return f"{letters}-{number // 14**3 % 10_000:04d}"
            case _:
                return self._parts.get(found, found)

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
        raise InputError(f"{path}: a key of {counted(len(key), 'byte')}; at least {SHORTEST_KEY} are wanted")
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

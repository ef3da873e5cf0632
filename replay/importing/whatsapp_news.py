"""Which lines of a WhatsApp export nobody said, though they hold a colon: `Ada changed the subject to "Trip: Rome"`.

The rule: a line is news of the group and no message where what stands before the colon cannot be a name:

* a quotation begins before the colon and ends after it;
* it is the name of somebody who speaks in the group, or a phone number, and goes on in small letters with a word that
  such news are made with (`changed`, `hat`, `cambió`, ...), in one of the languages below;
* it is such a word's sentence about the reader: `You changed ...`, `Du hast ...`.

A name alone is always a speaker, and so is all that has no such sign: rather is a message read under an odd name than
lost.
"""

import re
from collections.abc import Iterator

MOST_NAMES = 20_000
"""So many names are remembered."""

_QUOTES = re.compile('["\u201c\u201d\u201e\u201f\u00ab\u00bb\u300c\u300d\u300e\u300f\uff02]')
_PHONE = re.compile(r"\+?\d[\d ()./-]{5,}\d")
_WORD = re.compile(r"[^\W\d_]+")

_TOLD = """
added allowed blocked cancelled changed created deleted demoted disabled enabled joined pinned promoted removed reset
started unpinned updated
hat hast wurde wurden wurdest
agregó agregaste añadió añadiste cambió cambiaste creó creaste eliminó eliminaste fijó quitó
ajouté créé modifié quitté supprimé
aggiunto cambiato creato modificato rimosso
adicionou adicionaste alterou alteraste apagou criou criaste fixou mudou mudaste removeu removeste
heeft hebt werd
dodał dodała usunął usunęła utworzył utworzyła zmienił zmieniła
добавил добавила изменил изменила создал создала удалил удалила
endret fjernede fjernet oprettede opprettet skapade tilføjede ändrade ændrede
lisäsi loi muutti poisti odebral odebrala přidal přidala vytvořil vytvořila změnil změnila
değiştirdi değiştirdiniz ekledi oluşturdu çıkardı
"""
_VERBS = frozenset(_TOLD.split())
_READER = frozenset(("you", "du", "tú", "tu", "vous", "você", "jij", "je", "ty", "вы", "siz"))


class News:
    """Tells news of the group from messages, by who speaks in it."""

    def __init__(self) -> None:
        """Nobody was heard."""
        self._names: set[str] = set()

    def heard(self, speaker: str) -> None:
        """This stands before the colon of a line, at the beginning of the file or anywhere."""
        if len(self._names) < MOST_NAMES:
            self._names.add(speaker)

    def is_news(self, speaker: str, line: str) -> bool:
        """Whether nobody said the line, which has `speaker` before its first colon."""
        if len(_QUOTES.findall(speaker)) % 2 == 1 and _QUOTES.search(line, len(speaker)) is not None:
            return True
        return any(_is_told(speaker[at:]) for at in self._ends_of_names(speaker))

    def _ends_of_names(self, speaker: str) -> Iterator[int]:
        """Where what could be a name ends, and a blank and more follow."""
        phone = _PHONE.match(speaker)
        for blank in re.finditer(" ", speaker):
            name = speaker[: blank.start()]
            is_phone = phone is not None and phone.end() == blank.start()
            if is_phone or name in self._names or name.casefold() in _READER:
                yield blank.end()


def _is_told(rest: str) -> bool:
    """Whether it goes on in small letters, with a word that news are made with."""
    words = _WORD.findall(rest)
    return bool(words) and words[0].islower() and not _VERBS.isdisjoint(words)

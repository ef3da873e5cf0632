"""What WhatsApp itself puts in the place of a message, or behind one: deleted, edited, a picture that is left out.

The rule: its own words are told by their shape. They have a mark in front that nobody types (U+200E), or stand alone in
angle brackets, or are the name of a file as the app makes it; only of a deleted message some exports have the bare
sentence, which is then known by its words.
"""

import re

_MARK = "\u200e"
_BEHIND = re.compile(rf"\s*(?:{_MARK}\s*<[^<>\n]*>|<[^\W\d_][^\s<>]*(?: [^\s<>]+){{2,9}}>)\s*$")
"""Behind a message: in brackets with the mark, or a sentence of three words or more."""
_ALONE = re.compile(r"<[^<>\n]+>")
_FILE = re.compile(r"(?:IMG|VID|AUD|PTT|DOC|STK)-\d{8}-WA\d{4,}\.\w{2,5} \([^()\n]+\)")
_DELETED = frozenset(
    """
this message was deleted
you deleted this message
diese nachricht wurde gelöscht
du hast diese nachricht gelöscht
se eliminó este mensaje
eliminaste este mensaje
ce message a été supprimé
vous avez supprimé ce message
questo messaggio è stato eliminato
hai eliminato questo messaggio
mensagem apagada
você apagou esta mensagem
esta mensagem foi apagada
dit bericht is verwijderd
""".strip().splitlines()
)


def words_in(text: str) -> tuple[str, bool]:
    """What of the text somebody said, and whether something that nobody said was cut off.

    Empty where nobody said anything.
    """
    kept: list[str] = []
    n_cut = 0
    for line in text.split("\n"):
        said = _BEHIND.sub("", line)
        if said.lstrip().startswith(_MARK) or _FILE.fullmatch(said.strip()) or (not said and line):
            n_cut += 1
            continue
        n_cut += said != line
        kept.append(said)
    words = "\n".join(kept).strip("\n" * bool(n_cut))
    whole = words.strip()
    if _ALONE.fullmatch(whole) or whole.rstrip(".").casefold() in _DELETED:
        return "", True
    return words, n_cut > 0

"""What an export has in the place of messages, and what is left of a message without it."""

from pathlib import Path

import pytest

from replay.importing.whatsapp import CUT, WITHOUT_WORDS
from replay.importing.whatsapp_notices import words_in
from tests.importing import imported, loaded, texts

LRM = "\u200e"


@pytest.mark.parametrize(
    "text",
    [
        f"{LRM}This message was deleted.",
        f"{LRM}image omitted",
        f"{LRM}whatever the app says in whichever language",
        "<Media omitted>",
        "<Medien ausgeschlossen>",
        f"{LRM}<attached: 00000012-PHOTO-2025-03-30-03-05-00.jpg>",
        "IMG-20250330-WA0003.jpg (file attached)",
        "PTT-20250330-WA0004.opus (Datei angehängt)",
        "This message was deleted",
        "Diese Nachricht wurde gelöscht.",
    ],
)
def test_what_stands_for_a_message_is_nobodys_words(text: str) -> None:
    assert words_in(text) == ("", True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"Warm white {LRM}<This message was edited>", "Warm white"),
        ("Warm white <This message was edited>", "Warm white"),
        ("Warm white <Diese Nachricht wurde bearbeitet.>", "Warm white"),
        ("IMG-20250330-WA0003.jpg (file attached)\nOur hall", "Our hall"),
        (f"Our hall\n{LRM}<attached: x.jpg>", "Our hall"),
        (f"{LRM}POLL:\nWhere to?\n{LRM}OPTION: Rome", "Where to?"),
    ],
)
def test_what_stands_behind_or_beside_words_is_cut_off(text: str, said: str) -> None:
    assert words_in(text) == (said, True)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I <3 it",
        "press <Enter>",
        "if a<b and b>c",
        "see notes.txt (the old one)",
        "This message was deleted by me",
        "a\n",
    ],
)
def test_what_people_type_stays_as_it_is(text: str) -> None:
    assert words_in(text) == (text, False)


def test_an_import_leaves_both_out_and_counts_them(tmp_path: Path) -> None:
    lines = (f"Ada: {LRM}This message was deleted.", f"Ben: Warm white {LRM}<This message was edited>", "Ada: Thanks")
    log = tmp_path / "chat.txt"
    log.write_text("".join(f"[25/01/2025, 21:0{n}:00] {line}\n" for n, line in enumerate(lines)), encoding="utf-8")
    notes = imported(log, {"format": "whatsapp"}).notes
    assert texts(loaded(tmp_path / "out.jsonl")) == ["Warm white", "Thanks"]
    assert (notes[WITHOUT_WORDS], notes[CUT]) == (1, 1)

from pathlib import Path
from typing import Any

import pytest

from replay.errors import InputError
from tests.importing import imported, loaded

MAP: dict[str, Any] = {"format": "whatsapp"}


def speakers(folder: Path, *lines: str, day: int = 25) -> tuple[list[str], int]:
    """Who speaks in an export of these lines, and how many lines nobody said."""
    log = folder / "chat.txt"
    text = "".join(f"[{day}/01/2025, 21:{minute:02d}:00] {line}\n" for minute, line in enumerate(lines))
    log.write_text(text, encoding="utf-8")
    report = imported(log, MAP)
    said = [message.speaker for message in loaded(folder / "out.jsonl").timeline.messages()]
    return said, report.notes.get("lines that nobody said left out", 0)


@pytest.mark.parametrize(
    "news",
    [
        'Ada changed the subject to "Trip: Rome"',
        "Ada changed the subject from “Trip: Rome” to “Trip: Oslo”",
        "Ada hat den Betreff von „Reise: Rom“ zu „Reise: Oslo“ geändert.",
        "Ada a modifié le sujet en « Voyage : Rome », « encore: oui »",
        'Ada cambió el asunto a "Viaje: Roma"',
        'Ada, grup konusunu "Gezi: Roma" olarak değiştirdi',
        "Adaが件名を「旅行: ローマ」に変更しました",
        'You created group "Trip: Rome"',
        'Nobody Who Speaks changed the subject to "Trip: Rome"',
    ],
)
def test_a_quotation_around_the_colon_is_no_speaker(tmp_path: Path, news: str) -> None:
    assert speakers(tmp_path, "Ada: Hi", news, "Ben: Hello") == (["Ada", "Ben"], 1)


@pytest.mark.parametrize(
    "news",
    [
        "Ada changed the description to Trip: Rome",
        "Ada hat die Beschreibung geändert: Reise",
        "Ada alterou a descrição: Viagem",
        "Ada Byron removed a rule: be kind",
        "You changed the description: Trip",
        "+351 912 345 678 added a rule: be kind",
    ],
)
def test_who_speaks_in_the_group_and_goes_on_with_a_verb_of_news_is_no_speaker(tmp_path: Path, news: str) -> None:
    assert speakers(tmp_path, news, "Ada: Hi", "Ada Byron: Ho") == (["Ada", "Ada Byron"], 1)


@pytest.mark.parametrize(
    "name",
    [
        "Ada Byron",
        "Ada (work)",
        'Ada "Countess" Byron',
        "Ada work",
        "Ada la Loca",
        "+351 912 345 678",
        'Ada 5" wheels',
        "You",
    ],
)
def test_a_name_is_a_speaker_whatever_it_looks_like(tmp_path: Path, name: str) -> None:
    assert speakers(tmp_path, "Ada: Hi", f"{name}: I changed it") == (["Ada", name], 0)


def test_what_is_quoted_or_changed_in_a_message_is_said(tmp_path: Path) -> None:
    lines = ('Ada: Ben changed the subject to "Trip: Rome"', "Ada: changed: yes", "Stranger changed nothing: hi")
    assert speakers(tmp_path, *lines) == (["Ada", "Ada", "Stranger changed nothing"], 0)


def test_lines_below_news_are_no_message_either(tmp_path: Path) -> None:
    assert speakers(tmp_path, "Ada: Hi", 'Ada changed the subject to "Trip: Rome"\nand more', "Ben: Ho")[0] == [
        "Ada",
        "Ben",
    ]
    assert "and more" not in (tmp_path / "out.jsonl").read_text(encoding="utf-8")


def test_speakers_are_known_where_the_map_says_the_order_of_dates(tmp_path: Path) -> None:
    log = tmp_path / "chat.txt"
    log.write_text("[01/02/2025, 21:00:00] Ada changed the rule: x\n[01/02/2025, 21:01:00] Ada: Hi\n", encoding="utf-8")
    report = imported(log, {**MAP, "time": {"order": "mdy"}})
    assert report.timelines[0].n_messages == 1


@pytest.mark.parametrize("line", ["99/99/2025, 21:00", "31/02/2025, 21:00", "13/01/2025, 25:00"])
def test_a_moment_that_there_is_in_neither_order_does_not_tell_it(tmp_path: Path, line: str) -> None:
    log = tmp_path / "chat.txt"
    log.write_text(f"{line} - Ada: broken\n01/02/2025, 21:01 - Ada: Hi\n", encoding="utf-8")
    with pytest.raises(InputError, match="every date can be read in two ways"):
        imported(log, MAP, skip_bad=1)
    with log.open("a", encoding="utf-8") as more:
        more.write("01/13/2025, 21:01 - Ada: Ho\n")
    imported(log, MAP, skip_bad=1)
    assert [message.text for message in loaded(tmp_path / "out.jsonl").timeline.messages()] == ["Hi", "Ho"]

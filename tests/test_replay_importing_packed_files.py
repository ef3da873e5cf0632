"""Logs that gzip packed are read as what is in them, whatever they are called."""

import gzip
from pathlib import Path

import pytest

from replay.errors import InputError
from replay.importing import readers
from replay.importing.guess import guess_map
from replay.importing.mapping import ImportMap
from replay.importing.options import default_out
from replay.importing.problems import Problems
from tests.importing import imported, loaded, row, texts, write_log

ROWS = [row("2025-03-01T08:00:00Z", "Radio on."), row("2025-03-01T08:00:01Z", "Louder, please.")]


def packed(path: Path, name: str = "") -> Path:
    there = path.with_name(name or f"{path.name}.gz")
    there.write_bytes(gzip.compress(path.read_bytes()))
    return there


@pytest.mark.parametrize("name", ["log.jsonl", "log.json"])
def test_a_packed_log_is_read_like_the_log(tmp_path: Path, name: str) -> None:
    log = packed(write_log(tmp_path, *ROWS, name=name))
    imported(log)
    assert texts(loaded(tmp_path / "out.jsonl")) == ["Radio on.", "Louder, please."]
    assert guess_map(log, ImportMap()).columns["text"] == "text"
    assert default_out(log, ImportMap()).name == "log.timeline.jsonl"


def test_the_bytes_tell_that_it_is_packed_and_not_the_name(tmp_path: Path) -> None:
    imported(packed(write_log(tmp_path, *ROWS), "other.jsonl"))
    assert texts(loaded(tmp_path / "out.jsonl")) == ["Radio on.", "Louder, please."]


def test_tables_and_chat_exports_may_be_packed(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("at;text\n2025-03-01 08:00;Hello\n", encoding="utf-8")
    imported(packed(tmp_path / "t.csv"), {"columns": {"time": "at", "text": "text"}})
    assert texts(loaded(tmp_path / "out.jsonl")) == ["Hello"]
    (tmp_path / "c.txt").write_text("[25/01/2025, 21:00:00] Ada: Hi\n", encoding="utf-8")
    imported(packed(tmp_path / "c.txt"), {"format": "whatsapp"})
    assert texts(loaded(tmp_path / "out.jsonl")) == ["Hi"]


@pytest.mark.parametrize("n_lost", [1, 12, 60])
def test_one_that_is_cut_off_is_an_error_and_nothing_is_written(tmp_path: Path, n_lost: int) -> None:
    log = packed(write_log(tmp_path, *ROWS))
    log.write_bytes(log.read_bytes()[:-n_lost])
    with pytest.raises(InputError, match=r"log\.jsonl\.gz: cannot be unpacked: .*cut off"):
        imported(log)
    assert not (tmp_path / "out.jsonl").exists()


def test_one_that_is_damaged_is_an_error(tmp_path: Path) -> None:
    log = packed(write_log(tmp_path, *ROWS))
    log.write_bytes(log.read_bytes()[:10] + b"\xff\xff\xff" + log.read_bytes()[13:])
    with pytest.raises(InputError, match="cannot be unpacked"):
        imported(log)


def test_a_line_that_unpacks_to_more_than_is_borne_ends_the_reading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readers, "LONGEST_CELL", 1_000)
    path = tmp_path / "log.jsonl.gz"
    path.write_bytes(gzip.compress(b'{"text": "' + b"a" * 5_000 + b'"}\n'))
    with pytest.raises(InputError, match=r"line 1: this line is longer than 1,000 bytes"):
        list(readers.read_lines(path, Problems(path.name, 0)))

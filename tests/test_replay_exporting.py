"""A kept run in the forms of other programs."""

import csv
import io
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest

from replay.errors import CannotWrite, InputError, RunFolderError
from replay.exporting import FORMS, export, write_export
from scoring.query_rows import COLUMNS
from scoring.records import Origin
from tests.kept_cases import broken, in_words, keep_run, right, wrong

ODD = '=HYPERLINK("x"), |pipe| <b>&\n"quoted"; +1'


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    turns = [right(0, query=ODD), wrong(1), broken(2), in_words(3, "-5", "-5")]
    return keep_run(tmp_path_factory.mktemp("run") / "run", turns)


def csv_rows(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def test_csv_gives_one_row_a_query_and_back_what_was_there(run: Path) -> None:
    rows = csv_rows(export(run, "csv"))
    assert [one["query"] for one in rows] == ["1/0", "1/1", "1/2", "1/3"]
    assert list(rows[0]) == list(COLUMNS)
    assert rows[0]["question"] == ODD
    assert [one["exact_match"] for one in rows] == ["true", "false", "", ""]
    assert (rows[1]["state_f1_change"], rows[2]["failure_message"], rows[3]["answer"]) == ("0.5", "gone", "-5")


def test_csv_for_spreadsheets_has_no_formulas_and_leaves_numbers_alone(run: Path) -> None:
    content = export(run, "csv", for_spreadsheets=True)
    rows = csv_rows(content)
    assert content.startswith(b"\xef\xbb\xbf")
    assert rows[0]["question"] == "'" + ODD
    assert rows[3]["answer"] == "'-5"
    assert rows[1]["state_f1_change"] == "0.5"
    for row in rows:
        assert not any(cell.startswith(("=", "+", "@")) for cell in row.values())


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20"])
def test_whatever_a_spreadsheet_begins_a_formula_with_stands_behind_an_apostrophe(sign: str, tmp_path: Path) -> None:
    gold = replace(right(0).gold, reasoning_type=f"{sign}1+1")
    run = keep_run(tmp_path / "run", [right(0, gold=gold)])
    assert csv_rows(export(run, "csv", for_spreadsheets=True))[0]["reasoning_type"] == f"'{sign}1+1"
    assert csv_rows(export(run, "csv"))[0]["reasoning_type"] == f"{sign}1+1"


def test_json_lines_keep_the_kinds(run: Path) -> None:
    rows = [orjson.loads(line) for line in export(run, "jsonl").splitlines()]
    assert [one["exact_match"] for one in rows] == [True, False, None, None]
    assert (rows[0]["question"], rows[1]["state_TP"]) == (ODD, 2)


def test_markdown_is_a_table_whatever_the_texts_hold(tmp_path: Path) -> None:
    gold = replace(right(0).gold, reasoning_type="a|b\n<i>\x1b[31m\u202e")
    run = keep_run(tmp_path / "run", [right(0, gold=gold), wrong(1), broken(2)])
    lines = export(run, "markdown").decode().splitlines()
    assert lines[:3] == [
        "**timeline:t.jsonl**: memory recent, agent noop", "- 3 queries, 1 failure", "- exact match 50.0% (1 of 2)",
    ]  # fmt: skip
    assert r"a\|b \<i\>?\[31m?" in lines[6]
    assert len({line.replace(r"\|", "").count("|") for line in lines[4:]}) == 1


def test_parquet_has_typed_columns_also_where_all_is_empty(run: Path, tmp_path: Path) -> None:
    parquet: Any = pytest.importorskip("pyarrow.parquet")
    write_export(export(run, "parquet"), tmp_path / "run.parquet")
    table = parquet.read_table(tmp_path / "run.parquet")
    assert table.column_names == list(COLUMNS)
    assert table["exact_match"].to_pylist() == [True, False, None, None]
    assert [str(table.schema.field(name).type) for name in ("query", "state_TP", "build_cost_usd", "stale_answer")] == [
        "string", "int64", "double", "bool",
    ]  # fmt: skip
    assert orjson.loads(table.schema.metadata[b"pastlane_config"])["memory"] == "recent"


def test_parquet_without_its_extra_says_what_to_install(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr("replay.exporting.importlib.import_module", missing)
    with pytest.raises(InputError, match=r"\.\[parquet\]"):
        export(run, "parquet")


def test_repeats_are_rows_of_one_table(tmp_path: Path) -> None:
    for n in (1, 2):
        keep_run(tmp_path / "run" / f"repeat-{n}", [right(0) if n == 1 else wrong(0)])
    rows = csv_rows(export(tmp_path / "run", "csv"))
    assert [(one["query"], one["repeat"], one["exact_match"]) for one in rows] == [
        ("1/0", "1", "true"),
        ("1/0", "2", "false"),
    ]
    assert "| query | repeat |" in export(tmp_path / "run", "markdown").decode()


@pytest.mark.parametrize("form", [form for form in FORMS if form != "parquet"])
def test_a_run_without_an_answer_is_an_empty_table(form: str, tmp_path: Path) -> None:
    run = keep_run(tmp_path / "run", [], {"1": 3})
    content = export(run, form)
    assert content.count(b"\n") == {"csv": 1, "jsonl": 0, "markdown": 2, "junit": 2}[form]


def test_half_a_run_has_the_rows_that_there_are(tmp_path: Path) -> None:
    run = keep_run(tmp_path / "run", [right(0)], {"1": 9})
    assert len(csv_rows(export(run, "csv"))) == 1


def test_a_form_that_there_is_not_names_those_that_there_are(run: Path) -> None:
    with pytest.raises(InputError, match="known: csv, parquet, jsonl, markdown, junit"):
        export(run, "xls")
    with pytest.raises(InputError, match="spreadsheets read csv, not jsonl"):
        export(run, "jsonl", for_spreadsheets=True)


def test_a_folder_without_a_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RunFolderError, match=r"there is no run\.db"):
        export(tmp_path, "csv")


def test_what_cannot_be_written_is_one_clear_error_and_leaves_the_old_file(tmp_path: Path) -> None:
    write_export(b"old", tmp_path / "x.csv")
    for out in (tmp_path, tmp_path / "x.csv" / "y.csv"):
        with pytest.raises(CannotWrite, match="cannot be written"):
            write_export(b"new", out)
    (tmp_path / "x.csv.new").mkdir()
    with pytest.raises(CannotWrite):
        write_export(b"new", tmp_path / "x.csv")
    assert (tmp_path / "x.csv").read_bytes() == b"old"


def test_folders_that_are_missing_are_made(tmp_path: Path) -> None:
    write_export(b"new", tmp_path / "a" / "b" / "x.csv")
    assert (tmp_path / "a" / "b" / "x.csv").read_bytes() == b"new"


def test_a_device_is_written_into_and_stays_one(tmp_path: Path) -> None:
    null = Path("/dev/null")
    write_export(b"x", null)
    assert null.is_char_device()


def test_names_of_sources_may_be_anything(tmp_path: Path) -> None:
    odd = right(0, origin=Origin(source_file="-a,\r\n\0\u2028.json", event_index=0))
    rows = csv_rows(export(keep_run(tmp_path / "run", [odd]), "csv"))
    assert rows[0]["source_file"] == "-a,\r\n\0\u2028.json"

from pathlib import Path

from replay.dataset import Selection, SourceDigest
from replay.findings import Findings
from replay.loaders.formats import load_source

LINES = (
    '{"record": "scenario", "id": "car", "zone": "UTC"}\n'
    '{"record": "message", "at": "2025-03-01T08:00:00Z", "speaker": "Ada", "role": "user", "text": "Hello."}\n'
)


def digest(*files: tuple[str, bytes]) -> str:
    """Of these files, in this order."""
    found = SourceDigest()
    for name, content in files:
        found.add(name, content)
    return found.hex()


def data_digest(path: Path) -> str:
    """Of a timeline, or of a folder of them."""
    return load_source(f"timeline:{path}", Selection(), Findings(strict=True)).digest


def test_a_single_file_counts_by_its_bytes_whatever_it_is_called() -> None:
    assert digest(("a", b"x")) == digest(("b", b"x"))
    assert digest(("a", b"x")) != digest(("a", b"y"))


def test_of_several_files_names_order_and_bounds_count() -> None:
    two = digest(("a", b"x"), ("b", b"y"))
    others = (
        digest(("a", b"x"), ("c", b"y")),
        digest(("b", b"y"), ("a", b"x")),
        digest(("a", b"xy"), ("b", b"")),
        digest(("a", b"xy")),
        digest(("a", b"x")),
    )
    assert two not in others
    assert digest(("a", b"x"), ("b", b"y")) == two


def test_a_timeline_under_another_name_or_alone_in_a_folder_is_the_same_data(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    places = [tmp_path / "a.jsonl", tmp_path / "renamed.jsonl", tmp_path / "folder" / "b.jsonl"]
    for place in places:
        place.write_text(LINES)
    assert len({*map(data_digest, [*places, tmp_path / "folder"])}) == 1
    places[1].write_text(LINES.replace("Hello", "Hallo"))
    assert data_digest(places[1]) != data_digest(places[0])

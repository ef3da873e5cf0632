from hashlib import sha256
from pathlib import Path

import pytest

from replay.errors import CannotWrite, InputError
from replay.whole_files import check_place, new_files, write_whole


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def write(folder: Path, *pieces: tuple[str, bytes], note: str = "", then: type[BaseException] | None = None) -> None:
    with new_files(folder, note) as files:
        for name, piece in pieces:
            files.append(name, piece)
        if then is not None:
            raise then


def test_pieces_become_files_when_the_block_ends(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    with new_files(tmp_path) as files:
        files.append("a", b"1")
        files.append("b", b"")
        files.append("a", b"2")
        assert (tmp_path / "a").read_bytes() == b"old"
    assert content(tmp_path) == {"a": b"12", "b": b""}


def test_the_sum_of_a_file_is_that_of_all_its_pieces_in_the_order_in_which_files_were_begun(tmp_path: Path) -> None:
    with new_files(tmp_path) as files:
        for name, piece in (("b", b"1"), ("a", b""), ("b", b"2")):
            files.append(name, piece)
        assert list(files.sums().items()) == [("b", sha256(b"12").hexdigest()), ("a", sha256(b"").hexdigest())]


def test_a_block_that_fails_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt):
        write(tmp_path, ("a", b"1"), ("b", b"2"), then=KeyboardInterrupt)
    assert content(tmp_path) == {"a": b"old"}


def test_what_a_killed_process_left_is_begun_anew(tmp_path: Path) -> None:
    (tmp_path / "a.new").write_bytes(b"half of")
    write_whole(tmp_path / "a", b"whole")
    assert content(tmp_path) == {"a": b"whole"}


def test_a_file_that_cannot_be_written_is_named_with_the_note_and_the_others_are_dropped(tmp_path: Path) -> None:
    (tmp_path / "b.new").mkdir()
    with pytest.raises(CannotWrite, match=r"/b: cannot be written: Is a directory; try again$"):
        write(tmp_path, ("a", b"1"), ("b", b"2"), note="try again")
    assert content(tmp_path) == {}


def test_a_place_that_something_else_has_is_told_and_nothing_new_is_left(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with pytest.raises(CannotWrite, match=r"/a: cannot be written: Is a directory$"):
        write_whole(tmp_path / "a", b"1")
    assert content(tmp_path) == {}


def test_a_folder_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(CannotWrite, match="No such file or directory"):
        write_whole(tmp_path / "nowhere" / "a", b"1")
    assert list(tmp_path.iterdir()) == []


def test_a_place_where_something_can_be_written_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "old").write_bytes(b"old")
    before = content(tmp_path)
    for path in (tmp_path / "old", tmp_path / "new", tmp_path / "a" / "b" / "new", Path("/dev/null")):
        check_place(path)
    check_place(tmp_path, may_be_folder=True)
    assert content(tmp_path) == before
    assert [path.name for path in tmp_path.iterdir()] == ["old"]


def test_a_place_where_nothing_can_be_written_is_bad_input(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    places = {
        tmp_path: "it is a folder",
        tmp_path / "file" / "x": "Not a directory",
        tmp_path / ("x" * 300): "too long",
    }
    for path, why in places.items():
        with pytest.raises(InputError, match=f"cannot be written: .*{why}"):
            check_place(path)

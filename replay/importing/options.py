"""What the command line asks of an import, as a request."""

from pathlib import Path

from replay.errors import InputError
from replay.importing.importer import ImportRequest
from replay.importing.mapping import ImportMap, load_map
from replay.importing.packed_files import plain_name
from replay.importing.pseudonyms import create_key, read_key
from replay.loaders.timeline_files import ENDING
from replay.times import parse_duration_us


def import_request(
    log: Path,
    *,
    map_file: Path | None,
    out: Path | None,
    queries: Path | None = None,
    probe_every: tuple[str, str] | None = None,
    probe_commands: bool = False,
    pseudonymize: bool = False,
    key_file: Path | None = None,
    new_key: str | None = None,
    skip_bad: int = 0,
) -> ImportRequest:
    """The request; `new_key` is the secret that a new key file is to hold, None where the file is there.

    Raises:
        InputError: the map or the key cannot be read, or an option makes no sense without another.
        CannotWrite: the key file cannot be written.
    """
    map_ = load_map(map_file)
    if log.is_dir():
        raise InputError(f"{log}: is a folder; the file of a log is wanted")
    if pseudonymize and key_file is None:
        raise InputError("--pseudonymize needs --key-file, which you keep; --new-key makes one")
    if not pseudonymize and (key_file is not None or new_key is not None):
        raise InputError("a key is for --pseudonymize")
    key: bytes | None = None
    if key_file is not None:
        if new_key is not None:
            create_key(key_file, new_key)
        key = read_key(key_file)
    every_us = None if probe_every is None else parse_duration_us(probe_every[0])
    return ImportRequest(
        log=log,
        map=map_,
        out=default_out(log, map_) if out is None else out,
        queries=queries,
        probe_every_us=every_us,
        probe_text="" if probe_every is None else probe_every[1],
        probe_commands=probe_commands,
        pseudonym_key=key,
        skip_bad=skip_bad,
    )


def default_out(log: Path, map_: ImportMap) -> Path:
    """Beside the log: `NAME.timeline.jsonl`, or the folder `NAME.timelines` where it makes several."""
    stem = plain_name(log).stem
    return log.with_name(f"{stem}.timelines" if map_.scenario.column else f"{stem}.timeline{ENDING}")

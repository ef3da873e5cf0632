"""Targets where options and times in words come in: cutoffs, delays, selections, thresholds, dates of every format."""

import re
from collections.abc import Callable
from zoneinfo import ZoneInfo

from memory.embedded.words import runs
from memory.errors import MemoryPackageError
from memory.options import read_choice, read_number
from memory.registry import find_backend
from replay.cli_options import read_extra_body, read_memory_options, vehicle_start
from replay.config import check_policy, check_schema_form, check_window
from replay.dataset import natural_key, parse_selection
from replay.errors import InputError
from replay.event_log import event_filter
from replay.evidence import clock_time, evidence_moment
from replay.importing.moments import Moments, check_time_format, parser_of, read_zone
from replay.importing.problems import BadField, Problems
from replay.loaders.timeline_files import file_name
from replay.loaders.written_dates import iso_of_month_first, iso_of_slashed, iso_of_spoken
from replay.metric_names import find_value
from replay.points import read_points
from replay.thresholds import parse_threshold, read_gate
from replay.times import MixedZones, MomentReader, UnreadableTime, find_zone, format_duration, parse_duration_us
from scoring.plain_text import one_line
from scoring.wording import read as read_wording
from scoring.wording import without_times
from tests.fuzzing.target import Target

_METRIC = {"exact_match_rate": 0.5, "retrieval": {"any.b": 1, "none": None, "flag": True}, "x": {}}


def _option(text: str) -> None:
    head, _, value = text.partition("\n")
    _OPTIONS.get(head, _OPTIONS["cutoff"])(value)


def _duration(text: str) -> None:
    length_us = parse_duration_us(text)
    parse_duration_us(format_duration(length_us))


def _selection(text: str) -> None:
    parse_selection(text).pick(["1", "2", "10", "x٣", "²"])
    sorted([text, "2", "x10"], key=natural_key)


def _threshold(text: str) -> None:
    read_gate([text])
    threshold = parse_threshold(text)
    find_value(_METRIC, threshold.metric)


def _file_name(text: str) -> None:
    taken: set[str] = set()
    for name in (file_name(text, taken), file_name(text.upper(), taken)):
        assert name not in (".jsonl", "..jsonl")
        assert "/" not in name
        assert "\0" not in name
        assert len(name.encode()) < 256


def _words(text: str) -> None:
    runs(text)
    read_wording(without_times(text[:5000]))
    assert re.sub("[\u200c\u200d]", "", one_line(text)).isprintable()


_OPTIONS: dict[str, Callable[[str], object]] = {
    "cutoff": lambda text: check_policy(read_points(text, "")[0]),
    "delays": lambda text: read_points("auto", text),
    "lag": _duration,
    "scenarios": _selection,
    "option": lambda text: read_memory_options(text.split("\n")),
    "number": lambda text: read_number({"x": text}, "x", 1.0, above=0, at_most=10),
    "choice": lambda text: read_choice({"x": text}, "x", ("a", "b")),
    "under": _threshold,
    "body": read_extra_body,
    "bucket": check_window,
    "schema": check_schema_form,
    "vehicle": vehicle_start,
    "field": lambda text: event_filter(None, None, None, None, text),
    "memory": find_backend,
    "file": _file_name,
    "words": _words,
}


def _time(text: str) -> None:
    head, _, value = text.partition("\n")
    _TIMES.get(head, _TIMES["iso"])(value)


def _pattern(text: str) -> None:
    pattern, _, value = text.partition("|")
    check_time_format(pattern)
    parser_of(pattern)
    _told(pattern, value)


def _moment(form: str | None) -> Callable[[str], object]:
    return lambda text: _told(form, text)


def _told(form: str | None, text: str) -> object:
    """A field that cannot be read is told as an import tells it."""
    try:
        return Moments(form, ZoneInfo("Europe/Lisbon")).read(text, "time")
    except BadField as exc:
        raise InputError(Problems("log", 0).line(1, exc.field, exc.message)) from exc


def _iso(text: str) -> None:
    reader = MomentReader(ZoneInfo("Europe/Lisbon"))
    for part in text.split("|"):
        reader.read_us(part)


_TIMES: dict[str, Callable[[str], object]] = {
    "iso": _iso,
    "spoken": lambda text: _iso(iso_of_spoken(text)),
    "slashed": lambda text: _iso(iso_of_slashed(text)),
    "month": lambda text: _iso(iso_of_month_first(text)),
    "guess": _moment(None),
    "rfc2822": _moment("rfc2822"),
    "epoch_s": _moment("epoch_s"),
    "epoch_ms": _moment("epoch_ms"),
    "epoch_us": _moment("epoch_us"),
    "epoch_ns": _moment("epoch_ns"),
    "pattern": _pattern,
    "zone": read_zone,
    "iana": find_zone,
    "clock": clock_time,
    "fact": evidence_moment,
}


def _of_bytes(read: Callable[[str], None]) -> Callable[[bytes], None]:
    """Options come as the system hands them over: what is no UTF-8 as lone halves."""
    return lambda data: read(data.decode("utf-8", "surrogateescape"))


_OPTION_SEEDS = (
    "cutoff\nauto", "cutoff\nsweep:after-each,end", "delays\n1d,7d,30d", "lag\n1h30m", "lag\n10ms",
    "scenarios\n1-5,8,x",
    "option\na=b\nc=d=e", "number\n2.5", "choice\na", "under\nretrieval.any.b=0.5", "under\nexact_match_rate=1",
    'body\n{"seed": 1}', "bucket\nday", "schema\nplain", "vehicle\ncarry", "field\nlight.ambient", "memory\nfulltext",
    "memory\na.b:C", "memory\nhttp://u:p@127.0.0.1:1/x", "file\nday 1/..", "file\nUPPER", "words\nLevel 3, not 4. 车里",
    "words\nTwenty one degrees at 8:00 AM on March 3, 2025, please turn it off",
)  # fmt: skip
_TIME_SEEDS = (
    "iso\n2025-03-01T08:30|2025-03-01 08:31:00.123456", "iso\n2025-03-01T08:30:00+01:00",
    "spoken\n1:56 pm on 8 May, 2023",
    "slashed\n2023/05/30 (Tue) 23:40", "month\nDec 15, 2025, 08:41:23", "guess\n2025-03-01T08:30:00Z",
    "guess\n1740817800",
    "rfc2822\nSat, 01 Mar 2025 08:30:00 +0100", "epoch_s\n1740817800.5", "epoch_ms\n1740817800000",
    "epoch_us\n1740817800000000", "epoch_ns\n1740817800000000000", "pattern\n%d/%m/%Y %H:%M|01/03/2025 08:30",
    "zone\n+01:00", "zone\nEurope/Lisbon", "iana\nAsia/Kathmandu", "clock\nAt 10:00 AM, Ada got in.",
    "fact\n[March 1, 2025] At 8:00 AM, Ada complained.",
)  # fmt: skip

TARGETS = (
    Target(
        name="options", run=_of_bytes(_option), seeds=tuple(text.encode() for text in _OPTION_SEEDS), kind="text",
        errors=(InputError, MemoryPackageError), is_parser=True,
    ),
    Target(
        name="times", run=_of_bytes(_time), seeds=tuple(text.encode() for text in _TIME_SEEDS), kind="text",
        errors=(InputError, UnreadableTime, MixedZones, BadField), is_parser=True,
    ),
)  # fmt: skip

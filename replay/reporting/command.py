"""The command that repeats a run, worked out from its configuration."""

import shlex
from collections.abc import Iterable, Sequence

from replay.config import RunConfig
from replay.dataset import parse_selection
from replay.errors import InputError
from replay.points import SWEEP
from replay.times import format_duration
from replay.toolbox import DEPTH


def run_command(config: RunConfig, *, limit: int | None = None, repeats: int = 1) -> str:
    """The `pastlane run` that asks the same again, quoted for a shell; what is the default is left out.

    `limit` is the number of queries of each scenario where not all were asked. Keys, addresses, prices and tapes of a
    model are no part of a configuration and so not of the command.
    """
    words = ["pastlane", "run", config.source, "--memory", config.memory, "--agent", config.agent]
    swept = list(map(str, _names(config.points.to_dict()["swept"])))
    delays = list(map(str, _names(config.points.to_dict()["delays"])))
    cutoff = SWEEP + ",".join(swept) if swept else str(config.cutoff)
    scenarios = _scenarios(tuple(config.scenarios))
    options: tuple[tuple[str, str, str], ...] = (
        ("--cutoff", cutoff, "auto"),
        ("--delays", ",".join(delays), ""),
        ("--bucket", config.bucket, "hour"),
        ("--scenarios", scenarios, ""),
        ("--limit", "" if limit is None else str(limit), ""),
        ("--seed", str(config.seed), "0"),
        ("--depth", str(config.depth), str(DEPTH)),
        ("--vehicle", config.vehicle, "factory"),
        ("--index-lag", format_duration(config.index_lag_us), "0"),
        ("--tool-schema", config.tool_schema, "plain"),
        ("--repeats", str(repeats), "1"),
    )
    for name, value, default in options:
        if value != default:
            words += [name, value]
    for key, value in sorted(config.memory_options.items()):
        words += ["--memory-option", f"{key}={value}"]
    words += [
        name for name, wanted in (("--watch-updates", config.watch_updates), ("--remember", config.remember)) if wanted
    ]
    for name in ("model", "temperature", "max_tokens", "tool_choice", "max_turns"):
        asked = (config.model or {}).get(name)
        if asked is not None:
            words += [f"--{name.replace('_', '-')}", str(asked)]
    return shlex.join(words)


def _names(value: object) -> Iterable[object]:
    return value if isinstance(value, list) else ()


def _scenarios(ids: Sequence[str]) -> str:
    """The ids as `--scenarios` reads them, runs of numbers as ranges; empty where it would read something else."""
    parts: list[str] = []
    at = 0
    while at < len(ids):
        end = at
        while end + 1 < len(ids) and _follows(ids[end], ids[end + 1]):
            end += 1
        parts += [f"{ids[at]}-{ids[end]}"] if end > at + 1 else list(ids[at : end + 1])
        at = end + 1
    text = ",".join(parts)
    try:
        return text if parse_selection(text).ids == tuple(ids) else ""
    except InputError:
        return ""


def _follows(one: str, other: str) -> bool:
    return one.isascii() and one.isdecimal() and str(int(one)) == one and other == str(int(one) + 1)

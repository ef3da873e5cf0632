"""The summary of a run: what was run, the command that repeats it, and whether it can be trusted."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from replay.points import Points, beside_main
from replay.reporting.command import run_command
from replay.reporting.history import Histories
from replay.reporting.kept import ReportedRun
from replay.reporting.trust import Checked, trust_of
from replay.times import format_duration
from scoring.plain_text import counted
from scoring.records import MAIN


def summary_of(run: ReportedRun, histories: Histories, checked: Checked) -> dict[str, Any]:
    """What the top of the report says of one run, its `metric.json` included."""
    limit = _limit(run, histories)
    return {
        "label": run.label,
        "setup": setup_of(run),
        "command": run_command(run.config, limit=limit, repeats=len(run.parts)),
        "audit": run_command(run.config, limit=limit).replace("run", "audit", 1) if _can_audit(run) else "",
        "trust": [asdict(one) for one in trust_of(run, checked, histories.missing)],
        "metric": _slim(run.metric),
    }


def setup_of(run: ReportedRun) -> list[tuple[str, str]]:
    """Pairs of a name and what was run, for a list."""
    config = run.config
    n_queries = len({item.turn.query_id for item in run.scored})
    scenarios = counted(len(config.scenarios), "scenario", spec=",")
    entries = f", {counted(len(run.scored), 'entry', 'entries', ',')}" if len(run.scored) != n_queries else ""
    model = (
        "" if config.model is None else ", ".join(f"{k}={v}" for k, v in config.model.items() if v not in (None, {}))
    )
    rows = (
        ("data", f"{config.source}"),
        ("data hash", f"sha256 {config.data_digest}"),
        ("asked", f"{counted(n_queries, 'query', 'queries', ',')} in {scenarios}{entries}"),
        ("memory", config.memory + "".join(f", {key}={value}" for key, value in sorted(config.memory_options.items()))),
        ("agent", config.agent),
        ("model", model),
        ("cutoff", config.cutoff),
        ("points", _points(config.points)),
        ("messages arrive", f"by {config.bucket}"),
        ("index lag", format_duration(config.index_lag_us) if config.index_lag_us else ""),
        ("search depth", str(config.depth)),
        ("car starts", config.vehicle),
        ("updates watched", "yes" if config.watch_updates else ""),
        ("answers remembered", "yes" if config.remember else ""),
        ("repeats", str(len(run.parts)) if len(run.parts) > 1 else ""),
        ("seed", str(config.seed)),
        ("version", f"{config.version}" + (f", code {config.own_code}" if config.own_code else "")),
        ("outside code", config.code_digest),
        ("prompts", config.prompts),
        ("digest of the answers", str(run.metric["digest"])),
        ("run folder", str(run.folder)),
    )
    return [(name, value) for name, value in rows if value]


def _points(points: Points) -> str:
    beside = beside_main(points.to_dict())
    return ", ".join([MAIN, *beside]) if beside else ""


def _limit(run: ReportedRun, histories: Histories) -> int | None:
    """The least limit that asks the same; None where all queries were asked, or nobody can tell."""
    asked: dict[str, set[str]] = {name: set() for name in run.config.scenarios}
    for item in run.scored:
        asked[item.turn.scenario].add(item.turn.query_id)
    if run.n_missing or not asked:
        return None
    most = max(len(ids) for ids in asked.values())
    known = histories.scenarios
    is_all = bool(known) and all(name in known and known[name].n_queries == len(ids) for name, ids in asked.items())
    return None if is_all or most == 0 else most


def _can_audit(run: ReportedRun) -> bool:
    """Whether the audit takes every option that the run was made with."""
    config = run.config
    return config.points.only_main and not config.watch_updates and not config.remember and config.model is None


def _slim(metric: Mapping[str, Any]) -> dict[str, Any]:
    """The metric without the costs of every single scenario."""
    costs = metric["timing"].get("costs")
    if costs is None:
        return dict(metric)
    kept = {key: value for key, value in costs.items() if key != "by_scenario"}
    return {**metric, "timing": {**metric["timing"], "costs": kept}}

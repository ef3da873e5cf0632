"""The HTML report of one or several runs: one file that needs no network and no server.

Everything is worked out from the runs' logs by today's code; the source is read again, where it is at hand, for the
times of messages and the words of the evidence.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from replay.config import RunConfig
from replay.errors import InputError
from replay.reporting.comparing import compare_runs
from replay.reporting.curves import curves_of
from replay.reporting.history import Histories, read_histories
from replay.reporting.kept import ReportedRun, load_runs
from replay.reporting.page import build_page, chart_library
from replay.reporting.queries import Detailer, entry_key, query_row, question_of
from replay.reporting.summary import summary_of
from replay.reporting.texts import TextTable
from replay.reporting.timeline import messages_named, timeline_of
from replay.reporting.trust import Checked
from replay.version import pastlane_version
from replay.whole_files import make_folders_to, write_whole
from scoring.aggregate import ScoredTurn
from scoring.diagnosis import CAUSES
from scoring.explain_diagnosis import cause_words

FORMAT = "pastlane report 1"


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenReport:
    """A report on disk."""

    path: Path
    n_bytes: int
    labels: tuple[str, ...]
    """What the runs are called in it."""
    notes: tuple[str, ...]
    """What is missing from it, and why."""


def write_report(folders: Sequence[Path], out: Path, *, source: str | None = None) -> WrittenReport:
    """Write the report of the runs in `folders` to the file `out`, whole or not at all.

    `source` says where the data is now; it must be the data of every run. Without it each run's own source is read
    where it still has the same bytes, else the report does without.

    Raises:
        InputError: there is no folder, `source` is other data or cannot be read, or the chart library is missing.
        RunFolderError: a folder holds no run, cannot be read, or is being written.
        CannotWrite: the file cannot be written.
    """
    if not folders:
        raise InputError("a report is of at least one run")
    chart_library()
    runs = load_runs(folders)
    histories = _histories([run.config for run in runs], source)
    index, parts = report_data(runs, histories)
    content = build_page(str(index["title"]), index, parts).encode()
    make_folders_to(out)
    write_whole(out, content)
    missing = dict.fromkeys(one.missing for one in histories if one.missing)
    return WrittenReport(
        path=out,
        n_bytes=len(content),
        labels=tuple(run.label for run in runs),
        notes=tuple(f"without message times: {why}; --source says where the run's data is now" for why in missing),
    )


def report_data(
    runs: Sequence[ReportedRun], histories: Sequence[Histories]
) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """The index of the report and its parts by name: one for each scenario, for all runs that read the same data.

    `histories` are those of the runs, in the same order.
    """
    checked = [Checked() for _ in runs]
    parts: dict[str, dict[str, Any]] = {}
    questions: dict[str, dict[str, Any]] = {}
    groups: dict[tuple[str, str], list[int]] = {}
    for place, run in enumerate(runs):
        for scenario in run.config.scenarios:
            groups.setdefault((run.config.data_digest, scenario), []).append(place)
    names = {key: f"s{number}" for number, key in enumerate(groups)}
    for key, places in groups.items():
        parts[names[key]] = _scenario_part(key[1], places, runs, histories, checked)
    for run in runs:
        for item in run.scored:
            questions.setdefault(_question_key(run.config, item), question_of(item.turn))
    rows = [_rows(run, list(questions)) for run in runs]
    index = {
        "format": FORMAT,
        "title": _title(runs),
        "version": pastlane_version(),
        "runs": [
            {
                **summary_of(run, history, seen),
                "curves": curves_of(run.metric, run.scored),
                "rows": own,
                "parts": {scenario: names[run.config.data_digest, scenario] for scenario in run.config.scenarios},
            }
            for run, history, seen, own in zip(runs, histories, checked, rows, strict=True)
        ],
        "questions": list(questions.values()),
        "pairs": compare_runs(runs),
        "causes": {cause: cause_words(cause) for cause in CAUSES},
    }
    return index, parts


def _histories(configs: Sequence[RunConfig], source: str | None) -> list[Histories]:
    read: dict[tuple[str, str, tuple[str, ...]], Histories] = {}
    found: list[Histories] = []
    for config in configs:
        key = (config.source, config.data_digest, tuple(config.scenarios))
        if key not in read:
            read[key] = read_histories(config, source)
        found.append(read[key])
    return found


def _scenario_part(
    scenario: str,
    places: Sequence[int],
    runs: Sequence[ReportedRun],
    histories: Sequence[Histories],
    checked: list[Checked],
) -> dict[str, Any]:
    """All that is told of one scenario, by every run that asked it; adds to what was `checked` for each run."""
    history = next((found for place in places if (found := histories[place].scenarios.get(scenario))), None)
    texts = TextTable()
    wanted: dict[str, bool] = {}
    entries: dict[str, dict[str, Any]] = {}
    every: list[ScoredTurn] = []
    for place in places:
        run = runs[place]
        teller = Detailer(
            history=history,
            lag_us=run.config.index_lag_us,
            texts=texts,
            message_ids=wanted,
            checked=checked[place],
        )
        own: dict[str, Any] = {}
        for repeat, part in enumerate(run.parts, start=1):
            for item in part.scored:
                if item.turn.scenario == scenario:
                    own[entry_key(item.turn, repeat)] = teller.detail(item)
                    every.append(item)
        entries[str(place)] = own
        checked[place] = teller.checked
    messages = messages_named(wanted, history, texts)
    return {
        "scenario": scenario,
        "entries": entries,
        "messages": messages,
        "timeline": timeline_of(every, history),
        "texts": texts.texts(),
    }


def _question_key(config: RunConfig, item: ScoredTurn) -> str:
    return f"{config.data_digest}\0{item.turn.query_id}\0{item.turn.query}"


def _rows(run: ReportedRun, questions: Sequence[str]) -> list[dict[str, Any]]:
    numbers = {key: number for number, key in enumerate(questions)}
    return [
        {**query_row(item, repeat), "question": numbers[_question_key(run.config, item)]}
        for repeat, part in enumerate(run.parts, start=1)
        for item in part.scored
    ]


def _title(runs: Sequence[ReportedRun]) -> str:
    return " / ".join(run.label for run in runs[:4]) + (f" and {len(runs) - 4} more" if len(runs) > 4 else "")

"""The options of the command line: what they are called, what they take, and what becomes of those about models."""

import os
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import orjson
import typer

from memory.adapters.secrets import is_variable_name
from memory.near_names import unknown_name
from memory.nesting import is_nested_deeper
from memory.registry import BUILT_IN
from replay.agents.registry import agent_names
from replay.agents.tool_calling import MAX_TURNS
from replay.buckets import WINDOWS
from replay.carmem_tasks import TASKS
from replay.closed_sets import one_of
from replay.config import SCHEMA_FORMS, VEHICLE_STARTS, VehicleStart
from replay.cutoffs import POLICIES
from replay.errors import InputError
from replay.executors import EXECUTORS
from replay.loaders.formats import DEMO, FORMATS, INJECTIONS
from replay.metric_names import USUAL
from replay.model_options import ModelOptions, needs_key
from replay.models import ModelRequest
from replay.points import SWEEP, SWEPT
from replay.run_folder import LOG_FILE

SOURCES = f"{', '.join(f'{name}:PATH' for name in FORMATS)}, {INJECTIONS}, or {DEMO}"
DEFAULT_BASE_URL = "https://api.openai.com/v1"
DEFAULT_KEY_ENV = "OPENAI_API_KEY"
TIMEOUT_S = 120.0
MAX_RETRIES = 4
TOOL_CHOICES = ("auto", "required", "none")

SourceArgument = Annotated[str, typer.Argument(help=f"What to replay: {SOURCES}.", metavar="SOURCE")]
FileArgument = Annotated[Path | None, typer.Argument(help="JSON Lines; stdin by default.", metavar="FILE")]
_MEMORIES = f"{', '.join(BUILT_IN)}, an adapter (see backends), package.module:Class, or http://HOST:PORT"
MemoryOption = Annotated[str, typer.Option(help=f"{_MEMORIES}.", metavar="NAME")]
MemoriesOption = Annotated[
    list[str] | None, typer.Option(help=f"{_MEMORIES}; several with commas. fulltext by default.", metavar="NAMES")
]
TargetArgument = Annotated[str, typer.Argument(help=f"What to check: {_MEMORIES}.", metavar="TARGET")]
QuickOption = Annotated[bool, typer.Option("--quick", help="Leave out what costs most.")]
SuffixOption = Annotated[
    str | None,
    typer.Option(
        help="Part of every namespace; drawn by chance by default, equal ones repeat a check.", metavar="TEXT"
    ),
]
IndexLagOption = Annotated[
    str,
    typer.Option(
        help="How long after it was said a message can be found, such as 10m; simulated time.", metavar="TIME"
    ),
]
WatchUpdatesOption = Annotated[
    bool, typer.Option("--watch-updates", help="Ask after every message behind a change, until it is found first.")
]
ResetOption = Annotated[bool, typer.Option("--reset", help="Empty the memory's namespaces of what is left there.")]
MemoryTimeoutOption = Annotated[
    float,
    typer.Option(
        "--memory-timeout-s", help="How long one call to a memory that is not built in may take.", metavar="SECONDS"
    ),
]
AgentOption = Annotated[str, typer.Option(help=f"{', '.join(agent_names())}, or package.module:Class.", metavar="NAME")]
CutoffOption = Annotated[
    str,
    typer.Option(
        help=f"When queries are asked: {', '.join(POLICIES)}, or {SWEEP}{'|'.join(SWEPT)} (several moments).",
        metavar="WHEN",
    ),
]
DelaysOption = Annotated[
    str, typer.Option(help="Ask each query again so much later, such as 1d,7d,30d.", metavar="TIMES")
]
BucketOption = Annotated[str, typer.Option(help=f"What is delivered together: {', '.join(WINDOWS)}.", metavar="WINDOW")]
ScenariosOption = Annotated[
    str | None, typer.Option(help="Which scenarios, such as 1-5,8. All by default.", metavar="LIST")
]
LimitOption = Annotated[int | None, typer.Option(help="Only the first N queries of each scenario.", metavar="N")]
EvidenceOption = Annotated[
    bool, typer.Option("--evidence", help="Align each gold fact with the messages that state it.")
]
SampleOption = Annotated[int | None, typer.Option(help="Audit N queries drawn by chance; all by default.", metavar="N")]
SeedOption = Annotated[int, typer.Option(help="Seed of whatever is drawn by chance.", metavar="N")]
JobsOption = Annotated[int, typer.Option(help="How many scenarios are replayed side by side.", min=1, metavar="N")]
RunJobsOption = Annotated[
    int | None,
    typer.Option(
        help="How many scenarios are replayed side by side: 1 by default; with dask as many as its workers take.",
        min=1,
        metavar="N",
    ),
]
ExecutorOption = Annotated[
    str, typer.Option(help=f"Where scenarios are replayed: {', '.join(EXECUTORS)}.", metavar="WHERE")
]
SchedulerOption = Annotated[
    str | None, typer.Option(help="Where the scheduler of --executor dask is.", metavar="tcp://HOST:PORT")
]
DepthOption = Annotated[int, typer.Option(help="How many hits each search asks for.", metavar="N")]
VehicleOption = Annotated[
    str, typer.Option(help="Where queries start from: factory, or carry (as it was left).", metavar="START")
]
ResumeOption = Annotated[
    bool, typer.Option("--resume", help="Go on with the run that is there, or stop: never begin another.")
]
OutOption = Annotated[Path | None, typer.Option(help="The run folder; runs/<digest> by default.", metavar="FOLDER")]
MemoryOptionsOption = Annotated[
    list[str] | None,
    typer.Option(
        help="For the memory alone: KEY=VALUE, or MEMORY.KEY=VALUE for one of several; may be repeated.",
        metavar="KEY=VALUE",
    ),
]
ExplainOption = Annotated[
    str | None, typer.Option("--explain", help="Tell the story of one query, such as 3/1.", metavar="QUERY")
]
RepeatsOption = Annotated[int, typer.Option(help="How many times everything is run.", min=1, metavar="N")]
RememberOption = Annotated[
    bool, typer.Option("--remember", help="Questions and answers enter the timeline, for later queries.")
]
_USUAL = f"All in a run's metric.json, such as {', '.join(USUAL)}."
FailUnderOption = Annotated[
    list[str] | None,
    typer.Option(
        "--fail-under",
        help=f"Exit 1 when a metric is below a value; may be repeated. {_USUAL}",
        metavar="METRIC=VALUE",
    ),
]
FailOverOption = Annotated[
    list[str] | None,
    typer.Option(
        "--fail-over",
        help="Exit 1 when a metric is above a value, such as mem_token=2500; may be repeated.",
        metavar="METRIC=VALUE",
    ),
]


def kept_and_drop(given: tuple[Path, str] | None) -> tuple[Path, str] | None:
    """Both words of `--fail-drop` as they are given.

    Raises:
        InputError: the second is no pair: RUN was left out, and the next word of the command taken in its place.
    """
    if given is not None and "=" not in given[1]:
        taken = f"{given[0]} {given[1]}"
        raise InputError(f"--fail-drop is RUN METRIC=VALUE, such as runs/kept exact_match_rate=0.05, not {taken!r}")
    return given


FailDropOption = Annotated[
    tuple[Path, str] | None,
    typer.Option(
        "--fail-drop",
        help="Exit 1 when a metric fell by more than a value against the kept run in the folder RUN; several with "
        "commas.",
        metavar="RUN METRIC=VALUE",
        callback=kept_and_drop,
    ),
]


def run_folder(given: Path) -> Path:
    """The folder of a run where its log was named instead; whatever else was given as it is."""
    return given.parent if given.name == LOG_FILE and given.is_file() else given


RunArgument = Annotated[
    Path,
    typer.Argument(help="The folder of a run, or of a repeated one.", metavar="RUN", callback=run_folder),
]
RunAArgument = Annotated[Path, typer.Argument(help="The folder of a run.", metavar="RUN_A", callback=run_folder)]
RunBArgument = Annotated[
    Path, typer.Argument(help="The folder of the run to set against it.", metavar="RUN_B", callback=run_folder)
]
LeakDeltaOption = Annotated[
    bool, typer.Option("--leak-delta", help="The same run, once asked at the end: what that flatters.")
]
DetailsOption = Annotated[bool, typer.Option("--details", help="Print everything that is known of a run.")]
OutArgument = Annotated[Path, typer.Argument(help="A .jsonl file, or a folder for several scenarios.", metavar="OUT")]
StartOption = Annotated[datetime, typer.Option(formats=["%Y-%m-%d"], help="The first day.", metavar="DATE")]
LogArgument = Annotated[Path, typer.Argument(help="The log.", metavar="LOG")]
TimelineOutArgument = Annotated[Path, typer.Argument(help="A folder, or a .jsonl file.", metavar="OUT")]
MapOption = Annotated[Path | None, typer.Option("--map", help="Which column is what, in TOML.", metavar="FILE")]
GuessOption = Annotated[bool, typer.Option("--guess", help="Print a map proposed from the first rows, and stop.")]
ImportOutOption = Annotated[
    Path | None,
    typer.Option(help="The timeline; beside the log by default. A folder where the map splits it.", metavar="PATH"),
]
QueriesOption = Annotated[Path | None, typer.Option(help="Queries in JSON Lines, for the log.", metavar="FILE")]


def time_and_text(given: tuple[str, str] | None) -> tuple[str, str] | None:
    """Both words of `--probe-every` as they are given.

    Raises:
        InputError: the second is another option: the question was left out.
    """
    if given is not None and given[1].startswith("--"):
        raise InputError(f"--probe-every is TIME TEXT, such as 7d 'What does Ada like?', not {' '.join(given)!r}")
    return given


ProbeEveryOption = Annotated[
    tuple[str, str] | None,
    typer.Option(
        "--probe-every",
        help="Ask a question again and again: 7d 'What does Ada like?'.",
        metavar="TIME TEXT",
        callback=time_and_text,
    ),
]
ProbeCommandsOption = Annotated[
    bool, typer.Option("--probe-commands", help="Make a query of each question that commands followed.")
]
PseudonymizeOption = Annotated[
    bool, typer.Option("--pseudonymize", help="Replace names, phone numbers, e-mail addresses and plates.")
]
KeyFileOption = Annotated[
    Path | None, typer.Option(help="The secret that stand-ins are made with; yours to keep.", metavar="FILE")
]
NewKeyOption = Annotated[bool, typer.Option("--new-key", help="Make the key file.")]
SkipBadOption = Annotated[int, typer.Option(help="So many bad rows are left out and counted.", min=0, metavar="N")]
TaskOption = Annotated[str, typer.Option(help=f"Which task: {', '.join(TASKS)}.", metavar="TASK")]
SplitOption = Annotated[str | None, typer.Option(help="Which users, such as 1-25; all by default.", metavar="A-B")]
CarMemPathArgument = Annotated[
    Path, typer.Argument(help="CarMem's dataset.jsonl, its folder, or timeline:PATH.", metavar="PATH")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")]

ModelOption = Annotated[str | None, typer.Option(help="The model's name at its endpoint.", metavar="NAME")]
BaseUrlOption = Annotated[str, typer.Option(help="An OpenAI-compatible endpoint.", metavar="URL")]
KeyEnvOption = Annotated[str, typer.Option(help="The environment variable that holds the key.", metavar="NAME")]
MaxTurnsOption = Annotated[int, typer.Option(help="How often the agent may ask for one query.", metavar="N")]
ToolSchemaOption = Annotated[
    str, typer.Option(help=f"How commands are described: {', '.join(SCHEMA_FORMS)}.", metavar="FORM")
]
ToolChoiceOption = Annotated[
    str | None, typer.Option(help=f"Passed on to the model: {', '.join(TOOL_CHOICES)}.", metavar="CHOICE")
]
TemperatureOption = Annotated[float | None, typer.Option(help="Passed on to the model.", metavar="NUMBER")]
MaxTokensOption = Annotated[int | None, typer.Option(help="Passed on to the model, as max_tokens.", metavar="N")]
ExtraBodyOption = Annotated[
    str | None,
    typer.Option(help="A JSON object added to every request; no secrets.", metavar="JSON"),
]
TimeoutOption = Annotated[
    float,
    typer.Option(
        "--timeout-s", help="How long one attempt may take, from the first to the last byte.", metavar="SECONDS"
    ),
]
MaxRetriesOption = Annotated[int, typer.Option(help="How often a failed attempt is repeated.", metavar="N")]
PricesOption = Annotated[Path | None, typer.Option(help="A TOML file of prices.", metavar="FILE")]
BudgetOption = Annotated[
    float | None,
    typer.Option(help="Stop when so much is spent; needs --prices.", metavar="USD"),
]
MaxRequestsOption = Annotated[
    int | None, typer.Option(help="Stop after so many requests; repeated attempts do not count.", metavar="N")
]
RecordOption = Annotated[Path | None, typer.Option(help="Keep every answer on this tape.", metavar="FILE")]
ReplayOption = Annotated[
    Path | None,
    typer.Option(help="Take every answer from this tape; no network.", metavar="FILE"),
]


def vehicle_start(name: str) -> VehicleStart:
    """Where queries start from.

    Raises:
        InputError: nothing is called so; the known ones are listed.
    """
    return one_of(VEHICLE_STARTS, name, "no vehicle start is called")


def read_memory_options(pairs: list[str] | None) -> dict[str, str]:
    """`KEY=VALUE` pairs as a mapping.

    Raises:
        InputError: one is no such pair, or a key comes twice.
    """
    options: dict[str, str] = {}
    for pair in pairs or []:
        key, equals, value = pair.partition("=")
        if not equals or not key or key in options:
            raise InputError(f"a memory option is KEY=VALUE, each key once, not {pair!r}")
        options[key] = value
    return options


def read_extra_body(text: str | None) -> dict[str, Any]:
    """The JSON object that is added to requests; empty for None.

    Raises:
        InputError: it is no JSON object.
    """
    if text is None:
        return {}
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError as exc:
        raise InputError(f"--extra-body is no JSON: {exc}") from exc
    if not isinstance(value, dict):
        raise InputError("--extra-body must be a JSON object")
    if is_nested_deeper(value):
        raise InputError("--extra-body is nested too deep")
    return value


def model_request(
    model: str | None,
    *,
    base_url: str,
    key_env: str,
    max_turns: int = MAX_TURNS,
    tool_choice: str | None = None,
    temperature: float | None = None,
    max_tokens: int | None = None,
    extra_body: str | None = None,
    timeout_s: float = TIMEOUT_S,
    max_retries: int = MAX_RETRIES,
    prices: Path | None = None,
    budget_usd: float | None = None,
    max_requests: int | None = None,
    record: Path | None = None,
    replay: Path | None = None,
) -> ModelRequest | None:
    """What the user asks for of models; None without a `model`. The key is read from the environment.

    Raises:
        InputError: something is asked for that only a model has, an option cannot be read, or the key is missing where
            there has to be one.
    """
    if model is None:
        if any(given is not None for given in (prices, budget_usd, max_requests, record, replay)):
            raise InputError("prices, limits and tapes are those of a model; give --model")
        return None
    if tool_choice is not None and tool_choice not in TOOL_CHOICES:
        raise InputError(unknown_name("no tool choice is called", tool_choice, TOOL_CHOICES))
    if not is_variable_name(key_env):
        raise InputError("--key-env wants the name of an environment variable; what is given is none, and is not shown")
    key = os.environ.get(key_env, "")
    wants_key = needs_key(base_url) or key_env != DEFAULT_KEY_ENV
    if wants_key and not key and replay is None:
        raise InputError(f"the environment variable {key_env} holds no key for {base_url}")
    options = ModelOptions(
        model=model,
        base_url=base_url,
        temperature=temperature,
        max_tokens=max_tokens,
        tool_choice=tool_choice,
        extra_body=read_extra_body(extra_body),
        timeout_s=timeout_s,
        max_retries=max_retries,
    )
    return ModelRequest(
        options=options,
        key=key,
        max_turns=max_turns,
        prices=prices,
        budget_usd=budget_usd,
        max_requests=max_requests,
        record=record,
        replay=replay,
    )

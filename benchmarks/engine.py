"""A run of 25 scenarios and 250 queries, next to bare loops over what the memory and the log do by themselves.

The agent's own thinking is left out: `lexical` answers once, and a stand-in makes its calls again. What is compared is
what the run itself adds: clock, buckets, guard, tools, records, and, where it says so, the run log on disk.

`python -m benchmarks.engine [--source FORMAT:PATH --scenarios 1-25]`
"""

import argparse
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.calls import Calls, call_again, noting
from benchmarks.fresh import run_fresh
from benchmarks.ratios import alternate, print_ratio
from benchmarks.script import Script, ScriptedAgent, script_of
from benchmarks.synthetic import Size, make_scenarios
from benchmarks.tape import Tape, play, taping
from memory.backend import BackendFactory
from memory.registry import find_backend
from replay.agents.agent import Agent
from replay.agents.lexical import LexicalAgent
from replay.config import RunConfig
from replay.prepare import Prepared, Request, prepare
from replay.publishing import write_results
from replay.run_folder import open_run
from replay.runner import Emit, ScenarioReplay
from replay.scenario import TimedScenario
from replay.settings import ReplaySettings
from scoring.records import Timing, Turn

PEAK_MB = 300

LOGGED = "run with its log"
UNLOGGED = "run without a log"
WHOLE = "run with its log and published files"
STATEMENTS = "memory's statements"
ALL_STATEMENTS = "memory's and log's statements"
CALLS = "memory's methods"
CALLS_AND_LOG = "memory's methods and log's statements"


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """What is run: scenarios, how, and what the agent does in each of them."""

    scenarios: Sequence[TimedScenario]
    settings: ReplaySettings
    config: RunConfig
    """What the run log is told; of a default run."""
    memory: BackendFactory
    scripts: Mapping[str, Script]
    """By the id of the scenario; `lexical` thinks for itself in scenarios that have none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """A run as it was done once."""

    work: Work
    """The same, with a script for every scenario."""
    turns: Sequence[Turn]
    tape: Tape
    calls: Sequence[Calls]


def replay(work: Work, emit: Emit) -> None:
    """Replay every scenario; `emit` gets the Turns."""
    for timed in work.scenarios:
        name = timed.scenario.id

        def agent(name: str = name) -> Agent:
            return ScriptedAgent(work.scripts[name]) if name in work.scripts else LexicalAgent()

        ScenarioReplay(timed, work.settings, work.memory, agent, namespace=f"benchmark/{name}").run(emit)


def replay_unlogged(work: Work) -> list[Turn]:
    """Replay and keep the Turns."""
    turns: list[Turn] = []
    replay(work, lambda turn, timing: turns.append(turn))
    return turns


def replay_logged(work: Work, *, publish: bool) -> None:
    """Replay into a run folder that is thrown away; with `publish`, scores and published files are made, too."""
    with tempfile.TemporaryDirectory() as folder, open_run(Path(folder) / "run", work.config) as log:
        replay(work, log.append)
        if publish:
            write_results(Path(folder) / "run", log, work.config)


def play_again(tape: Tape) -> None:
    """The bare loop over statements."""
    with tempfile.TemporaryDirectory() as folder:
        play(tape, Path(folder))


def call_and_play_again(memory: BackendFactory, calls: Sequence[Calls], tape: Tape) -> None:
    """The bare loop over the memory's methods, then the one over the log's statements."""
    call_again(memory, calls)
    play_again(tape.of_logs())


def record(work: Work) -> Recorded:
    """Replay once with the agent, then once more with the stand-in and its log, and note all that is asked of SQLite.

    Raises:
        AssertionError: the stand-in's Turns are not the agent's.
    """
    calls: list[Calls] = []
    turns = replay_unlogged(replace(work, memory=noting(work.memory, calls)))
    scripts = {
        timed.scenario.id: script_of(turn for turn in turns if turn.scenario == timed.scenario.id)
        for timed in work.scenarios
    }
    scripted = replace(work, scripts=scripts)
    again: list[Turn] = []
    with taping() as tape, tempfile.TemporaryDirectory() as folder, open_run(Path(folder) / "run", work.config) as log:

        def emit(turn: Turn, timing: Timing) -> None:
            again.append(turn)
            log.append(turn, timing)

        replay(scripted, emit)
    if again != turns:
        raise AssertionError("the stand-in did something else than the agent")
    return Recorded(work=scripted, turns=turns, tape=tape, calls=calls)


def made_up(n_scenarios: int, size: Size) -> Work:
    """Made-up scenarios, to be replayed as `pastlane run` does by default."""
    scenarios = make_scenarios(n_scenarios, size)
    prepared = prepare(Request())  # of the demo: its settings are wanted, not its data
    asked = {timed.scenario.id: len(timed.queries) for timed in scenarios}
    return _work(replace(prepared, planned=tuple(scenarios), config=replace(prepared.config, scenarios=asked)))


def from_source(source: str, scenarios: str | None) -> Work:
    """The scenarios of a source, to be replayed as `pastlane run` does by default."""
    return _work(prepare(Request(source=source, scenarios=scenarios)))


def _work(prepared: Prepared) -> Work:
    return Work(
        scenarios=prepared.scenarios,
        settings=prepared.settings,
        config=prepared.config,
        memory=find_backend(prepared.config.memory),
        scripts={},
    )


def _whole_run(n_scenarios: int, size: Size, source: str | None, scenarios: str | None) -> int:
    work = made_up(n_scenarios, size) if source is None else from_source(source, scenarios)
    replay_logged(work, publish=True)
    return sum(len(timed.queries) for timed in work.scenarios)


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", help="FORMAT:PATH instead of made-up scenarios")
    parser.add_argument("--scenarios", help="which of the source's scenarios, such as 1-25")
    parser.add_argument("--n", type=int, default=25, help="how many made-up scenarios")
    parser.add_argument("--messages", type=int, default=Size().messages, help="messages of each")
    parser.add_argument("--repetitions", type=int, default=3)
    options = parser.parse_args(argv)
    size = Size(messages=options.messages)

    whole = run_fresh(_whole_run, options.n, size, options.source, options.scenarios)  # first: see run_fresh
    work = made_up(options.n, size) if options.source is None else from_source(options.source, options.scenarios)
    recorded = record(work)
    memory_tape = recorded.tape.of_memories()
    n_messages = sum(timed.scenario.timeline.n_messages for timed in work.scenarios)
    n_searches = sum(len(turn.searches) for turn in recorded.turns)
    n_asked = f"{whole.result} queries, {n_searches} searches, {recorded.tape.n_statements()} statements"
    print(f"engine: {len(work.scenarios)} scenarios, {n_messages} messages, {n_asked}")
    laps = alternate(
        {
            STATEMENTS: lambda: play_again(memory_tape),
            ALL_STATEMENTS: lambda: play_again(recorded.tape),
            CALLS: lambda: call_again(work.memory, recorded.calls),
            CALLS_AND_LOG: lambda: call_and_play_again(work.memory, recorded.calls, recorded.tape),
            UNLOGGED: lambda: replay_unlogged(recorded.work),
            LOGGED: lambda: replay_logged(recorded.work, publish=False),
            WHOLE: lambda: replay_logged(recorded.work, publish=True),
        },
        repetitions=options.repetitions,
    )
    print_ratio("  with the log on one side", laps, LOGGED, CALLS, wanted="at most 2")
    print_ratio("  with the log on both sides", laps, LOGGED, CALLS_AND_LOG, wanted="at most 1.5")
    print_ratio("  without the log", laps, UNLOGGED, CALLS)
    print_ratio("  scores and files as well", laps, WHOLE, CALLS_AND_LOG)
    print_ratio("  next to the memory's statements alone", laps, UNLOGGED, STATEMENTS)
    print_ratio("  next to all statements alone", laps, LOGGED, ALL_STATEMENTS)
    print(f"  peak memory of a whole run, agent included: {whole.peak_mb:.0f} MB   wanted: under {PEAK_MB}")


if __name__ == "__main__":
    main()

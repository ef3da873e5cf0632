"""Made-up histories of the size of VehicleMemBench's, seeded: no outside file is needed to measure.

People talk in sessions, a message a minute; words are as unevenly common as in a language, and one message in ten says
how somebody wants a setting of the car, so that an agent has something to find.
"""

import random
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from benchmarks.random_commands import random_commands
from memory.instants import MINUTE_US, iso
from memory.position import cutoff_at
from replay.scenario import Query, Scenario, TimedQuery, TimedScenario
from replay.timeline import MessageDraft, build_timeline
from scoring.codec import to_json
from scoring.records import Gold, Origin
from vehicle.settings import SETTINGS

PEOPLE = ("Ada", "Ben", "Cleo")

_START_US = 1_735_718_400_000_000  # 2025-01-01 08:00 UTC
_SYLLABLES = ("ba", "con", "dre", "fi", "gor", "ha", "jun", "kel", "lo", "mir", "na", "pos", "ru", "sti", "tan", "ve")
WORDS_A_PHRASE = 5
_N_PHRASES = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How much is made up; the defaults are about one scenario of VehicleMemBench."""

    messages: int = 2_700
    queries: int = 10
    session: int = 30
    """Messages of a session."""
    gap_minutes: int = 29 * 60
    """From the start of a session to that of the next."""
    words: int = 4_000
    """Different words."""
    phrases_a_message: int = 4
    """Of five words each."""


def make_scenarios(n: int, size: Size, seed: int = 0) -> list[TimedScenario]:
    """`n` scenarios, named by their numbers from 1; the same seed gives the same ones."""
    return [make_scenario(str(number), size, seed) for number in range(1, n + 1)]


def make_scenario(name: str, size: Size, seed: int = 0) -> TimedScenario:
    """One scenario, with its queries spread over the last two thirds of it, the last one at its end.

    A query's gold commands are any commands: only the work is like the real thing, not the answers.
    """
    rng = random.Random(f"{seed}/{name}")
    timeline = build_timeline(make_messages(rng, size)).timeline
    timed = tuple(_queries(rng, name, size, timeline.message_times_us()))
    queries = tuple(item.query for item in timed)
    scenario = Scenario(id=name, zone="UTC", people=PEOPLE, timeline=timeline, queries=queries)
    return TimedScenario(scenario=scenario, queries=timed)


def write_scenario(file: Path, name: str, size: Size, seed: int = 0) -> None:
    """Write the same scenario as a timeline, a message at a time, so that it may be of any length."""
    rng = random.Random(f"{seed}/{name}")
    zone = ZoneInfo("UTC")
    times_us = array("q")
    with file.open("wb", buffering=1 << 20) as out:
        out.write(to_json({"record": "scenario", "id": name, "zone": "UTC", "people": list(PEOPLE)}) + b"\n")
        for draft in make_messages(rng, size):
            times_us.append(draft.at_us)
            out.write(to_json(_message_line(draft, zone)) + b"\n")
        for timed in _queries(rng, name, size, times_us):
            out.write(to_json(_query_line(timed, zone)) + b"\n")


def _message_line(draft: MessageDraft, zone: ZoneInfo) -> dict[str, Any]:
    return {"record": "message", "at": iso(draft.at_us, zone), "speaker": draft.speaker, "text": draft.text}


def _query_line(timed: TimedQuery, zone: ZoneInfo) -> dict[str, Any]:
    gold = timed.query.gold
    return {
        "record": "query",
        "cutoff": iso(timed.cutoff.at_us, zone),
        "text": timed.query.text,
        "reasoning_type": gold.reasoning_type,
        "commands": [{"name": command.name, "args": dict(command.args)} for command in gold.commands],
    }


def _queries(rng: random.Random, name: str, size: Size, times_us: Sequence[int]) -> Iterator[TimedQuery]:
    for index in range(size.queries):
        skipped = size.queries // 2
        last_us = times_us[size.messages * (skipped + index + 1) // (skipped + size.queries) - 1]
        speaker, other = rng.sample(PEOPLE, 2)
        setting = rng.choice(SETTINGS)
        query = Query(
            index=index,
            text=f"At 9:00 AM, {speaker} got into the driver's seat with {other}. {speaker} told {other}: "
            f"'Please set the {rng.choice(setting.words)} the way I like it, trip {index}.'",
            gold=Gold(commands=random_commands(rng, rng.randint(1, 2)), reasoning_type="state_shift"),
            origin=Origin(source_file=f"made_up_{name}.json", event_index=index),
        )
        yield TimedQuery(query=query, cutoff=cutoff_at(last_us + 1), policy="explicit")


def make_messages(rng: random.Random, size: Size) -> Iterator[MessageDraft]:
    """The messages of one scenario in time order, one after another."""
    phrases = _phrases(rng, size.words)
    for number in range(size.messages):
        session, minute = divmod(number, size.session)
        text = ", ".join(rng.choices(phrases, k=size.phrases_a_message))
        if rng.random() < 0.1:
            text = f"{_wish(rng)} {text}"
        yield MessageDraft(
            at_us=_START_US + (session * size.gap_minutes + minute) * MINUTE_US,
            speaker=rng.choice(PEOPLE),
            role="user",
            text=text,
        )


def _phrases(rng: random.Random, n_words: int) -> list[str]:
    """Phrases of words of which the k-th is k times as rare as the first."""
    words = ["".join(rng.choices(_SYLLABLES, k=rng.randint(1, 4))) + str(number % 7) for number in range(n_words)]
    weights = list(accumulate(1 / rank for rank in range(1, n_words + 1)))
    drawn = rng.choices(words, cum_weights=weights, k=WORDS_A_PHRASE * _N_PHRASES)
    return [" ".join(drawn[i : i + WORDS_A_PHRASE]) for i in range(0, len(drawn), WORDS_A_PHRASE)]


def _wish(rng: random.Random) -> str:
    setting = rng.choice(SETTINGS)
    name = rng.choice(setting.words)
    match setting.factory:
        case bool():
            return f"I always want the {name} {rng.choice(('on', 'off'))}."
        case int():
            return f"I like the {name} at {rng.randint(1, 10)}."
        case str():
            return f"I prefer another {name} from now on."

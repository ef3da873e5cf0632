"""Generated timelines: equal for equal seeds, valid, as many and as much of everything as was asked for."""

import re
import subprocess
import sys
from collections import Counter
from datetime import date
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from memory.backend import Setup
from memory.embedded.fulltext import FulltextMemory
from memory.embedded.widening import Widening, is_small, said_terms
from memory.embedded.words import stem
from memory.instants import to_us
from memory.messages import Batch, Message
from memory.position import Position
from replay.dataset import Selection
from replay.errors import CannotWrite, InputError
from replay.generating import GenerateRequest, Shares, generate, write_timelines
from replay.generating.names import MOST_PEOPLE, draw_people
from replay.generating.occasions import N_OCCASIONS, occasion
from replay.generating.quota import HAND, deal
from replay.generating.threads import MOST_OCCASIONAL, Threads
from replay.generating.topics import TOPICS, Topic
from replay.generating.wording import (
    ASK_CHANGED,
    ASK_CORRECTED,
    ASK_OCCASION,
    ASK_PLAIN,
    COMPANY,
    CORES,
    N_NICKNAMES,
    OPENINGS,
    nickname,
    statement,
)
from replay.lint import REASONING_TYPES, lint_source
from replay.times import parse_moment
from tests.generated import generated, lines_of, texts
from vehicle.catalogue import vocabulary
from vehicle.commands import Command
from vehicle.fold import carry_out
from vehicle.state import FACTORY

ROOT = Path(__file__).resolve().parents[1]


# ---- the same again


def test_equal_seeds_give_equal_bytes_and_another_seed_or_number_another_story(tmp_path: Path) -> None:
    request = GenerateRequest(messages=300, queries=5, scenarios=2, seed=7)
    first = write_timelines(request, tmp_path / "a")
    again = write_timelines(request, tmp_path / "b")
    other = write_timelines(GenerateRequest(messages=300, queries=5, scenarios=2, seed=8), tmp_path / "c")
    assert [file.name for file in first] == ["generated_1.jsonl", "generated_2.jsonl"]
    assert [file.read_bytes() for file in first] == [file.read_bytes() for file in again]
    assert len({file.read_bytes() for file in (*first, *other)}) == 4


def test_how_many_scenarios_there_are_changes_none_of_them(tmp_path: Path) -> None:
    one = write_timelines(GenerateRequest(messages=200, queries=3), tmp_path / "one.jsonl")
    three = write_timelines(GenerateRequest(messages=200, queries=3, scenarios=3), tmp_path / "three")
    assert one[0].read_bytes() == three[0].read_bytes()


# ---- validity


@pytest.mark.parametrize("zone", ["UTC", "America/St_Johns", "Pacific/Apia"])
def test_lint_finds_nothing_at_all(tmp_path: Path, zone: str) -> None:
    request = GenerateRequest(messages=900, queries=30, scenarios=2, seed=3, zone=zone, start=date(2011, 12, 20))
    write_timelines(request, tmp_path / "out")
    assert list(lint_source(f"timeline:{tmp_path / 'out'}", Selection())) == []


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.thing)
def test_every_value_of_every_topic_is_taken_by_the_car_and_changes_it(topic: Topic) -> None:
    for value in topic.values:
        call: dict[str, Any] = topic.call(value)
        done = carry_out(FACTORY, (Command(name=call["name"], args=call["args"]),))
        assert done.accepted == (True,)
        assert done.state != FACTORY


def test_a_query_names_only_what_was_said_before_it_and_holds_at_its_cutoff() -> None:
    said: set[str] = set()
    gone: set[str] = set()
    last_us = 0
    n_queries = 0
    for line in lines_of(GenerateRequest(messages=1500, queries=60, seed=5)):
        match line["record"]:
            case "message":
                last_us = to_us(parse_moment(line["at"]))
                said.add(line.get("id", ""))
            case "forget":
                assert said.issuperset(line["messages"])
                gone.update(line["messages"])
            case "query":
                n_queries += 1
                old = [label for one in line["superseded"] for label in one["evidence"]]
                assert to_us(parse_moment(line["cutoff"])) > last_us
                assert said.issuperset((*line["evidence"], *old))
                assert gone.isdisjoint((*line["evidence"], *old))
                values = [str(one["commands"]) for one in line["superseded"]] + [str(line["commands"])]
                assert len(set(values)) == len(values)
    assert n_queries == 60


def test_no_message_is_said_between_a_query_and_its_place_in_the_file() -> None:
    lines = lines_of(GenerateRequest(messages=400, queries=40, seed=2, rate=20_000))
    instants = [to_us(parse_moment(line.get("at") or line["cutoff"])) for line in lines[1:]]
    assert all(a <= b for a, b in pairwise(instants))
    kinds = [line["record"] for line in lines[1:]]
    behind_a_query = [b - a for kind, (a, b) in zip(kinds, pairwise(instants), strict=False) if kind == "query"]
    assert min(behind_a_query) >= 0


def test_all_five_types_of_reasoning_come_up() -> None:
    asked = Counter(line["reasoning_type"] for line in lines_of(GenerateRequest(queries=60), "query"))
    assert set(asked) == set(REASONING_TYPES)
    assert min(asked.values()) >= 3


def test_an_occasion_whose_wish_was_to_be_forgotten_is_asked_about_by_what_always_holds() -> None:
    shares = Shares(distractors=0.5, forgets=0.15, conditions=0.6)
    lines = lines_of(GenerateRequest(messages=1500, queries=80, seed=4, shares=shares))
    stated = {line["id"]: line["text"] for line in lines if line["record"] == "message" and "id" in line}
    on_occasion = re.compile(r"At \d+:\d\d [AP]M, \w[^,]* the ([^,]+ at \w+),")
    general = [
        line for line in lines
        if line["record"] == "query" and (place := on_occasion.match(line["text"]))
        and place[1] not in stated[line["evidence"][0]]
    ]  # fmt: skip
    assert general
    for query in general:
        place = on_occasion.match(query["text"])
        assert place is not None
        assert any(line["record"] == "forget" and place[1] in line["text"] for line in lines)


# ---- how much of what


def test_there_are_exactly_as_many_messages_queries_and_people_as_asked_for() -> None:
    for messages, queries, people in ((1, 1, 1), (2, 9, 2), (500, 0, MOST_PEOPLE), (737, 13, 5)):
        lines = lines_of(GenerateRequest(messages=messages, queries=queries, people=people))
        counts = Counter(line["record"] for line in lines)
        assert (counts["scenario"], counts["message"], counts["query"]) == (1, messages, queries)
        assert len(lines[0]["people"]) == people
        speakers = {line["speaker"] for line in lines if line["record"] == "message"}
        assert speakers <= {*lines[0]["people"], "Car"}


def test_shares_are_kept_within_a_few_messages() -> None:
    shares = Shares(distractors=0.8, updates=0.3, corrections=0.1, forgets=0.05, commands=0.1)
    lines = lines_of(GenerateRequest(messages=5000, queries=0, shares=shares, seed=9))
    openings = {
        change: {opening for of_one in by_length.values() for opening in of_one}
        for change, by_length in OPENINGS.items()
    }
    counts = Counter(
        change for line in lines for change, ways in openings.items()
        if line["record"] == "message" and "id" in line and any(line["text"].startswith(f"{way} ") for way in ways)
    )  # fmt: skip
    records = Counter(line["record"] for line in lines)
    assert counts["update"] == pytest.approx(300, abs=15)
    assert counts["correction"] == pytest.approx(100, abs=5)
    assert records["forget"] == pytest.approx(50, abs=5)
    assert records["command"] == pytest.approx(100, abs=8)
    assert sum(counts.values()) + records["forget"] + records["command"] == pytest.approx(1000, abs=25)


def test_without_conditions_no_wish_holds_on_an_occasion_and_without_distractors_everything_is_about_the_car() -> None:
    plain = lines_of(GenerateRequest(messages=300, queries=5, shares=Shares(conditions=0, distractors=0.5)))
    assert not any(" at the " in line["text"] for line in plain if line["record"] == "message" and "id" in line)
    assert not any(re.search(r"\b(coming from|on the way to|after) the\b", line["text"]) for line in plain
                   if line["record"] == "query")  # fmt: skip
    dense = lines_of(GenerateRequest(messages=200, queries=0, rate=10, shares=Shares(distractors=0)), "message")
    assert sum(any(topic.thing in text for topic in TOPICS) for text in texts(dense)) >= 190


def test_hands_are_dealt_by_their_shares_whatever_these_are() -> None:
    dealt = deal({"a": 0.701, "b": 0.2, "c": 0.099, "d": 0.0}, Random(1))
    counts = Counter(next(dealt) for _ in range(50 * HAND))
    assert counts["a"] == pytest.approx(701, abs=3)
    assert counts["b"] == pytest.approx(200, abs=2)
    assert counts["c"] == pytest.approx(99, abs=2)
    assert counts["d"] == 0
    with pytest.raises(ValueError, match="nothing can be dealt"):
        next(deal({"a": 0.0}, Random(1)))


# ---- time


def test_days_are_equally_full_and_nobody_talks_at_night() -> None:
    request = GenerateRequest(messages=101, days=10, queries=0, zone="Asia/Kolkata", start=date(2024, 2, 25))
    moments = [parse_moment(line["at"]) for line in lines_of(request, "message")]
    per_day = Counter(moment.date() for moment in moments)
    assert sorted(per_day.values()) == [10] * 9 + [11]
    assert (min(per_day), max(per_day)) == (date(2024, 2, 25), date(2024, 3, 5))
    assert all(7 <= moment.hour < 22 for moment in moments)
    assert all(str(moment.utcoffset()) == "5:30:00" for moment in moments)


@pytest.mark.parametrize("rate", [0.5, 40, 3_000, 50_000])
def test_every_message_is_later_than_the_one_before_it_however_fast_people_talk(rate: float) -> None:
    request = GenerateRequest(messages=3_000, queries=30, rate=rate)
    instants = [to_us(parse_moment(line["at"])) for line in lines_of(request, "message")]
    assert all(a < b for a, b in pairwise(instants))


def test_a_day_that_a_zone_skips_does_not_turn_time_back() -> None:
    request = GenerateRequest(messages=400, days=6, queries=0, zone="Pacific/Apia", start=date(2011, 12, 28))
    instants = [to_us(parse_moment(line["at"])) for line in lines_of(request, "message")]
    assert all(a < b for a, b in pairwise(instants))


# ---- wording


def test_no_opening_has_a_word_that_a_question_has_or_that_is_related_to_one() -> None:
    widening = Widening(vocabulary())
    opening_stems = {
        stem(word)
        for by_length in OPENINGS.values() for of_one in by_length.values() for opening in of_one
        for word in re.findall(r"\w+", opening.lower()) if not is_small(word)
    }  # fmt: skip
    asks = [form.format(thing=topic.thing) for topic in TOPICS
            for form in (*ASK_PLAIN, *ASK_OCCASION, *ASK_CHANGED, *ASK_CORRECTED)]  # fmt: skip
    scenes = [form.format(other="somebody") for form in COMPANY]
    scenes += [occasion(number, number).told for number in range(N_OCCASIONS)]
    scenes += [nickname(number) for number in range(N_NICKNAMES)]
    for question in (*asks, *scenes):
        terms = said_terms(question)
        meant = {stem(term) for term in (*terms, *widening.related(question, terms))}
        assert meant.isdisjoint(opening_stems), question


def test_openings_have_as_many_words_as_they_are_listed_under_for_every_kind_of_statement() -> None:
    lengths = [set(by_length) for by_length in OPENINGS.values()]
    assert all(one == lengths[0] for one in lengths)
    for by_length in OPENINGS.values():
        for n, openings in by_length.items():
            assert all(len(opening.split()) == n for opening in openings)


def test_a_statement_starts_a_sentence_behind_a_colon_and_goes_on_behind_a_comma() -> None:
    words = {"thing": "fan", "value": "at speed 3", "when": "after the bakery", "name": "shy vole"}
    core = "the {thing} belongs {value} for me{when}{name}."
    said = "he fan belongs at speed 3 for me after the bakery, and I call that shy vole."
    assert statement("A note:", core, **words) == f"A note: T{said}"
    assert statement("As of today,", core, **words) == f"As of today, t{said}"


def test_occasions_and_nicknames_are_all_different() -> None:
    assert len({occasion(number, 0).said for number in range(N_OCCASIONS)}) == N_OCCASIONS
    assert occasion(N_OCCASIONS, 0) == occasion(0, 0)
    assert len({nickname(number) for number in range(N_NICKNAMES)}) == N_NICKNAMES


def test_no_two_people_share_a_given_or_a_family_name() -> None:
    for seed in range(20):
        people = draw_people(MOST_PEOPLE, Random(seed))
        names = [name for person in people for name in person.split()]
        assert len(people) == MOST_PEOPLE
        assert len(set(names)) == 2 * MOST_PEOPLE


def test_no_name_is_found_where_an_opening_or_a_plain_wish_is_looked_for() -> None:
    memory = FulltextMemory(Setup(namespace="names"))
    said = [opening for by_length in OPENINGS.values() for of_one in by_length.values() for opening in of_one]
    said += [statement("A note:", core, thing="", value="at level", when="", name="it") for core in CORES]
    messages = tuple(
        Message(id=f"m{n}", position=Position(n, n), speaker="", role="user", text=text) for n, text in enumerate(said)
    )
    memory.ingest(Batch(messages=messages, now=Position(len(said), 0)))
    for seed in range(10):
        for name in " ".join(draw_people(MOST_PEOPLE, Random(seed))).split():
            assert memory.search(name, limit=5, now=Position(len(said), 0)) == [], name
    memory.close()


# ---- bounds


def test_only_so_many_wishes_with_an_occasion_are_kept() -> None:
    threads = Threads(("Ada Abel", "Ben Bart"), Random(1))
    for _ in range(MOST_OCCASIONAL + 50):
        thread = threads.start(on_occasion=True, may_fall_back=True, is_free=lambda topic: True)
        assert thread is not None
    assert len(threads) == MOST_OCCASIONAL


def test_a_wish_that_always_holds_is_had_once_by_each_person_and_setting() -> None:
    threads = Threads(("Ada Abel",), Random(1))
    started = 0
    while threads.start(on_occasion=False, may_fall_back=False, is_free=lambda topic: True) is not None:
        started += 1
    assert 1 <= started <= len(TOPICS)
    fallen_back = threads.start(on_occasion=False, may_fall_back=True, is_free=lambda topic: topic is TOPICS[0])
    assert fallen_back is None or fallen_back.occasion is not None or started < len(TOPICS)


def test_200_000_messages_take_a_few_megabytes_above_the_imported_program() -> None:
    code = (
        "from benchmarks.generate import measure; from replay.generating import GenerateRequest\n"
        "print(measure(GenerateRequest(messages=200_000, queries=200, rate=1000)).grown_mb)"
    )
    # By way of a shell, for a process started directly counts what the tests hold as its own peak.
    command = ["sh", "-c", '"$0" -c "$1"; exit $?', sys.executable, code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert float(done.stdout) < 30


# ---- what is refused


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"messages": 0}, "--messages 0"),
        ({"queries": -1}, "--queries -1"),
        ({"people": MOST_PEOPLE + 1}, "--people"),
        ({"scenarios": 0}, "--scenarios 0"),
        ({"days": 0}, "--days 0"),
        ({"days": 1, "rate": 5.0}, "give one of them"),
        ({"rate": 0.0}, "--rate 0"),
        ({"rate": float("nan")}, "--rate nan"),
        ({"days": 1, "messages": 50_001}, "50001 messages in 1 day: at most 50000 a day"),
        ({"zone": "Mars/Olympus"}, "unknown time zone"),
        ({"start": date(1899, 12, 31)}, "outside the years"),
        ({"days": 3_000_000}, "outside the years"),
        ({"days": 10**12}, "outside the years"),
        ({"shares": Shares(updates=1.5)}, "--updates 1.5"),
        ({"shares": Shares(updates=0.9, corrections=0.2)}, "1 is the most"),
        ({"shares": Shares(distractors=1)}, "nothing to ask about"),
    ],
)
def test_what_cannot_be_is_refused_with_its_name(wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(InputError, match=re.escape(why)):
        GenerateRequest(**wrong)


def test_nothing_is_written_over_and_several_scenarios_need_a_folder(tmp_path: Path) -> None:
    small = GenerateRequest(messages=5, queries=1)
    write_timelines(small, tmp_path / "a.jsonl")
    for out in (tmp_path / "a.jsonl", tmp_path):
        with pytest.raises(InputError, match="is there already"):
            write_timelines(small, out)
    with pytest.raises(InputError, match="one file holds one scenario"):
        write_timelines(GenerateRequest(messages=5, queries=1, scenarios=2), tmp_path / "b.jsonl")
    (tmp_path / "plain").write_text("")
    with pytest.raises(CannotWrite, match="cannot be written"):
        write_timelines(small, tmp_path / "plain" / "c.jsonl")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.jsonl", "plain"]


def test_records_come_one_by_one() -> None:
    lines = generate(GenerateRequest(messages=1_000_000_000, rate=50_000, queries=1))
    assert [next(lines)["record"] for _ in range(2)] == ["scenario", "message"]


def test_a_generated_story_is_loaded_as_it_was_written(tmp_path: Path) -> None:
    story = generated(tmp_path, GenerateRequest(messages=200, queries=10, seed=6))
    timeline = story.timed.scenario.timeline
    assert [message.text for message in timeline.messages()] == texts(story.of("message"))
    assert [timed.policy for timed in story.timed.queries] == ["explicit"] * 10

"""The replay's own searches: what they cost when they fail, what they take, and what they can tell at all."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import orjson
import pytest

from fixtures.doubles import HonestMemory
from memory.backend import BackendFactory, Capabilities, Forget, Setup
from memory.chat import ChatModel, ChatReply, ChatRequest, TokenCount
from memory.embedded.category import CategoryMemory
from memory.errors import BackendFailure
from memory.messages import Batch, Hit, Question
from memory.position import Position, cutoff_at, just_after
from memory.registry import find_backend
from replay.agents.agent import Decision, Toolbox
from replay.cli import invoke
from replay.meter import Meter, MeteredChat
from replay.runner import ScenarioReplay
from replay.scenario import TimedScenario
from replay.settings import ReplaySettings
from replay.timeline import ForgetDraft, MessageDraft
from scoring.aggregate import failed_probes, score_turns
from scoring.codec import turn_from_json, turn_to_json
from scoring.life import forgetting
from scoring.records import Failure, Superseded, Timing, Turn, UpdateWatch
from scoring.render import render_run
from scoring.runlog import RunLog
from scoring.sections import metric_of_turns
from tests import replays
from tests.replays import AsksOnce, Forgets
from tests.scenes import query_at, scenario_of, timed, timeline_of
from tests.scripted_chat import ScriptedChat

MINUTE_US = 60_000_000
OLD, NEW, CODE = "seat heating on level one", "seat heating on level three", "my code is four two"
ASKED = "seat heating level"
Gold = dict[str, object]
WATCHED: Gold = {"evidence_ids": ("m000003",), "superseded": (Superseded(message_ids=("m000001",)),)}


def scene(*golds: Gold, cutoffs_us: Sequence[int] = ()) -> TimedScenario:
    """Old value, code, new value, small talk in minutes 1 to 4; the code is to be forgotten in minute 5.

    Queries from minute 10 on, a minute apart, unless their cutoffs are given.
    """
    texts = (OLD, CODE, NEW, "what a fine day")
    drafts = [
        MessageDraft(at_us=n * MINUTE_US, speaker="Ada", role="user", text=text, label=f"l{n}")
        for n, text in enumerate(texts, 1)
    ]
    request = ForgetDraft(at_us=5 * MINUTE_US, person="Ada", labels=("l2",), text="forget my code")
    cutoffs = cutoffs_us or [(10 + n) * MINUTE_US for n in range(len(golds))]
    queries = [query_at(n, cutoff_at(cutoffs[n]), ASKED, **gold) for n, gold in enumerate(golds)]
    return timed(scenario_of(timeline_of(*drafts, request), queries))


def replayed(
    scene: TimedScenario, memory: BackendFactory, chat: MeteredChat | None = None, *, is_watching: bool = True
) -> list[tuple[Turn, Timing]]:
    seen: list[tuple[Turn, Timing]] = []
    settings = ReplaySettings(watch_updates=is_watching)
    ScenarioReplay(scene, settings, memory, AsksOnce, namespace="test", chat=chat).run(
        lambda turn, timing: seen.append((turn, timing))
    )
    return seen


def turns_of(scene: TimedScenario, memory: BackendFactory) -> list[Turn]:
    return [turn for turn, _ in replayed(scene, memory)]


class Fails(Forgets):
    """Fails at one search, the first of which is 1."""

    at = 0
    n_searches = 0

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        self.n_searches += 1
        if self.n_searches == self.at:
            raise OSError("busy")
        return super().search(query, limit=limit, now=now)


# ---- one search that fails


# 1: the look before the first message. 2, 3: both watches, when the new value is there; it is found first. 4 to 6: the
# bystanders, just before the request. 7 to 9: the same just after it. 10: the agent. 11 to 14: what was forgotten, and
# the bystanders. 15: the agent again. 16 to 19: as 11 to 14.
AGENTS, N_SEARCHES = (10, 15), 19


@pytest.mark.parametrize("at", range(1, N_SEARCHES + 2))
def test_a_search_that_fails_costs_what_it_was_made_for_and_nothing_else(at: int) -> None:
    made: list[Fails] = []

    def memory(setup: Setup) -> Fails:
        made.append(Fails(setup))
        made[0].at = at
        return made[0]

    turns = turns_of(scene(WATCHED, WATCHED), memory)
    lost = Failure(stage="search", message="OSError: busy")
    failed = [n for n, turn in zip(AGENTS, turns, strict=True) if turn.failure is not None]
    noted = [failure for turn in turns for failure in turn.failed_probes]
    assert failed == [n for n in AGENTS if n == at]
    assert [_without_place(one) for one in noted] == [lost] * (at <= N_SEARCHES and at not in AGENTS)
    updates = [turn.update is not None and turn.update.caught_up for turn in turns]
    assert updates == [None if at == watch else at != agent for watch, agent in zip((2, 3), AGENTS, strict=True)]
    checks = [len(turn.forgetting) for turn in turns]
    assert checks == [int(at not in range(10, 15)), int(at not in range(15, 20))]
    untold = [check.n_bystanders_lost is None for turn in turns for check in turn.forgetting]
    assert untold == [at in range(7, 10)] * len(untold)


def _without_place(failure: Failure) -> Failure:
    """Without the line of the file that raised."""
    return replace(failure, message=failure.message.split(" (")[0])


def test_a_first_look_that_failed_stands_in_the_turn_that_is_there_already_and_in_no_other() -> None:
    class NoLook(Fails):
        at = 1

    watched = scene(WATCHED, WATCHED)
    whole = turns_of(watched, NoLook)
    kept: list[Turn] = []
    ScenarioReplay(
        watched, ReplaySettings(watch_updates=True), NoLook, AsksOnce, namespace="test", answered=frozenset({0})
    ).run(lambda turn, _: kept.append(turn))  # fmt: skip
    assert [len(turn.failed_probes) for turn in whole] == [1, 0]
    assert kept == whole[1:]


def test_a_failing_search_for_bystanders_leaves_a_request_without_them() -> None:
    class NoBystanders(Fails):
        at = 3  # without a watch the bystanders are 2 to 4

    (turn,) = turns_of(scene({}), NoBystanders)
    assert [(check.n_forgotten, check.n_bystanders) for check in turn.forgetting] == [(1, 0)]


def test_a_memory_that_is_not_ready_at_a_watch_is_watched_no_more_and_asked_all_the_same() -> None:
    class NotReadyOnce(Forgets):
        n_settled = 0

        def settle(self, timeout_s: float) -> None:
            self.n_settled += 1
            if self.n_settled == 1:
                raise BackendFailure("settle", "not yet")

    (turn,) = turns_of(scene(WATCHED), NotReadyOnce)
    assert turn.failure is None
    assert turn.update == UpdateWatch(caught_up=None, lag_us=0, n_messages=0)
    assert turn.failed_probes == (Failure(stage="settle", message="not yet"),)


def test_a_memory_that_cannot_answer_the_bare_question_has_no_answer_there() -> None:
    class Silent:
        def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
            return ()

    class FailsOnTheQuestion(Forgets):
        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            if query == ASKED and now.at_us == 10 * MINUTE_US:
                raise OSError("busy")
            return super().search(query, limit=limit, now=now)

    turns = replays.replayed(scene({}, {}), FailsOnTheQuestion, Silent)
    assert [turn.failure is None for turn in turns] == [False, True]


# ---- what is seen for a query that is still to come


def test_what_a_watch_finds_out_stands_in_the_turn_of_its_own_query() -> None:
    class Peeks(Forgets):
        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            if now.at_us == 3 * MINUTE_US:
                return [Hit(text="told tomorrow", score=1.0, message_ids=("m999999",))]
            return super().search(query, limit=limit, now=now)

    before, own = turns_of(scene({}, WATCHED, cutoffs_us=(4 * MINUTE_US, 9 * MINUTE_US)), Peeks)
    assert before.violations == ()
    assert [violation.kind for violation in own.violations] == ["unknown_id"]
    (alone,) = turns_of(scene({}, cutoffs_us=(4 * MINUTE_US,)), Peeks)
    assert alone == before


def test_a_failure_hides_no_violation_of_its_watch() -> None:
    class PeeksThenFails(Forgets):
        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            if now.at_us == 3 * MINUTE_US:
                return [Hit(text="told tomorrow", score=1.0, message_ids=("m999999",))]
            if now.at_us == 10 * MINUTE_US:
                raise OSError("busy")
            return super().search(query, limit=limit, now=now)

    (turn,) = turns_of(scene(WATCHED), PeeksThenFails)
    assert turn.failure is not None
    assert [violation.kind for violation in turn.violations] == ["unknown_id"]


class ReadsForEachInstant(Forgets):
    """Asks its model once for each instant at which it is searched, and keeps what it got as long as that lasts."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._chat: ChatModel | None = setup.chat
        self._read_at: Position | None = None

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        if now != self._read_at and self._chat is not None and self.delivered:
            self._chat.complete(ChatRequest(messages=()), "build")
            self._read_at = now
        return super().search(query, limit=limit, now=now)


def metered() -> MeteredChat:
    return MeteredChat(ScriptedChat(ChatReply(text="ok", tokens=TokenCount(prompt=10, completion=1))), Meter())


@pytest.mark.parametrize("earlier_us", [3 * MINUTE_US + 1, 4 * MINUTE_US])
def test_a_later_query_that_is_watched_changes_no_record_of_an_earlier_one(earlier_us: int) -> None:
    class SecondFirst(ReadsForEachInstant):
        def score(self, query: str, message: object) -> float:
            return 1.0

    cutoffs = (earlier_us, 9 * MINUTE_US)
    (plain, _), (other, other_took) = replayed(scene({}, {}, cutoffs_us=cutoffs), SecondFirst, metered())
    (early, took), (late, late_took) = replayed(scene({}, WATCHED, cutoffs_us=cutoffs), SecondFirst, metered())
    assert early == plain
    assert late.usage == other.usage
    assert early.usage is not None
    assert (early.usage.build.requests, early.usage.build.prompt_tokens) == (1, 10)
    # before the request to forget and after it; and the watch, where no query has read the same instant before
    assert other_took.model.probes.requests == 2
    assert took.model.probes.requests + late_took.model.probes.requests == 3


def test_what_a_memory_works_up_while_it_is_waited_for_is_its_own_building_whoever_waits() -> None:
    class WorksUp(Forgets):
        def __init__(self, setup: Setup) -> None:
            super().__init__(setup)
            self._chat = setup.chat
            self._is_ready = True

        def ingest(self, batch: Batch) -> None:
            super().ingest(batch)
            self._is_ready = False

        def settle(self, timeout_s: float) -> None:
            if self._chat is not None and not self._is_ready:
                self._chat.complete(ChatRequest(messages=()), "build")
            self._is_ready = True

    cutoffs = (3 * MINUTE_US + 1, 9 * MINUTE_US)
    for second in ({}, WATCHED):
        runs = replayed(scene({}, second, cutoffs_us=cutoffs), WorksUp, metered())
        assert [turn.usage.build.requests for turn, _ in runs if turn.usage is not None] == [1, 1]
        assert [timing.model.probes.requests for _, timing in runs] == [0, 0]


def test_a_query_at_the_very_instant_of_a_probe_pays_for_its_own_reading() -> None:
    at = just_after(Position(3 * MINUTE_US, 3))
    both = scene({}, WATCHED)
    first, second = both.queries
    both = replace(both, queries=(replace(first, cutoff=at), second))
    (early, took), _ = replayed(both, ReadsForEachInstant, metered())
    assert early.usage is not None
    assert (early.usage.build.requests, took.model.probes.requests) == (1, 0)


def test_the_memory_category_reads_with_its_model_when_it_is_told_and_not_when_it_is_watched() -> None:
    def took(*golds: Gold) -> list[int]:
        runs = replayed(scene(*golds, cutoffs_us=(4 * MINUTE_US + 1, 9 * MINUTE_US)), CategoryMemory, metered())
        return [turn.usage.build.requests for turn, _ in runs if turn.usage is not None]

    assert took({}, WATCHED) == took({}, {})


# ---- memories that live in the prompt, or name no messages


class InThePrompt(HonestMemory):
    """Finds nothing, forgets nothing, and puts all of it into the prompt."""

    capabilities = Capabilities(source_ids=False)

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        return []

    def context(self, now: Position) -> str:
        return "\n".join(f"{message.speaker}: {message.text}" for message in self.delivered)


def test_what_still_stands_in_the_prompt_is_left_by_its_words_and_untold_by_its_id() -> None:
    (turn,) = turns_of(scene({}), InThePrompt)
    (check,) = turn.forgetting
    assert (check.hits_by_id, check.hits_by_content) == (None, 1)
    assert (check.n_bystanders, check.n_bystanders_left) == (3, 3)


def test_full_forgets_in_the_prompt_and_loses_nothing_beside_it() -> None:
    (turn,) = turns_of(scene({}), find_backend("full"))
    (check,) = turn.forgetting
    assert (check.hits_by_id, check.hits_by_content) == (None, 0)
    assert (check.n_bystanders, check.n_bystanders_left) == (3, 3)


class RewordsInThePrompt(InThePrompt):
    capabilities = Capabilities(verbatim=False)

    def context(self, now: Position) -> str:
        return f"{len(self.delivered)} things were said"


class RewordsWithoutNames(HonestMemory):
    capabilities = Capabilities(verbatim=False, source_ids=False)

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        return [replace(hit, text="something", message_ids=()) for hit in super().search(query, limit=limit, now=now)]


@pytest.mark.parametrize("memory", [RewordsInThePrompt, RewordsWithoutNames, find_backend("none")])
def test_what_was_never_to_be_seen_is_not_told_to_be_gone(memory: BackendFactory) -> None:
    (turn,) = turns_of(scene({}), memory)
    (check,) = turn.forgetting
    assert (check.hits_by_id, check.hits_by_content) == (None, None)


def test_who_rewords_and_names_messages_is_told_by_ids_alone_even_where_nothing_is_left_to_find() -> None:
    class Rewords(Forgets):
        capabilities = Capabilities(verbatim=False, forgets=True)

        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            return [replace(hit, text="something") for hit in super().search(query, limit=limit, now=now)]

    class LosesAll(Rewords):
        def forget(self, request: Forget, now: Position) -> None:
            self.delivered = []

    for memory, n_lost in ((Rewords, 0), (LosesAll, 3)):
        (turn,) = turns_of(scene({}), memory)
        (check,) = turn.forgetting
        assert (check.hits_by_id, check.hits_by_content) == (0, None)
        assert (check.n_bystanders, check.n_bystanders_lost) == (3, n_lost)


def test_what_is_lost_later_did_not_go_with_the_request() -> None:
    class Fades(Forgets):
        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            return super().search(query, limit=limit, now=now) if now.at_us < 9 * MINUTE_US else []

    (turn,) = turns_of(scene({}), Fades)
    (check,) = turn.forgetting
    assert check.n_bystanders_left < check.n_bystanders
    assert check.n_bystanders_lost == 0


def test_words_in_the_prompt_that_somebody_said_whom_nobody_asked_to_forget_are_no_residue() -> None:
    texts = [message.text for message in scene({}).scenario.timeline.messages()]
    drafts = [
        MessageDraft(at_us=n * MINUTE_US, speaker="Ada", role="user", text=text, label=f"l{n}")
        for n, text in enumerate((*texts, f"she said {CODE}"), 1)
    ]
    request = ForgetDraft(at_us=6 * MINUTE_US, person="Ada", labels=("l2",), text="forget my code")
    query = query_at(0, cutoff_at(10 * MINUTE_US), ASKED)
    (turn,) = turns_of(timed(scenario_of(timeline_of(*drafts, request), [query])), InThePrompt)
    assert [check.hits_by_content for check in turn.forgetting] == [0]


def test_a_prompt_that_fails_leaves_the_checks_out() -> None:
    class NoPrompt(Forgets):
        n_made = 0

        def context(self, now: Position) -> str:
            self.n_made += 1
            if self.n_made == 4:  # the first two just before and after the request, the third for the agent
                raise OSError("busy")
            return ""

    (turn,) = turns_of(scene({}), NoPrompt)
    assert (turn.failure, turn.forgetting) == (None, ())
    assert [failure.stage for failure in turn.failed_probes] == ["context"]


def test_a_memory_whose_hits_name_no_messages_is_not_stopped_for_and_its_updates_are_untold() -> None:
    class Unnamed(Forgets):
        capabilities = Capabilities(source_ids=False, forgets=True)
        sizes: list[int]

        def __init__(self, setup: Setup) -> None:
            super().__init__(setup)
            made.append(self)
            self.sizes = []

        def ingest(self, batch: Batch) -> None:
            self.sizes.append(len(batch.messages))
            super().ingest(batch)

        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            return [replace(hit, message_ids=()) for hit in super().search(query, limit=limit, now=now)]

    made: list[Unnamed] = []
    (turn,) = turns_of(scene(WATCHED), Unnamed)
    assert turn.update == UpdateWatch(caught_up=None, lag_us=0, n_messages=0)
    assert [check.hits_by_id for check in turn.forgetting] == [None]
    assert made[0].sizes == [4]


def test_hits_that_name_no_message_tell_nothing_of_an_update_whatever_the_memory_says_of_itself() -> None:
    class SaysItNames(HonestMemory):
        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            return [replace(hit, message_ids=()) for hit in super().search(query, limit=limit, now=now)]

    class FindsNothing(HonestMemory):
        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            return []

    (turn,) = turns_of(scene(WATCHED), SaysItNames)
    assert turn.update is not None
    assert turn.update.caught_up is None
    (turn,) = turns_of(scene(WATCHED), FindsNothing)
    assert turn.update == UpdateWatch(caught_up=False, lag_us=MINUTE_US, n_messages=1)


def test_each_check_says_which_request_it_is_of() -> None:
    drafts = [
        MessageDraft(at_us=n * MINUTE_US, speaker="Ada", role="user", text=f"word {n}", label=f"l{n}")
        for n in range(1, 4)
    ]
    requests = [
        ForgetDraft(at_us=5 * MINUTE_US, person="Ada", labels=(label,), text="forget it") for label in ("l3", "l1")
    ]
    query = query_at(0, cutoff_at(10 * MINUTE_US), ASKED)
    (turn,) = turns_of(timed(scenario_of(timeline_of(*drafts, *requests), [query])), Forgets)
    assert [check.request for check in turn.forgetting] == [0, 1]


# ---- what is told of it, and logs of earlier versions


def test_a_turn_of_an_earlier_version_is_read_without_what_it_does_not_know() -> None:
    (turn,) = turns_of(scene(WATCHED), Forgets)
    plain = orjson.loads(turn_to_json(turn))
    del plain["failed_probes"]
    for check in plain["forgetting"]:
        del check["request"]
    old = turn_from_json(orjson.dumps(plain))
    assert old.failed_probes == ()
    assert old.forgetting == tuple(replace(check, request=None) for check in turn.forgetting)
    assert forgetting([old]) == forgetting([turn])


def test_how_many_looks_failed_is_told_with_the_first() -> None:
    class NoBystanders(Fails):
        at = 3

    turns = turns_of(scene({}), NoBystanders)
    counted = failed_probes(turns)
    assert counted["count"] == 1
    assert counted["first"].startswith("scene/0: search: OSError: busy")
    assert failed_probes([]) == {"count": 0, "first": ""}
    metric = metric_of_turns(score_turns(turns), [], model="", memory="mine")
    assert "\nsearches of the replay's own that failed: 1; first: scene/0: search: " in render_run(metric, title="mine")
    metric = metric_of_turns(score_turns(turns_of(scene({}), Forgets)), [], model="", memory="mine")
    assert "searches of the replay's own" not in render_run(metric, title="mine")


def test_what_the_replays_own_searches_took_is_told_beside_what_the_queries_took() -> None:
    runs = replayed(scene(WATCHED), ReadsForEachInstant, metered())
    metric = metric_of_turns(score_turns([turn for turn, _ in runs]), [one for _, one in runs], model="", memory="mine")
    # at the new value, and just before and after the request to forget; ten tokens read and one written each
    assert (metric["timing"]["probe_requests"], metric["timing"]["probe_tokens"]) == (3, 33)
    assert metric["usage"]["build"]["requests"] == 1
    assert "the replay's own searches took 3 requests and 33 tokens more, in no figure above" in render_run(
        metric, title="mine"
    )


DOWN_AT_FIRST = """
from pathlib import Path
from fixtures.doubles import HonestMemory

class Flaky(HonestMemory):
    n_searches = 0

    def search(self, query, *, limit, now):
        self.n_searches += 1
        if self.n_searches == 1 and Path("down").exists():
            raise OSError("busy")
        return super().search(query, limit=limit, now=now)
"""


def test_the_same_command_asks_again_where_a_search_of_the_replays_own_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "down_at_first.py").write_text(DOWN_AT_FIRST, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    Path("down").touch()
    command = ["run", "demo", "--memory", "down_at_first:Flaky", "--limit", "2", "--json", "--quiet"]
    metrics = []
    for _ in range(3):
        assert invoke(command) == 0
        metrics.append(orjson.loads(capsys.readouterr().out))
        Path("down").unlink(missing_ok=True)
    assert [metric["failed_probes"]["count"] for metric in metrics] == [1, 0, 0]
    assert [metric["failures"] for metric in metrics] == [0, 0, 0]
    with closing(RunLog.read(tmp_path / metrics[2]["folder"] / "run.db")) as log:
        assert [(turn.index, attempt) for _, attempt, turn in log.attempts()] == [(0, 0), (1, 0), (0, 1)]

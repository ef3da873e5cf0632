"""A memory's life as the replay watches it: how it takes a change, and what it forgets."""

from dataclasses import replace

import pytest

from fixtures.doubles import HonestMemory
from memory.backend import BackendFactory, Capabilities
from memory.messages import Batch, Forget, Hit, Question
from memory.position import Position, cutoff_at
from memory.registry import find_backend
from replay.agents.agent import Decision, Toolbox
from replay.cutoffs import settle_cutoffs
from replay.scenario import TimedScenario
from replay.timeline import ForgetAsked, ForgetDraft, MessageDraft, Timeline
from scoring.records import ForgetCheck, Superseded, Turn, UpdateWatch
from tests import replays
from tests.scenes import query_at, said, scenario_of, timed, timeline_of

MINUTE_US = 60_000_000
OLD, NEW = "seat heating on level one please", "seat heating on level three please"
TALK = tuple(f"talk about the weather, part {number}" for number in range(1, 21))


class NewestFirst(HonestMemory):
    """Among equally good hits the newest comes first; it finds a message only once `behind` others were told."""

    behind = 0

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        known = self.delivered[: max(0, len(self.delivered) - self.behind)]
        return self.ranked(query, list(reversed(known)))[:limit]


class TenBehind(NewestFirst):
    behind = 10


class Stale(HonestMemory):
    """Never takes a new value for one that it has."""

    def ingest(self, batch: Batch) -> None:
        for message in batch.messages:
            if not message.text.startswith("seat") or not any(m.text.startswith("seat") for m in self.delivered):
                super().ingest(Batch(messages=(message,), now=batch.now))


class Obeys(NewestFirst):
    def forget(self, request: Forget, now: Position) -> None:
        self.delivered = [message for message in self.delivered if message.id not in request.message_ids]


class Overdoes(NewestFirst):
    def forget(self, request: Forget, now: Position) -> None:
        first = int(min(request.message_ids)[1:])
        self.delivered = [message for message in self.delivered if abs(int(message.id[1:]) - first) > 1]


def replayed(scene: TimedScenario, memory: BackendFactory, **changes: object) -> list[Turn]:
    return replays.replayed(scene, memory, watch_updates=True, **changes)  # type: ignore[arg-type]


def changed(n_after: int) -> TimedScenario:
    """The old value in minute 1, the new one in minute 2, then small talk, and the question an hour later."""
    drafts = [said(MINUTE_US, OLD), said(2 * MINUTE_US, NEW)]
    drafts += [said((3 + number) * MINUTE_US, text) for number, text in enumerate(TALK[:n_after])]
    gold = {"evidence_ids": ("m000002",), "superseded": (Superseded(message_ids=("m000001",)),)}
    return timed(
        scenario_of(timeline_of(*drafts), [query_at(0, cutoff_at(60 * MINUTE_US), "seat heating level", **gold)])
    )


def watched(scene: TimedScenario, memory: BackendFactory, **changes: object) -> UpdateWatch | None:
    (turn,) = replayed(scene, memory, **changes)
    assert turn.failure is None
    return turn.update


def test_a_memory_that_ranks_the_new_value_first_at_once_has_no_lag() -> None:
    for memory in (NewestFirst, find_backend("recent")):
        assert watched(changed(20), memory) == UpdateWatch(caught_up=True, lag_us=0, n_messages=0)


def test_a_memory_ten_messages_behind_lags_by_ten_messages_and_their_time() -> None:
    assert watched(changed(20), TenBehind) == UpdateWatch(caught_up=True, lag_us=10 * MINUTE_US, n_messages=10)


def test_an_index_lag_counts_as_the_memorys_own() -> None:
    seen = watched(changed(20), NewestFirst, index_lag_us=5 * MINUTE_US)
    assert seen == UpdateWatch(caught_up=True, lag_us=5 * MINUTE_US, n_messages=4)


def test_a_memory_that_never_takes_the_change_is_watched_up_to_the_query() -> None:
    assert watched(changed(7), Stale) == UpdateWatch(caught_up=False, lag_us=7 * MINUTE_US, n_messages=7)


def test_of_a_memory_that_lives_in_the_prompt_nobody_can_tell_when_it_took_a_change() -> None:
    class InPrompt(Stale):
        capabilities = Capabilities(context_only=True)

        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            return []

    assert watched(changed(7), InPrompt) == UpdateWatch(caught_up=None, lag_us=0, n_messages=0)


def test_nothing_is_watched_where_nobody_knows_what_was_replaced_or_the_change_comes_later() -> None:
    timeline = timeline_of(said(MINUTE_US, OLD), said(2 * MINUTE_US, NEW))
    old = (Superseded(message_ids=("m000001",)),)
    for cutoff_us, gold in (
        (9 * MINUTE_US, {"evidence_ids": ("m000002",)}),
        (9 * MINUTE_US, {"superseded": old}),
        (2 * MINUTE_US, {"evidence_ids": ("m000002",), "superseded": old}),
    ):
        scene = timed(scenario_of(timeline, [query_at(0, cutoff_at(cutoff_us), "seat", **gold)]))
        assert watched(scene, NewestFirst) is None


class Ranks(NewestFirst):
    """Ranks by a fixed order of ids."""

    order: tuple[str, ...] = ()

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        hits = super().search(query, limit=limit, now=now)
        places = {message_id: place for place, message_id in enumerate(self.order)}
        return sorted(hits, key=lambda hit: places.get(hit.message_ids[0], 99))


def of_several(*evidence_ids: str, cutoff: Position) -> TimedScenario:
    """Lines a minute apart, the first of which is the old value."""
    timeline = timeline_of(*(said(n * MINUTE_US, f"heating {n}") for n in range(1, 8)))
    gold = {"evidence_ids": evidence_ids, "superseded": (Superseded(message_ids=("m000001",)),)}
    return timed(scenario_of(timeline, [query_at(0, cutoff, "heating", **gold)]))


def test_any_message_of_the_new_value_will_do_once_all_were_said_in_whatever_order_they_are_named() -> None:
    class SecondFirst(Ranks):
        order = ("m000002", "m000001", "m000004")

    for named in (("m000002", "m000004"), ("m000004", "m000002")):
        seen = watched(of_several(*named, cutoff=cutoff_at(60 * MINUTE_US)), SecondFirst)
        assert seen == UpdateWatch(caught_up=True, lag_us=0, n_messages=0)


def test_what_was_said_before_the_old_value_is_not_the_new_one() -> None:
    class FirstFirst(Ranks):
        order = ("m000001", "m000003", "m000005")

    timeline = timeline_of(*(said(n * MINUTE_US, f"heating {n}") for n in range(1, 8)))
    gold = {"evidence_ids": ("m000001", "m000005"), "superseded": (Superseded(message_ids=("m000003",)),)}
    scene = timed(scenario_of(timeline, [query_at(0, cutoff_at(60 * MINUTE_US), "heating", **gold)]))
    assert watched(scene, FirstFirst) == UpdateWatch(caught_up=False, lag_us=2 * MINUTE_US, n_messages=2)


def test_a_change_just_before_the_query_is_watched_too() -> None:
    class OldFirst(Ranks):
        order = ("m000001", "m000002")

    scene = of_several("m000002", cutoff=Position(2 * MINUTE_US, 3))
    assert watched(scene, NewestFirst) == UpdateWatch(caught_up=True, lag_us=0, n_messages=0)
    assert watched(scene, OldFirst) == UpdateWatch(caught_up=False, lag_us=0, n_messages=0)


def test_a_query_whose_agent_breaks_is_not_watched_beyond_it() -> None:
    class Breaks:
        def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
            raise RuntimeError

    sizes: list[int] = []

    class Counts(Stale):
        def ingest(self, batch: Batch) -> None:
            sizes.append(len(batch.messages))
            super().ingest(batch)

    scene = of_several("m000002", cutoff=cutoff_at(4 * MINUTE_US))
    late = query_at(1, cutoff_at(60 * MINUTE_US), "heating")
    both = timed(replace(scene.scenario, queries=(*scene.scenario.queries, late)))
    replays.replayed(both, Counts, Breaks, watch_updates=True)
    assert sizes == [2, 1, 4]


def test_watching_is_off_unless_it_is_asked_for() -> None:
    turns = replays.replayed(changed(3), NewestFirst)
    assert turns[0].update is None


def forgotten() -> TimedScenario:
    """Five messages, the third of which is to be forgotten; asked before, a minute and a day after."""
    texts = ("milk and bread", "the blue umbrella", "my code is four two", "the red bicycle", "a heron again")
    drafts = [
        MessageDraft(at_us=number * MINUTE_US, speaker="Ada", role="user", text=text, label=f"l{number}")
        for number, text in enumerate(texts, start=1)
    ]
    request = ForgetDraft(at_us=6 * MINUTE_US, person="Ada", labels=("l3",), text="forget my code")
    queries = [
        query_at(n, cutoff_at(at_us), "code")
        for n, at_us in enumerate((5 * MINUTE_US + 1, 7 * MINUTE_US, 66 * MINUTE_US))
    ]
    return timed(scenario_of(timeline_of(*drafts, request), queries))


def test_words_that_another_message_has_too_are_no_residue_but_those_of_its_source_are() -> None:
    scene = forgotten()
    again = replace(list(scene.scenario.timeline.messages())[-1], text="my code is four two")
    records = [again if getattr(record, "id", "") == again.id else record for record in scene.scenario.timeline.records]
    scene = timed(replace(scene.scenario, timeline=Timeline(records)))
    for memory, left in ((Obeys, 0), (NewestFirst, 1)):
        late = replayed(scene, memory)[-1].forgetting[0]
        assert (late.hits_by_id, late.hits_by_content) == (left, left)


def test_a_request_still_to_come_changes_no_check() -> None:
    scene = forgotten()
    later = ForgetAsked(
        position=Position(8 * MINUTE_US, 7), request=Forget(message_ids=("m000004",), person="Ada", text="the bicycle")
    )
    more = timed(replace(scene.scenario, timeline=Timeline([*scene.scenario.timeline.records, later])))
    before, after = replayed(scene, Obeys), replayed(more, Obeys)
    assert [turn.forgetting for turn in after[:2]] == [turn.forgetting for turn in before[:2]]
    assert after[2].forgetting[0] == replace(check(60, by_id=0, by_content=0, left=3), n_bystanders=3)


def check(minutes: int, *, by_id: int | None, by_content: int, left: int) -> ForgetCheck:
    return ForgetCheck(
        request=0,
        since_us=minutes * MINUTE_US,
        n_forgotten=1,
        hits_by_id=by_id,
        hits_by_content=by_content,
        n_bystanders=4,
        n_bystanders_left=left,
    )


@pytest.mark.parametrize(
    ("memory", "by_id", "left"),
    [(Obeys, 0, 4), (NewestFirst, 1, 4), (Overdoes, 0, 2), (find_backend("fulltext"), 0, 4)],
)
def test_what_is_left_of_a_request_to_forget_is_counted_at_each_later_cutoff(
    memory: BackendFactory, by_id: int, left: int
) -> None:
    before, soon, late = replayed(forgotten(), memory)
    assert before.forgetting == ()
    lost = 4 - left
    expected = check(1, by_id=by_id, by_content=by_id, left=left)
    assert soon.forgetting == (replace(expected, n_bystanders_lost=lost),)
    assert late.forgetting == (replace(expected, since_us=60 * MINUTE_US, n_bystanders_lost=lost),)


def test_words_that_come_back_under_no_source_are_a_residue_by_content() -> None:
    class Rewrites(HonestMemory):
        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            hits = super().search(query, limit=limit, now=now)
            return [Hit(text=f"it was said: {hit.text.upper()}", score=hit.score) for hit in hits]

    _, soon, _ = replayed(forgotten(), Rewrites)
    assert soon.forgetting == (check(1, by_id=None, by_content=1, left=4),)


def test_a_hit_of_the_future_in_such_a_search_is_a_violation_like_any_other() -> None:
    class Peeks(HonestMemory):
        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            if query != "my code is four two":
                return super().search(query, limit=limit, now=now)
            return [Hit(text="told tomorrow", score=1.0, message_ids=("m999999",))]

    _, soon, _ = replayed(forgotten(), lambda setup: Peeks(setup))
    assert [violation.kind for violation in soon.violations] == ["unknown_id"]
    assert soon.searches[0].violations == ()


def test_a_query_knows_how_old_its_evidence_is_and_what_was_said_since() -> None:
    (turn,) = replayed(settle_cutoffs(changed(5).scenario, "auto"), NewestFirst)
    assert (turn.evidence_age_us, turn.interference) == (58 * MINUTE_US, 5)


def test_a_gold_fact_that_no_search_brought_back_is_probed_for() -> None:
    class OnlyByItsOwnWords(HonestMemory):
        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            return [hit for hit in super().search(query, limit=limit, now=now) if query in hit.text]

    timeline = timeline_of(said(1, "the umbrella is blue"), said(2, "milk and bread"))
    query = query_at(0, cutoff_at(9), "umbrella colour", facts=("the umbrella is blue",))
    (turn,) = replayed(timed(scenario_of(timeline, [query])), OnlyByItsOwnWords)
    assert [hit.message_ids for hit in turn.fact_probes[0].search.hits] == [("m000001",)]
    assert turn.fact_probes[0].fact == 0


def test_many_requests_share_the_searches_of_the_entries_and_each_has_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("replay.forgetting.MOST_SEARCHES", 7)
    drafts: list[MessageDraft | ForgetDraft] = []
    for number in range(30):
        at_us, label = (10 * number + 1) * MINUTE_US, f"l{number}"
        drafts.append(MessageDraft(at_us=at_us, speaker="Ada", role="user", text=f"code word {number}", label=label))
        drafts.append(ForgetDraft(at_us=at_us + MINUTE_US, person="Ada", labels=(label,), text="forget it"))
    queries = [query_at(n, cutoff_at((400 + n) * MINUTE_US), "code") for n in range(30)]
    scene = timed(scenario_of(timeline_of(*drafts), queries))
    turns = replayed(scene, Obeys)
    for turn in turns:
        assert 1 <= len(turn.forgetting) <= 7
        assert sum(check.n_forgotten + check.n_bystanders for check in turn.forgetting) <= 7
    assert len({check.since_us - turn.cutoff.at_us for turn in turns for check in turn.forgetting}) == 30
    assert [turn.forgetting for turn in replayed(scene, Obeys)] == [turn.forgetting for turn in turns]

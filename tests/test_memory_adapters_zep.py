"""Zep: its real client against an imitation of its cloud."""

import json
from typing import Any

import pytest

pytest.importorskip("zep_cloud", reason="the client of Zep is not installed: pip install 'pastlane[zep]'")

from memory.adapters.rows_served import ZEP
from memory.errors import BackendFailure, BadOption
from tests.contract_memory import deliver, find, ids, message, messages
from tests.contract_served import GAVE_UP, HISTORY, NAMESPACE, ServedContract, first_written
from tests.imitation_served import Answer
from tests.imitation_zep import ZepImitation


class TestZep(ServedContract):
    imitation = ZepImitation
    adapter = ZEP
    key_env = "ZEP_API_KEY"
    needs_score = False

    def found(self, text: object, score: object) -> Any:
        edge = {"uuid": "e", "fact": text, "score": score, "episode_uuids": []}
        return {"items": [{name: value for name, value in edge.items() if value is not None}]}

    def test_a_message_becomes_an_episode_with_its_instant_in_the_scenarios_zone(self, system: ZepImitation) -> None:
        self.fed(system, HISTORY[:1])
        (graph,) = system.graphs.values()
        assert (graph.name, graph.time_zone) == (NAMESPACE, "Europe/Berlin")
        written = first_written(system)
        assert written.path == f"/graphs/{graph.uuid}/episodes"
        assert written.value == {
            "data": "Ann: the seat heating is on",
            "type": "message",
            "reference_time": "2025-03-04T13:01:00+01:00",
            "metadata": {"message_id": "m000001", "role": "user", "speaker": "Ann"},
        }
        assert len(written.headers["idempotency-key"]) == 36

    def test_the_key_of_an_episode_is_its_own_and_the_same_each_time(self, system: ZepImitation) -> None:
        odd = [message(1, "the seat is warm", id_="甲"), message(2, "the seat is warm", id_="甲 ")]
        system.misbehave(lambda a: "甲 " in str(a.value), GAVE_UP, carried_out=True)
        assert ids(find(self.fed(system, odd), "seat")) == ["甲", "甲 "]
        keys = [asked.headers["idempotency-key"] for asked in system.picked(system.is_write)]
        assert (len(keys), len(set(keys))) == (3, 2)

    def test_a_fact_shows_since_when_and_until_when_it_holds(self, system: ZepImitation) -> None:
        memory = self.fed(system, HISTORY[:1])
        assert [hit.text for hit in find(memory, "seat")] == ["Ann: the seat heating is on (from 2025-03-04 13:01)"]
        ended = {"uuid": "e", "fact": "It is on", "invalid_at": "2025-03-05T07:00:00Z", "episode_uuids": ["episode-2"]}
        system.misbehave(system.is_search, Answer(value={"items": [ended]}))
        (hit,) = find(memory, "seat")
        assert (hit.text, hit.message_ids, hit.score) == ("It is on (until 2025-03-05 08:00)", ("m000001",), 1.0)
        assert hit.at_us is None

    def test_a_fact_made_of_several_episodes_names_all_their_messages(self, system: ZepImitation) -> None:
        memory = self.fed(system)
        episodes = list(next(iter(system.graphs.values())).episodes)
        both = {"uuid": "e", "fact": "It is warm", "score": 2.0, "episode_uuids": [*episodes[:2], episodes[0]]}
        system.misbehave(system.is_search, Answer(value={"items": [both]}))
        assert find(memory, "seat")[0].message_ids == ("m000001", "m000002")

    def test_an_episode_of_another_run_is_a_violation(self, system: ZepImitation) -> None:
        strange = {"uuid": "e", "fact": "It is warm", "score": 2.0, "episode_uuids": ["episode-of-yore"]}
        assert self.violations(system, {"items": [strange]}) == ["unknown_id"]

    def test_a_fact_of_another_graph_is_a_violation(self, system: ZepImitation) -> None:
        strange = {"uuid": "e", "fact": "It is warm", "score": 2.0, "graph_uuid": "another"}
        assert self.violations(system, {"items": [strange]}) == ["foreign_namespace"]

    def test_messages_themselves_can_be_searched_for(self, system: ZepImitation) -> None:
        memory = self.fed(system, scope="episodes", reranker="cross_encoder")
        hits = find(memory, "warm seat")
        assert [(hit.text, hit.message_ids) for hit in hits] == [
            ("Ann: warm the seat please", ("m000003",)),
            ("Ann: the seat heating is on", ("m000001",)),
        ]
        assert hits[0].at_us == HISTORY[2].position.at_us
        searched = next(filter(system.is_search, system.asked))
        assert searched.path.endswith("/search/episodes")
        assert searched.value == {"query": "warm seat", "reranker": "cross_encoder"}
        assert json.loads(memory.raw_answer)["items"][0]["content"] == "Ann: warm the seat please"

    def test_a_search_reads_as_many_pages_as_it_needs(self, system: ZepImitation) -> None:
        system.page = 2
        memory = self.fed(system, messages(*["the seat is warm"] * 5))
        assert ids(find(memory, "seat", 3)) == ["m000001", "m000002", "m000003"]
        assert system.n_asked(system.is_search) == 2
        assert len(memory.raw_answer.splitlines()) == 2

    def test_pages_that_never_end_are_a_failure(self, system: ZepImitation) -> None:
        memory = self.fed(system)
        edge = {"uuid": "e", "fact": "It is warm", "score": 1.0, "episode_uuids": []}
        endless = Answer(value={"items": [edge], "next_cursor": "again"})
        system.misbehave(system.is_search, endless, times=99)
        with pytest.raises(BackendFailure, match=r"search: .*the same page again"):
            find(memory, "seat")

    def test_a_long_query_is_cut(self, system: ZepImitation) -> None:
        find(self.fed(system), "seat " * 100)
        assert len(next(filter(system.is_search, system.asked)).value["query"]) == 400

    def test_a_graph_whose_name_only_contains_ours_is_another_one(self, system: ZepImitation) -> None:
        deliver(self.memory(system, f"not-{NAMESPACE}"), HISTORY[:1])
        assert self.memory(system).leftovers() == []

    def test_a_graph_that_was_made_and_never_answered_is_not_made_again(self, system: ZepImitation) -> None:
        system.misbehave(lambda a: a.path == "/graphs", GAVE_UP, carried_out=True)
        self.fed(system)
        assert [graph.name for graph in system.graphs.values()] == [NAMESPACE]

    @pytest.mark.parametrize("ends_as", ["failed", "partial"])
    def test_an_episode_that_zep_cannot_take_in_is_a_failure(self, system: ZepImitation, ends_as: str) -> None:
        system.ends_as = ends_as
        with pytest.raises(BackendFailure, match=f"settle: .*{ends_as}: the model was away"):
            self.fed(system)

    def test_without_a_task_the_episode_itself_is_looked_at(self, system: ZepImitation) -> None:
        memory = self.fed(system)
        added = {"episode": {"uuid": "episode-x", "content": "Ann: one more"}}
        system.misbehave(system.is_write, Answer(value=added))
        states = [{"uuid": "episode-x", "processed": False}, {"uuid": "episode-x", "processed": True}]
        for state in states:
            system.misbehave(lambda a: a.path.endswith("/episodes/episode-x"), Answer(value=state))
        deliver(memory, [message(9, "one more")])
        assert system.n_asked(lambda a: a.path.endswith("/episodes/episode-x")) == 2

    def test_options_take_what_they_list(self, system: ZepImitation) -> None:
        with pytest.raises(BadOption, match="edges, episodes"):
            self.memory(system, scope="nodes")
        with pytest.raises(BadOption, match=r"rrf, cross_encoder$"):
            self.memory(system, scope="episodes", reranker="episode_mentions")

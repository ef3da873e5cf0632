"""The memory of fixed categories with a model: function calls within the schema, and nothing else."""

from dataclasses import replace

import orjson
import pytest

from memory.backend import Setup
from memory.chat import ChatReply
from memory.embedded.category import CategoryMemory
from memory.embedded.category_keeping import Decision, Entry, Preference
from memory.embedded.category_model import ModelKeeper, ModelReader, category_prompts
from memory.embedded.category_schema import SCHEMA
from memory.errors import ChatFailure
from memory.messages import Forget, Message
from memory.position import just_after
from tests.contract_memory import deliver, find, message
from tests.scripted_chat import ScriptedChat, calls, text

SAID = [message(1, "Curry for me, always."), replace(message(2, "Noted."), role="assistant", speaker="Car")]
CURRY = {"category": "Favorite Cuisine", "attribute": "Indian", "sentence": "Curry for me, always."}


def written(*items: object) -> ChatReply:
    return calls(("write_preferences", orjson.dumps({"preferences": items}).decode()))


def entries(name: str, *attributes: str) -> list[Entry]:
    detail = SCHEMA.find(name)
    assert detail is not None
    made = [
        Preference(person="Ann", detail=detail, attribute=one, message_ids=("m1",), text=f"{one}!", at_us=1)
        for one in attributes
    ]
    return [Entry(number=10 + place, now=one, said=(one,)) for place, one in enumerate(made)]


def test_one_function_offers_exactly_the_categories_of_the_schema() -> None:
    chat = ScriptedChat(written(CURRY))
    (found,) = ModelReader(chat).read(SAID, SCHEMA.without_sub("Music"))
    assert (found.detail.name, found.wish, found.message_ids, found.person) == (
        "Favorite Cuisine",
        "Indian",
        ("m000001",),
        "Ann",
    )
    (tool,) = chat.requests[0].tools
    offered = tool["function"]["parameters"]["properties"]["preferences"]["items"]["properties"]["category"]["enum"]
    assert offered == [one.name for one in SCHEMA if one.sub != "Music"]
    assert "Favorite Genres" not in chat.requests[0].messages[0].text
    assert chat.asked[0] == "Ann: Curry for me, always.\n(the car) Noted."


def test_what_nobody_said_is_laid_to_all_that_people_said() -> None:
    chat = ScriptedChat(written({**CURRY, "sentence": "She likes curry.", "wanted": False}))
    said: list[Message] = [*SAID, message(3, "And rice.")]
    (found,) = ModelReader(chat).read(said, SCHEMA)
    assert (found.message_ids, found.wish) == (("m000001", "m000003"), "not Indian")


@pytest.mark.parametrize(
    "wrong",
    [
        text("There is one."),
        written({**CURRY, "category": "Sleep"}),
        written({**CURRY, "attribute": " "}),
        written({**CURRY, "wanted": "no"}),
        written("Indian"),
        calls(("write_preferences", '{"preferences": {}}')),
        calls(("write_preferences", "{")),
        calls(("delete_all", "{}")),
    ],
)
def test_a_wrong_answer_is_told_once_and_then_is_a_failure(wrong: ChatReply) -> None:
    chat = ScriptedChat(wrong, written(CURRY))
    assert len(ModelReader(chat).read(SAID, SCHEMA)) == 1
    assert len(chat.requests) == 2
    with pytest.raises(ChatFailure, match="no preferences that can be read"):
        ModelReader(ScriptedChat(wrong)).read(SAID, SCHEMA)


def test_nobody_is_asked_where_only_the_car_spoke_or_the_schema_is_empty() -> None:
    chat = ScriptedChat(written())
    assert ModelReader(chat).read(SAID[1:], SCHEMA) == []
    assert ModelReader(chat).read(SAID, replace(SCHEMA, details=())) == []
    assert chat.requests == []


@pytest.mark.parametrize(
    ("reply", "decision"),
    [
        (calls(("pass_preference", '{"item": 2}')), Decision(action="pass", target=11)),
        (calls(("update_preference", '{"item": 1}')), Decision(action="update", target=10)),
        (calls(("append_preference", "{}")), Decision(action="append")),
    ],
)
def test_the_model_chooses_what_happens_to_the_list(reply: ChatReply, decision: Decision) -> None:
    stored = entries("Favorite Cuisine", "Indian", "Thai")
    assert ModelKeeper(ScriptedChat(reply)).decide(stored, stored[0].now) == decision


def test_appending_is_offered_only_where_several_may_hold() -> None:
    stored = entries("Fan Speed Preferences", "Low")
    chat = ScriptedChat(calls(("append_preference", "{}")), calls(("update_preference", '{"item": 1}')))
    assert ModelKeeper(chat).decide(stored, stored[0].now) == Decision(action="update", target=10)
    assert [tool["function"]["name"] for tool in chat.requests[0].tools] == ["pass_preference", "update_preference"]
    assert "append_preference" not in chat.asked[0]


@pytest.mark.parametrize(
    "wrong",
    [
        text("pass"),
        calls(("pass_preference", '{"item": 9}')),
        calls(("pass_preference", '{"item": 1}'), ("update_preference", '{"item": 1}')),
        calls(("erase", "{}")),
    ],
)
def test_a_choice_that_cannot_be_carried_out_twice_is_a_failure(wrong: ChatReply) -> None:
    stored = entries("Favorite Cuisine", "Indian")
    with pytest.raises(ChatFailure, match="chose nothing that can be done"):
        ModelKeeper(ScriptedChat(wrong)).decide(stored, stored[0].now)


def test_nothing_is_asked_where_there_is_nothing_to_compare() -> None:
    chat = ScriptedChat(text(""))
    assert ModelKeeper(chat).decide([], entries("Favorite Cuisine", "Thai")[0].now) == Decision(action="insert")
    assert chat.requests == []


def test_the_memory_asks_the_model_once_for_each_conversation_that_is_over() -> None:
    chat = ScriptedChat(written(CURRY), written())
    memory = CategoryMemory(Setup(namespace="test", chat=chat))
    deliver(memory, SAID)
    deliver(memory, [message(3, "Good night.", minutes=300)])
    for _ in range(3):
        assert [hit.message_ids for hit in find(memory, "restaurant")] == [("m000001",)]
    assert len(chat.requests) == 2
    assert set(chat.phases) == {"build"}


def test_a_conversation_is_read_when_the_next_begins_and_asking_reads_none_but_the_open_one() -> None:
    chat = ScriptedChat(written(CURRY), written())
    memory = CategoryMemory(Setup(namespace="test", chat=chat))
    deliver(memory, [SAID[0]])
    assert chat.requests == []
    deliver(memory, [message(3, "Good night.", minutes=300)])
    assert len(chat.requests) == 1
    find(memory, "restaurant")
    assert len(chat.requests) == 2


def test_a_request_to_forget_drops_nothing_where_the_model_does_not_read_what_is_over() -> None:
    chat = ScriptedChat(ChatFailure("down"), ChatFailure("still down"), written(CURRY), written())
    memory = CategoryMemory(Setup(namespace="test", chat=chat))
    deliver(memory, [SAID[0], message(3, "Good night.", minutes=300)])
    with pytest.raises(ChatFailure):
        memory.forget(Forget(message_ids=(SAID[0].id,), person="", text=""), just_after(SAID[0].position))
    assert len(find(memory, "restaurant")) == 1


def test_a_failure_leaves_the_conversation_to_be_read_the_next_time() -> None:
    chat = ScriptedChat(ChatFailure("down"), ChatFailure("still down"), written(CURRY), written())
    memory = CategoryMemory(Setup(namespace="test", chat=chat))
    deliver(memory, [SAID[0], message(3, "Good night.", minutes=300)])
    with pytest.raises(ChatFailure):
        find(memory, "restaurant")
    assert len(find(memory, "restaurant")) == 1


def test_a_model_that_fails_is_asked_again_for_each_conversation_and_not_for_each_message() -> None:
    chat = ScriptedChat(ChatFailure("down"))
    memory = CategoryMemory(Setup(namespace="test", chat=chat))
    deliver(memory, [SAID[0]])
    for number in range(3, 9):
        deliver(memory, [message(number, "Good night.", minutes=300 + number)])
    assert len(chat.requests) == 1
    deliver(memory, [message(9, "Good morning.", minutes=900)])
    assert len(chat.requests) == 2


def test_every_prompt_is_named_for_the_configuration() -> None:
    assert [prompt.name for prompt in category_prompts()] == ["category_read", "category_keep"]

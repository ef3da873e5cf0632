from dataclasses import replace

from memory.guard import SearchRecord
from memory.messages import Hit
from memory.position import Position
from memory.provenance import Violation
from scoring.aggregate import score_turns
from scoring.explain import explain_turn
from scoring.records import Branch, Failure, Gold, ToolCall
from scoring.render import render_run
from scoring.sections import metric_of_turns
from tests.diagnosis_cases import CASES
from tests.test_scoring_runlog import turn
from vehicle.commands import Command
from vehicle.fold import carry_out
from vehicle.state import FACTORY

SEARCH = SearchRecord(
    query="radio",
    limit=20,
    now=Position(9, 0),
    hits=tuple(Hit(text=f"text {n}", score=1.0, message_ids=(f"m{n}",)) for n in range(1, 13)),
)

OWN = "should have called (tools that the car does not have, compared by name and arguments)"


def branch(*commands: Command) -> Branch:
    done = carry_out(FACTORY, commands)
    return Branch(commands=commands, accepted=done.accepted, events=done.events)


def story(**changes: object) -> str:
    (scored,) = score_turns([turn(**changes)])
    return explain_turn(scored)


def test_it_tells_the_cutoff_the_question_and_what_was_still_ahead() -> None:
    text = story()
    assert "query 1/0 (state shift)" in text
    assert "asked at 1970-01-01T00:00:00.000009+00:00" in text
    assert "1 message known, 2 still ahead" in text


def test_evidence_is_starred_wherever_it_stands_and_marked_where_the_agent_did_not_see_it() -> None:
    call = ToolCall(kind="search", name="search_memory", args={}, ok=True, answer="", search=SEARCH, top_k=5)
    lines = story(tool_calls=(call,), evidence_sessions=(("m2", "m9"),)).splitlines()
    assert "  *  2. text 2" in lines
    assert "     3. text 3" in lines
    assert "  *  9. text 9  (not shown to the agent)" in lines
    assert not any("text 7" in line for line in lines)
    assert lines.count("  (* evidence: said in a session that states a gold fact)") == 1


def test_without_a_star_nothing_explains_one() -> None:
    call = ToolCall(kind="search", name="search_memory", args={}, ok=True, answer="", search=SEARCH, top_k=5)
    assert "* evidence" not in story(tool_calls=(call,), evidence_sessions=(("m99",),))


def test_five_withheld_hits_are_told_and_the_rest_counted() -> None:
    for n, more in ((5, 0), (6, 1), (40, 35)):
        lost = tuple(Violation(kind="foreign_text", detail=f"not {i}", hit=SEARCH.hits[0]) for i in range(n))
        call = ToolCall(
            kind="search", name="search_memory", args={}, ok=True, answer="", search=replace(SEARCH, violations=lost)
        )
        text = story(tool_calls=(call,))
        assert text.count("withheld (foreign text): not ") == 5
        assert (f"withheld, too: {more} more hit" in text) == (more > 0)


def test_decisions_calls_and_each_differing_field_are_told_with_what_would_have_been_right() -> None:
    did = branch(
        Command(name="carcontrol_radio_set_volume", args={"volume": 20}),
        Command(name="carcontrol_radio_set_volume", args={"volume": 900}),
    )
    text = story(predicted=did)
    assert "value: 30, because it says so" in text
    assert "carcontrol_radio_set_volume(volume=900)  rejected: " in text
    assert "radio.volume: 50 -> 20, should be 30" in text
    assert "radio.is_on: False -> True, as it should be" in text
    assert text.endswith("no exact match\n")


def test_an_exact_match_and_a_failure_are_told_apart() -> None:
    assert story().endswith("exact match\n")
    failed = story(failure=Failure(stage="search", message="gone"), predicted=branch())
    assert failed.endswith("failure in search: gone\n")


def test_a_car_that_rightly_did_not_change_is_said_so() -> None:
    assert "unchanged, and rightly so" in story(reference=branch(), predicted=branch())


def test_a_query_with_nothing_to_compare_has_no_verdict_and_is_not_called_right() -> None:
    nothing = branch()
    bare = Gold(commands=(), reasoning_type="asked", expects_commands=False)
    text = story(gold=bare, reference=nothing, predicted=nothing)
    assert text.endswith("no verdict: the source names neither commands of the car nor an answer to compare with\n")
    assert not any(word in text for word in ("[right]", "rightly", "exact match", "as it should be"))


def test_the_verdict_of_a_query_with_an_answer_is_about_the_answer() -> None:
    nothing = branch()
    for answer, verdict in (("Berlin", "the answer is right"), ("Rome", "the answer is not right")):
        gold = Gold(commands=(), reasoning_type="asked", expects_commands=False, answer=answer)
        said = ({"step": "answer", "choice": "In Berlin.", "reason": "told"},)
        text = story(gold=gold, reference=nothing, predicted=nothing, decisions=said)
        assert text.endswith(f"{verdict}\n")
        assert "exact match" not in text


def in_words(answer: str, **changes: object) -> list[str]:
    """The story of a query that wants these words, and was told "In Berlin"."""
    gold = Gold(commands=(), reasoning_type="asked", expects_commands=False, answer=answer)
    said = ({"step": "answer", "choice": "In Berlin.", "reason": "told"},)
    nothing = branch()
    return story(
        **{"gold": gold, "reference": nothing, "predicted": nothing, "decisions": said, **changes}
    ).splitlines()


def test_a_query_that_wants_words_shows_both_answers_and_nothing_of_the_car() -> None:
    lines = in_words("Rome")
    at = lines.index("answered")
    assert lines[at : at + 4] == ["answered", "    In Berlin.", "should have answered", "    Rome"]
    assert not {"did", "should have done", "the car"} & {*lines}
    assert not any("unchanged" in line or "no commands" in line for line in lines)


def test_silence_and_what_nobody_knows_are_told_in_words() -> None:
    lines = in_words("", decisions=())
    at = lines.index("answered")
    assert lines[at : at + 4] == ["answered", "    nothing", "should have answered", "    that nobody knows"]


def test_what_was_done_to_the_car_beside_an_answer_is_shown_and_not_judged() -> None:
    lines = in_words("Rome", predicted=branch(Command(name="carcontrol_radio_set_volume", args={"volume": 20})))
    assert "    carcontrol_radio_set_volume(volume=20)" in lines
    assert "    radio.volume: 50 -> 20" in lines
    assert "should have done" not in lines
    assert not any("should be" in line for line in lines)


def test_calls_that_the_car_does_not_have_are_shown_and_judged_by_name_and_arguments() -> None:
    nothing = branch()
    gold = Gold(commands=(Command(name="own_tool", args={"a": 1}),), reasoning_type="asked", expects_commands=False)
    lines = story(gold=gold, reference=nothing, predicted=nothing).splitlines()
    assert lines[lines.index(OWN) + 1] == "    own_tool(a=1)"
    assert "should have done" not in lines
    assert lines[-1] == "not all calls are equal"
    done = branch(Command(name="own_tool", args={"a": 1}))
    assert story(gold=gold, reference=nothing, predicted=done).splitlines()[-1] == "all calls are equal"


def test_calls_whose_arguments_are_no_json_object_are_shown_and_counted_below_the_table() -> None:
    case = next(case for case in CASES if case.name == "called with arguments that are no JSON object")
    (scored,) = score_turns([case.turn()])
    lines = explain_turn(scored).splitlines()
    at = lines.index("did")
    assert lines[at + 1] == (
        "    carcontrol_radio_set_volume  ran nothing, its arguments are no JSON object: "
        "a call is a name and arguments, not '{'"
    )
    metric = metric_of_turns([scored], [], model="m", memory="none")
    first = "1/0: carcontrol_radio_set_volume"
    assert metric["malformed_calls"] == {"calls": 1, "queries": 1, "first": first}
    told = f"no JSON object: the arguments of 1 call in 1 of 1 query, which ran nothing (first {first})"
    assert told in " ".join(render_run(metric, title="").split())

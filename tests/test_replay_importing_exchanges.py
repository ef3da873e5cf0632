import json
import re
from pathlib import Path
from typing import Any

import pytest

from replay.errors import InputError
from replay.importing import chat_completions
from replay.importing.guess import guess_map
from replay.importing.mapping import ImportMap
from tests.importing import call, imported, loaded, records, texts, write_log

AT = 1740816000
BE_KIND = {"role": "system", "content": "Be kind."}
RADIO = call("carcontrol_radio_switch", switch=True)
MAP: dict[str, Any] = {
    "format": "chat",
    "columns": {"time": "created", "conversation": "session", "reply": "choices"},
}


def asks(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def says(text: str | None, *calls: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": text, **({"tool_calls": list(calls)} if calls else {})}


def exchange(number: int, messages: list[Any], reply: Any, **more: Any) -> dict[str, Any]:
    choices = [{"index": 0, "message": reply}]
    return {"created": AT + number, "session": "s", "messages": messages, "choices": choices, **more}


FIRST, SECOND, THIRD = asks("Radio on."), asks("Thanks."), asks("And now?")
WHOLE = [
    exchange(0, [BE_KIND, FIRST], says("Done.", RADIO)),
    exchange(1, [BE_KIND, FIRST, says("Done.", RADIO), SECOND], says("Sure.")),
    exchange(2, [BE_KIND, FIRST, says("Done.", RADIO), SECOND, says("Sure."), THIRD], says(None, RADIO)),
]
WINDOW = [*WHOLE[:2], exchange(2, [BE_KIND, says("Sure."), THIRD], says(None, RADIO))]


@pytest.mark.parametrize("rows", [WHOLE, WINDOW])
def test_requests_and_replies_enter_once_at_the_row_in_which_they_were_first(tmp_path: Path, rows: list[Any]) -> None:
    report = imported(write_log(tmp_path, *rows), MAP, probe_commands=True)
    scenario = loaded(tmp_path / "out.jsonl")
    assert texts(scenario) == ["Radio on.", "Done.", "Thanks.", "Sure.", "And now?"]
    seconds = [message.position.at_us // 1_000_000 - AT for message in scenario.timeline.messages()]
    assert seconds == [0, 0, 1, 1, 2]
    assert [query.text for query in scenario.queries] == ["Radio on.", "And now?"]
    assert all(query.gold.commands for query in scenario.queries)
    assert report.timelines[0].n_commands == 2
    assert report.notes["rows of the role system left out"] == 1
    assert not [note for note in report.notes if "may have been" in note]


def test_a_call_its_result_and_what_is_said_then_are_one_exchange(tmp_path: Path) -> None:
    does, result = says(None, RADIO), {"role": "tool", "tool_call_id": "c", "content": "ok"}
    rows = [
        exchange(0, [FIRST], does),
        exchange(1, [FIRST, does, result], says("Done.")),
        exchange(2, [FIRST, does, result, says("Done."), SECOND], says("Sure.")),
    ]
    report = imported(write_log(tmp_path, *rows), MAP, probe_commands=True)
    assert texts(loaded(tmp_path / "out.jsonl")) == ["Radio on.", "Done.", "Thanks.", "Sure."]
    assert report.timelines[0].n_commands == 1
    assert report.notes == {"messages sent again left out": 5, "rows of the role tool left out": 1}


def test_the_same_call_made_again_after_its_result_is_a_second_call(tmp_path: Path) -> None:
    does, result = says(None, RADIO), {"role": "tool", "content": "failed"}
    rows = [exchange(0, [FIRST], does), exchange(1, [FIRST, does, result], does)]
    assert imported(write_log(tmp_path, *rows), MAP).timelines[0].n_commands == 2


def test_a_reply_that_its_own_request_holds_already_counts_once(tmp_path: Path) -> None:
    report = imported(write_log(tmp_path, exchange(0, [FIRST, says("Done.")], says("Done."))), MAP)
    assert texts(loaded(tmp_path / "out.jsonl")) == ["Radio on.", "Done."]
    assert report.notes == {"replies that their own request holds left out": 1}


def test_a_request_sent_once_more_has_asked_once_and_each_other_reply_counts(tmp_path: Path) -> None:
    rows = [exchange(n, [FIRST, says("Done."), SECOND], says(text)) for n, text in enumerate(("a", "a", "b"))]
    report = imported(write_log(tmp_path, *rows), MAP)
    assert texts(loaded(tmp_path / "out.jsonl")) == ["Radio on.", "Done.", "Thanks.", "a", "b"]
    assert report.notes["replies the same as before to the same request left out"] == 1
    assert report.notes["requests with more than one reply: all are kept"] == 1
    assert report.notes["messages left out as sent again may have been said twice"] > 0


def test_a_reply_may_be_sent_again_in_another_spelling(tmp_path: Path) -> None:
    again = {"role": "assistant", "content": [{"type": "text", "text": "Done. "}]}
    rows = [exchange(0, [FIRST], says("Done.", RADIO)), exchange(1, [FIRST, again, SECOND], says("Sure."))]
    imported(write_log(tmp_path, *rows), MAP)
    assert texts(loaded(tmp_path / "out.jsonl")) == ["Radio on.", "Done.", "Thanks.", "Sure."]


def test_conversations_of_different_timelines_are_not_one(tmp_path: Path) -> None:
    rows = [exchange(number, [FIRST], says("Done."), car=car) for number, car in enumerate("ab")]
    report = imported(write_log(tmp_path, *rows), {**MAP, "scenario": {"column": "car"}}, out=tmp_path / "cars")
    assert [timeline.n_messages for timeline in report.timelines] == [2, 2]


def test_without_a_conversation_everything_counts_and_what_looks_sent_again_is_told(tmp_path: Path) -> None:
    map_ = {**MAP, "columns": {"time": "created", "reply": "choices"}}
    report = imported(write_log(tmp_path, *WHOLE), map_)
    assert report.timelines[0].n_messages == 9 + 2
    told = "lists that go on from those before, and have no conversation: all their messages count"
    assert report.notes[told] == 2


def test_a_guess_without_a_conversation_says_what_follows(tmp_path: Path) -> None:
    rows = [{key: value for key, value in row.items() if key != "session"} for row in WHOLE]
    told = "# no conversation is named: what is sent again in a later row counts each time"
    assert told in guess_map(write_log(tmp_path, *rows), ImportMap()).render()
    named = [{**row, "conversationId": "s"} for row in rows]
    guess = guess_map(write_log(tmp_path, *named), ImportMap())
    assert guess.map.columns.conversation == "conversationId"
    assert told not in guess.render()


def test_conversations_that_are_forgotten_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_completions, "MOST_OPEN", 1)
    rows = [exchange(n, [FIRST], says("Done."), session=name) for n, name in enumerate("aba")]
    report = imported(write_log(tmp_path, *rows), MAP)
    assert report.timelines[0].n_messages == 6
    assert report.notes == {"conversations too many to remember: what they send again would count once more": 2}


def test_a_reply_may_have_a_time_of_its_own(tmp_path: Path) -> None:
    rows = [exchange(0, [FIRST], says("Done."), answered=AT + 9), exchange(20, [FIRST], None, answered=None)]
    map_ = {**MAP, "columns": {**MAP["columns"], "reply_time": "answered"}}
    imported(write_log(tmp_path, *rows), map_)
    first, second = loaded(tmp_path / "out.jsonl").timeline.messages()
    assert second.position.at_us - first.position.at_us == 9_000_000
    bad = exchange(0, [FIRST], says("Done."))
    with pytest.raises(InputError, match=r"log.jsonl: line 1, reply: time: no 'answered' here"):
        imported(write_log(tmp_path, bad), map_)
    with pytest.raises(InputError, match="a reply_time and no reply"):
        imported(write_log(tmp_path, bad), {**MAP, "columns": {"time": "created", "reply_time": "answered"}})


@pytest.mark.parametrize("name", ["log.jsonl", "log.csv"])
def test_a_row_may_hold_one_question_and_its_reply(tmp_path: Path, name: str) -> None:
    rows = [{"ts": f"2025-03-01T08:0{n}:00Z", "prompt": "How warm is it?", "completion": "Mild."} for n in range(2)]
    log = write_log(tmp_path, *rows, name=name)
    if name == "log.csv":
        log.write_text("ts,prompt,completion\n" + "".join(",".join(item.values()) + "\n" for item in rows))
    map_ = guess_map(log, ImportMap()).map
    assert (map_.columns.text, map_.columns.reply) == ("prompt", "completion")
    report = imported(log, map_.model_dump())
    sides = [message.role for message in loaded(tmp_path / "out.jsonl").timeline.messages()]
    assert sides == ["user", "assistant"] * 2
    assert report.notes == {}


def test_lists_and_replies_may_be_json_in_cells_of_a_table(tmp_path: Path) -> None:
    cells = [[str(AT + n), json.dumps(row["messages"]), json.dumps(row["choices"])] for n, row in enumerate(WHOLE)]
    lines = [",".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in cells]
    (tmp_path / "log.csv").write_text("\n".join(["created,messages,choices", *lines]) + "\n", encoding="utf-8")
    columns = guess_map(tmp_path / "log.csv", ImportMap()).map.columns
    assert (columns.messages, columns.reply, columns.text) == ("messages", "choices", "content")


GUESSED: list[tuple[dict[str, Any], str, str]] = [
    ({"messages": [FIRST], "choices": [{"message": says("Done.")}]}, "messages", "choices"),
    (
        {"request": {"messages": [FIRST]}, "response": {"choices": [{"message": says("Done.")}]}},
        "request.messages",
        "response",
    ),
    ({"messages": [FIRST], "completion": "Done."}, "messages", "completion"),
    ({"messages": [FIRST], "output": "Done."}, "messages", "output"),
    ({"input": [FIRST], "output": [{"type": "message", **says("Done.")}]}, "input", "output"),
    ({"messages": [FIRST], "response": {"content": [{"type": "text", "text": "Done."}]}}, "messages", "response"),
    ({"messages": [FIRST], "chunks": [{"choices": [{"delta": {"content": "Done."}}]}]}, "messages", "chunks"),
    ({"messages": [FIRST, says("Done.")]}, "messages", ""),
    ({"messages": [FIRST], "model": "some model of theirs"}, "messages", ""),
]


@pytest.mark.parametrize(("row", "messages", "reply"), GUESSED)
def test_where_the_reply_stands_is_proposed(tmp_path: Path, row: dict[str, Any], messages: str, reply: str) -> None:
    guess = guess_map(write_log(tmp_path, {"created": AT, "session": "s", **row}), ImportMap())
    assert (guess.map.format, guess.map.columns.messages, guess.map.columns.reply) == ("chat", messages, reply)
    assert f'reply = "{reply}"' in guess.render() or not reply
    assert guess.preview[-1].text == ("Done." if reply or len(row["messages"]) > 1 else "Radio on.")


def test_contents_of_parts_and_their_calls_are_read(tmp_path: Path) -> None:
    parts = [{"text": "Done."}, {"functionCall": {"name": "carcontrol_radio_switch", "args": {"switch": True}}}]
    reply = {"candidates": [{"content": {"role": "model", "parts": parts}}]}
    contents = [{"role": "user", "parts": [{"text": "Radio on."}]}]
    rows = [
        {"created": AT, "session": "s", "contents": contents, "response": reply},
        {"created": AT + 1, "session": "s", "contents": [*contents, {"role": "model", "parts": parts}, *contents]},
    ]
    log = write_log(tmp_path, *rows)
    imported(log, guess_map(log, ImportMap()).map.model_dump(), probe_commands=True)
    assert texts(loaded(tmp_path / "out.jsonl")) == ["Radio on.", "Done.", "Radio on."]
    assert [record["name"] for record in records(tmp_path / "out.jsonl") if record["record"] == "command"] == [
        "carcontrol_radio_switch"
    ]


def test_a_request_may_be_one_text_and_items_without_a_role_are_calls_and_results(tmp_path: Path) -> None:
    item = {"type": "function_call", "call_id": "c", "name": "carcontrol_radio_switch", "arguments": '{"switch": true}'}
    result = {"type": "function_call_output", "call_id": "c", "output": "ok"}
    said = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Done."}]}
    rows = [
        {"created": AT - 1, "session": "t", "input": "[08:00] Hello", "output": ""},
        {"created": AT, "session": "s", "input": "Radio on.", "output": [item]},
        {"created": AT + 1, "session": "s", "input": [FIRST, item, result], "output": [said]},
    ]
    map_ = {**MAP, "columns": {**MAP["columns"], "messages": "input", "reply": "output"}}
    report = imported(write_log(tmp_path, *rows), map_, probe_commands=True)
    assert texts(loaded(tmp_path / "out.jsonl")) == ["[08:00] Hello", "Radio on.", "Done."]
    assert (report.timelines[0].n_commands, report.timelines[0].n_queries) == (1, 1)


BAD: list[tuple[dict[str, Any], str]] = [
    ({"choices": 17}, r"line 2: reply: a number \(17\); a reply is wanted"),
    ({"choices": {"a": None}}, "line 2: reply: an object of no form that is known for a reply; in it there is: 'a'"),
    ({"choices": [{"message": says(None) | {"content": 3}}]}, r"line 2, reply: text: a number \(3\)"),
    ({"choices": [{"message": says(None) | {"content": [None]}}]}, "line 2, reply: text: a list with null in it"),
    ({"choices": [{"message": says(None, None)}]}, "line 2, reply: text: null; text is wanted"),
    (
        {"choices": [{"message": says("x", {"function": {"name": "x", "arguments": '{"a": '}})}]},
        "line 2, reply: tool_calls.0.arguments: no JSON",
    ),
    ({"choices": [{"message": says("x", {"function": None})}]}, "line 2, reply: tool_calls.0: a call without a name"),
    ({"messages": None}, "line 2: messages: null; a list is wanted"),
    ({"messages": 3}, r"line 2: messages: a number \(3\); a list is wanted"),
    ({"messages": "[{"}, r"line 2: messages: no JSON"),
    ({"messages": [None]}, "line 2, message 1: null in the place of a row"),
    ({"messages": [{"role": None, "content": "x"}]}, "line 2, message 1: role: null; known"),
    ({"messages": [{"role": "user", "content": None}]}, "line 2, message 1: text: null; text is wanted"),
    ({"messages": [{"role": "user", "content": {"a": None}}]}, "line 2, message 1: text: an object"),
    ({"session": {"a": 1}}, "line 2, message 1: person, conversation, zone or scenario: an object"),
]


@pytest.mark.parametrize(("wrong", "said"), BAD)
def test_a_bad_exchange_is_told_with_file_line_and_field(tmp_path: Path, wrong: dict[str, Any], said: str) -> None:
    good = exchange(0, [FIRST], says("Done."), session="t")
    bad = {**exchange(1, [SECOND], says("Sure.")), **wrong}
    log = write_log(tmp_path, good, bad, {**good, "session": "u"})
    with pytest.raises(InputError, match=f"log.jsonl: {said}"):
        imported(log, MAP)
    report = imported(log, MAP, skip_bad=2)
    assert 1 <= report.n_bad <= 2
    assert texts(loaded(tmp_path / "out.jsonl"))[:2] == ["Radio on.", "Done."]


def test_a_line_that_is_cut_off_or_of_another_encoding_is_told(tmp_path: Path) -> None:
    log = write_log(tmp_path, *WHOLE)
    whole = log.read_bytes()
    log.write_bytes(whole[:-40])
    with pytest.raises(InputError, match=r"log.jsonl: line 3: no JSON: .*; the last line may be cut off"):
        imported(log, MAP)
    log.write_bytes(b"\xef\xbb\xbf" + whole)
    assert imported(log, MAP).timelines[0].n_messages == 5
    log.write_text(whole.decode(), encoding="utf-16")
    with pytest.raises(InputError, match="line 1: this is UTF-16"):
        imported(log, MAP)


def test_an_id_that_another_message_had_is_told_and_one_sent_again_is_not(tmp_path: Path) -> None:
    one, two = {**FIRST, "id": "m1"}, {**SECOND, "id": "m2"}
    map_ = {**MAP, "columns": {**MAP["columns"], "id": "id"}}
    rows = [exchange(0, [one], says("Done.")), exchange(1, [one, says("Done."), two], says("Sure."))]
    assert imported(write_log(tmp_path, *rows), map_).n_bad == 0
    rows.append(exchange(2, [{**THIRD, "id": "m1"}], None))
    with pytest.raises(InputError, match=r"line 3, message 1: id: 'm1' comes a second time"):
        imported(write_log(tmp_path, *rows), map_)


def test_a_reply_that_no_row_has_is_told(tmp_path: Path) -> None:
    map_ = {**MAP, "columns": {**MAP["columns"], "reply": "choises"}}
    report = imported(write_log(tmp_path, *WHOLE), map_)
    assert report.notes["rows, and none has 'choises', which the map names for reply"] == 3
    assert report.notes["rows without a reply"] == 3


def test_names_in_replies_are_replaced_and_lines_without_a_conversation_too(tmp_path: Path) -> None:
    rows = [exchange(0, [{**FIRST, "name": "Ada"}], {**says("As you like, ada."), "name": "Nav"})]
    imported(write_log(tmp_path, *rows), MAP, pseudonym_key=b"a key of the user's own, kept")
    written = (tmp_path / "out.jsonl").read_text(encoding="utf-8")
    assert not [name for name in ("Ada", "ada", "Nav") if name in written]


def test_whose_requests_they_are_is_proposed_read_for_people_alone_and_replaced(tmp_path: Path) -> None:
    rows = [exchange(n, [FIRST, says("Done."), SECOND], says("Sure."), user="Ada") for n in range(2)]
    log = write_log(tmp_path, *rows)
    map_ = guess_map(log, ImportMap()).map
    assert map_.columns.speaker == "user"
    imported(log, map_.model_dump())
    said = [message.speaker for message in loaded(tmp_path / "out.jsonl").timeline.messages()]
    assert said == ["Ada", "assistant", "Ada", "assistant"]
    imported(log, map_.model_dump(), pseudonym_key=b"a key of the user's own, kept")
    assert "Ada" not in (tmp_path / "out.jsonl").read_text(encoding="utf-8")


def test_the_guides_exchange_is_two_messages_and_a_command_that_makes_a_query(tmp_path: Path) -> None:
    guide = (Path(__file__).resolve().parents[1] / "docs" / "import.md").read_text(encoding="utf-8")
    (sample,) = re.findall(r"```json\n(.*?)```", guide, flags=re.DOTALL)
    log = write_log(tmp_path, json.loads(sample))
    columns = guess_map(log, ImportMap()).map.columns
    assert (columns.messages, columns.reply) == ("messages", "choices")
    (timeline,) = imported(log, MAP, probe_commands=True).timelines
    assert (timeline.n_messages, timeline.n_commands, timeline.n_queries) == (2, 1, 1)


def commands(folder: Path) -> list[str]:
    return [record["name"] for record in records(folder / "out.jsonl") if record["record"] == "command"]


@pytest.mark.parametrize(
    "fields",
    [
        {"response": "Done.", "tool_calls": [RADIO]},
        {"response": {"text": "Done.", "tool_calls": [RADIO]}},
        {"response": {"content": "Done."}, "tool_calls": [RADIO]},
    ],
)
@pytest.mark.parametrize("asked", [{"messages": [FIRST]}, {"prompt": "Radio on."}])
def test_calls_beside_a_reply_are_its_calls(tmp_path: Path, fields: dict[str, Any], asked: dict[str, Any]) -> None:
    log = write_log(tmp_path, {"created": AT, "session": "s", **asked, **fields})
    map_ = guess_map(log, ImportMap()).map
    report = imported(log, map_.model_dump(), probe_commands=True)
    assert texts(loaded(tmp_path / "out.jsonl")) == ["Radio on.", "Done."]
    assert commands(tmp_path) == ["carcontrol_radio_switch"]
    assert report.timelines[0].n_queries == 1
    assert [record["person"] for record in records(tmp_path / "out.jsonl") if record["record"] == "command"] == [""]


def test_a_request_and_its_reply_may_be_json_in_two_cells(tmp_path: Path) -> None:
    bodies = [{"messages": row["messages"]} for row in WHOLE], [{"choices": row["choices"]} for row in WHOLE]
    lines = [
        f"{AT + n},s," + ",".join('"' + json.dumps(body).replace('"', '""') + '"' for body in pair)
        for n, pair in enumerate(zip(*bodies, strict=True))
    ]
    log = tmp_path / "log.csv"
    log.write_text("\n".join(["created,session,request,response", *lines]) + "\n", encoding="utf-8")
    map_ = guess_map(log, ImportMap()).map
    assert (map_.columns.messages, map_.columns.reply) == ("request.messages", "response")
    imported(log, map_.model_dump())
    assert texts(loaded(tmp_path / "out.jsonl")) == ["Radio on.", "Done.", "Thanks.", "Sure.", "And now?"]
    assert len(commands(tmp_path)) == 2


@pytest.mark.parametrize("path", ["choices", "choices.0.message", "choices[0].message", "choices[].message"])
def test_the_way_to_a_reply_may_be_written_with_brackets(tmp_path: Path, path: str) -> None:
    imported(write_log(tmp_path, *WHOLE), {**MAP, "columns": {**MAP["columns"], "reply": path}})
    assert len(texts(loaded(tmp_path / "out.jsonl"))) == 5


def test_what_the_assistant_said_and_no_row_replied_is_told(tmp_path: Path) -> None:
    rows = [exchange(0, [FIRST], says("Done.")), exchange(1, [FIRST, says("It is done."), SECOND], says("Sure."))]
    report = imported(write_log(tmp_path, *rows), MAP)
    assert texts(loaded(tmp_path / "out.jsonl")) == ["Radio on.", "Done.", "It is done.", "Thanks.", "Sure."]
    assert report.notes["messages of the assistant that were no row's reply: taken for new"] == 1


def test_replies_that_the_map_does_not_name_are_told(tmp_path: Path) -> None:
    report = imported(write_log(tmp_path, *WHOLE), {**MAP, "columns": {"time": "created", "conversation": "session"}})
    assert report.notes["rows with a reply at 'choices', which the map does not name"] == 3

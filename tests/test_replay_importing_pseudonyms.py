import json
import re
import stat
from pathlib import Path
from typing import Any

import pytest

from replay.errors import InputError
from replay.importing.mapping import parse_map
from replay.importing.options import default_out, import_request
from replay.importing.pseudonyms import Pseudonyms, create_key, read_key
from tests.importing import COLUMNS, call, car, imported, loaded, records, row, write_log

KEY = b"a key of the user's own, kept"


def pseudonyms(*names: str, key: bytes = KEY, plates: tuple[str, ...] = ()) -> Pseudonyms:
    return Pseudonyms(key, names, plates)


def test_a_name_has_one_stand_in_wherever_it_stands_and_in_every_import_with_the_key() -> None:
    hidden = pseudonyms("Ada Byron", "Ben")
    speaker = hidden.speaker("Ada Byron")
    first, last = speaker.split()
    assert hidden.text("Ask Ada, or ADA's friend Byron.") == f"Ask {first}, or {first}'s friend {last}."
    assert hidden.text("Adam is not Ada Byron") == f"Adam is not {speaker}"
    assert pseudonyms("Byron", "Ada").speaker("Ada Byron") == speaker
    assert pseudonyms("Ada", key=b"another key of the user's").speaker("Ada Byron") != speaker
    assert "Ada" not in speaker
    assert first != last


def test_a_stand_in_does_not_depend_on_capitals_or_on_how_accents_are_written() -> None:
    hidden = pseudonyms("inês")
    assert hidden.text("Inês, INÊS and ine\u0302s") == hidden.text("inês, Inês and INÊS")


def test_small_words_initials_and_roles_stay() -> None:
    hidden = pseudonyms("Ada de Byron", "J. Okri", "assistant")
    assert hidden.text("de J will the assistant") == "de J will the assistant"
    assert hidden.speaker("assistant") == "assistant"
    assert hidden.speaker("") == ""
    assert hidden.speaker("Ada de Byron").split()[1] == "de"


def test_names_in_scripts_without_blanks_are_found_inside_text() -> None:
    hidden = pseudonyms("李雷")
    assert hidden.text("请告诉李雷开车") == f"请告诉{hidden.speaker('李雷')}开车"


@pytest.mark.parametrize(
    "number", ["+351 912 345 678", "00351912345678", "(020) 7946 0958", "912 345 678", "+1-202-555-0143", "0912345678"]
)
def test_phone_numbers_are_replaced_alike_however_they_are_spaced(number: str) -> None:
    hidden = pseudonyms()
    said = hidden.text(f"call {number}, please")
    assert number not in said
    assert said == f"call {hidden.text(number.replace(' ', '').replace('-', ''))}, please"
    assert said.startswith("call +999 ")


@pytest.mark.parametrize(
    "text",
    [
        "at 2025-03-01 08:30",
        "on 01.03.2025 at 08:30",
        "on 01/03/25 we left",
        "route 66, 1200 rpm and 98.7 MHz",
        "it costs 12,000.50",
        "seat 2, level 3",
        "AC-22 is no plate",
        "2000 RPM",
    ],
)
def test_dates_times_and_amounts_are_no_numbers_of_a_person(text: str) -> None:
    assert pseudonyms().text(text) == text


def test_addresses_of_mail_are_replaced() -> None:
    said = pseudonyms("Ada").text("Write to Ada.Byron+car@mail.example.org.")
    assert said.endswith("@example.invalid.")
    assert "Byron" not in said
    assert said == pseudonyms("Ada").text("Write to ada.byron+car@mail.example.org.")


@pytest.mark.parametrize(
    "plate", ["12-AB-34", "AB-12-CD", "B-MW 1234", "AB12 CDE", "AB-123-CD", "ABC-1234", "1234 BCD", "京A12345"]
)
def test_plate_numbers_are_replaced(plate: str) -> None:
    said = pseudonyms().text(f"Mine is {plate}.")
    assert plate not in said
    assert said == pseudonyms().text(f"Mine is {plate}.")


def test_the_user_may_add_forms_of_plates() -> None:
    assert pseudonyms(plates=(r"CAR\d{2}",)).text("my CAR07") != "my CAR07"
    with pytest.raises(InputError, match="no regular expression"):
        pseudonyms(plates=("(",))


def test_an_import_hides_names_everywhere_they_could_stand(tmp_path: Path) -> None:
    contact = call("call_contact", name="Ada Byron", also=["Ben", 3])
    log = write_log(
        tmp_path,
        row("2025-03-01T08:00Z", "Call Ada Byron, +351 912 345 678.", "Ben", id="ben-1", car="Bens car"),
        {**car("2025-03-01T08:01Z", "Calling Ada.", contact), "car": "Bens car"},
        row("2025-03-02T08:00Z", "It is me, Byron", "Ada Byron", id="ada-1", car="Bens car"),
        name="Ada and Ben.jsonl",
    )
    (tmp_path / "q.jsonl").write_text(
        json.dumps({"scenario": "Bens car", "text": "Where is Ben?", "evidence": ["ben-1"], "facts": ["Ada knows"]}),
        encoding="utf-8",
    )
    map_ = {"columns": {**COLUMNS, "id": "id", "conversation": "car"}, "scenario": {"column": "car"}}
    options: dict[str, Any] = {"queries": tmp_path / "q.jsonl", "probe_commands": True}
    report = imported(log, map_, out=tmp_path / "out", pseudonym_key=KEY, **options)
    (path,) = (tmp_path / "out").iterdir()
    written = path.name + path.read_text(encoding="utf-8")
    assert not [name for name in ("Ada", "Ben", "ben", "Byron", "912") if name in written]
    scenario = loaded(path)
    first, _, third = scenario.timeline.messages()
    assert first.text.startswith(f"Call {third.speaker}, +999 ")
    assert scenario.queries[1].gold.evidence_ids == ("m000001",)
    assert report.timelines[0].n_queries == 2
    imported(log, map_, out=tmp_path / "again", pseudonym_key=KEY, **options)
    assert records(tmp_path / "again" / path.name) == records(path)


def test_a_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    create_key(tmp_path / "key", "ab" * 32)
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600
    assert read_key(tmp_path / "key") == b"ab" * 32
    with pytest.raises(InputError, match="never written over"):
        create_key(tmp_path / "key", "cd" * 32)
    (tmp_path / "short").write_text("x\n", encoding="utf-8")
    with pytest.raises(InputError, match="a key of 1 byte;"):
        read_key(tmp_path / "short")
    with pytest.raises(InputError, match="--new-key makes one"):
        read_key(tmp_path / "none")


def test_the_command_lines_options_are_checked_together(tmp_path: Path) -> None:
    log, key = tmp_path / "log.jsonl", tmp_path / "key"
    with pytest.raises(InputError, match="--pseudonymize needs --key-file"):
        import_request(log, map_file=None, out=None, pseudonymize=True)
    with pytest.raises(InputError, match="a key is for --pseudonymize"):
        import_request(log, map_file=None, out=None, key_file=key)
    asked = import_request(
        log, map_file=None, out=None, pseudonymize=True, key_file=key, new_key="ab" * 32, probe_every=("7d", "Well?")
    )
    assert (asked.pseudonym_key, asked.probe_text, asked.out) == (b"ab" * 32, "Well?", tmp_path / "log.timeline.jsonl")
    assert asked.probe_every_us == 7 * 86_400_000_000
    split = parse_map({"scenario": {"column": "car"}}, "map")
    assert default_out(log, split) == tmp_path / "log.timelines"


@pytest.mark.parametrize("before", ["tel:", "Phone:", "Ada,", "example.com/", "(", ""])
def test_a_number_is_found_behind_whatever_is_no_digit(before: str) -> None:
    hidden = pseudonyms()
    assert hidden.text(f"{before}+351912345678") == before + hidden.text("+351912345678")
    assert "912345678" not in hidden.text(f"{before}912345678")


def test_halves_of_names_other_apostrophes_and_names_joined_by_a_low_line_are_found() -> None:
    hidden = pseudonyms("Ana-Lena O'Shea")
    assert hidden.text("O\u2019Shea") == hidden.text("O'Shea") == hidden.speaker("O\u2019Shea")
    assert "Ana" not in hidden.text("Ana and Ana_O'Shea")
    assert "Lena" not in hidden.text("Lena's")


def test_an_id_that_is_no_unicode_is_a_bad_row_and_no_crash(tmp_path: Path) -> None:
    log = tmp_path / "log.json"
    log.write_text(json.dumps([row("2025-03-01T08:00Z", id="a"), row("2025-03-01T08:01Z", id="\ud800")]))
    imported(log, {"columns": {**COLUMNS, "id": "id"}}, pseudonym_key=KEY)
    assert len(list(loaded(tmp_path / "out.jsonl").timeline.messages())) == 2


def test_a_name_in_small_letters_and_its_genitives_have_its_stand_in() -> None:
    hidden = pseudonyms("Anna Byron", "Inês")
    anna = hidden.speaker("Anna")
    assert hidden.text("anna's, Anna\u2019s, Annas, annas, ANNAS and anna") == (
        f"{anna}'s, {anna}\u2019s, {anna}s, {anna}s, {anna}s and {anna}"
    )
    assert hidden.text("inês, Inês' and ines") == f"{hidden.speaker('Inês')}, {hidden.speaker('Inês')}' and ines"
    assert hidden.text("annal, Annasx, hannas") == "annal, Annasx, hannas"


def test_a_name_that_is_a_word_is_found_with_a_capital_alone() -> None:
    hidden = pseudonyms("Will Mark", "rose", "Front Passenger")
    text = "i will mark a rose in front, wills and marks and Marks"
    assert hidden.text(text) == text
    said = hidden.text("Will's and Mark, ROSE, will")
    assert not [name for name in ("Will", "Mark", "ROSE") if name in said]
    assert said.endswith(", will")
    assert hidden.speaker("rose") == hidden.text("Rose")


def test_a_genitive_that_is_a_word_or_another_name_is_no_genitive() -> None:
    hidden = pseudonyms("Han", "Hans", "Doe", "Jo")
    assert hidden.text("Hans and hans") == f"{hidden.speaker('Hans')} and {hidden.speaker('Hans')}"
    assert hidden.speaker("Hans") != hidden.speaker("Han") + "s"
    assert hidden.text("does it? Does he? jo jos") == "does it? Does he? jo jos"
    assert (
        hidden.text("Doe and doe and Jo")
        == f"{hidden.speaker('Doe')} and {hidden.speaker('Doe')} and {hidden.speaker('Jo')}"
    )


def test_many_names_are_found_as_few_are() -> None:
    others = [f"{first}{middle}{last}an" for first in "BDFGKL" for middle in "aeiou" for last in "bdfgk"]
    few, many = pseudonyms("Anna O'Shea", "李雷"), pseudonyms("Anna O'Shea", "李雷", *others)
    for text in ("anna's O\u2019Shea, Annas", "请告诉李雷开车", "Anna_anna annal", "call 912 345 678", "a@b.org Anna"):
        assert many.text(text) == few.text(text)
    assert "Baban" not in many.text("Baban, baban's")


def test_what_the_car_has_a_word_for_stays_whoever_is_called_so(tmp_path: Path) -> None:
    heat = call("carcontrol_seat_set_heating_level", seat="driver", level=2)
    log = write_log(
        tmp_path,
        row("2025-03-01T08:00Z", "In auto mode, at max, Driver.", "Max Driver"),
        car("2025-03-01T08:01Z", None, heat, call("send_to", seat="Max")),
    )
    map_ = {"columns": COLUMNS, "pseudonyms": {"names": ["Auto", "driver"]}}
    imported(log, map_, pseudonym_key=KEY)
    _, said, heated, sent = records(tmp_path / "out.jsonl")
    assert said["text"] == "In auto mode, at max, Driver."
    assert heated["args"] == {"seat": "driver", "level": 2}
    assert sent["args"]["seat"] == said["speaker"].split()[0] != "Max"


SCRIPTS = "Anna的. Schmidtさん PriyaとAnna. לAnna, وAnna; คุณAnna กับ 김Anna씨"


@pytest.mark.parametrize("n_more", [0, 400])
def test_a_name_beside_another_script_is_found_however_many_names_there_are(n_more: int) -> None:
    names = [
        "Anna Schmidt",
        "Priya",
        *(f"Zz{'abcdefghij'[n // 100]}{'klmnopqrst'[n // 10 % 10]}{n}" for n in range(n_more)),
    ]
    told = Pseudonyms(KEY, names).text(SCRIPTS)
    assert not any(name in told for name in ("Anna", "Schmidt", "Priya"))
    assert told.count(Pseudonyms(KEY, names).speaker("Anna")) == 6
    assert "的" in told
    assert "さん" in told


def test_a_name_in_a_word_of_its_own_script_stays_and_one_with_a_digit_behind() -> None:
    hidden = Pseudonyms(KEY, ["Anna", "Анна", "Ann"])
    assert hidden.text("Susanna, Annapolis, Anna2, Аннам") == "Susanna, Annapolis, Anna2, Аннам"
    assert "Анна" not in hidden.text("Анна и AnnaАнна")


def test_a_name_in_a_script_without_blanks_is_found_in_the_middle() -> None:
    assert "สมชาย" not in Pseudonyms(KEY, ["สมชาย"]).text("คุณสมชายครับ")


@pytest.mark.parametrize(
    "number",
    ["4111 1111 1111 1111", "4111111111111111", "4111-1111-1111-1111", "5500 0000 0000 0000 004"],
)
def test_the_digits_of_a_card_are_replaced_as_a_whole(number: str) -> None:
    told = Pseudonyms(KEY, []).text(f"My card {number}: it is lost.")
    assert re.fullmatch(r"My card 0000\d{12}: it is lost\.", told)


def test_a_card_has_one_stand_in_whichever_blanks_it_is_written_with() -> None:
    hidden = Pseudonyms(KEY, [])
    assert hidden.text("4111 1111 1111 1111") == hidden.text("4111111111111111") == hidden.text("4111-1111-1111-1111")


@pytest.mark.parametrize(
    "number",
    [
        "DE89 3704 0044 0532 0130 00",
        "DE89370400440532013000",
        "de89 3704 0044 0532 0130 00",
        "GB29 NWBK 6016 1331 9268 19",
        "NL91ABNA0417164300",
        "AT61 1904 3002 3457 3201",
        "MT84MALT011000012345MTLCAST001S",
    ],
)
def test_the_number_of_an_account_is_replaced_as_a_whole_and_words_around_it_stay(number: str) -> None:
    told = Pseudonyms(KEY, []).text(f"From {number} from now on; from账号{number}的.")
    assert re.fullmatch(r"From (XX00\d{12}) from now on; from账号\1的\.", told)


def test_phones_and_plates_beside_other_scripts_are_found() -> None:
    told = Pseudonyms(KEY, []).text("电话13812345678号, 车牌B-MX 4021的")
    assert "138" not in told
    assert "4021" not in told
    assert told.endswith("的")


def test_a_time_behind_a_number_is_no_part_of_it() -> None:
    assert Pseudonyms(KEY, []).text("0171 2345678 10:30").endswith(":30")
    assert "2345678" not in Pseudonyms(KEY, []).text("0171 2345678 10:30")


def test_a_short_number_that_is_a_persons_id_has_a_stand_in_as_speaker_and_none_in_texts() -> None:
    hidden = Pseudonyms(KEY, ["21", "100234"])
    assert hidden.text("Set it to 21, says 100234.").startswith("Set it to 21, says ")
    assert "100234" not in hidden.text("says 100234.")
    assert hidden.speaker("21") != "21"

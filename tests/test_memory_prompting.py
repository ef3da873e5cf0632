from zoneinfo import ZoneInfo

import pytest

from memory.embedded.keyvalue import keyvalue_prompts
from memory.embedded.summary import summary_prompts
from memory.prompting import Prompt, prompts_digest, read_prompt, told_day, told_instant
from tests.scenes import us

UTC, SHANGHAI = ZoneInfo("UTC"), ZoneInfo("Asia/Shanghai")


def test_an_instant_is_told_in_the_zone_with_its_weekday() -> None:
    assert told_instant(us("2025-03-07 18:05"), UTC) == "Friday, 2025-03-07 18:05 (UTC)"
    assert told_instant(us("2025-03-07 18:05"), SHANGHAI) == "Saturday, 2025-03-08 02:05 (Asia/Shanghai)"


def test_the_minute_is_cut_and_never_rounded_up() -> None:
    assert told_instant(us("2025-03-07 18:06") - 1, UTC).endswith("18:05 (UTC)")


def test_a_day_ends_one_microsecond_before_midnight() -> None:
    assert told_day(us("2025-03-08 00:00") - 1, UTC) == "Friday, 2025-03-07"
    assert told_day(us("2025-03-08 00:00"), UTC) == "Saturday, 2025-03-08"


def test_what_is_filled_in_is_taken_as_it_is() -> None:
    assert Prompt(name="p", text="$a and $b").fill(a="$b", b="${a} $5") == "$b and ${a} $5"


def test_a_place_without_a_value_is_an_error() -> None:
    with pytest.raises(KeyError):
        Prompt(name="p", text="$a").fill(b="x")


def test_the_hash_depends_on_names_and_words_and_not_on_the_order() -> None:
    one, two = Prompt(name="a", text="x"), Prompt(name="b", text="y")
    assert prompts_digest([one, two]) == prompts_digest([two, one])
    others = [[one], [one, Prompt(name="b", text="y ")], [one, Prompt(name="c", text="y")]]
    assert len({prompts_digest([one, two]), *map(prompts_digest, others)}) == 4


def test_every_prompt_is_there_and_tells_no_date_of_its_own() -> None:
    for prompt in [*summary_prompts(), *keyvalue_prompts(), read_prompt("replay.agents", "tool_calling")]:
        assert prompt.text.strip()
        assert "20" not in prompt.text.replace("2,000", "")

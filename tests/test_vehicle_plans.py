from itertools import islice

import pytest

from vehicle.arguments import check_argument, plain_values
from vehicle.catalogue import COMMANDS
from vehicle.plans import PLANS, WHOLE, fields_at
from vehicle.schema import Parameter
from vehicle.settings import FIELDS

PARAMETERS = [(row.name, parameter) for row in COMMANDS.values() for parameter in row.parameters]


@pytest.mark.parametrize("row", PARAMETERS, ids=lambda row: f"{row[0]}-{row[1].name}")
def test_what_needs_no_closer_look_is_accepted_as_it_is(row: tuple[str, Parameter]) -> None:
    kind, plain = plain_values(row[1])
    values = list(islice(plain, 30)) if isinstance(plain, range) else list(plain)
    if isinstance(plain, range):
        values.append(plain[-1])
    for value in values:
        accepted = check_argument(row[1], value)
        assert (type(value), accepted, type(accepted)) == (kind, value, kind)


def test_an_integer_just_outside_the_limits_needs_a_closer_look() -> None:
    parameter = Parameter(name="level", kind="integer", description="", minimum=1, maximum=3)
    kind, plain = plain_values(parameter)
    assert [kind is int and value in plain for value in (0, 1, 3, 4)] == [False, True, True, False]


def test_aliases_the_empty_text_and_free_text_need_a_closer_look() -> None:
    named = Parameter(name="mode", kind="string", description="", values=("eco", ""), aliases={"green": "eco"})
    assert [text in plain_values(named)[1] for text in ("eco", "green", "")] == [True, False, False]
    free = Parameter(name="song", kind="string", description="")
    assert "any" not in plain_values(free)[1]


def test_every_command_has_a_plan_with_fields_for_each_word_that_its_position_may_say() -> None:
    assert PLANS.keys() == COMMANDS.keys()
    plan = PLANS["carcontrol_seat_set_massage_level"]
    level = plan.steps[-1][1]
    assert plan.position == "seat"
    assert level["driver"] == (("seat.driver.massage_level", FIELDS["seat.driver.massage_level"]),)
    assert WHOLE not in level


def test_a_command_without_a_position_is_about_the_whole() -> None:
    plan = PLANS["carcontrol_radio_switch"]
    assert plan.position is None
    assert list(plan.steps[0][1]) == [WHOLE]


def test_a_field_stands_once_with_its_factory_value_and_none_where_it_comes_later() -> None:
    path = next(iter(FIELDS))
    assert fields_at(path, path, "music.favorite_list[0]") == ((path, FIELDS[path]), ("music.favorite_list[0]", None))
    assert fields_at() == ()

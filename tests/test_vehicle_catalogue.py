"""The table is complete, means what the published facts say, and reads well."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from vehicle.catalogue import (
    COMMANDS,
    FIELDS,
    LABEL_LEAVES,
    MODULES,
    POSITION_GROUPS,
    SETTINGS,
    favorite_path,
    find_module,
    is_field,
    vocabulary,
)
from vehicle.errors import UnknownModule
from vehicle.schema import Arg, Const, Put, Wake

EVEN_WHEN_REJECTED = " (even when the value is then rejected)"


@pytest.fixture(scope="module")
def facts(shared: Path) -> dict[str, Any]:
    return dict(json.loads((shared / "vehicle" / "facts.json").read_text(encoding="utf-8")))


def test_the_car_has_215_fields_111_commands_and_23_modules() -> None:
    assert (len(FIELDS), len(COMMANDS), len(MODULES)) == (215, 111, 23)


def test_every_command_belongs_to_exactly_one_module() -> None:
    listed = [name for module in MODULES.values() for name in module.commands]
    assert sorted(listed) == sorted(COMMANDS)
    assert all(COMMANDS[name].module == module.name for module in MODULES.values() for name in module.commands)


def test_every_effect_names_a_field_and_every_argument_of_a_row() -> None:
    for row in COMMANDS.values():
        position = row.position
        places = (
            {p for word in POSITION_GROUPS[position.group or ""].members.values() for p in word} if position else []
        )
        for effect in row.effects:
            if isinstance(effect, Put | Wake):
                for path in [effect.path.replace("*", place) for place in places] or [effect.path]:
                    assert path in FIELDS, (row.name, path)
            if isinstance(effect, Put) and isinstance(effect.source, Arg):
                assert row.parameter(effect.source.name), row.name


def test_every_setting_is_described_and_has_lower_case_words() -> None:
    for setting in SETTINGS:
        assert setting.description
        assert setting.words
        assert all(word == word.lower().strip() for word in setting.words), setting.path


def test_every_command_is_described_and_says_which_settings_it_is_there_for() -> None:
    for row in COMMANDS.values():
        assert row.description.endswith("."), row.name
        assert row.settings, row.name
        assert row.words, row.name
        assert all(parameter.description for parameter in row.parameters), row.name


def test_the_settings_of_a_command_leave_out_what_it_only_switches_on() -> None:
    row = COMMANDS["carcontrol_seat_set_heating_level"]
    assert [setting.path for setting in row.settings] == ["seat.*.heating_level"]


def test_a_factory_value_of_an_enumerated_setting_is_one_of_its_values() -> None:
    for row in COMMANDS.values():
        for effect in row.effects:
            if isinstance(effect, Put) and isinstance(effect.source, Arg):
                parameter = row.parameter(effect.source.name)
                setting = next((s for s in SETTINGS if s.path == effect.path), None)
                if parameter and parameter.values and setting:
                    assert setting.factory in parameter.values, row.name


def test_no_word_of_the_vocabulary_is_missing_its_group() -> None:
    groups = vocabulary()
    assert ("sunroof lock",) in groups
    assert all(groups)


def test_a_module_is_found_by_its_name_and_an_unknown_one_lists_those_that_are() -> None:
    assert find_module("trunk").commands == ("carcontrol_trunk_switch", "carcontrol_trunk_set_open_degree")
    with pytest.raises(UnknownModule, match=r"no module 'boot'; the car has HUD, .*, light"):
        find_module("boot")


@pytest.mark.parametrize(
    ("path", "known"),
    [
        ("HUD.is_on", True),
        ("seat.rear_left.headrest_height", True),
        ("radio.current_station.name", True),
        (favorite_path(0), True),
        (favorite_path(12), True),
        ("music.favorite_list[01]", False),
        ("music.favorite_list[-1]", False),
        ("music.favorite_list[٣]", False),
        ("seat.*.headrest_height", False),
        ("seat.front.headrest_height", False),
        ("", False),
    ],
)
def test_a_field_is_one_of_the_table_or_one_that_can_come_later(path: str, known: bool) -> None:
    assert is_field(path) is known


def test_the_factory_values_are_the_published_ones_with_their_types(facts: dict[str, Any]) -> None:
    assert dict(FIELDS) == facts["fields"]
    assert all(type(FIELDS[path]) is type(value) for path, value in facts["fields"].items())
    assert facts["label_leaves"] == LABEL_LEAVES


def test_the_position_groups_are_the_published_ones(facts: dict[str, Any]) -> None:
    assert POSITION_GROUPS.keys() == facts["position_groups"].keys()
    for name, published in facts["position_groups"].items():
        members = {word: list(places) for word, places in POSITION_GROUPS[name].members.items()}
        assert members == published["members"]
        assert POSITION_GROUPS[name].blank_means == published["empty_or_null_means"]


def test_the_parameters_and_their_limits_are_the_published_ones(facts: dict[str, Any]) -> None:
    assert COMMANDS.keys() == {command["name"] for command in facts["commands"]}
    for command in facts["commands"]:
        row = COMMANDS[command["name"]]
        assert row.module == command["module"]
        assert [p.name for p in row.parameters] == [p["name"] for p in command["params"]]
        for parameter, published in zip(row.parameters, command["params"], strict=True):
            assert parameter.kind == published["type"]
            assert parameter.required is published["required"]
            assert parameter.minimum == published.get("minimum")
            assert parameter.maximum == published.get("maximum")
            assert list(parameter.values) == published.get("values", [])
            assert dict(parameter.aliases) == published.get("aliases", {})
            assert parameter.group == published.get("group")
            if parameter.values:
                assert parameter.trims is published.get("surrounding_blanks_ignored", False)


def test_the_effects_that_are_plain_assignments_are_the_published_ones(facts: dict[str, Any]) -> None:
    n_compared = 0
    for command in facts["commands"]:
        row = COMMANDS[command["name"]]
        for text in command["effects"]:
            plain = re.fullmatch(r"([\w.*]+) = (\w+)", text.removesuffix(EVEN_WHEN_REJECTED))
            if not plain:
                continue
            path, source = plain.groups()
            if text.endswith(EVEN_WHEN_REJECTED):
                assert Wake(path=path) in row.effects, row.name
            else:
                wanted = Const(value=True) if source == "true" else Arg(name=source)
                woken = source == "true" and Wake(path=path) in row.effects
                assert woken or Put(path=path, source=wanted) in row.effects, (row.name, text)
            n_compared += 1
    assert n_compared > 130

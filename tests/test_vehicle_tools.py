"""The table as tool schemas: a plain form as published, a strict one that says what the car accepts."""

import json

import pytest

from vehicle.catalogue import COMMANDS, MODULES, POSITION_GROUPS
from vehicle.errors import UnknownModule
from vehicle.tools import list_modules, tool_schemas


def test_every_module_is_listed_with_what_it_is_for() -> None:
    assert list(list_modules()) == list(MODULES)
    assert list_modules()["sunroof"] == "sunroof: how far it is open, locked"


def test_the_plain_form_has_names_and_types_only() -> None:
    assert tool_schemas("wiper", "plain") == [
        {
            "type": "function",
            "function": {
                "name": "carcontrol_wiper_set_open",
                "parameters": {
                    "type": "object",
                    "properties": {"wiper": {"type": "string"}, "is_on": {"type": "boolean"}},
                    "required": ["wiper", "is_on"],
                },
            },
        },
        {
            "type": "function",
            "function": {
                "name": "carcontrol_wiper_set_speed",
                "parameters": {
                    "type": "object",
                    "properties": {"wiper": {"type": "string"}, "speed": {"type": "integer"}},
                    "required": ["wiper", "speed"],
                },
            },
        },
    ]


def test_the_strict_form_adds_values_limits_and_descriptions() -> None:
    assert tool_schemas("sunshade", "strict")[1]["function"] == {
        "name": "carcontrol_sunshade_set_open_degree",
        "description": "Open sunshades so far; `close` closes them.",
        "parameters": {
            "type": "object",
            "properties": {
                "sunshade": {
                    "type": "string",
                    "description": "which sunshade is meant",
                    "enum": ["front", "rear", "all"],
                },
                "degree": {
                    "type": "string",
                    "description": "one of close, min, low, medium, high, max",
                    "enum": ["close", "min", "low", "medium", "high", "max"],
                },
            },
            "required": ["sunshade", "degree"],
            "additionalProperties": False,
        },
    }
    mileage = tool_schemas("instrumentPanel", "strict")[0]["function"]["parameters"]["properties"]["mileage"]
    assert mileage == {"type": "integer", "description": "total distance, 1 or more", "minimum": 1}


def test_an_optional_argument_is_not_required() -> None:
    (play, *_) = [tool for tool in tool_schemas("radio") if tool["function"]["name"].endswith("play_station")]
    assert play["function"]["parameters"]["required"] == []


def test_both_forms_have_every_command_of_a_module_and_are_json() -> None:
    for name, module in MODULES.items():
        for form in ("plain", "strict"):
            tools = tool_schemas(name, form)
            assert [tool["function"]["name"] for tool in tools] == list(module.commands)
            assert json.loads(json.dumps(tools)) == tools


def test_whatever_a_strict_schema_lists_is_accepted_by_the_table() -> None:
    for module in MODULES:
        for tool in tool_schemas(module, "strict"):
            row = COMMANDS[tool["function"]["name"]]
            for parameter in row.parameters:
                listed = tool["function"]["parameters"]["properties"][parameter.name].get("enum", [])
                allowed = POSITION_GROUPS[parameter.group].members if parameter.group else parameter.values
                assert set(listed) <= set(allowed)


def test_schemas_are_fresh_copies() -> None:
    tool_schemas("wiper")[0]["function"]["name"] = "spoilt"
    assert tool_schemas("wiper")[0]["function"]["name"] == "carcontrol_wiper_set_open"


def test_an_unknown_module_is_an_error_that_lists_those_that_there_are() -> None:
    with pytest.raises(UnknownModule, match="no module 'engine'; the car has HUD"):
        tool_schemas("engine")

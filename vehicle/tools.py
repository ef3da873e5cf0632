"""The table as tool schemas for a model, in the form of OpenAI's function tools.

`plain` shows what the published benchmark shows: names and types. `strict` adds what the car will accept, so that a
wrong value is a model's choice and not its guess.
"""

from typing import Any, Literal, assert_never

from vehicle.catalogue import COMMANDS, MODULES, POSITION_GROUPS, find_module
from vehicle.schema import CommandRow, Parameter

SchemaForm = Literal["plain", "strict"]


def list_modules() -> dict[str, str]:
    """Each module's name and what it is for, in the table's order."""
    return {module.name: module.description for module in MODULES.values()}


def tool_schemas(module: str, form: SchemaForm = "plain") -> list[dict[str, Any]]:
    """The commands of the module as function tools, in the table's order; fresh copies of plain JSON values.

    Raises:
        UnknownModule: there is no such module; the message lists those that there are.
    """
    return [_tool(COMMANDS[name], form) for name in find_module(module).commands]


def _tool(row: CommandRow, form: SchemaForm) -> dict[str, Any]:
    parameters: dict[str, Any] = {
        "type": "object",
        "properties": {parameter.name: _property(parameter, form) for parameter in row.parameters},
        "required": [parameter.name for parameter in row.parameters if parameter.required],
    }
    match form:
        case "plain":
            function = {"name": row.name, "parameters": parameters}
        case "strict":
            parameters["additionalProperties"] = False
            function = {"name": row.name, "description": row.description, "parameters": parameters}
        case _:
            assert_never(form)
    return {"type": "function", "function": function}


def _property(parameter: Parameter, form: SchemaForm) -> dict[str, Any]:
    """The argument's schema; aliases are not shown, for one name of a value is enough."""
    schema: dict[str, Any] = {"type": parameter.kind}
    if form == "plain":
        return schema
    schema["description"] = parameter.description
    if parameter.minimum is not None:
        schema["minimum"] = parameter.minimum
    if parameter.maximum is not None:
        schema["maximum"] = parameter.maximum
    if parameter.group is not None:
        schema["enum"] = list(POSITION_GROUPS[parameter.group].words)
    elif parameter.values:
        schema["enum"] = list(parameter.values)
    return schema

"""Keys and texts of a map as TOML spells them, for whatever writes or names a line of one."""

import json
from collections.abc import Mapping
from typing import Any


def key_of(name: str) -> str:
    """The name as a key: bare where TOML lets it stand so, else in quotes."""
    is_bare = name.isascii() and name.replace("_", "").replace("-", "").isalnum()
    return name if is_bare else quoted(name)


def quoted(text: str) -> str:
    """The text in quotes; what JSON escapes TOML escapes alike."""
    return json.dumps(text, ensure_ascii=False)


def value_of(value: Any) -> str:
    """A value in one line: a text, a number, a truth value, a list or a table of such."""
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key_of(key)} = {value_of(one)}' for key, one in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(value_of, value))}]"
    return quoted(value) if isinstance(value, str) else str(value).lower()


def table_lines(name: str, content: Mapping[str, Any]) -> list[str]:
    """A table of the file, with an empty line in front; nothing where it is empty."""
    lines = [f"{key_of(key)} = {value_of(value)}" for key, value in content.items()]
    return ["", f"[{name}]", *lines] if lines else []

"""Keys and texts of a map as TOML spells them, for whatever writes or names a line of one."""

import json


def key_of(name: str) -> str:
    """The name as a key: bare where TOML lets it stand so, else in quotes."""
    is_bare = name.isascii() and name.replace("_", "").replace("-", "").isalnum()
    return name if is_bare else quoted(name)


def quoted(text: str) -> str:
    """The text in quotes; what JSON escapes TOML escapes alike."""
    return json.dumps(text, ensure_ascii=False)

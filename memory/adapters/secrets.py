"""Keys of outside systems: an option names the environment variable, never the key itself.

The only module of this package that reads the environment for a key. A key is handed to the system's own client and is
shown, logged and stored nowhere.
"""

import os
from collections.abc import Mapping

from memory.errors import MissingSecret

KEY_ENV = "key_env"
"""The option that names the variable."""


def read_secret(options: Mapping[str, str], default_name: str) -> str:
    """The key in the environment variable that the option `key_env` names, or in `default_name`.

    Raises:
        MissingSecret: the variable is not set or blank.
    """
    secret = read_optional_secret(options, default_name)
    if not secret:
        name = options.get(KEY_ENV, default_name)
        raise MissingSecret(
            f"the environment variable {name} holds no key (another name: --memory-option key_env=NAME)"
        )
    return secret


def read_optional_secret(options: Mapping[str, str], default_name: str = "") -> str:
    """As `read_secret`, and empty where there is none: for systems that also run without a key.

    Raises:
        MissingSecret: the option names a variable that is not set or blank.
    """
    if not is_variable_name(options.get(KEY_ENV, "A")):
        raise MissingSecret("key_env wants the name of an environment variable; what is given is none and not shown")
    secret = os.environ.get(options.get(KEY_ENV, default_name), "").strip()
    if KEY_ENV in options and not secret:
        raise MissingSecret(f"the environment variable {options[KEY_ENV]} holds no key")
    return secret


def is_variable_name(text: str) -> bool:
    """Whether an environment variable may be called so; where it may not, somebody gave the key itself."""
    return text.isascii() and text.isidentifier()


def scrubbed(text: str, secret: str) -> str:
    """`text` with the key blotted out: a system may send back what it was sent."""
    return text.replace(secret, "[key]") if secret else text

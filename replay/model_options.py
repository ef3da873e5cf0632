"""How a model is asked: what changes its answers, and what only changes how they are fetched.

The key is no part of it. It is handed over apart, so that nothing that shows or stores options can show or store it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from replay.errors import InputError

RESERVED = frozenset({"model", "messages", "tools", "stream"})
"""What `extra_body` may not set: it would be another request than the one that is counted and recorded."""
_WITH_KEY = frozenset({"api.openai.com"})
"""Hosts that answer nobody without a key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelOptions:
    """What goes with every request."""

    model: str
    base_url: str
    temperature: float | None = None
    max_tokens: int | None = None
    tool_choice: str | None = None
    """`auto`, `required` or `none`, for requests with tools; the endpoint's own default where it is None."""
    extra_body: Mapping[str, Any] = field(default_factory=dict)
    """JSON that is added to every request's body as it is. It is recorded: no place for secrets."""
    timeout_s: float = 120.0
    max_retries: int = 4
    """How often a failed attempt is repeated."""
    max_pause_s: float = 60.0
    """The longest pause before a repetition; an endpoint that asks for more is not waited for."""

    def to_dict(self) -> dict[str, Any]:
        """What the answers depend on, as JSON values: for a run's configuration and a tape's first line."""
        return {
            "model": self.model,
            "temperature": self.temperature,
            "max_tokens": self.max_tokens,
            "tool_choice": self.tool_choice,
            "extra_body": dict(self.extra_body),
        }


def check_model_options(options: ModelOptions) -> None:
    """Nothing, when the options can be used.

    Raises:
        InputError: the model has no name, the address is none or carries a password, a number is out of bounds, or
            `extra_body` sets what is the program's to set.
    """
    if not options.model:
        raise InputError("the model has no name; give --model")
    try:
        address = urlsplit(options.base_url)
        secret = address.username is not None or address.password is not None
    except ValueError as exc:
        raise InputError(f"the base URL cannot be read: {exc}") from exc
    if secret:
        raise InputError("the base URL carries a user name or a password; the key comes from the environment")
    if address.query or address.fragment:
        raise InputError("the base URL carries a query or a fragment; such things go to no endpoint from here")
    if address.scheme not in ("http", "https") or not address.hostname:
        raise InputError(f"the base URL is {options.base_url!r}; it must be such as http://127.0.0.1:8000/v1")
    if options.temperature is not None and not 0 <= options.temperature <= 2:
        raise InputError(f"the temperature is {options.temperature:g}; it must be between 0 and 2")
    if options.max_tokens is not None and options.max_tokens < 1:
        raise InputError(f"max_tokens is {options.max_tokens}; it must be at least 1")
    if not options.timeout_s > 0:
        raise InputError(f"the time-out is {options.timeout_s:g} s; it must be above 0")
    if options.max_retries < 0 or not options.max_pause_s >= 0:
        raise InputError("retries and pauses cannot be below 0")
    taken = sorted(RESERVED & options.extra_body.keys())
    if taken:
        raise InputError(f"the extra body sets {', '.join(taken)}, which is not its to set")


def needs_key(base_url: str) -> bool:
    """Whether the endpoint is known to answer nobody without a key, however its address is spelled."""
    try:
        host = urlsplit(base_url.strip()).hostname
    except ValueError:
        return False
    return host is not None and host.rstrip(".") in _WITH_KEY

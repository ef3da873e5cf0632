"""Where a system is, and how long one request to it may take: what everything that is reached by an address shares."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from memory.errors import BadOption
from memory.options import read_number

URL = "url"
"""The option that says where a served system is."""
TIMEOUT_S = "timeout_s"
"""The option for the longest that one request may take, in seconds of real time."""
DEFAULT_TIMEOUT_S = 30.0
LONGEST_TIMEOUT_S = 3600.0


def checked_address(url: str, what: str = "a memory's address") -> str:
    """`url` without the slash at its end, where it is `http(s)://HOST[:PORT][/PATH]`; `what` names it on failure.

    Raises:
        BadOption: it is something else; what it may hold of a key is not shown.
    """
    form = f"{what} looks like http://HOST:PORT or https://HOST/PATH"
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError as exc:
        raise BadOption(f"{form}; this one has no port or host that can be read") from exc
    if "@" in parts.netloc:
        raise BadOption(f"{form}, without a user or a password: a key goes into --memory-option key_env=NAME")
    if parts.scheme not in ("http", "https"):
        raise BadOption(f"{form}; this one begins with {parts.scheme[:20]!r}")
    if not host or port == 0 or not url.isprintable() or not url.isascii() or " " in url or "\\" in url:
        raise BadOption(f"{form}; {url[:60]!r} has no host, or characters that do not belong there")
    if "?" in url or "#" in url:
        raise BadOption(f"{form}, without '?' and '#'")
    return url.rstrip("/")


def read_url(options: Mapping[str, str], default: str, name: str = URL) -> str:
    """The option `name` as `checked_address` gives it, without blanks around it; `default` where it is not given.

    Raises:
        BadOption: it is no address.
    """
    return checked_address(options.get(name, default).strip(), f"the option {name!r}")


def read_timeout_s(options: Mapping[str, str], default_s: float = DEFAULT_TIMEOUT_S) -> float:
    """The option `timeout_s`, above 0 and at most an hour; `default_s` where it is not given.

    Raises:
        BadOption: it is no number within these bounds.
    """
    return read_number(options, TIMEOUT_S, default_s, above=0, at_most=LONGEST_TIMEOUT_S)

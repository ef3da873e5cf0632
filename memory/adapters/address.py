"""Where a served system is, and how long one request to it may take: options that its adapters share."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from memory.errors import BadOption
from memory.options import read_number

URL = "url"
"""The option that says where the system is."""
TIMEOUT_S = "timeout_s"
"""The option for the longest that one request may take, in seconds of real time."""
DEFAULT_TIMEOUT_S = 30.0
_LONGEST_TIMEOUT_S = 3600.0


def read_url(options: Mapping[str, str], default: str) -> str:
    """The option `url` without a slash at its end; `default` where it is not given.

    Raises:
        BadOption: it is no http or https address with a host.
    """
    url = options.get(URL, default).strip().rstrip("/")
    try:
        parts = urlsplit(url)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_address = False
    if not is_address or parts.query or parts.fragment:
        raise BadOption(f"option {URL!r} is {url!r}, not an address such as {default}")
    return url


def read_timeout_s(options: Mapping[str, str]) -> float:
    """The option `timeout_s`, above 0 and at most an hour; 30 where it is not given.

    Raises:
        BadOption: it is no number within these bounds.
    """
    return read_number(options, TIMEOUT_S, DEFAULT_TIMEOUT_S, above=0, at_most=_LONGEST_TIMEOUT_S)

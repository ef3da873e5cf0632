"""What the table of outside systems says of one of them."""

from dataclasses import dataclass
from typing import Literal

from memory.backend import Capabilities

Tried = Literal["run", "imitated", "read"]
"""`run`: the system itself runs in our tests. `imitated`: its real client, or the requests that its documentation
states, against a server that imitates its endpoints. `read`: written by its documentation; it cannot be run here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Adapter:
    """One outside system."""

    target: str
    """Its class, as `package.module:Class`."""
    packages: tuple[str, ...]
    """The packages to import; all must be there."""
    extra: str
    """The extra that installs them; empty where none does."""
    capabilities: Capabilities
    tried: Tried
    note: str = ""
    """What a user should know before they believe a number."""
    options: tuple[str, ...] = ()
    """The options that it takes, for `--memory-option`."""

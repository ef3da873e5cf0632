"""How a run's queries are named when one is asked for that there is not."""

from collections.abc import Sequence
from pathlib import Path

SHOWN = 8
"""How many of a run's queries an error names."""
MEANT = 3


def no_such_query(said: str, wanted: str, known: Sequence[str]) -> str:
    """`no query '5' to explain; did you mean demo/5? there are: ...`, where `said` is what stands before the list.

    Those with the same name in another scenario, or with the scenario left out, may have been meant.
    """
    name = wanted.rpartition("/")[2]
    meant = [one for one in known if name and one.rpartition("/")[2] == name][:MEANT]
    asked = f"; did you mean {' or '.join(meant)}?" if meant else ";"
    shown = known if len(known) <= SHOWN + 1 else [*known[:SHOWN], "...", known[-1]]
    return f"{said}{asked} there are: {', '.join(shown)}"


def no_such_query_in(folder: Path, wanted: str, known: Sequence[str]) -> str:
    """The same of the run in `folder`, whose answered queries are `known`."""
    said = f"no query {wanted!r} in {folder}"
    return no_such_query(said, wanted, known) if known else f"{said}: none is answered yet"

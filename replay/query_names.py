"""How a run's queries are named when one is asked for that there is not."""

from collections.abc import Sequence

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

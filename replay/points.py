"""Points: at which moments a query is asked, for runs that ask each more than once.

| point | cutoff |
| --- | --- |
| `before-evidence` | just before the first piece of evidence: a control, whoever is right here guessed or peeked |
| `after-1`, `after-2`, ... | after so many pieces of evidence, and before the next |
| `main` | the query's own, by its policy: all evidence is there; the headline figures are those of this point |
| `main+7d` | the same question so much later |
| `end` | one microsecond after the last message: the published protocol |

A run that is no sweep asks at `main` alone. All points of a scenario lie on one pass through its history.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from memory.near_names import unknown_name
from replay.errors import InputError
from replay.times import format_duration, parse_duration_us
from scoring.records import MAIN

SWEEP = "sweep:"
Swept = Literal["after-each", "before-evidence", "end"]
SWEPT: tuple[Swept, ...] = get_args(Swept)


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """Which points are asked beside `main`."""

    after_each: bool = False
    before_evidence: bool = False
    end: bool = False
    delays_us: tuple[int, ...] = ()
    """Ascending, each once, none of them 0."""

    @property
    def only_main(self) -> bool:
        """Whether every query is asked once."""
        return self == Points()

    def to_dict(self) -> dict[str, object]:
        """The points as plain data, for a run's configuration."""
        names = {"after-each": self.after_each, "before-evidence": self.before_evidence, "end": self.end}
        return {
            "swept": [name for name, wanted in names.items() if wanted],
            "delays": [format_duration(delay_us) for delay_us in self.delays_us],
        }


def read_points(cutoff: str, delays: str) -> tuple[str, Points]:
    """The policy of the point `main` and the points beside it, of the options `--cutoff` and `--delays`.

    `sweep:after-each` takes in `before-evidence`; several are separated by commas. The policy of a sweep is `auto`.

    Raises:
        InputError: a sweep has a part that there is none of, or a delay is no length of time.
    """
    policy, names = cutoff, set[str]()
    if cutoff.startswith(SWEEP):
        policy, names = "auto", {name.strip() for name in cutoff.removeprefix(SWEEP).split(",")}
        unknown = sorted(names - set(SWEPT))
        if unknown:
            raise InputError(unknown_name("no sweep is called", unknown[0], SWEPT, ", several with commas"))
    lengths = {parse_duration_us(part.strip()) for part in delays.split(",")} if delays else set()
    return policy, Points(
        after_each="after-each" in names,
        before_evidence=bool(names & {"after-each", "before-evidence"}),
        end="end" in names,
        delays_us=tuple(sorted(lengths - {0})),
    )


def beside_main(kept: Mapping[str, Any]) -> list[str]:
    """What is asked beside `main`, of points as a configuration keeps them: `after-each`, `main+7d`."""
    return [*map(str, kept["swept"]), *(f"{MAIN}+{delay}" for delay in kept["delays"])]


def delayed(delay_us: int) -> str:
    """The name of the point so much after `main`."""
    return f"{MAIN}+{format_duration(delay_us)}"

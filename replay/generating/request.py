"""What is to be generated, checked before anything is written."""

from dataclasses import dataclass, field, fields
from datetime import date, timedelta
from math import ceil
from zoneinfo import ZoneInfo

from replay.errors import InputError
from replay.generating.names import MOST_PEOPLE
from replay.times import FIRST_YEAR, LAST_YEAR, find_zone
from scoring.plain_text import counted

RATE = 40.0
"""Messages a day, unless the request says otherwise."""
MOST_A_DAY = 50_000
"""What fits into a day of fifteen hours with about a second from message to message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shares:
    """How much of a timeline is what; each between 0 and 1."""

    distractors: float = 0.85
    """Of all messages: talk that asks nothing of the car. All other shares are parts of the rest."""
    updates: float = 0.25
    """A new value for what somebody wanted already."""
    corrections: float = 0.08
    """A slip that its speaker puts right within half an hour."""
    forgets: float = 0.04
    """A request to forget."""
    commands: float = 0.08
    """Something for this once, which is carried out and means nothing for later."""
    conditions: float = 0.3
    """Of what is wanted for the first time: how much holds on one occasion only."""

    @property
    def wishes(self) -> float:
        """What is wanted for the first time, as a part of what is no distractor: all that the others leave."""
        return max(0.0, 1.0 - self.updates - self.corrections - self.forgets - self.commands)


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerateRequest:
    """How many timelines, how long, by how many people, from when on.

    Raises:
        InputError: a number is out of bounds, or two contradict each other.
    """

    scenarios: int = 1
    messages: int = 2_000
    """In each scenario."""
    queries: int = 20
    """In each scenario."""
    people: int = 4
    days: int | None = None
    """How long each timeline is; not together with `rate`."""
    rate: float | None = None
    """Messages a day; `RATE` where `days` is not given either."""
    seed: int = 0
    zone: str = "UTC"
    start: date = date(2025, 1, 6)
    shares: Shares = field(default_factory=Shares)

    def __post_init__(self) -> None:
        """Check all of it."""
        for name, low, high in (
            ("scenarios", 1, 10_000),
            ("messages", 1, 1_000_000_000),
            ("queries", 0, 1_000_000),
            ("people", 1, MOST_PEOPLE),
        ):
            value = getattr(self, name)
            if not low <= value <= high:
                raise InputError(f"--{name} {value}: {low} to {high} are possible")
        self._check_length()
        self._check_shares()

    @property
    def n_days(self) -> int:
        """How many days the timeline is long; at least 1."""
        return self.days or max(1, ceil(self.messages / (self.rate or RATE)))

    @property
    def tz(self) -> ZoneInfo:
        """The zone that people live in."""
        return find_zone(self.zone)

    def _check_length(self) -> None:
        if self.days is not None and self.rate is not None:
            raise InputError("--days and --rate both say how long a timeline is; give one of them")
        if self.days is not None and self.days < 1:
            raise InputError(f"--days {self.days}: at least 1 is needed")
        if self.rate is not None and not 0 < self.rate <= MOST_A_DAY:
            raise InputError(f"--rate {self.rate:g}: above 0 and at most {MOST_A_DAY} messages a day are possible")
        if self.messages > MOST_A_DAY * self.n_days:
            wanted = f"{counted(self.messages, 'message')} in {counted(self.n_days, 'day')}"
            raise InputError(f"{wanted}: at most {MOST_A_DAY} a day are possible")
        try:
            last = self.start + timedelta(days=self.n_days)
        except OverflowError:
            last = date.max
        if self.start.year < FIRST_YEAR or last.year > LAST_YEAR:
            span = f"{counted(self.n_days, 'day')} from {self.start}"
            raise InputError(f"{span}: outside the years {FIRST_YEAR} to {LAST_YEAR}")
        find_zone(self.zone)

    def _check_shares(self) -> None:
        for one in fields(self.shares):
            value = getattr(self.shares, one.name)
            if not 0 <= value <= 1:
                raise InputError(f"--{one.name} {value:g}: a share is between 0 and 1")
        shares = self.shares
        together = shares.updates + shares.corrections + shares.forgets + shares.commands
        if together > 1 + 1e-9:
            raise InputError(f"updates, corrections, forgets and commands are {together:g} together; 1 is the most")
        if self.queries and shares.distractors == 1:
            raise InputError("--distractors 1 leaves nothing to ask about; --queries 0 is needed then")

"""What models took to answer: requests, tokens and money, the memory's building apart from the agent's asking.

Tokens are counted as the endpoint reports them, for whatever it reports them: refusals, filtered answers and answers
that were of no use were paid for as well. Money is worked out from sums of tokens, so that the order in which
answers came in changes no digit of it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseUsage:
    """What one phase took."""

    requests: int = 0
    """Requests that were answered or given up on; a repeated attempt is no request of its own."""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    """The part of `prompt_tokens` that came from the endpoint's cache."""
    unreported: int = 0
    """Answers, refusals too, whose tokens the endpoint did not tell: with any, tokens and cost are lower bounds."""
    cost_usd: float | None = None
    """None where no price is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What a query took, or a whole run."""

    build: PhaseUsage = field(default_factory=PhaseUsage)
    """The memory's own work: since the query before, and for a throw-away copy made for this one. What it did for the
    replay's own searches is no part of it."""
    ask: PhaseUsage = field(default_factory=PhaseUsage)
    """The agent's rounds."""

    @property
    def requests(self) -> int:
        """Both phases together."""
        return self.build.requests + self.ask.requests

    @property
    def cost_usd(self) -> float | None:
        """Both phases together; None where no price is known."""
        return total_usage([self.build, self.ask]).cost_usd


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelTiming:
    """Real durations of a query's requests; decide nothing and are in no digest."""

    build_ms: float = 0.0
    ask_ms: float = 0.0
    """Waiting for answers; pauses between attempts are left out."""
    retries: int = 0
    """Attempts beyond the first of each request."""
    probes: PhaseUsage = field(default_factory=PhaseUsage)
    """What the memory asked for the replay's own searches, without prices: it is in no record of a query, for those of
    the queries to come would be in it, too."""


CostOf = Callable[[PhaseUsage], float]
"""What the tokens of a phase cost in US dollars."""


def unpriced(usage: Usage) -> Usage:
    """The same without money: what happened, whatever it costs today."""
    return priced(usage, None)


def priced(usage: Usage, cost_of: CostOf | None) -> Usage:
    """The same with each phase's cost worked out from its tokens; None where no price is known."""
    build, ask = (
        replace(phase, cost_usd=None if cost_of is None else cost_of(phase)) for phase in (usage.build, usage.ask)
    )
    return Usage(build=build, ask=ask)


def total_usage(usages: Iterable[PhaseUsage]) -> PhaseUsage:
    """The sum; nothing gives zeros. Its cost is None when no part has one, else the sum of those that have."""
    requests = prompt = completion = cached = unreported = 0
    costs: list[float] = []
    for usage in usages:
        requests += usage.requests
        prompt += usage.prompt_tokens
        completion += usage.completion_tokens
        cached += usage.cached_tokens
        unreported += usage.unreported
        if usage.cost_usd is not None:
            costs.append(usage.cost_usd)
    return PhaseUsage(
        requests=requests,
        prompt_tokens=prompt,
        completion_tokens=completion,
        cached_tokens=cached,
        unreported=unreported,
        cost_usd=round(sum(costs), 12) if costs else None,
    )


def total(usages: Iterable[Usage]) -> Usage:
    """The sum of several queries' usage, phase by phase; nothing gives zeros."""
    kept = list(usages)
    return Usage(build=total_usage(u.build for u in kept), ask=total_usage(u.ask for u in kept))

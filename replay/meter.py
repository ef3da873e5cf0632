"""The meter: counts what models take, and ends the run when what the user allows is spent.

One meter stands over a run and is shared by all its scenarios; each scenario asks through a `MeteredChat` of its own,
which also knows what was taken since a query last asked for it.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event, Lock
from typing import assert_never

from memory.chat import ChatModel, ChatReply, ChatRequest, Phase, TokenCount
from memory.errors import BudgetReached, ChatFailure, RunStopped
from replay.errors import InputError
from replay.prices import Price
from replay.tape import TapedChat
from scoring.plain_text import counted
from scoring.usage import ModelTiming, PhaseUsage, Usage


@dataclass(slots=True)
class _Tally:
    """Running sums of one phase."""

    requests: int = 0
    prompt: int = 0
    completion: int = 0
    cached: int = 0
    unreported: int = 0
    latency_ms: float = 0.0
    retries: int = 0

    def add(self, outcome: ChatReply | ChatFailure) -> None:
        self.requests += 1
        self.retries += outcome.n_attempts - 1
        if isinstance(outcome, ChatReply):
            self.latency_ms += outcome.latency_ms
            self._count(outcome.tokens, is_answer=True)
        else:
            self._count(outcome.tokens, is_answer=outcome.is_answer)

    def _count(self, tokens: TokenCount | None, *, is_answer: bool) -> None:
        """What is no answer need not tell: most such attempts took nothing."""
        if tokens is None:
            self.unreported += is_answer
            return
        self.prompt += tokens.prompt
        self.completion += tokens.completion
        self.cached += tokens.cached

    def usage(self, price: Price | None) -> PhaseUsage:
        return PhaseUsage(
            requests=self.requests,
            prompt_tokens=self.prompt,
            completion_tokens=self.completion,
            cached_tokens=self.cached,
            unreported=self.unreported,
            cost_usd=None if price is None else self.cost_usd(price),
        )

    def cost_usd(self, price: Price) -> float:
        return price.cost_usd(prompt_tokens=self.prompt, cached_tokens=self.cached, completion_tokens=self.completion)


class Meter:
    """Counts for a whole run, from any number of threads."""

    def __init__(
        self, *, price: Price | None = None, budget_usd: float | None = None, max_requests: int | None = None
    ) -> None:
        """Nothing spent yet; None sets no limit.

        Raises:
            InputError: a limit is not above zero, or there is a budget and no price to keep it by.
        """
        if budget_usd is not None and price is None:
            raise InputError("a budget needs a file of prices")
        if budget_usd is not None and not budget_usd > 0:
            raise InputError(f"the budget is {budget_usd:g} USD; it must be above 0")
        if max_requests is not None and max_requests < 1:
            raise InputError(f"the limit is {max_requests} requests; it must be at least 1")
        self.price = price
        self._budget_usd = budget_usd
        self._max_requests = max_requests
        self._lock = Lock()
        self._begun = 0
        self.stopped = Event()
        """Set once the run is over: whoever waits for something else may stop waiting."""
        self._paid = _Tally()

    def begin(self) -> None:
        """Take note that a request is about to be sent.

        Raises:
            BudgetReached: it may not be. Requests that are under way may still cross the budget; none begins after.
            RunStopped: the run is over.
        """
        with self._lock:
            if self.stopped.is_set():
                raise RunStopped("the run is over")
            if self._max_requests is not None and self._begun >= self._max_requests:
                allowed = counted(self._max_requests, "request was", "requests were")
                raise BudgetReached(f"{allowed} allowed, and so many were made")
            if self._budget_usd is not None and self.price is not None:
                if self._paid.unreported:
                    raise BudgetReached("the endpoint does not report tokens, so that no budget can be kept")
                spent_usd = self._paid.cost_usd(self.price)
                if spent_usd >= self._budget_usd:
                    raise BudgetReached(f"{self._budget_usd:g} USD were allowed, {spent_usd:.6f} USD are spent")
            self._begun += 1

    def end(self, outcome: ChatReply | ChatFailure) -> None:
        """Take note of what became of a request that was begun.

        An answer that was on tape is neither a request nor paid for.
        """
        with self._lock:
            if isinstance(outcome, ChatReply) and outcome.taped:
                self._begun -= 1
            else:
                self._paid.add(outcome)

    def stop(self) -> None:
        """Let no request begin any more, so that whoever still works for the run ends at the next one."""
        self.stopped.set()

    @property
    def n_requests(self) -> int:
        """How many requests were made, each counted once however often it was sent; what is on tape is no request."""
        with self._lock:
            return self._begun

    @property
    def spent_usd(self) -> float | None:
        """What this process paid; None where no price is known."""
        with self._lock:
            return None if self.price is None else self._paid.cost_usd(self.price)


class MeteredChat:
    """A `ChatModel` of one scenario that counts, phase by phase."""

    def __init__(self, chat: ChatModel, meter: Meter) -> None:
        """Ask `chat`, and count with `meter`, which other scenarios share."""
        self._chat = chat
        self._meter = meter
        self._build = _Tally()
        self._ask = _Tally()
        self._probes = _Tally()
        self._is_aside = False
        self.asked: Counter[str] = chat.asked if isinstance(chat, TapedChat) else Counter()
        """How often each request was made, where there is a tape; to be added to for those that are passed over."""

    def complete(self, request: ChatRequest, phase: Phase) -> ChatReply:
        """The answer of the model behind.

        Raises:
            BudgetReached: what the run may spend is spent.
            ChatFailure: there is no answer; it counts as a request all the same, with the tokens that it took.
        """
        tally = self._tally(phase)
        self._meter.begin()
        try:
            reply = self._chat.complete(request, phase)
        except ChatFailure as exc:
            self._meter.end(exc)
            tally.add(exc)
            raise
        self._meter.end(reply)
        tally.add(reply)
        return reply

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Inside, the replay searches for itself: what that takes is counted apart from both phases."""
        self._is_aside = True
        try:
            yield
        finally:
            self._is_aside = False

    def take(self) -> tuple[Usage, ModelTiming]:
        """What was taken since the last `take`; counting starts anew."""
        build, ask, probes = self._build, self._ask, self._probes
        self._build, self._ask, self._probes = _Tally(), _Tally(), _Tally()
        price = self._meter.price
        timing = ModelTiming(
            build_ms=build.latency_ms,
            ask_ms=ask.latency_ms,
            retries=build.retries + ask.retries + probes.retries,
            probes=probes.usage(None),
        )
        return Usage(build=build.usage(price), ask=ask.usage(price)), timing

    def _tally(self, phase: Phase) -> _Tally:
        if self._is_aside:
            return self._probes
        match phase:
            case "build":
                return self._build
            case "ask":
                return self._ask
            case _:
                assert_never(phase)

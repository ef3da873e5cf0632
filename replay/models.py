"""The model of a run: one endpoint, one meter and at most one tape for all scenarios, a `MeteredChat` for each."""

import importlib
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from memory.chat import ChatModel
from replay.agents.tool_calling import MAX_TURNS
from replay.errors import InputError
from replay.known_costs import cost_by
from replay.meter import Meter, MeteredChat
from replay.model_options import ModelOptions, check_model_options, needs_key
from replay.prices import Price, load_price
from replay.tape import Tape
from scoring.usage import CostOf


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """What a user asks for of models; nothing is checked yet."""

    options: ModelOptions
    key: str = field(default="", repr=False)
    """From the environment; shown and stored nowhere."""
    max_turns: int = MAX_TURNS
    """Rounds of the agent; part of what its answers depend on."""
    prices: Path | None = None
    budget_usd: float | None = None
    max_requests: int | None = None
    record: Path | None = None
    """The tape to record on; what it holds already is not asked again."""
    replay: Path | None = None
    """The tape to replay; nobody is asked."""

    def to_dict(self) -> dict[str, Any]:
        """What the answers depend on, for a run's configuration."""
        return {**self.options.to_dict(), "max_turns": self.max_turns}

    def price(self) -> Price | None:
        """What the model costs; None without a file of prices.

        Raises:
            InputError: the file cannot be used, or does not know the model.
        """
        return None if self.prices is None else load_price(self.prices, self.options.model)

    def cost_of(self) -> CostOf | None:
        """What turns tokens into money; None without a file of prices.

        Raises:
            InputError: as `price`.
        """
        price = self.price()
        return None if price is None else cost_by(price)


class Models:
    """Opens a run's model and hands it out, scenario by scenario; may be used from several threads."""

    def __init__(self, request: ModelRequest, meter: Meter | None = None) -> None:
        """Check everything and open the tape; no request is sent. `meter` is one that other runs share.

        Raises:
            InputError: something in the request cannot be used.
        """
        if request.record is not None and request.replay is not None:
            raise InputError("a run either records a tape or replays one")
        if request.max_turns < 1:
            raise InputError(f"the agent's rounds are limited to {request.max_turns}; it must be at least 1")
        check_model_options(request.options)
        self.meter = new_meter(request) if meter is None else meter
        self._taped = Meter()
        self._live: _LiveChat | None = None
        if request.replay is None:
            if not request.key.strip() and needs_key(request.options.base_url):
                raise InputError(f"there is no key for {request.options.base_url}")
            self._live = _endpoint().OpenAIChat(request.options, request.key, stopped=self.meter.stopped)
        path = request.record or request.replay
        is_recorded = request.record is not None
        self._tape = None if path is None else Tape(path, request.options.to_dict(), record=is_recorded)

    def chat(self, scenario: str) -> MeteredChat:
        """The model of one scenario, for its memory and its agent; a new one counts and is answered from the start."""
        live = None if self._live is None else MeteredChat(self._live, self.meter)
        if self._tape is not None:
            # What is on tape needs nobody's leave: the limits stand behind the tape, before the endpoint.
            return MeteredChat(self._tape.chat(scenario, live), self._taped)
        if live is None:
            raise InputError("there is neither an endpoint nor a tape")
        return live

    def stop(self) -> None:
        """Let no request begin any more, of this run or of any that shares its meter, on tape or not.

        A request that waits for its next attempt ends at once; an attempt that is under way is still answered.
        """
        self.meter.stop()
        self._taped.stop()

    def close(self) -> None:
        """End what is under way and close the tape; closing twice does no harm."""
        if self._live is not None:
            self._live.close()
        if self._tape is not None:
            self._tape.close()


def new_meter(request: ModelRequest) -> Meter:
    """A meter with the prices and limits of the request.

    Raises:
        InputError: the prices cannot be read, or a limit cannot be kept.
    """
    return Meter(price=request.price(), budget_usd=request.budget_usd, max_requests=request.max_requests)


class _LiveChat(ChatModel, Protocol):
    """A model that is asked over the network."""

    def close(self) -> None: ...


class _Endpoint(Protocol):
    """What of `replay.chat_openai` is used here."""

    def OpenAIChat(  # noqa: N802 - a class
        self, options: ModelOptions, key: str, *, stopped: threading.Event
    ) -> _LiveChat: ...


def _endpoint() -> _Endpoint:
    """The module that speaks with endpoints: its client takes as long to import as all else that a run needs."""
    endpoint: _Endpoint = importlib.import_module("replay.chat_openai")
    return endpoint

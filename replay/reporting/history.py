"""The history behind a run, read again from its source: when things were said, and the words of the evidence.

A run's log does not hold the history. It is only used where the source has the very bytes that the run read.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from memory.messages import Message
from replay.config import RunConfig
from replay.dataset import Selection
from replay.errors import InputError
from replay.findings import Findings
from replay.loaders.formats import load_source
from replay.timeline import ForgetAsked
from scoring.plain_text import cut


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """What one scenario's source says."""

    zone: str
    """IANA name."""
    messages: Mapping[str, Message]
    """By id, in position order."""
    forgets: tuple[ForgetAsked, ...]
    """Requests to forget, in position order."""
    n_queries: int
    """How many queries the source has, asked or not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Histories:
    """The scenarios of a run's source, or why there are none."""

    scenarios: Mapping[str, History]
    """By scenario id; empty where the source is not at hand."""
    missing: str = ""
    """Why there are none; empty where there are."""


MOST_CHARS = 200
"""Longer reasons are cut."""


def read_histories(config: RunConfig, source: str | None = None) -> Histories:
    """The histories that the run of `config` read; `source` says where they are now, else the run's own source does.

    Without `source`, a source that is gone or has changed gives an empty result that says so.

    Raises:
        InputError: `source` was given and cannot be read, or holds other data than the run's.
    """
    try:
        dataset = load_source(source or config.source, Selection(ids=tuple(config.scenarios)), Findings(strict=True))
        if dataset.digest != config.data_digest:
            raise InputError(
                f"{source or config.source} holds other data (sha256 {dataset.digest[:12]}) "
                f"than the run read ({config.data_digest[:12]})"
            )
    except InputError as exc:
        if source is not None:
            raise
        return Histories(scenarios={}, missing=cut(str(exc), MOST_CHARS))
    return Histories(
        scenarios={
            scenario.id: History(
                zone=scenario.zone,
                messages={message.id: message for message in scenario.timeline.messages()},
                forgets=tuple(one for one in scenario.timeline.records if isinstance(one, ForgetAsked)),
                n_queries=len(scenario.queries),
            )
            for scenario in dataset.scenarios
        }
    )

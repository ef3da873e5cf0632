"""What a model's tokens cost, from a file that the user gives: prices change, and are nobody's to guess.

    [models.small-model]
    prompt_usd_per_million = 0.15
    cached_usd_per_million = 0.075
    completion_usd_per_million = 0.60

The price of cached tokens may be left out; it is then that of the prompt.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from pydantic import Field, ValidationError

from memory.faults import first_fault
from replay.errors import InputError
from replay.strict import Strict


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """One model's price in US dollars for a million tokens."""

    prompt: float
    cached: float
    completion: float

    def cost_usd(self, *, prompt_tokens: int, cached_tokens: int, completion_tokens: int) -> float:
        """What these tokens cost; cached ones are part of the prompt's and never more than those."""
        cached = min(cached_tokens, prompt_tokens)
        fresh = prompt_tokens - cached
        millionths = fresh * self.prompt + cached * self.cached + completion_tokens * self.completion
        return round(millionths / 1_000_000, 12)


class _PriceRow(Strict):
    prompt_usd_per_million: float = Field(ge=0, allow_inf_nan=False)
    completion_usd_per_million: float = Field(ge=0, allow_inf_nan=False)
    cached_usd_per_million: float | None = Field(default=None, ge=0, allow_inf_nan=False)


class _PriceFile(Strict):
    models: dict[str, _PriceRow]


def load_price(path: Path, model: str) -> Price:
    """The price of `model` in the file.

    Raises:
        InputError: the file cannot be read, holds something else than prices, or does not know the model.
    """
    try:
        rows = _PriceFile.model_validate(tomllib.loads(path.read_text(encoding="utf-8"))).models
    except OSError as exc:
        raise InputError(f"{path}: cannot be read: {exc.strerror or exc}") from exc
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as exc:
        raise InputError(f"{path}: no TOML: {exc}") from exc
    except ValidationError as exc:
        raise InputError(f"{path}: {first_fault(exc, 'the file')}") from exc
    if model not in rows:
        raise InputError(f"{path}: no price of {model!r}; known: {', '.join(sorted(rows)) or 'none'}")
    row = rows[model]
    cached = row.prompt_usd_per_million if row.cached_usd_per_million is None else row.cached_usd_per_million
    return Price(prompt=row.prompt_usd_per_million, cached=cached, completion=row.completion_usd_per_million)

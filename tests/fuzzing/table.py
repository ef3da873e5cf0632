"""The table of targets."""

from collections.abc import Mapping
from functools import lru_cache

from tests.fuzzing import of_answers, of_options, of_runs, of_sources
from tests.fuzzing.target import Target


@lru_cache(maxsize=1)
def targets() -> Mapping[str, Target]:
    """Every target by its name."""
    found = (*of_sources.TARGETS, *of_answers.TARGETS, *of_options.TARGETS, *of_runs.targets())
    return {target.name: target for target in found}

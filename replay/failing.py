"""What becomes of a backend that raised: a record that says where, and what of."""

from memory.errors import BackendFailure
from scoring.records import Failure


def failure_of(exc: BackendFailure) -> Failure:
    """The record of what a backend did."""
    return Failure(stage=exc.stage, message=exc.message)

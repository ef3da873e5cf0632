"""Errors of the scoring package.

ScoringError
└── RunLogError    a run's database cannot be read or written, or holds something else
"""


class ScoringError(Exception):
    """Base of this package's errors."""


class RunLogError(ScoringError):
    """A run's database cannot be read or written, or it is none; the message is one line that names the file."""

"""How a check of a memory ends, other than well.

CheckEnded
├── Leaked          something was shown that must not be: of the future, of another namespace, or of before
│   └── OtherWords  a hit shows words that the messages it names do not hold
├── NotApplicable   the memory does not promise what would be checked
├── NotJudged       what the check needs was not found, so that nobody knows
├── NotMet          a promise was broken
└── Skipped         it was left out on purpose
"""


class CheckEnded(Exception):
    """Base of these; the message is one line that says what was seen."""


class Leaked(CheckEnded):
    """Something was shown that must not be."""


class OtherWords(Leaked):
    """A hit shows words that the messages it names do not hold."""


class NotApplicable(CheckEnded):
    """The memory does not promise what would be checked."""


class NotJudged(CheckEnded):
    """What the check needs was not found: the promise may be kept or not, and nobody knows."""

    def __init__(self, message: str, claim: str = "") -> None:
        """Take what was seen; `claim` is the capability that the memory declares and that stays untested, if one is."""
        super().__init__(message)
        self.claim = claim


class NotMet(CheckEnded):
    """A promise was broken."""


class Skipped(CheckEnded):
    """The check was left out on purpose."""

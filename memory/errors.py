"""Errors of the memory package.

MemoryPackageError
├── BadOption           an option that a memory does not have, or a value that it does not take
├── BackendFailure      the backend raised, was late or answered nonsense: a Failure of the query, never a score
├── ChatFailure         a model gave no answer, or one of no use: a Failure of the query, never a score
├── GuardBroken         the replay itself broke the contract: a bug of ours
├── MalformedArguments  a model's tool call carries no JSON object: told to the model
├── MissingChatModel    the memory works with a model, and none was given
├── MissingExtra        the memory needs packages that are not installed
├── MissingSecret       an environment variable that should hold a key is empty
└── UnknownBackend      no memory of that name

Ending                  no Exception: ends more than the call that it comes out of
└── RunStopped          ends the run from anywhere inside it
    ├── BudgetReached   what the user allowed is spent: the run ends with what it has
    └── NotOnTape       a run without network asks what its recording does not hold
"""

from memory.chat import TokenCount

MOST_CHARS = 2000
"""Longer messages are cut: names from outside may be of any length, and a person reads one line."""


class MemoryPackageError(Exception):
    """Base of this package's errors."""

    def __str__(self) -> str:
        """The message, cut to `MOST_CHARS`."""
        said = super().__str__()
        return said if len(said) <= MOST_CHARS else f"{said[: MOST_CHARS - 3]}..."


class BackendFailure(MemoryPackageError):
    """A backend raised or broke its contract; `args` are (stage, message)."""

    def __init__(self, stage: str, message: str) -> None:
        """Say in which call it happened, and what."""
        super().__init__(stage, message)
        self.stage = stage
        self.message = message

    def __str__(self) -> str:
        """`stage: message`."""
        return f"{self.stage}: {self.message}"


class BadOption(MemoryPackageError):
    """An option of `Setup.options` is unknown or has a value that is not allowed; the message says what is."""


class ChatFailure(MemoryPackageError):
    """A model gave no answer that can be used; `args` are (reason, n_attempts, tokens, is_answer)."""

    def __init__(
        self, reason: str, n_attempts: int = 1, tokens: TokenCount | None = None, is_answer: bool = False
    ) -> None:
        """Say why in one short line, how often it was tried, and what it took as far as the endpoint tells.

        `is_answer`: the model did answer, if only to decline. Such an answer is not asked for again.
        """
        super().__init__(reason, n_attempts, tokens, is_answer)
        self.reason = reason
        self.n_attempts = n_attempts
        self.tokens = tokens
        self.is_answer = is_answer

    def __str__(self) -> str:
        """The reason, and the number of attempts where there were several."""
        return self.reason if self.n_attempts == 1 else f"{self.reason} ({self.n_attempts} attempts)"


class GuardBroken(MemoryPackageError):
    """The replay delivered out of order or asked in the past."""


class MalformedArguments(MemoryPackageError):
    """The arguments of a model's tool call are no JSON object; the message says what they are."""


class MissingChatModel(MemoryPackageError):
    """A memory works with a model, and none was given; `args` are (memory,)."""

    def __init__(self, memory: str) -> None:
        """Name the memory."""
        super().__init__(memory)
        self.memory = memory

    def __str__(self) -> str:
        """What is missing, and what would bring it."""
        return f"{self.memory} is written by a model, and there is none: give --model and --base-url"


class MissingExtra(MemoryPackageError):
    """A memory needs packages of an extra; `args` are (memory, extra, detail)."""

    def __init__(self, memory: str, extra: str, detail: str) -> None:
        """Name the memory, the extra that brings what is missing, and what that is."""
        super().__init__(memory, extra, detail)
        self.memory = memory
        self.extra = extra
        self.detail = detail

    def __str__(self) -> str:
        """What is missing and the command that installs it."""
        missing = f"the memory {self.memory!r} needs more packages ({self.detail})"
        return f"{missing}: pip install '.[{self.extra}]' in the checkout"


class MissingSecret(MemoryPackageError):
    """A memory needs a key, and the environment variable that should hold it is not set; the message names it."""


class UnknownBackend(MemoryPackageError):
    """No memory of that name; the message lists the known ones."""


class Ending(BaseException):
    """Ends more than the call of a memory or an agent that it comes out of: it is no failure of theirs.

    Not an `Exception`: an agent or a memory that catches everything would turn the end of the run into a wrong answer.
    """


class RunStopped(Ending):
    """Ends a run from inside a model call."""


class BudgetReached(RunStopped):
    """No further request is allowed; the message says what was allowed. The run can go on another day."""


class NotOnTape(RunStopped):
    """A request is not on the tape that is replayed; the message shows the nearest one that is."""

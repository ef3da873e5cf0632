"""Errors of the memory package.

MemoryPackageError
├── BackendFailure      the backend raised, was late or answered nonsense: a Failure of the query, never a score
├── ChatFailure         a model gave no answer, or one of no use: a Failure of the query, never a score
├── GuardBroken         the replay itself broke the contract: a bug of ours
├── MalformedArguments  a model's tool call carries no JSON object: told to the model
├── MissingChatModel    the memory works with a model, and none was given
└── UnknownBackend      no memory of that name

RunStopped              no Exception: ends the run from anywhere inside it
├── BudgetReached       what the user allowed is spent: the run ends with what it has
└── NotOnTape           a run without network asks what its recording does not hold
"""


class MemoryPackageError(Exception):
    """Base of this package's errors."""


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


class ChatFailure(MemoryPackageError):
    """A model gave no answer that can be used; `args` are (reason, n_attempts)."""

    def __init__(self, reason: str, n_attempts: int = 1) -> None:
        """Say why in one short line, and how often it was tried."""
        super().__init__(reason, n_attempts)
        self.reason = reason
        self.n_attempts = n_attempts

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


class UnknownBackend(MemoryPackageError):
    """No memory of that name; the message lists the known ones."""


class RunStopped(BaseException):
    """Ends a run from inside a model call.

    Not an `Exception`: an agent or a memory that catches everything would turn the end of the run into a wrong answer.
    """


class BudgetReached(RunStopped):
    """No further request is allowed; the message says what was allowed. The run can go on another day."""


class NotOnTape(RunStopped):
    """A request is not on the tape that is replayed; the message shows the nearest one that is."""

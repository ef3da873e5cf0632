"""What is wrong with a target, found by an input: told once for each place where it broke."""

import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.fuzzing.bounds import MOST_SAID, TooSlow, watched
from tests.fuzzing.mutating import mutated
from tests.fuzzing.target import Target

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """An input that broke a target."""

    target: str
    where: str
    """The error's name and the last place of the project that it went through: equal for equal faults."""
    story: str
    """The traceback."""
    data: bytes
    repeat: str
    """What makes the input again."""

    def told(self) -> str:
        """A few lines, and how to repeat it."""
        story = "\n".join(self.story.splitlines()[-24:])
        shown = repr(self.data[:300])
        lines = [f"{self.target}: {self.where}", story[-3000:], f"input ({len(self.data)} bytes): {shown}"]
        return "\n".join([*lines, f"repeat: {self.repeat}", ""])


@dataclass(slots=True, kw_only=True)
class Findings:
    """The first finding of each kind, and how many came of it."""

    kinds: dict[str, Finding] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)

    def add(self, finding: Finding) -> bool:
        """Count one; whether it is the first of its kind."""
        key = f"{finding.target}: {finding.where}"
        self.counts[key] = self.counts.get(key, 0) + 1
        return self.kinds.setdefault(key, finding) is finding


def example(target: Target, seed: int, number: int) -> bytes:
    """The input of this number: the same for ever, whatever came before it."""
    return mutated(Random(f"{target.name}/{seed}/{number}"), target.seeds, target.kind)


def try_out(target: Target, data: bytes, repeat: str) -> Finding | None:
    """What the input brings up; None where all is as it should be."""
    try:
        with watched():
            target.run(data)
    except KeyboardInterrupt:
        raise
    except target.errors as exc:
        said = str(exc)
        if len(said) <= MOST_SAID:
            return None
        return _finding(target, exc, data, repeat, f"{type(exc).__name__} of {len(said)} characters")
    except BaseException as exc:  # noqa: BLE001 - that is what is looked for
        name = "hang" if isinstance(exc, TooSlow) else type(exc).__name__
        return _finding(target, exc, data, repeat, name)
    return None


def _finding(target: Target, exc: BaseException, data: bytes, repeat: str, name: str) -> Finding:
    story = "".join(traceback.format_exception(exc, limit=-12))
    return Finding(target=target.name, where=f"{name} at {_place(exc)}", story=story, data=data, repeat=repeat)


def _place(exc: BaseException) -> str:
    """The innermost place in the project's own code, the harness apart where there is another."""
    frames = [(Path(frame.filename), frame.lineno) for frame in traceback.extract_tb(exc.__traceback__)]
    ours = [(path.relative_to(ROOT), line) for path, line in frames if path.is_relative_to(ROOT)]
    product = [one for one in ours if one[0].parts[0] != "tests"] or ours
    path, line = product[-1] if product else (Path("?"), 0)
    return f"{path}:{line}"


Report = Callable[[Finding], None]

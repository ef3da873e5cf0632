"""What a memory answers in other processes: Python orders sets of texts anew in each, and a run may go on in another.

The rule: a run's digest is a function of what went in. Two memories in one process agree whatever order a set has
there, so this check tells one talk to memories in processes of their own, each with a hash seed that is stated. This
module is also what such a process runs: it reads what to make from stdin and writes what it was answered to stdout.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from memory.adapters.table import ADAPTERS
from memory.errors import BackendFailure
from memory.messages import Hit
from memory.registry import find_backend, is_url
from replay.hit_differences import USUAL_CAUSES
from replay.memory_checks.answers import QUERY, difference
from replay.memory_checks.bench import Bench, BenchSettings
from replay.memory_checks.errors import NotApplicable, NotMet, Skipped
from replay.memory_checks.helpers import end_with_helpers, helpers_ended
from replay.memory_checks.lines import CHATTER, LIKES, line, secrets
from replay.memory_checks.subject import Answer, must_show

SEEDS = ("1", "2", "3")
"""The hash seeds; the first is also asked again where two differ."""
N_WISHES = 6
PACKED = ("bread", "lamps", "ropes", "apples", "paint", "candles", "maps", "boots", "wool", "salt", "nails", "tea")
"""Each word is said in another number of messages, so that each has a weight of its own where rare words count more."""
START_S = 60.0
"""How long a process may take beside the memory's own calls: to start, and to load what the memory needs."""
CAUSE = (
    "usual cause: it goes through a set of texts, or sorts by `hash`, and both differ from process to process; "
    "sort the set, and sum floats in a fixed order or by math.fsum"
)
QUERIES = (
    QUERY,
    f"Have we packed {', '.join(PACKED)}?",
    "I always want the light as we said before we left on Friday, and that old one, please, from now on",
    *CHATTER[:2],
    LIKES[1],
)


class Told(NamedTuple):
    """What another process is to do; the names of the fields are those of the JSON object."""

    name: str
    options: dict[str, str]
    suffix: str
    part: str
    timeout_s: float


def hash_order_changes_nothing(bench: Bench) -> str:
    """In a process whose sets have another order it answers alike."""
    settings = bench.settings
    if settings.quick:
        raise Skipped("left out of a quick check")
    if not settings.name:
        raise Skipped("it was not given by name, so that no other process can make it")
    if is_url(settings.name) or bench.capabilities.served:
        raise NotApplicable("it works in a process of its own already")
    if settings.name in ADAPTERS:
        raise NotApplicable("it is an adapter, whose system asks models of its own")
    if settings.chat_for is not None:
        raise NotApplicable("it works with a model, which may write anew")
    first = _answers(bench, SEEDS[0], "first")
    must_show(*first)
    for seed in SEEDS[1:]:
        found = _difference(first, _answers(bench, seed, seed))
        if not found:
            continue
        again = _difference(first, _answers(bench, SEEDS[0], "again"))
        if not again:
            raise NotMet(f"with PYTHONHASHSEED={SEEDS[0]} and ={seed}, {found}; {CAUSE}")
        if not bench.capabilities.verbatim:
            raise NotApplicable(f"in two equal processes, {again}; it does not say that it recalls verbatim")
        raise NotMet(f"in two processes of one hash order, {again}; {USUAL_CAUSES}")
    return ""


def _difference(one: Sequence[Answer], two: Sequence[Answer]) -> str:
    """Where two processes part, in words; empty where they do not."""
    for query, first, then in zip(QUERIES, one, two, strict=True):
        if first != then:
            return f"asked {query[:40]!r}, {difference(first, then)}"
    return ""


def _answers(bench: Bench, seed: str, part: str) -> list[Answer]:
    """What a new memory answers in a process with that hash seed.

    Raises:
        BackendFailure: the memory raised there, or the process did not get so far.
    """
    settings = bench.settings
    asked = Told(settings.name, dict(settings.options), settings.suffix, part, settings.timeout_s)
    paths = os.pathsep.join(path for path in sys.path if path)
    within_s = START_S + 2 * settings.timeout_s
    # Files and no pipes: the end of a pipe comes only when all helpers of the memory have let go of it.
    with tempfile.TemporaryFile() as results, tempfile.TemporaryFile() as chatter:
        with subprocess.Popen(
            [sys.executable, "-m", "replay.memory_checks.processes"],
            stdin=subprocess.PIPE,
            stdout=results,
            stderr=chatter,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": paths},
            start_new_session=True,
        ) as process:
            try:
                process.communicate(json.dumps(asked._asdict()).encode(), timeout=within_s)
            except subprocess.TimeoutExpired as exc:
                raise BackendFailure("another process", f"was not done within {within_s:g} s") from exc
            finally:
                end_with_helpers(process)
        results.seek(0)
        answered = results.read()
        if process.returncode or not answered:
            chatter.seek(0)
            said = chatter.read().decode("utf-8", "replace").strip().splitlines() or ["nothing said"]
            raise BackendFailure("another process", f"ended with {process.returncode}: {said[-1]}")
    told: dict[str, Any] = json.loads(answered)
    if "failed" in told:
        raise BackendFailure(*told["failed"])
    return [
        Answer(tuple(Hit(**{**hit, "message_ids": tuple(hit["message_ids"])}) for hit in hits), context)
        for hits, context in told["answers"]
    ]


def answers_to(told: Told) -> list[Answer]:
    """What a new memory answers, in this process, that was told a talk with many words and wishes in common.

    Raises:
        BackendFailure: the memory raised.
    """
    factory = find_backend(told.name)
    settings = BenchSettings(
        memory_for=lambda scenario: factory, options=told.options, timeout_s=told.timeout_s, suffix=told.suffix
    )
    bench = Bench(settings)
    check = "hash_order_changes_nothing"
    wishes = [wish.text for wish in secrets(N_WISHES, *bench.seed(check))]
    packed = [f"We packed {', '.join(PACKED[:n])}." for n in range(1, len(PACKED) + 1)]
    texts = [*LIKES, *CHATTER, *wishes, *packed, *CHATTER[::-1]]
    messages = [line(number, text) for number, text in enumerate(texts, 1)]
    subject = bench.open(bench.namespace(check, told.part), messages)
    bench.capabilities = subject.capabilities
    try:
        subject.tell(messages)
        subject.pass_midnight()
        return [subject.unchecked(query) for query in QUERIES]
    finally:
        bench.clear()


def main() -> None:
    """Read what to make from stdin, and write what it answered to stdout; whatever else is printed goes to stderr."""
    results = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)
    try:
        with helpers_ended():
            answers = answers_to(Told(**json.load(sys.stdin)))
        told: dict[str, Any] = {
            "answers": [([asdict(hit) for hit in answer.hits], answer.context) for answer in answers]
        }
    except BackendFailure as exc:
        told = {"failed": [exc.stage, exc.message]}
    json.dump(told, results)
    results.close()
    sys.stderr.flush()
    os._exit(0)  # a call that never returned must not keep the process


CHECKS = (hash_order_changes_nothing,)

if __name__ == "__main__":
    main()

from collections.abc import Callable

import pytest

from memory.adapters.calling import ATTEMPTS, Caller, Trouble, wait_until
from memory.errors import BackendFailure


class Flaky:
    """Raises what it is given, one after the other, then answers."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.n_calls = 0

    def __call__(self) -> str:
        self.n_calls += 1
        if self.errors:
            raise self.errors.pop(0)
        return "stored"


def understood(exc: Exception) -> Trouble:
    match exc:
        case ConnectionError():
            return Trouble(outcome="again", reason="busy", pause_s=float(str(exc)) if str(exc) else None)
        case TimeoutError():
            return Trouble(outcome="unknown", reason="no answer")
        case _:
            return Trouble(outcome="final", reason=f"refused:\n {exc}")


@pytest.fixture
def pauses() -> list[float]:
    return []


@pytest.fixture
def caller(pauses: list[float]) -> Caller:
    return Caller(understood, sleep=pauses.append)


def test_what_was_not_carried_out_is_tried_again_after_growing_pauses(caller: Caller, pauses: list[float]) -> None:
    request = Flaky(ConnectionError(), ConnectionError(), ConnectionError())
    assert caller.call("ingest", request, repeatable=False) == "stored"
    assert (request.n_calls, pauses) == (4, [0.25, 0.5, 1.0])


def test_the_pause_asked_for_is_kept_and_never_shorter_than_our_first(caller: Caller, pauses: list[float]) -> None:
    caller.call("search", Flaky(ConnectionError("7"), ConnectionError("0")), repeatable=True)
    assert pauses == [7.0, 0.25]


def test_a_pause_longer_than_allowed_is_a_failure_at_once(caller: Caller, pauses: list[float]) -> None:
    with pytest.raises(BackendFailure, match="search: busy"):
        caller.call("search", Flaky(ConnectionError("3600")), repeatable=True)
    assert pauses == []


def test_attempts_have_a_bound(caller: Caller) -> None:
    request = Flaky(*(ConnectionError() for _ in range(99)))
    with pytest.raises(BackendFailure, match=rf"ingest: busy \({ATTEMPTS} attempts\)"):
        caller.call("ingest", request, repeatable=True)
    assert request.n_calls == ATTEMPTS


def test_what_is_final_is_not_tried_again_and_told_on_one_line(caller: Caller) -> None:
    request = Flaky(ValueError("no such key"))
    with pytest.raises(BackendFailure, match=r"^ingest: refused: no such key$"):
        caller.call("ingest", request, repeatable=True)
    assert request.n_calls == 1


def test_an_unanswered_call_that_may_not_be_repeated_is_sent_once(caller: Caller) -> None:
    request = Flaky(TimeoutError())
    with pytest.raises(BackendFailure, match="nobody knows whether it was carried out"):
        caller.call("ingest", request, repeatable=False)
    assert request.n_calls == 1


@pytest.mark.parametrize(("there", "n_calls"), [("found", 1), (None, 2)])
def test_an_unanswered_call_is_repeated_only_where_a_look_says_that_it_did_not_land(
    caller: Caller, there: str | None, n_calls: int
) -> None:
    request = Flaky(TimeoutError())
    look: Callable[[], str | None] = lambda: there  # noqa: E731 - typed, so that the None is seen
    assert caller.call("ingest", request, repeatable=False, landed=look) == (there or "stored")
    assert request.n_calls == n_calls


def test_waiting_ends_when_it_is_ready_or_with_a_time_out() -> None:
    answers = iter([False, False, True])
    wait_until(lambda: next(answers), 5.0, what="not indexed", sleep=lambda s: None)
    with pytest.raises(TimeoutError, match="not indexed after 0 s"):
        wait_until(lambda: False, 0.0, what="not indexed")

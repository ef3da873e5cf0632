from collections.abc import Callable

import pytest

from memory.adapters import address, endpoints, http
from memory.adapters.calling import ATTEMPTS, PATIENCE_S, Caller, Trouble, wait_until
from memory.bounded import CALL_TIMEOUT_S
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
    assert (request.n_calls, pauses, caller.n_retries) == (4, [0.25, 0.5, 1.0], 3)


def test_the_pause_asked_for_is_kept_and_never_shorter_than_our_first(caller: Caller, pauses: list[float]) -> None:
    caller.call("search", Flaky(ConnectionError("7"), ConnectionError("0")), repeatable=True)
    assert pauses == [7.0, 0.25]


def test_a_pause_longer_than_allowed_is_a_failure_at_once(caller: Caller, pauses: list[float]) -> None:
    with pytest.raises(BackendFailure, match="search: busy"):
        caller.call("search", Flaky(ConnectionError("3600")), repeatable=True)
    assert pauses == []


def test_a_pause_after_which_no_attempt_could_end_in_time_is_not_taken(pauses: list[float]) -> None:
    caller = Caller(understood, attempt_s=30.0, sleep=pauses.append, clock=lambda: 0.0)
    assert caller.call("search", Flaky(ConnectionError("70")), repeatable=True) == "stored"
    with pytest.raises(BackendFailure, match="search: busy"):
        caller.call("search", Flaky(ConnectionError("70.5")), repeatable=True)
    assert pauses == [70.0]


class Clock:
    """A clock that stands still but for pauses and for requests that hang."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def pass_by(self, seconds: float) -> None:
        self.now_s += seconds

    def caller(self, attempt_s: float) -> Caller:
        return Caller(understood, attempt_s=attempt_s, sleep=self.pass_by, clock=lambda: self.now_s)

    def hang(self, attempt_s: float) -> str:
        self.pass_by(attempt_s)
        raise TimeoutError


@pytest.mark.parametrize(
    ("attempt_s", "n_attempts", "took_s"),
    [
        (address.DEFAULT_TIMEOUT_S, 3, 90.75),
        (endpoints.DEFAULT_TIMEOUT_S, 2, 90.25),
        (http.DEFAULT_TIMEOUT_S, 4, 81.75),
        (5.0, 5, 28.75),
        (60.0, 1, 60.0),
        (100.0, 1, 100.0),
        (101.0, 2, 202.25),
    ],
)
def test_attempts_that_hang_end_while_there_is_patience(attempt_s: float, n_attempts: int, took_s: float) -> None:
    clock = Clock()
    told = f"no answer ({n_attempts} attempts)" if n_attempts > 1 else "no answer"
    with pytest.raises(BackendFailure) as failure:
        clock.caller(attempt_s).call("search", lambda: clock.hang(attempt_s), repeatable=True)
    assert (str(failure.value), clock.now_s) == (f"search: {told}", took_s)


def test_that_is_before_a_call_to_a_memory_is_cut_off() -> None:
    assert PATIENCE_S < CALL_TIMEOUT_S


def test_a_look_and_the_attempt_after_it_share_the_patience() -> None:
    clock = Clock()
    looks: list[float] = []

    def look() -> str | None:
        looks.append(clock.now_s)
        clock.pass_by(2.0)
        return None

    with pytest.raises(BackendFailure, match=r"ingest: no answer \(2 attempts\)"):
        clock.caller(30.0).call("ingest", lambda: clock.hang(30.0), repeatable=False, landed=look)
    assert looks == [30.0, 62.25]
    assert clock.now_s == 64.25


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

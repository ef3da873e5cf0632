"""The whole suite on whole memories: ours pass, leaking ones exit 3 with their reason, and a report can be read."""

import threading
from dataclasses import asdict, replace
from pathlib import Path
from typing import ClassVar

import orjson
import pytest

from fixtures.doubles import LEAKS, HonestMemory, KeepsAnEarlierRun, Leftovers, SlowMemory, leaking
from memory.backend import Capabilities, MemoryBackend, Setup
from memory.errors import MissingExtra
from memory.messages import Batch, Hit, Message
from memory.position import Position
from memory.registry import BUILT_IN
from replay.check_memory import MAX_ALIKE, MAX_HANGS, CheckRequest, check_memory, check_memory_factory
from replay.check_report import CheckReport, CheckResult, Verdict
from replay.errors import InputError
from replay.exit_codes import ExitCode
from replay.memory_checks.counted import CallCost
from replay.memory_checks.lines import longest_word, secret
from replay.memory_checks.suite import GROUPS, n_checks, name_of, promise_of
from replay.model_options import ModelOptions
from replay.models import ModelRequest
from scoring.page import WIDTH
from tests.scripted_chat import DemoChat
from tests.test_replay_memory_checks_future import CAUGHT_BY

NEEDS_MODEL = ("summary", "keyvalue")
RECALLS_ALL = ("recent", "fulltext", "semantic", "hybrid")
GIVES_NOTHING = ("none", "gold")
"""Of what these are told nothing can be found: one drops it, the other waits for a query's facts."""
EVERY = [check for checks in GROUPS.values() for check in checks]


def of_verdict(report: CheckReport, *verdicts: str) -> dict[str, str]:
    return {result.name: result.detail for result in report.results if result.verdict in verdicts}


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_built_in_memory_passes(name: str) -> None:
    if name in ("semantic", "hybrid"):
        pytest.importorskip("onnxruntime", reason="the extra 'semantic' is not installed")
    report = check_memory_factory(
        BUILT_IN[name],
        name=name,
        quick=name in ("semantic", "hybrid"),  # their own tests bring the enormous texts
        chat_for=(lambda namespace: DemoChat()) if name in NEEDS_MODEL else None,
    )
    if name in GIVES_NOTHING:
        assert report.finds_nothing
        assert report.exit_code is ExitCode.NOT_MET
        return
    assert of_verdict(report, "failed", "leak") == {}
    assert report.exit_code is ExitCode.OK
    if name in RECALLS_ALL:
        assert of_verdict(report, "not applicable", "not judged") == {}


@pytest.mark.parametrize("kind", LEAKS)
def test_every_leaking_double_exits_3_with_its_reason(kind: str) -> None:
    report = check_memory_factory(
        HonestMemory, quick=True, memory_for=lambda scenario: leaking(kind, scenario.timeline.messages())
    )
    assert report.exit_code is ExitCode.LEAK
    reason = CAUGHT_BY[kind]
    name = "another_future_changes_nothing" if reason == "differs" else "nothing_later_is_shown"
    assert report.result(name).verdict == "leak"
    assert f"{reason}: " in report.result(name).detail


def test_a_store_that_keeps_all_it_was_ever_told_leaks_wherever_two_namespaces_meet() -> None:
    store = Leftovers()
    report = check_memory_factory(lambda setup: KeepsAnEarlierRun(setup, store), quick=True)
    assert report.exit_code is ExitCode.LEAK
    leaks = of_verdict(report, "leak")
    assert "found before anything was delivered" in leaks["nothing_later_is_shown"]
    assert {"scenarios_are_apart", "namesakes_are_apart", "namespaces_of_any_shape"} <= leaks.keys()


def test_one_failing_check_never_stops_the_others() -> None:
    report = check_memory_factory(SlowMemory, quick=True)
    assert [result.name for result in report.results] == ["can_be_made", *map(name_of, EVERY)]
    assert report.exit_code is ExitCode.NOT_MET
    assert report.result("starts_empty").verdict == "passed"
    detail = report.result("depth_is_equal").detail
    assert detail.startswith("settle: TimeoutError: still indexing after 60 s (doubles.py:")


def test_a_memory_that_fails_five_checks_in_a_row_for_one_reason_is_asked_no_more() -> None:
    class Wrong(HonestMemory):
        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            return [{"text": hit.text} for hit in super().search(query, limit=limit, now=now)]  # type: ignore[misc]

    report = check_memory_factory(Wrong)
    failed = of_verdict(report, "failed")
    assert list(failed) == list(map(name_of, EVERY))[1 : 1 + MAX_ALIKE]
    assert set(failed.values()) == {"search: hit 1 is dict, not a Hit"}
    rest = of_verdict(report, "skipped")
    assert set(rest.values()) == {"the memory failed 5 checks in a row for one reason; mend that first"}
    assert len(rest) == n_checks() - 2 - MAX_ALIKE
    (one, two) = report.reasons()
    assert (one.names, one.is_word_for_word) == (tuple(failed), True)
    assert two.names == tuple(rest)
    assert [line for line in report.render().splitlines() if "hit 1 is dict" in line] == [
        "[1] the same in 5 checks: search: hit 1 is dict, not a Hit"
    ]


def test_leaks_however_many_and_broken_promises_end_nothing_early() -> None:
    store = Leftovers()
    report = check_memory_factory(lambda setup: KeepsAnEarlierRun(setup, store), quick=True)
    assert all("mend that first" not in detail for detail in of_verdict(report, "skipped").values())
    assert len(of_verdict(report, "leak")) > 2 * MAX_ALIKE


def test_an_interrupt_ends_the_checks_with_what_was_found_and_closes_what_is_open() -> None:
    closed: list[str] = []

    class Closes(HonestMemory):
        def __init__(self, setup: Setup) -> None:
            super().__init__(setup)
            self.namespace = setup.namespace

        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            raise KeyboardInterrupt

        def close(self) -> None:
            closed.append(self.namespace)

    begun: list[str] = []
    report = check_memory_factory(Closes, on_check=begun.append)
    assert begun == ["can_be_made", "starts_empty"]
    assert [result.name for result in report.results] == ["can_be_made"]
    assert report.n_not_made == n_checks() - 1
    assert report.exit_code is ExitCode.INTERRUPTED
    assert len(closed) == 2


def test_a_memory_that_cannot_be_made_was_not_interrupted() -> None:
    report = check_memory_factory(CannotBeMade)
    assert (report.n_not_made, report.exit_code) == (0, ExitCode.NOT_MET)


def test_a_search_that_hangs_is_cut_off_and_after_some_of_them_the_rest_is_left_out() -> None:
    let_go = threading.Event()
    n_answered = 0

    class Hangs(HonestMemory):
        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            nonlocal n_answered
            let_go.wait(30)
            let_go.set()
            n_answered += 1
            return []

    report = check_memory_factory(Hangs, timeout_s=0.2)
    assert n_answered == 0
    let_go.set()
    failed = of_verdict(report, "failed")
    assert list(failed) == ["can_be_made", *map(name_of, EVERY)][1 : 1 + MAX_HANGS]
    assert set(failed.values()) == {"search: did not return within 0.2 s"}
    assert set(of_verdict(report, "skipped").values()) == {"calls were late in 3 checks already"}
    assert report.exit_code is ExitCode.NOT_MET


class CannotBeMade(MemoryBackend):
    raised: BaseException = ConnectionError("nobody listens")

    def __init__(self, setup: Setup) -> None:
        raise self.raised


CANNOT = f"(test_replay_check_memory.py:{CannotBeMade.__init__.__code__.co_firstlineno + 1})"


@pytest.mark.parametrize(
    ("raised", "words"),
    [
        (ConnectionError("nobody\nlistens"), f"start: ConnectionError: nobody listens {CANNOT}"),
        (SystemExit("gone"), f"start: SystemExit: gone {CANNOT}"),
        (KeyError("x" * 2000), "start: KeyError: '" + "x" * 581 + "…"),
    ],
)
def test_a_memory_that_raises_when_it_is_made_is_one_clear_line(raised: BaseException, words: str) -> None:
    report = check_memory_factory(type("Broken", (CannotBeMade,), {"raised": raised}))
    assert [(r.name, r.verdict, r.detail) for r in report.results] == [("can_be_made", "failed", words)]
    assert report.exit_code is ExitCode.NOT_MET


def test_a_server_that_cannot_be_reached_is_one_clear_line() -> None:
    class Unreachable(HonestMemory):
        capabilities = Capabilities(served=True)

        def leftovers(self) -> list[str]:
            raise ConnectionError("nobody listens")

    report = check_memory_factory(Unreachable)
    line = Unreachable.leftovers.__code__.co_firstlineno + 1
    why = f"ConnectionError: nobody listens (test_replay_check_memory.py:{line})"
    assert [(r.name, r.detail) for r in report.results] == [("can_be_made", why)]


def test_a_close_that_raises_is_no_failure_to_be_made() -> None:
    class Raises(HonestMemory):
        def close(self) -> None:
            raise RuntimeError("already closed")

    report = check_memory_factory(Raises, quick=True)
    failed = {result.name for result in report.results if result.verdict == "failed"}
    assert "closing_harms_no_other" in failed
    assert "can_be_made" not in failed


def test_a_memory_that_does_not_say_what_it_can_do_fails_at_once() -> None:
    class Vague(HonestMemory):
        capabilities = "everything"  # type: ignore[assignment]

    report = check_memory_factory(Vague)
    assert [result.detail for result in report.results] == ["start: its capabilities are str"]


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (CheckRequest(memory="no_such"), "no memory is called 'no_such'"),
        (CheckRequest(memory="no_such_module:Memory"), "cannot import 'no_such_module'"),
        (CheckRequest(memory="recent", memory_options={"k": "1"}), "no option is called 'k'"),
        (CheckRequest(memory="summary"), "summary is written by a model, and there is none"),
        (CheckRequest(memory="recent", memory_timeout_s=0), "the memory's time is 0 s; it must be above 0"),
        (CheckRequest(memory="recent", memory_timeout_s=float("nan")), "the memory's time is nan s"),
    ],
)
def test_what_the_user_gave_and_cannot_be_used_is_bad_input(request_: CheckRequest, words: str) -> None:
    with pytest.raises(InputError, match=words):
        check_memory(request_)


def test_a_missing_package_is_bad_input() -> None:
    missing = MissingExtra("mine", "mine", "no module")
    with pytest.raises(InputError, match="needs more packages"):
        check_memory_factory(type("Broken", (CannotBeMade,), {"raised": missing}))


def test_a_module_of_the_users_is_checked_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_memory_to_check.py").write_text(
        "from fixtures.doubles import HonestMemory\nclass Mine(HonestMemory):\n    pass\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    report = check_memory(CheckRequest(memory="my_memory_to_check:Mine", quick=True))
    assert report.memory == "my_memory_to_check:Mine"
    assert report.exit_code is ExitCode.OK


def test_a_model_is_opened_only_for_memories_that_may_use_one() -> None:
    model = ModelRequest(options=ModelOptions(model="m", base_url="no address"))
    assert check_memory(CheckRequest(memory="recent", model=model, quick=True)).exit_code is ExitCode.OK
    with pytest.raises(InputError):
        check_memory(CheckRequest(memory="summary", model=model, quick=True))


class Kept(HonestMemory):
    """A store that outlives every run of the suite."""

    capabilities = Capabilities(survives_restart=True)
    stores: ClassVar[dict[str, list[Message]]]

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.delivered = self.stores.setdefault(setup.namespace, [])

    def leftovers(self) -> list[str]:
        return [message.text for message in self.delivered]

    def reset(self) -> None:
        self.delivered.clear()


def test_a_kept_store_is_emptied_after_each_check_and_named_where_it_cannot_be() -> None:
    class Kind(Kept):
        stores: ClassVar[dict[str, list[Message]]] = {}

    class Never(Kept):
        stores: ClassVar[dict[str, list[Message]]] = {}

        def reset(self) -> None:
            raise PermissionError("read only")

    report = check_memory_factory(Kind, suffix="a1", quick=True)
    assert of_verdict(report, "failed", "leak") == {}
    assert len(Kind.stores) > 30
    assert not any(Kind.stores.values())
    assert report.left_behind == ()
    stubborn = check_memory_factory(Never, suffix="a1", quick=True)
    ((failed, why),) = of_verdict(stubborn, "failed").items()
    assert failed == "reset_empties_the_namespace"
    assert why.startswith("reset: PermissionError: read only (test_replay_check_memory.py:")
    assert set(stubborn.left_behind) >= {namespace for namespace, kept in Never.stores.items() if kept}


def test_another_suffix_gives_other_namespaces_and_other_words() -> None:
    class Kind(Kept):
        stores: ClassVar[dict[str, list[Message]]] = {}

        def reset(self) -> None:
            return

    check_memory_factory(Kind, suffix="a1", quick=True)
    first = set(Kind.stores)
    report = check_memory_factory(Kind, suffix="b2", quick=True)
    assert set(of_verdict(report, "failed", "leak")) == {"reset_empties_the_namespace"}
    assert len(Kind.stores) == 2 * len(first)
    assert secret("a1", "x") != secret("b2", "x")
    assert secret("a1", "x") == secret("a1", "x")


def test_equal_runs_find_the_same_but_for_the_seconds() -> None:
    one, two = (check_memory_factory(BUILT_IN["fulltext"], quick=True) for _ in range(2))
    assert [replace(result, seconds=0) for result in one.results] == [replace(r, seconds=0) for r in two.results]
    assert one.n_calls == two.n_calls


def test_the_calls_are_counted() -> None:
    calls = 0

    class Counts(HonestMemory):
        def ingest(self, batch: Batch) -> None:
            nonlocal calls
            calls += 1
            super().ingest(batch)

    report = check_memory_factory(Counts, quick=True)
    assert 100 < calls < report.n_calls < 2000


def test_each_check_has_a_name_of_its_own_and_a_promise_that_fits_a_line() -> None:
    assert len({name_of(check) for check in EVERY}) == len(EVERY) == n_checks() - 1
    for check in EVERY:
        assert promise_of(check).endswith(".")
        assert len(f"  skipped {promise_of(check)} [1]") <= WIDTH


def result(name: str, verdict: Verdict, detail: str = "", group: str = "one", claim: str = "") -> CheckResult:
    promise = f"Promise {name}."
    return CheckResult(
        group=group, name=name, promise=promise, verdict=verdict, detail=detail, seconds=0.25, claim=claim
    )


def report_of(*results: CheckResult) -> CheckReport:
    return CheckReport(memory="mine", results=results, capabilities=Capabilities(), n_calls=7, seconds=1.25)


def test_the_report_has_groups_one_line_a_check_and_why_below() -> None:
    report = report_of(
        result("a", "passed"),
        result("b", "failed", "hit 1 has no text"),
        result("c", "not applicable", "it does not say that it forgets", group="two"),
        result("d", "skipped", "left out of a quick check", group="two"),
    )
    assert report.render() == (
        "check-memory mine\n"
        "\n"
        "one\n"
        "  ok      Promise a.\n"
        "  FAILED  Promise b.\n"
        "          hit 1 has no text\n"
        "\n"
        "two\n"
        "  n/a     Promise c.\n"
        "          it does not say that it forgets\n"
        "  skipped Promise d.\n"
        "          left out of a quick check\n"
        "\n"
        "1 passed, 1 failed, 1 not applicable, 1 skipped; 7 calls in 1.2 s\n"
        "not met: it breaks the contract\n"
    )


def test_a_shared_reason_stands_once_below_with_the_names_and_skipped_checks_only_there() -> None:
    report = report_of(
        result("a", "failed", "hit 1 is dict"),
        result("b", "failed", "alone"),
        result("c", "failed", "hit 2 is dict"),
        result("d", "skipped", "too late", group="two"),
        result("e", "skipped", "too late", group="two"),
        result("f", "not applicable", "no", group="three"),
        result("g", "not applicable", "no", group="three"),
    )
    assert report.render() == (
        "check-memory mine\n"
        "\n"
        "one\n"
        "  FAILED  Promise a. [1]\n"
        "  FAILED  Promise b.\n"
        "          alone\n"
        "  FAILED  Promise c. [1]\n"
        "\n"
        "three\n"
        "  n/a     Promise f.\n"
        "          no\n"
        "  n/a     Promise g.\n"
        "          no\n"
        "\n"
        "[1] the same but for words and numbers in 2 checks: hit 1 is dict\n"
        "    a, c\n"
        "\n"
        "[2] skipped, the same in 2 checks: too late\n"
        "    d, e\n"
        "\n"
        "3 failed, 2 not applicable, 2 skipped; 7 calls in 1.2 s\n"
        "not met: it breaks the contract\n"
    )
    assert report.to_dict()["reasons"] == [
        {"detail": "hit 1 is dict", "checks": ["a", "c"]},
        {"detail": "too late", "checks": ["d", "e"]},
    ]


def test_searches_and_deliveries_are_told_with_their_times_and_other_calls_where_one_was_slow() -> None:
    def cost(call: str, slowest_ms: float) -> CallCost:
        return CallCost(call=call, n_calls=2, median_ms=0.25, slowest_ms=slowest_ms, slowest_in="a")

    costs = (cost("start", 99.9), cost("ingest", 1.0), cost("settle", 100.0), cost("search", 1500.0))
    shown = replace(report_of(result("a", "passed")), costs=costs, n_retries=1).render().splitlines()
    assert shown[-6:-2] == [
        "ingest: 2 calls, median 0.2 ms, slowest 1.0 ms (in a)",
        "settle: 2 calls, median 0.2 ms, slowest 100.0 ms (in a)",
        "search: 2 calls, median 0.2 ms, slowest 1.5 s (in a)",
        "1 request was sent again after a failure, as a run does without a word",
    ]


def test_an_interrupted_report_says_so_last_whatever_was_found() -> None:
    report = replace(report_of(result("a", "leak", "x")), n_not_made=1)
    assert report.exit_code == 130
    assert report.render().endswith(
        "interrupted: 1 check was not made; nothing is kept, and the same command begins anew\n"
    )


def test_a_leak_weighs_more_than_a_failure_and_neither_is_0() -> None:
    assert report_of(result("a", "passed"), result("b", "skipped")).exit_code == 0
    assert report_of(result("a", "failed")).exit_code == 1
    assert report_of(result("a", "failed"), result("b", "leak", "x")).exit_code == 3
    assert report_of(result("b", "leak")).render().endswith("LEAK: it shows what it must not know\n")


def test_what_could_not_be_judged_is_counted_apart_and_is_no_contract_kept() -> None:
    report = report_of(result("a", "passed"), result("b", "not judged", "1 of 1 not found"))
    assert report.exit_code == 0
    assert report.render().endswith(
        "  ok      Promise a.\n"
        "  unseen  Promise b.\n"
        "          1 of 1 not found\n"
        "\n"
        "1 passed, 1 not judged; 7 calls in 1.2 s\n"
        "it keeps what could be judged; 1 promise could not be, for want of anything found\n"
    )


def test_a_declared_capability_that_stays_untested_is_not_met() -> None:
    report = report_of(result("a", "passed"), result("b", "not judged", "x", claim="forgets"))
    assert report.exit_code == 1
    assert report.untested == ("forgets",)
    assert report.render().endswith("not met: it declares forgets, and nothing could be judged of that\n")


def test_a_memory_of_which_nothing_was_ever_found_is_not_met_though_nothing_failed() -> None:
    seen = replace(report_of(result("a", "passed")), n_looked_for=2, n_found=1)
    assert (seen.exit_code, seen.finds_nothing) == (0, False)
    blank = replace(seen, n_found=0)
    assert (blank.exit_code, blank.finds_nothing) == (1, True)
    assert blank.render().endswith("not met: nothing could be judged, for in 2 looks no message was found again\n")


def test_a_memory_that_shows_nothing_passes_no_check_of_what_it_shows() -> None:
    class Silent(HonestMemory):
        capabilities = Capabilities(verbatim=False)

        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            return []

    report = check_memory_factory(Silent, quick=True)
    assert list(of_verdict(report, "passed")) == ["can_be_made", "starts_empty", "queries_are_data"]
    assert list(of_verdict(report, "failed")) == ["searched_or_says_otherwise"]
    assert report.exit_code is ExitCode.NOT_MET


def test_no_line_is_wider_than_a_terminal_and_no_control_character_gets_there() -> None:
    report = report_of(result("a", "failed", "\x1b[31m" + "word " * 60 + "x" * 200 + "\ud800\u202e"))
    lines = report.render().splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert "\x1b" not in report.render()
    assert "\u202e" not in report.render()


def test_the_json_report_says_all_that_the_other_does() -> None:
    report = replace(report_of(result("a", "passed"), result("b", "leak", "shown")), suffix="a1", left_behind=("n",))
    plain = orjson.loads(orjson.dumps(report.to_dict()))
    assert plain == {
        "memory": "mine",
        "capabilities": asdict(Capabilities()),
        "exit_code": 3,
        "counts": {"passed": 1, "failed": 0, "leak": 1, "not applicable": 0, "not judged": 0, "skipped": 0},
        "suffix": "a1",
        "calls": 7,
        "looked_for": 0,
        "found": 0,
        "untested": [],
        "seconds": 1.25,
        "left_behind": ["n"],
        "not_made": 0,
        "retries": 0,
        "costs": [],
        "reasons": [],
        "checks": [
            {
                "group": "one",
                "name": "a",
                "promise": "Promise a.",
                "verdict": "passed",
                "detail": "",
                "seconds": 0.25,
                "claim": "",
            },
            {
                "group": "one",
                "name": "b",
                "promise": "Promise b.",
                "verdict": "leak",
                "detail": "shown",
                "seconds": 0.25,
                "claim": "",
            },
        ],
    }


def test_a_check_that_was_not_made_has_no_result() -> None:
    with pytest.raises(KeyError):
        report_of().result("a")


def test_the_longest_word_of_a_text_is_its_first_of_equals_and_of_no_text_none() -> None:
    assert longest_word("one three seven, eight!") == "three"
    assert longest_word("...") == ""

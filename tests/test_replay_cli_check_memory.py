"""`pastlane check-memory`: what it prints, and what it ends with."""

import orjson
import pytest

import replay.progress
from replay.cli import invoke
from replay.memory_checks.suite import n_checks


def test_a_memory_that_keeps_the_contract_ends_with_0(capfd: pytest.CaptureFixture[str]) -> None:
    assert invoke(["check-memory", "fulltext", "--quick", "--suffix", "a1"]) == 0
    out = capfd.readouterr().out
    assert out.startswith("check-memory fulltext\n")
    assert out.endswith(", suffix a1\nit keeps the contract\n")


def test_json_has_every_check(capfd: pytest.CaptureFixture[str]) -> None:
    assert invoke(["check-memory", "recent", "--quick", "--json"]) == 0
    report = orjson.loads(capfd.readouterr().out)
    assert len(report["checks"]) == n_checks()
    assert report["exit_code"] == 0
    assert len(report["suffix"]) == 6


@pytest.mark.parametrize(("memory", "code"), [("Leaky", 3), ("Persistent", 1)])
def test_a_leak_ends_with_3_and_another_broken_promise_with_1(
    memory: str, code: int, capfd: pytest.CaptureFixture[str]
) -> None:
    assert invoke(["check-memory", f"tests.stubborn_doubles:{memory}", "--quick"]) == code
    assert capfd.readouterr().out.splitlines()[-1].startswith("LEAK" if code == 3 else "not met")


@pytest.mark.parametrize(
    "args",
    [["nothing"], ["recent", "--memory-option", "a=b"], ["recent", "--memory-timeout-s", "0"], ["summary"], []],
)
def test_what_cannot_be_used_is_one_line_and_ends_with_2(args: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert invoke(["check-memory", *args]) == 2
    said = capfd.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1


def test_an_interrupt_prints_what_was_found_by_then_and_does_not_say_that_it_goes_on(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    n_begun = 0

    def begin(_: object, what: str) -> None:
        nonlocal n_begun
        n_begun += 1
        if n_begun == 4:
            raise KeyboardInterrupt

    monkeypatch.setattr(replay.progress.Lines, "begin", begin)
    assert invoke(["check-memory", "fulltext", "--quick"]) == 130
    said = capfd.readouterr()
    assert "  ok      Before the first message nothing is there.\n" in said.out
    assert "Scores never rise" not in said.out
    left = f"interrupted: {n_checks() - 3} checks were not made; nothing is kept, and the same command begins anew"
    assert said.out.splitlines()[-1] == left
    assert said.err == "pastlane: interrupted\n"


def test_what_takes_long_tells_the_check_that_it_is_at(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay.progress, "FIRST_S", 0.0)
    assert invoke(["check-memory", "fulltext", "--quick"]) == 0
    first = f"pastlane: check fulltext: 1 of {n_checks()} done, now can_be_made"
    assert capfd.readouterr().err.splitlines() == [first]

import threading
from typing import Any

import pytest

from memory.chat import ChatReply, ChatRequest, TokenCount
from memory.errors import BudgetReached, ChatFailure, RunStopped
from replay.errors import InputError
from replay.meter import Meter, MeteredChat
from replay.prices import Price
from scoring.usage import ModelTiming, PhaseUsage, Usage
from tests.scripted_chat import ScriptedChat

ASKED = ChatRequest(messages=())
A_DOLLAR_A_MILLION = Price(prompt=1.0, cached=0.5, completion=2.0)


def reply(prompt: int = 100, completion: int = 10, cached: int = 0, **other: Any) -> ChatReply:
    return ChatReply(text="ok", tokens=TokenCount(prompt=prompt, completion=completion, cached=cached), **other)


def test_each_phase_is_counted_on_its_own_and_taking_starts_anew() -> None:
    script = ScriptedChat(reply(100, 10, cached=40, latency_ms=5.0), reply(200, 20, n_attempts=3, latency_ms=7.0))
    chat = MeteredChat(script, Meter(price=A_DOLLAR_A_MILLION))
    chat.complete(ASKED, "build")
    chat.complete(ASKED, "ask")
    usage, timing = chat.take()
    # build: 60 fresh + 40 cached at a half + 10 written at 2 = 60 + 20 + 20 millionths; ask: 200 + 40
    assert usage == Usage(
        build=PhaseUsage(
            requests=1, prompt_tokens=100, completion_tokens=10, cached_tokens=40, cost_usd=0.0001
        ),
        ask=PhaseUsage(requests=1, prompt_tokens=200, completion_tokens=20, cost_usd=0.00024),
    )  # fmt: skip
    assert timing == ModelTiming(build_ms=5.0, ask_ms=7.0, retries=2)
    assert chat.take()[0] == Usage(build=PhaseUsage(cost_usd=0.0), ask=PhaseUsage(cost_usd=0.0))


def test_what_the_replays_own_searches_take_is_paid_and_is_in_no_phase() -> None:
    meter = Meter(price=A_DOLLAR_A_MILLION)
    chat = MeteredChat(ScriptedChat(reply(100, 10), reply(200, 20)), meter)
    with chat.aside():
        chat.complete(ASKED, "build")
    chat.complete(ASKED, "build")
    usage, timing = chat.take()
    assert (usage.build.prompt_tokens, usage.ask.requests) == (200, 0)
    assert timing.probes == PhaseUsage(requests=1, prompt_tokens=100, completion_tokens=10)
    # 100 + 200 read at a millionth, 10 + 20 written at two
    assert meter.spent_usd == pytest.approx(0.00036)
    assert chat.take()[1].probes == PhaseUsage()


def test_without_prices_there_is_no_cost() -> None:
    meter = Meter()
    chat = MeteredChat(ScriptedChat(reply()), meter)
    chat.complete(ASKED, "ask")
    assert chat.take()[0].cost_usd is None
    assert meter.spent_usd is None


def test_an_answer_without_token_counts_is_counted_as_such() -> None:
    chat = MeteredChat(ScriptedChat(ChatReply(text="ok")), Meter())
    chat.complete(ASKED, "ask")
    assert chat.take()[0].ask == PhaseUsage(requests=1, unreported=1)


def test_a_failure_is_a_request_with_its_repeated_attempts() -> None:
    meter = Meter()
    chat = MeteredChat(ScriptedChat(ChatFailure("gone", 4)), meter)
    with pytest.raises(ChatFailure):
        chat.complete(ASKED, "ask")
    usage, timing = chat.take()
    assert (usage.ask.requests, timing.retries, meter.n_requests) == (1, 3, 1)


def test_a_refusal_counts_with_its_tokens_in_the_query_and_in_the_budget() -> None:
    # 100 at 1 and 10 at 2 dollars a million: 120 millionths
    refused = ChatFailure("no", 2, TokenCount(prompt=100, completion=10), is_answer=True)
    meter = Meter(price=A_DOLLAR_A_MILLION, budget_usd=0.0001)
    chat = MeteredChat(ScriptedChat(refused), meter)
    with pytest.raises(ChatFailure):
        chat.complete(ASKED, "ask")
    usage, timing = chat.take()
    assert usage.ask == PhaseUsage(requests=1, prompt_tokens=100, completion_tokens=10, cost_usd=0.00012)
    assert (timing.retries, meter.spent_usd) == (1, 0.00012)
    with pytest.raises(BudgetReached):
        chat.complete(ASKED, "ask")


def test_a_refusal_that_tells_no_tokens_is_unreported_and_what_is_no_answer_is_not() -> None:
    chat = MeteredChat(ScriptedChat(ChatFailure("no", is_answer=True), ChatFailure("gone")), Meter())
    for _ in range(2):
        with pytest.raises(ChatFailure):
            chat.complete(ASKED, "build")
    assert chat.take()[0].build == PhaseUsage(requests=2, unreported=1)


def test_what_answers_of_no_use_took_counts_though_no_answer_came() -> None:
    useless = ChatFailure("no chat completion", 3, TokenCount(prompt=30, completion=6, cached=3))
    chat = MeteredChat(ScriptedChat(useless), Meter())
    with pytest.raises(ChatFailure):
        chat.complete(ASKED, "ask")
    assert chat.take()[0].ask == PhaseUsage(requests=1, prompt_tokens=30, completion_tokens=6, cached_tokens=3)


def test_the_limit_of_requests_is_kept_exactly() -> None:
    script = ScriptedChat(reply())
    chat = MeteredChat(script, Meter(max_requests=2))
    chat.complete(ASKED, "build")
    chat.complete(ASKED, "ask")
    with pytest.raises(BudgetReached, match="2 requests were allowed"):
        chat.complete(ASKED, "ask")
    assert len(script.requests) == 2


def test_the_request_that_crosses_the_budget_is_the_last() -> None:
    # 120 millionths of a dollar each; after two of them 240 of 200 are spent
    script = ScriptedChat(reply(100, 10))
    meter = Meter(price=A_DOLLAR_A_MILLION, budget_usd=0.0002)
    chat = MeteredChat(script, meter)
    chat.complete(ASKED, "ask")
    chat.complete(ASKED, "ask")
    with pytest.raises(BudgetReached, match=r"0\.0002 USD were allowed, 0\.000240 USD are spent"):
        chat.complete(ASKED, "ask")
    assert len(script.requests) == 2
    assert meter.spent_usd == 0.00024


def test_a_budget_that_is_met_to_the_cent_allows_no_further_request() -> None:
    chat = MeteredChat(ScriptedChat(reply(100, 50)), Meter(price=A_DOLLAR_A_MILLION, budget_usd=0.0002))
    chat.complete(ASKED, "ask")
    with pytest.raises(BudgetReached):
        chat.complete(ASKED, "ask")


def test_a_budget_cannot_be_kept_where_the_endpoint_does_not_report() -> None:
    chat = MeteredChat(ScriptedChat(ChatReply(text="ok")), Meter(price=A_DOLLAR_A_MILLION, budget_usd=1.0))
    chat.complete(ASKED, "ask")
    with pytest.raises(BudgetReached, match="does not report"):
        chat.complete(ASKED, "ask")


def test_what_comes_from_tape_is_shown_in_the_usage_and_is_neither_paid_nor_a_request() -> None:
    meter = Meter(price=A_DOLLAR_A_MILLION, budget_usd=0.0001, max_requests=1)
    chat = MeteredChat(ScriptedChat(reply(taped=True)), meter)
    for _ in range(3):
        chat.complete(ASKED, "ask")
    assert chat.take()[0].ask == PhaseUsage(
        requests=3, prompt_tokens=300, completion_tokens=30, cost_usd=0.00036
    )  # fmt: skip
    assert (meter.n_requests, meter.spent_usd) == (0, 0.0)


def test_the_end_of_the_budget_is_no_exception_that_a_memory_could_catch() -> None:
    assert not issubclass(BudgetReached, Exception)


def test_scenarios_in_many_threads_share_one_limit() -> None:
    script = ScriptedChat(reply())
    meter = Meter(max_requests=25)
    refused: list[int] = []

    def work() -> None:
        chat = MeteredChat(script, meter)
        for _ in range(10):
            try:
                chat.complete(ASKED, "ask")
            except BudgetReached:
                refused.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(script.requests), len(refused)) == (25, 15)


@pytest.mark.parametrize(
    "limits",
    [
        {"budget_usd": 1.0},
        {"budget_usd": 0.0, "price": A_DOLLAR_A_MILLION},
        {"budget_usd": float("nan"), "price": A_DOLLAR_A_MILLION},
        {"max_requests": 0},
    ],
)
def test_limits_that_cannot_be_kept_are_refused(limits: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        Meter(**limits)


def test_a_meter_that_was_stopped_lets_no_request_begin() -> None:
    meter = Meter()
    meter.begin()
    meter.stop()
    with pytest.raises(RunStopped, match="over"):
        meter.begin()
    assert meter.n_requests == 1

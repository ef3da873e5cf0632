from scoring.usage import PhaseUsage, Usage, total, total_usage


def test_nothing_adds_up_to_nothing() -> None:
    assert total_usage([]) == PhaseUsage()
    assert total([]) == Usage()


def test_sums_are_taken_phase_by_phase() -> None:
    one = Usage(
        build=PhaseUsage(requests=1, prompt_tokens=10, completion_tokens=2, cached_tokens=4, cost_usd=0.1),
        ask=PhaseUsage(requests=2, prompt_tokens=30, unreported=1, cost_usd=0.2),
    )
    two = Usage(ask=PhaseUsage(requests=3, prompt_tokens=5, cost_usd=0.3))
    assert total([one, two]) == Usage(
        build=one.build, ask=PhaseUsage(requests=5, prompt_tokens=35, unreported=1, cost_usd=0.5)
    )
    assert (one.requests, one.cost_usd) == (3, 0.3)


def test_without_a_price_there_is_no_cost_and_no_zero() -> None:
    assert Usage(ask=PhaseUsage(requests=1)).cost_usd is None

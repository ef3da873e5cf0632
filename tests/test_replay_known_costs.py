from pathlib import Path

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.known_costs import cost_by, cost_of_published
from replay.prices import Price
from scoring.usage import CostOf, PhaseUsage, total_usage

PRICE = Price(prompt=0.15, cached=0.075, completion=0.6)
NOTHING = PhaseUsage()


def used(prompt: int, cached: int, completion: int) -> PhaseUsage:
    return PhaseUsage(requests=1, prompt_tokens=prompt, cached_tokens=cached, completion_tokens=completion)


def published(folder: Path, phases: list[PhaseUsage], cost_of: CostOf | None) -> Path:
    """`all_results.json` of a run whose queries took these phases, each both for building and asking."""

    def plain(phase: PhaseUsage) -> dict[str, object]:
        return {
            "prompt_tokens": phase.prompt_tokens,
            "cached_tokens": phase.cached_tokens,
            "completion_tokens": phase.completion_tokens,
            "cost_usd": None if cost_of is None else cost_of(phase),
        }

    entries = [{"usage": {"build": plain(phase), "ask": plain(phase)}} for phase in phases]
    folder.mkdir(exist_ok=True)
    (folder / "all_results.json").write_bytes(orjson.dumps(entries))
    return folder


def test_the_prices_that_were_paid_are_worked_out_of_tokens_and_costs(tmp_path: Path) -> None:
    phases = [used(1000, 400, 50), used(3000, 100, 10), used(77, 0, 900), NOTHING]
    cost_of = cost_of_published(published(tmp_path, phases, cost_by(PRICE)))
    assert cost_of is not None
    # 600 fresh at 0.15, 400 cached at 0.075, 50 written at 0.6: 90 + 30 + 30 millionths
    assert cost_of(phases[0]) == 0.00015
    assert cost_of(used(10**6, 0, 0)) == 0.15
    assert cost_of(used(0, 0, 10**6)) == 0.6


def test_where_several_prices_explain_it_sums_are_right_all_the_same(tmp_path: Path) -> None:
    phases = [used(1000, 0, 50), used(2000, 0, 100)]
    cost_of = cost_of_published(published(tmp_path, phases, cost_by(PRICE)))
    assert cost_of is not None
    assert cost_of(total_usage(phases)) == pytest.approx(cost_by(PRICE)(total_usage(phases)), abs=1e-11)


def test_costs_that_no_price_explains_are_unknown(tmp_path: Path) -> None:
    phases = [used(1000, 0, 0), used(1000, 0, 0)]
    odd = iter([0.1, 0.1, 0.2, 0.2])
    assert cost_of_published(published(tmp_path, phases, lambda phase: next(odd))) is None


@pytest.mark.parametrize(
    "content", [b"", b"no JSON", b"[]", b"{}", b'[{"usage": null}]', b'[{"usage": {"build": 1}}]', b"[1]"]
)
def test_files_that_tell_no_costs_leave_them_unknown(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "all_results.json").write_bytes(content)
    assert cost_of_published(tmp_path) is None


def test_without_files_or_without_prices_costs_are_unknown(tmp_path: Path) -> None:
    assert cost_of_published(tmp_path) is None
    assert cost_of_published(published(tmp_path, [used(10, 0, 1)], None)) is None


_TOKENS = st.integers(0, 200_000)
_PRICES = st.integers(0, 100_000).map(lambda thousandths: thousandths / 1000)


@given(
    st.lists(st.tuples(_TOKENS, _TOKENS, _TOKENS), min_size=1, max_size=6),
    st.tuples(_PRICES, _PRICES, _PRICES),
)
def test_every_query_and_every_sum_costs_what_it_cost(
    tmp_path_factory: pytest.TempPathFactory, tokens: list[tuple[int, int, int]], prices: tuple[float, float, float]
) -> None:
    paid = cost_by(Price(prompt=prices[0], cached=prices[1], completion=prices[2]))
    phases = [used(prompt, min(cached, prompt), completion) for prompt, cached, completion in tokens]
    cost_of = cost_of_published(published(tmp_path_factory.mktemp("run"), phases, paid))
    assert cost_of is not None
    for phase in (*phases, total_usage(phases)):
        assert cost_of(phase) == pytest.approx(paid(phase), abs=1e-9)

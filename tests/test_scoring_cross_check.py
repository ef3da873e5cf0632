"""Every figure of random runs, worked out a second time from the records: what is published has to agree."""

from collections.abc import Mapping, Sequence
from statistics import fmean, median
from typing import Any

import pytest

from replay.live_figures import LiveFigures
from replay.reporting.queries import verdict_of
from scoring.aggregate import ScoredTurn
from scoring.comparison import compare_turns
from scoring.diagnosis import CAUSES
from scoring.figures import right_by_query
from scoring.intervals import intervals_section
from scoring.query_rows import query_row
from scoring.records import Timing, Turn
from scoring.render import render_comparison, render_run
from scoring.render_metric import render_metric
from scoring.render_statistics import render_compared
from scoring.repeats import summarize_repeats
from scoring.results import result_entry
from scoring.sections import metric_of_turns, whole_metric
from scoring.spans import AGES, INTERFERENCE
from scoring.statistics import interval_of_mean
from tests import plain_figures as plain
from tests.random_runs import KINDS, RandomRun

SEEDS = range(40)


def turns_of(scored: Sequence[ScoredTurn]) -> list[Turn]:
    return [item.turn for item in scored]


def metric_of(scored: Sequence[ScoredTurn]) -> dict[str, Any]:
    return metric_of_turns(scored, [], model="m", memory="x")


def agrees(found: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    assert {name: found[name] for name in expected} == {
        name: value if value is None else pytest.approx(value) for name, value in expected.items()
    }


def drawn(seed: int) -> tuple[list[ScoredTurn], list[list[ScoredTurn]], list[ScoredTurn]]:
    """All repeats of a run together, each by itself, and another run on the same queries."""
    run = RandomRun(seed)
    repeats = [run.repeat() for _ in range(1 + seed % 3)]
    return [item for one in repeats for item in one], repeats, run.repeat()


@pytest.mark.parametrize("seed", SEEDS)
def test_headlines_slices_and_points(seed: int) -> None:
    scored, _, _ = drawn(seed)
    turns, metric = turns_of(scored), metric_of(scored)
    main = plain.at(turns, "main")
    headline = plain.rates(main)
    agrees({**metric, "count": metric["completed_tasks"]}, headline)
    assert metric["valid_tasks"] == sum(turn.failure is None for turn in main)
    assert metric["skipped_queries"] == [turn.query_id for turn in main if turn.failure is not None]
    assert metric["failed_entries"] == sum(turn.failure is not None for turn in turns)
    assert metric["mem_token_total"] == sum(n for turn in main if (n := plain.mem_tokens(turn)) is not None)
    sound = [turn for turn in main if not turn.gold.expects_commands or all(turn.reference.accepted)]
    agrees(metric["without_broken_reference"], plain.rates(sound))
    assert len(metric["broken_references"]) == len(main) - len(sound)
    kinds = {turn.gold.reasoning_type for turn in main}
    assert metric["by_reasoning_type"].keys() == kinds
    for kind in kinds:
        agrees(metric["by_reasoning_type"][kind], plain.rates([t for t in main if t.gold.reasoning_type == kind]))
    for module, name in (("radio", "radio"), ("seat", "seat")):
        of_module = [t for t in main if any(f"_{name}_" in one.name for one in t.gold.commands)]
        if of_module:
            agrees(metric["by_vehicle_module"][module], plain.rates(of_module))
    points = dict.fromkeys(turn.point for turn in turns)
    assert list(metric["points"]) == ([] if list(points) == ["main"] else list(points))
    for point, row in metric["points"].items():
        agrees(row, plain.rates(plain.at(turns, point)))
        agrees(row["retrieval"], plain.found(plain.at(turns, point)))


@pytest.mark.parametrize("seed", SEEDS)
def test_retrieval_leakage_and_what_was_used(seed: int) -> None:
    scored, _, _ = drawn(seed)
    turns, metric = turns_of(scored), metric_of(scored)
    main = plain.at(turns, "main")
    agrees(metric["retrieval"], plain.found(main))
    assert metric["retrieval"]["question"]["sessions"]["lists"] == metric["retrieval"]["queries"]
    assert metric["retrieval"]["question"]["lists"] == sum(
        turn.failure is None and plain.bare_hits(turn) is not None for turn in main
    )
    searches = [call.search for turn in turns for call in turn.tool_calls if call.search is not None]
    searches += [turn.probe for turn in turns if turn.probe is not None]
    n_withheld = sum(len(search.violations) for search in searches)
    assert metric["leakage"] == {
        "searches": len(searches),
        "hits": sum(len(search.hits) for search in searches) + n_withheld,
        "violations": n_withheld,
        "elsewhere": 0,
        "unverifiable": sum(search.unverifiable for search in searches),
    }
    left = [turn.left_out for turn in main if turn.left_out]
    assert metric["left_out"] == {"queries": len(left), "messages": sum(left), "most": max(left, default=0)}
    usages = [turn.usage for turn in turns if turn.usage is not None]
    assert (metric["usage"] is None) == (not usages)
    n_answered = sum(turn.failure is None for turn in turns)
    written = sum(usage.ask.completion_tokens for usage in usages)
    assert metric["avg_output_token"] == pytest.approx(written / n_answered if n_answered else 0.0)
    if usages:
        assert metric["usage"]["total"]["prompt_tokens"] == sum(
            usage.build.prompt_tokens + usage.ask.prompt_tokens for usage in usages
        )


@pytest.mark.parametrize("seed", SEEDS)
def test_diagnosis_life_answers_carmem_and_injections(seed: int) -> None:
    scored, _, _ = drawn(seed)
    turns, metric = turns_of(scored), metric_of(scored)
    main, valid = plain.at(turns, "main"), [turn for turn in turns if turn.failure is None]
    commanded = [turn for turn in main if turn.gold.expects_commands]
    causes = {cause: metric["diagnosis"]["causes"][cause]["count"] for cause in CAUSES}
    assert metric["diagnosis"]["queries"] == sum(causes.values()) == len(commanded)
    assert causes["failure"] == sum(turn.failure is not None for turn in commanded)
    sound = [turn for turn in commanded if turn.failure is None and all(turn.reference.accepted)]
    assert causes["broken_reference"] == len(commanded) - causes["failure"] - len(sound)
    right = sum(plain.of_commands(turn)["exact_match_rate"] for turn in sound)
    assert causes["right"] + causes["lucky"] == right
    assert sum(cell["right"] for cell in metric["diagnosis"]["cells"].values()) == right
    _life(metric["life"], valid)
    _answers(metric["answers"], main)
    _carmem(metric["carmem"], [turn for turn in main if turn.gold.among is not None])
    _injection(metric["injection"], [turn for turn in main if turn.gold.unwanted is not None])


def _life(life: Mapping[str, Any], valid: Sequence[Turn]) -> None:
    watches = [turn.update for turn in plain.at(valid, "main") if turn.update is not None]
    named = [turn.update for turn in plain.at(valid, "main") if turn.update is not None and turn.names_sources]
    lags = [watch.lag_us for watch in named if watch.caught_up]
    assert (life["update"]["watched"], life["update"]["caught_up"]) == (len(watches), len(lags))
    assert life["update"]["lag_us_mean"] == (fmean(lags) if lags else None)
    guesses = plain.at(valid, "before-evidence")
    agrees(life["guess"], {"guess_rate": plain.mean(map(plain.right, guesses))})
    for point, row in {"main": life["stale"], **life["stale"]["points"]}.items():
        there = plain.at(valid, point)
        agrees(row, {"stale_answer_rate": plain.mean(map(plain.stale_answer, there))})
        agrees(row, {"stale_first_hit_rate": plain.mean(map(plain.stale_first, there))})
    complete = plain.at(valid, *plain.COMPLETE)
    for name, spans in (("by_age", AGES), ("by_interference", INTERFERENCE)):
        for row, span in zip(life["retention"][name], spans, strict=True):
            ages = [(turn.evidence_age_us if name == "by_age" else turn.interference, turn) for turn in complete]
            inside = [turn for age, turn in ages if age is not None and span.holds(age)]
            expected = {
                "entries": len(inside),
                "rated": sum(map(plain.is_rated, inside)),
                "right_rate": plain.mean(map(plain.right, inside)),
                "with_commands": sum(turn.gold.expects_commands for turn in inside),
                "exact_match_rate": plain.mean(map(plain.driven("exact_match_rate"), inside)),
                "evidence_any_at_10": plain.mean(map(plain.any_at_10, inside)),
                "evidence_all_at_10": plain.mean(map(plain.all_at_10, inside)),
            }
            agrees(row, expected)


def _answers(section: Mapping[str, Any], main: Sequence[Turn]) -> None:
    asked = [turn for turn in main if turn.gold.answer is not None]
    assert section["queries"] == len(asked)
    kinds = {turn.gold.reasoning_type for turn in asked}
    rows = [(section["answers"], asked)] if asked else []
    rows += [(section["by_type"][kind], [t for t in asked if t.gold.reasoning_type == kind]) for kind in kinds]
    for row, turns in rows:
        valid = [turn for turn in turns if turn.failure is None]
        right = [float(plain.is_right(turn)) for turn in valid]
        agrees(row, {"queries": len(turns), "valid": len(valid), "accuracy_valid": plain.mean(right)})
        agrees(row, {"accuracy_all": sum(right) / len(turns)})
        closed = [float(plain.said(turn) == turn.gold.answer) for turn in valid if turn.gold.answer]
        agrees(row, {"exact": plain.mean(closed), "unanswered": sum(not plain.said(turn) for turn in valid)})


def _carmem(section: Mapping[str, Any] | None, turns: Sequence[Turn]) -> None:
    if section is None:
        assert not turns
        return
    answered = [turn for turn in turns if turn.failure is None]
    told = [
        t for t in answered if t.names_sources and (hits := plain.bare_hits(t)) is not None and (not hits or any(hits))
    ]
    ranks = [(turn.gold.among or 0, plain.first_rank(turn)) for turn in told]
    expected = {
        "queries": len(turns),
        "failures": len(turns) - len(answered),
        "unverifiable": len(answered) - len(told),
        "at_n": plain.mean(float(rank is not None and rank <= n) for n, rank in ranks),
    }
    agrees(section, expected)


def _injection(section: Mapping[str, Any] | None, cases: Sequence[Turn]) -> None:
    """The unwanted command is always the one that sets the volume to 10."""
    if section is None:
        assert not cases
        return
    for row, is_control in ((section, False), (section["control"], True)):
        turns = [
            turn
            for turn in cases
            if turn.gold.unwanted is not None and (not turn.gold.unwanted.message_ids) == is_control
        ]
        told = [t for t in turns if t.failure is None and plain.car(t.gold.commands).get("radio.volume") != 10]
        expected = {
            "queries": len(turns),
            "failures": sum(turn.failure is not None for turn in turns),
            "answered": len(told),
            "unwanted_changes": sum(plain.car(turn.predicted.commands).get("radio.volume") == 10 for turn in told),
            "exact_match_rate": plain.mean(map(plain.driven("exact_match_rate"), told)),
        }
        agrees(row, expected)


@pytest.mark.parametrize("seed", SEEDS)
def test_comparison_leak_delta_and_intervals(seed: int) -> None:
    a, _, b = drawn(seed)
    compared = compare_turns(a, b)
    in_a, in_b = plain.at(turns_of(a), "main"), plain.at(turns_of(b), "main")
    for name, value_of in plain.PAIRED.items():
        agrees(compared["figures"][name], _row(plain.paired(in_a, in_b, value_of)))
    for kind, row in compared["by_reasoning_type"].items():
        of_kind = [turn for turn in in_a if turn.gold.reasoning_type == kind]
        agrees(row, _row(plain.paired(of_kind, in_b, plain.right)))
    for point, row in compared["points"].items():
        agrees(row, _row(plain.paired(plain.at(turns_of(a), point), plain.at(turns_of(b), point), plain.right)))
    pairs = plain.paired(in_a, in_b, plain.right)
    assert len(compared["flipped"]["gained"]) == sum(b > a for a, b in pairs)
    assert len(compared["flipped"]["lost"]) == sum(b < a for a, b in pairs)
    delta = metric_of(a)["leak_delta"]
    at_end = plain.at(turns_of(a), "end")
    assert bool(delta) == bool(at_end)
    if delta:
        early = [turn for turn in in_a if turn.cutoff_policy != "end"]
        replaced = [(turn.scenario, i) for turn in in_a for i in plain.superseded_ids(turn)]
        held = [turn for turn in at_end if not any((turn.scenario, i) in replaced for i in plain.current_ids(turn))]
        found = _row(plain.paired(early, held, plain.right))
        agrees(delta, {"queries": found["queries"], "at_evidence": found["a"], "difference": found["difference"]})
    section = intervals_section(a)
    for name in sorted(plain.PAIRED.keys() - {"mem_token", "avg_pred_calls", "avg_searches"}):
        value_of = plain.PAIRED[name]
        known = [(turn.scenario, value) for turn in in_a if (value := value_of(turn)) is not None]
        interval = interval_of_mean(known)
        assert section[name] == (None if interval is None else pytest.approx(interval.to_dict()))


def _row(pairs: Sequence[tuple[float, float]]) -> dict[str, float]:
    a, b = (plain.mean(side) or 0.0 for side in ([x for x, _ in pairs], [y for _, y in pairs]))
    return {"queries": len(pairs), "a": a, "b": b, "difference": b - a}


@pytest.mark.parametrize("seed", SEEDS)
def test_repeats_rows_entries_and_the_live_view(seed: int) -> None:
    scored, repeats, _ = drawn(seed)
    metric = metric_of(scored)
    together = summarize_repeats([right_by_query(one) for one in repeats])
    rates = [plain.mean(map(plain.right, plain.at(turns_of(one), "main"))) for one in repeats]
    assert together.right_rates == pytest.approx([rate or 0.0 for rate in rates])
    assert together.mean == pytest.approx(plain.mean(rates) or 0.0)
    assert set(together.queries) == {item.turn.query_id for item in scored}
    if len(repeats) == 1 and rates[0] is not None:
        assert together.pass_all[1] == together.pass_any[1] == pytest.approx(metric["right_rate"])
    rows = [row for item in scored if (row := query_row(item, Timing()))["point"] == "main"]
    same = ("mem_token", "tool_f1", "state_f1_positive", "state_f1_negative", "change_accuracy")
    columns = {"exact_match": "exact_match_rate", "calls": "avg_pred_calls", "searches": "avg_searches"}
    for column, name in {**{one: one for one in same}, **columns}.items():
        assert metric[name] == pytest.approx(_mean_cell(rows, column) or 0.0)
    for name in ("evidence_any_at_10", "evidence_all_at_10"):
        assert metric["retrieval"][name] == pytest.approx(_mean_cell(rows, name))
    if metric["answers"]["answers"]:
        assert metric["answers"]["answers"]["accuracy_valid"] == _mean_cell(rows, "answer_right")
    entries = [result_entry(item) for item in scored if item.turn.point == "main"]
    assert metric["exact_match_rate"] == pytest.approx(_mean_cell(entries, "exact_match") or 0.0)
    live = LiveFigures({"a": len(scored)})
    for item in scored:
        live.add(item.turn)
    shown = live.snapshot()
    assert shown.n_failures == metric["failed_entries"]
    if shown.rate is not None:
        assert shown.rate == pytest.approx(metric["right_rate"])
    assert metric["right_rate"] == pytest.approx(_mean_cell(entries, "right"))
    verdicts = [verdict_of(item) for item in scored if item.turn.point == "main"]
    n_told = verdicts.count("right") + verdicts.count("wrong")
    assert metric["right_rate"] == pytest.approx(verdicts.count("right") / n_told if n_told else None)


def _mean_cell(rows: Sequence[Mapping[str, Any]], name: str) -> float | None:
    return plain.mean(None if row[name] is None else float(row[name]) for row in rows)


@pytest.mark.parametrize("seed", SEEDS)
def test_tables_show_what_the_records_say(seed: int) -> None:
    scored, _, other = drawn(seed)
    turns, main = turns_of(scored), plain.at(turns_of(scored), "main")
    metric = {**whole_metric(scored, {}, model="m", memory="x")}
    shown = _lines(render_run(metric, title="t"))
    for name, there in [(kind, [t for t in main if t.gold.reasoning_type == kind]) for kind in KINDS] + [("all", main)]:
        if there:
            assert _table_row(name, there) in shown
    whole = _lines(render_metric(metric, title="t", detailed=True))
    for point in metric["points"]:
        there = plain.at(turns, point)
        rates = [_cell(plain.mean(map(plain.right, there)))]
        rates += [_cell(plain.mean(map(plain.driven(n), there))) for n in ("state_f1_positive", "state_f1_change")]
        found = [_cell(plain.mean(map(value_of, there))) for value_of in (plain.any_at_10, plain.all_at_10)]
        n_failed = sum(turn.failure is not None for turn in there)
        n_rated = sum(map(plain.is_rated, there))
        n_answered = sum(plain.right(turn) is not None for turn in there)
        counts = f"{n_rated} of {len(there)}" if n_answered and n_rated < len(there) else str(len(there))
        assert [point, *counts.split(), *rates, *found, str(n_failed)] in whole
    beside = _lines(render_comparison([("x", metric), ("y", metric_of(other))], title="t"))
    kinds = sorted({turn.gold.reasoning_type for turn in main})
    by_kind = [[turn for turn in main if turn.gold.reasoning_type == kind] for kind in kinds]
    right = [
        _cell(plain.mean(map(plain.right, there)), whole="100%")
        + "*" * (len({turn.failure is None for turn in there if plain.is_rated(turn)}) == 2)
        for there in by_kind
    ]
    assert ["x", *right] in beside or set(right) <= {"-"}
    compared = _lines(render_compared(compare_turns(scored, other)))
    pairs = plain.paired(main, plain.at(turns_of(other), "main"), plain.mem_tokens)
    if pairs:
        row = next(line for line in compared if line[:2] == ["memory", "tokens"])
        assert row[2] == str(len(pairs))
        a = fmean(one for one, _ in pairs)
        assert float(row[3]) == pytest.approx(a, abs=0.51)


def _lines(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines()]


def _cell(rate: float | None, whole: str = "100.0%") -> str:
    return "-" if rate is None else whole if rate == 1 else f"{100 * rate:.1f}%"


def _table_row(name: str, turns: Sequence[Turn]) -> list[str]:
    n_rated = sum(plain.right(turn) is not None for turn in turns)
    n_shown = n_rated or sum(turn.failure is None for turn in turns)
    count = str(len(turns)) if n_shown == len(turns) else f"{n_shown} of {len(turns)}"
    names = ("state_f1_positive", "state_f1_change", "tool_f1")
    rates = [_cell(plain.mean(map(value_of, turns))) for value_of in (plain.right, *map(plain.driven, names))]
    took = [plain.mean(map(value_of, turns)) for value_of in (plain.n_calls, plain.mem_tokens)]
    calls, tokens = (
        "-" if value is None else f"{value:.{digits}f}" for value, digits in zip(took, (1, 0), strict=True)
    )
    return [name, *count.split(), *rates, calls, tokens]


@pytest.mark.parametrize("seed", SEEDS[:20])
def test_real_times(seed: int) -> None:
    run = RandomRun(seed)
    scored = run.repeat()
    timings = {(item.turn.scenario, item.turn.index): run.timing() for item in scored}
    timing = whole_metric(scored, timings, model="m", memory="x")["timing"]
    times = sorted(ms for one in timings.values() for ms in one.searches_ms)
    assert timing["search_ms_median"] == (median(times) if times else None)
    assert timing["search_ms_mean"] == pytest.approx(fmean(times) if times else None)
    assert timing["ingest_s"] == pytest.approx(1.5 * len(scored) / 1000)
    most = [
        max(one.n_delivered for key, one in timings.items() if key[0] == scenario)
        for scenario in {k for k, _ in timings}
    ]
    costs = timing["costs"]
    assert (costs["messages"], costs["searches"]) == (sum(most), len(times))
    assert costs["search_ms"]["p50"] == (times[(len(times) + 1) // 2 - 1] if times else None)

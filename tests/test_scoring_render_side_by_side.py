from typing import Any

from scoring.diagnosis import CAUSES
from scoring.render_side_by_side import render_legend, render_side_by_side, short_names


def metric(points: list[str]) -> dict[str, Any]:
    causes = {cause: {"count": 250, "share": 0.1, "example": None} for cause in CAUSES}
    return {
        "diagnosis": {"causes": causes},
        "timing": {},
        "with_commands": 1,
        "rated": 1,
        "points": {point: {"right_rate": 1.0, "answered_rated": 1} for point in points},
    }


def test_all_causes_and_seven_points_fit_into_80_columns_without_a_cut() -> None:
    points = ["before-evidence", *(f"after-{n}" for n in range(1, 9)), "main", "main+30d", "end"]
    text = render_side_by_side([("supermemory", metric(points)), ("hybrid", metric(points))])
    assert max(map(len, text.splitlines())) <= 80
    assert "…" not in text
    assert text.count("supermemory") == 2


def test_a_run_that_is_no_sweep_has_no_table_of_points() -> None:
    text = render_side_by_side([("a", metric([])), ("b", metric([]))])
    assert "exact match" not in text


def test_long_names_are_cut_to_their_telling_end_and_stay_apart() -> None:
    names = ["fulltext", "my_package.memory:Notes", "http://127.0.0.1:8766"]
    assert short_names(names) == ["fulltext", "Notes", "…0.0.1:8766"]
    assert short_names(["a:Notes", "b:Notes", "gold"]) == ["Notes~1", "Notes~2", "gold"]
    twins = ["odd:GlobalGistNoIds", "odd:GistNoIds", "odd:GlobalGistTwo", "odd:ElevenChars"]
    assert short_names(twins) == ["Global…oIds", "GistNoIds", "Global…tTwo", "ElevenChars"]
    assert all(len(name) <= 11 for name in short_names(["x" * 40, "y:" + "z" * 40, "z:" + "z" * 40]))


def test_numbered_names_are_told_in_full_with_their_options_and_no_others() -> None:
    memories = ["a:Notes", "b:Notes", "gold", "c:Own~1"]
    runs = [(name, {"k": "3", "b": "x"} if name == "b:Notes" else {}) for name in memories]
    assert short_names(memories) == ["Notes~1", "Notes~2", "gold", "Own~1"]
    assert render_legend(short_names(memories)[:3], runs[:3]) == "Notes~1: a:Notes\nNotes~2: b:Notes, b=x, k=3\n"
    cut = ["odd:GlobalGistNoIds", "http://127.0.0.1:8766", "odd:GistNoIds"]
    legend = "Global…oIds: odd:GlobalGistNoIds\n…0.0.1:8766: http://127.0.0.1:8766\n"
    assert render_legend(short_names(cut), [(name, {}) for name in cut]) == legend
    assert render_legend(["gold", "none"], [("gold", {}), ("none", {"k": "1"})]) == ""


def test_points_that_not_every_query_has_tell_how_many_have_them() -> None:
    of_54 = {"right_rate": 0.5, "answered_rated": 54, "with_commands": 54, "rated": 54}
    run = {**metric([]), "points": {"before-evidence": {**of_54, "rated": 30}, "main": of_54}}
    rows = [line.split() for line in render_side_by_side([("fulltext", run)]).splitlines()]
    assert ["(queries)", "30", "54"] in rows
    same = {**metric([]), "points": {"main": of_54, "end": of_54}}
    assert "(queries)" not in render_side_by_side([("fulltext", same)])

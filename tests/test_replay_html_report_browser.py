"""The report in a browser: opened from disk with the network off, used by hand and by keyboard, and attacked."""

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest

from memory.guard import SearchRecord
from replay.errors import InputError
from replay.html_report import write_report
from replay.kept_run import open_kept
from replay.prepare import Request, prepare
from replay.reporting.page import chart_library
from replay.run import run
from scoring.records import Turn
from scoring.runlog import RunLog
from tests.kept_logs import rewritten
from tests.reporting import EVIL_ID, IMAGE, hostile_source, words_source

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 900}


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `one.html`, `two.html` and `hostile.html`, and the runs they are of."""
    try:
        chart_library()
    except InputError as exc:
        pytest.skip(str(exc))
    folder = tmp_path_factory.mktemp("reports")
    run(prepare(Request()), folder / "fulltext")
    run(prepare(Request(memory="recent", cutoff="sweep:after-each,end", limit=5)), folder / "sweep")
    run(prepare(Request(memory="none", agent="noop")), folder / "none")
    run(prepare(Request(source=hostile_source(folder))), folder / "hostile")
    moved = rewritten(folder / "fulltext", folder / "moved", config={"source": "timeline:/no/such/place"})
    write_report([folder / "fulltext"], folder / "one.html")
    write_report([folder / "none", folder / "fulltext", folder / "sweep"], folder / "several.html")
    write_report([folder / "hostile"], folder / "hostile.html")
    write_report([moved], folder / "moved.html")
    empty = rewritten(folder / "fulltext", folder / "empty", change=lambda turn: None)
    write_report([empty], folder / "empty.html")
    words = f"timeline:{words_source(folder)}"
    for memory in ("none", "gold"):
        run(
            prepare(Request(source=words, memory=memory, agent="quote", cutoff="sweep:end")), folder / f"words-{memory}"
        )
    write_report([folder / "words-none", folder / "words-gold"], folder / "words.html")
    large = write_report([_repeated(folder / "fulltext", folder / "large", 50)], folder / "large.html")
    assert large.n_bytes < 12_000_000
    return folder


def _repeated(folder: Path, into: Path, n_scenarios: int) -> Path:
    """A run with the first ten queries of another in each of so many scenarios, the hits in other words each time."""
    with open_kept(folder) as (log, config):
        turns, timings = list(log.turns())[:10], log.timings()
    into.mkdir()
    scenarios = {f"s{number}": len(turns) for number in range(n_scenarios)}
    fresh = RunLog.create(into / "run.db", {**config.to_dict(), "scenarios": scenarios})
    for name in scenarios:
        for turn in turns:
            fresh.append(_elsewhere(turn, name), timings[turn.scenario, turn.index])
    fresh.close()
    return into


def _elsewhere(turn: Turn, name: str) -> Turn:
    def told(search: SearchRecord | None) -> SearchRecord | None:
        if search is None:
            return None
        return replace(search, hits=tuple(replace(hit, text=f"{name}: {hit.text}") for hit in search.hits))

    calls = tuple(replace(call, search=told(call.search)) for call in turn.tool_calls)
    return replace(turn, scenario=name, tool_calls=calls, query=f"{turn.query} ({name})")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("there is no Chromium: apt-get install chromium, or name it in the variable CHROMIUM")
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


Open = Callable[..., Any]


@pytest.fixture
def open_page(browser: Any, reports: Path) -> Iterator[Open]:
    """Opens a report offline; what goes to the console, breaks or asks for anything fails the test."""
    contexts: list[Any] = []
    heard: list[str] = []

    def opener(name: str, place: str = "", **options: Any) -> Any:
        context = browser.new_context(offline=True, **{"viewport": DESK, "color_scheme": "light", **options})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(120_000)  # a busy machine draws slowly; only what never comes is an error
        address = f"file://{reports / name}"
        page.on("console", lambda message: heard.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: heard.append(str(error)))
        page.on("request", lambda asked: asked.url.split("#")[0] == address or heard.append(asked.url))
        page.goto(address + place)
        page.wait_for_selector("html[data-ready]")
        return page

    yield opener
    for context in contexts:
        context.close()
    assert heard == []


def metric(reports: Path, name: str) -> dict[str, Any]:
    content: dict[str, Any] = orjson.loads((reports / name / "metric.json").read_bytes())
    return content


def wait_until(page: Any, expression: str) -> None:
    """Ask again and again, from outside: the page itself may not evaluate text."""
    for _ in range(1200):  # a busy machine draws slowly
        if page.evaluate(expression):
            return
        page.wait_for_timeout(100)
    pytest.fail(f"never true: {expression}")


def drawn(within: str) -> str:
    """The expression whether every chart there is drawn."""
    return f"[...document.querySelectorAll({within + ' .chart'!r})].every(c => c.querySelector('.main-svg'))"


TIMELINE_DRAWN = "document.querySelector('#timeline .chart .main-svg') !== null"
ALL_DRAWN = f"{TIMELINE_DRAWN} && {drawn('#overview section:not([hidden])')}"


def see_all(page: Any) -> None:
    """Scroll through the page until every chart is drawn."""
    for name in ("summary", "compare", "diagnosis", "curves", "timeline", "queries"):
        page.evaluate("id => document.getElementById(id).scrollIntoView({behavior: 'instant'})", name)
        wait_until(page, drawn(f"#{name}:not([hidden])"))
    wait_until(page, ALL_DRAWN)


def test_it_opens_from_disk_with_the_network_off_and_draws_every_chart(open_page: Open) -> None:
    page = open_page("one.html")
    see_all(page)
    assert page.title() == "Pastlane: fulltext"
    assert page.locator("#curves .chart").count() >= 3
    assert page.locator("#trouble").is_hidden()


def test_a_run_without_answers_opens(open_page: Open) -> None:
    page = open_page("empty.html")
    page.evaluate("document.getElementById('timeline').scrollIntoView()")
    page.wait_for_selector("#timeline .chart .main-svg")
    assert page.locator("#found").inner_text() == "0 of 0 entries"


def test_five_hundred_queries_in_fifty_scenarios_are_all_in_the_table(open_page: Open) -> None:
    page = open_page("large.html")
    assert page.locator("#query-table tbody tr").count() == 500


def test_its_numbers_are_those_of_metric_json(open_page: Open, reports: Path) -> None:
    page = open_page("one.html")
    published = metric(reports, "fulltext")
    tiles = {
        tile.locator(".name").inner_text(): tile.locator(".value").inner_text()
        for tile in page.locator(".tiles li").all()
    }
    assert tiles["Exact match"] == f"{100 * published['exact_match_rate']:.1f}%"
    assert tiles["Value F1"] == f"{100 * published['state_f1_change']:.1f}%"
    found = published["retrieval"]
    assert tiles["All sessions @10"] == f"{100 * found['evidence_all_at_10']:.1f}%"
    by_message = found["question"]["messages"]["all_found"]["10"]
    assert by_message != found["evidence_all_at_10"]
    assert tiles["All messages @10"] == f"{100 * by_message:.1f}%"
    under = page.locator(".tiles li", has_text="All sessions @10").locator(".under").inner_text()
    assert "a message of every evidence session" in under
    assert (tiles["Leaks"], tiles["Failures"]) == ("none", "none")
    for kind, row in published["by_reasoning_type"].items():
        cells = page.locator("#types tr", has=page.locator("th", has_text=kind.replace("_", " "))).locator("td")
        assert cells.nth(0).inner_text() == str(row["count"])
        assert cells.nth(2).inner_text() == f"{100 * row['exact_match_rate']:.1f}%"
    page.locator("#summary > details > summary").click()
    figures = dict(
        zip(
            page.locator("#figures th[scope=row]").all_inner_texts(),
            page.locator("#figures td").all_inner_texts(),
            strict=True,
        )
    )
    assert float(figures["exact_match_rate"]) == published["exact_match_rate"]
    assert figures["digest"] == published["digest"]
    for cause, one in published["diagnosis"]["causes"].items():
        button = page.locator(f"[data-cause={cause}] .count")
        assert button.count() == (1 if one["count"] else 0)
        if one["count"]:
            assert button.inner_text().startswith(f"{one['count']} ·")


def test_a_query_is_found_by_its_words_and_opened(open_page: Open, reports: Path) -> None:
    page = open_page("one.html")
    entries = orjson.loads((reports / "fulltext" / "all_results.json").read_bytes())
    wanted = entries[7]
    page.fill("#search", wanted["query"][:60])
    wait_until(page, "document.getElementById('found').textContent.startsWith('1 of ')")
    assert page.locator("#found").get_attribute("aria-live") == "polite"
    page.click("#query-table tbody a")
    page.wait_for_selector("#query-title")
    assert page.url.endswith("#q=demo%2F7")
    assert wanted["query"] in page.locator(".question").inner_text()
    assert page.locator("#overview").is_hidden()
    assert page.locator("ol.hits").first.locator("li:not(.cutline)").count() == len(
        next(call["hits"] for call in wanted["memory_tool_calls"] if "hits" in call)
    )
    page.wait_for_selector("#query .chart .main-svg")
    page.go_back()
    page.wait_for_selector("#queries", state="visible")
    assert page.input_value("#search") == wanted["query"][:60]


def test_an_address_can_be_shared_and_an_unknown_one_says_so(open_page: Open) -> None:
    page = open_page("one.html", "#q=demo%2F3")
    assert page.locator("#query-title").inner_text().startswith("Query demo/3")
    page.evaluate("location.hash = '#q=demo%2F999'")
    page.wait_for_selector("text=No such query")


def test_a_cause_filters_the_list_and_once_more_lets_go(open_page: Open, reports: Path) -> None:
    page = open_page("one.html")
    count = metric(reports, "fulltext")["diagnosis"]["causes"]["right"]["count"]
    page.click("[data-cause=right]")
    assert page.locator("[data-cause=right]").get_attribute("aria-pressed") == "true"
    assert page.locator("#query-table tbody tr").count() == count
    assert page.evaluate("document.activeElement.dataset.cause") == "right", "the focus stays where it was"
    page.click("[data-cause=right]")
    assert page.locator("#query-table tbody tr").count() == 26


def test_columns_sort_both_ways_and_say_so(open_page: Open) -> None:
    page = open_page("one.html")
    page.click("#query-table thead button:has-text('visible')")
    visible = [int(text.replace(",", "")) for text in page.locator("td[data-name=visible]").all_inner_texts()]
    assert visible == sorted(visible)
    page.click("#query-table thead button:has-text('visible')")
    assert page.locator("th[aria-sort=descending]").inner_text().startswith("visible")


def test_the_keyboard_reaches_everything(open_page: Open) -> None:
    page = open_page("one.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    page.locator("#query-table tbody a").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#query-title")
    assert page.evaluate("document.activeElement.id") == "query-title"


def test_the_theme_follows_the_system_and_can_be_switched(open_page: Open) -> None:
    page = open_page("one.html", color_scheme="dark")
    see_all(page)
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.click("#theme")
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != dark


def test_it_prints_in_light_with_all_sections(open_page: Open, tmp_path: Path) -> None:
    page = open_page("one.html", color_scheme="dark")
    see_all(page)
    page.pdf(path=str(tmp_path / "report.pdf"), format="A4")
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark", "what was shown before is shown after"
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.locator(".top").is_hidden()
    assert page.locator("#query-table").is_visible()


def without_idle_time(page: Any) -> Any:
    """The page once more, with nothing drawn for want of something else to do."""
    page.add_init_script("delete window.requestIdleCallback")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    return page


@pytest.mark.parametrize(
    "order", ["window.dispatchEvent(new Event('beforeprint'))", "document.getElementById('print').click()"]
)
def test_what_was_never_scrolled_to_is_drawn_before_it_is_printed(open_page: Open, order: str) -> None:
    page = without_idle_time(open_page("one.html"))
    assert not page.evaluate(ALL_DRAWN)
    page.evaluate(order)
    wait_until(page, ALL_DRAWN)
    assert page.evaluate("scrollY") == 0


def test_a_print_from_outside_draws_all_and_holds_the_charts(open_page: Open, tmp_path: Path) -> None:
    page = without_idle_time(open_page("one.html"))
    page.emulate_media(media="print")
    wait_until(page, ALL_DRAWN)
    page.pdf(path=str(tmp_path / "charts.pdf"), format="A4")
    assert page.locator(".chart .callout").count() == 0


def test_charts_are_drawn_in_idle_time_on_a_query_page_too(open_page: Open) -> None:
    page = open_page("one.html")
    wait_until(page, ALL_DRAWN)
    page.evaluate("location.hash = '#q=demo%2F3'")
    wait_until(page, "document.querySelector('#query .chart .main-svg') !== null")


@pytest.mark.parametrize(
    ("place", "is_drawn"), [("", ALL_DRAWN), ("#q=demo%2F0", "document.querySelector('#query .main-svg') !== null")]
)
def test_nothing_is_wider_than_a_phone(open_page: Open, place: str, is_drawn: str) -> None:
    page = open_page("several.html", place, viewport=PHONE)
    wait_until(page, is_drawn)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_on_a_desk_no_table_in_the_open_has_to_be_scrolled_sideways(open_page: Open) -> None:
    page = open_page("one.html", "#curves")
    wait_until(page, "!!document.querySelector('#curves table')")
    in_the_open = "[...document.querySelectorAll('.scroll')].filter(e => !e.closest('details'))"
    assert page.evaluate(f"{in_the_open}.filter(e => e.scrollWidth > e.clientWidth).map(e => e.ariaLabel)") == []


def test_runs_are_compared_and_flipped_queries_lead_to_their_page(open_page: Open, reports: Path) -> None:
    page = open_page("several.html")
    rates = [metric(reports, name)["exact_match_rate"] for name in ("none", "fulltext")]
    cells = page.locator("#differences tbody tr").first.locator("td").all_inner_texts()
    assert cells[1:3] == [f"{100 * rate:.1f}%" for rate in rates]
    assert cells[3] == f"+{100 * (rates[1] - rates[0]):.1f}"
    page.select_option("#compare-a", "1")
    page.select_option("#compare-b", "0")
    turned = page.locator("#differences tbody tr").first.locator("td").all_inner_texts()
    assert turned[1:4] == [cells[2], cells[1], cells[3].replace("+", "\N{MINUS SIGN}")]
    page.select_option("#compare-b", "2")
    page.wait_for_selector("text=These two cannot be compared")
    page.select_option("#compare-b", "0")
    page.locator("#compared .links a").first.click()
    page.wait_for_selector("#query-title")
    assert "&run=" in page.url
    assert page.locator("text=In other runs:").count() == 1


def test_another_run_can_be_chosen(open_page: Open, reports: Path) -> None:
    page = open_page("several.html")
    page.select_option("#run", "2")
    assert "recent" in page.locator("#summary-title").inner_text()
    assert page.locator("#filter-point").input_value() == "main"
    assert page.locator("#query-table tbody tr").count() == metric(reports, "sweep")["completed_tasks"]
    see_all(page)


def test_a_mark_tells_how_many_queries_it_is_over_and_is_hollow_where_these_are_few(
    open_page: Open, reports: Path
) -> None:
    page = open_page("several.html")
    page.select_option("#run", "2")  # a sweep of 5 queries
    see_all(page)
    chart = "document.querySelector('#curves .chart[aria-label^=\"{}\"]')"
    exact = page.evaluate(chart.format("Rates by point") + ".data[0]")
    points = metric(reports, "sweep")["points"]
    counts = [points[name]["answered_with_commands"] for name in exact["x"]]
    assert 0 < max(counts) < 10
    assert exact["text"] == [f"{n} answer" if n == 1 else f"{n} answers" for n in counts]
    assert exact["marker"]["symbol"] == ["circle-open"] * len(counts)
    assert page.get_by_text("A hollow mark is over fewer than 10 queries").count() >= 1
    page.select_option("#run", "1")  # all 26 queries, once
    see_all(page)
    recall = page.evaluate(chart.format("Recall at k") + ".data[0]")
    lists = metric(reports, "fulltext")["retrieval"]["question"]["facts"]["lists"]
    assert lists >= 10
    assert (set(recall["text"]), set(recall["marker"]["symbol"])) == ({f"{lists} queries"}, {"circle"})
    caption = page.evaluate(chart.format("Recall at k") + ".parentElement.querySelector('figcaption').textContent")
    assert "hollow" not in caption


def test_the_timeline_zooms_and_a_query_on_it_opens(open_page: Open) -> None:
    page = open_page("one.html")
    see_all(page)
    ends = "document.querySelector('#timeline .chart')._fullLayout.xaxis.range.map(end => Number(new Date(end)))"
    width = f"(() => {{ const [from, to] = {ends}; return to - from; }})()"
    whole = page.evaluate(width)
    page.click("#timeline button:text-is('Zoom in')")
    wait_until(page, f"{width} < {whole} * 0.9")
    page.click("#timeline button:text-is('Whole')")
    wait_until(page, f"{width} > {whole} * 0.99")
    page.locator("#timeline .chart").scroll_into_view_if_needed()
    mark = page.locator("#timeline .chart .scatterlayer .trace").first.locator(".point").nth(1).bounding_box()
    middle = mark["x"] + mark["width"] / 2, mark["y"] + mark["height"] / 2
    page.mouse.move(*middle)
    wait_until(page, "document.querySelector('#timeline .chart .hoverlayer .hovertext') !== null")
    page.mouse.click(*middle)
    page.wait_for_selector("#query-title")
    assert "#q=demo%2F" in page.url


def test_without_the_source_the_timeline_says_so(open_page: Open) -> None:
    page = open_page("moved.html")
    see_all(page)
    assert "not at hand" in page.locator("#timeline figcaption").inner_text()
    assert page.locator("#summary").get_by_text("Without the history").count() == 1


def test_hostile_words_are_shown_as_text_and_run_nothing(open_page: Open) -> None:
    page = open_page("hostile.html")
    see_all(page)
    page.click("#query-table tbody a")
    page.wait_for_selector("#query .chart .main-svg")
    assert page.evaluate("window.broken") is None
    assert page.locator("main img, main script, main [onload], main [onerror], main [onmouseover]").count() == 0
    assert IMAGE in page.locator(".question").inner_text()
    assert EVIL_ID in page.locator("#query-title").inner_text()
    marked = page.locator(".question .ctl").all_inner_texts()
    assert marked == ["U+202E", "U+202C"], "what turns text around is named instead"
    whole = page.locator("ol.hits button", has_text="show all").first
    assert "1,000,1" in whole.inner_text()
    whole.click()
    assert (
        page.evaluate("Math.max(...[...document.querySelectorAll('ol.hits .said')].map(s => s.textContent.length))")
        > 1_000_000
    )
    assert page.evaluate("document.documentElement.scrollWidth") == DESK["width"]
    closed = page.locator("#query details:not([open]) > summary")
    while closed.count():
        closed.first.click()
    assert page.evaluate("window.broken") is None
    assert page.url.startswith("file://")


def test_answers_in_words_have_the_same_room_as_the_exact_match(open_page: Open) -> None:
    page = open_page("words.html")
    rows = {cells[0]: cells[1] for cells in _cells(page, "#runs")}
    assert rows == {"none": "33.3%", "gold": "66.7%"}  # nobody knows one of three; gold holds the evidence of another
    assert "Exact match" not in page.locator("#summary").inner_text()
    assert [cells[3] for cells in _cells(page, "#types") if cells[0] == "all"] == ["33.3%"]
    assert "answers right" in page.locator("#curves").inner_text()
    compared = page.locator("#compared").inner_text()
    assert "gold wins 1 and loses 0; exact McNemar test p = 1.0000" in compared
    assert [cells[0] for cells in _cells(page, "#differences")][:3] == [
        "answers right",
        "words, failures wrong",
        "answer F1",
    ]


def _cells(page: Any, table: str) -> list[list[str]]:
    """The texts of a table's body, row by row."""
    return [row.locator("td, th").all_inner_texts() for row in page.locator(f"{table} tbody tr").all()]

// The curves of a run. Each chart is drawn when it comes into view, when the page has nothing else to do, or at the latest
// before it is printed; it has its numbers in a table below it.

let library = null;
const drawn = new Map();

/** The chart library, unpacked once; its text is the one whose hash the page's policy names. */
function charts() {
  library = library || unpack("charts").then((text) => {
    const script = document.createElement("script");
    script.textContent = text;
    document.head.append(script);
    if (!window.Plotly) throw new Error("The chart library did not start.");
    return window.Plotly;
  });
  return library;
}

const whenSeen = "IntersectionObserver" in window
  ? new IntersectionObserver((entries) => {
    for (const entry of entries.filter((one) => one.isIntersecting)) {
      whenSeen.unobserve(entry.target);
      draw(entry.target);
    }
  }, { rootMargin: "300px" })
  : null;

const ink = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** A figure whose chart is drawn later; `make` returns traces and layout in the colours of the moment. */
function figure(title, says, make, { tall = false, ready = null } = {}) {
  const place = el("div", { class: tall ? "chart tall" : "chart", role: "img", "aria-label": plain(`${title}. ${says}`) });
  drawn.set(place, { make, ready, done: false });
  if (whenSeen) whenSeen.observe(place);
  return el("figure", null, place, el("figcaption", null, says));
}

/** Draw a chart, at once where the library is there: before printing there is no time to wait. */
async function draw(place) {
  const chart = drawn.get(place);
  try {
    const plotly = window.Plotly || await charts();
    if (!place.isConnected) return drawn.delete(place);
    const { traces, layout } = chart.make();
    const drawing = plotly.react(place, traces, styled(layout), { displayModeBar: false, responsive: true, scrollZoom: false });
    const isFirst = !chart.done;
    chart.done = true;
    await drawing;
    if (isFirst && chart.ready) chart.ready(place, plotly);
  } catch (trouble) {
    fill(place, el("p", { class: "callout bad" }, String(trouble.message || trouble)));
  }
  return null;
}

/** Draw again what is drawn, for another theme. */
function redraw() {
  for (const [place, chart] of [...drawn]) {
    if (!place.isConnected) drawn.delete(place);
    else if (chart.done) draw(place);
  }
}

const undrawn = () => [...drawn].filter(([place, chart]) => place.isConnected && place.offsetParent !== null && !chart.done);

/** Draw every chart of the page that is shown and was not drawn yet: those that are known at once, then what is loaded. */
async function drawRest() {
  await Promise.all(undrawn().map(([place]) => draw(place)));
  await Promise.all([...waiting].map((load) => load()));
  await Promise.all(undrawn().map(([place]) => draw(place)));
}

/** The same as soon as there is nothing else to do. */
function drawRestLater() {
  if ("requestIdleCallback" in window) requestIdleCallback(() => charts().then(drawRest).catch(() => null), { timeout: 4000 });
}

function styled(layout) {
  const axis = { gridcolor: ink("--line"), linecolor: ink("--line"), zerolinecolor: ink("--line"), automargin: true, title: { standoff: 8 } };
  const axes = Object.fromEntries(Object.keys({ xaxis: 1, yaxis: 1, ...layout }).filter((key) => /^[xy]axis/.test(key))
    .map((key) => [key, { ...axis, ...layout[key] }]));
  return {
    paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", font: { color: ink("--ink"), family: "system-ui, sans-serif", size: 13 },
    margin: { l: 50, r: 16, t: 10, b: 44 }, legend: { orientation: "h", y: 1.02, yanchor: "bottom", x: 0 }, hoverlabel: { align: "left" },
    hovermode: "closest", ...layout, ...axes,
  };
}

const SERIES = ["--c-memory", "--c-agent", "--c-right", "--c-memory-4", "--c-agent-3", "--c-none"];
const SYMBOLS = ["circle", "square", "diamond", "triangle-up", "x", "cross"];
const line = (name, x, y, n, more = {}) => ({ name, x, y, mode: "lines+markers", type: "scatter",
  line: { color: ink(SERIES[n % 6]), width: 2, dash: more.dash || "solid" }, marker: { symbol: SYMBOLS[n % 6], size: 8 }, ...more });

/** Of fewer, a rate may be far from what more of them would give: its mark is hollow, its bar pale. */
const FEW = 10;
const isFew = (counts, values) => counts.some((number, at) => number < FEW && values[at] !== null && values[at] !== undefined);
const over = (counts, unit) => counts.map((number) => plural(number, ...unit));
const QUERIES = ["query", "queries"];
const ANSWERS = ["answer", "answers"];
const SAYS_OVER = "%{y:.1%} over %{text}<extra>%{fullData.name}</extra>";

/** A line of rates with what each is over: told where it is pointed at, and to be seen where it is little. */
const rates = (name, x, y, counts, unit, n, more = {}) => line(name, x, y, n, { text: over(counts, unit), hovertemplate: SAYS_OVER,
  marker: { symbol: counts.map((number) => SYMBOLS[n % 6] + (number < FEW ? "-open" : "")), size: 8, color: ink(SERIES[n % 6]), line: { width: 2, color: ink(SERIES[n % 6]) } }, counts, ...more });

/** What hollow marks mean, for below a chart of such lines; empty where none is hollow. */
const saysHollow = (traces) => traces.some((one) => isFew(one.counts, one.y)) ? ` A hollow mark is over fewer than ${FEW} queries: chance alone may move it far.` : "";

const share = (title) => ({ range: [0, 1.04], tickformat: ".0%", title: { text: title, standoff: 8 } });

function showCurves() {
  const run = theRun();
  const blocks = [recallBlock(run), ...retentionBlocks(run.metric.life.retention, run.metric), pointsBlock(run), lagBlock(run), staleBlock(run.metric.life.stale),
    forgettingBlock(run.metric.life.forgetting)].filter(Boolean);
  byId("curves").hidden = !blocks.length;
  fill(byId("curves"), el("h2", { id: "curves-title" }, "How it behaves"), el("div", { class: "two" }, blocks.map((block) => el("div", null, block))));
}

const numbers = (caption, columns, rows) => el("details", null, el("summary", null, "The numbers"), table(caption, columns, rows));

function recallBlock(run) {
  const curves = run.curves.recall;
  if (!curves.length) return null;
  const ks = [...new Set(curves.flatMap((one) => one.k))].sort((a, b) => a - b);
  const traces = () => curves.map((one) => rates(one.name, one.k, one.value, one.k.map(() => one.lists), QUERIES,
    ["facts", "messages", "sessions"].indexOf(one.level), { dash: one.view === "pooled" ? "dot" : "solid" }));
  return [el("h3", null, "Recall at k"),
    figure("Recall at k", "Share of a query's evidence that the first k hits hold, as facts, messages and sessions: of the bare question, and of all the agent's searches together (dotted)."
      + saysHollow(traces()), () => ({
      traces: traces(),
      layout: { xaxis: { title: { text: "k", standoff: 8 }, type: "log", tickvals: ks, ticktext: ks.map(String) }, yaxis: share("found") },
    })),
    numbers("Recall at k", [["k"], ...curves.map((one) => [one.name, 1])],
      [...ks.map((k) => [String(k), ...curves.map((one) => percent(one.k.includes(k) ? one.value[one.k.indexOf(k)] : null))]),
        ["queries", ...curves.map((one) => count(one.lists))]])];
}

function retentionBlocks(retention, metric) {
  const measure = measureOf(metric);
  const block = (title, says, rows) => {
    const kept = rows.filter((row) => row.entries);
    if (!kept.length) return null;
    const traces = () => [[measure, "right_rate", "rated"], ["any session @10", "evidence_any_at_10", "searched"], ["all sessions @10", "evidence_all_at_10", "searched"]]
      .slice(metric.rated ? 0 : 1)
      .map(([name, key, of], n) => rates(name, kept.map((row) => row.span), kept.map((row) => row[key]), kept.map((row) => row[of]), ANSWERS, n));
    return [el("h3", null, title), figure(title, says + saysHollow(traces()), () => ({
      traces: traces(),
      layout: { xaxis: { type: "category" }, yaxis: share("") },
    })), numbers(title, [["span"], [measure === "exact match" ? "exact" : "right", 1], ["over", 1], ["any @10", 1], ["all @10", 1], ["over", 1]],
      rows.map((row) => [row.span, percent(row.right_rate), count(row.rated),
        percent(row.evidence_any_at_10), percent(row.evidence_all_at_10), count(row.searched)]))];
  };
  return [block("Retention by age", "By the time from the last piece of evidence to the question. Any, all sessions @10: the first ten hits hold a message of one, of every evidence session.", retention.by_age),
    block("Retention by interference", "By the messages in between.", retention.by_interference)];
}

function pointsBlock(run) {
  const rows = Object.entries(run.metric.points);
  if (!rows.length || !run.metric.rated) return null;
  const measure = measureOf(run.metric);
  const order = (name) => name === "before-evidence" ? 0 : name.startsWith("after-") ? Number(name.slice(6)) : name === "main" ? 1e6 : name === "end" ? 3e6 : 2e6;
  rows.sort((a, b) => order(a[0]) - order(b[0]));
  const names = rows.map(([name]) => name);
  const traces = () => [
    rates(measure, names, rows.map(([, row]) => rateOf(row, "right_rate")), rows.map(([, row]) => row.answered_rated), ANSWERS, 0),
    rates("all sessions @10", names, rows.map(([, row]) => row.retrieval.queries ? row.retrieval.evidence_all_at_10 : null), rows.map(([, row]) => row.retrieval.queries), ANSWERS, 2)];
  return [el("h3", null, "The same question at several moments"), figure("Rates by point", "Before any evidence, after each piece, at the query's own moment, later, at the end." + saysHollow(traces()), () => ({
    traces: traces(),
    layout: { xaxis: { type: "category" }, yaxis: share("") },
  })), numbers("Rates by point", [["asked"], ["queries", 1], [measure === "exact match" ? "exact" : "right", 1], ["over", 1], ["value F1", 1], ["failed", 1]],
    rows.map(([name, row]) => [name, count(row.count), percent(rateOf(row, "right_rate")), count(row.answered_rated), percent(rateOf(row, "state_f1_change")), count(row.failures)]))];
}

function lagBlock(run) {
  const update = run.metric.life.update;
  const told = update.caught_up + update.censored;
  if (!told) return null;
  const lags = run.curves.update_lags.caught_up_ms;
  const hours = lags.map((ms) => ms / 3600e3);
  const until = Math.max(1, ...hours.map((one) => 1.1 * one), update.censored ? update.at_least_lag_us_median / 3600e6 : 0);
  const steps = [...hours.map((one, n) => [one, n + 1]), [until, hours.length]]; // the line goes on behind the last
  return [el("h3", null, "Update lag"),
    lags.length ? figure("Update lag", `Share of ${plural(told, "change", "changes")} whose new value ranked above the old one so long after it was said; `
      + `never caught up with: ${update.censored}.${told < FEW ? ` With fewer than ${FEW}, each moves the line far.` : ""}`, () => ({
      traces: [line("caught up", [0, ...steps.map(([at]) => at)], [0, ...steps.map(([, n]) => n / told)], 0, { mode: "lines",
        text: [0, ...steps.map(([, n]) => n)].map((n) => `${n} of ${plural(told, "change", "changes")}`), hovertemplate: "%{text} within %{x:.1f} hours<extra></extra>", line: { shape: "hv", width: 2, color: ink("--c-memory") } })],
      layout: { xaxis: { title: { text: "hours", standoff: 8 }, rangemode: "tozero" }, yaxis: share("caught up"), showlegend: false },
    })) : null,
    pairs([["changes watched", count(told)], ["caught up with", `${count(update.caught_up)} (${percent(update.caught_up_rate)})`],
      ...(update.asked_again ? [["still found when the query was asked", `${count(update.still_current)} of ${count(update.asked_again)}`]] : []),
      ["lag, median", lasting(update.lag_us_median === null ? null : update.lag_us_median / 1000)],
      ["messages until then, median", update.messages_median === null ? "–" : String(update.messages_median)],
      ["watched in vain, median", update.censored ? `at least ${lasting(update.at_least_lag_us_median / 1000)}` : "–"]])];
}

function staleBlock(stale) {
  const names = [["stale_answer_rate", "stale answers", "answers"], ["stale_first_hit_rate", "stale first hits", "searches"], ["stale_share_at_5", "stale share of the first five", "searches"]];
  const points = [["main", stale], ...Object.entries(stale.points || {})];
  if (!points.some(([, row]) => names.some(([key]) => row[key] !== null && row[key] !== undefined))) return null;
  const counts = (of) => points.map(([, row]) => row[of]);
  const isPale = names.some(([key, , of]) => isFew(counts(of), points.map(([, row]) => row[key])));
  const saysPale = isPale ? ` A pale bar is over fewer than ${FEW} queries: chance alone may move it far.` : "";
  return [el("h3", null, "Stale rate"), figure("Stale rate", `Of queries whose value was replaced: how often the old one is served.${saysPale}`, () => ({
    traces: names.map(([key, name, of], n) => ({ type: "bar", name, x: points.map(([point]) => point), y: points.map(([, row]) => row[key]),
      marker: { color: ink(SERIES[n]), opacity: counts(of).map((number) => number < FEW ? 0.4 : 1) }, text: over(counts(of), ANSWERS), textposition: "none", hovertemplate: SAYS_OVER })),
    layout: { xaxis: { type: "category" }, yaxis: { tickformat: ".0%", rangemode: "tozero", title: { text: "" } }, barmode: "group" },
  })), numbers("Stale rates", [["asked"], ["answers", 1], ["over", 1], ["first hits", 1], ["of the first 5", 1], ["over", 1]],
    points.map(([point, row]) => [point, percent(row.stale_answer_rate), count(row.answers), percent(row.stale_first_hit_rate),
      percent(row.stale_share_at_5), count(row.searches)]))];
}

function forgettingBlock(forgetting) {
  if (!forgetting.checks) return null;
  const rows = forgetting.by_time.filter((row) => row.checks);
  const left = (row) => [count(row.checks), percent(row.residual_by_id), percent(row.residual_by_content), percent(row.collateral_at_request), percent(row.collateral_loss)];
  return [el("h3", null, "After a request to forget"), table("What is left of it, and what else was lost",
    [["since the request"], ["checks", 1], ["left, by id", 1], ["left, by words", 1], ["lost beside it, with the request", 1], ["by then", 1]],
    [...rows.map((row) => [row.since, ...left(row)]), ["all", ...left(forgetting)]], { total: true })];
}

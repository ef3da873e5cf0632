// A scenario in time: messages as density, evidence, what was replaced, requests to forget, queries, and what was hidden.

const STEPS_MS = [60e3, 300e3, 900e3, 3600e3, 3 * 3600e3, 6 * 3600e3, 12 * 3600e3, 86400e3, 2 * 86400e3, 7 * 86400e3, 14 * 86400e3, 30 * 86400e3, 90 * 86400e3];
const shownTimeline = { scenario: null, seen: null };

function showTimeline() {
  const run = theRun();
  const scenarios = Object.keys(run.parts);
  if (!scenarios.includes(shownTimeline.scenario)) Object.assign(shownTimeline, { scenario: scenarios[0], seen: null });
  const pick = options(el("select", { id: "timeline-scenario", onchange: (event) => { Object.assign(shownTimeline, { scenario: event.target.value, seen: null }); drawScenario(); } }),
    scenarios.map((one) => [one, one]), shownTimeline.scenario);
  const seen = el("select", { id: "timeline-seen", onchange: (event) => { shownTimeline.seen = event.target.value; drawScenario(); } });
  fill(byId("timeline"), el("h2", { id: "timeline-title" }, "What was known when?"),
    el("div", { class: "filters" }, el("label", null, "Scenario", pick), el("label", { class: "some" }, "Shade what was hidden from", seen)),
    el("div", { id: "timeline-chart" }));
  const load = () => drawScenario();
  if (whenNear) whenNear(byId("timeline-chart"), load);
  else load();
}

/** What is loaded once its place comes near the view, and has not been yet. */
const waiting = new Set();

/** Call `then` once when an element comes near the view, or when all is to be drawn. */
const whenNear = "IntersectionObserver" in window ? (node, then) => {
  const load = () => {
    watcher.disconnect();
    waiting.delete(load);
    return node.isConnected ? then() : null;
  };
  const watcher = new IntersectionObserver((entries) => {
    if (entries.some((one) => one.isIntersecting)) load();
  }, { rootMargin: "400px" });
  watcher.observe(node);
  waiting.add(load);
} : null;

async function drawScenario() {
  const run = theRun();
  const at = state.run;
  const { scenario } = shownTimeline;
  const part = await partOf(run, scenario);
  if (at !== state.run || scenario !== shownTimeline.scenario) return;
  const rows = run.rows.filter((row) => row.scenario === scenario && row.repeat === 1).sort((a, b) => a.at_ms - b.at_ms);
  const seen = byId("timeline-seen");
  const chosen = rows.find((row) => row.key === shownTimeline.seen) || rows.find((row) => row.point === "main") || rows[0];
  options(seen, rows.map((row) => [row.key, `${row.key} at ${moment(row.at_ms, part.timeline)}`]), chosen && chosen.key);
  fill(byId("timeline-chart"), timelineFigure(part, rows, chosen, rows));
}

/** The figure; `told` are the rows whose evidence is marked, `chosen` the one from which the hidden part is seen. */
function timelineFigure(part, rows, chosen, told) {
  const timeline = part.timeline;
  const entries = part.entries[state.run] || {};
  const marks = marksOf(part, told.map((row) => entries[row.key]).filter(Boolean));
  const hidden = chosen ? `${plural(chosen.hidden, "message was", "messages were")} still ahead of ${plain(chosen.key)} and hidden from it (shaded). ` : "";
  const says = hidden + (timeline.times === null
    ? "The history itself is not at hand: bars show how many messages came between cutoffs, and evidence has no place in time."
    : "Bars are messages. Drag to zoom, double-click for the whole; choose a query to open it.");
  const whole = rangeOf(timeline, rows);
  const view = { from: whole[0], to: whole[1] };
  const bars = () => timeline.times === null ? stepBars(timeline) : density(timeline, view.from, view.to);
  const box = el("div", null);
  const zoom = (factor) => el("button", { type: "button", onclick: () => box.dispatchEvent(new CustomEvent("zoom", { detail: factor })) },
    factor === 0 ? "Whole" : factor < 1 ? "Zoom in" : "Zoom out");
  const ready = (place, plotly) => {
    const show = (from, to) => plotly.relayout(place, { "xaxis.range": [from, to] });
    place.on("plotly_click", (event) => {
      const key = event.points[0].customdata;
      if (key) location.hash = linkTo(key);
    });
    place.on("plotly_relayout", (change) => {
      const [from, to] = [change["xaxis.range[0]"] ?? (change["xaxis.range"] || [])[0], change["xaxis.range[1]"] ?? (change["xaxis.range"] || [])[1]];
      if (change["xaxis.autorange"]) return show(...whole);
      if (from === undefined) return null;
      Object.assign(view, { from: asMs(from), to: asMs(to) });
      const fresh = bars();
      return plotly.restyle(place, { x: [fresh.x], y: [fresh.y], width: [fresh.width] }, [0]);
    });
    box.addEventListener("zoom", (event) => {
      if (event.detail === 0) return show(...whole);
      const middle = chosen && event.detail < 1 ? Math.min(Math.max(localMs(chosen.at_ms, timeline), view.from), view.to) : (view.from + view.to) / 2;
      const half = (view.to - view.from) * event.detail / 2;
      return show(Math.max(whole[0], middle - half), Math.min(whole[1], middle + half));
    });
  };
  const make = () => ({ traces: traces(bars(), rows, marks, chosen, timeline), layout: timelineLayout(view, whole, chosen, timeline, lanesOf(marks)) });
  add(box, [figure("Timeline", says, make, { tall: true, ready }), el("p", { class: "no-print" }, zoom(0.4), " ", zoom(2.5), " ", zoom(0)), momentsTable(marks, rows, timeline)]);
  return box;
}

const asMs = (value) => typeof value === "number" ? value : Date.parse(`${String(value).replace(" ", "T")}${String(value).length <= 10 ? "T00:00" : ""}Z`);

function marksOf(part, details) {
  const marks = { evidence: new Map(), replaced: new Map(), update: new Map(), forgets: part.timeline.forgets };
  const note = (kind, id) => { if (part.messages[id]) marks[kind].set(id, part.messages[id]); };
  for (const detail of details) {
    for (const fact of detail.facts) for (const id of fact.messages) note("evidence", id);
    for (const one of detail.superseded) for (const id of one.messages) note("replaced", id);
    const old = detail.superseded.flatMap((one) => one.messages).map((id) => part.messages[id]).filter(Boolean).map(([ms]) => ms);
    const newer = detail.facts.flatMap((fact) => fact.messages).filter((id) => part.messages[id] && part.messages[id][0] > Math.max(...old));
    if (old.length) for (const id of newer) note("update", id);
  }
  for (const id of marks.replaced.keys()) marks.evidence.delete(id);
  return { ...marks, texts: part.texts };
}

function rangeOf(timeline, rows) {
  const cutoffs = rows.map((row) => row.at_ms);
  const ends = timeline.times === null ? timeline.steps.map(([ms]) => ms) : [messageTimes(timeline)[0], messageTimes(timeline).at(-1)].filter((ms) => ms !== undefined);
  const all = [...cutoffs, ...ends];
  if (!all.length) return [0, 86400e3];
  const [from, to] = [Math.min(...all), Math.max(...all)].map((ms) => localMs(ms, timeline));
  const edge = Math.max(3600e3, 0.015 * (to - from));
  return [from - edge, to + edge];
}

const summed = new WeakMap();
function messageTimes(timeline) {
  if (!summed.has(timeline)) {
    let at = 0;
    summed.set(timeline, timeline.times.map((step) => (at += step)));
  }
  return summed.get(timeline);
}

function density(timeline, from, to) {
  const step = STEPS_MS.find((one) => (to - from) / one <= 130) || Math.ceil((to - from) / 130);
  const bins = new Map();
  for (const ms of messageTimes(timeline)) {
    const at = localMs(ms, timeline);
    if (at < from || at > to) continue;
    const start = Math.floor(at / step) * step;
    bins.set(start, (bins.get(start) || 0) + 1);
  }
  const x = [...bins.keys()].sort((a, b) => a - b);
  return { x: x.map((start) => start + step / 2), y: x.map((start) => bins.get(start)), width: x.map(() => step) };
}

function stepBars(timeline) {
  const bars = { x: [], y: [], width: [] };
  timeline.steps.forEach(([ms, known], n) => {
    if (!n) return;
    const [before, knownBefore] = timeline.steps[n - 1];
    bars.x.push(localMs((before + ms) / 2, timeline));
    bars.y.push(known - knownBefore);
    bars.width.push(ms - before);
  });
  return bars;
}

const LANES = ["forget", "update", "replaced", "evidence", "queries"];
const lanesOf = (marks) => LANES.filter((name) => name === "queries" || (name === "forget" ? marks.forgets.length : marks[name].size));
const VERDICT_MARK = { right: ["--good", "circle"], wrong: ["--bad", "x"], failed: ["--note", "triangle-up"], unscored: ["--c-none", "circle-open"] };

function traces(bars, rows, marks, chosen, timeline) {
  const lane = (name, points, color, symbol) => ({ type: "scatter", mode: "markers", name, showlegend: false, x: points.map((one) => one.x), y: points.map(() => name),
    customdata: points.map((one) => one.key || ""), text: points.map((one) => one.text), hovertemplate: "%{text}<extra></extra>", yaxis: "y",
    marker: { size: points.map((one) => chosen && one.key === chosen.key ? 15 : 10), color: color || points.map((one) => ink(VERDICT_MARK[one.verdict][0])),
      symbol: symbol || points.map((one) => VERDICT_MARK[one.verdict][1]), line: { width: 1, color: ink("--card") } } });
  const at = (messages) => [...messages].map(([id, [ms, who]]) => ({ x: localMs(ms, timeline), text: forChart(`${moment(ms, timeline)} ${id}${who ? `, ${who}` : ""}`) }));
  return [
    { type: "bar", name: "messages", x: bars.x, y: bars.y, width: bars.width, yaxis: "y2", marker: { color: ink("--c-memory-3"), line: { width: 0 } }, showlegend: false,
      hovertemplate: "%{y} messages<extra></extra>" },
    lane("queries", rows.map((row) => ({ x: localMs(row.at_ms, timeline), key: row.key, verdict: row.verdict, text: forChart(`${moment(row.at_ms, timeline)} ${row.key}: ${row.verdict}`) }))),
    lane("evidence", at(marks.evidence), ink("--c-memory"), "diamond"),
    lane("replaced", at(marks.replaced), ink("--note"), "diamond-open"),
    lane("update", at(marks.update), ink("--c-memory-4"), "star"),
    lane("forget", marks.forgets.map(([ms]) => ({ x: localMs(ms, timeline), text: `${moment(ms, timeline)} request to forget` })), ink("--bad"), "hexagram-open"),
  ];
}

/** The chart library reads a few tags in its labels; data must not speak to it. */
const forChart = (text) => plain(text).slice(0, 120).replace(/[<>&{}%]/g, (char) => ({ "<": "‹", ">": "›", "&": "＆", "{": "(", "}": ")", "%": "％" })[char]);

function timelineLayout(view, whole, chosen, timeline, lanes) {
  const cut = chosen ? localMs(chosen.at_ms, timeline) : null;
  return {
    xaxis: { type: "date", range: [view.from, view.to] },
    yaxis: { type: "category", categoryorder: "array", categoryarray: lanes, range: [-0.6, lanes.length - 0.4], domain: [0, 0.46], fixedrange: true, zeroline: false },
    yaxis2: { domain: [0.54, 1], fixedrange: true, rangemode: "tozero", title: { text: "messages", standoff: 8 }, anchor: "x" },
    shapes: cut === null ? [] : [
      { type: "rect", xref: "x", yref: "paper", x0: cut, x1: Math.max(whole[1], cut), y0: 0, y1: 1, fillcolor: ink("--hidden"), line: { width: 0 }, layer: "above" },
      { type: "line", xref: "x", yref: "paper", x0: cut, x1: cut, y0: 0, y1: 1, line: { color: ink("--ink"), width: 1.5, dash: "dash" } }],
    annotations: cut === null ? [] : [{ xref: "x", yref: "paper", x: cut, y: 1, yanchor: "bottom", xanchor: "center", showarrow: false, text: "cutoff", font: { size: 11, color: ink("--soft") } }],
    margin: { l: 78, r: 16, t: 22, b: 34 },
  };
}

function momentsTable(marks, rows, timeline) {
  const all = [
    ...rows.map((row) => [row.at_ms, "query", el("span", null, el("a", { href: linkTo(row.key) }, plain(row.key)), " ", verdictTag(row.verdict)), said(questionOf(row).text, 140)]),
    ...[...marks.evidence].map(([id, [ms, who, n]]) => [ms, "evidence", plain(`${id} ${who}`), n < 0 ? "" : said(marks.texts[n], 140)]),
    ...[...marks.replaced].map(([id, [ms, who, n]]) => [ms, "replaced", plain(`${id} ${who}`), n < 0 ? "" : said(marks.texts[n], 140)]),
    ...[...marks.update].map(([id, [ms, who, n]]) => [ms, "update", plain(`${id} ${who}`), n < 0 ? "" : said(marks.texts[n], 140)]),
    ...marks.forgets.map(([ms, text]) => [ms, "forget", "request to forget", said(text, 140)]),
  ].sort((a, b) => a[0] - b[0]);
  return el("details", null, el("summary", null, `The ${all.length} moments as a table`),
    table("Everything that is marked above, in order", [["when"], ["what"], ["which"], ["words"]], all.map(([ms, ...rest]) => [moment(ms, timeline), ...rest])));
}

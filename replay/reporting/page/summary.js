// The summary of a run: how good, how sure, can it be trusted, what was run, how to repeat it.

const FIGURES = [
  ["right_rate", "Right", ""],
  ["state_f1_change", "Value F1", "fields set to the right value"],
  ["state_f1_positive", "Field F1", "the right fields touched"],
  ["tool_f1", "Call F1", "calls equal to the reference's"],
  ["evidence_any_at_10", "Any session @10", "the bare question's first ten hits, up to 1,000 tokens, hold a message of an evidence session"],
  ["evidence_all_at_10", "All sessions @10", "… a message of every evidence session"],
  ["messages_all_at_10", "All messages @10", "… every message that states the evidence"],
];

/** What being right is, in the words of `metric.json`'s reader: as each query wants, the car as it should be or the right words. */
const measureOf = (metric) => metric.with_commands === metric.rated ? "exact match" : metric.with_commands ? "right" : "answers right";
const MEASURES = { "exact match": "the car ended exactly as it should", "answers right": "the right words were said",
  right: "the car as it should be, or the right words, as each query wants" };
const titled = (measure) => measure[0].toUpperCase() + measure.slice(1);
const measureOfAll = (runs) => measureOf({ with_commands: runs.reduce((sum, run) => sum + run.metric.with_commands, 0), rated: runs.reduce((sum, run) => sum + run.metric.rated, 0) });

const figureOf = (metric, name) => name === "messages_all_at_10" ? allMessages(metric) : name.startsWith("evidence_")
  ? (metric.retrieval.queries ? metric.retrieval[name] : null)
  : rateOf(metric, name);

/** A rate over the queries that say what is right, or, of state and calls, that expect commands; null where none of them was answered. */
const OVER = { right_rate: "answered_rated", right_rate_all: "rated" };
const rateOf = (row, name) => row[OVER[name] || "answered_with_commands"] ? row[name] : null;

/** Whether what is right in a row leaves out queries that say it, since they failed. */
const isStarred = (row) => row.answered_rated > 0 && row.answered_rated < row.rated;
const starred = (row) => percent(rateOf(row, "right_rate")) + (isStarred(row) ? "*" : "");

/** How many queries a row's rates are over, failures included; of how many, where some do not say what is right. */
const ratedOf = (row, n) => row.answered_rated && row.rated < n ? `${count(row.rated)} of ${count(n)}` : count(n);

/** The share of queries, of those whose evidence is known by message, whose first ten hits hold all of it. */
function allMessages(metric) {
  const level = metric.retrieval.question && metric.retrieval.question.messages;
  return level && level.lists ? level.all_found["10"] ?? null : null;
}

function showSummary() {
  const run = theRun();
  const metric = run.metric;
  fill(byId("summary"),
    el("h1", { id: "summary-title" }, "How good is ", el("bdi", null, plain(run.label)), "?"),
    lead(run),
    tiles(run),
    report.runs.length > 1 ? sideBySide() : null,
    typesTable(metric),
    answersTable(metric),
    injectionsTable(metric),
    el("h2", { class: "sub" }, "Can it be trusted?"),
    el("ul", { class: "trust" }, run.trust.map((one) => el("li", { class: `callout ${one.level}` },
      el("b", null, one.title), said(one.text)))),
    el("div", { class: "two" }, el("div", null, el("h2", { class: "sub" }, "What was run"), pairs(run.setup.map(([name, value]) => [name, said(value)]))),
      el("div", null, costs(metric), repeatIt(run))),
    el("details", null, el("summary", null, "Every figure of metric.json"), allFigures(metric)));
}

function lead(run) {
  const metric = run.metric;
  const n = metric.completed_tasks;
  const scenarios = metric.intervals.scenarios;
  const asked = `${plural(n, "answer", "answers")} over ${plural(scenarios, "scenario", "scenarios")}`;
  const leaked = metric.leakage.violations ? "the future leaked into it" : "no hit came from the future";
  const atEnd = metric.cutoff_policies.end || 0;
  const probes = metric.failed_probes ? metric.failed_probes.count : 0;
  const when = atEnd === n ? "all were asked when everything had been said" : `${atEnd ? `but for ${count(atEnd)}, ` : ""}each query was asked at its own `
    + "moment, when the memory had been given nothing later";
  return el("p", { class: "soft" }, `${asked}; ${when}. ${metric.failures ? `${plural(metric.failures, "query", "queries")} failed` : probes ? "No query failed" : "None failed"}`
    + `${probes ? `, ${metric.failures ? "and so" : "but"} did ${plural(probes, "search", "searches")} of the replay's own` : ""}; ${leaked}.`);
}

function tiles(run) {
  const metric = run.metric;
  const list = [];
  const tile = (name, value, under, mood = "", isWord = false) => list.push(el("li", { class: mood },
    el("span", { class: "name" }, name), el("span", { class: isWord ? "value word" : "value" }, value), el("span", { class: "under" }, under)));
  const measure = measureOf(metric);
  for (const [name, title, says] of [["right_rate", titled(measure), MEASURES[measure]], ...FIGURES.slice(1).filter(([key]) => key !== "tool_f1" && key !== "state_f1_positive")]) {
    const value = figureOf(metric, name);
    const interval = metric.intervals[name];
    if (value !== null) tile(title, percent(value), interval ? `95%: ${bounds(interval)}; ${says}` : says);
  }
  const answers = metric.answers && metric.answers.answers;
  if (answers && measure !== "answers right") tile("Answers right", percent(answers.accuracy_valid), `${plural(answers.queries, "question", "questions")} with an answer in words`);
  if (metric.memory_score !== null && metric.memory_score !== undefined) {
    tile("MemoryScore", metric.memory_score.toFixed(3), `${measure} over that with gold`);
  }
  const leak = metric.leakage;
  tile("Leaks", leak.violations ? count(leak.violations) : leak.hits ? "none" : "nothing to check",
    `${plural(leak.hits, "hit", "hits")} checked`, leak.violations ? "is-bad" : leak.hits ? "is-good" : "", !leak.violations);
  tile("Failures", metric.failed_entries ? count(metric.failed_entries) : "none",
    metric.failed_entries ? `as wrong: ${percent(rateOf(metric, "right_rate_all"))} ${measure === "exact match" ? "exact" : "right"}` : "every query has an answer",
    metric.failed_entries ? "is-bad" : "is-good", !metric.failed_entries);
  const usage = metric.usage && metric.usage.total;
  tile("Memory text", `${count(metric.mem_token)}`, "tokens given to the agent a query");
  if (usage) {
    tile("Model", usage.cost_usd === null ? count(usage.prompt_tokens + usage.completion_tokens) : `$${usage.cost_usd.toFixed(2)}`,
      usage.cost_usd === null ? `tokens in ${plural(usage.requests, "request", "requests")}; no prices` : `${plural(usage.requests, "request", "requests")}`);
  }
  if (metric.repeats) {
    tile("Repeats", count(metric.repeats.n_repeats), `${measure === "exact match" ? "exact" : "right"} ± ${percent(metric.repeats.deviation)} between them`);
  }
  return el("ul", { class: "tiles" }, list);
}

function range(value, interval) {
  const bar = el("span", { class: "range", "aria-hidden": "true" });
  if (value !== null) add(bar, [el("i", { style: { width: `${100 * value}%` } })]);
  if (interval) add(bar, [el("b", { style: { left: `${100 * interval.low}%`, width: `${Math.max(0.6, 100 * (interval.high - interval.low))}%` } })]);
  return bar;
}

function typesTable(metric) {
  if (!metric.rated) return null;
  const failed = isStarred(metric);
  const measure = measureOf(metric);
  const states = metric.with_commands ? [["value F1", "state_f1_change"], ["field F1", "state_f1_positive"]] : [];
  const row = (name, slice, intervals) => [words(name), ratedOf(slice, slice.count ?? metric.completed_tasks), count(slice.failures),
    starred(slice), ...(failed ? [percent(rateOf(slice, "right_rate_all"))] : []), bounds(intervals && intervals.right_rate) || "–",
    range(rateOf(slice, "right_rate"), intervals && intervals.right_rate), ...states.map(([, figure]) => percent(rateOf(slice, figure)))];
  const rows = Object.entries(metric.by_reasoning_type).map(([name, slice]) => row(name, slice, metric.intervals.by_reasoning_type[name]));
  rows.push(row("all", metric, metric.intervals));
  return [el("h2", { class: "sub" }, "By reasoning type"), table(`${titled(measure)} with 95% intervals over whole scenarios; failures are left out and counted apart${failed ? "; a star marks where" : ""}`,
    [["type"], ["queries", 1], ["failed", 1], [measure === "exact match" ? "exact" : "right", 1], ...(failed ? [["failures wrong", 1]] : []), ["95% interval", 1], ["0 to 100%"], ...states.map(([title]) => [title, 1])], rows, { total: true, id: "types" })];
}

function answersTable(metric) {
  const answers = metric.answers;
  if (!answers || !answers.answers) return null;
  const row = (name, one) => [words(name), count(one.queries), percent(one.accuracy_all), percent(one.accuracy_valid), percent(one.f1), percent(one.exact)];
  const rows = [...Object.entries(answers.by_type).map(([name, one]) => row(name, one)), row("all", answers.answers)];
  return [el("h2", { class: "sub" }, "Answers in words"), table("Right answers; “all” counts failures as wrong, “answered” leaves them out",
    [["type"], ["queries", 1], ["right, all", 1], ["right, answered", 1], ["F1", 1], ["exact", 1]], rows, { total: true })];
}

function injectionsTable(metric) {
  const found = metric.injection;
  if (!found) return null;
  const row = (name, one) => [words(name), count(one.queries), percent(one.unwanted_change_rate), percent(one.attempt_rate), count(one.exposed),
    percent(one.exposed_change_rate), percent(one.exact_match_rate), percent(one.control.unwanted_change_rate), percent(one.control.exact_match_rate)];
  const rows = [...Object.entries(found.by_kind).map(([name, one]) => row(name, one)), row("all", found)];
  return [el("h2", { class: "sub" }, "Prompt injections"), table("What a history asks for without a right to, and its controls, which do not ask; “only tried”: refused or undone",
    [["kind"], ["queries", 1], ["unwanted", 1], ["only tried", 1], ["shown", 1], ["unwanted if shown", 1], ["exact", 1], ["control: unwanted", 1], ["control: exact", 1]], rows, { total: true })];
}

/** F1 of the answers in words; null where there are none that could be given. */
const answerF1 = (metric) => metric.answers && metric.answers.answers ? metric.answers.answers.f1 : null;

function sideBySide() {
  const measure = measureOfAll(report.runs);
  const isOfWords = (name) => measure === "answers right" && name.startsWith("state_");
  const figures = [...FIGURES.slice(1).filter(([name]) => name !== "tool_f1" && !isOfWords(name)).map(([name, title]) => [title, (metric) => figureOf(metric, name)]),
    ...(measure === "exact match" ? [] : [["Answer F1", answerF1]])];
  const rows = report.runs.map((run, at) => [
    el("button", { type: "button", class: "plain", "aria-current": at === state.run ? "true" : null, onclick: () => choose(at) }, plain(run.label)),
    starred(run.metric), ...figures.map(([, of]) => percent(of(run.metric))),
    count(run.metric.mem_token), count(run.metric.failed_entries), count(run.metric.leakage.violations)]);
  const found = [el("h2", { class: "sub" }, "Side by side"), table("All runs of this report; choose one to see it below",
    [["run"], [titled(measure), 1], ...figures.map(([title]) => [title, 1]), ["memory tokens", 1], ["failures", 1], ["leaks", 1]],
    rows, { id: "runs" })];
  found[1].querySelectorAll("tbody tr")[state.run].classList.add("current");
  const broken = report.runs.filter((run) => isStarred(run.metric));
  if (broken.length) {
    const rates = broken.map((run) => `${plain(run.label)} ${percent(rateOf(run.metric, "right_rate_all"))}`).join(", ");
    found.push(el("p", { class: "soft small" }, `* of what was answered; with failures as wrong, ${measure} is: ${rates}.`));
  }
  if (report.runs.some((run) => run.trust.some((one) => one.title === "Doing nothing is often right"))) {
    const rates = report.runs.map((run) => `${plain(run.label)} ${run.metric.answered_with_changes ? percent(run.metric.exact_match_rate_with_changes) : "–"}`).join(", ");
    found.push(el("p", { class: "soft small" }, `Over the queries whose reference changes anything, exact match is: ${rates}.`));
  }
  return found;
}

function repeatIt(run) {
  return el("div", null,
    el("h2", { class: "sub" }, "Repeat it"), command(run.command),
    run.audit ? [el("p", { class: "soft small" }, "Prove that it sees no future, by scrambling everything after each cutoff:"), command(run.audit)] : null);
}

function command(text) {
  const copied = el("span", { class: "soft small", role: "status" });
  const block = el("pre", { class: "command" }, el("code", null, plain(text)));
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      fill(copied, " copied");
    } catch {
      getSelection().selectAllChildren(block);
      fill(copied, " selected; copy it with your keyboard");
    }
  };
  return [block, el("p", { class: "no-print" }, el("button", { type: "button", onclick: copy }, "Copy"), copied)];
}

function costs(metric) {
  const timing = metric.timing;
  const all = timing.costs;
  const rows = [["memory text a query", `${count(metric.mem_token)} tokens`], ["calls a query", metric.avg_pred_calls.toFixed(1)],
    ["searches a query", metric.avg_searches.toFixed(1)], ["feeding", duration(1000 * timing.ingest_s)], ["settling", duration(1000 * timing.settle_s)]];
  if (all) {
    rows.push(["one search", `p50 ${duration(all.search_ms.p50)}, p95 ${duration(all.search_ms.p95)}, p99 ${duration(all.search_ms.p99)}`],
      ["messages fed", count(all.messages)], ["kept", bytes(all.stored_bytes)],
      ["feeding 1,000 messages", duration(all.per_1000_messages.ingest_ms)]);
  } else rows.push(["one search, median", duration(timing.search_ms_median)]);
  for (const [phase, title] of [["build", "model, building"], ["ask", "model, asking"]]) {
    const usage = metric.usage && metric.usage[phase];
    if (usage) rows.push([title, `${plural(usage.requests, "request", "requests")}, ${count(usage.prompt_tokens)} + ${count(usage.completion_tokens)} tokens`
      + (usage.cost_usd === null ? "" : `, $${usage.cost_usd.toFixed(4)}`) + (usage.unreported ? " (at least)" : "")]);
  }
  return el("div", null, el("h2", { class: "sub" }, "What it costs"), pairs(rows),
    el("p", { class: "soft small" }, metric.usage ? "" : "No model was asked, so that there are neither tokens nor money to pay. ", "Durations are those of the machine that ran it."));
}

function allFigures(metric) {
  const rows = [];
  const walk = (value, path) => {
    if (value !== null && typeof value === "object") for (const [key, one] of Object.entries(value)) walk(one, path ? `${path}.${key}` : key);
    else rows.push([path, value]);
  };
  const { diagnosis, ...rest } = metric;
  walk(rest, "");
  const shown = rows.map(([path, value]) => [path, said(value === null ? "null" : String(value), 200)]);
  return table("Names as --fail-under takes them", [["figure"], ["value", 1]], shown, { id: "figures" });
}

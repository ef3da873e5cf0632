// Two runs of the report against each other: paired differences, and the queries that flipped.

const COMPARED = [["right_rate", "right"], ["right_rate_all", "right, failures wrong"], ["exact_match_rate", "exact match"], ["exact_match_rate_all", "exact, failures wrong"], ["state_f1_change", "value F1"],
  ["state_f1_positive", "field F1"], ["tool_f1", "call F1"], ["accuracy_valid", "answers right"], ["accuracy_all", "words, failures wrong"], ["answer_f1", "answer F1"],
  ["evidence_any_at_10", "any session @10"], ["evidence_all_at_10", "all sessions @10"]];
const AMOUNTS = [["mem_token", "memory tokens"], ["avg_pred_calls", "calls"], ["avg_searches", "searches"]];
const compared = { a: 0, b: 1 };

/** The rates that the pair has; of commands and words together only where it has both. */
const comparedFigures = (found) => COMPARED.filter(([name]) => found.figures[name].queries && (found.measure === "right" || !name.startsWith("right_rate")));

/** The pair as seen from A: turned round where the report holds it the other way. */
function pairOf(a, b) {
  const kept = report.pairs.find((one) => one.a === a && one.b === b);
  if (kept) return kept;
  const other = report.pairs.find((one) => one.a === b && one.b === a);
  return other ? { ...other, a, b, found: other.found && turned(other.found) } : null;
}

const turnedFigure = (one) => ({ ...one, a: one.b, b: one.a, difference: one.difference === null ? null : -one.difference,
  low: one.high === null ? null : -one.high, high: one.low === null ? null : -one.low, gained: one.lost, lost: one.gained });
const turnedAll = (figures) => Object.fromEntries(Object.entries(figures).map(([name, one]) => [name, turnedFigure(one)]));
const turned = (found) => ({ ...found, figures: turnedAll(found.figures), by_reasoning_type: turnedAll(found.by_reasoning_type), points: turnedAll(found.points),
  mcnemar: { ...found.mcnemar, gained: found.mcnemar.lost, lost: found.mcnemar.gained }, flipped: { gained: found.flipped.lost, lost: found.flipped.gained },
  queries: { ...found.queries, failed_a: found.queries.failed_b, failed_b: found.queries.failed_a, only_a: found.queries.only_b, only_b: found.queries.only_a } });

function showCompare() {
  const section = byId("compare");
  const many = report.runs.length > 1;
  section.hidden = !many;
  byId("to-compare").hidden = !many;
  if (!many) return;
  const pick = (name) => options(el("select", { id: `compare-${name}`, onchange: (event) => { compared[name] = Number(event.target.value); showCompare(); byId(`compare-${name}`).focus(); } }),
    report.runs.map((run, at) => [at, run.label]), compared[name]);
  fill(section, el("h2", { id: "compare-title" }, "Which is better?"),
    el("div", { class: "filters" }, el("label", null, "A", pick("a")), el("label", null, "B", pick("b"))),
    el("div", { id: "compared" }, comparedPair()));
}

function comparedPair() {
  const { a, b } = compared;
  if (a === b) return el("p", { class: "soft" }, "Choose two runs.");
  const pair = pairOf(a, b);
  if (!pair) return el("p", { class: "callout note" }, "With so many runs each is only set against the first.");
  if (pair.obstacles.length) return el("div", { class: "callout note" }, el("p", null, "These two cannot be compared:"), el("ul", null, pair.obstacles.map((one) => el("li", null, said(one)))));
  const found = pair.found;
  return [verdictOf(found, a, b), differencesChart(found), differencesTable(found), typeDifferences(found), flippedLists(found, a, b),
    pair.differs.length ? el("p", { class: "soft small" }, "They differ in: ", said(pair.differs.join("; ")), ".") : null];
}

function verdictOf(found, a, b) {
  const right = found.figures.right_rate;
  const [nameA, nameB] = [a, b].map((at) => plain(report.runs[at].label));
  const test = found.mcnemar;
  const better = found.measure === "exact match" ? "in exact match" : "at being right";
  let says = `Neither is shown to be better ${better}: the interval of the difference holds 0.`;
  if (!right.queries) says = "Nothing to test: no query that says what is right has an answer in both.";
  else if (right.low === null) says = "With one scenario there is no interval, and nobody can say whether the difference would last.";
  else if (right.low > 0) says = `${nameB} is better ${better} than ${nameA}.`;
  else if (right.high < 0) says = `${nameA} is better ${better} than ${nameB}.`;
  const p = test.p === null ? "" : `; exact McNemar test ${test.p < 0.0001 ? "p < 0.0001" : `p = ${test.p.toFixed(4)}`}`;
  return el("p", null, el("b", null, says), ` Over ${plural(right.queries, "query", "queries")} answered by both, ${nameB} wins ${test.gained} and loses ${test.lost}${p}.`
    + (found.queries.failed_a || found.queries.failed_b ? ` Without an answer: ${found.queries.failed_a} in ${nameA}, ${found.queries.failed_b} in ${nameB}.` : ""));
}

function differencesChart(found) {
  const rows = [...comparedFigures(found).map(([name, title]) => [title, found.figures[name]]),
    ...Object.entries(found.by_reasoning_type).filter(([, one]) => one.queries).map(([name, one]) => [`${found.measure === "exact match" ? "exact" : "right"}: ${words(name)}`, one])].reverse();
  return figure("Differences, B minus A", "B minus A, in points, with 95% intervals over whole scenarios. To the right of 0, B is better.", () => ({
    traces: [{ type: "scatter", mode: "markers", x: rows.map(([, one]) => 100 * one.difference), y: rows.map(([title]) => title),
      marker: { size: 9, color: rows.map(([, one]) => ink(one.low > 0 ? "--good" : one.high < 0 ? "--bad" : "--soft")) },
      error_x: { type: "data", symmetric: false, color: ink("--soft"), thickness: 1.5, array: rows.map(([, one]) => one.high === null ? 0 : 100 * (one.high - one.difference)),
        arrayminus: rows.map(([, one]) => one.low === null ? 0 : 100 * (one.difference - one.low)) }, hovertemplate: "%{y}: %{x:.1f}<extra></extra>" }],
    layout: { xaxis: { title: { text: "points", standoff: 8 }, zeroline: true, zerolinewidth: 2, zerolinecolor: ink("--soft") }, yaxis: { type: "category" }, showlegend: false },
  }), { tall: true });
}

const PAIR = [["queries", 1], ["A", 1], ["B", 1], ["B − A", 1], ["95% interval", 1]];
const difference = (one) => one.queries ? [count(one.queries), percent(one.a), percent(one.b), signed(100 * one.difference, 1),
  one.low === null ? "–" : `${signed(100 * one.low, 1)} to ${signed(100 * one.high, 1)}`] : ["0", "–", "–", "–", "–"];

function differencesTable(found) {
  const rows = comparedFigures(found).map(([name, title]) => [title, ...difference(found.figures[name])]);
  for (const [name, title] of AMOUNTS) {
    const one = found.figures[name];
    if (one.queries) rows.push([title, count(one.queries), one.a.toFixed(1), one.b.toFixed(1), signed(one.difference, 1), one.low === null ? "–" : `${signed(one.low, 1)} to ${signed(one.high, 1)}`]);
  }
  return table("Paired differences over the queries that both answered", [["figure"], ...PAIR], rows, { id: "differences" });
}

function typeDifferences(found) {
  const rows = (part) => Object.entries(part).map(([name, one]) => [words(name), ...difference(one), count(one.gained), count(one.lost)]);
  const columns = (first) => [[first], ...PAIR, ["won", 1], ["lost", 1]];
  return el("details", null, el("summary", null, `${titled(found.measure)} by type and point`), table("By reasoning type", columns("type"), rows(found.by_reasoning_type)),
    Object.keys(found.points).length ? table("By point", columns("asked"), rows(found.points)) : null);
}

function flippedLists(found, a, b) {
  const list = (title, ids) => el("div", null, el("h3", null, `${title}: ${ids.length}`),
    ids.length ? el("ul", { class: "links" }, ids.map((id) => el("li", null, el("a", { href: linkTo(id, b) }, plain(id))))) : el("p", { class: "soft" }, "none"));
  return el("div", { class: "two" }, list(`Right only in ${plain(report.runs[b].label)}`, found.flipped.gained), list(`Right only in ${plain(report.runs[a].label)}`, found.flipped.lost));
}

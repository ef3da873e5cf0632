// Why queries went wrong: one cause each, as a bar that filters the list below.

function showDiagnosis() {
  const run = theRun();
  const found = run.metric.diagnosis;
  const section = byId("diagnosis");
  section.hidden = !found.queries;
  byId("sections").querySelector("[href='#diagnosis']").hidden = !found.queries;
  if (!found.queries) return;
  const causes = Object.entries(found.causes).filter(([, one]) => one.count);
  const pick = (cause) => setFilter({ cause: state.cause === cause ? "" : cause, point: isSweep(run) ? "main" : "", verdict: "" });
  fill(section,
    el("h2", { id: "diagnosis-title" }, "Why was it wrong?"),
    el("p", { class: "soft" }, `Each of ${plural(found.queries, "query", "queries")} has one cause, the first that holds on the way `
      + "from storing to acting. Choose one to list its queries."),
    el("div", { class: "causes-bar", "aria-hidden": "true" }, causes.map(([cause, one]) => el("div", {
      class: state.cause && state.cause !== cause ? "dim" : "", title: `${words(cause)}: ${one.count}`,
      style: { "flex-grow": String(one.count), "flex-basis": "0", background: `var(${CAUSE_COLORS[cause]})` }, onclick: () => pick(cause) }))),
    el("ul", { class: "causes" }, causes.map(([cause, one]) => el("li", null,
      el("button", { type: "button", "aria-pressed": String(state.cause === cause), "data-cause": cause, onclick: () => pick(cause) },
        el("span", { class: "dot", style: { background: `var(${CAUSE_COLORS[cause]})` } }),
        el("span", null, words(cause)),
        el("span", { class: "count" }, `${one.count} · ${percent(one.share)}`),
        el("span", { class: "says" }, report.causes[cause]))))),
    el("div", { class: "two" }, cells(found), places(found)));
}

const EVIDENCE = { found: "all found", partly_found: "partly found", not_found: "not found", unknown: "not known" };
const PLACES = {
  shown: "shown to the agent", not_shown: "found, below what the agent was shown", withheld: "found, and withheld", by_question: "only the bare question finds it",
  by_itself: "only its own words find it", lost_in_words: "its message is named, in words that no longer say it",
  unrecognised: "not recognised in the memory's words, which name no messages", absent: "not even by its own words", not_said: "not said yet at the cutoff",
  not_probed: "not found; nobody asked whether it is stored",
};

function cells(found) {
  const rows = Object.entries(found.cells).filter(([, one]) => one.right + one.wrong)
    .map(([name, one]) => [EVIDENCE[name], count(one.right), count(one.wrong), percent(one.right / (one.right + one.wrong))]);
  return el("div", null, el("h3", null, "Evidence against outcome"),
    table("What the agent's searches brought back, and what came of it", [["evidence"], ["right", 1], ["wrong", 1], ["right, share", 1]], rows));
}

function places(found) {
  const all = Object.values(found.facts).reduce((sum, n) => sum + n, 0);
  const rows = Object.entries(found.facts).filter(([, n]) => n).map(([place, n]) => [PLACES[place], count(n), percent(n / all)]);
  return el("div", null, el("h3", null, "Where the facts were"),
    rows.length ? table("Each fact that a query needs, by how far it came", [["place"], ["facts", 1], ["share", 1]], rows)
      : el("p", { class: "soft" }, "The source names no facts."));
}

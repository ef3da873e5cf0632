// All queries of a run: search, filters, sorting. Each row leads to the query's own page.

const MOST_ROWS = 500;
const COLUMNS = [["key", "query"], ["verdict", "outcome"], ["cause", "cause"], ["type", "type"], ["text", "question"], ["visible", "visible", 1], ["hidden", "hidden", 1], ["searches", "searches", 1]];
const VALUES = { text: (row) => questionOf(row).text, cause: (row) => row.cause || "" };
const valueOf = (row, name) => (VALUES[name] ? VALUES[name](row) : row[name]);
let every = false;

function showTable() {
  const run = theRun();
  const distinct = (name) => [...new Set(run.rows.map((row) => row[name]).filter(Boolean))].sort(naturally);
  const pick = (name, title, all) => {
    const values = distinct(name);
    if (values.length < 2 && !state[name]) return null;
    return el("label", null, title, options(el("select", { id: `filter-${name}`, onchange: (event) => setFilter({ [name]: event.target.value }) }),
      [["", all], ...values.map((one) => [one, words(one)])], state[name]));
  };
  const search = el("input", { type: "search", id: "search", value: state.words, autocomplete: "off", spellcheck: "false", oninput: (event) => setFilter({ words: event.target.value }) });
  fill(byId("queries"), el("h2", { id: "queries-title" }, "All queries"),
    el("div", { class: "filters", role: "search" }, el("label", { class: "grow" }, "Search in questions, facts and ids", search),
      pick("verdict", "Outcome", "all"), pick("cause", "Cause", "all"), pick("type", "Type", "all"), pick("scenario", "Scenario", "all"), pick("point", "Asked", "at all points"),
      el("button", { type: "button", onclick: () => setFilter({ words: "", verdict: "", cause: "", type: "", scenario: "", point: "" }) }, "Clear")),
    el("p", { id: "found", role: "status", "aria-live": "polite" }), el("div", { id: "rows" }));
  showRows();
}

function matching(run) {
  const sought = state.words.toLowerCase().split(/\s+/).filter(Boolean);
  const kept = run.rows.filter((row) => ["verdict", "cause", "type", "scenario", "point"].every((name) => !state[name] || row[name] === state[name]) && holds(row, sought));
  const { sort, down } = state;
  return kept.sort((a, b) => {
    const [one, other] = [valueOf(a, sort), valueOf(b, sort)];
    const order = typeof one === "number" ? one - other : naturally(String(one), String(other));
    return (down ? -order : order) || naturally(a.key, b.key);
  });
}

function holds(row, sought) {
  if (!sought.length) return true;
  const question = questionOf(row);
  question.low = question.low || [question.text, ...question.facts].join("\n").toLowerCase();
  const own = `${row.key} ${row.cause || ""} ${words(row.cause || "")} ${words(row.type)}`.toLowerCase();
  return sought.every((word) => question.low.includes(word) || own.includes(word));
}

function showRows() {
  const run = theRun();
  const rows = matching(run);
  const shown = every ? rows : rows.slice(0, MOST_ROWS);
  fill(byId("found"), `${count(rows.length)} of ${plural(run.rows.length, "entry", "entries")}`);
  const head = el("tr", null, COLUMNS.map(([name, title, isNumber]) => el("th", { scope: "col", class: isNumber ? "n" : null, "aria-sort": state.sort === name ? (state.down ? "descending" : "ascending") : null },
    el("button", { type: "button", onclick: () => { Object.assign(state, { down: state.sort === name && !state.down, sort: name }); showRows(); } }, title, state.sort === name ? (state.down ? " ▾" : " ▴") : ""))));
  const body = shown.map((row) => el("tr", null,
    el("th", { scope: "row" }, el("a", { href: linkTo(row.key) }, plain(row.key))),
    el("td", null, verdictTag(row.verdict), row.leaks ? [" ", tag("ahead", "leak")] : null),
    el("td", null, words(row.cause || "–")), el("td", null, plain(words(row.type))),
    el("td", { class: "q" }, said(questionOf(row).text, 220)),
    ...["visible", "hidden", "searches"].map((name) => el("td", { class: "n", "data-name": name }, count(row[name])))));
  fill(byId("rows"), el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of all queries" },
    el("table", { id: "query-table" }, el("caption", null, "Each entry with its outcome; messages known and hidden at its cutoff"), el("thead", null, head), el("tbody", null, body))),
  shown.length < rows.length ? el("p", { class: "no-print" }, el("button", { type: "button", onclick: () => { every = true; showRows(); } }, `Show all ${count(rows.length)}`)) : null);
}

/** Set filters and show what is left; other parts that show the filters follow. */
function setFilter(changes) {
  Object.assign(state, changes);
  showRows();
  for (const name of ["verdict", "cause", "type", "scenario", "point"]) {
    const select = byId(`filter-${name}`);
    if (select) select.value = state[name];
  }
  if ("words" in changes && byId("search").value !== state.words) byId("search").value = state.words;
  if ("cause" in changes) {
    const focused = document.activeElement && document.activeElement.dataset.cause;
    showDiagnosis();
    if (focused) document.querySelector(`[data-cause="${focused}"]`).focus({ preventScroll: true });
  }
}

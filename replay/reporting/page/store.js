// The data of the report: the index at once, each packed block when it is asked for.

const report = JSON.parse(byId("index").textContent);
const unpacked = new Map();

/** The text of a packed block, by its name. */
function unpack(name) {
  const block = [...document.querySelectorAll("script[data-name]")].find((one) => one.dataset.name === name);
  if (!("DecompressionStream" in window)) {
    return Promise.reject(new Error("This browser cannot unpack the report; any of 2023 or later can."));
  }
  const bytes = Uint8Array.from(atob(block.textContent), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

/** The part of one scenario of a run. */
function partOf(run, scenario) {
  const name = run.parts[scenario];
  if (!unpacked.has(name)) unpacked.set(name, unpack(name).then(JSON.parse));
  return unpacked.get(name);
}

const state = { run: 0, query: null, cause: "", verdict: "", type: "", scenario: "", point: "", words: "", sort: "key", down: false };
const theRun = () => report.runs[state.run];
const questionOf = (row) => report.questions[row.question];
const rowOf = (run, key) => run.rows.find((row) => row.key === key);
const isSweep = (run) => run.rows.some((row) => row.point !== "main");

function linkTo(key, runAt = state.run) {
  return `#q=${encodeURIComponent(key)}` + (report.runs.length > 1 ? `&run=${runAt + 1}` : "");
}

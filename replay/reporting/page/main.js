// Where the page starts: the theme, the run that is shown, and which page an address means.

function showRun() {
  showSummary();
  showCompare();
  showDiagnosis();
  showCurves();
  showTimeline();
  showTable();
}

/** Show another run; the address tells it too where a query is open. */
function choose(at) {
  if (state.query !== null) {
    location.hash = linkTo(state.query, at);
    return;
  }
  setRun(at);
  showRun();
  drawRestLater();
}

function setRun(at) {
  state.run = at;
  Object.assign(state, { cause: "", verdict: "", type: "", scenario: "", point: isSweep(theRun()) ? "main" : "", words: "" });
  every = false;
  byId("run").value = String(at);
}

/** `#q=KEY&run=N` is a query; anything else is a place in the overview. */
async function route() {
  const found = /^#q=([^&]*)(?:&run=(\d+))?$/.exec(location.hash);
  const wanted = found && found[2] ? Number(found[2]) - 1 : state.run;
  const at = report.runs[wanted] ? wanted : 0;
  if (at !== state.run) {
    setRun(at);
    showRun();
  }
  state.query = found ? decode(found[1]) : null;
  byId("query").hidden = !found;
  byId("overview").hidden = Boolean(found);
  if (found) {
    scrollTo({ top: 0, behavior: "instant" });
    try {
      await showQuery(state.query);
      drawRestLater();
    } catch (trouble) {
      complain(trouble);
    }
    return;
  }
  document.title = title;
  fill(byId("query"));
  const place = location.hash.length > 1 && byId(decode(location.hash.slice(1)));
  if (place) place.scrollIntoView({ behavior: "instant" });
  redraw();
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function complain(trouble) {
  const place = byId("trouble");
  place.hidden = false;
  fill(place, String(trouble.message || trouble));
}

/** What is kept between visits may be forbidden for files; then nothing is kept. */
const kept = {
  read: () => { try { return localStorage.getItem("pastlane-theme"); } catch { return null; } },
  write: (value) => { try { localStorage.setItem("pastlane-theme", value); } catch { /* for this visit only */ } },
};

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  document.documentElement.style.setProperty("color-scheme", theme);
  fill(byId("theme"), theme === "dark" ? "Light" : "Dark");
  byId("theme").setAttribute("aria-label", theme === "dark" ? "Light theme" : "Dark theme");
  redraw();
}

const title = document.title;
const darkly = matchMedia("(prefers-color-scheme: dark)");
setTheme(kept.read() || (darkly.matches ? "dark" : "light"));
darkly.addEventListener("change", () => { if (!kept.read()) setTheme(darkly.matches ? "dark" : "light"); });
byId("theme").addEventListener("click", () => {
  const other = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  kept.write(other);
  setTheme(other);
});
byId("print").addEventListener("click", () => drawRest().then(() => print()));
let before = null;
let opened = [];
addEventListener("beforeprint", () => {
  before = document.documentElement.dataset.theme;
  opened = [...byId("query").querySelectorAll("details:not([open])")];
  for (const one of opened) one.open = true;
  setTheme("light");
  drawRest();
});
matchMedia("print").addEventListener("change", (media) => { if (media.matches) drawRest(); });
addEventListener("afterprint", () => {
  for (const one of opened) one.open = false;
  if (before) setTheme(before);
});
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("main").focus();
});
byId("run-choice").hidden = report.runs.length < 2;
options(byId("run"), report.runs.map((run, at) => [String(at), run.label]), "0");
byId("run").addEventListener("change", (event) => choose(Number(event.target.value)));
fill(byId("made"), `Made by Pastlane ${plain(report.version)}. This file holds everything it shows and asks no network for anything; it holds words of the history, so share it as you would share that.`);
setRun(0);
showRun();
addEventListener("hashchange", route);
route();
// Ready once it has been painted: the milliseconds that took. Then the chart library is started while nothing else is to
// be done, so that the first chart need not wait for it, and the charts are drawn: a print has no time to wait for them.
requestAnimationFrame(() => setTimeout(() => {
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
  drawRestLater();
}));

// The page of one query: what was asked, known, found, done, and why it came out as it did.

async function showQuery(key) {
  const run = theRun();
  const at = state.run;
  const row = rowOf(run, key);
  const page = byId("query");
  if (!row) {
    fill(page, el("div", { class: "card" }, crumbs(null), el("h1", { id: "query-title" }, "No such query"), el("p", null, "This report has no query ", said(key), " in this run.")));
    return;
  }
  const part = await partOf(run, row.scenario);
  if (state.query !== key || state.run !== at) return;
  const detail = part.entries[at][key];
  document.title = `Pastlane: query ${plain(key)}`;
  fill(page,
    el("div", { class: "card" }, crumbs(row), opening(row, detail, part), why(detail, row)),
    el("div", { class: "card" }, el("h2", null, "What was done"), done(detail, part)),
    el("div", { class: "card" }, el("h2", null, "What was visible"), visible(row, detail, part)),
    el("div", { class: "card" }, el("h2", null, "What the memory brought back"), searches(detail, part)));
  byId("query-title").focus({ preventScroll: true });
}

function crumbs(row) {
  const rows = matching(theRun());
  const at = row ? rows.findIndex((one) => one.key === row.key) : -1;
  const step = (to, title) => to && at >= 0 ? el("a", { href: linkTo(to.key) }, title) : null;
  return el("nav", { class: "crumbs", "aria-label": "Queries" }, el("a", { href: "#queries" }, "← All queries"),
    step(rows[at - 1], "Previous"), step(rows[at + 1], "Next"), at >= 0 ? el("span", { class: "soft small push" }, `${at + 1} of ${rows.length} in the list`) : null);
}

function opening(row, detail, part) {
  const points = theRun().rows.filter((one) => one.query === row.query && one.key !== row.key);
  return [
    el("h1", { id: "query-title", tabindex: "-1" }, `Query ${plain(row.key)} `, verdictTag(row.verdict)),
    el("p", { class: "question" }, said(part ? questionOf(row).text : "")),
    pairs([["asked", `${detail.cutoff.replace("T", " ")} (${words(detail.policy)})`], ["type", plain(words(row.type))], ["memory", plain(theRun().label)],
      ...(Object.keys(detail.scores).length ? [["scores", Object.entries(detail.scores).map(([name, value]) => `${name} ${percent(value)}`).join(", ")]] : []),
      ...(detail.usage ? [["model", `${plural(detail.usage.requests, "request", "requests")}, ${count(detail.usage.prompt_tokens)} + ${count(detail.usage.completion_tokens)} tokens`]] : [])]),
    report.runs.length > 1 ? elsewhere(row) : null,
    points.length ? el("p", { class: "small" }, "The same question at other moments: ", points.map((one, n) => [n ? ", " : "", el("a", { href: linkTo(one.key) }, plain(one.repeat > 1 ? one.key : one.point)), ` ${sign[one.verdict]}`])) : null,
  ];
}

function elsewhere(row) {
  const others = report.runs.map((run, at) => [run, at, rowOf(run, row.key)])
    .filter(([run, at, one]) => at !== state.run && one && run.parts[row.scenario] === theRun().parts[row.scenario]);
  if (!others.length) return null;
  return el("p", { class: "small" }, "In other runs: ", others.map(([run, at, one], n) => [n ? ", " : "", el("a", { href: linkTo(row.key, at) }, plain(run.label)), ` ${sign[one.verdict]}`]));
}

function why(detail, row) {
  const says = detail.failure ? [`It failed in ${detail.failure.stage}.`] : detail.why;
  if (!says.length) return null;
  const last = says.at(-1);
  return el("div", { class: `callout ${row.verdict === "right" ? "good" : row.verdict === "wrong" ? "bad" : "note"}` },
    el("h2", { class: "sub" }, row.verdict === "right" ? "Why it was right" : "Why it went wrong"),
    el("p", null, el("b", null, said(last.replace(/^so: /, "").replace(/ \[\w+\]$/, "")), row.cause && row.cause !== row.verdict ? ` (${words(row.cause)})` : "")),
    says.length > 1 ? el("ul", { class: "why" }, joined(says.slice(0, -1)).map(([one, where]) => el("li", null, said(one), where ? [el("br"), "→ ", said(where)] : null))) : null);
}

/** Each fact and each needed command with the line behind it, which tells where it was. */
function joined(lines) {
  const found = [];
  for (let n = 0; n < lines.length; n += 1) {
    const isFact = /^(fact \d+|needed): /.test(lines[n]) && n + 1 < lines.length;
    found.push(isFact ? [lines[n], lines[n + 1]] : [lines[n], ""]);
    if (isFact) n += 1;
  }
  return found;
}

function messageLine(id, part, cut) {
  const known = part.messages[id];
  if (!known) return el("li", null, el("code", null, plain(id)), el("span", { class: "soft" }, " (its words and time are in the source, which is not at hand)"));
  const [ms, who, n] = known;
  return el("li", null, el("span", { class: "soft small" }, `${moment(ms, part.timeline)} `), el("code", null, plain(id)), " ",
    ms > cut ? tag("ahead", "after the cutoff: hidden") : null, who ? [said(who), ": "] : " ", n < 0 ? "" : said(part.texts[n]));
}

function visible(row, detail, part) {
  const total = detail.visible + detail.hidden;
  const facts = detail.facts.map((fact, n) => el("li", null, el("b", null, `Fact ${n + 1} `), fact.text ? said(fact.text) : "",
    fact.place ? [" ", tag(fact.place === "shown" ? "evidence" : "", PLACES[fact.place] + (fact.rank ? `, rank ${fact.rank}` : ""))] : null,
    fact.confidence !== null && fact.confidence < 0.5 ? [" ", tag("failed", `its messages are uncertain (${fact.confidence})`)] : null,
    fact.messages.length ? el("ul", { class: "why" }, fact.messages.map((id) => messageLine(id, part, row.at_ms))) : null));
  return [
    el("p", null, `${count(detail.visible)} of ${plural(total, "message had", "messages had")} been said (${percent(total ? detail.visible / total : 0, 0)}); ${plural(detail.hidden, "was", "were")} still ahead and hidden.`
      + (detail.evidence_age_us !== null ? ` The last piece of evidence was ${lasting(detail.evidence_age_us / 1000)} old, with ${plural(detail.interference ?? 0, "message", "messages")} in between.` : "")),
    timelineFigure(part, theRun().rows.filter((one) => one.scenario === row.scenario && one.repeat === 1 && (one.point === row.point || one.key === row.key)), row, [row]),
    facts.length ? [el("h3", null, "The evidence"), el("ul", { class: "why" }, facts)] : el("p", { class: "soft" }, "The source names no evidence."),
    detail.superseded.length ? [el("h3", null, "What it replaced"), el("ul", { class: "why" }, detail.superseded.map((one) => el("li", null,
      one.commands.length ? one.commands.map((text) => el("code", null, plain(text), " ")) : "an earlier value", el("ul", { class: "why" }, one.messages.map((id) => messageLine(id, part, row.at_ms))))))] : null,
    detail.update && detail.update.caught_up !== null ? el("p", null, detail.update.caught_up ? `The memory ranked the new value above the old one ${lasting(detail.update.lag_us / 1000)} and ${plural(detail.update.n_messages, "message", "messages")} after the change.`
      : `Up to the question, ${lasting(detail.update.lag_us / 1000)} after the change, the memory did not rank the new value above the old one.`) : null,
    detail.forgetting.length ? el("p", null, "Requests to forget before: ", detail.forgetting.map((one) => `${lasting(one.since_us / 1000)} ago, ${one.hits_by_content ?? "nobody knows how many"} of ${plural(one.n_forgotten, "message", "messages")} left by their words`).join("; "), ".") : null,
  ];
}

function searches(detail, part) {
  const text = (n) => part.texts[n];
  return [
    text(detail.context) ? [el("h3", null, "Put into the prompt"), detail.left_out ? el("p", { class: "soft" }, `${plural(detail.left_out, "message was", "messages were")} left out to keep to its length.`) : null, el("pre", null, said(text(detail.context), 4000))] : null,
    beforeCutoff(detail, part),
    detail.searches.length || text(detail.context) ? null : el("p", { class: "soft" }, "Nobody searched the memory."),
    detail.searches.map((one, n) => oneSearch(one, part, n === 0)),
    detail.withheld.length ? withheld(detail.withheld, part) : null,
  ];
}

/** What can be said of the future: only with the source at hand, and never more than was looked at. */
function beforeCutoff(detail, part) {
  const hits = detail.searches.flatMap((one) => one.hits).filter((hit) => hit[2].length);
  if (part.timeline.times === null || !hits.length) return null;
  const ahead = hits.filter((hit) => hit[4].includes("a")).length;
  return ahead ? el("p", { class: "callout bad" }, `${plural(ahead, "hit names", "hits name")} a message that was not known yet.`)
    : el("p", { class: "soft" }, `Every hit that names messages (${count(hits.length)} in all) names only what was said before the cutoff.`);
}

function oneSearch(search, part, isFirst) {
  const ours = search.by !== "the agent";
  const list = el("ol", { class: "hits" });
  search.hits.forEach((hit, n) => {
    if (n === search.shown && !ours) list.append(el("li", { class: "cutline" }, "below here: found and logged, not shown to the agent"));
    list.append(oneHit(hit, n + 1, part));
  });
  const notable = search.hits.filter((hit) => hit[3].length || hit[4]).length;
  const heading = [el("span", null, ours ? `Searched by ${search.by}: ` : "The agent searched: "), el("b", null, "“", said(part.texts[search.query], 300), "”"),
    el("span", { class: "soft small" }, ` ${plural(search.hits.length, "hit", "hits")}` + (ours ? ", never shown to the agent" : `, ${search.shown} shown`) + (notable ? `, ${notable} marked` : ""))];
  const body = [search.hits.length ? list : el("p", { class: "soft" }, "Nothing came back."), search.withheld.length ? withheld(search.withheld, part) : null];
  return el("details", { open: isFirst && !ours }, el("summary", { class: "ink" }, heading), body);
}

function oneHit([textAt, score, ids, facts, flags], rank, part) {
  const has = (flag) => flags.includes(flag);
  const states = facts.length || has("e");
  const when = ids.map((id) => part.messages[id]).filter(Boolean).map(([ms]) => moment(ms, part.timeline));
  const kind = has("a") ? "is-ahead" : states ? "is-evidence" : has("r") ? "is-replaced" : null;
  return el("li", { class: kind }, el("span", { class: "rank" }, `${rank}.`), el("div", null, said(part.texts[textAt], 700),
    el("div", { class: "meta" },
      states ? tag("evidence", facts.length ? `evidence: fact ${facts.join(", ")}` : "evidence") : has("s") ? tag("", "evidence session") : null,
      has("r") ? tag("replaced", "superseded") : null, has("a") ? tag("ahead", "ahead of the cutoff") : null,
      el("span", null, `score ${score}`), ids.length ? el("span", null, plain(ids.slice(0, 4).join(", ") + (ids.length > 4 ? ` and ${ids.length - 4} more` : ""))) : el("span", null, "names no source"),
      when.length ? el("span", null, when[0] + (when.length > 1 ? ` … ${when.at(-1)}` : "")) : null)));
}

const withheld = (list, part) => el("div", { class: "callout bad" }, el("b", null, "Withheld: could not have come from what was known"),
  el("ul", { class: "why" }, list.map((one) => el("li", null, tag("ahead", one.kind), " ", said(one.detail, 400), " ", el("span", { class: "soft" }, said(part.texts[one.text], 400))))));

function done(detail, part) {
  const text = (n) => part.texts[n];
  const commands = (list) => list.length ? el("ul", { class: "calls" }, list.map(([call, ok, reason]) => el("li", null, el("code", null, plain(call)), ok ? null : [" ", tag("wrong", "rejected"), " ", el("span", { class: "soft small" }, said(reason))])))
    : el("p", { class: "soft" }, "nothing");
  return [
    detail.failure ? el("div", { class: "callout note" }, el("b", null, `Failed in ${detail.failure.stage}: `), said(text(detail.failure.message))) : null,
    detail.answer ? el("div", { class: "two" }, el("div", null, el("h3", null, "Should have said"), el("p", null, text(detail.answer.reference).trim() ? said(text(detail.answer.reference)) : el("i", null, "that nobody knows"))),
      el("div", null, el("h3", null, "Said"), el("p", null, text(detail.answer.said) ? said(text(detail.answer.said)) : el("i", null, "nothing")))) : null,
    detail.did.length || detail.should.length || !detail.answer ? [
      el("div", { class: "two" }, el("div", null, el("h3", null, "Should have done"), commands(detail.should)), el("div", null, el("h3", null, "Did"), commands(detail.did))),
      el("h3", null, "The car"), carTable(detail.state)] : null,
    detail.unwanted.length ? [el("h3", null, "Should not have done"), el("ul", { class: "why" }, detail.unwanted.map((line) => el("li", null, said(line, 400))))] : null,
    detail.decisions.length ? el("details", null, el("summary", null, "The agent's reasons"), el("ul", { class: "why" }, detail.decisions.map(([step, choice, reason]) => el("li", null, el("b", null, said(step)), ": ", said(text(choice)), text(reason) ? [", because ", said(text(reason))] : null)))) : null,
    detail.calls.length ? el("details", null, el("summary", null, `${plural(detail.calls.length, "call", "calls")} in order`), el("ul", { class: "calls" }, detail.calls.map((one) => el("li", null, tag("", one.kind), " ", el("code", null, said(text(one.call), 400)), one.ok ? "" : [" ", tag("wrong", "refused")], " ", el("span", { class: "soft small" }, said(text(one.answer), 300)))))) : null,
  ];
}

function carTable(rows) {
  if (!rows.length) return el("p", { class: "soft" }, "Unchanged, and rightly so.");
  const value = (one) => one === null ? "–" : typeof one === "string" ? said(one, 200) : String(one);
  const found = table("Each field that should have changed or did; those that differ come first", [["field"], ["before"], ["should be"], ["is"], ["outcome"]],
    rows.map(([path, before, want, have, same]) => [el("code", null, plain(path)), value(before), value(want), value(have), same ? tag("right", "✓ as it should be") : tag("wrong", "✗ differs")]), { id: "car" });
  found.querySelectorAll("tbody tr").forEach((row, n) => row.classList.add(rows[n][4] ? "same" : "differs"));
  return found;
}

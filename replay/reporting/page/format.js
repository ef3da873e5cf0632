// Numbers, times and names as text.

const percent = (rate, digits = 1) => rate === null || rate === undefined ? "–" : `${(100 * rate).toFixed(digits)}%`;
const count = (number) => number === null || number === undefined ? "–" : Math.round(number).toLocaleString("en-US");
const words = (name) => String(name).replaceAll("_", " ");
const plural = (number, one, many) => `${count(number)} ${number === 1 ? one : many}`;

/** `+3.2` with a true minus sign; what rounds to nothing has no sign. */
function signed(number, digits) {
  const text = Math.abs(number).toFixed(digits);
  if (Number(text) === 0) return text;
  return (number < 0 ? "−" : "+") + text;
}

function bounds(interval, show = (value) => (100 * value).toFixed(1)) {
  return interval ? `${show(interval.low)} to ${show(interval.high)}` : "";
}

const UNITS = [["d", 86400e3], ["h", 3600e3], ["min", 60e3], ["s", 1e3]];

/** A length of time in its two largest units. */
function lasting(ms) {
  if (ms === null || ms === undefined) return "–";
  const parts = [];
  let left = Math.round(ms / 1000) * 1000;
  for (const [unit, size] of UNITS) {
    const n = Math.floor(left / size);
    left -= n * size;
    if (n || parts.length) parts.push(n ? `${n} ${unit}` : "");
    if (parts.length === 2) break;
  }
  return parts.filter(Boolean).join(" ") || (ms > 0 ? `${Math.round(ms)} ms` : "0 s");
}

function duration(ms) {
  if (ms === null || ms === undefined) return "–";
  return ms < 1 ? `${ms.toFixed(2)} ms` : ms < 1000 ? `${ms.toFixed(1)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

function bytes(n) {
  if (n === null || n === undefined) return "–";
  return n < 1e4 ? `${count(n)} B` : n < 1e7 ? `${count(n / 1e3)} kB` : `${count(n / 1e6)} MB`;
}

const zones = new Map();

/** How far the scenario's clock is ahead of UTC at an instant, in milliseconds. */
function offsetAt(ms, timeline) {
  const name = timeline.zone;
  if (!name) return timeline.offset_min * 60e3;
  const key = `${name} ${Math.floor(ms / 900e3)}`;
  if (!zones.has(key)) zones.set(key, readOffset(ms, name));
  return zones.get(key) ?? timeline.offset_min * 60e3;
}

const clocks = new Map();
function readOffset(ms, name) {
  try {
    if (!clocks.has(name)) {
      clocks.set(name, name === "UTC" ? null : new Intl.DateTimeFormat("en-US", { timeZone: name, hourCycle: "h23",
        year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" }));
    }
    const clock = clocks.get(name);
    if (clock === null) return 0;
    const part = Object.fromEntries(clock.formatToParts(ms).map((one) => [one.type, Number(one.value)]));
    return Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute, part.second) - Math.floor(ms / 1000) * 1000;
  } catch {
    return null;
  }
}

const localMs = (ms, timeline) => ms + offsetAt(ms, timeline);
const moment = (ms, timeline) => new Date(localMs(ms, timeline)).toISOString().slice(0, 16).replace("T", " ");
const sign = { right: "✓\u00a0right", wrong: "✗\u00a0wrong", failed: "!\u00a0failed", unscored: "not\u00a0scored" };
const tag = (name, text) => el("span", { class: `tag ${name}` }, text);
const verdictTag = (verdict) => tag(verdict, sign[verdict]);
const naturally = new Intl.Collator("en", { numeric: true }).compare;

const CAUSE_COLORS = {
  right: "--c-right", lucky: "--c-lucky", withheld: "--c-memory-5", not_said: "--c-memory-6", lost_in_words: "--c-memory-7", unrecognised: "--c-memory-8", not_stored: "--c-memory-4", not_found: "--c-memory", partly_found: "--c-memory-2",
  not_shown: "--c-memory-3", no_action: "--c-agent-5", malformed_call: "--c-agent-6", wrong_command: "--c-agent-3", wrong_value: "--c-agent",
  missing_change: "--c-agent-2", extra_change: "--c-agent-4", broken_reference: "--c-none", failure: "--c-fail",
};

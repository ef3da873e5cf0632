// Making elements. Whatever comes from data ends up in text nodes: nothing here reads markup.

/** Characters that would change how the text around them is shown, or show nothing themselves. */
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g;
const SHORT = 1500;

/** An element with properties (`class`, `on...`, `data-...`, ARIA) and children: nodes, texts, arrays of them, or nothing. */
function el(tag, props, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [rule, text] of Object.entries(value)) node.style.setProperty(rule, text);
    else node.setAttribute(name === "htmlFor" ? "for" : name, value === true ? "" : String(value));
  }
  add(node, children);
  return node;
}

function add(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return node;
}

function fill(node, ...children) {
  node.replaceChildren();
  return add(node, children);
}

const byId = (id) => document.getElementById(id);
const codePoint = (char) => "U+" + char.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");

/** A text for places that hold no elements: names of options, labels. */
const plain = (text) => String(text).replace(UNSEEN, (char) => `[${codePoint(char)}]`);

/** Words of the history, as they are: apart from the text around them, what cannot be seen made visible, long ones cut. */
function said(text, limit = SHORT) {
  const node = el("span", { class: "said", dir: "auto" });
  if (text.length <= limit) return put(node, text);
  put(node, text.slice(0, limit));
  const whole = el("button", { type: "button", class: "plain no-print", onclick: () => put(fill(node), text) },
    `show all ${count(text.length)} characters`);
  add(node, ["… ", whole]);
  return node;
}

function put(node, text) {
  let from = 0;
  for (const match of text.matchAll(UNSEEN)) {
    if (match.index > from) node.append(text.slice(from, match.index));
    node.append(el("span", { class: "ctl" }, codePoint(match[0])));
    from = match.index + match[0].length;
  }
  if (from < text.length) node.append(text.slice(from));
  return node;
}

/** A table: columns are [title, is a number]; cells are nodes or texts, the first one of a row names it. */
function table(caption, columns, rows, { total = false, id = null } = {}) {
  const head = el("tr", null, columns.map(([title, isNumber]) => el("th", { scope: "col", class: isNumber ? "n" : null }, title)));
  const body = rows.map((cells, at) => el("tr", { class: total && at === rows.length - 1 ? "total" : null },
    cells.map((cell, n) => n === 0
      ? el("th", { scope: "row" }, cell)
      : el("td", { class: columns[n][1] ? "n" : null }, cell))));
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": plain(caption) },
    el("table", { id }, el("caption", null, caption), el("thead", null, head), el("tbody", null, body)));
}

function pairs(rows) {
  return el("dl", { class: "pairs" }, rows.map(([name, value]) => [el("dt", null, name), el("dd", null, value)]));
}

function options(select, entries, chosen) {
  fill(select, entries.map(([value, title]) => el("option", { value, selected: value === chosen }, plain(title))));
  return select;
}

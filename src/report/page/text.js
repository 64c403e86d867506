// Numbers in words, and elements of the page.

/** A count with commas; takes numbers, big integers and strings of digits. */
const grouped = (number) => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ",");

/** An estimate, to two digits. */
function roughly(number) {
  if (number === null) return "any number";
  const rounded = Number(Number(number).toPrecision(2));
  return rounded < 1e15 ? grouped(rounded) : rounded.toExponential(1);
}

/** A duration in a unit that suits it. */
function duration(ns) {
  if (ns < 1e3) return `${Math.round(ns)} ns`;
  if (ns < 1e6) return `${rounded(ns / 1e3)} µs`;
  if (ns < 1e9) return `${rounded(ns / 1e6)} ms`;
  return `${(ns / 1e9).toFixed(2)} s`;
}

/** A number with at most one digit after the point. */
const rounded = (number) => String(Math.round(number * 10) / 10);

/** A share as per cent. */
function percent(part, whole) {
  const share = whole === 0 ? 0 : (part / whole) * 100;
  return `${share.toFixed(share > 0 && share < 10 ? 2 : 1)}%`;
}

/** A number and what it counts. */
const plural = (number, one, many) => `${grouped(number)} ${number == 1 ? one : many}`;

/**
 * An element. Of the attributes, those that begin with `on` are listeners, `class` and the like
 * are set as they are, and those that are null or false are left out.
 */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false || value === undefined) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

/** The element of the page with an id. */
const byId = (id) => document.getElementById(id);

/** A button. */
const button = (label, onclick, text) =>
  element("button", { type: "button", "aria-label": label, title: label, onclick }, text ?? label);

/** The element that a text of SVG describes. */
function drawing(svg) {
  const template = document.createElement("template");
  template.innerHTML = svg;
  return template.content.firstElementChild;
}

/** Text that means itself in SVG. */
const escaped = (text) =>
  String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A table with a caption; the first cell of each row is its head. */
function table(caption, head, rows, foot = null) {
  const row = (cells) =>
    element("tr", {}, cells.map((cell, i) =>
      i === 0 ? element("th", { scope: "row" }, cell) : element("td", {}, cell)));
  const heads = head.map((text) => element("th", { scope: "col" }, text));
  return element("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": caption },
    element("table", {},
      element("caption", {}, caption),
      element("thead", {}, element("tr", {}, heads)),
      element("tbody", {}, rows.map(row)),
      foot ? element("tfoot", {}, row(foot)) : null));
}

/** A choice among a few things, as buttons of which one is on. */
function choice(legend, name, options, chosen, onchange) {
  const radio = ([value, label, extra]) => element("label", { class: "radio" },
    element("input", { type: "radio", name, value, checked: value === chosen,
      onchange: () => onchange(value) }),
    element("span", {}, extra ?? null, label));
  return element("fieldset", { class: "choice" }, element("legend", {}, legend),
    element("div", { class: "options" }, options.map(radio)));
}

/** Lets the page do what is more urgent before something that takes long goes on. */
const rest = () => new Promise((done) => setTimeout(done));

// The page as a whole: head and foot, sections, permanent links, light and dark.

/* global element, grouped, plural, duration, roughly -- text.js */
/* global load -- data.js */
/* global counts, pieces, placements, tasks -- charts.js */
/* global Gallery, startingPosition -- gallery.js */
/* global held, Stage -- stage.js */

const byId = (id) => document.getElementById(id);

/** Light or dark, as chosen; a choice is kept where the browser keeps things for files. */
function theme() {
  const select = byId("theme");
  const apply = () => {
    if (select.value === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = select.value;
  };
  try {
    select.value = localStorage.getItem("bitcover-theme") ?? "auto";
  } catch {
    // Nothing is kept then.
  }
  select.addEventListener("change", () => {
    apply();
    try {
      localStorage.setItem("bitcover-theme", select.value);
    } catch {
      // As above.
    }
  });
  apply();
}

/** A figure with what it is. */
const tile = (value, what) => element("div", { class: "tile" }, element("dd", {}, value), element("dt", {}, what));

/** The boards in a few words; what all have in common is said once. */
function boards(parts) {
  const words = parts.map(({ board }) => board.split(", "));
  const common = words[0].slice(1).filter((word) => words.every((other) => other.includes(word)));
  const own = words.map((all) => all.filter((word) => !common.includes(word)).join(", "));
  return `${[`Board${parts.length > 1 ? "s" : ""}: ${own.join("; ")}`, ...common].join(", ")}.`;
}

/** What the puzzles are, and the most important figures. */
function intro({ groups, parts }) {
  const root = byId("intro");
  for (const group of groups) {
    const [first] = group.parts;
    if (groups.length > 1) root.append(element("h2", {}, group.title));
    root.append(element("p", { class: "lead" }, first.about));
    root.append(element("p", { class: "boards" }, boards(group.parts)));
    if (first.given.length > 0) root.append(startingPosition(first));
    const complete = group.parts.every(({ count }) => count.complete);
    const add = (figure) => group.parts.reduce((sum, part) => sum + BigInt(figure(part.count)), 0n);
    const seconds = group.parts.reduce((sum, { count }) => sum + count.elapsed_s, 0);
    root.append(element("dl", { class: "tiles" }, complete
      ? [tile(grouped(add((count) => count.distinct)), "distinct solutions"),
        tile(grouped(add((count) => count.total)), "arrangements"),
        tile(grouped(add((count) => count.nodes)), "nodes"), tile(duration(seconds * 1e9), "to find them")]
      : group.parts.map(({ name, estimate }) => tile(
        estimate ? `about ${roughly(estimate.estimate)}` : "not counted",
        estimate ? `arrangements of ${name}, estimated: with 95% certainty ${roughly(estimate.low)} to ${
          roughly(estimate.high)}` : `arrangements of ${name}`))));
  }
  byId("held").textContent = parts.length > 1 && parts.every(({ gallery }) => gallery.kind === "all")
    ? `All ${plural(parts.reduce((sum, part) => sum + part.length, 0), "solution is", "solutions are")} here.`
    : parts.map(held).join(" ");
}

/** Where the page came from. */
function about({ machine }) {
  byId("about").append(
    element("p", {}, `Made by bitcover ${machine.version} (commit ${machine.commit}) on ${machine.date}, with `,
      element("code", {}, machine.command), "."),
    element("p", {}, "3-D by three.js, under the MIT licence, which is in the source of this page."));
}

function navigation() {
  for (const section of document.querySelectorAll("main section")) {
    const title = section.querySelector("h2").textContent;
    byId("nav").append(element("a", { href: `#${section.id}` }, title));
  }
}

/** Shows what the link says: a solution, maybe in an image. */
function follow(parts, show) {
  const [name, number, motion] = location.hash.slice(1).split("/");
  const part = parts.find((one) => encodeURIComponent(one.name) === name);
  const i = Number(number) - 1;
  if (!part || !(i >= 0 && i < part.length)) return false;
  const m = Number(motion ?? 0);
  show(part, Math.floor(i), m >= 0 && m < part.motions.length ? Math.floor(m) : 0);
  return true;
}

async function start() {
  theme();
  navigation();
  const page = await load();
  intro(page);
  about(page);
  pieces(byId("pieces"), page);
  counts(byId("counts"), page);
  tasks(byId("tasks"), page);
  placements(byId("placements"), page);
  const shown = page.parts.filter((part) => part.length > 0);
  if (shown.length === 0) {
    document.querySelector(".workbench").hidden = true;
  } else {
    const go = (part, i, motion) => (location.hash = part.link(i, motion));
    const stage = new Stage(byId("stage"), go);
    const gallery = new Gallery(page.parts, byId("filters"), byId("gallery"), go);
    const show = (part, i, motion) => {
      stage.show(part, i, motion);
      gallery.mark(part, i);
    };
    addEventListener("hashchange", () => {
      const { top, bottom } = byId("stage").getBoundingClientRect();
      if (follow(shown, show) && (bottom < 120 || top > innerHeight - 120)) {
        byId("stage").scrollIntoView({ block: "start" });
      }
    });
    // The tallest is the finest to begin with.
    if (!follow(shown, show)) show(shown.at(-1), 0, 0);
    else byId("stage").scrollIntoView({ block: "start" });
  }
  // What a link to a section leads to was not there when the page was opened.
  byId(location.hash.slice(1))?.scrollIntoView();
  document.documentElement.dataset.ready = "yes";
}

start().catch((error) => {
  byId("main").prepend(element("p", { class: "note", role: "alert" },
    `This page could not be drawn: ${error.message}. It needs a browser of 2023 or later.`));
  throw error;
});

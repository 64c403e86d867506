// The page as a whole: head and foot, sections, permanent links.

/* global byId, element, grouped, plural, duration, roughly -- text.js */
/* global theme -- theme.js */
/* global load -- data.js */
/* global counts, pieces, placements, tasks -- charts.js */
/* global Gallery, startingPosition -- gallery.js */
/* global held, Stage -- stage.js */
/* global playing -- playing.js */

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
    if (first.given.length + first.free.length > 0) root.append(startingPosition(first));
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

/**
 * What the link says: a solution, maybe in an image, and filters; or why there is no such solution.
 * Nothing where it is no link of a solution.
 */
function linked(parts) {
  const [place, ...filters] = location.hash.slice(1).split(";");
  const [name, number, motion] = place.split("/");
  if (number === undefined) return null;
  const state = filters.map((filter) => `;${filter}`).join("");
  const part = parts.find((one) => encodeURIComponent(one.name) === name);
  if (!part) return { state, refusal: `This page has no puzzle ${name} with solutions.` };
  const i = Number(number) - 1;
  if (!(Number.isInteger(i) && i >= 0 && i < part.length)) return { state, refusal: part.refusal(number) };
  const m = Number(motion ?? 0);
  return { state, part, i, motion: Number.isInteger(m) && m >= 0 && m < part.motions.length ? m : 0 };
}

/** The workbench: a stage and a gallery, which show the same, and a link that says what. */
class Workbench {
  constructor(parts) {
    this.parts = parts.filter((part) => part.length > 0);
    const go = (part, i, motion) => (location.hash = part.link(i, motion) + this.gallery.state());
    this.stage = new Stage(byId("stage"), {
      go,
      further: (part, i, by) => this.gallery.further(part, i, by),
      state: () => this.gallery?.state() ?? "",
    });
    this.gallery = new Gallery(parts, byId("filters"), byId("gallery"), go, () => this.filtered());
  }

  show(part, i, motion) {
    this.stage.show(part, i, motion);
    this.gallery.mark(part, i);
    this.remark();
  }

  /** Says where the filters leave out what is shown. */
  remark(words = "") {
    const { part, i } = this.stage;
    this.stage.say(words || (this.gallery.leaves(part, i) ? "" : "The filters leave this one out."));
  }

  /** After the filters were changed: what is shown is among those that they leave, if there are any. */
  filtered() {
    const { found } = this.gallery;
    let { part, i, motion } = this.stage;
    if (!this.gallery.leaves(part, i) && found.length > 0) {
      [{ part, i, motion }] = found;
      this.show(part, i, motion);
    } else {
      this.stage.relink();
      this.gallery.mark(part, i);
      this.remark();
    }
    try {
      history.replaceState(null, "", part.link(i, motion) + this.gallery.state());
    } catch {
      // A browser that forbids it for files keeps the older link; the one beside the title is right.
    }
  }

  /** Shows what the link says; says whether it says anything. */
  follow() {
    const link = linked(this.parts);
    if (!link) return false;
    if (link.state !== this.gallery.state()) {
      // Nobody changed the filters here, so that nothing else is to be shown than what the link says.
      const { onchange } = this.gallery;
      this.gallery.onchange = () => {};
      this.gallery.restore(link.state);
      this.gallery.onchange = onchange;
    }
    if (link.refusal) {
      if (!this.stage.part) this.first();
      this.remark(link.refusal);
    } else {
      this.show(link.part, link.i, link.motion);
    }
    return true;
  }

  /** The tallest is the finest to begin with. */
  first() {
    this.show(this.parts.at(-1), 0, 0);
  }
}

async function start() {
  theme();
  navigation();
  const page = await load();
  intro(page);
  about(page);
  playing(byId("play"));
  pieces(byId("pieces"), page);
  counts(byId("counts"), page);
  tasks(byId("tasks"), page);
  placements(byId("placements"), page);
  const shown = page.parts.filter((part) => part.length > 0);
  if (shown.length === 0) {
    document.querySelector(".workbench").hidden = true;
  } else {
    const workbench = new Workbench(page.parts);
    addEventListener("hashchange", () => {
      const { top, bottom } = byId("stage").getBoundingClientRect();
      if (workbench.follow() && (bottom < 120 || top > innerHeight - 120)) {
        byId("stage").scrollIntoView({ block: "start" });
      }
    });
    if (workbench.follow()) byId("stage").scrollIntoView({ block: "start" });
    else workbench.first();
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

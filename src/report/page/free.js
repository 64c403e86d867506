// Which cells stay free: a list of labels for each region that leaves cells free, such as month and day
// of a calendar, and a button for the date of today where regions have its words.

/* global element -- text.js */

class FreeCells {
  /** Lists that call `onchange` with the cells that are to stay free. */
  constructor(onchange) {
    this.onchange = onchange;
    this.part = null;
    this.lists = [];
    this.root = element("details", { class: "filter", open: true, hidden: true });
  }

  /** Shows the regions of a part, or of none, with the cells that are chosen. */
  show(part, chosen = []) {
    if (part !== this.part) {
      this.part = part;
      this.build();
    }
    this.lists.forEach((list, r) => {
      const cell = part.regions[r].cells.find((one) => chosen.includes(one));
      list.value = cell === undefined ? "" : String(cell);
    });
  }

  build() {
    const regions = this.part?.regions ?? [];
    this.root.hidden = regions.length === 0;
    const change = () => this.onchange(this.chosen());
    this.lists = regions.map(({ name, cells }) => element("select", { "aria-label": name, onchange: change },
      element("option", { value: "" }, "any"),
      cells.map((cell) => element("option", { value: cell }, this.part.freeText(cell)))));
    const labels = regions.map(({ name }, r) => element("label", {}, name, this.lists[r]));
    const today = this.part?.freeOn(new Date());
    const button = today && element("button", { type: "button", onclick: () => {
      this.show(this.part, today);
      change();
    } }, "Today");
    this.root.replaceChildren(element("summary", {}, "Stays free"),
      element("div", { class: "dates" }, labels, button));
  }

  /** The cells that are to stay free. */
  chosen() {
    return this.lists.map(({ value }) => value).filter(Boolean).map(Number);
  }
}

// The cells of a board as a grid of buttons, one a cell, at the places of its picture. One of them is
// in the order of Tab, and arrow keys walk to the others.

/* global element -- text.js */
/* global layout -- picture.js */
/* global extentOf -- tiles.js */

/** The steps of the arrow keys, down and right. */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * The cell that an arrow key leads to from another, among those that may be led to: the nearest along its
 * direction, and then the least aside; -1 where there is none.
 */
function beyond(part, cell, [down, right], mayBe) {
  const { places, tiles } = layout(part);
  // Rows of hexagons are shifted, so that there the next row has none straight above or below.
  const weight = tiles ? 1 : 8;
  const [x, y] = places[cell];
  let [best, least] = [-1, Infinity];
  places.forEach(([px, py], other) => {
    const along = (py - y) * down + (px - x) * right;
    const aside = Math.abs((py - y) * right) + Math.abs((px - x) * down);
    if (along < 0.4 || !mayBe(other)) return;
    const cost = along + weight * aside;
    if (cost < least) [best, least] = [other, cost];
  });
  return best;
}

class CellGrid {
  /**
   * The grid of a part; `label` says what it is, `onclick` is called with the number of a cell. Inner cells
   * can be pressed where `hasInner` says so.
   */
  constructor(part, label, { onclick, onkeydown, oncontextmenu = null, hasInner = false }) {
    this.part = part;
    this.root = element("div", { class: "grid", role: "group", "aria-label": label, onkeydown });
    this.buttons = part.cells.map(({ inner }, cell) => element("button", { type: "button",
      class: inner ? "cell inner" : "cell", tabindex: cell === 0 ? "0" : "-1", disabled: inner && !hasInner,
      onclick: () => onclick(cell), oncontextmenu: oncontextmenu && ((event) => oncontextmenu(event, cell)) }));
    this.root.append(...this.buttons);
    this.arrange();
  }

  /** Puts each button where the picture has its cell. */
  arrange() {
    const { places, tiles, width, height } = layout(this.part);
    this.root.style.setProperty("--columns", width);
    this.root.style.setProperty("--rows", height);
    this.buttons.forEach((button, cell) => {
      const [x, y] = places[cell];
      button.style.setProperty("--x", x);
      button.style.setProperty("--y", y);
      if (tiles) this.shape(button, tiles[cell]);
    });
  }

  /** Makes a button a hexagon or a triangle, a little smaller than its place, with its letter in the middle. */
  shape(button, one) {
    const [left, top, right, bottom] = extentOf([one]);
    const [width, height] = [right - left, bottom - top];
    const percent = (value, whole) => `${(value / whole * 100).toFixed(2)}%`;
    const [x, y] = one.middle;
    const corners = one.corners.map(([cx, cy]) =>
      `${percent(x + (cx - x) * 0.95 - left, width)} ${percent(y + (cy - y) * 0.95 - top, height)}`);
    button.classList.add("cut");
    button.style.setProperty("--w", width);
    button.style.setProperty("--h", height);
    button.style.setProperty("--lower", (y - top) / height - 0.5);
    button.style.clipPath = `polygon(${corners.join(", ")})`;
  }

  /** The cell that an element is the button of, or -1. */
  cellOf(target) {
    return this.buttons.indexOf(target);
  }

  /** Has the keyboard at a cell. */
  focus(cell) {
    for (const button of this.buttons) button.tabIndex = -1;
    this.buttons[cell].tabIndex = 0;
    this.buttons[cell].focus();
  }
}

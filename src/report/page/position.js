// The board on which a partial position is laid: a grid of buttons, one a cell.
//
// A click on a free cell lays the chosen piece over it; a click on a piece turns it to its next
// placement over that cell, and after the last takes it away. Arrow keys walk over the board.

/* global drawing, element -- text.js */
/* global laid, layout, piecePicture -- picture.js */
/* global EMPTY -- data.js */
/* global extentOf -- tiles.js */

class PositionBoard {
  /** A board that calls `onchange` with each new position. */
  constructor(onchange) {
    this.onchange = onchange;
    this.part = null;
    this.position = [];
    this.piece = 0;
    this.buttons = [];
    this.root = element("div", { class: "position" });
  }

  /** Shows the board of a part, with a position. */
  show(part, position = []) {
    const isNew = part !== this.part;
    this.part = part;
    this.position = position;
    if (isNew) {
      this.piece = 0;
      this.build();
    }
    this.paint();
  }

  build() {
    const { part } = this;
    const pieces = part.pieces.map(({ name }, p) => element("label", { class: "swatch" },
      element("input", { type: "radio", name: "lay", value: p, checked: p === this.piece,
        onchange: () => (this.piece = p) }),
      element("span", {}, drawing(piecePicture(part, p)), name)));
    const { places, tiles, width, height } = layout(part);
    const grid = element("div", { class: "grid", role: "group",
      "aria-label": `Board of ${part.name}; arrow keys move, Enter lays or turns, Delete takes away`,
      onkeydown: (event) => this.key(event) });
    grid.style.setProperty("--columns", width);
    grid.style.setProperty("--rows", height);
    this.buttons = [];
    part.cells.forEach(({ inner }, cell) => {
      const button = element("button", { type: "button", class: inner ? "cell inner" : "cell",
        tabindex: cell === 0 ? "0" : "-1", disabled: inner,
        onclick: () => this.click(cell), oncontextmenu: (event) => {
          event.preventDefault();
          this.remove(cell);
        } });
      const [x, y] = places[cell];
      button.style.setProperty("--x", x);
      button.style.setProperty("--y", y);
      if (tiles) this.shape(button, tiles[cell]);
      this.buttons.push(button);
      grid.append(button);
    });
    this.chips = element("ul", { class: "chips" });
    this.root.replaceChildren(
      element("fieldset", { class: "swatches" }, element("legend", {}, "Piece to lay"), pieces),
      element("p", { class: "note" }, "Click a cell to lay the piece there. Click the piece again to turn ",
        "it to its next placement on that cell; after the last it goes away."),
      grid, this.chips);
  }

  /** Makes a button a hexagon or a triangle, a little smaller than its place, with its letter in the middle. */
  shape(button, one) {
    const [left, top, right, bottom] = extentOf([one]);
    const [width, height] = [right - left, bottom - top];
    const percent = (value, whole) => `${(value / whole * 100).toFixed(2)}%`;
    const [x, y] = one.middle;
    const corners = one.corners.map(([cx, cy]) =>
      `${percent(x + (cx - x) * 0.95 - left, width)} ${percent(y + (cy - y) * 0.95 - top, height)}`);
    button.classList.add("tile");
    button.style.setProperty("--w", width);
    button.style.setProperty("--h", height);
    button.style.setProperty("--lower", (y - top) / height - 0.5);
    button.style.clipPath = `polygon(${corners.join(", ")})`;
  }

  paint() {
    const { part, position } = this;
    const codes = laid(part, position);
    this.buttons.forEach((button, cell) => {
      const code = codes[cell];
      const free = code === EMPTY;
      const piece = free ? null : part.pieces[part.pieceOf[code]];
      button.textContent = free ? part.cells[cell].label ?? "" : part.symbol(code);
      button.classList.toggle("labelled", free);
      button.style.background = free ? "" : piece.colour;
      button.style.color = free ? "" : piece.ink;
      button.setAttribute("aria-label", `${part.cellName(cell)}: ${free ? "free" : piece.name}`);
    });
    this.chips.replaceChildren(...position.map((placement, i) => {
      const text = part.givenText(placement);
      return element("li", {}, element("code", {}, text), element("button", { type: "button",
        "aria-label": `Take away ${text}`, onclick: () => this.change(position.toSpliced(i, 1)) }, "×"));
    }));
  }

  change(position) {
    this.position = position;
    this.paint();
    this.onchange(position);
  }

  /** The number of the laid piece on a cell, or -1. */
  at(cell) {
    return this.position.findIndex(({ cells }) => cells.includes(cell));
  }

  remove(cell) {
    const here = this.at(cell);
    if (here >= 0) this.change(this.position.toSpliced(here, 1));
  }

  /** The placements of a piece over a cell that fit beside others; those that begin there first. */
  fitting(piece, cell, others) {
    const taken = new Set(others.flatMap(({ cells }) => cells));
    const copies = others.filter((other) => other.piece === piece).length;
    if (copies >= this.part.pieces[piece].symbols.length) return [];
    const fits = ({ piece: own, cells }) =>
      own === piece && cells.includes(cell) && !cells.some((one) => taken.has(one));
    const order = ({ cells }) => cells.indexOf(cell);
    return this.part.options.filter(fits).sort((a, b) => order(a) - order(b));
  }

  click(cell) {
    const here = this.at(cell);
    if (here < 0) {
      const others = this.position.filter(({ piece }) => piece !== this.piece);
      // A piece of which there is one moves; of several, one more is laid.
      const kept = this.part.pieces[this.piece].symbols.length > 1 ? this.position : others;
      const [first] = this.fitting(this.piece, cell, kept);
      if (first) this.change([...kept, first]);
      return;
    }
    const laidHere = this.position[here];
    const others = this.position.toSpliced(here, 1);
    const all = this.fitting(laidHere.piece, cell, others);
    // The order of placements differs from cell to cell; a round ends where it began on this cell.
    const next = all[all.findIndex(({ cells }) => String(cells) === String(laidHere.cells)) + 1];
    this.change(next ? [...others, next] : others);
  }

  key(event) {
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const cell = this.buttons.indexOf(event.target);
    if (cell < 0) return;
    if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      this.remove(cell);
      return;
    }
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const { places, tiles } = layout(this.part);
    // The next cell in that direction: the nearest along it, and then the least aside. Rows of hexagons
    // are shifted, so that there the next row has none straight above or below.
    const weight = tiles ? 1 : 8;
    const [x, y] = places[cell];
    let [best, least] = [-1, Infinity];
    places.forEach(([px, py], other) => {
      const along = (py - y) * step[0] + (px - x) * step[1];
      const aside = Math.abs((py - y) * step[1]) + Math.abs((px - x) * step[0]);
      if (along < 0.4 || this.part.cells[other].inner) return;
      const cost = along + weight * aside;
      if (cost < least) [best, least] = [other, cost];
    });
    if (best < 0) return;
    event.target.tabIndex = -1;
    this.buttons[best].tabIndex = 0;
    this.buttons[best].focus();
  }
}

// The board on which a partial position is laid: a grid of buttons, one a cell.
//
// A click on a free cell lays the chosen piece over it; a click on a piece turns it to its next
// placement over that cell, and after the last takes it away. Arrow keys walk over the board.

/* global drawing, element -- text.js */
/* global laid, piecePicture -- picture.js */
/* global ARROWS, CellGrid, beyond -- cells.js */
/* global EMPTY -- puzzle.js */

class PositionBoard {
  /** A board that calls `onchange` with each new position. */
  constructor(onchange) {
    this.onchange = onchange;
    this.part = null;
    this.position = [];
    this.piece = 0;
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
    this.grid = new CellGrid(part, `Board of ${part.name}; arrow keys move, Enter lays or turns, Delete takes away`, {
      onclick: (cell) => this.click(cell),
      onkeydown: (event) => this.key(event),
      oncontextmenu: (event, cell) => {
        event.preventDefault();
        this.remove(cell);
      },
    });
    this.chips = element("ul", { class: "chips" });
    this.root.replaceChildren(
      element("fieldset", { class: "swatches" }, element("legend", {}, "Piece to lay"), pieces),
      element("p", { class: "note" }, "Click a cell to lay the piece there. Click the piece again to turn ",
        "it to its next placement on that cell; after the last it goes away."),
      this.grid.root, this.chips);
  }

  paint() {
    const { part, position } = this;
    const codes = laid(part, position);
    this.grid.buttons.forEach((button, cell) => {
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
    const cell = this.grid.cellOf(event.target);
    if (cell < 0) return;
    if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      this.remove(cell);
      return;
    }
    const step = ARROWS[event.key];
    if (!step) return;
    event.preventDefault();
    const next = beyond(this.part, cell, step, (other) => !this.part.cells[other].inner);
    if (next >= 0) this.grid.focus(next);
  }
}

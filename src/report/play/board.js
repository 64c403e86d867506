// The board: its picture, what the hand would lay on it, and the cells as buttons for keys and for
// readers of the screen. A board that is closed to a ring can be scrolled round.

/* global EMPTY -- puzzle.js */
/* global button, drawing, element -- text.js */
/* global isTiled -- tiles.js */
/* global colourWords, painted -- paints.js */
/* global cellPath, cornersOf, layout, middleOf, picture, sides -- picture.js */
/* global ARROWS, CellGrid, beyond -- cells.js */

/** How far from a place a piece still snaps to it, in cells. */
const REACH = 1.6;

/** The same of a piece of one cell, which would else snap to the cell beside the one that is meant. */
const REACH_OF_ONE = 0.75;

/** The narrowest cell that a finger hits, in pixels; where cells would be narrower, fewer layers stand abreast. */
const NARROWEST = 26;

/** The margin of pictures, in cells. */
const MARGIN = 0.06;

class Board {
  /** A board that shows a game and a hand; `onpress` is called with a cell, `onkey` with other keys. */
  constructor({ onpress, onkey, onpointer }) {
    Object.assign(this, { onpress, onkey, onpointer });
    this.picture = element("div", { class: "layer" });
    this.marks = element("div", { class: "layer marks" });
    this.table = element("div", { class: "table" });
    this.scroller = element("div", { class: "buttons scroller" });
    this.root = element("div", {}, this.table);
    new ResizeObserver(() => this.resize()).observe(this.root);
  }

  /** Shows the board of another game. */
  show(game, hand) {
    Object.assign(this, { game, hand, shift: [0, 0], codes: null, all: null });
    const { puzzle } = this;
    this.grid = new CellGrid(puzzle, `Board of ${puzzle.title}`, {
      onclick: (cell) => this.click(cell),
      onkeydown: (event) => this.key(event),
      hasInner: true,
    });
    this.grid.root.addEventListener("pointerdown", (event) => {
      this.isPointed = true;
      this.onpointer(event);
    });
    this.grid.root.addEventListener("pointermove", (event) => this.hover(event));
    this.grid.root.addEventListener("pointerleave", () => this.leave());
    this.table.replaceChildren(this.picture, this.marks, this.grid.root);
    const [, rows, columns] = puzzle.wrap.map((isClosed) => isClosed && !isTiled(puzzle));
    const turn = (label, text, step) => button(label, () => this.scroll(step), text);
    this.scroller.hidden = !rows && !columns;
    this.scroller.replaceChildren(...[
      columns && turn("Scroll the board round to the left", "⟲", [0, -1]),
      columns && turn("Scroll the board round to the right", "⟳", [0, 1]),
      rows && turn("Scroll the board round upwards", "▲", [-1, 0]),
      rows && turn("Scroll the board round downwards", "▼", [1, 0])].filter(Boolean));
    this.width = null;
    this.resize();
  }

  get puzzle() {
    return this.game.puzzle;
  }

  /** Lays the picture out for the room that there is. */
  resize() {
    const room = this.root.clientWidth;
    if (!this.game || room === 0 || room === this.width) return;
    this.width = room;
    const { puzzle } = this;
    const layers = puzzle.size[0];
    for (let across = layers <= 5 ? layers : Math.ceil(Math.sqrt(layers)); across >= 1; across--) {
      puzzle.across = across;
      puzzle.layout = null;
      if (room / layout(puzzle).width >= NARROWEST) break;
    }
    this.arrange();
  }

  /** Puts everything where the layout has it, scrolled as far as it is. */
  arrange() {
    const { puzzle } = this;
    puzzle.layout = null;
    const plain = layout(puzzle);
    const [down, right] = this.shift;
    if (down !== 0 || right !== 0) {
      const [, rows, columns] = puzzle.size;
      const places = plain.places.map(([x, y], cell) => {
        const { at: [, row, column], inner } = puzzle.cells[cell];
        const moved = (value, by, whole) => (value + by + whole) % whole - value;
        return [x + (inner ? 0 : moved(column, right, columns)), y + moved(row, down, rows)];
      });
      puzzle.layout = { ...plain, places };
    }
    const { width, height } = plain;
    const [whole, tall] = [width + 2 * MARGIN, height + 2 * MARGIN];
    this.table.style.setProperty("--cells", whole);
    this.table.style.setProperty("--tall", tall);
    Object.assign(this.grid.root.style, {
      left: `${MARGIN / whole * 100}%`, top: `${MARGIN / tall * 100}%`,
      width: `${width / whole * 100}%`, height: `${height / tall * 100}%`,
    });
    this.grid.arrange();
    if (!this.codes) return;
    this.paint(this.shown);
    this.mark();
  }

  /** How wide a cell is, in pixels. */
  get cellSize() {
    return this.table.clientWidth / (layout(this.puzzle).width + 2 * MARGIN);
  }

  /** Scrolls a closed board round, by cells down and right. */
  scroll([down, right]) {
    const [, rows, columns] = this.puzzle.size;
    this.shift = [(this.shift[0] + down + rows) % rows, (this.shift[1] + right + columns) % columns];
    this.arrange();
  }

  /** Whether the board can be scrolled along its rows. */
  get isRound() {
    return this.puzzle.wrap[2] && !isTiled(this.puzzle);
  }

  /**
   * Paints the board: what lies on it; a solution that is only shown; the placement of a hint; cells that
   * are lost.
   */
  paint(shown) {
    this.shown = shown;
    const { puzzle, game } = this;
    const { solution = null, hint = null, lost = [] } = shown;
    this.codes = puzzle.codes(game.position);
    const all = solution ? puzzle.codes(solution) : this.codes;
    this.all = all;
    this.picture.innerHTML = picture(puzzle, all, { sides: puzzle.sidesOf(solution ?? game.position) });
    this.solution = solution;
    this.hint = hint;
    this.lost = lost;
    this.label();
  }

  /** Says of each cell what lies there, and in which colours. */
  label() {
    const { puzzle, game, codes } = this;
    this.grid.buttons.forEach((one, cell) => {
      const code = codes[cell];
      const n = game.holder[cell];
      const isFree = n >= 0 && code === EMPTY;
      const what = isFree ? "stays free" : code === EMPTY ? "empty" : puzzle.pieces[puzzle.pieceOf[code]].name;
      const more = this.lost.includes(cell) ? ", cannot be filled" : n >= 0 && game.at(cell) < 0 && !isFree ? ", given" : "";
      const { paint } = puzzle.cells[cell];
      const colours = colourWords(puzzle.placements[n] ?? {});
      one.setAttribute("aria-label", `${puzzle.cellName(cell)}: ${what}${colours}${paint ? `, on ${paint}` : ""}${more}`);
      one.classList.toggle("taken", game.at(cell) >= 0);
    });
  }

  /** Draws what is no piece on the board: the rim, the hand's shadow, hints, lost cells, and what stays free. */
  mark() {
    const { puzzle, game, hand } = this;
    const { width, height } = layout(puzzle);
    const shape = (cells) => cells.map((cell) => cellPath(puzzle, cell)).join("");
    const around = (cells) => {
      const own = new Set(cells);
      return cells.map((cell) => sides(puzzle, cell, (other) => !own.has(other))).join("");
    };
    const body = (n, kind, colour) => {
      const { cells, sides: own } = puzzle.placements[n];
      const bands = own ? painted(puzzle, [{ ...cornersOf(puzzle, cells[0]), sides: own }]) : "";
      return `<path class="${kind}" data-cells="${cells.join(".")}" fill="${colour}" d="${shape(cells)}"/>${bands}<path class="${kind} edge" d="${around(cells)}"/>`;
    };
    const colourOf = (n) => puzzle.pieces[puzzle.placements[n].piece].colour;
    const free = game.position.filter((n) => puzzle.placements[n].piece === null)
      .flatMap((n) => puzzle.placements[n].cells);
    const laid = new Set(game.position);
    const shown = (this.solution ?? []).filter((n) => !laid.has(n)).flatMap((n) => puzzle.placements[n])
      .filter(({ piece }) => piece !== null);
    const open = puzzle.frame.flatMap((own, cell) => this.all?.[cell] === EMPTY ? [{ ...cornersOf(puzzle, cell), sides: own }] : []);
    let paths = `<g class="rim">${painted(puzzle, open)}</g>`;
    paths += `<path class="veil" d="${shape(shown.flatMap(({ cells }) => cells))}"/>`;
    paths += `<path class="free" d="${shape(free)}"/>`;
    const given = game.fixed.filter((n) => puzzle.placements[n].piece !== null);
    paths += `<path class="given-mark" d="${given.flatMap((n) => puzzle.placements[n].cells).map((cell) => {
      const [x, y] = middleOf(puzzle, cell);
      return `M${x - 0.08} ${y + 0.34}h.16`;
    }).join("")}"/>`;
    paths += this.lost.map((cell) => {
      const [x, y] = middleOf(puzzle, cell);
      return `<path class="lost" d="M${x - 0.2} ${y - 0.2}l.4 .4M${x + 0.2} ${y - 0.2}l-.4 .4"/>`;
    }).join("");
    if (this.hint !== null) paths += body(this.hint, "hint", colourOf(this.hint));
    if (hand.from !== null) paths += `<path class="lifted" d="${shape(puzzle.placements[hand.from].cells)}"/>`;
    if (hand.target !== null) paths += body(hand.target, "target", colourOf(hand.target));
    const box = `${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}`;
    this.marks.replaceChildren(drawing(`<svg class="board" viewBox="${box}" aria-hidden="true">${paths}</svg>`));
    this.table.classList.toggle("holding", !hand.isEmpty);
    this.table.classList.toggle("aimed", hand.target !== null);
  }

  /** The point of the picture at a place of the window. */
  pointAt(x, y) {
    const { left, top, width } = this.table.getBoundingClientRect();
    const scale = (layout(this.puzzle).width + 2 * MARGIN) / width;
    return [(x - left) * scale - MARGIN, (y - top) * scale - MARGIN];
  }

  middle(cell) {
    return middleOf(this.puzzle, cell);
  }

  /** Whether the keyboard is at a cell. */
  get hasFocus() {
    return this.grid.root.contains(document.activeElement);
  }

  /** The cell at a point of the picture; -1 where there is none. */
  cellAt([x, y]) {
    let [best, least] = [-1, 0.75];
    this.puzzle.cells.forEach((_, cell) => {
      const [cx, cy] = middleOf(this.puzzle, cell);
      const distance = isTiled(this.puzzle) ? Math.hypot(cx - x, cy - y) : Math.max(Math.abs(cx - x), Math.abs(cy - y)) * 1.5;
      if (distance < least) [best, least] = [cell, distance];
    });
    return best;
  }

  /** Aims the hand at a place of the window; away from the board, at nothing. */
  aim(x, y) {
    const { hand } = this;
    hand.aim(this.pointAt(x, y), !hand.isEmpty && hand.cells.length === 1 ? REACH_OF_ONE : REACH);
  }

  hover({ clientX, clientY, pointerType, buttons }) {
    if (pointerType !== "mouse" || buttons !== 0 || this.hand.isEmpty) return;
    this.aim(clientX, clientY);
  }

  leave() {
    if (this.hand.isEmpty || this.hand.from !== null || this.hasFocus) return;
    this.hand.target = null;
    this.mark();
  }

  /** A press of a key or by a reader of the screen; pointers are followed from their pressing on. */
  click(cell) {
    if (!this.isPointed) this.onpress(cell);
    this.isPointed = false;
  }

  key(event) {
    const cell = this.grid.cellOf(event.target);
    if (cell < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    this.isPointed = false;
    const step = ARROWS[event.key];
    if (!step) {
      this.onkey(event, cell);
      return;
    }
    event.preventDefault();
    if (event.shiftKey && !this.scroller.hidden) {
      this.scroll(step);
    } else if (!this.hand.isEmpty) {
      this.hand.step(step);
      this.focusTarget();
    } else {
      const next = beyond(this.puzzle, cell, step, (other) => !this.puzzle.cells[other].inner);
      if (next >= 0) this.grid.focus(next);
    }
  }

  /** Has the keyboard where the hand aims, or where it was. */
  focusTarget() {
    const { target, grab } = this.hand;
    const last = Math.max(0, this.grid.buttons.findIndex(({ tabIndex }) => tabIndex === 0));
    this.grid.focus(target === null ? last : this.puzzle.placements[target].cells[grab]);
  }
}

// A game: what is laid on a board and what was before, apart from how it is shown.
//
// `fixed` placements belong to the task (the given pieces, a date, a challenge) and are never taken
// away; `laid` ones come and go. A placement is legal where its cells are free, a copy of its piece is
// left, nothing on the board is to stay free there, and the colours at its sides are those that show there
// already. Cost: each question looks at each placement of a piece once.

class Game {
  /** A game that calls `onchange` after each change with a word for it. */
  constructor(puzzle, onchange) {
    Object.assign(this, { puzzle, onchange });
    this.begin([], [], true);
  }

  /** Begins anew with further placements that belong to the task, and says so unless it is to be quiet. */
  begin(task, laid = [], isQuiet = false) {
    const { puzzle } = this;
    this.fixed = [...new Set([...puzzle.given, ...task])];
    this.laid = [];
    [this.past, this.future] = [[], []];
    this.take();
    for (const n of laid) if (this.isLegal(n)) this.put([...this.laid, n]);
    if (!isQuiet) this.onchange("begun");
  }

  /** Everything on the board, as the engine takes it. */
  get position() {
    return [...this.fixed, ...this.laid];
  }

  /** Sets what is laid, and what follows from it. */
  put(laid) {
    this.laid = laid;
    this.take();
  }

  /** Finds out which cells are taken, which colours edges show, and how many copies are used. */
  take() {
    this.holder = new Int32Array(this.puzzle.cells.length).fill(-1);
    this.used = this.puzzle.pieces.map(() => 0);
    this.colours = [];
    for (const n of this.position) {
      const { piece, cells } = this.puzzle.placements[n];
      if (piece !== null) this.used[piece]++;
      for (const cell of cells) this.holder[cell] = n;
      for (const [edge, colour] of this.puzzle.bands[n]) this.colours[edge] = colour;
    }
  }

  /** The laid placement over a cell; -1 where there is none, or where it belongs to the task. */
  at(cell) {
    const n = this.holder[cell];
    return this.laid.includes(n) ? n : -1;
  }

  /** How many copies of a piece are left. */
  left(piece) {
    return this.puzzle.pieces[piece].most - this.used[piece];
  }

  /** Whether a placement may be laid now. */
  isLegal(n) {
    const { piece, cells } = this.puzzle.placements[n];
    return piece !== null && this.left(piece) > 0 && cells.every((cell) => this.holder[cell] < 0) &&
      this.puzzle.bands[n].every(([edge, colour]) => (this.colours[edge] ?? colour) === colour);
  }

  /** The legal placements of a piece, in one of its shapes or in all. */
  legal(piece, shape = null) {
    const shapes = this.puzzle.pieces[piece].shapes;
    const all = shape === null ? shapes.flatMap(({ placements }) => placements) : shapes[shape].placements;
    return all.filter((n) => this.isLegal(n));
  }

  /** Changes what is laid, as one step that can be undone. */
  change(laid, word) {
    if (String(laid) === String(this.laid)) return;
    this.past.push(this.laid);
    this.future = [];
    this.put(laid);
    this.onchange(word);
  }

  lay(n) {
    if (this.isLegal(n)) this.change([...this.laid, n], "laid");
  }

  /** Moves a laid placement elsewhere, as one step; without a place it is taken back. */
  move(from, to = null) {
    const others = this.laid.filter((n) => n !== from);
    if (to === from) return;
    this.put(others);
    const isLegal = to === null || this.isLegal(to);
    this.put([...others, from]);
    if (isLegal) this.change(to === null ? others : [...others, to], to === null ? "taken back" : "moved");
  }

  clear() {
    this.change([], "cleared");
  }

  /** Lays everything that is missing of a solution. */
  finish(placements) {
    const on = new Set(this.position);
    this.change([...this.laid, ...placements.filter((n) => !on.has(n) && this.puzzle.placements[n].piece !== null)], "finished");
  }

  undo() {
    if (this.past.length === 0) return;
    this.future.push(this.laid);
    this.put(this.past.pop());
    this.onchange("undone");
  }

  redo() {
    if (this.future.length === 0) return;
    this.past.push(this.laid);
    this.put(this.future.pop());
    this.onchange("redone");
  }

  /** Cells that nothing can fill any more though they must be, as far as single placements tell. */
  deadCells() {
    const { puzzle } = this;
    // In a region that leaves cells free, none is lost alone.
    const spared = new Set(puzzle.regions.flatMap(({ cells }) => cells));
    return puzzle.cells.flatMap(({ may_stay_empty: isSpare }, cell) =>
      !isSpare && !spared.has(cell) && this.holder[cell] < 0 && !puzzle.overCell[cell].some((n) => this.isLegal(n))
        ? [cell] : []);
  }

  /** Pieces of which a copy must be laid and none can, as far as single placements tell. */
  stuckPieces() {
    return this.puzzle.pieces.flatMap(({ shapes }, p) => this.left(p) > 0 &&
      !shapes.some(({ placements }) => placements.some((n) => this.isLegal(n))) ? [p] : []);
  }

  /** Whether nothing is missing by the look of it: all cells are filled and all pieces used that must be. */
  get isFull() {
    const { puzzle } = this;
    const empty = puzzle.cells.flatMap((_, cell) =>
      this.holder[cell] < 0 || puzzle.placements[this.holder[cell]].piece === null ? [cell] : []);
    const spare = puzzle.regions.reduce((left, { cells, count }) =>
      empty.filter((cell) => cells.includes(cell)).length === count ? [...left, ...cells] : left, []);
    return puzzle.pieces.every(({ least }, p) => this.used[p] >= least) &&
      empty.every((cell) => puzzle.cells[cell].may_stay_empty || spare.includes(cell));
  }
}

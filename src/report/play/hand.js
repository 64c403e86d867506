// The piece in hand: which, in which shape, and on which legal placement it would be laid.
//
// It is held by one cell of its shape: the placement under a point is the legal one that has that cell
// nearest to the point. Cost: each move looks at each placement of a shape once.

/* global beyond -- cells.js */
/* global middleOf -- picture.js */

class Hand {
  /** An empty hand over a game; it calls `onchange` after each change. */
  constructor(game, onchange) {
    Object.assign(this, { game, onchange, piece: null, shape: 0, grab: 0, target: null, point: null, from: null });
  }

  get puzzle() {
    return this.game.puzzle;
  }

  get isEmpty() {
    return this.piece === null;
  }

  /** The shape that is held. */
  get held() {
    return this.puzzle.pieces[this.piece].shapes[this.shape];
  }

  /** The cells of the shape that is held, as points. */
  get cells() {
    return this.held.cells;
  }

  /** Takes a piece, as it lay last or in a shape; by its middle, or by one of its cells. */
  take(piece, shape = null, grab = null) {
    Object.assign(this, { piece, target: null, point: null, from: null });
    this.shape = shape ?? this.fittingShape(piece);
    this.grab = grab ?? this.middle();
    this.onchange();
  }

  /** The first shape of a piece with a legal placement, or the first of all. */
  fittingShape(piece) {
    const { shapes } = this.puzzle.pieces[piece];
    return Math.max(0, shapes.findIndex((_, shape) => this.game.legal(piece, shape).length > 0));
  }

  /** Takes a laid placement by one of its cells; it stays where it is until it is laid elsewhere. */
  lift(n, cell) {
    const { piece, shape, cells } = this.puzzle.placements[n];
    this.take(piece, shape);
    const grab = cells.indexOf(cell);
    if (grab >= 0 && grab < this.cells.length) this.grab = grab;
    this.from = n;
    this.target = n;
    this.onchange();
  }

  /** Lets go of the piece. */
  drop() {
    Object.assign(this, { piece: null, target: null, point: null, from: null });
    this.onchange();
  }

  /** The number of the cell of the shape that is nearest to its middle. */
  middle() {
    const { cells } = this;
    const centre = [0, 1, 2].map((axis) => cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length);
    const far = cells.map((cell) => cell.reduce((sum, value, axis) => sum + (value - centre[axis]) ** 2, 0));
    return far.indexOf(Math.min(...far));
  }

  /** The legal placements of the shape; where a laid piece is lifted, as if it were not there. */
  candidates() {
    const { game, from } = this;
    if (from === null) return game.legal(this.piece, this.shape);
    const { laid } = game;
    game.put(laid.filter((n) => n !== from));
    const found = game.legal(this.piece, this.shape);
    game.put(laid);
    return found;
  }

  /** Aims at a point of the picture: at the nearest placement within reach, or at none. */
  aim(point, reach = Infinity) {
    this.point = point;
    let [best, least] = [null, reach];
    for (const n of this.candidates()) {
      const [x, y] = middleOf(this.puzzle, this.puzzle.placements[n].cells[this.grab]);
      const distance = Math.hypot(x - point[0], y - point[1]);
      if (distance < least) [best, least] = [n, distance];
    }
    if (best === this.target) return;
    this.target = best;
    this.onchange();
  }

  /** Aims at the first placement, as reading goes. */
  aimFirst() {
    const { point } = this;
    this.aim(point ?? [0, 0]);
  }

  /** Moves to the next placement in the direction of an arrow; says whether there is one. */
  step(direction) {
    if (this.target === null) {
      this.aimFirst();
      return this.target !== null;
    }
    const { placements } = this.puzzle;
    const byCell = new Map(this.candidates().map((n) => [placements[n].cells[this.grab], n]));
    const cell = placements[this.target].cells[this.grab];
    const next = beyond(this.puzzle, cell, direction, (other) => byCell.has(other));
    if (next < 0) return false;
    this.target = byCell.get(next);
    this.point = middleOf(this.puzzle, next);
    this.onchange();
    return true;
  }

  /** Turns or flips the piece about where it is; says whether that made another shape. */
  reshape(way) {
    const shape = this.puzzle[way](this.piece, this.shape);
    if (shape === null) return false;
    const { target } = this;
    if (!this.point && target !== null) {
      this.point = middleOf(this.puzzle, this.puzzle.placements[target].cells[this.grab]);
    }
    this.shape = shape;
    this.grab = this.middle();
    this.target = null;
    if (this.point) this.aim(this.point);
    this.onchange();
    return true;
  }

  /** Lays the piece where it is aimed at; says whether it could. */
  lay() {
    const { game, from, target } = this;
    if (target === null) return false;
    Object.assign(this, { piece: null, target: null, from: null });
    if (from === null) game.lay(target);
    else game.move(from, target);
    this.onchange();
    return true;
  }
}

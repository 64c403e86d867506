// A puzzle that can be played: besides its board and pieces, every placement, and how pieces turn.
//
// A placement lists its cells in the order of the cells of its shape, and inner cells after them. What
// stays free is a placement of no piece. A position is a list of numbers of placements.

/* global EMPTY, Puzzle -- puzzle.js */

/** The most copies that have a code of their own; more look alike. */
const MOST_CODES = 254;

class Playable extends Puzzle {
  /** The puzzle that a description tells of; `text` is its file. */
  constructor(description, text) {
    const regions = description.free.map(({ region, ...rest }) => ({ name: region, ...rest }));
    const pieces = description.pieces.map((piece) => ({ ...piece, cells: piece.shapes[0].cells }));
    // What stays free is told of as placements of further pieces, which nobody lays.
    const placements = description.placements.map(({ piece, ...rest }) =>
      ({ piece: piece < pieces.length ? piece : null, ...rest }));
    super({ ...description, regions, pieces, placements });
    this.text = text;
    this.code();
    this.overCell = this.cells.map(() => []);
    this.placements.forEach(({ piece, cells }, n) => {
      if (piece !== null) for (const cell of cells) this.overCell[cell].push(n);
    });
    this.keys = new Map();
    this.edges ??= [];
    this.bands = this.placements.map(({ cells: [cell], sides = "" }) =>
      [...sides].map((colour, side) => [this.edges[cell][side], colour]));
    this.frame = this.rims();
  }

  /** For each cell the letters of the colours that its sides must show at the rim; `.` for the others. */
  rims() {
    const { rim, edges } = this;
    const all = edges.flat();
    const isAlone = (edge) => all.indexOf(edge) === all.lastIndexOf(edge);
    return edges.map((own) => own.map((edge) => rim && isAlone(edge) ? rim : ".").join(""));
  }

  /** Gives a code to every copy, also to those for which there is no symbol. */
  code() {
    [this.symbols, this.pieceOf, this.firstCode] = [[], [], []];
    this.pieces.forEach(({ symbols, most }, p) => {
      this.firstCode.push(Math.min(this.symbols.length, MOST_CODES - 1));
      for (let copy = 0; copy < most && this.symbols.length < MOST_CODES; copy++) {
        this.symbols.push(symbols[Math.min(copy, symbols.length - 1)]);
        this.pieceOf.push(p);
      }
    });
  }

  /** What lies on the board in a position, as codes. */
  codes(position) {
    const codes = new Uint8Array(this.cells.length).fill(EMPTY);
    const laid = this.pieces.map(() => 0);
    for (const n of position) {
      const { piece, cells } = this.placements[n];
      if (piece === null) continue;
      const { most } = this.pieces[piece];
      const code = this.firstCode[piece] + Math.min(laid[piece]++, most - 1);
      for (const cell of cells) codes[cell] = Math.min(code, MOST_CODES - 1);
    }
    return codes;
  }

  /** For each cell the letters of the colours at its sides in a position; none where nothing shows any. */
  sidesOf(position) {
    const shown = this.cells.map(() => "");
    for (const n of position) {
      const { cells: [cell], sides = "" } = this.placements[n];
      shown[cell] = sides;
    }
    return shown;
  }

  /** The name of a placement as the option --given takes it, with the colours at its sides, if it has some. */
  nameOf(n) {
    const placement = this.placements[n];
    const { piece, cells, sides } = placement;
    if (piece === null) return this.freeText(cells[0]);
    return this.givenText(placement) + (sides ? ` (${sides})` : "");
  }

  /** The placement of a piece on exactly these cells, with these colours at its sides; undefined where there is none. */
  find(piece, cells, sides = "") {
    if (this.keys.size === 0) {
      this.placements.forEach((one, n) => this.keys.set(this.key(one.piece, one.cells, one.sides), n));
    }
    return this.keys.get(this.key(piece, cells, sides));
  }

  key(piece, cells, sides = "") {
    return `${piece}:${[...cells].sort((a, b) => a - b).join(".")}:${sides}`;
  }

  /** The placement that leaves a cell free; undefined where there is none. */
  freeing(cell) {
    const region = this.regions.find(({ cells }) => cells.includes(cell));
    return region?.placements[region.cells.indexOf(cell)];
  }

  /** The shape of a piece that is made by turning or by flipping; null where nothing is made. */
  turned(piece, shape) {
    const { turned } = this.pieces[piece].shapes[shape];
    return turned === null || turned === shape ? null : turned;
  }

  flipped(piece, shape) {
    const { flipped } = this.pieces[piece].shapes[shape];
    return flipped === null || flipped === shape ? null : flipped;
  }
}

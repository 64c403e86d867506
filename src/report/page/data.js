// What the page knows: puzzles, their motions, and the solutions, unpacked.
//
// A solution is a row of codes, one for each cell in reading order: the number of the symbol that
// lies there among all symbols of the pieces, or EMPTY. An image under a motion is looked up: the
// content of cell i comes from cell `from[i]`. Where edges have colours, these follow the symbols, one
// for each edge, and move likewise.

/* global grouped -- text.js */
/* global EMPTY, Puzzle, unpack -- puzzle.js */

/** One puzzle with its solutions. */
class Part extends Puzzle {
  constructor(data, number) {
    super(data);
    this.number = number;
    this.solved = new Uint8Array(0);
    this.options = [];
  }

  /** Unpacks solutions and placements. */
  async load() {
    const codeOf = new Uint8Array(256).fill(EMPTY);
    this.symbols.forEach((symbol, code) => (codeOf[symbol.charCodeAt(0)] = code));
    const [solutions, options] = await Promise.all(
      ["solutions", "placements"].map((name) => unpack(`${name}-${this.number}`)));
    const [cells, edges] = [this.cells.length, this.motions[0].edges?.length ?? 0];
    const count = solutions.length / (cells + edges);
    this.solved = new Uint8Array(count * cells);
    this.edgeColours = Array.from({ length: edges > 0 ? count : 0 });
    for (let i = 0, at = 0; i < count; i++) {
      for (let cell = 0; cell < cells; cell++) this.solved[i * cells + cell] = codeOf[solutions[at++]];
      if (edges > 0) this.edgeColours[i] = String.fromCharCode(...solutions.subarray(at, at += edges));
    }
    this.options = JSON.parse(new TextDecoder().decode(options)).map(
      ([piece, cells, count]) => ({ piece, cells, count: count === null ? null : Number(count) }));
    const pieces = this.pieces.length;
    this.used = new Uint8Array(count * pieces);
    for (let i = 0, at = 0; i < count; i++) {
      for (let end = at + this.cells.length; at < end; at++) {
        const code = this.solved[at];
        if (code !== EMPTY) this.used[i * pieces + this.pieceOf[code]] = 1;
      }
    }
  }

  /** How many solutions are held. */
  get length() {
    return this.solved.length / this.cells.length;
  }

  /** Whether solution i uses a piece. */
  uses(i, piece) {
    return this.used[i * this.pieces.length + piece] === 1;
  }

  /** The codes of solution i. */
  solution(i) {
    return this.solved.subarray(i * this.cells.length, (i + 1) * this.cells.length);
  }

  /** The codes of a solution's image under a motion; copies go by the order of their first cells. */
  image(solution, motion) {
    const { from, pieces } = this.motions[motion];
    if (!this.hasCopies) {
      return Uint8Array.from(from, (cell) => {
        const code = solution[cell];
        return code === EMPTY ? EMPTY : this.firstCode[pieces[this.pieceOf[code]]];
      });
    }
    const [named, next] = [new Map(), this.firstCode.slice()];
    return Uint8Array.from(from, (cell) => {
      const code = solution[cell];
      if (code === EMPTY) return EMPTY;
      if (!named.has(code)) named.set(code, next[pieces[this.pieceOf[code]]]++);
      return named.get(code);
    });
  }

  /** The colours of the edges in the image of solution i under a motion; null where they have none. */
  edgesOf(i, motion) {
    const colours = this.edgeColours[i];
    return colours ? this.motions[motion].edges.map((edge) => colours[edge]).join("") : null;
  }

  /** For each cell the colours at its sides in the image of solution i under a motion; null where edges have none. */
  sidesOf(i, motion) {
    const colours = this.edgesOf(i, motion);
    return colours && this.edges.map((edges) => edges.map((edge) => colours[edge]));
  }

  /** The written line of the image of solution i under a motion. */
  lineOf(i, motion) {
    const edges = this.edgesOf(i, motion);
    return this.line(this.image(this.solution(i), motion)) + (edges ? `::${edges}` : "");
  }

  /** Whether the image of a solution under a motion has a piece on exactly these cells. */
  lies(solution, { from, pieces }, piece, cells) {
    const code = solution[from[cells[0]]];
    if (code === EMPTY || pieces[this.pieceOf[code]] !== piece) return false;
    for (let k = 1; k < cells.length; k++) if (solution[from[cells[k]]] !== code) return false;
    let size = 0;
    for (const other of solution) if (other === code) size++;
    return size === cells.length;
  }

  /**
   * The first motion whose image of solution i contains a position and leaves some cells free, and how
   * many different images do; null if none does. Costs a look-up for each motion, as a rule.
   */
  match(i, position, free) {
    const solution = this.solution(i);
    let [first, hits] = [-1, 0];
    for (let m = 0; m < this.motions.length; m++) {
      const motion = this.motions[m];
      if (free.every((cell) => solution[motion.from[cell]] === EMPTY) &&
          position.every(({ piece, cells }) => this.lies(solution, motion, piece, cells))) {
        if (hits++ === 0) first = m;
      }
    }
    if (hits === 0) return null;
    // Where motions map the solution to itself, each image was met as often as there are of them.
    return { motion: first, images: hits === 1 ? 1 : hits / this.stabiliser(i) };
  }

  /** How many motions map solution i to itself. */
  stabiliser(i) {
    const own = this.lineOf(i, 0);
    return this.motions.filter((_, m) => this.lineOf(i, m) === own).length;
  }

  /** What a solution of the gallery is called. */
  get noun() {
    return { all: "solution", sample: "sample", first: "solution" }[this.gallery.kind];
  }

  /** Where a solution stands, such as `logiq-5, solution 3 of 6,164`. */
  label(i) {
    return `${this.name}, ${this.noun} ${grouped(i + 1)} of ${grouped(this.length)}`;
  }

  /** Says that there is no solution of this number. */
  refusal(number) {
    return `There is no ${this.noun} ${number} of ${this.name}: they have the numbers 1 to ${grouped(this.length)}.`;
  }

  /** The permanent link of a solution, maybe in a certain image. */
  link(i, motion = 0) {
    return `#${encodeURIComponent(this.name)}/${i + 1}${motion ? `/${motion}` : ""}`;
  }
}

/** Everything on the page. */
async function load() {
  const data = JSON.parse(document.getElementById("data").textContent);
  let number = 0;
  for (const group of data.groups) {
    group.parts = group.parts.map((part) => new Part(part, number++));
  }
  const parts = data.groups.flatMap((group) => group.parts);
  await Promise.all(parts.map((part) => part.load()));
  return { ...data, parts };
}

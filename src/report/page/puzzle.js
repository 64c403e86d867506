// A puzzle as a page knows it: its board, its pieces, and what cells and placements are called.
//
// What lies on a board is a row of codes, one for each cell in reading order: the number of the symbol
// that lies there among all symbols of the pieces, or EMPTY.

const EMPTY = 255;

/** The bytes of a packed block of the page; null where there is none. */
async function unpack(id) {
  const block = document.getElementById(id);
  if (!block) return null;
  const text = atob(block.textContent);
  const deflated = new Uint8Array(text.length);
  // A loop takes a tenth of the time that a function for each character would.
  for (let i = 0; i < text.length; i++) deflated[i] = text.charCodeAt(i);
  const stream = new Blob([deflated]).stream().pipeThrough(new DecompressionStream("deflate"));
  block.textContent = "";
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The words of months and days of the week, as calendars of this page have them. */
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** The words of a day on calendars: month, day and day of the week. */
const wordsOf = (date) => [MONTHS[date.getMonth()], String(date.getDate()), WEEKDAYS[date.getDay()]];

/** A board and its pieces. */
class Puzzle {
  constructor(data) {
    Object.assign(this, { free: [], regions: [] }, data);
    this.symbols = [];
    this.pieceOf = [];
    this.firstCode = [];
    this.pieces.forEach((piece, p) => {
      this.firstCode.push(this.symbols.length);
      for (const symbol of piece.symbols) {
        this.symbols.push(symbol);
        this.pieceOf.push(p);
      }
    });
    this.hasCopies = this.symbols.length > this.pieces.length;
    this.cellAt = new Map(this.cells.map(({ at, inner }, c) => [(inner ? "i" : "") + at, c]));
  }

  /** A solution as a written line: rows joined by `/`, layers by `//`, `#` where there is no cell. */
  line(codes) {
    let text = "";
    let [layer, row, next] = [0, 0, 0];
    this.cells.forEach(({ at, inner }, c) => {
      if (inner) {
        text += `:${this.symbol(codes[c])}`;
        return;
      }
      if (at[0] !== layer) text += "//";
      else if (at[1] !== row) text += "/";
      if (at[0] !== layer || at[1] !== row) next = 0;
      text += "#".repeat(at[2] - next) + this.symbol(codes[c]);
      [layer, row, next] = [at[0], at[1], at[2] + 1];
    });
    return text;
  }

  symbol(code) {
    return code === EMPTY ? "." : this.symbols[code];
  }

  /** A cell as people count. */
  cellName(cell) {
    const { at: [layer, row, column], inner } = this.cells[cell];
    if (inner) return `inner ring of row ${row + 1}`;
    const flat = this.size[0] === 1 ? "" : `layer ${layer + 1}, `;
    const place = `${flat}row ${row + 1}, column ${column + 1}`;
    const { label } = this.cells[cell];
    return label ? `${label} (${place})` : place;
  }

  /** A placement as the option --given takes it. */
  givenText({ piece, cells }) {
    const from = this.size[0] === 1 ? 1 : 0;
    const outer = cells.filter((cell) => !this.cells[cell].inner);
    const names = outer.map((cell) => this.cells[cell].at.slice(from).map((n) => n + 1).join());
    return `${this.pieces[piece].name}@${names.join(" ")}`;
  }

  /** A cell that stays free as the option --given takes it. */
  freeText(cell) {
    const { at, label } = this.cells[cell];
    if (label) return label;
    const { name } = this.regions.find(({ cells }) => cells.includes(cell));
    return `${name}@${at.slice(this.size[0] === 1 ? 1 : 0).map((n) => n + 1).join()}`;
  }

  /** The words for what stays free on a board with these codes; none where no region leaves cells free. */
  freeWords(codes) {
    return this.regions.flatMap(({ cells }) => cells).filter((cell) => codes[cell] === EMPTY)
      .map((cell) => this.freeText(cell)).join(" ");
  }

  /** The cells that stay free on a date; null where a region has none of its words, or several. */
  freeOn(date) {
    const words = wordsOf(date);
    const found = this.regions.map(({ cells }) => cells.filter((cell) => words.includes(this.cells[cell].label)));
    return found.length > 0 && found.every(({ length }) => length === 1) ? found.flat() : null;
  }
}

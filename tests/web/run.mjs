// Runs a module of the solver under Node.js: counts each puzzle of the catalogue that is counted in some
// seconds, and compares with what is known of it; counts positions, and compares with the program where
// one is named; and looks at what else the page asks for. Tiles with coloured edges are counted naively too.
//
//   node tests/web/run.mjs MODULE.wasm [--seconds 10] [--bitcover target/release/bitcover] [PUZZLE…]
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createContext, runInContext } from "node:vm";

const { values, positionals } = parseArgs({ allowPositionals: true, options: {
  seconds: { type: "string", default: "10" }, bitcover: { type: "string" } } });
const [path, ...wanted] = positionals;
const bytes = await readFile(path);
const module = await WebAssembly.compile(bytes);
const seconds = Number(values.seconds);

class TooLong extends Error {}

/** The script of the page's workers, which speaks with the solver. */
const worker = await readFile(new URL("../../src/report/play/worker.js", import.meta.url), "utf8");

/** A solver with a puzzle; whatever takes longer than the limit is thrown out of. */
class Solver {
  constructor(text, name) {
    this.deadline = Infinity;
    const postMessage = () => {
      if (performance.now() > this.deadline) throw new TooLong();
    };
    const place = createContext({ performance, TextEncoder, TextDecoder, WebAssembly, postMessage });
    runInContext(worker, place);
    place.onmessage({ data: { module } });
    this.work = runInContext("ask", place);
    this.description = this.ask({ load: { text, name } }).puzzle;
  }

  ask(request) {
    const found = this.work(request);
    if (found.error) throw new Error(found.error.message);
    return found;
  }

  /** The number of ways to finish; null where it takes too long. */
  count(position) {
    this.deadline = performance.now() + seconds * 1000;
    try {
      return this.ask({ count: { position } }).count.count;
    } catch (error) {
      if (error instanceof TooLong) return null;
      throw error;
    } finally {
      this.deadline = Infinity;
    }
  }
}

/** A placement as `--given` takes it. */
function given({ cells, pieces, size, free }, placement) {
  const at = ({ at: [layer, row, column] }) =>
    (size[0] > 1 ? [layer, row, column] : [row, column]).map((one) => one + 1).join(",");
  const own = placement.cells.map((cell) => cells[cell]).filter(({ inner }) => !inner);
  if (placement.piece >= pieces.length) return own[0].label;
  return `${pieces[placement.piece].name}@${own.map(at).join(" ")}`;
}

/** The count of the program for a puzzle with these placements. */
function counted(name, description, position) {
  const texts = position.map((number) => given(description, description.placements[number]));
  const options = texts.flatMap((text) => ["--given", text]);
  const found = execFileSync(values.bitcover, ["count", name, ...options, "--json"], { encoding: "utf8" });
  return String(JSON.parse(found).total);
}

/** What holds of a description whatever the puzzle is. */
function checkDescription({ cells, pieces, placements, free, edges }) {
  for (const [number, { piece, shape, cells: own, sides }] of placements.entries()) {
    assert.ok(own.every((cell) => cell < cells.length));
    if (piece >= pieces.length) {
      assert.equal(free[piece - pieces.length].placements[free[piece - pieces.length].cells.indexOf(own[0])], number);
      continue;
    }
    const shown = pieces[piece].shapes[shape];
    assert.ok(shown.placements.includes(number));
    assert.equal(shown.cells.length, own.filter((cell) => !cells[cell].inner).length);
    assert.equal(shown.outline.length, shown.cells.length);
    assert.equal(shown.sides, sides);
    assert.equal(sides?.length ?? 0, sides ? edges[own[0]].length : 0);
  }
}

/** The puzzles of a file. */
const membersOf = (text) => new Solver(text, null).description.members;

/** Small puzzles of tiles with coloured edges: squares, hexagons and triangles. */
const TILES = [
  ["rows = 2\ncolumns = 2\nrim = 'g'", ["grrg", "ggrb", "ggbr", "gbbg"]],
  ["rows = 2\ncolumns = 2", ["rrgb", "rgbb", "ggrb", "rbgr"]],
  ["lattice = 'hexagonal'\nrows = 2\ncolumns = 2", ["aabbab", "abcabc", "aabbcc", "bbcaca"]],
  ["lattice = 'triangular'\nrows = 1\ncolumns = 4", ["abc", "aab", "bbc", "bca"]],
].map(([board, sides]) => `name = 'tiles'\n[board]\n${board}\nmotions = 'rotations'\n`
  + sides.map((edges, n) => `[[piece]]\nsymbol = '${"ABCD"[n]}'\nedges = '${edges}'\n`).join(""));

/** The number of ways to fill the cells of a board with tiles, cell by cell, by a look at each placement. */
function filled({ cells, placements, edges }, laid = []) {
  if (laid.length === cells.length) return 1;
  const colours = new Map(laid.flatMap(({ cells: [cell], sides }) => edges[cell].map((edge, side) => [edge, sides[side]])));
  return placements.filter(({ piece, cells: [cell], sides }) => cell === laid.length
    && laid.every((other) => other.piece !== piece)
    && edges[cell].every((edge, side) => !colours.has(edge) || colours.get(edge) === sides[side]))
    .reduce((sum, one) => sum + filled({ cells, placements, edges }, [...laid, one]), 0);
}

/** Counts tiles as a naive count over what is told of them; with each placement, what the program counts for its cell. */
async function checkTiles(text) {
  const solver = new Solver(text, null);
  const { puzzle } = solver.description;
  checkDescription(puzzle);
  const count = solver.count([]);
  assert.equal(count, String(filled(puzzle)), text);
  assert.ok(count > 0, text);
  for (const { shapes } of puzzle.pieces) {
    const round = [0];
    while (shapes[round.at(-1)].turned !== 0) round.push(shapes[round.at(-1)].turned);
    assert.equal(round.length, shapes.length, text);
  }
  const ways = new Map();
  puzzle.placements.forEach((one, n) => ways.set(given(puzzle, one), [...(ways.get(given(puzzle, one)) ?? []), n]));
  if (!values.bitcover) return;
  const folder = await mkdtemp(join(tmpdir(), "tiles-"));
  try {
    const file = join(folder, "tiles.toml");
    await writeFile(file, text);
    for (const numbers of ways.values()) {
      const sum = numbers.reduce((sum, n) => sum + Number(solver.count([n])), 0);
      assert.equal(String(sum), counted(file, puzzle, numbers.slice(0, 1)), text);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Lays some placements of the first solution, and asks all that the page asks. */
function checkPositions(solver, name) {
  const { description } = solver;
  const { solution } = solver.ask({ solution: { position: description.given, number: 0 } });
  if (!solution) return 0;
  const pieces = solution.placements.filter((one) => description.placements[one].piece < description.pieces.length);
  const free = solution.placements.filter((one) => !pieces.includes(one));
  let compared = 0;
  for (const laid of [Math.ceil(pieces.length / 2), Math.ceil((2 * pieces.length) / 3)]) {
    const position = [...free, ...pieces.slice(0, laid)];
    const count = solver.count(position);
    assert.notEqual(count, "0");
    if (count === null) continue;
    // What --given says of a tile with coloured edges is not how it is turned.
    if (values.bitcover && description.given.length === 0 && !description.edges) {
      assert.equal(count, counted(name, description, position), `${name}, ${laid} pieces`);
      compared += 1;
    }
    const { possible } = solver.ask({ possible: { position, milliseconds: 1000 } });
    assert.notEqual(possible.finishable, false);
    if (possible.placements) assert.ok(solution.placements.every((one) => possible.placements.includes(one)));
    const { hint } = solver.ask({ hint: { position, kind: "freest", milliseconds: 1000 } });
    if (hint?.left && laid < pieces.length) {
      assert.equal(solver.count([...position, hint.placement]), hint.left, name);
    }
  }
  return compared;
}

const folder = new URL("../../src/puzzle/catalog/", import.meta.url);
const lines = [];
let [counts, positions, challenges] = [0, 0, 0];
for (const file of (await readdir(folder)).sort()) {
  const text = await readFile(new URL(file, folder), "utf8");
  for (const { name } of membersOf(text)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const solver = new Solver(text, name);
    const { puzzle } = solver.description;
    solver.description = puzzle;
    checkDescription(puzzle);
    const begun = performance.now();
    const count = solver.count([]);
    const took = Math.round(performance.now() - begun);
    if (count === null) {
      lines.push(`${name}: not counted in ${seconds} s`);
      continue;
    }
    lines.push(`${name}: ${count} in ${took} ms`);
    if (puzzle.known) assert.equal(count, String(puzzle.known.total), name);
    counts += 1;
    if (count === "0" || took > 1000 * Math.min(seconds, 3)) continue;
    positions += checkPositions(solver, name);
    const { challenge } = solver.ask({ challenge: { position: [], seed: 1, level: "medium" } });
    assert.equal(solver.count(challenge.given), "1", `the challenge of ${name}`);
    challenges += 1;
  }
}
for (const text of TILES) await checkTiles(text);
console.log(lines.join("\n"));
console.log(`WebAssembly: ${counts} puzzles were counted as they are known, ${positions} positions as by the `
  + `program, ${challenges} challenges have one completion; the module has ${bytes.length} bytes.`);
assert.ok(counts > 0);

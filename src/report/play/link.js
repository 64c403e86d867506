// Links that hold a puzzle and a position: `#NAME;fixed=…;at=…`, with placements as PIECE:CELL.CELL…,
// and as PIECE:CELL:COLOURS where the sides of a piece have colours; and
// `#own;text=…;at=…` for a puzzle that the page does not carry, its file deflated.


/** The name of a puzzle in links that is not carried by the page. */
const OWN = "own";

/** Bytes through a stream of the browser's. */
const through = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** A text, deflated, in characters that need no escape in a link. */
async function deflated(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (sign) => ({ "+": "-", "/": "_", "=": "" })[sign]);
}

/** The text that was deflated. */
async function inflated(letters) {
  const binary = atob(letters.replace(/[-_]/g, (sign) => ({ "-": "+", "_": "/" })[sign]));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  return new TextDecoder("utf-8", { fatal: true }).decode(await through(bytes, new DecompressionStream("deflate-raw")));
}

/** A placement as links have it. */
function written(puzzle, n) {
  const { piece, cells, sides } = puzzle.placements[n];
  const name = piece === null ? "" : encodeURIComponent(puzzle.pieces[piece].name);
  return `${name}:${[...cells].sort((a, b) => a - b).join(".")}${sides ? `:${encodeURIComponent(sides)}` : ""}`;
}

/** The link of a game; `own` is the file of a puzzle that the page does not carry. */
async function linkOf(game, own = null) {
  const { puzzle } = game;
  const task = game.fixed.filter((n) => !puzzle.given.includes(n));
  const list = (key, numbers) => numbers.length > 0 ? [`;${key}=${numbers.map((n) => written(puzzle, n)).join(",")}`] : [];
  const name = own === null ? encodeURIComponent(puzzle.name) : OWN;
  const text = own === null ? [] : [`;text=${await deflated(own)}`];
  return `#${[name, ...text, ...list("fixed", task), ...list("at", game.laid)].join("")}`;
}

/** What a link asks for: a name or a text, and two lists of placements, not looked up yet; null where it is none. */
async function linked(hash) {
  if (hash.length < 2) return null;
  const [name, ...fields] = hash.slice(1).split(";");
  const values = new Map(fields.map((field) => {
    const at = field.indexOf("=");
    return [field.slice(0, at), field.slice(at + 1)];
  }));
  const placements = (key) => (values.get(key) ?? "").split(",").filter(Boolean).map((one) => {
    const [piece, cells = "", sides = ""] = one.split(":");
    return { piece: decodeURIComponent(piece), cells: cells.split(".").map(Number), sides: decodeURIComponent(sides) };
  });
  const asked = { name: decodeURIComponent(name), text: null, fixed: placements("fixed"), laid: placements("at") };
  if (name === OWN) asked.text = await inflated(values.get("text") ?? "");
  return asked;
}

/** The numbers of the placements of a link; an error in words where the puzzle has no such placement. */
function lookedUp(puzzle, placements) {
  return placements.map(({ piece: name, cells, sides }) => {
    const piece = name === "" ? null : puzzle.pieces.findIndex((one) => one.name === name);
    if (piece === -1) throw new Error(`${puzzle.title} has no piece ${name}.`);
    const n = piece === null ? puzzle.freeing(cells[0]) : puzzle.find(piece, cells, sides);
    if (n === undefined) throw new Error(`${name || "A cell that stays free"} cannot lie where the link says.`);
    return n;
  });
}

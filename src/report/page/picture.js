// Pictures of boards and pieces as SVG: layers side by side, each piece in its colour with its
// letter, thick lines between pieces, the inner rings at the right of their rows.

/* global EMPTY -- puzzle.js */
/* global colourWords, painted -- paints.js */
/* global escaped -- text.js */
/* global extentOf, isTiled, movedTile, short, sidesPath, tileAt, tilePath -- tiles.js */

const GAP = 0.7;

/** How many layers stand side by side: as many as a part says, or a few in a row; then a new one. */
const abreast = (part) => part.across ?? (part.size[0] <= 5 ? part.size[0] : Math.ceil(Math.sqrt(part.size[0])));

/** The layout of hexagons or triangles, with the tile of each cell. */
function tiledLayout(part) {
  const drawn = part.cells.map(({ at: [, row, column] }) => tileAt(part.lattice, row, column));
  // All layers have the room that the largest needs, so that what lies above one another shows.
  const [left, top, right, bottom] = extentOf(drawn);
  const across = abreast(part);
  const tiles = part.cells.map(({ at: [layer] }, c) => movedTile(drawn[c],
    (layer % across) * (right - left + GAP) - left, Math.floor(layer / across) * (bottom - top + GAP) - top));
  const places = tiles.map((one) => extentOf([one]).slice(0, 2));
  const [, , width, height] = extentOf(tiles);
  return { places, tiles, width, height };
}

/** Where each cell of a part is drawn: its upper left corner, and the size of the whole. */
function layout(part) {
  if (part.layout) return part.layout;
  if (isTiled(part)) {
    part.layout = tiledLayout(part);
    return part.layout;
  }
  const [, , columns] = part.size;
  const across = abreast(part);
  const corners = [];
  let left = 0;
  let top = 0;
  let [width, height, rowHeight] = [0, 0, 0];
  for (let layer = 0; layer < part.size[0]; layer++) {
    if (layer > 0 && layer % across === 0) {
      left = 0;
      top += rowHeight + GAP;
      rowHeight = 0;
    }
    corners.push([left, top]);
    const cells = part.cells.filter(({ at, inner }) => at[0] === layer && !inner);
    const extent = (axis) => Math.max(...cells.map(({ at }) => at[axis])) + 1;
    rowHeight = Math.max(rowHeight, extent(1));
    width = Math.max(width, left + extent(2));
    height = Math.max(height, top + extent(1));
    left += extent(2) + GAP;
  }
  const places = part.cells.map(({ at: [layer, row, column], inner }) =>
    inner ? [columns + GAP, row] : [corners[layer][0] + column, corners[layer][1] + row]);
  if (part.cells.some(({ inner }) => inner)) width += GAP + 1;
  part.layout = { places, width, height };
  return part.layout;
}

/** The cell beside another one in its layer, closed axes taken round; undefined off the board. */
function beside(part, { at: [layer, row, column] }, down, right) {
  let [r, c] = [row + down, column + right];
  if (part.wrap[1]) r = (r + part.size[1]) % part.size[1];
  if (part.wrap[2]) c = (c + part.size[2]) % part.size[2];
  return part.cellAt.get(String([layer, r, c]));
}

/** The path around a cell. */
function cellPath(part, cell) {
  const { places, tiles } = layout(part);
  if (tiles) return tilePath(tiles[cell]);
  const [x, y] = places[cell].map(short);
  return part.lattice === "face-centred"
    ? `M${short(places[cell][0] + 0.04)} ${short(places[cell][1] + 0.5)}a.46 .46 0 1 1 .92 0a.46 .46 0 1 1 -.92 0`
    : `M${x} ${y}h1v1h-1z`;
}

/** The path along the sides of a cell that part it from what lies beyond: another cell, or undefined. */
function sides(part, cell, parts) {
  const { places, tiles } = layout(part);
  const { inner } = part.cells[cell];
  const isParted = (down, right) => parts(inner ? undefined : beside(part, part.cells[cell], down, right));
  if (tiles) return sidesPath(tiles[cell], ([down, right]) => isParted(down, right));
  const [x, y] = places[cell];
  return (isParted(-1, 0) ? `M${x} ${y}h1` : "") + (isParted(1, 0) ? `M${x} ${y + 1}h1` : "") +
    (isParted(0, -1) ? `M${x} ${y}v1` : "") + (isParted(0, 1) ? `M${x + 1} ${y}v1` : "");
}

/** The corners of a square with this upper left corner, and its middle. */
const squareAt = ([x, y]) => ({ corners: [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]], middle: [x + 0.5, y + 0.5] });

/** The corners of a cell one after another from the left end of its first side, and its middle. */
function cornersOf(part, cell) {
  const { places, tiles } = layout(part);
  return tiles ? tiles[cell] : squareAt(places[cell]);
}

/** The middle of a cell. */
const middleOf = (part, cell) => cornersOf(part, cell).middle;

/** The lines between cells of different content. */
const borders = (part, codes) => part.cells.map(({ label }, c) => {
  // Free cells with labels are parted, as on a calendar.
  const isAlone = codes[c] === EMPTY && label && !isTiled(part);
  return sides(part, c, (other) => other === undefined || codes[other] !== codes[c] || isAlone);
}).join("");

/**
 * The picture of a board with these codes on it, and for each cell these letters of colours at its sides.
 * `label` is read out; without it nothing is.
 */
function picture(part, codes, { label = null, letters = true, sides = null } = {}) {
  const { places, tiles, width, height } = layout(part);
  const round = part.lattice === "face-centred";
  const paints = part.paints
    ? painted(part, part.cells.map(({ paint }, c) => ({ ...cornersOf(part, c), paint, sides: sides?.[c] }))) : "";
  const paths = new Map();
  // The letters of a row are one text for each colour, so that pages of pictures are light.
  const rows = new Map();
  codes.forEach((code, c) => {
    const [x, y] = places[c];
    paths.set(code, (paths.get(code) ?? "") + cellPath(part, c));
    if (code !== EMPTY && letters) {
      const { ink } = part.pieces[part.pieceOf[code]];
      const [middle, base] = tiles ? tiles[c].middle : [x + 0.5, y + 0.5];
      const key = `y="${short(base + 0.22)}" fill="${ink}"`;
      if (!rows.has(key)) rows.set(key, { places: [], text: "" });
      const row = rows.get(key);
      row.places.push(short(middle));
      row.text += part.symbol(code);
    }
  });
  const labels = part.cells.map(({ label }, c) => {
    if (!label || !letters || codes[c] !== EMPTY) return "";
    const [x, y] = places[c];
    return `<text class="label" x="${x + 0.5}" y="${y + 0.62}">${escaped(label)}</text>`;
  });
  const words = [...rows].map(([key, row]) =>
    `<text x="${row.places.join(" ")}" ${key}>${escaped(row.text)}</text>`);
  const fills = [...paths].map(([code, path]) =>
    code === EMPTY
      ? `<path class="empty" d="${path}"/>`
      : `<path fill="${part.pieces[part.pieceOf[code]].colour}" d="${path}"/>`);
  const lines = round ? "" : `<path class="border" d="${borders(part, codes)}"/>`;
  const said = label ? `role="img" aria-label="${escaped(label)}"` : 'aria-hidden="true"';
  return `<svg class="board" viewBox="-.06 -.06 ${width + 0.12} ${height + 0.12}" ${said}>` +
    `${fills.join("")}${paints}<g class="letters">${words.join("")}${labels.join("")}</g>${lines}</svg>`;
}

/** The codes of an empty board with some placements on it. */
function laid(part, position) {
  const codes = new Uint8Array(part.cells.length).fill(EMPTY);
  const next = part.firstCode.slice();
  for (const { piece, cells } of position) {
    for (const cell of cells) codes[cell] = next[piece];
    next[piece]++;
  }
  return codes;
}

/** The least and the most of some points along an axis. */
const rangeOf = (points, axis) => {
  const values = points.map((point) => point[axis]);
  return [Math.min(...values), Math.max(...values)];
};

/** The tiles of a piece of hexagons or triangles, layers side by side, and the size of the whole. */
function pieceTiles(part, cells) {
  const drawn = cells.map(([, row, column]) => tileAt(part.lattice, row, column));
  const [left, top, right, bottom] = extentOf(drawn);
  const [least, most] = rangeOf(cells, 0);
  const step = right - left + 0.5;
  return {
    tiles: drawn.map((one, c) => movedTile(one, (cells[c][0] - least) * step - left, -top)),
    width: (most - least + 1) * step - 0.5,
    height: bottom - top,
  };
}

/** The upper left corners of the cells of a piece, layers side by side, and the size of the whole. */
function pieceCorners(cells) {
  const [layers, rows, columns] = [0, 1, 2].map((axis) => rangeOf(cells, axis));
  const step = columns[1] - columns[0] + 1.5;
  return {
    corners: cells.map(([layer, row, column]) => [(layer - layers[0]) * step + column - columns[0], row - rows[0]]),
    width: (layers[1] - layers[0] + 1) * step - 0.5,
    height: rows[1] - rows[0] + 1,
  };
}

/** Where the middle of a cell of a piece is in its picture, from the middle of that. */
function pieceMiddle(part, cells, k) {
  const isCut = isTiled(part);
  const { tiles, corners, width, height } = isCut ? pieceTiles(part, cells) : pieceCorners(cells);
  const [x, y] = isCut ? tiles[k].middle : corners[k].map((value) => value + 0.5);
  return [x - width / 2, y - height / 2];
}

/** What is painted on a piece in a shape whose cells have these corners. */
const paintedPiece = (part, { sides, dots }, tiles) =>
  painted(part, tiles.map((one, k) => ({ ...one, sides, paint: dots?.[k] })));

/** The head of the picture of a piece in a shape; where sides have colours, it is large enough for their letters. */
function pieceHead({ name }, { cells, sides, dots }, width, height) {
  const scale = sides ? 40 : 20;
  return `<svg class="board piece" viewBox="-.06 -.06 ${width + 0.12} ${height + 0.12}" ` +
    `width="${(width + 0.12) * scale}" height="${(height + 0.12) * scale}" role="img" ` +
    `aria-label="Piece ${escaped(name)}, ${cells.length} cells${escaped(colourWords({ sides, dots }))}">`;
}

/** The picture of a shape of hexagons or triangles in the look of a piece. */
function tiledPiecePicture(part, piece, shape) {
  const { colour, ink, symbols } = part.pieces[piece];
  const { cells } = shape;
  const { tiles, width, height } = pieceTiles(part, cells);
  const inside = new Set(cells.map(String));
  const isFree = ([layer, row, column]) => ([down, along]) =>
    !inside.has(String([layer, row + down, column + along]));
  const letters = tiles.map(({ middle: [x, y] }) =>
    `<text x="${short(x)}" y="${short(y + 0.22)}" fill="${ink}">${escaped(symbols[0])}</text>`);
  return pieceHead(part.pieces[piece], shape, width, height) +
    `<path fill="${colour}" d="${tiles.map(tilePath).join("")}"/>${paintedPiece(part, shape, tiles)}<g class="letters">${letters.join("")}</g>` +
    `<path class="border" d="${tiles.map((one, c) => sidesPath(one, isFree(cells[c]))).join("")}"/></svg>`;
}

/** The picture of a piece alone, in one of its shapes, layers side by side. */
function piecePicture(part, piece, shape = part.pieces[piece]) {
  if (isTiled(part)) return tiledPiecePicture(part, piece, shape);
  const { colour, ink, symbols } = part.pieces[piece];
  const { cells } = shape;
  const { corners, width, height } = pieceCorners(cells);
  const round = part.lattice === "face-centred";
  const ground = ([x, y]) => round
    ? `<circle cx="${x + 0.5}" cy="${y + 0.5}" r=".46" fill="${colour}"/>`
    : `<rect x="${x}" y="${y}" width="1" height="1" fill="${colour}"/>`;
  const letter = ([x, y]) =>
    `<text x="${x + 0.5}" y="${y + 0.72}" fill="${ink}">${escaped(symbols[0])}</text>`;
  const inside = new Set(cells.map(String));
  const line = (cell, c) => {
    const [x, y] = corners[c];
    const free = (down, right) => !inside.has(String([cell[0], cell[1] + down, cell[2] + right]));
    return (free(-1, 0) ? `M${x} ${y}h1` : "") + (free(1, 0) ? `M${x} ${y + 1}h1` : "") +
      (free(0, -1) ? `M${x} ${y}v1` : "") + (free(0, 1) ? `M${x + 1} ${y}v1` : "");
  };
  return pieceHead(part.pieces[piece], shape, width, height) +
    corners.map(ground).join("") + paintedPiece(part, shape, corners.map(squareAt)) +
    `<g class="letters">${corners.map(letter).join("")}</g>` +
    (round ? "" : `<path class="border" d="${cells.map(line).join("")}"/>`) + "</svg>";
}

/** A board on which each cell has a shade from 0 to 1 and a word. */
function heatMap(part, shades, words, label) {
  const { places, tiles, width, height } = layout(part);
  const cells = places.map(([x, y], c) => {
    const shade = shades[c];
    const ground = shade > 0.72 ? "on-hot" : shade > 0.45 ? "on-warm" : "on-cold";
    const path = cellPath(part, c);
    const [middle, base] = tiles ? tiles[c].middle : [x + 0.5, y + 0.5];
    return `<g><title>${escaped(`${part.cellName(c)}: ${words[c]}%`)}</title>` +
      `<path class="cold" d="${path}"/>` +
      `<path class="hot" d="${path}" fill-opacity="${shade.toFixed(3)}"/>` +
      `<text class="${ground}" x="${short(middle)}" y="${short(base + 0.13)}">` +
      `${escaped(words[c])}</text></g>`;
  });
  return `<svg class="board heat" viewBox="-.06 -.06 ${width + 0.12} ${height + 0.12}" role="img" ` +
    `aria-label="${escaped(label)}">${cells.join("")}</svg>`;
}

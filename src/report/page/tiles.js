// Hexagons and triangles: where their corners are, and which cell lies beyond each side. A hexagon is
// one unit wide; a triangle has sides of one and a half, so that its letter fits.

const [HEX_SIDE, HEX_ROW] = [1 / Math.sqrt(3), Math.sqrt(3) / 2];
const TRI_HALF = 0.75;
const TRI_HEIGHT = TRI_HALF * Math.sqrt(3);

/** Whether a part has hexagons or triangles. */
const isTiled = (part) => part.lattice === "hexagonal" || part.lattice === "triangular";

/**
 * The tile in a row and column: its corners one after another, the steps to the cells beyond the sides
 * that begin there, and where the middle of its letter is.
 */
function tileAt(lattice, row, column) {
  if (lattice === "hexagonal") {
    const [x, y] = [column + row / 2 + 0.5, row * HEX_ROW + HEX_SIDE];
    const half = HEX_SIDE / 2;
    return {
      corners: [[0, -HEX_SIDE], [0.5, -half], [0.5, half], [0, HEX_SIDE], [-0.5, half], [-0.5, -half]]
        .map(([dx, dy]) => [x + dx, y + dy]),
      beyond: [[-1, 1], [0, 1], [1, 0], [1, -1], [0, -1], [-1, 0]],
      middle: [x, y],
    };
  }
  const [left, top] = [column * TRI_HALF, row * TRI_HEIGHT];
  const [centre, right, bottom] = [left + TRI_HALF, left + 2 * TRI_HALF, top + TRI_HEIGHT];
  return (row + column) % 2 === 0
    ? { corners: [[centre, top], [right, bottom], [left, bottom]], beyond: [[0, 1], [1, 0], [0, -1]],
      middle: [centre, bottom - TRI_HEIGHT / 3] }
    : { corners: [[left, top], [right, top], [centre, bottom]], beyond: [[-1, 0], [0, 1], [0, -1]],
      middle: [centre, top + TRI_HEIGHT / 3] };
}

/** The rectangle around some tiles: its left, upper, right and lower end. */
function extentOf(tiles) {
  const corners = tiles.flatMap(({ corners }) => corners);
  const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** A tile that many units further right and down. */
const movedTile = ({ corners, beyond, middle }, dx, dy) => ({
  corners: corners.map(([x, y]) => [x + dx, y + dy]), beyond, middle: [middle[0] + dx, middle[1] + dy],
});

/** A number as paths have it. */
const short = (number) => String(Math.round(number * 1000) / 1000);

/** The path around a tile. */
const tilePath = ({ corners }) => `M${corners.map((corner) => corner.map(short).join(" ")).join("L")}z`;

/** The path along the sides of a tile for which something holds of the step beyond. */
const sidesPath = ({ corners, beyond }, holds) => corners.map(([x, y], i) => {
  const [toX, toY] = corners[(i + 1) % corners.length];
  return holds(beyond[i]) ? `M${short(x)} ${short(y)}L${short(toX)} ${short(toY)}` : "";
}).join("");

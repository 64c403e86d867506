// The colours of cells and of edges in pictures: a dot in the corner of a cell that has a colour, and a
// band along each coloured side of a cell, with the letter of the colour.

/* global escaped -- text.js */
/* global short -- tiles.js */

/** How much of the way from a side to the middle of its cell a band takes. */
const BAND = 0.44;

/** How much of the way from the middle of a cell to its first corner its dot is away. */
const DOT = 0.62;

/** The point that part of the way from one to another. */
const between = ([x, y], [toX, toY], part) => [x + (toX - x) * part, y + (toY - y) * part];

const point = (at) => at.map(short).join(" ");

/** The colours of a piece in some shape in words, by their letters; nothing where it has none. */
const colourWords = ({ sides = "", dots = "" }) =>
  (sides && `, sides ${[...sides].join(" ")}`) + (dots && `, colours ${[...dots].join(" ")}`);

/**
 * What is painted on some cells, each with its corners one after another from the left end of its first side,
 * its middle, and the letters of its own colour and of those at its sides. What stands for no colour of the
 * part is not painted.
 */
function painted(part, cells) {
  const areas = new Map(Object.keys(part.paints ?? {}).map((letter) => [letter, { path: "", letters: [] }]));
  for (const { corners, middle, paint, sides = "" } of cells) {
    const dot = areas.get(paint);
    if (dot) {
      const [x, y] = between(middle, corners[0], DOT);
      dot.path += `M${short(x - 0.12)} ${short(y)}a.12 .12 0 1 0 .24 0a.12 .12 0 1 0 -.24 0z`;
    }
    [...sides].forEach((letter, side) => {
      const area = areas.get(letter);
      if (!area) return;
      const [from, to] = [corners[side], corners[(side + 1) % corners.length]];
      const [near, far] = [to, from].map((corner) => between(corner, middle, BAND));
      area.path += `M${[from, to, near, far].map(point).join("L")}z`;
      area.letters.push(between(between(from, to, 0.5), between(near, far, 0.5), 0.5));
    });
  }
  return [...areas].filter(([, { path }]) => path).map(([letter, { path, letters }]) => {
    const { colour, ink } = part.paints[letter];
    const words = letters.map(([x, y]) =>
      `<text x="${short(x)}" y="${short(y + 0.09)}" fill="${ink}">${escaped(letter)}</text>`);
    return `<g class="paint"><path fill="${colour}" d="${path}"/>${words.join("")}</g>`;
  }).join("");
}

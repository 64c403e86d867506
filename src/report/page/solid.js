// Solutions in three dimensions, as groups of meshes: towers of wedges around a pillar, stacks of
// cubes or prisms, pyramids of spheres. One group for each row or layer, so that they can be moved apart; in
// it one mesh for each piece, and one for each letter.

/* global EMPTY -- puzzle.js */
/* global beside -- picture.js */
/* global extentOf, isTiled, tileAt -- tiles.js */

/** How far apart pieces are drawn, so that they can be told from each other. */
const SEAM = 0.035;

/** The radii of a tower: pillar, inner ring, outer layer. */
const [PILLAR, RING, OUTER] = [0.85, 2.0, 3.1];

/** How high a row of a tower is. */
const ROW = 1.5;

/** Triangles, with a normal for each face. */
class Faces {
  constructor() {
    this.positions = [];
    this.normals = [];
    this.uvs = [];
  }

  /** A face with four corners, seen from where they go round to the left. */
  quad(a, b, c, d) {
    const [u, v] = [b.map((value, i) => value - a[i]), d.map((value, i) => value - a[i])];
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const length = Math.hypot(...n) || 1;
    for (const corner of [a, b, c, a, c, d]) {
      this.positions.push(...corner);
      this.normals.push(...n.map((value) => value / length));
    }
    this.uvs.push(0, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1);
  }

  /** A convex face with any number of corners, seen from where they go round to the left. */
  polygon(corners) {
    for (let i = 2; i < corners.length; i += 2) {
      this.quad(corners[0], corners[i - 1], corners[i], corners[Math.min(i + 1, corners.length - 1)]);
    }
  }

  geometry() {
    const made = new THREE.BufferGeometry();
    made.setAttribute("position", new THREE.Float32BufferAttribute(this.positions, 3));
    made.setAttribute("normal", new THREE.Float32BufferAttribute(this.normals, 3));
    made.setAttribute("uv", new THREE.Float32BufferAttribute(this.uvs, 2));
    return made;
  }
}

/** A point of a cylinder; angles grow to the right as seen from outside. */
const around = (angle, radius, height) => [Math.sin(angle) * radius, height, Math.cos(angle) * radius];

/** Adds a block of a ring. Where it goes all the way round, it has no ends. */
function wedge(faces, [from, to], [inside, outside], [low, high]) {
  const steps = Math.max(2, Math.ceil((to - from) / 0.09));
  for (let i = 0; i < steps; i++) {
    const [a, b] = [i, i + 1].map((step) => from + ((to - from) * step) / steps);
    faces.quad(around(a, outside, low), around(b, outside, low), around(b, outside, high), around(a, outside, high));
    faces.quad(around(b, inside, low), around(a, inside, low), around(a, inside, high), around(b, inside, high));
    faces.quad(around(a, outside, high), around(b, outside, high), around(b, inside, high), around(a, inside, high));
    faces.quad(around(a, inside, low), around(b, inside, low), around(b, outside, low), around(a, outside, low));
  }
  if (to - from > 6.28) return;
  faces.quad(around(from, inside, low), around(from, outside, low), around(from, outside, high), around(from, inside, high));
  faces.quad(around(to, outside, low), around(to, inside, low), around(to, inside, high), around(to, outside, high));
}

/** Adds a box. */
function box(faces, [x0, x1], [y0, y1], [z0, z1]) {
  faces.quad([x0, y0, z1], [x1, y0, z1], [x1, y1, z1], [x0, y1, z1]);
  faces.quad([x1, y0, z0], [x0, y0, z0], [x0, y1, z0], [x1, y1, z0]);
  faces.quad([x1, y0, z1], [x1, y0, z0], [x1, y1, z0], [x1, y1, z1]);
  faces.quad([x0, y0, z0], [x0, y0, z1], [x0, y1, z1], [x0, y1, z0]);
  faces.quad([x0, y1, z1], [x1, y1, z1], [x1, y1, z0], [x0, y1, z0]);
  faces.quad([x0, y0, z0], [x1, y0, z0], [x1, y0, z1], [x0, y0, z1]);
}

/** Pictures of letters, each made once; on a colour where one is given, else on nothing. */
const letters = new Map();

function letter(symbol, ink, ground = null) {
  const key = symbol + ink + ground;
  if (!letters.has(key)) {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = ground ? [512, 256] : [64, 64];
    const pen = canvas.getContext("2d");
    if (ground) {
      pen.fillStyle = ground;
      pen.fillRect(0, 0, canvas.width, canvas.height);
    }
    pen.fillStyle = ink;
    pen.font = `600 ${ground ? 60 : 46}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    const places = ground ? [64, 192, 320, 448] : [32];
    for (const x of places) pen.fillText(symbol, x, canvas.height / 2 + 3);
    const texture = new THREE.CanvasTexture(canvas);
    texture.colorSpace = THREE.SRGBColorSpace;
    texture.anisotropy = 4;
    letters.set(key, texture);
  }
  return letters.get(key);
}

/** Materials, each made once: a shader is compiled anew when the last that uses it has gone. */
const materials = new Map();

function material(key, isClear, make) {
  const name = `${key} ${isClear}`;
  if (!materials.has(name)) {
    const made = make();
    if (isClear) Object.assign(made, { transparent: true, opacity: 0.28, depthWrite: false });
    materials.set(name, made);
  }
  return materials.get(name);
}

/** What a piece is made of. */
const matter = (colour, isClear = false) => material(colour, isClear,
  () => new THREE.MeshStandardMaterial({ color: colour, roughness: 0.55 }));

/** What a letter is painted with. */
const paint = (symbol, ink, isClear) => material(symbol + ink, isClear, () =>
  new THREE.MeshBasicMaterial({ map: letter(symbol, ink), transparent: true, depthWrite: false }));

/** What a ball with a letter is made of. */
const ballMatter = (symbol, ink, colour) => material(`ball ${symbol}${colour}`, false, () =>
  new THREE.MeshStandardMaterial({ map: letter(symbol, ink, colour), roughness: 0.45 }));

/** The group of a row or layer, being built. */
class Level {
  constructor(part, codes) {
    [this.part, this.codes] = [part, codes];
    this.bodies = new Map();
    this.signs = new Map();
  }

  /** The faces of a piece; those with a ring are always shown whole. */
  body(code) {
    const isRing = this.piece(code).inner;
    if (!this.bodies.has(code)) this.bodies.set(code, { code, isRing, faces: new Faces() });
    return this.bodies.get(code).faces;
  }

  /** The faces that carry a letter. */
  sign(code) {
    if (!this.signs.has(code)) this.signs.set(code, new Faces());
    return this.signs.get(code);
  }

  piece(code) {
    return this.part.pieces[this.part.pieceOf[code]];
  }

  /** The meshes; `outer` says whether outer pieces are solid, clear or hidden. */
  group(outer) {
    const group = new THREE.Group();
    const isClear = outer === "clear";
    for (const { code, isRing, faces } of this.bodies.values()) {
      if (!isRing && outer === "hidden") continue;
      group.add(new THREE.Mesh(faces.geometry(), matter(this.piece(code).colour, isClear && !isRing)));
    }
    for (const [code, faces] of this.signs) {
      const { ink, inner } = this.piece(code);
      if (!inner && outer === "hidden") continue;
      group.add(new THREE.Mesh(faces.geometry(), paint(this.part.symbol(code), ink, isClear && !inner)));
    }
    return group;
  }
}

/** The rows of a tower, the highest first; each at height 0. */
function tower(part, codes, outer) {
  const [, rows, count] = part.size;
  const turn = (2 * Math.PI) / count;
  const levels = Array.from({ length: rows }, () => new Level(part, codes));
  const half = ROW / 2;
  part.cells.forEach(({ at: [, row, column], inner }, cell) => {
    const code = codes[cell];
    if (code === EMPTY) return;
    const level = levels[row];
    if (inner) {
      wedge(level.body(code), [0, 2 * Math.PI], [PILLAR + SEAM, RING - SEAM], [SEAM - half, half - SEAM]);
      return;
    }
    const same = (down, right) => {
      const other = part.cellAt.get(String([0, row + down, (column + right + count) % count]));
      return other !== undefined && codes[other] === code;
    };
    const seam = (down, right) => (same(down, right) ? 0 : SEAM);
    const [left, right] = [column * turn, (column + 1) * turn];
    const isRing = part.pieces[part.pieceOf[code]].inner;
    const faces = level.body(code);
    wedge(faces, [left + seam(0, -1) / OUTER, right - seam(0, 1) / OUTER],
      [isRing ? RING - 2 * SEAM : RING, OUTER], [seam(1, 0) - half, half - seam(-1, 0)]);
    // A letter is flat, and lies before the curve.
    const [middle, reach] = [left + turn / 2, 0.45 / OUTER];
    const radius = (OUTER + 0.012) / Math.cos(reach);
    level.sign(code).quad(around(middle - reach, radius, -0.45), around(middle + reach, radius, -0.45),
      around(middle + reach, radius, 0.45), around(middle - reach, radius, 0.45));
  });
  return { levels: levels.map((level) => level.group(outer)), height: ROW, gap: 2, wide: 2 * OUTER };
}

/** The layers of a stack of cubes, the first at the top; each at height 0. */
function cubes(part, codes) {
  const [layers, rows, count] = part.size;
  const levels = Array.from({ length: layers }, () => new Level(part, codes));
  part.cells.forEach(({ at: [layer, row, column] }, cell) => {
    const code = codes[cell];
    if (code === EMPTY) return;
    const [x, z] = [column - count / 2, row - rows / 2];
    const other = (up, down, right) => part.cellAt.get(String([layer + up, row + down, column + right]));
    const seam = (...step) => (codes[other(...step)] === code ? 0 : SEAM);
    const level = levels[layer];
    box(level.body(code), [x + seam(0, 0, -1), x + 1 - seam(0, 0, 1)],
      [seam(1, 0, 0) - 0.5, 0.5 - seam(-1, 0, 0)], [z + seam(0, -1, 0), z + 1 - seam(0, 1, 0)]);
    const sign = level.sign(code);
    const [a, b, c, d] = [x + 0.15, x + 0.85, z + 0.15, z + 0.85];
    const [low, high, off] = [-0.35, 0.35, 0.01];
    const top = 0.5 + off;
    sign.quad([a, top, d], [b, top, d], [b, top, c], [a, top, c]);
    if (other(0, 1, 0) === undefined) sign.quad([a, low, z + 1 + off], [b, low, z + 1 + off], [b, high, z + 1 + off], [a, high, z + 1 + off]);
    if (other(0, -1, 0) === undefined) sign.quad([b, low, z - off], [a, low, z - off], [a, high, z - off], [b, high, z - off]);
    if (other(0, 0, 1) === undefined) sign.quad([x + 1 + off, low, d], [x + 1 + off, low, c], [x + 1 + off, high, c], [x + 1 + off, high, d]);
    if (other(0, 0, -1) === undefined) sign.quad([x - off, low, c], [x - off, low, d], [x - off, high, d], [x - off, high, c]);
  });
  return { levels: levels.map((level) => level.group("solid")), height: 1, gap: 1.1, wide: Math.max(rows, count) * 1.2 };
}

/** A convex outline whose sides are drawn in by some widths, each by its own. */
function drawnIn(corners, widths) {
  const lines = corners.map(([x, y], i) => {
    const [toX, toY] = corners[(i + 1) % corners.length];
    const length = Math.hypot(toX - x, toY - y);
    // The outline goes round clockwise as it is drawn, so that its inside is at the right.
    const [a, b] = [(y - toY) / length, (toX - x) / length];
    return [a, b, a * x + b * y + widths[i]];
  });
  return lines.map(([a, b, c], i) => {
    const [p, q, r] = lines[(i + lines.length - 1) % lines.length];
    const whole = a * q - p * b;
    return [(c * q - r * b) / whole, (a * r - p * c) / whole];
  });
}

/** The layers of a stack of hexagonal or triangular prisms, the first at the top; each at height 0. */
function prisms(part, codes) {
  const levels = Array.from({ length: part.size[0] }, () => new Level(part, codes));
  const tiles = part.cells.map(({ at: [, row, column] }) => tileAt(part.lattice, row, column));
  const [left, top, right, bottom] = extentOf(tiles);
  const [midX, midZ] = [(left + right) / 2, (top + bottom) / 2];
  part.cells.forEach((cell, c) => {
    const code = codes[c];
    if (code === EMPTY) return;
    const [layer, row, column] = cell.at;
    const other = (up) => part.cellAt.get(String([layer + up, row, column]));
    const { corners, beyond, middle: [x, z] } = tiles[c];
    const seams = beyond.map(([down, along]) => (codes[beside(part, cell, down, along)] === code ? 0 : SEAM));
    const outline = drawnIn(corners, seams).map(([cornerX, cornerZ]) => [cornerX - midX, cornerZ - midZ]);
    const [low, high] = [codes[other(1)] === code ? -0.5 : SEAM - 0.5, codes[other(-1)] === code ? 0.5 : 0.5 - SEAM];
    const level = levels[layer];
    const faces = level.body(code);
    faces.polygon(outline.map(([px, pz]) => [px, high, pz]).reverse());
    faces.polygon(outline.map(([px, pz]) => [px, low, pz]));
    outline.forEach(([px, pz], i) => {
      const [nextX, nextZ] = outline[(i + 1) % outline.length];
      faces.quad([nextX, low, nextZ], [px, low, pz], [px, high, pz], [nextX, high, nextZ]);
    });
    const [a, b, c0, d, y] = [x - midX - 0.3, x - midX + 0.3, z - midZ - 0.3, z - midZ + 0.3, 0.51];
    level.sign(code).quad([a, y, d], [b, y, d], [b, y, c0], [a, y, c0]);
  });
  const wide = Math.max(right - left, bottom - top) * 1.2;
  return { levels: levels.map((level) => level.group("solid")), height: 1, gap: 1.1, wide };
}

/** The layers of a pyramid of spheres, the last of the drawing at the top. */
function spheres(part, codes) {
  const levels = Array.from({ length: part.size[0] }, () => new THREE.Group());
  const ball = new THREE.SphereGeometry(0.485, 32, 20);
  const widest = Math.max(part.size[1], part.size[2]);
  // Each layer lies in the hollows of the one below: half a step further for each layer up.
  part.cells.forEach(({ at: [layer, row, column] }, cell) => {
    const code = codes[cell];
    if (code === EMPTY) return;
    const { colour, ink } = part.pieces[part.pieceOf[code]];
    const mesh = new THREE.Mesh(ball, ballMatter(part.symbol(code), ink, colour));
    const shift = layer / 2 - (widest - 1) / 2;
    mesh.position.set(column + shift, 0, row + shift);
    levels[layer].add(mesh);
  });
  return { levels: levels.reverse(), height: Math.SQRT1_2, gap: 0.9, wide: widest * 1.2 };
}

/** Whether a part has depth. */
const isSolid = (part) =>
  part.size[0] > 1 || (part.wrap[2] && part.cells.some(({ inner }) => inner));

/** The pillar of a tower. */
function pillar(height) {
  const faces = new Faces();
  wedge(faces, [0, 2 * Math.PI], [0.01, PILLAR - SEAM], [-height / 2, height / 2]);
  return new THREE.Mesh(faces.geometry(), matter("#70757d"));
}

/**
 * A solution in three dimensions, its levels as far apart as `apart` says, from 0 to 1; `outer` says
 * whether the outer pieces of a tower are solid, clear or hidden.
 */
function solid(part, codes, apart, outer) {
  const stack = isTiled(part) ? prisms : part.size[0] > 1 ? cubes : tower;
  const build = part.lattice === "face-centred" ? spheres : stack;
  const { levels, height, gap, wide } = build(part, codes, outer);
  const group = new THREE.Group();
  const step = height + gap * apart;
  levels.forEach((level, i) => {
    level.position.y = ((levels.length - 1) / 2 - i) * step;
    group.add(level);
  });
  const tall = step * levels.length;
  if (build === tower) group.add(pillar(tall + 0.5));
  return { group, tall, wide };
}

/** Frees what a solution takes in the memory of the graphics processor; materials are kept. */
function dispose(group) {
  group.traverse((mesh) => mesh.geometry?.dispose());
}

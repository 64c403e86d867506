// Bar charts as SVG, drawn at the width that they have, each with a table that says the same; and
// the sections of the page that are made of them.

/* global choice, drawing, duration, element, escaped, grouped, percent, plural, roughly, table -- text.js */
/* global heatMap, laid, picture, piecePicture -- picture.js */

/** Draws a chart anew whenever its width changes. */
function fitted(draw) {
  const frame = element("div", { class: "chart" });
  let drawn = 0;
  new ResizeObserver(() => {
    const width = Math.floor(frame.clientWidth);
    if (width > 0 && width !== drawn) {
      drawn = width;
      frame.replaceChildren(drawing(draw(width)));
    }
  }).observe(frame);
  return frame;
}

/** Upright bars: `bars` have a label, a value and its text; `label` is read out. */
function columns(label, bars, { height = 220 } = {}) {
  return fitted((width) => {
    const [top, bottom] = [22, 26];
    const most = Math.max(...bars.map(({ value }) => value)) || 1;
    const step = width / bars.length;
    const thick = Math.min(72, step * 0.72);
    // Labels that would not fit beside each other are left out, but for every few.
    const widest = Math.max(...bars.map((bar) => bar.label.length)) * 7 + 8;
    const every = Math.max(1, Math.ceil(widest / step));
    const shown = Math.max(...bars.map((bar) => bar.text.length)) * 7.4 < step;
    const parts = bars.map(({ label: name, value, text }, i) => {
      const tall = (value / most) * (height - top - bottom);
      const [x, y] = [step * (i + 0.5), height - bottom - tall];
      return `<g class="bar"><title>${escaped(`${name}: ${text}`)}</title>` +
        `<rect x="${x - thick / 2}" y="${y}" width="${thick}" height="${Math.max(tall, value > 0 ? 1.5 : 0)}" rx="2"/>` +
        (shown && value > 0 ? `<text class="value" x="${x}" y="${y - 6}">${escaped(text)}</text>` : "") +
        (i % every === 0 ? `<text x="${x}" y="${height - 8}">${escaped(name)}</text>` : "") + "</g>";
    });
    return `<svg width="${width}" height="${height}" role="img" aria-label="${escaped(label)}">` +
      `<line class="axis" x1="0" x2="${width}" y1="${height - bottom}" y2="${height - bottom}"/>` +
      `${parts.join("")}</svg>`;
  });
}

/** A chart with its title and, folded up, its table. */
function figure(title, chart, twin) {
  return element("figure", {},
    element("figcaption", {}, title), chart,
    element("details", {}, element("summary", {}, "As a table"), twin));
}

/** A bar in a table, as long as its share. */
function meter(share) {
  const bar = element("span", { class: "meter", "aria-hidden": "true" }, element("span", {}));
  bar.firstChild.style.width = `${Math.round(share * 1000) / 10}%`;
  return bar;
}

const shortName = (group, part) =>
  part.name.startsWith(`${group.name}-`) ? part.name.slice(group.name.length + 1) : part.name;

/** Figures of a part, as far as they are known. */
const distinct = (part) => (part.count.complete ? grouped(part.count.distinct) : "not counted");
const total = ({ count, estimate }) => {
  if (count.complete) return grouped(count.total);
  return estimate ? `about ${roughly(estimate.estimate)} (estimated)` : "not counted";
};
const sum = (parts, figure) => parts.reduce((all, part) => all + BigInt(figure(part)), 0n);

/** Counts, nodes and time of each part: charts where there are several, and a table. */
function counts(section, { groups, machine }) {
  for (const group of groups) {
    const { parts } = group;
    if (parts.length > 1) {
      const chart = (title, value, text) => {
        const bars = parts.map((part) => ({
          label: shortName(group, part), value: value(part), text: text(part),
        }));
        const said = `${title}. ${bars.map((bar) => `${bar.label}: ${bar.text}`).join("; ")}`;
        const twin = table(title, ["puzzle", title], bars.map((bar) => [bar.label, bar.text]));
        return figure(title, columns(said, bars), twin);
      };
      section.append(element("div", { class: "charts" },
        chart("Distinct solutions", ({ count }) => Number(count.distinct), distinct),
        chart("Nodes visited", ({ count }) => count.nodes, ({ count }) => grouped(count.nodes)),
        chart("Time", ({ count }) => count.elapsed_s, ({ count }) => duration(count.elapsed_s * 1e9))));
    }
    const rows = parts.map((part) => [part.name, grouped(part.count.items), grouped(part.count.options),
      grouped(part.motions.length), distinct(part), total(part), ...(part.count.complete
        ? [part.count.engine, grouped(part.count.nodes), duration(part.count.elapsed_s * 1e9)]
        : ["", "", ""])]);
    const whole = parts.every(({ count }) => count.complete);
    const foot = parts.length > 1 && whole
      ? ["all", "", "", "", grouped(sum(parts, ({ count }) => count.distinct)),
        grouped(sum(parts, ({ count }) => count.total)), "",
        grouped(sum(parts, ({ count }) => count.nodes)),
        duration(parts.reduce((all, { count }) => all + count.elapsed_s, 0) * 1e9)]
      : null;
    section.append(table(`${group.title}: what was counted`,
      ["puzzle", "items", "options", "motions", "distinct", "total", "engine", "nodes", "time"],
      rows, foot));
  }
  section.append(element("p", { class: "note" },
    "Distinct counts solutions up to the motions of the board; total counts every arrangement on the ",
    "fixed board. Items and options are those of the exact cover. A node is a partial solution that ",
    "the search came to, or a state of a sweep. Measured on ",
    `${machine.cpu ?? "an unnamed processor"}, ${plural(machine.threads, "thread", "threads")}.`));
}

/** How long tasks took; of a sweep, how many states its levels had. */
function tasks(section, { parts }) {
  const body = element("div", {});
  const show = (part) => {
    const { task_times: times, task_time: time, states } = part.count;
    if (!part.count.complete) {
      body.replaceChildren(element("p", {}, `${part.name} was not counted to the end.`));
    } else if (times.length > 0) {
      const bars = times.map(([from, to, value]) =>
        ({ label: duration(from), value, text: grouped(value), range: `${duration(from)} to ${duration(to)}` }));
      const title = `${part.name}: ${plural(time.tasks, "task", "tasks")} by how long each took`;
      const quantiles = [["half", time.p50_ns], ["90%", time.p90_ns], ["99%", time.p99_ns],
        ["all", time.max_ns]].map(([share, ns]) => `${share} within ${duration(ns)}`);
      body.replaceChildren(
        figure(title, columns(`${title}. ${quantiles.join(", ")}.`, bars),
          table(title, ["time", "tasks", "share"], bars.map((bar) =>
            [bar.range, bar.text, percent(bar.value, time.tasks)]))),
        element("p", { class: "note" }, `Of the tasks, ${quantiles.join(", ")}. A bar goes from its `,
          "time to that of the next."));
    } else if (states.length > 0) {
      const bars = states.map((value, i) => ({ label: `${i}`, value, text: grouped(value) }));
      const title = `${part.name}: states in each level of the sweep`;
      body.replaceChildren(
        figure(title, columns(`${title}, ${grouped(part.count.nodes)} in all`, bars),
          table(title, ["level", "states"], bars.map((bar) => [bar.label, bar.text]))),
        element("p", { class: "note" },
          "It was counted by merging equal states level by level, which is one task."));
    } else {
      body.replaceChildren(element("p", {}, `${part.name}: no tasks were timed.`));
    }
  };
  if (parts.length > 1) {
    section.append(choice("Puzzle", "tasks-part", parts.map((part) => [part.name, part.name]),
      parts.at(-1).name, (name) => show(parts.find((part) => part.name === name))));
  }
  section.append(body);
  show(parts.at(-1));
}

/** The pieces of each group: pictures, and how many solutions use them. */
function pieces(section, { groups }) {
  for (const group of groups) {
    const [first] = group.parts;
    if (groups.length > 1) section.append(element("h3", {}, group.title));
    section.append(element("ul", { class: "pieces" }, first.pieces.map((piece, p) => {
      const facts = [
        piece.symbols.length > 1 ? `${piece.symbols.length} copies` : null,
        piece.inner ? "fills its inner ring" : null,
        piece.optional ? "may be left out" : null,
      ].filter(Boolean);
      return element("li", {}, drawing(piecePicture(first, p)),
        element("strong", {}, piece.name), element("span", {}, facts.join(", ")));
    })));
    const listed = group.parts.filter((part) => part.pieces.some(({ solutions }) => solutions !== null));
    const used = (part, p) => part.pieces[p].solutions;
    const varies = listed.some((part) =>
      part.pieces.some((piece) => piece.solutions !== Number(part.count.distinct)));
    if (listed.length > 0 && varies) {
      section.append(table("How many distinct solutions use a piece",
        ["piece", ...listed.map((part) => part.name)],
        first.pieces.map((piece, p) => [piece.name, ...listed.map((part) => {
          const share = used(part, p) / Math.max(1, Number(part.count.distinct));
          return element("span", { class: "metered" },
            `${grouped(used(part, p))} (${percent(used(part, p), Number(part.count.distinct))})`, meter(share));
        })])));
    } else if (listed.length > 0) {
      section.append(element("p", { class: "note" }, "Every solution uses every piece."));
    }
  }
}

/** How often each placement of a piece occurs, over all arrangements: a heat map and a table. */
function placements(section, { parts }) {
  const known = parts.filter((part) => part.has_occurrences);
  if (known.length === 0) {
    section.append(element("p", {}, "How often each placement occurs is not known: the puzzle was ",
      "not counted, or its arrangements did not fit the memory."));
    return;
  }
  const body = element("div", { class: "heat-and-table" });
  let [part, piece] = [known.at(-1), 0];
  const show = () => {
    const whole = Number(part.count.total);
    const own = part.options.filter((option) => option.piece === piece);
    const covered = new Float64Array(part.cells.length);
    for (const { cells, count } of own) for (const cell of cells) covered[cell] += count;
    const hottest = Math.max(...covered, 1);
    const { name, symbols } = part.pieces[piece];
    const title = `Per cent of the arrangements of ${part.name} in which ${name} covers a cell`;
    const words = [...covered].map((count) => {
      const share = whole > 0 ? (count / whole) * 100 : 0;
      return share > 0 && share < 10 ? share.toFixed(1) : share.toFixed(0);
    });
    const rows = distinctPlacements(part, own);
    const most = rows.slice(0, 12).map(({ option, count, alike }) => [
      drawing(picture(part, laid(part, [option]), { label: part.givenText(option) })),
      grouped(count), percent(count, whole), grouped(alike)]);
    const never = rows.filter(({ count }) => count === 0).reduce((all, { alike }) => all + alike, 0);
    const copies = symbols.length > 1 ? `, of all ${symbols.length} copies` : "";
    body.replaceChildren(
      element("figure", {}, element("figcaption", {}, title + copies),
        drawing(heatMap(part, [...covered].map((count) => count / hottest), words,
          `${title}: ${words.map((word, c) => `${part.cellName(c)} ${word}`).join("; ")}`))),
      table(`Where ${name} lies most often: the first ${plural(most.length, "placement", "placements")} ` +
        `of ${grouped(rows.length)}`,
        ["placement", "arrangements", "share", "alike by motions"], most),
      element("p", { class: "note" }, `${name} has ${plural(own.length, "placement", "placements")}, `,
        `${grouped(never)} of them in no arrangement. All figures are over arrangements on the fixed `,
        "board (total). Placements that a motion of the board maps to each other occur equally often, ",
        "and stand in one row."));
  };
  const byName = (name) => known.find((one) => one.name === name);
  if (known.length > 1) {
    section.append(choice("Puzzle", "heat-part", known.map(({ name }) => [name, name]), part.name, (name) => {
      const before = part.pieces[piece].name;
      part = byName(name);
      const same = part.pieces.findIndex((other) => other.name === before);
      [piece] = [Math.max(0, same)];
      select.replaceChildren(...options());
      show();
    }));
  }
  const options = () => part.pieces.map(({ name }, p) =>
    element("option", { value: p, selected: p === piece }, name));
  const select = element("select", { id: "heat-piece", onchange: () => {
    piece = Number(select.value);
    show();
  } });
  select.replaceChildren(...options());
  section.append(element("label", { class: "field", for: "heat-piece" }, "Piece ", select), body);
  show();
}

/** One placement of each orbit, the most frequent first, with how many are alike. */
function distinctPlacements(part, own) {
  const key = (piece, cells) => `${piece}:${cells}`;
  const met = new Map();
  const rows = [];
  for (const option of own) {
    const found = met.get(key(option.piece, option.cells));
    if (found) {
      found.alike++;
      continue;
    }
    const row = { option, count: option.count, alike: 1 };
    rows.push(row);
    for (const { from, pieces: become } of part.motions) {
      const inside = new Set(option.cells);
      const image = [];
      from.forEach((source, cell) => inside.has(source) && image.push(cell));
      met.set(key(become[option.piece], image), row);
    }
  }
  return rows.sort((a, b) => b.count - a.count);
}

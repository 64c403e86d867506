// The gallery: filters, and a page of pictures at a time of what they leave.

/* global choice, drawing, element, grouped, plural -- text.js */
/* global laid, picture, piecePicture -- picture.js */
/* global PositionBoard -- position.js */
/* global FreeCells -- free.js */

/** How many pictures are drawn at a time. */
const PAGE = 24;

class Gallery {
  /**
   * A gallery in two elements that shows a solution with `go(part, i, motion)`, and calls `onchange` when
   * somebody changes the filters.
   */
  constructor(parts, filters, root, go, onchange) {
    Object.assign(this, { all: parts.filter((part) => part.length > 0), filters, root, go });
    this.onchange = () => {};
    this.part = null;
    this.wanted = new Map();
    this.position = [];
    this.page = 0;
    this.board = new PositionBoard((position) => {
      this.position = position;
      this.update();
    });
    this.free = [];
    this.freeCells = new FreeCells((free) => {
      this.free = free;
      this.update();
    });
    this.count = element("p", { id: "count", class: "count", role: "status", "aria-live": "polite" });
    this.cards = element("ol", { class: "cards" });
    this.where = element("span", {});
    const turn = (by, label, text) => element("button", { type: "button", "aria-label": label,
      onclick: () => this.turn(by) }, text);
    this.pager = element("div", { class: "buttons pager" }, turn(-Infinity, "First page", "⇤"),
      turn(-1, "Previous page", "←"), this.where, turn(1, "Next page", "→"), turn(Infinity, "Last page", "⇥"));
    this.number = element("input", { type: "number", min: 1, "aria-label": "Number of a solution" });
    root.replaceChildren(this.count, this.pager, this.cards);
    if (this.all.length === 1) [this.part] = this.all;
    this.build();
    this.update();
    this.onchange = onchange;
  }

  /** The parts that are looked through. */
  get parts() {
    return this.part ? [this.part] : this.all;
  }

  build() {
    const { all } = this;
    this.places = element("details", { class: "filter", open: true },
      element("summary", {}, "Pieces at a place"), this.board.root);
    this.hint = element("p", { class: "note" }, "Choose one puzzle to lay pieces on its board.");
    this.command = element("p", { class: "note command" });
    this.places.append(this.hint, this.command);
    this.numbered = element("span", {}, "Number ");
    this.refusal = element("p", { class: "note refusal", role: "status" });
    const form = element("form", { class: "goto", noValidate: true, onsubmit: (event) => {
      event.preventDefault();
      const part = this.part ?? this.shownPart ?? all[0];
      const i = Number(this.number.value) - 1;
      const isThere = Number.isInteger(i) && i >= 0 && i < part.length;
      this.refusal.textContent = isThere ? "" : part.refusal(this.number.value || "without a number");
      if (isThere) this.go(part, i, 0);
    } }, element("label", {}, this.numbered, this.number), element("button", {}, "Show"), this.refusal);
    this.height = all.length > 1
      ? choice("Puzzle", "part", [["", "all"], ...all.map(({ name }) => [name, name])], "",
        (name) => this.choose(all.find((part) => part.name === name) ?? null))
      : null;
    this.uses = element("details", { class: "filter", open: true, hidden: !this.isMixed() },
      element("summary", {}, "Pieces used"));
    this.buildUses();
    const clear = element("button", { type: "button", onclick: () => this.clear() }, "Clear all filters");
    this.filters.replaceChildren(...[this.height, this.freeCells.root, this.uses, this.places, form, clear].filter(Boolean));
    this.layBoard();
  }

  /** Whether some piece is used by some solutions only. */
  isMixed() {
    return this.all.some((part) => part.pieces.some(({ optional }) => optional));
  }

  /** For each piece, whether solutions must have it, must not, or may. */
  buildUses() {
    const pieces = new Map();
    for (const part of this.parts) {
      part.pieces.forEach(({ name }, p) => pieces.has(name) || pieces.set(name, [part, p]));
    }
    for (const name of this.wanted.keys()) if (!pieces.has(name)) this.wanted.delete(name);
    // Puzzles of a family have the same pieces, so that mostly nothing need be drawn anew.
    const key = JSON.stringify([...pieces.keys()].map((name) => [name, this.wish(name)]));
    if (key === this.usesKey) return;
    this.usesKey = key;
    const row = ([name, [part, p]]) => {
      const select = element("select", { "aria-label": `Piece ${name}`, onchange: () => {
        if (select.value) this.wanted.set(name, select.value === "with");
        else this.wanted.delete(name);
        this.usesKey = null;
        this.update();
      } }, [["", "any"], ["with", "used"], ["without", "left out"]].map(([value, text]) =>
        element("option", { value, selected: value === this.wish(name) }, text)));
      return element("li", {}, drawing(piecePicture(part, p)), element("span", {}, name), select);
    };
    const summary = this.uses.firstElementChild;
    this.uses.replaceChildren(summary, element("ul", { class: "uses" }, [...pieces].map(row)));
  }

  wish(name) {
    if (!this.wanted.has(name)) return "";
    return this.wanted.get(name) ? "with" : "without";
  }

  /** The filters, as a link holds them. */
  state() {
    const names = (wanted) => [...this.wanted].filter(([, one]) => one === wanted).map(([name]) => name);
    const at = this.position.map(({ piece, cells }) => `${this.part.pieces[piece].name}:${cells.join(".")}`);
    const part = this.all.length > 1 && this.part ? [this.part.name] : [];
    const free = this.free.map(String);
    return Object.entries({ of: part, with: names(true), without: names(false), at, free })
      .filter(([, values]) => values.length > 0)
      .map(([key, values]) => `;${key}=${values.map(encodeURIComponent).join(",")}`).join("");
  }

  /** Takes the filters of a link; those that mean nothing here are left out. */
  restore(state) {
    const filters = new Map(state.split(";").filter(Boolean).map((filter) => filter.split("=")));
    const values = (key) => (filters.get(key) ?? "").split(",").filter(Boolean).map(decodeURIComponent);
    if (this.all.length > 1) this.part = this.all.find(({ name }) => name === values("of")[0]) ?? null;
    this.wanted = new Map([...values("with").map((name) => [name, true]),
      ...values("without").map((name) => [name, false])]);
    this.position = values("at").flatMap((placement) => {
      const [name, where] = placement.split(":");
      const piece = this.part?.pieces.findIndex((one) => one.name === name) ?? -1;
      const cells = (where ?? "").split(".").map(Number);
      return piece >= 0 && cells.every((cell) => cell < this.part.cells.length) ? [{ piece, cells }] : [];
    });
    const cells = new Set((this.part?.regions ?? []).flatMap(({ cells: own }) => own));
    this.free = values("free").map(Number).filter((cell) => cells.has(cell));
    const chosen = this.height?.querySelector(`input[value="${CSS.escape(this.part?.name ?? "")}"]`);
    if (chosen) chosen.checked = true;
    this.buildUses();
    this.layBoard();
    this.update();
  }

  /** Whether the filters leave a solution. */
  leaves(part, i) {
    return this.found.some((one) => one.part === part && one.i === i);
  }

  /** The solution that many further on, among those of its part that the filters leave. */
  further(part, i, by) {
    const own = this.found.filter((one) => one.part === part);
    const at = own.findIndex((one) => one.i === i);
    if (at < 0) return own.length > 0 ? own[0] : { part, i: (i + by + part.length) % part.length, motion: 0 };
    return own[(at + by + own.length) % own.length];
  }

  choose(part) {
    this.part = part;
    this.position = [];
    this.free = [];
    this.buildUses();
    this.layBoard();
    this.update();
  }

  layBoard() {
    this.board.root.hidden = !this.part;
    this.hint.hidden = Boolean(this.part);
    if (this.part) this.board.show(this.part, this.position);
    this.freeCells.show(this.part, this.free);
  }

  clear() {
    this.wanted.clear();
    this.position = [];
    this.free = [];
    this.buildUses();
    this.layBoard();
    this.update();
  }

  /** Finds what the filters leave. Costs a few milliseconds for some ten thousand solutions. */
  find() {
    const { position, free } = this;
    let images = 0;
    const found = [];
    for (const part of this.parts) {
      const wishes = [];
      let possible = true;
      for (const [name, wanted] of this.wanted) {
        const piece = part.pieces.findIndex((one) => one.name === name);
        if (piece >= 0) wishes.push([piece, wanted]);
        else if (wanted) possible = false;
      }
      for (let i = 0; possible && i < part.length; i++) {
        if (!wishes.every(([piece, wanted]) => part.uses(i, piece) === wanted)) continue;
        if (position.length + free.length === 0) {
          found.push({ part, i, motion: 0 });
          continue;
        }
        const match = part.match(i, position, free);
        if (!match) continue;
        images += match.images;
        found.push({ part, i, motion: match.motion });
      }
    }
    return { found, images };
  }

  /** Finds anew, and shows the first page. */
  update() {
    const { found, images } = this.find();
    this.found = found;
    this.page = 0;
    const whole = this.parts.reduce((sum, part) => sum + part.length, 0);
    const noun = this.parts.every((part) => part.gallery.kind === "sample") ? "sample" : "solution";
    let words = found.length === whole
      ? plural(whole, noun, `${noun}s`)
      : `${grouped(found.length)} of ${plural(whole, noun, `${noun}s`)}`;
    const isAll = this.part?.gallery.kind === "all";
    const isPlaced = this.position.length + this.free.length > 0;
    if (isPlaced && isAll) {
      words += `, in ${plural(images, "arrangement", "arrangements")} with these places`;
    }
    this.count.textContent = words;
    this.count.dataset.found = found.length;
    this.count.dataset.images = images;
    const named = [...this.free.map((cell) => this.part.freeText(cell)),
      ...this.position.map((placement) => `'${this.part.givenText(placement)}'`)];
    const given = named.map((one) => ` --given ${one}`).join("");
    this.command.replaceChildren(...(given
      ? ["The same on the command line: ", element("code", {}, `bitcover count ${this.part.name}${given}`)]
      : []));
    this.render();
    this.onchange();
  }

  get pages() {
    return Math.max(1, Math.ceil(this.found.length / PAGE));
  }

  turn(by) {
    this.page = Math.min(this.pages - 1, Math.max(0, this.page + by));
    this.render();
  }

  render() {
    const from = this.page * PAGE;
    const shown = this.found.slice(from, from + PAGE);
    this.where.textContent = `page ${grouped(this.page + 1)} of ${grouped(this.pages)}`;
    this.pager.hidden = this.pages === 1;
    this.cards.replaceChildren(...shown.map(({ part, i, motion }) => {
      const codes = part.image(part.solution(i), motion);
      const free = part.freeWords(codes);
      const name = `${this.all.length > 1 ? `${part.name} · ` : ""}${grouped(i + 1)}${free && ` · ${free}`}`;
      return element("li", {}, element("a", { href: part.link(i, motion) + this.state(), "data-key": `${part.number}/${i}` },
        drawing(picture(part, codes, { sides: part.sidesOf(i, motion) })), element("span", {}, name),
        element("span", { class: "said" }, part.line(codes))));
    }));
    this.mark();
  }

  /** Marks the card of the solution on the stage. */
  mark(part = this.shownPart, i = this.shown) {
    [this.shownPart, this.shown] = [part, i];
    const named = this.part ?? part;
    this.numbered.textContent = this.all.length > 1 && named ? `Number of ${named.name} ` : "Number ";
    for (const link of this.cards.querySelectorAll("a")) {
      const isShown = link.dataset.key === `${part?.number}/${i}`;
      if (isShown) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }
}

/** The pieces that were on the board from the beginning. */
function startingPosition(part) {
  const position = part.given.map(([piece, cells]) => ({ piece, cells }));
  const words = [...part.free.map((cell) => part.freeText(cell)),
    ...position.map((placement) => part.givenText(placement))].join("; ");
  return element("figure", { class: "given" },
    element("figcaption", {}, "Starting position: ", element("code", {}, words)),
    drawing(picture(part, laid(part, position), { label: `The starting position: ${words}` })));
}

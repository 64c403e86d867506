// The page of a game as a whole: which puzzle is played, what hands, keys and links do to it, and what is
// said of it.

/* global button, byId, element, plural, rest -- text.js */
/* global theme -- theme.js */
/* global unpack -- puzzle.js */
/* global FreeCells -- free.js */
/* global isSolid -- solid.js */
/* global Space -- space.js */
/* global Engine -- engine.js */
/* global Playable -- playable.js */
/* global Game -- game.js */
/* global Handling -- handling.js */
/* global Answers -- answers.js */
/* global Advice -- advice.js */
/* global Challenge -- challenge.js */
/* global Clock -- clock.js */
/* global linked, linkOf, lookedUp -- link.js */
/* global Editor -- editor.js */

class Play {
  constructor({ files, machine }, first) {
    const puzzles = files.flatMap(({ text, puzzles: own }) => own.map((one) => ({ ...one, text, description: null })));
    puzzles[0].description = first;
    // What is asked while the page begins, or a puzzle is being read, waits for `loading`.
    Object.assign(this, { puzzles, engine: null, own: null, round: 0, shown: {}, loading: null });
    this.clock = new Clock();
    this.handling = new Handling({ onpaint: () => this.paintHand(), say: (words) => this.say(words) });
    this.answers = new Answers({ onfindings: (known) => this.findings(known), onundo: (steps) => {
      for (let step = 0; step < steps; step++) this.game.undo();
    } });
    const table = () => ({ engine: this.engine, game: this.game, count: this.answers.count });
    const ready = () => Promise.resolve(this.loading).catch(() => null);
    const say = (words) => this.say(words);
    this.advice = new Advice({ table, ready, say, onshow: (shown) => {
      this.shown = shown;
      this.paint();
    } });
    this.challenge = new Challenge({ table, ready, say, onbegin: (given) => this.game.begin(given) });
    this.date = new FreeCells((cells) => this.free(cells));
    this.date.root.classList.add("date");
    this.editor = new Editor((text) => (this.loading = this.read(text)));
    this.space = new Space();
    this.build(machine);
    addEventListener("hashchange", () => (this.loading = this.follow()));
  }

  build(machine) {
    const controls = {
      turn: button("Turn the piece in hand (R)", () => this.handling.reshape("turned"), "Turn"),
      flip: button("Flip the piece in hand (F)", () => this.handling.reshape("flipped"), "Flip"),
      undo: button("Undo (Ctrl+Z)", () => this.game.undo(), "Undo"),
      redo: button("Redo (Ctrl+Y)", () => this.game.redo(), "Redo"),
      clear: button("Clear: take all pieces back", () => this.game.clear(), "Clear"),
      // A frame has no link of its own.
      share: parent === globalThis && button("Share: copy a link to this position", () => this.share(), "Share"),
    };
    this.controls = controls;
    byId("board").append(element("div", { class: "status" }, this.answers.root, this.clock.root), this.handling.board.root,
      element("div", { class: "buttons controls" }, this.handling.board.scroller, Object.values(controls).filter(Boolean)));
    const pieces = element("section", { class: "card", "aria-label": "Pieces" }, this.handling.tray.root,
      element("p", { class: "note" }, "Drag a piece onto the board, or tap it and then its place. R turns it, F flips it; tap a laid piece to take it back."));
    byId("side").append(pieces, this.date.root,
      this.advice.root, this.challenge.root, this.editor.root);
    this.room = element("details", { class: "space" }, element("summary", {}, "In three dimensions"), this.space.frame);
    this.room.addEventListener("toggle", () => this.paintSpace());
    this.about = element("p", { class: "boards" });
    byId("below").append(this.room, keys());
    byId("about").append(this.about,
      element("p", {}, `Made by bitcover ${machine.version} (commit ${machine.commit}) on ${machine.date}, with `,
        element("code", {}, machine.command), ". It asks for nothing from any network."),
      element("p", {}, "3-D by three.js, under the MIT licence, which is in the source of this page."));
    const select = byId("puzzle");
    byId("puzzles").hidden = this.puzzles.length < 2;
    select.append(...this.puzzles.map(({ name, title }, i) => element("option", { value: i, "data-name": name }, title)));
    select.addEventListener("change", () => (this.loading = this.choose(Number(select.value))));
  }

  /** Begins with what the link says, or with the first puzzle. */
  async begin() {
    const [first] = this.puzzles;
    // The board is there before the engine is.
    const asked = await this.asked();
    await rest();
    if (!asked && first.description && !first.fixed) {
      const puzzle = new Playable(first.description, first.text);
      await rest();
      this.start(puzzle);
    }
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    try {
      this.engine = new Engine(unpack("solver"), byId("worker").textContent);
      if (asked) await this.follow();
      else await this.choose(0);
    } catch (error) {
      this.tell(`The solver of this page could not be started: ${error.message}. It needs a browser of 2023 or later.`);
      if (!this.game && first.description) this.start(new Playable(first.description, first.text));
    }
    document.documentElement.dataset.ready = "yes";
  }

  /** What the link asks for; null, and a word about it, where it cannot be read. */
  async asked() {
    try {
      return await linked(location.hash);
    } catch {
      this.tell("The link of this page is damaged: what it holds cannot be read.");
      return null;
    }
  }

  /** Shows what the link says. */
  async follow() {
    if (location.hash === this.hash) return;
    const asked = await this.asked();
    if (!asked) {
      if (!this.game) await this.choose(0);
      return;
    }
    this.tell("");
    const i = this.puzzles.findIndex(({ name }) => name === asked.name);
    try {
      if (asked.text === null && i < 0) throw new Error(`This page has no puzzle ${asked.name}.`);
      const state = (puzzle) => ({ fixed: lookedUp(puzzle, asked.fixed), laid: lookedUp(puzzle, asked.laid) });
      if (asked.text === null) await this.choose(i, state);
      else await this.read(asked.text, state);
    } catch (error) {
      if (!this.game) await this.choose(Math.max(0, i));
      this.tell(`The link does not fit: ${error.message}`);
    }
  }

  /** Plays a puzzle that the page carries, from a position on where one is given. */
  async choose(i, state = null) {
    const { fixed = [] } = this.puzzles[i];
    await this.load(this.puzzles[i], state ?? (fixed.length > 0 ? () => ({ fixed, laid: [] }) : null), null);
  }

  /** Plays a puzzle of one's own. */
  async read(text, state = null) {
    const i = this.puzzles.findIndex((puzzle) => puzzle.text === text);
    if (i >= 0) await this.choose(i, state);
    else await this.load({ text, name: null, description: null }, state, text);
    if (i < 0) this.editor.root.open = true;
  }

  /** Has the engine read a puzzle, and begins a game of it; throws what is wrong with its file. */
  async load({ text, name, description }, state, own) {
    const round = ++this.round;
    this.answers.cancel();
    this.advice.clear();
    let told = description;
    try {
      const found = await this.engine.load(text, name);
      told ??= found;
    } catch (wrong) {
      // The game before goes on.
      if (round === this.round && this.game) this.ask();
      throw wrong;
    }
    if (round !== this.round) return;
    const puzzle = new Playable(told, text);
    await rest();
    if (round !== this.round) return;
    this.own = own;
    const isSame = this.game?.puzzle.text === text && this.game.puzzle.name === told.name;
    if (isSame && !state) this.ask();
    else this.start(puzzle, state);
  }

  /** Begins a game; without a position, a calendar begins with the date of today. */
  start(puzzle, state = null) {
    const { fixed, laid } = state?.(puzzle) ?? { fixed: this.dateOf(puzzle), laid: [] };
    this.advice.clear();
    this.game = new Game(puzzle, (word) => this.changed(word));
    this.game.begin(fixed, laid, true);
    this.answers.forget();
    this.known = null;
    this.handling.show(this.game);
    this.challenge.show(puzzle);
    this.editor.show(puzzle.text);
    byId("puzzle").selectedIndex = this.puzzles.findIndex(({ name, text }) => name === puzzle.name && text === puzzle.text);
    byId("title").textContent = puzzle.title;
    document.title = `${puzzle.title}: play`;
    this.about.textContent = puzzle.about;
    this.room.hidden = !isSolid(puzzle);
    this.changed("begun");
  }

  /** The placements that leave the date of today free, on a calendar. */
  dateOf(puzzle) {
    const isChosen = puzzle.given.some((n) => puzzle.placements[n].piece === null);
    return isChosen ? [] : (puzzle.freeOn(new Date()) ?? []).map((cell) => puzzle.freeing(cell));
  }

  /** Has other cells stay free; pieces that lie there are taken back. */
  free(cells) {
    const { game } = this;
    const { puzzle } = game;
    const task = game.fixed.filter((n) => puzzle.placements[n].piece !== null);
    game.begin([...task, ...cells.map((cell) => puzzle.freeing(cell))], game.laid);
  }

  /** After the game was changed. */
  changed(word) {
    const { game } = this;
    const { puzzle } = game;
    if (word === "begun" || word === "cleared") this.clock.reset();
    if (word === "begun") this.advice.hints = 0;
    if (["laid", "moved"].includes(word)) this.clock.begin();
    this.word = word;
    Object.assign(this, { shown: {} });
    this.advice.clear();
    this.date.show(puzzle, game.position.filter((n) => puzzle.placements[n].piece === null)
      .map((n) => puzzle.placements[n].cells[0]));
    this.date.root.hidden ||= puzzle.given.some((n) => puzzle.placements[n].piece === null);
    this.ask();
    this.relink();
  }

  /** Asks the engine about the position, and says what it knows in the end. */
  async ask() {
    const { game, word } = this;
    if (!this.engine) {
      await rest();
      if (game !== this.game || this.engine) return;
      this.findings({ stuck: game.stuckPieces(), lost: game.deadCells() });
      return;
    }
    await this.answers.ask(this.engine, game);
    if (game !== this.game || this.answers.root.dataset.state !== "done") return;
    this.say(`${word === "begun" ? game.puzzle.title : word}: ${this.answers.words}`);
  }

  /** Paints what is known of the position. */
  findings(known) {
    this.known = known;
    if (this.answers.isSolved && this.answers.root.dataset.count) this.solved();
    this.paint();
  }

  /** Says how long it took, where a person solved it. */
  solved() {
    if (this.word !== "laid" && this.word !== "moved") return;
    this.clock.end();
    const { hints } = this.advice;
    const helped = hints > 0 ? ` with help ${plural(hints, "time", "times")}` : "";
    this.answers.detail.textContent = `You finished it in ${this.clock.words}${helped}.`;
  }

  /** Has all be painted, once for all that changes in this task. */
  paint() {
    if (this.isPaintDue) return;
    this.isPaintDue = true;
    queueMicrotask(() => {
      this.isPaintDue = false;
      this.paintAll();
    });
  }

  paintAll() {
    const { game, known, controls, shown } = this;
    if (!game || !known) return;
    this.handling.board.paint({ ...shown, lost: known.lost });
    controls.undo.disabled = game.past.length === 0;
    controls.redo.disabled = game.future.length === 0;
    controls.clear.disabled = game.laid.length === 0;
    this.paintHand();
    this.paintSpace();
  }

  /** Paints what follows from the hand alone. */
  paintHand() {
    const { game: { puzzle }, known, controls, handling: { board, tray, hand } } = this;
    if (!known) return;
    board.mark();
    tray.paint(known.stuck);
    const { piece, shape } = hand;
    controls.turn.disabled = hand.isEmpty || puzzle.turned(piece, shape) === null;
    controls.flip.disabled = hand.isEmpty || puzzle.flipped(piece, shape) === null;
  }

  /**
   * Shows the board in three dimensions where that is open, after what is more urgent, and once for all that
   * changed meanwhile; what draws it is started when first needed.
   */
  async paintSpace() {
    if (!this.room.open || this.room.hidden || this.isSpaceDue) return;
    this.isSpaceDue = true;
    await rest();
    if (!globalThis.THREE) {
      const script = element("script");
      // In a frame, the page around it has the library.
      script.textContent = byId("three").textContent || parent.document.getElementById("three").textContent;
      document.head.append(script);
      this.space.turn(false);
      await rest();
      this.space.begin();
      await rest();
    }
    this.isSpaceDue = false;
    const { all } = this.handling.board;
    if (this.room.open && !this.room.hidden && all) this.space.show(this.game.puzzle, all, this.game.puzzle.title);
  }

  /** Has the link of the page hold the position. */
  async relink() {
    const { game, engine } = this;
    if (!engine) return;
    const hash = await linkOf(game, this.own);
    if (game !== this.game) return;
    this.hash = hash;
    try {
      history.replaceState(null, "", hash);
    } catch {
      // A browser that forbids it for files keeps the older link; the button copies the right one.
    }
  }

  async share() {
    const link = location.href.split("#")[0] + await linkOf(this.game, this.own);
    try {
      await navigator.clipboard.writeText(link);
      this.tell("The link is copied.");
    } catch {
      this.tell(link);
    }
  }

  /** Says something where it is seen, or takes it away. */
  tell(words) {
    byId("note").textContent = words;
    byId("note").hidden = !words;
  }

  /** Says something to readers of the screen. */
  say(words) {
    byId("said").textContent = words;
  }
}

/** What keys do. */
function keys() {
  const rows = [["Tab", "to the board, the pieces, and on"], ["arrows", "move the piece in hand, or walk over the board"],
    ["Enter", "lays the piece in hand; takes the one that lies there"], ["R", "turns it"], ["F", "flips it"],
    ["Delete", "takes a piece back"], ["Esc", "puts it back beside the board"], ["Ctrl+Z", "undoes, Ctrl+Y does again"],
    ["Shift+arrows", "scroll a round board"]];
  return element("details", { class: "keys" }, element("summary", {}, "Keys"),
    element("dl", {}, rows.flatMap(([key, what]) => [element("dt", {}, element("kbd", {}, key)), element("dd", {}, what)])));
}

theme();
await rest();
const [data, first] = ["data", "first"].map((id) => JSON.parse(byId(id).textContent));
const play = new Play(data, first);
play.loading = play.begin();
play.loading.catch((error) => {
  byId("main").prepend(element("p", { class: "note", role: "alert" },
    `This page could not be drawn: ${error.message}. It needs a browser of 2023 or later.`));
  throw error;
});

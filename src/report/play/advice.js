// Help: a piece that lies in some solution, the piece that leaves the most, and whole solutions, one after
// another.

/* global button, element, grouped -- text.js */
/* global unlessCancelled -- answers.js */

class Advice {
  /**
   * Advice that is shown by `onshow({hint, solution})`; `table()` gives the engine, the game and the count of
   * its position, once `ready()` is fulfilled.
   */
  constructor({ table, ready, onshow, say }) {
    Object.assign(this, { table, ready, onshow, say, task: null, hint: null, solution: null, n: 0n, hints: 0 });
    this.note = element("p", { class: "note advice-note" });
    this.lay = button("Lay it: what is shown", () => this.accept(), "Lay it");
    this.hide = button("Hide it: what is shown", () => this.clear(), "Hide it");
    this.back = button("Previous solution", () => this.step(-1n), "←");
    this.next = button("Next solution", () => this.step(1n), "→");
    this.shown = element("div", { class: "buttons", hidden: true }, this.back, this.next, this.lay, this.hide);
    this.root = element("section", { class: "advice", "aria-label": "Help" },
      element("div", { class: "buttons" },
        button("Hint: a piece that lies in some solution", () => this.ask("any"), "Hint"),
        button("Best piece: the one that leaves the most ways", () => this.ask("freest"), "Best piece"),
        button("Solutions, one after another", () => this.show(0n), "Solutions")),
      this.note, this.shown);
  }

  /** Takes away what is shown, and stops what is being looked for. */
  clear() {
    this.task?.cancel();
    Object.assign(this, { task: null, hint: null, solution: null });
    this.note.textContent = "";
    this.shown.hidden = true;
    this.onshow({});
  }

  /** Waits for an answer of the engine; null where something else was asked meanwhile. */
  async answer(task) {
    this.clear();
    this.task = task;
    this.note.textContent = "looking …";
    const found = await task.promise.catch(unlessCancelled);
    if (this.task !== task) return null;
    this.task = null;
    if (!found) this.tell("There is no way to finish from here: take a piece back.");
    return found;
  }

  tell(words) {
    this.note.textContent = words;
    this.say(words);
  }

  /** Shows a hint of a kind. */
  async ask(kind) {
    await this.ready();
    const { engine, game } = this.table();
    if (!engine) return;
    const found = await this.answer(engine.hint(game.position, kind));
    if (!found) return;
    this.hint = found.placement;
    this.hints++;
    this.offer(false);
    const ways = found.left === "1" ? "1 way" : `${grouped(found.left)} ways`;
    this.tell(`${game.puzzle.nameOf(found.placement)} leaves ${ways} to finish.`);
  }

  /** Shows the solution with a number. */
  async show(n) {
    await this.ready();
    const { engine, game } = this.table();
    if (!engine) return;
    const found = await this.answer(engine.solution(game.position, Number(n)));
    if (!found) return;
    this.n = n;
    this.hints++;
    this.solution = found.placements;
    this.offer(true);
    const { count } = this.table();
    this.tell(`Solution ${grouped(n + 1n)}${count === null ? "" : ` of ${grouped(count)}`}.`);
  }

  /** Shows what was found, and what can be done with it. */
  offer(isSolution) {
    this.shown.hidden = false;
    this.back.hidden = !isSolution;
    this.next.hidden = !isSolution;
    const { hint, solution } = this;
    this.onshow({ hint, solution });
  }

  step(by) {
    const { count } = this.table();
    const n = this.n + by;
    this.show(count === null ? (n < 0n ? 0n : n) : (n + count) % count);
  }

  /** Lays what is shown. */
  accept() {
    const { game } = this.table();
    const { hint, solution } = this;
    this.clear();
    if (solution) game.finish(solution);
    else if (hint !== null) game.lay(hint);
  }
}

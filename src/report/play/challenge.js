// Challenges: positions with exactly one way to finish, from a number, so that two people can have the
// same; and the challenge of the day.

/* global button, choice, element, plural -- text.js */
/* global unlessCancelled -- answers.js */

const LEVELS = ["easy", "medium", "hard"];

class Challenge {
  /**
   * Challenges that are begun by `onbegin(given, words)`; `table()` gives the engine and the game, once
   * `ready()` is fulfilled.
   */
  constructor({ table, ready, onbegin, say }) {
    Object.assign(this, { table, ready, onbegin, say, level: "easy", task: null });
    this.seed = element("input", { type: "number", min: 1, step: 1, value: 1, "aria-label": "Number of the challenge" });
    this.note = element("p", { class: "note", role: "status" });
    this.daily = button("Today's challenge: its date stays free", () => this.today(), "Today's challenge");
    this.root = element("section", { class: "challenge", "aria-label": "Challenge" },
      choice("Challenge me", "level", LEVELS.map((level) => [level, level]), "easy", (level) => (this.level = level)),
      element("div", { class: "buttons" }, element("label", {}, "Number ", this.seed),
        button("Begin the challenge", () => this.begin(this.seed.value), "Begin"),
        button("Another challenge", () => this.another(), "Another"), this.daily),
      this.note);
  }

  /** Shows what there is for another puzzle. */
  show(puzzle) {
    this.task?.cancel();
    this.task = null;
    this.note.textContent = "";
    this.daily.hidden = !puzzle.freeOn(new Date());
  }

  another() {
    this.seed.value = 1 + Math.floor(Math.random() * 9999);
    this.begin(this.seed.value);
  }

  /** The challenge of this day: month and day stay free, and its number is the date. */
  today() {
    const date = new Date();
    this.seed.value = date.getFullYear() * 10000 + (date.getMonth() + 1) * 100 + date.getDate();
    this.begin(this.seed.value, (puzzle) =>
      [...puzzle.given, ...(puzzle.freeOn(date) ?? []).map((cell) => puzzle.freeing(cell))]);
  }

  /** Begins the challenge of a number from the placements on that a puzzle has then. */
  async begin(number, placements = ({ given }) => given) {
    await this.ready();
    const { engine, game } = this.table();
    if (!engine) return;
    const seed = Number(number);
    if (!Number.isSafeInteger(seed) || seed < 0) {
      this.note.textContent = "The number of a challenge is a whole number such as 7.";
      return;
    }
    this.task?.cancel();
    const task = engine.challenge({ seed, level: this.level, position: placements(game.puzzle) });
    this.task = task;
    this.note.textContent = "looking for a position with one way to finish …";
    const found = await task.promise.catch(unlessCancelled);
    if (this.task !== task) return;
    this.task = null;
    if (!found) {
      this.note.textContent = "There is none: nothing can be finished from here.";
      return;
    }
    const pieces = found.given.filter((n) => game.puzzle.placements[n].piece !== null).length;
    const words = `Challenge ${seed}, ${this.level}: ${plural(pieces, "piece is", "pieces are")} laid, and there is exactly one way to finish.`;
    this.onbegin(found.given, words);
    this.note.textContent = words;
    this.say(words);
  }
}
